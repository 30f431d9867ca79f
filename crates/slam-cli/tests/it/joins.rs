//! Files that are joined: by ids, whatever they are called, or not without a word.

use crate::bad_input::error;
use crate::folder::{Folder, shared};
use serde_json::Value;

const SPOTS: &str = "id,x,y,truth\na,0,0,A\nb,1,0,A\nc,0,1,B\nd,1,1,B\n";
const SCORE: [&str; 8] = ["score", "spots.csv", "--labels", "more.csv", "--truth", "truth", "--pred", "p"];

fn folder(spots: &str, more: &str) -> Folder {
    Folder::with(&[("spots.csv", spots.as_bytes()), ("more.csv", more.as_bytes())])
}

fn json(folder: &Folder, words: &[&str]) -> Value {
    serde_json::from_str(&folder.done(&[words, &["--format", "json"]].concat())).unwrap()
}

#[test]
fn the_name_of_a_column_does_not_matter() {
    let named = json(&folder(SPOTS, "id,p\nd,2\nc,2\nb,1\na,1\n"), &SCORE);
    assert_eq!(named["slam_pinned"]["d"], 0.0);
    let other = json(&folder(SPOTS, "CellID,p\nd,2\nc,2\nb,1\na,1\n"), &SCORE);
    assert_eq!(other["slam_pinned"]["d"], 0.0);
    assert_eq!(other["provenance"]["input"]["more.csv"], "joined by id (column \"CellID\")");
}

#[test]
fn ids_that_are_not_found_stop_the_run_until_it_is_told_how_to_go_on() {
    let folder = folder(SPOTS, "p\n1\n1\n2\n2\n");
    let said = folder.refused(&SCORE);
    let expected = "error: more.csv cannot be joined to spots.csv: spots.csv has ids (column \"id\": a, b, c, …), and no column \
                    of more.csv holds them (columns: p); name the column with --labels-id, or, if the rows of both are in the \
                    same order, join them with --join row\n";
    assert_eq!(said, expected);
    let output = folder.run(&[&SCORE[..], &["--join", "row", "--format", "json"]].concat());
    let warning = "more.csv is joined to spots.csv by row, as asked: nothing but the order of their rows says which belong \
                   together";
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.matches(&format!("warning: {warning}\n")).count(), 1, "{said}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["warnings"][0], warning);
}

#[test]
fn the_labeling_that_is_named_is_scored_whatever_else_is_read() {
    let spots = "id,x,y,truth,q\na,0,0,A,1\nb,1,0,A,1\nc,0,1,B,2\nd,1,1,B,2\n";
    let folder = folder(spots, "id,p\na,1\nb,2\nc,1\nd,2\n");
    let words = ["score", "spots.csv", "--labels", "poor=more.csv", "--truth", "truth", "--pred"];
    let found = |pred: &str| json(&folder, &[&words[..], &[pred]].concat())["slam_pinned"]["d"].as_f64().unwrap();
    assert_eq!(found("q"), 0.0);
    assert!(found("poor") > 0.0);
}

