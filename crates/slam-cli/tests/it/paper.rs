//! `slam simulate` and `slam reproduce`: what is written can be read, and comes out as reproduced.

use crate::folder::Folder;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The case, the more erroneous labeling, and what else is typed to score it.
const CASES: [(&str, &str, &[&str]); 5] = [
    ("I", "more_mislabels", &[]),
    ("III", "core", &[]),
    ("IV", "dispersed", &[]),
    ("V", "false_negatives", &["--severity", "cancer=2", "--severity", "normal=1"]),
    ("VI", "cancer_as_gland", &["--expression", "case.expression.csv"]),
];

#[test]
fn a_case_scores_as_reproduced() {
    let folder = Folder::with(&[]);
    let table = json(&folder.done(&["reproduce", "--only", "table1", "--format", "json", "--quiet"]))["table1"].take();
    for (case, pred, more) in CASES {
        folder.done(&["simulate", case, "-o", "case.csv", "--quiet"]);
        let words = ["score", "case.csv", "--truth", "truth", "--pred", pred, "--format", "json", "--quiet"];
        let score = json(&folder.done(&[&words[..], more].concat()));
        assert_eq!(score["slam"]["d"], table[case]["slam"]["worse"], "Case {case}");
        for (name, value) in score["metrics"].as_object().unwrap() {
            assert_eq!(value, &table[case][name]["worse"], "{name} in Case {case}");
        }
    }
    assert_eq!(folder.names(), ["case.csv", "case.expression.csv"]);
}

#[test]
fn a_table_for_programs() {
    let found =
        json(&Folder::with(&[]).done(&["reproduce", "--only", "table1", "--only", "case2", "--format", "json"]));
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["schema", "table1", "case2", "claims", "provenance"]);
    assert_eq!(found["table1"]["I"]["accuracy"]["paper"], 0.333);
    assert_eq!(found["table1"]["IV"]["f1"]["q"], Value::Null);
    for key in ["errors", "error_rate", "slam"] {
        assert_eq!(found["case2"][key].as_array().unwrap().len(), 10);
    }
    let claims = found["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 10);
    let first = &claims[0];
    assert_eq!((&first["case"], &first["exhibit"], &first["holds"]), (&"I".into(), &"table1".into(), &true.into()));
    assert_eq!((&first["q_se"], first["q"].as_f64().unwrap() > 0.0), (&Value::from(0.0), true));
}

#[test]
fn a_reproduction_for_people() {
    insta::assert_snapshot!(Folder::with(&[]).done(&["reproduce", "--only", "table1", "--only", "case2"]));
}

#[test]
fn a_reproduction_for_spreadsheets() {
    let table = Folder::with(&[]).done(&["reproduce", "--only", "case2", "--format", "csv"]);
    assert!(table.starts_with("exhibit,table,row,column,value\ncase2,Mislabels and scores,9,error rate,0.025\n"));
    assert_eq!(table.lines().count(), 1 + 10 * 6);
}

#[test]
fn a_page_that_asks_nothing_of_the_network() {
    let folder = Folder::with(&[]);
    folder.done(&[
        "reproduce",
        "--only",
        "table1",
        "--only",
        "case2",
        "--report",
        "paper.html",
        "--output",
        "paper.txt",
    ]);
    let page = std::fs::read_to_string(folder.path("paper.html")).unwrap();
    assert!(page.contains("10 of 10 hold") && page.contains("Case III, mislabels in the core"));
    assert!(page.contains("<polyline") && page.contains("<rect class=\"bar-mark\""));
    assert!(!page.contains("http://") && !page.contains("https://"));
    assert_eq!(folder.names(), ["paper.html", "paper.txt"]);
}

#[test]
fn a_case_comes_with_what_to_type_next() {
    let folder = Folder::with(&[]);
    let said = String::from_utf8(folder.run(&["simulate", "case5", "-o", "five.csv"]).stderr).unwrap();
    let scored = "score five.csv --truth truth --severity cancer=2 --severity normal=1 --pred";
    let expected = format!(
        "note: Case V, false negatives against false positives\n\
         next: slam {scored} false_negatives\nnext: slam {scored} false_positives\n"
    );
    assert_eq!(said, expected);
    let next = said.lines().find_map(|line| line.strip_prefix("next: slam ")).unwrap().to_owned();
    assert!(folder.done(&next.split_whitespace().collect::<Vec<_>>()).contains("slam "));
    let table = std::fs::read_to_string(folder.path("five.csv")).unwrap();
    assert!(table.starts_with("id,x,y,truth,false_negatives,false_positives\nspot1,1,5,cancer,cancer,cancer\n"));
}

#[test]
fn slips_are_answered() {
    let folder = Folder::with(&[]);
    let said = folder.refused(&["simulate", "VIIII", "-o", "case.csv"]);
    let expected = "\
error: no case \"VIIII\"; there are:
  I             more against fewer mislabels, same topology
  II            ever more mislabels
  III           mislabels in the core against the edge
  IV            dispersed against aggregated mislabels
  V             false negatives against false positives
  VI            mislabels unlike against like the true tissue
  VIII-mirrored mirrored halves
  VIII-turned   north and south against east and west
  VIII-swapped  two equal domains that exchange their names
  VIII-moved    a domain in the wrong place
  IX            labelings that matching flatters
";
    assert_eq!(said, expected);
    let said = folder.refused(&["simulate", "I", "-o", "case.h5ad"]);
    assert_eq!(said, "error: --output: cases are written as tables, so case.h5ad should end in .csv or .tsv\n");
    let said = folder.refused(&["simulate", "VI", "-o", "nowhere/case.csv"]);
    assert_eq!(said, "error: nowhere/case.csv cannot be written: there is no folder nowhere\n");
    let said = folder.refused(&["reproduce", "--only", "tabel1"]);
    let expected = "error: --only: no experiment \"tabel1\" (there are: table1, case2, case6, complexity, sensitivity, sweep, \
                    case7, case8, case9, case10, case11, framework, matching, inference)\n";
    assert_eq!(said, expected);
    let said = folder.refused(&["reproduce", "--report", "nowhere/paper.html"]);
    let expected = "note: Case VII is left out: it is read from a folder, --case7 DIR\n\
                    note: Case X is left out: it is read from a folder, --case10 DIR\n\
                    error: nowhere/paper.html cannot be written: there is no folder nowhere\n";
    assert_eq!(said, expected);
}
