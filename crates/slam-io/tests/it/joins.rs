//! Labels and edges from further files.

use slam_io::{Edges, Request};

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
    let choices = desk.read(&request).unwrap().choices;
    assert_eq!(choices[1], "ids: column \"id\"");
    assert_eq!(desk.without_folder(&choices[2]), "l.csv: joined by id");
}

#[test]
fn labels_without_ids_join_by_row() {
    let desk = Desk::with(&[
        ("spots.csv", SPOTS),
        ("l.csv", "t,p\na,1\nb,2\n,3\n"),
        ("one.csv", "q\n\nb\n\"\"\n\n\n"),
        ("short.csv", "t\na\n"),
    ]);
    assert_eq!(read(&desk, "t", &["p"], &["l.csv"]), Ok(("a b -".into(), vec!["p: 1 2 3".into()])));
    let said = "short.csv has 1 rows and spots.csv has 3; without ids on both sides they must be equal";
    assert_eq!(read(&desk, "t", &["t"], &["short.csv"]), Err(said.into()));
    // In a table of one column an empty line is an empty field, but not at the end.
    assert_eq!(read(&desk, "q", &["q"], &["one.csv"]), Ok(("- b -".into(), vec!["q: - b -".into()])));
}

#[test]
fn unknown_and_repeated_ids_are_refused() {
    let desk = Desk::with(&[
        ("spots.csv", SPOTS),
        ("unknown.csv", "id,t\na,1\nb,1\nu,1\nc,1\nd,1\n"),
        ("repeated.csv", "id,t\nu,1\nv,1\nu,1\n"),
        ("twins.csv", "id,x,y,t\nu,0,0,a\nu,0,0,a\n"),
    ]);
    let said = read(&desk, "t", &["t"], &["unknown.csv"]);
    assert_eq!(said, Err("unknown.csv: 4 ids are not in spots.csv: a, b, c, …".into()));
    let said = read(&desk, "t", &["t"], &["repeated.csv"]).unwrap_err();
    assert_eq!(said, "repeated.csv: the id \"u\" is in rows 1 and 3; ids must differ, name another column with --id");
    let request = Request { preds: vec![], with_ids: true, ..desk.request("twins.csv") };
    let said = desk.read(&request).unwrap_err();
    assert_eq!(said, "twins.csv: the id \"u\" is in rows 1 and 2; ids must differ, name another column with --id");
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
