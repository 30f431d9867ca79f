//! Labels and edges from further files.

use slam_io::{Edges, ExtraIds, Join, Request};

use crate::desk::{Desk, labels};

const SPOTS: &str = "id,x,y\nu,0,0\nv,1,0\nw,2,0\n";

fn read(desk: &Desk, truth: &str, preds: &[&str], files: &[&str]) -> Result<(String, Vec<String>), String> {
    let request = Request {
        truth: truth.into(),
        preds: preds.iter().map(|&name| name.into()).collect(),
        labels: files.iter().map(|name| desk.path(name)).collect(),
        ..desk.request("spots.csv")
    };
    let study = desk.read(&request)?;
    Ok((labels(&study.truth), study.preds.iter().map(|(name, pred)| format!("{name}: {}", labels(pred))).collect()))
}

#[test]
fn labels_join_by_id() {
    let desk = Desk::with(&[("spots.csv", SPOTS), ("l.csv", "t,barcode,p\n1.0,w,x\n2,u,y\n")]);
    assert_eq!(read(&desk, "t", &["p"], &["l.csv"]), Ok(("2 - 1".into(), vec!["p: y - x".into()])));
    let request = Request { labels: vec![desk.path("l.csv")], ..desk.request("spots.csv") };
    let choices = desk.read(&request).unwrap().notes();
    assert_eq!(choices[1], "ids: column \"id\"");
    assert_eq!(
        desk.without_folder(&choices[2]),
        "l.csv: joined by id (column \"barcode\"); 1 of 3 spots are not in it"
    );
}

#[test]
fn ids_are_found_whatever_their_column_is_called() {
    for name in ["CellID", "cell_barcode", "index", "Unnamed: 0", "Row.names", "anything at all", ""] {
        let turned = format!("\"{name}\",t,p\nw,1,x\nv,2,z\nu,2,y\n");
        let behind = format!("t,p,\"{name}\"\n1,x,w\n2,z,v\n2,y,u\n");
        let desk = Desk::with(&[("spots.csv", SPOTS), ("turned.csv", &turned), ("behind.csv", &behind)]);
        let expected = || Ok(("2 2 1".to_owned(), vec!["p: y z x".to_owned()]));
        assert_eq!(read(&desk, "t", &["p"], &["turned.csv"]), expected(), "{name}");
        assert_eq!(read(&desk, "t", &["p"], &["behind.csv"]), expected(), "{name}");
    }
    // And so are those of the input; the likeliest name is not always the right one.
    let spots = "x,y,id,name\n0,0,1,u\n1,0,2,v\n2,0,3,w\n";
    let desk = Desk::with(&[("spots.csv", spots), ("l.csv", "number,code,t,p\n7,w,1,x\n8,u,2,y\n")]);
    assert_eq!(read(&desk, "t", &["p"], &["l.csv"]), Ok(("2 - 1".into(), vec!["p: y - x".into()])));
    let request = Request { labels: vec![desk.path("l.csv")], with_ids: true, ..desk.request("spots.csv") };
    let study = desk.read(&request).unwrap();
    let words = "l.csv: joined by id (column \"code\" to column \"name\"); 1 of 3 spots are not in it";
    assert_eq!((desk.without_folder(&study.notes()[2]), study.spots.ids().unwrap()[0].as_ref()), (words.into(), "1"));
    assert_eq!(study.warnings, []);
}

