//! Parquet is read as the same table in text is, whatever way it was written; damaged files get an answer or a message.
//!
//! `corpus/parquet/make.py` writes the files, and the tables that pandas makes of them.
#![cfg(test)]

mod attack;
mod effort;

use std::path::{Path, PathBuf};

use attack::{Chance, peak_memory};
use effort::within_cpu_seconds;
use slam_io::{Edges, Inspection, Request, Study, inspect, read};

/// The files, and the tables that they hold.
const FILES: [(&str, &str); 8] = [
    ("plain", "snappy"),
    ("snappy", "snappy"),
    ("packed", "snappy"),
    ("second", "snappy"),
    ("groups", "groups"),
    ("index", "index"),
    ("named", "named"),
    ("single", "single"),
];

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/parquet").join(name)
}

fn request(path: PathBuf) -> Request {
    let (truth, preds) = ("region".to_owned(), vec!["pred".to_owned()]);
    Request { path, truth, preds, with_ids: true, ..Request::default() }
}

/// What is in both files, by one name.
fn inspected(path: &Path) -> Inspection {
    let mut found = inspect(path).unwrap();
    found.next = found.next.replace(&path.display().to_string(), "FILE");
    found.file = "FILE".to_owned();
    found
}

#[test]
fn every_value_is_that_of_the_table_in_text() {
    for (name, table) in FILES {
        let (file, text) = (corpus(&format!("{name}.parquet")), corpus(&format!("{table}.csv")));
        assert_eq!(inspected(&file), inspected(&text), "{name}");
        if name == "single" {
            continue;
        }
        let mut columns = vec!["pred"];
        if table == "snappy" {
            let more = ["cluster", "narrow", "flag", "unsigned", "maybe_count", "maybe_flag", "maybe_text", "holes"];
            columns.extend(more);
        }
        for pred in columns {
            let study = |path: &Path| {
                let severity = (table == "snappy").then(|| "array_col".to_owned());
                read(&Request { preds: vec![pred.to_owned()], severity, ..request(path.to_path_buf()) }).unwrap()
            };
            let (found, expected): (Study, Study) = (study(&file), study(&text));
            assert_eq!(found, expected, "{name}: {pred}");
            assert!(found.spots.ids().is_some() && found.spots.n_spots() == 40);
        }
    }
}

#[test]
fn other_files_join_it_and_it_joins_others() {
    let spots = request(corpus("snappy.csv"));
    let with = |labels: &str| {
        let labels = vec![corpus(labels)];
        let preds = vec!["groups:pred".to_owned()];
        read(&Request { labels, preds, truth: "snappy:region".into(), ..spots.clone() }).unwrap()
    };
    let (found, expected) = (with("groups.parquet"), with("groups.csv"));
    let joined = format!("{}: joined by id (column \"barcode\")", corpus("groups.parquet").display());
    assert!(found.notes().contains(&joined), "{:?}", found.notes());
    assert_eq!((found.preds, found.warnings), (expected.preds, expected.warnings));
    let folder = tempfile::tempdir().unwrap();
    let edges = folder.path().join("edges.parquet");
    std::fs::copy(corpus("named.parquet"), &edges).unwrap();
    let spots = corpus("snappy.parquet");
    let said = read(&Request { edges: Some(Edges::File(edges.clone())), ..request(spots.clone()) }).unwrap_err();
    // The first two columns are taken for ids, and these are numbers.
    let first = "5.1301436624942584e-05, 0.00011940026356810517, 8.931187721659765e-05, …";
    let expected = format!("{}: 40 ids are not in {}: {first}", edges.display(), spots.display());
    assert_eq!(said.to_string(), expected);
}

#[test]
fn what_cannot_be_read_is_named_where_it_is_asked_for() {
    let path = corpus("foreign.parquet");
    let base = Request { path: path.clone(), truth: "t".into(), preds: vec!["p".into()], ..Request::default() };
    assert_eq!(read(&base).unwrap().spots.n_spots(), 40);
    let said = |pred: &str| {
        let error = read(&Request { preds: vec![pred.into()], ..base.clone() }).unwrap_err().to_string();
        error.rsplit_once("foreign.parquet, ").unwrap().1.to_owned()
    };
    let foreign = |column: &str, what: &str| format!("column {column:?}: {what}, expected text, numbers or booleans");
    for (column, what) in [
        ("lists", "nested values"),
        ("pairs", "nested values"),
        ("when", "times"),
        ("price", "decimals"),
        ("raw", "bytes that are no text"),
    ] {
        assert_eq!(said(column), foreign(column, what));
    }
    let found = inspect(&path).unwrap();
    assert_eq!((found.columns.len(), found.problems.len()), (9, 5));
    assert_eq!(found.problems[0], format!("{}, {}", path.display(), foreign("lists", "nested values")));
    let patterned = read(&Request { preds: Vec::new(), pred_globs: vec!["p*".into()], ..base }).unwrap();
    assert_eq!(patterned.preds.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["p"]);
}

