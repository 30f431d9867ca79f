//! Several slides in one table: told apart by a column, refused, or said to be one.

use std::fmt::Write as _;

use serde_json::Value;

use crate::folder::Folder;

const SIDE: usize = 14;
const WORDS: [&str; 6] = ["score", "spots.csv", "--truth", "truth", "--pred", "pred"];

/// Hexagonal slides of 14 × 14 spots on top of each other, each moved by less than a spacing; ids end in `-0`, `-1`, … as
/// anndata makes them, and each row ends with what is said of its slide.
fn slides(n: usize, header: &str, more: impl Fn(usize) -> String) -> String {
    let mut table = format!("id,x,y,truth,pred{header}\n");
    for (slide, spot) in (0..n).flat_map(|slide| (0..SIDE * SIDE).map(move |spot| (slide, spot))) {
        let (i, j) = (spot % SIDE, spot / SIDE);
        let x = i as f64 + 0.5 * (j % 2) as f64 + 0.31 * slide as f64;
        let y = 0.866 * j as f64 + 0.17 * slide as f64;
        let (truth, pred) = (if i < 7 { "a" } else { "b" }, if i + slide < 7 { "a" } else { "b" });
        writeln!(table, "s{spot}-{slide},{x:.3},{y:.3},{truth},{pred}{}", more(slide)).unwrap();
    }
    table
}

fn folder(table: &str) -> Folder {
    Folder::with(&[("spots.csv", table.as_bytes())])
}

#[test]
fn one_slide_is_taken_as_it_is() {
    let output = folder(&slides(1, "", |_| String::new())).run(&WORDS);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "note: positions: columns \"x\", \"y\"\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_column_that_tells_slides_apart_is_used_and_named() {
    let own = |slide: usize| format!(",lib{slide}");
    let folder = folder(&slides(3, ",library_id", own));
    let json = ["--format", "json"];
    let found = folder.run(&[&WORDS[..], &json].concat());
    let said = String::from_utf8(found.stderr).unwrap();
    let expected = "note: positions: columns \"x\", \"y\"\n\
                    note: slices: column library_id (3 slides); --one-slide if it is one slide\n";
    assert_eq!((said.as_str(), found.status.code()), (expected, Some(0)));
    let values = |text: &str| -> Value { serde_json::from_str::<Value>(text).unwrap()["slam_adjusted"].clone() };
    let named = folder.done(&[&WORDS[..], &["--slice", "library_id"], &json].concat());
    assert_eq!(values(&String::from_utf8(found.stdout).unwrap()), values(&named));
    let mixed = folder.run(&[&WORDS[..], &["--one-slide"], &json].concat());
    assert_eq!(String::from_utf8(mixed.stderr).unwrap(), "note: positions: columns \"x\", \"y\"\n");
    assert_ne!(values(&String::from_utf8(mixed.stdout).unwrap()), values(&named));
    // A pattern does not take the column for a method.
    let compared = folder.done(&["compare", "spots.csv", "--truth", "truth", "--pred-glob", "*", "--format", "json"]);
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!(compared["results"].as_array().unwrap().len(), 1);
    let inspected = folder.done(&["inspect", "spots.csv"]);
    assert!(inspected.contains("\nseveral slides: yes, by column library_id\n"), "{inspected}");
    assert!(inspected.ends_with("--truth truth --pred pred --slice library_id\n"), "{inspected}");
    let both = folder.refused(&[&WORDS[..], &["--slice", "library_id", "--one-slide"]].concat());
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn slides_that_nothing_tells_apart_are_refused() {
    let folder = folder(&slides(3, "", |_| String::new()));
    let commands = [
        WORDS.to_vec(),
        ["compare"].iter().chain(&WORDS[1..]).copied().collect(),
        ["match"].iter().chain(&WORDS[1..]).copied().collect(),
    ];
    for words in commands {
        let expected = "error: spots.csv: several slides in one table: 100 % of the spots lie within 0.8 spacings of another one; \
                        ids end in -0 … -2, and their spots overlap; add a column that tells them apart and name it \
                        with --slice, or --one-slide if it is one slide\n";
        assert_eq!(folder.refused(&words), expected);
        folder.done(&[&words[..], &["--one-slide", "--quiet"]].concat());
    }
    let inspected = folder.done(&["inspect", "spots.csv"]);
    assert!(inspected.contains("\nseveral slides in one table: 100 % of the spots"), "{inspected}");
}

#[test]
fn columns_that_do_not_agree_are_refused_by_name() {
    let both = |slide: usize| format!(",s{slide},b{}", [0, 1, 1, 0][slide]);
    let folder = folder(&slides(4, ",sample,batch", both));
    // Two slides of a batch overlap, so that the batch does not tell them apart.
    let output = folder.run(&WORDS);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("note: slices: column sample (4 slides); --one-slide if it is one slide\n"), "{said}");
    let folder = Folder::with(&[("spots.csv", slides(4, ",donor,pair", both).replace("b0", "").as_bytes())]);
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "donor"]);
    assert!(said.contains("ids end in -0 … -3"), "{said}");
}

#[test]
fn a_file_of_a_study_is_one_slide() {
    let own = |slide: usize| format!(",lib{slide}");
    let (one, three) = (slides(1, ",library_id", own), slides(3, ",library_id", own));
    let folder = Folder::with(&[("s1.csv", one.as_bytes()), ("s2.csv", three.as_bytes())]);
    let words = ["compare", "s{slice}.csv", "--truth", "truth", "--pred", "pred"];
    let expected = "error: slice \"2\": s2.csv: 3 slides in one file, and a file of a study is one slide: column \
                    library_id (3 slides); --one-slide if it is one slide\n";
    assert_eq!(folder.refused(&words), expected);
    folder.done(&[&words[..], &["--one-slide"]].concat());
}