#[test]
fn what_concerns_all_methods_is_said_once() {
    let folder = folder("x,y,truth\n0,0,A\n1,0,A\n0,1,B\n1,1,B\n", "p,q\n1,1\n1,2\n2,2\n2,1\n");
    let words =
        ["spots.csv", "--labels", "more.csv", "--truth", "truth", "--pred", "p", "--pred", "q", "--format", "json"];
    let warning = "more.csv is joined to spots.csv by row, for neither has ids: nothing but the order of their rows says which \
                   belong together";
    for command in ["compare", "match"] {
        let output = folder.run(&[&[command], &words[..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().filter(|line| *line == format!("warning: {warning}")).count(), 1, "{said}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let entries = if command == "compare" { &found["results"] } else { &found };
        for entry in entries.as_array().unwrap() {
            assert_eq!(entry["warnings"][0], warning, "{entry}");
        }
    }
    let found = json(&folder, &[&["compare"], &words[..9]].concat());
    assert_eq!(found["warnings"][0], warning);
}

#[test]
fn options_of_joins() {
    let folder = folder(SPOTS, "old,new,p\na,d,2\nb,c,2\nc,b,1\nd,a,1\ne,e,1\n");
    let with = |more: &[&'static str]| [&SCORE[..], more].concat();
    let skip = ["--extra-ids", "skip", "--labels-id"];
    assert_eq!(json(&folder, &with(&[&skip[..], &["new"]].concat()))["slam_pinned"]["d"], 0.0);
    let said = folder.refused(&with(&["--labels-id", "new"]));
    let expected = "error: more.csv: 1 id is not in spots.csv: e; to leave it out, add --extra-ids skip\n";
    assert_eq!(said, expected);
    let said = folder.refused(&with(&[&skip[..], &["mew"]].concat()));
    assert_eq!(
        said,
        "error: --labels-id: no column \"mew\" in more.csv (columns: old, new, p); did you mean \"new\"?\n"
    );
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "truth", "--labels-id", "id"]);
    assert_eq!(error(&said), "the following required arguments were not provided:\n  --labels <FILE>");
}

#[test]
fn a_table_that_was_pasted_twice_is_refused() {
    let (header, rows) = SPOTS.split_once('\n').unwrap();
    let folder = folder(&format!("{header}\n{rows}{rows}"), "");
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "truth"]);
    let expected = "error: spots.csv: the id \"a\" is in rows 1 and 5; ids must differ: name another column with --id, the \
                    slices on which they repeat with --slice, or go without ids with --join row\n";
    assert_eq!(said, expected);
}

#[test]
fn files_of_one_name_are_refused() {
    let folder = folder(SPOTS, "");
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path(name)).unwrap();
        std::fs::write(folder.path(name).join("preds.csv"), "id,p\na,1\nb,1\nc,2\nd,2\n").unwrap();
    }
    let files = ["--labels", "one/preds.csv", "--labels", "two/preds.csv"];
    let said = folder.refused(&[&["compare", "spots.csv", "--truth", "truth"][..], &files].concat());
    let expected = "error: \"preds\" has two files of labels: one/preds.csv and two/preds.csv; --labels NAME=FILE gives each a \
                    name of its own\n";
    assert_eq!(said, expected);
}

#[test]
fn a_cause_is_said_once() {
    let rows = (0..10_002).map(|i| format!("s{i},{i},0,A,cell{i}\n")).collect::<Vec<_>>().concat();
    let folder = folder(&format!("id,x,y,truth,pred\n{rows}"), "");
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "pred"]);
    assert_eq!(said, "error: spots.csv, column \"pred\": more than 10000 different labels; is it an id?\n");
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn real_labels_under_any_name_and_in_any_order() {
    let (spots, preds) = (shared("dlpfc_151673/labels.csv"), shared("dlpfc_151673/predictions.csv"));
    let text = std::fs::read_to_string(&preds).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let mut turned: Vec<&str> = rows.lines().collect();
    turned.reverse();
    let score = |folder: &Folder, file: &str| {
        let words = ["score", &spots, "--labels", file, "--truth", "label", "--pred", "HVG_PCA", "--metrics", "none"];
        json(folder, &[&words[..], &["--projections", "64"]].concat())["slam"]["d"].as_f64()
    };
    let expected = score(&Folder::with(&[]), &preds);
    for name in ["CellID", "cell_barcode", "index", "Unnamed: 0", "Row.names"] {
        let renamed = format!("{name},{}\n{}\n", header.split_once(',').unwrap().1, turned.join("\n"));
        let folder = Folder::with(&[("preds.csv", renamed.as_bytes())]);
        assert_eq!(score(&folder, "preds.csv"), expected, "{name}");
    }
}