#[test]
fn a_file_without_the_ids_of_the_input_is_refused() {
    let desk = Desk::with(&[
        ("spots.csv", SPOTS),
        ("none.csv", "t,p\na,1\nb,2\n,3\n"),
        ("counted.csv", ",t,p\n0,a,1\n1,b,2\n2,b,3\n"),
        ("others.csv", "barcode,t,p\nu-1,a,1\nv-1,b,2\nw-1,b,3\n"),
        ("bare.csv", "x,y\n0,0\n1,0\n2,0\n"),
    ]);
    let refused = |file: &str| read(&desk, "t", &["p"], &[file]).unwrap_err();
    let remedy = "if the rows of both are in the same order, join them with --join row";
    let both =
        |file: &str| format!("{file} cannot be joined to spots.csv: spots.csv has ids (column \"id\": u, v, w), and");
    let expected = "no column of none.csv holds them (columns: t, p); name the column with --labels-id, or,";
    assert_eq!(refused("none.csv"), format!("{} {expected} {remedy}", both("none.csv")));
    let expected = "no column of counted.csv holds them (columns: (unnamed), t, p; the first column only counts the rows); name the \
                    column with --labels-id, or,";
    assert_eq!(refused("counted.csv"), format!("{} {expected} {remedy}", both("counted.csv")));
    let expected = "others.csv cannot be joined to spots.csv: its ids (column \"barcode\": u-1, v-1, w-1) are not those of \
                    spots.csv (column \"id\": u, v, w); name the right columns with --labels-id and --id, or,";
    assert_eq!(refused("others.csv"), format!("{expected} {remedy}"));
    let request = Request { labels: vec![desk.path("others.csv")], ..desk.request("bare.csv") };
    let expected = "others.csv cannot be joined to bare.csv: others.csv has ids (column \"barcode\": u-1, v-1, w-1), and no \
                    column of bare.csv holds them (columns: x, y); name the column with --id, or,";
    assert_eq!(desk.read(&request).unwrap_err(), format!("{expected} {remedy}"));
}

#[test]
fn rows_are_joined_in_their_order_only_without_ids_or_when_asked() {
    let desk = Desk::with(&[
        ("ids.csv", SPOTS),
        ("bare.csv", "x,y\n0,0\n1,0\n2,0\n"),
        ("counted.csv", ",x,y\n0,0,0\n1,1,0\n2,2,0\n"),
        ("l.csv", "t,p\na,1\nb,2\n,3\n"),
        ("from_one.csv", "\"\",\"t\",\"p\"\n\"1\",\"a\",1\n\"2\",\"b\",2\n\"3\",NA,3\n"),
        ("short.csv", "t,p\na,1\n"),
        ("one.csv", "t\n\nb\n\"\"\n\n\n"),
    ]);
    let read = |input: &str, file: &str, join: Join| {
        let request = Request { labels: vec![desk.path(file)], preds: vec![], join, ..desk.request(input) };
        desk.read(&request).map(|study| {
            let warnings = study.warnings.iter().map(|warning| desk.without_folder(&warning.to_string()));
            (labels(&study.truth), warnings.collect::<Vec<_>>())
        })
    };
    let said = |file: &str, input: &str, why: &str| {
        vec![format!(
            "{file} is joined to {input} by row, {why}: nothing but the order of their rows says which belong together"
        )]
    };
    let why = "for neither has ids";
    for (input, file) in [("bare.csv", "l.csv"), ("counted.csv", "l.csv"), ("counted.csv", "from_one.csv")] {
        assert_eq!(read(input, file, Join::Id), Ok(("a b -".into(), said(file, input, why))), "{input} {file}");
    }
    assert_eq!(read("ids.csv", "l.csv", Join::Row), Ok(("a b -".into(), said("l.csv", "ids.csv", "as asked"))));
    // In a table of one column an empty line is an empty field, but not at the end.
    assert_eq!(read("bare.csv", "one.csv", Join::Id).unwrap().0, "- b -");
    let short = "short.csv has 1 rows and bare.csv has 3; without ids on both sides they must be equal";
    assert_eq!(read("bare.csv", "short.csv", Join::Id), Err(short.into()));
}

#[test]
fn numbers_of_rows_are_ids_where_both_sides_have_them() {
    let desk = Desk::with(&[
        ("counted.csv", ",x,y\n0,0,0\n1,1,0\n2,2,0\n"),
        ("turned.csv", "Unnamed: 0,t,p\n2,c,3\n0,a,1\n"),
        ("part.csv", "Unnamed: 0,t,p\n0,a,1\n1,b,2\n"),
        ("named.csv", "id,x,y\n3,0,0\n1,1,0\n2,2,0\n"),
        ("r.csv", "\"t\",\"p\"\n\"1\",\"a\",1\n\"2\",\"b\",2\n\"3\",\"c\",3\n"),
    ]);
    let truth = |input: &str, file: &str| {
        let request = Request { labels: vec![desk.path(file)], ..desk.request(input) };
        desk.read(&request).map(|study| labels(&study.truth))
    };
    assert_eq!(truth("counted.csv", "turned.csv"), Ok("a - c".into()));
    // Rows that were counted anew say nothing of those that are gone.
    let short = "part.csv has 2 rows and counted.csv has 3; without ids on both sides they must be equal";
    assert_eq!(truth("counted.csv", "part.csv"), Err(short.into()));
    // The numbers of R's rows are not the ids of the input, though they look the same.
    let expected = "r.csv cannot be joined to named.csv: named.csv has ids (column \"id\": 3, 1, 2), and no column of r.csv holds \
                    them (columns: (unnamed), t, p; the first column only counts the rows); name the column with --labels-id, or, \
                    if the rows of both are in the same order, join them with --join row";
    assert_eq!(truth("named.csv", "r.csv").unwrap_err(), expected);
}