#[test]
fn bytes_that_are_text_are_read_as_text() {
    let path = corpus("bare.parquet");
    let found = inspect(&path).unwrap();
    assert_eq!((found.problems.len(), found.ids.as_deref()), (0, Some("ids: column \"cell_id\"")));
    let asked = Request { path, truth: "t".into(), preds: vec!["p".into()], with_ids: true, ..Request::default() };
    assert_eq!(read(&asked).unwrap().spots.ids().unwrap()[39].as_ref(), "cell39");
}

#[test]
fn rows_are_named_where_values_do_not_fit() {
    let base = request(corpus("snappy.parquet"));
    let axes = |x: &str| Request { x: Some(x.into()), y: Some("array_row".into()), ..base.clone() };
    for (column, found) in [("holes", ""), ("maybe_text", ""), ("barcode", "s_002um_00000_00000-1")] {
        let file = base.path.display();
        let expected = format!("{file}, row 1, column {column:?}: {found:?} is not a finite number");
        assert_eq!(read(&axes(column)).unwrap_err().to_string(), expected);
    }
}

/// Reads all that there is in a file.
fn read_all(path: &Path) -> bool {
    let _ = inspect(path);
    let said = read(&request(path.to_path_buf())).map_err(|error| error.to_string());
    let said = said.map_or_else(
        |said| {
            assert!(!said.contains('\n') && said.len() < 3_000, "{said:?}");
            false
        },
        |_| true,
    );
    let _ = read(&Request { expression: Some(path.display().to_string()), ..request(path.to_path_buf()) });
    said
}

#[test]
fn every_byte_may_be_damaged_and_every_end_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.parquet");
    let try_all = || {
        for name in ["single", "named"] {
            let whole = std::fs::read(corpus(&format!("{name}.parquet"))).unwrap();
            for at in 0..whole.len() {
                let mut bytes = whole.clone();
                bytes[at] ^= if at % 2 == 0 { 0xff } else { 1 << (at % 8) };
                std::fs::write(&path, &bytes).unwrap();
                let _ = (inspect(&path), read(&request(path.clone())));
            }
            for end in (0..whole.len()).step_by(3) {
                std::fs::write(&path, &whole[..end]).unwrap();
                assert!(inspect(&path).is_err());
            }
        }
    };
    within_cpu_seconds(120.0, try_all);
    assert!(peak_memory().is_none_or(|bytes| bytes < 1 << 30));
}

#[test]
fn damaged_files_get_an_answer_or_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.parquet");
    let (mut chance, mut n_read) = (Chance(11), 0);
    let mut try_all = || {
        for (name, _) in FILES.iter().chain(&[("foreign", "")]) {
            let whole = std::fs::read(corpus(&format!("{name}.parquet"))).unwrap();
            for round in 0..250 {
                let mut bytes = whole.clone();
                let n = bytes.len();
                // Half of the time it is the description at the end that is damaged.
                let from = if round % 2 == 0 { n * 2 / 3 } else { 0 };
                for _ in 0..=chance.below(4) {
                    let huge = [0, 0xff, 0x7f, 0x80, chance.next() as u8][chance.below(5)];
                    bytes[from + chance.below(n - from)] = huge;
                }
                if round % 7 == 0 {
                    let (start, end) = (chance.below(n - 64), chance.below(n - 64));
                    bytes.copy_within(start..start + 48, end);
                }
                std::fs::write(&path, &bytes).unwrap();
                n_read += usize::from(read_all(&path));
            }
        }
    };
    within_cpu_seconds(180.0, &mut try_all);
    assert!(100 < n_read && n_read < 2_000, "{n_read} were read");
    assert!(peak_memory().is_none_or(|bytes| bytes < 1 << 30));
}
