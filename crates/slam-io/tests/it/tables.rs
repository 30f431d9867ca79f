//! What a table may look like.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use slam::as_command;
use slam_io::{Request, Watch, read_watched};

use crate::desk::{Desk, gzip, labels, read_text};

const PLAIN: &str = "x,y,t,p\n0,0,a,1\n1,0,b,2\n";

#[test]
fn whoever_watches_hears_how_far_the_reading_has_come() {
    let text = format!("x,y,t,p\n{}", "1,2,u,v\n".repeat(300_000));
    let packed = gzip(text.as_bytes());
    let desk = Desk::with(&[("f.csv", &text)]);
    desk.put("f.csv.gz", &packed);
    let ticks = |name: &str| {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&heard);
        let watch: Watch = Arc::new(move |step: &str, done: usize, total: usize| {
            notes.lock().unwrap().push((step.to_owned(), done, total));
            ControlFlow::Continue(())
        });
        read_watched(&desk.request(name), &watch).unwrap();
        let heard = heard.lock().unwrap();
        assert!(heard.len() > 2 && heard.iter().all(|(_, done, total)| done <= total));
        heard.last().unwrap().clone()
    };
    assert_eq!(ticks("f.csv"), ("reading f.csv".to_owned(), text.len(), text.len()));
    assert_eq!(ticks("f.csv.gz"), ("reading f.csv.gz".to_owned(), packed.len(), packed.len()));
}

#[test]
fn delimiters_line_ends_marks_and_compression_make_no_difference() {
    let expected = read_text(PLAIN).unwrap();
    let desk = Desk::with(&[
        ("semicolon.csv", &PLAIN.replace(',', ";")),
        ("tab.csv", &PLAIN.replace(',', "\t")),
        ("a.tsv", &PLAIN.replace(',', "\t")),
        ("a.tab", &PLAIN.replace(',', "\t")),
        ("a.txt", &PLAIN.replace(',', "\t")),
        ("no_extension", PLAIN),
        ("crlf.csv", &PLAIN.replace('\n', "\r\n")),
        ("cr.csv", &PLAIN.replace('\n', "\r")),
        ("mark.csv", &format!("\u{feff}{PLAIN}")),
        ("trailing.csv", &format!("{PLAIN}\n\r\n\n")),
        ("leading.csv", &format!("\n\n{PLAIN}")),
        ("between.csv", &PLAIN.replace("\n1", "\n\n1")),
        ("unended.csv", PLAIN.trim_end()),
        ("quoted.csv", "\"x\",\"y\",\"t\",\"p\"\n\"0\",\"0\",\"a\",\"1\"\n1,0,\"b\",2\n"),
        ("spaces.csv", "x, y, t, p\n0, 0, a, 1\n 1 , 0 , b , 2 \n"),
    ]);
    let (head, tail) = PLAIN.as_bytes().split_at(11);
    desk.put("one.csv.gz", &gzip(PLAIN.as_bytes()));
    desk.put("disguised.csv", &gzip(PLAIN.as_bytes()));
    desk.put("members.csv.gz", &[gzip(head), gzip(b""), gzip(tail)].concat());
    for entry in desk.folder().read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert_eq!(desk.read(&desk.request(&name)).as_ref(), Ok(&expected), "{name}");
    }
}

#[test]
fn labels_are_text_and_may_be_missing() {
    let study = read_text("x,y,t,p\n0,0,1.0,1.1\n0,1,2,1.10\n0,2,NA,\n0,3,<NA>,True\n0,4, 2 ,é\n").unwrap();
    assert_eq!(labels(&study.truth), "1 2 - - 2");
    assert_eq!(labels(&study.preds[0].1), "1.1 1.10 - True é");
}

#[test]
fn labels_to_exclude_that_no_spot_carries_are_mentioned() {
    let mut study = read_text("x,y,t,p\n0,0,a,a\n0,1,b,c\n").unwrap();
    study.mention_unmet(&["a".into(), "c".into(), "d".into()]);
    assert_eq!(study.notes()[1..], ["--exclude: no spot is labelled \"d\""]);
}

#[test]
fn planes_that_are_laid_upon_each_other_are_a_warning() {
    let rows = (0..24).map(|i| format!("{i},0,{},a,b,s\n", i / 2)).collect::<Vec<_>>().concat();
    let desk = Desk::with(&[("f.csv", &format!("x,y,z,t,p,s\n{rows}"))]);
    let warnings = |change: fn(&mut Request)| {
        let mut request = desk.request("f.csv");
        change(&mut request);
        desk.read(&request).unwrap().warnings.iter().map(|one| one.message().spelled(as_command)).collect::<Vec<_>>()
    };
    let said = "the column \"z\" has 12 different values and is left out, so that spots of different planes count as neighbours: \
                --z \"z\" takes it as third coordinate, --slice \"z\" keeps the planes apart";
    assert_eq!(warnings(|_| {}), [said]);
    assert_eq!(warnings(|request| request.z = Some("z".into())), [""; 0]);
    assert_eq!(warnings(|request| request.slice = Some("z".into())), [""; 0]);
    assert_eq!(warnings(|request| request.slice = Some("s".into())), [""; 0]);
    assert_eq!(read_text("x,y,z,t,p\n0,0,7,a,a\n1,0,7,b,b\n").unwrap().warnings, []);
}