#[test]
fn ids_may_be_named_on_either_side() {
    let desk = Desk::with(&[
        ("spots.csv", "id,other,x,y\nu,7,0,0\nv,9,1,0\nw,8,2,0\n"),
        ("a.csv", "first,second,t\nu,w,a\nv,v,b\nw,u,c\n"),
        ("b.csv", "key,p\n8,x\n7,z\n"),
    ]);
    let with = |labels_ids: &[&str], id: Option<&str>| {
        let request = Request {
            labels: ["a.csv", "b.csv"].map(|name| desk.path(name)).to_vec(),
            labels_ids: labels_ids.iter().map(|&name| name.to_owned()).collect(),
            id: id.map(str::to_owned),
            ..desk.request("spots.csv")
        };
        desk.read(&request).map(|study| (labels(&study.truth), labels(&study.preds[0].1)))
    };
    assert_eq!(with(&[], None), Ok(("a b c".into(), "z - x".into())));
    assert_eq!(with(&["second", "key"], None), Ok(("c b a".into(), "z - x".into())));
    let once = with(&["second"], None).unwrap_err();
    assert_eq!(once, "--labels-id: no column \"second\" in b.csv (columns: key, p)");
    let thrice = "--labels-id is given 3 times for 2 files of --labels; give it once for all, or once for each";
    assert_eq!(with(&["second", "key", "p"], None), Err(thrice.into()));
    let said = with(&[], Some("other")).unwrap_err();
    let expected = "a.csv cannot be joined to spots.csv: spots.csv has ids (column \"other\": 7, 9, 8), and no column of a.csv \
                    holds them (columns: first, second, t); name the column with --labels-id, or, if the rows of both are in \
                    the same order, join them with --join row";
    assert_eq!(said, expected);
}

#[test]
fn a_column_that_repeats_is_no_column_of_ids() {
    // As HER2ST's tables of clusters have it: the section in every row, and the spots as row names.
    let clusters = "\"ids\",\"p\"\n\"u\",\"B1\",1\n\"v\",\"B1\",2\n\"w\",\"B1\",3\n\"q\",\"B1\",3\n";
    let spots = "id,x,y,t\nq,0,0,a\nw,1,0,a\nv,2,0,b\nu,3,0,b\n";
    let desk = Desk::with(&[("spots.csv", spots), ("l.csv", clusters)]);
    let request = Request { labels: vec![desk.path("l.csv")], ..desk.request("spots.csv") };
    assert_eq!(labels(&desk.read(&request).unwrap().preds[0].1), "3 3 2 1");
    // The same as an input.
    let input = clusters.replacen("\"ids\"", "\"ids\",\"x\",\"y\",\"t\"", 1).replace("\"B1\"", "\"B1\",0,1,a");
    desk.put("input.csv", input.as_bytes());
    let study = desk.read(&Request { with_ids: true, ..desk.request("input.csv") }).unwrap();
    assert_eq!(study.spots.ids().unwrap().concat(), "uvwq");
}

#[test]
fn ids_must_differ_whether_they_are_used_or_not() {
    let pasted = "id,x,y,t,p,s\nu,0,0,a,a,1\nv,1,0,b,b,1\nu,0,0,a,a,2\nv,1,0,b,b,2\n";
    let desk = Desk::with(&[
        ("pasted.csv", pasted),
        ("spots.csv", SPOTS),
        ("repeated.csv", "id,t\nu,1\nv,1\nu,1\n"),
        ("types.csv", "cell,x,y,t,p\nT,0,0,a,a\nT,1,0,a,a\nT,2,0,b,b\nB,3,0,b,b\nB,4,0,b,b\nT,5,0,a,b\nT,6,0,a,b\n"),
    ]);
    let remedy = "name another column with --id, the slices on which they repeat with --slice, or go without ids with --join row";
    let said = format!("pasted.csv: the id \"u\" is in rows 1 and 3; ids must differ: {remedy}");
    let base = desk.request("pasted.csv");
    assert_eq!(desk.read(&base), Err(said.clone()));
    assert_eq!(desk.read(&Request { id: Some("id".into()), ..base.clone() }), Err(said.clone()));
    let slices = Request { slice: Some("s".into()), ..base.clone() };
    assert_eq!(desk.read(&Request { with_ids: true, ..slices.clone() }).unwrap().spots.ids().unwrap().concat(), "uvuv");
    assert_eq!(desk.read(&Request { slice: Some("p".into()), ..base.clone() }), Err(said));
    assert!(desk.read(&Request { join: Join::Row, ..base }).is_ok());
    // What looks like ids and repeats as labels do is neither.
    assert!(desk.read(&desk.request("types.csv")).is_ok());
    let said = read(&desk, "t", &["t"], &["repeated.csv"]).unwrap_err();
    assert_eq!(
        said,
        "repeated.csv: the id \"u\" is in rows 1 and 3; ids must differ: name another column with --labels-id"
    );
    // Slices tell spots apart, and labels do not know of them.
    desk.put("l.csv", b"id,q\nu,1\nv,2\n");
    let said = desk.read(&Request { labels: vec![desk.path("l.csv")], preds: vec!["q".into()], ..slices }).unwrap_err();
    assert_eq!(said, "pasted.csv: the id \"u\" is in rows 1 and 3; ids must differ: name another column with --id");
}

#[test]
fn ids_that_the_input_lacks_are_refused_or_left_out() {
    let desk = Desk::with(&[
        ("spots.csv", SPOTS),
        ("unknown.csv", "id,t,p\na,1,x\nb,1,x\nu,1,y\nc,1,x\nd,1,x\n"),
        ("one.csv", "id,t,p\na,1,x\nu,1,y\n"),
    ]);
    let said = read(&desk, "t", &["t"], &["unknown.csv"]);
    let expected = "unknown.csv: 4 ids are not in spots.csv: a, b, c, …; to leave them out, add --extra-ids skip";
    assert_eq!(said, Err(expected.into()));
    let said = read(&desk, "t", &["t"], &["one.csv"]);
    assert_eq!(said, Err("one.csv: 1 id is not in spots.csv: a; to leave it out, add --extra-ids skip".into()));
    let extra_ids = ExtraIds::Skip;
    let request = Request { labels: vec![desk.path("unknown.csv")], extra_ids, ..desk.request("spots.csv") };
    let study = desk.read(&request).unwrap();
    assert_eq!(labels(&study.preds[0].1), "y - -");
    let words = "unknown.csv: joined by id (column \"id\"); 2 of 3 spots are not in it; 4 ids that spots.csv lacks are left out: \
                 a, b, c, …";
    assert_eq!(desk.without_folder(&study.notes()[2]), words);
}

#[test]
fn a_file_of_one_labeling_goes_by_its_name() {
    let desk = Desk::with(&[
        ("spots.csv", SPOTS),
        ("truth.tsv", "\tlabel\nu\ta\nv\tb\nw\tc\n"),
        ("BANKSY.tsv", "\tlabel\nw\t3\nu\t1\n"),
        ("STAGATE.tsv", "label\nu\t4\nv\t5\n"),
    ]);
    let files = ["truth.tsv", "BANKSY.tsv", "STAGATE.tsv"];
    let expected = || Ok(("a b c".to_owned(), vec!["BANKSY: 1 - 3".to_owned(), "STAGATE: 4 5 -".to_owned()]));
    assert_eq!(read(&desk, "truth", &["BANKSY", "STAGATE"], &files), expected());
    let full = read(&desk, "truth:label", &["BANKSY:label"], &files).unwrap();
    assert_eq!(full.1, ["BANKSY:label: 1 - 3"]);
    let request = Request {
        truth: "truth".into(),
        preds: vec![],
        pred_globs: vec!["*A*".into()],
        labels: files.map(|name| desk.path(name)).to_vec(),
        ..desk.request("spots.csv")
    };
    let names: Vec<String> = desk.read(&request).unwrap().preds.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["BANKSY", "STAGATE"]);
    let said = read(&desk, "truth", &["label"], &files).unwrap_err();
    let places = "truth.tsv, BANKSY.tsv, STAGATE.tsv";
    assert_eq!(said, format!("--pred: \"label\" is in {places}; say which: \"truth\", \"BANKSY\", \"STAGATE\""));
    let said = read(&desk, "truth", &["BANKY"], &files).unwrap_err();
    let columns = "id, x, y, (unnamed), label, (unnamed), label, (unnamed), label, truth, BANKSY, STAGATE";
    let files = "spots.csv, truth.tsv, BANKSY.tsv, STAGATE.tsv";
    let expected = format!("--pred: no column \"BANKY\" in {files} (columns: {columns}); did you mean \"BANKSY\"?");
    assert_eq!(said, expected);
}