#[test]
fn what_r_writes_with_spaces_is_read_or_told_how_to_write_it() {
    let quoted = "\"x\" \"y\" \"t\" \"p\"\n\"u\" 0 0 \"invasive cancer\" 1\n\"v\" 1 0 \"b\" 2\n";
    let study = read_text(quoted).unwrap();
    assert_eq!((labels(&study.truth), study.spots.position(1)), ("invasive cancer b".into(), &[1.0, 0.0][..]));
    let desk = Desk::with(&[("f.txt", &quoted.replace('"', "")), ("spots.csv", "x,y\n0,0\n1,1\n")]);
    let advice = "names with spaces between are one column: in R, write the table with write.csv(table, FILE), or with \
                  write.table(table, FILE, sep = \"\\t\")";
    let said = desk.read(&desk.request("f.txt")).unwrap_err();
    assert_eq!(said, format!("--truth: no column \"t\" in f.txt (columns: x y t p); {advice}"));
    let labels = Request { labels: vec![desk.path("f.txt")], ..desk.request("spots.csv") };
    let expected = "--truth: no column \"t\" in spots.csv, f.txt (columns: x, y, x y t p, f); ";
    assert_eq!(desk.read(&labels).unwrap_err(), expected.to_owned() + advice);
}

#[test]
fn positions_may_be_named() {
    let desk = Desk::with(&[("f.csv", "x,y,u,v,w,t,p\n0,0,1,2,3,a,b\n0,0,4,5,6,a,b\n")]);
    let named = |x: &str, y: &str, z: Option<&str>| Request {
        x: Some(x.into()),
        y: Some(y.into()),
        z: z.map(Into::into),
        ..desk.request("f.csv")
    };
    let plane = desk.read(&named("u", "v", None)).unwrap();
    assert_eq!((plane.spots.dimensions(), plane.spots.coordinates()), (2, &[1.0, 2.0, 4.0, 5.0][..]));
    let solid = desk.read(&named("u", "v", Some("w"))).unwrap();
    assert_eq!((solid.spots.dimensions(), solid.spots.position(1)), (3, &[4.0, 5.0, 6.0][..]));
    assert_eq!(solid.notes(), ["positions: columns \"u\", \"v\", \"w\""]);
}

#[test]
fn hexagonal_arrays_are_stretched() {
    let hexagonal = read_text("array_row,array_col,t,p\n0,0,a,a\n1,1,a,a\n1,3,a,a\n").unwrap();
    assert_eq!(hexagonal.spots.position(1), [1.0, 3f64.sqrt()]);
    let square = read_text("array_row,array_col,t,p\n0,0,a,a\n0,1,a,a\n").unwrap();
    assert_eq!(square.spots.position(1), [1.0, 0.0]);
}

#[test]
fn space_rangers_positions_need_no_header() {
    let rows = "AAC-1,1,0,16,1325,2000\nAAG-1,0,1,17,1445,2100\n";
    let header = "barcode,in_tissue,array_row,array_col,pxl_row_in_fullres,pxl_col_in_fullres\n";
    let labels = "barcode,t,p\nAAC-1,a,b\n";
    let desk = Desk::with(&[
        ("tissue_positions_list.csv", rows),
        ("any.csv", rows),
        ("tissue_positions.csv", &(header.to_owned() + rows)),
        ("labels.csv", labels),
    ]);
    for name in ["tissue_positions_list.csv", "any.csv", "tissue_positions.csv"] {
        let study = desk.read(&Request { labels: vec![desk.path("labels.csv")], ..desk.request(name) }).unwrap();
        assert_eq!(study.spots.coordinates(), [2000.0, 1325.0, 2100.0, 1445.0]);
        assert_eq!(study.truth.n_missing(), 1);
        let positions = "positions: columns \"pxl_col_in_fullres\", \"pxl_row_in_fullres\"";
        assert_eq!(study.notes()[..2], [positions, "ids: column \"barcode\""]);
    }
}

#[test]
fn ids_are_read_when_wanted() {
    let ids = |text: &str, id: Option<&str>| {
        let desk = Desk::with(&[("f.csv", text)]);
        let request = Request { with_ids: true, id: id.map(Into::into), ..desk.request("f.csv") };
        let study = desk.read(&request).unwrap();
        (study.spots.ids().map(<[Box<str>]>::concat), study.notes().last().cloned().unwrap())
    };
    let found = |ids: &str, choice: &str| (Some(ids.to_owned()), choice.to_owned());
    assert_eq!(ids("Barcode,x,y,t,p\n 1.0,0,0,a,a\nv,0,0,a,a\n", None), found(" 1.0v", "ids: column \"Barcode\""));
    assert_eq!(ids("x,y,t,p,cell,id\n0,0,a,a,u,w\n0,0,a,a,v,z\n", None), found("wz", "ids: column \"id\""));
    assert_eq!(ids("x,y,t,p,cell,id\n0,0,a,a,u,w\n0,0,a,a,v,z\n", Some("cell")), found("uv", "ids: column \"cell\""));
    assert_eq!(ids("\"\",x,y,t,p\n\"u\",0,0,a,a\n\"v\",0,0,a,a\n", None), found("uv", "ids: first column"));
    assert_eq!(ids("x,y,t,p\nu,0,0,a,a\nv,0,0,a,a\n", None), found("uv", "ids: first column"));
    assert_eq!(ids("x,y,t,p\n0,0,a,a\n0,0,a,a\n", None).0, None);
    assert_eq!(read_text("id,x,y,t,p\nu,0,0,a,a\nv,0,0,a,a\n").unwrap().spots.ids(), None);
}

#[test]
fn a_label_column_is_never_taken_for_ids() {
    let desk = Desk::with(&[("f.csv", "cell,x,y,t,p\nT,0,0,a,a\nT,0,0,a,a\n")]);
    let request = Request { truth: "cell".into(), with_ids: true, ..desk.request("f.csv") };
    assert_eq!(desk.read(&request).unwrap().spots.ids(), None);
}

#[test]
fn slices_and_severities() {
    let desk = Desk::with(&[("f.csv", "x,y,t,p,s,w\n0,0,a,a,left,0.5\n0,0,a,a,right,2\n")]);
    let request = Request { slice: Some("s".into()), severity: Some("w".into()), ..desk.request("f.csv") };
    let study = desk.read(&request).unwrap();
    assert_eq!(study.spots.slices().map(labels), Some("left right".into()));
    assert_eq!(study.spots.severities(), Some(&[0.5, 2.0][..]));
}

#[test]
fn patterns_name_many_preds() {
    let desk = Desk::with(&[("f.csv", "id,x,y,m_1,t,m_2,q\nu,0,0,a,b,c,d\nv,0,0,a,b,c,d\n")]);
    let names = |preds: &[&str], globs: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let request = Request { preds: owned(preds), pred_globs: owned(globs), ..desk.request("f.csv") };
        desk.read(&request).unwrap().preds.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[], &["m_*"]), ["m_1", "m_2"]);
    assert_eq!(names(&["q", "m_2", "q"], &["m_?", "?"]), ["q", "m_2", "m_1"]);
}

#[test]
fn patterns_take_labelings_alone() {
    let row = |i: usize| {
        let (count, depth) = (i, 0.5 * i as f64);
        let depth = if i % 2 == 0 { depth } else { 0.25 };
        format!("s{i},{i},0,{},{},{count},{depth},{},,u\n", i % 3, i % 2, i % 5)
    };
    let rows: String = (0..120).map(row).collect();
    let text = format!("id,x,y,t,good,count,depth,severity,empty,where\n{rows}");
    let cells: Vec<String> =
        (0..10_010).map(|i| format!("{i},0,a,b,c{i},{}\n", "w".repeat(if i == 7 { 10_001 } else { 1 }))).collect();
    let many = format!("x,y,t,p,code,polygon\n{}", cells.concat());
    let desk = Desk::with(&[("f.csv", &text), ("g.csv", "x,y,t,p\n0,0,a,0.5\n1,0,b,1.5\n"), ("h.csv", &many)]);
    let base = Request { preds: vec![], pred_globs: vec!["*".into()], ..desk.request("f.csv") };
    let request = Request { slice: Some("where".into()), severity: Some("severity".into()), ..base.clone() };
    let study = desk.read(&request).unwrap();
    assert_eq!(study.preds.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["good"]);
    let note =
        "--pred-glob: left out: count (120 labels for 120 spots), depth (61 labels for 120 spots), empty (no labels)";
    assert_eq!(study.notes().last().map(String::as_str), Some(note));
    let said = desk.read(&Request { path: desk.path("g.csv"), ..base.clone() }).unwrap_err();
    assert_eq!(said, "--pred-glob: no column of labels fits \"*\" in g.csv (left out: p (real numbers))");
    let study = desk.read(&Request { path: desk.path("h.csv"), ..base.clone() }).unwrap();
    let note =
        "--pred-glob: left out: code (more than 10000 different labels; is it an id?), polygon (a text of 10001 bytes)";
    assert_eq!((study.preds.len(), study.notes().last().map(String::as_str)), (1, Some(note)));
    // What is named outright is read, and warned of by whoever compares.
    let named = desk.read(&Request { preds: vec!["depth".into()], pred_globs: vec![], ..base }).unwrap();
    assert_eq!(named.preds.len(), 1);
}