#[test]
fn a_name_in_several_files_must_say_which() {
    let desk = Desk::with(&[("spots.csv", "id,x,y,t,p\nu,0,0,a,b\n"), ("l.csv", "id,p,q\nu,c,d\n")]);
    let said = read(&desk, "t", &["p"], &["l.csv"]).unwrap_err();
    assert_eq!(said, "--pred: \"p\" is in spots.csv, l.csv; say which: \"spots:p\", \"l:p\"");
    let found = read(&desk, "t", &["spots:p", "l:p", "q"], &["l.csv"]).unwrap();
    assert_eq!(found.1, ["spots:p: b", "l:p: c", "q: d"]);
}

#[test]
fn edges_are_pairs_of_ids() {
    let spots = "id,x,y,t,p\nu,0,0,a,a\nv,1,0,a,a\nw,2,0,a,a\n";
    let desk = Desk::with(&[
        ("spots.csv", spots),
        ("header.csv", "a,b,weight\nu,v,0.1\nw,v,2\nu,u,1\n"),
        ("bare.csv", "u,v\nw,v\nu,u\n"),
        ("r.csv", "\"\",\"from\",\"to\"\n\"1\",\"u\",\"v\"\n\"2\",\"w\",\"v\"\n\"3\",\"u\",\"u\"\n"),
        ("unknown.csv", "a,b\nu,x\ny,x\nz,v\n"),
        ("one.csv", "a\nu\n"),
        ("none.csv", "a,b\n"),
        ("nameless.csv", "x,y,t,p\n0,0,a,a\n"),
    ]);
    let edges = |file: &str, input: &str| {
        desk.read(&Request { edges: Some(Edges::File(desk.path(file))), ..desk.request(input) })
            .map(|study| study.edges.unwrap())
    };
    for file in ["header.csv", "bare.csv", "r.csv"] {
        assert_eq!(edges(file, "spots.csv"), Ok(vec![(0, 1), (2, 1), (0, 0)]), "{file}");
    }
    let said = |file: &str, input: &str| edges(file, input).unwrap_err();
    assert_eq!(said("unknown.csv", "spots.csv"), "unknown.csv: 3 ids are not in spots.csv: x, y, z");
    assert_eq!(
        said("one.csv", "spots.csv"),
        "--graph edges: one.csv is a table of one column, expected two columns of ids"
    );
    assert_eq!(said("none.csv", "spots.csv"), "none.csv has a header but no rows");
    let needs =
        "--graph edges needs ids, and nameless.csv has no column of ids (columns: x, y, t, p); name it with --id";
    assert_eq!(said("bare.csv", "nameless.csv"), needs);
}

#[test]
fn a_column_that_is_found_by_its_values_is_no_pred() {
    let desk = Desk::with(&[("spots.csv", SPOTS), ("l.csv", "CellID,t,p\nw,a,1\nv,b,1\nu,b,2\n")]);
    let pred_globs = vec!["*".to_owned()];
    let request = Request { labels: vec![desk.path("l.csv")], preds: vec![], pred_globs, ..desk.request("spots.csv") };
    let study = desk.read(&request).unwrap();
    assert_eq!(study.preds.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["p"]);
    assert_eq!(study.notes().len(), 3, "{:?}", study.notes());
}
