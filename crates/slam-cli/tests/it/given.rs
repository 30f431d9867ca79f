//! `slam reproduce` on folders that are given: Case VII and Case X, what is refused, and the real ones where they are found.

use std::collections::HashSet;

use crate::bad_input::error;
use crate::folder::{Folder, shared};
use serde_json::Value;

/// A file by name.
type File = (&'static str, String);

/// A square of 8 × 8 spots in two halves, and three methods that are wrong in ever more rows.
fn section() -> [File; 2] {
    let is_tumor = |i: usize| i % 8 < 4;
    let label = |i: usize| format!("s{i},{},{},{}\n", i % 8, i / 8, if is_tumor(i) { "tumor" } else { "stroma" });
    let call = |i: usize, rows: usize| u8::from(rows <= i / 8 && is_tumor(i));
    let calls = |i: usize| format!("s{i},{},{},{}\n", call(i, 1), call(i, 2), call(i, 3));
    [
        ("labels.csv", "id,x,y,label\n".to_owned() + &(0..64).map(label).collect::<String>()),
        ("predictions.csv", "id,GraphST,STAGATE,SpaGCN\n".to_owned() + &(0..64).map(calls).collect::<String>()),
    ]
}

/// Four states in a ring; one of them changed sides in 2020 and back, all were different in 2008.
fn elections() -> [File; 2] {
    let header = "id,x,y,winner_2008,winner_2012,winner_2016,winner_2020,winner_2024,ev_2024\n";
    let rows = "A,0,0,D,R,R,D,R,3\nB,1,0,D,R,R,R,R,4\nC,1,1,R,D,D,D,D,5\nD,0,1,R,D,D,D,D,6\n";
    [("states.csv", format!("{header}{rows}")), ("states_adjacency.csv", "a,b\nA,B\nB,C\nC,D\nD,A\n".to_owned())]
}

fn with(files: &[File]) -> Folder {
    holding(&files.iter().collect::<Vec<_>>())
}

fn holding(files: &[&File]) -> Folder {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    Folder::with(&files)
}

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.done(&[arguments, &["--format", "json", "--quiet"]].concat())).unwrap()
}

const CASE_7: [&str; 5] = ["reproduce", "--only", "case7", "--case7", "."];
const CASE_10: [&str; 5] = ["reproduce", "--only", "case10", "--case10", "."];

#[test]
fn a_section_of_ones_own() {
    let found = json(&with(&section()), &CASE_7);
    let (jaccard, paper) = (&found["case7"]["jaccard"], &found["case7"]["paper"]);
    let d = |name: &str| jaccard[name]["slam"].as_f64().unwrap();
    assert!(d("GraphST") < d("STAGATE") && d("STAGATE") < d("SpaGCN"), "{jaccard}");
    assert_eq!(paper["STAGATE"]["ari"], 0.164);
    // Neither undetermined spots nor counts are there, so nothing is said of them.
    let keys: Vec<&str> = found["case7"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["jaccard", "hungarian", "authors", "paper"]);
}

#[test]
fn elections_of_ones_own() {
    let found = json(&with(&elections()), &CASE_10);
    assert_eq!(found["case10"]["nearest"]["slam_pinned"], "2012");
    assert_eq!(found["case10"]["years"]["2016"]["slam"], 0.0);
    assert_eq!(found["case10"]["by_votes"]["2016"]["slam"], 0.0);
    assert!(found["case10"]["years"]["2020"]["slam"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_metric_without_a_value_finds_no_year_nearest() {
    // Everybody won the same in 2024, and with one label in the truth NMI is undefined for every year.
    let [(name, states), borders] = elections();
    let states = states.replace("D,D,5", "D,R,5").replace("D,D,6", "D,R,6");
    let found = json(&with(&[(name, states), borders]), &CASE_10);
    assert_eq!((&found["case10"]["nearest"]["nmi"], &found["case10"]["nearest"]["f1"]), (&Value::Null, &Value::Null));
    assert!(found["case10"]["nearest"]["accuracy"].is_string());
    let claims = found["claims"].as_array().unwrap();
    let claim = claims.iter().find(|one| one["claim"].as_str().unwrap().starts_with("the nine")).unwrap();
    let words =
        "accuracy 2008, precision N/A, recall N/A, f1 N/A, ari 2008, nmi N/A, jaccard 2008, fmi 2020, v_measure N/A";
    assert_eq!(claim["words"], words, "{claim}");
}

#[test]
fn every_cell_has_an_address_of_its_own() {
    let [labels, (name, calls)] = section();
    let other = |line: &str| format!("{line},{}\n", if line.starts_with("id") { "other" } else { "1" });
    let calls = calls.lines().map(other).collect();
    for (files, words) in [([labels, (name, calls)], CASE_7), (elections(), CASE_10)] {
        let table = with(&files).done(&[&words[..], &["--format", "tsv", "--quiet"]].concat());
        let mut seen = HashSet::new();
        for line in table.lines() {
            let (address, _) = line.rsplit_once('\t').unwrap();
            assert!(seen.insert(address), "{address} is not the first of its name");
        }
    }
}

#[test]
fn what_is_missing_is_named_with_what_was_expected() {
    let said = |files: &[&File], arguments: &[&str]| error(&holding(files).refused(arguments)).replace('\\', "/");
    let [labels, predictions] = section();
    let [states, borders] = elections();
    let no_method = ("predictions.csv", predictions.1.replace("STAGATE", "stagate"));
    let no_label = ("labels.csv", labels.1.replace("label\n", "region\n"));
    let no_year = ("states.csv", states.1.replace("winner_2016", "winner_1916"));
    let no_votes = ("states.csv", states.1.replace("ev_2024", "votes"));
    let case_7 = "expected labels.csv (id, x, y, label) and predictions.csv (id, GraphST, STAGATE, SpaGCN), and counts.h5ad if \
                  there are counts";
    let case_10 = "expected states.csv (id, x, y, winner_2008 … winner_2024, ev_2024) and states_adjacency.csv (two columns of ids)";
    let unnamed = |case: &str, name: &str, files: &str| {
        format!("--only {case}: {name} is read from a folder, --{case} DIR; {files}")
    };
    assert_eq!(said(&[], &CASE_7[..3]), unnamed("case7", "Case VII", case_7));
    assert_eq!(said(&[], &CASE_10[..3]), unnamed("case10", "Case X", case_10));
    for (said, folder, files, words) in [
        (said(&[], &["reproduce", "--case7", "nowhere"]), "--case7 nowhere", case_7, "nowhere is no folder"),
        (
            said(&[&labels], &["reproduce", "--case7", "labels.csv"]),
            "--case7 labels.csv",
            case_7,
            "labels.csv is a file, not a folder",
        ),
        (said(&[&labels], &CASE_7), "--case7 .", case_7, "no predictions.csv in ."),
        (said(&[&predictions], &CASE_7), "--case7 .", case_7, "no labels.csv in ."),
        (said(&[&states], &CASE_10), "--case10 .", case_10, "no states_adjacency.csv in ."),
        (said(&[&borders], &CASE_10), "--case10 .", case_10, "no states.csv in ."),
    ] {
        assert_eq!(said, format!("{folder}: {files}: {words}"));
    }
    for (said, folder, files, words) in [
        (
            said(&[&labels, &no_method], &CASE_7),
            "--case7 .",
            case_7,
            "no column \"STAGATE\" in ./labels.csv, ./predictions.csv (columns: id, x, y, label, id, GraphST, stagate, SpaGCN); \
             did you mean \"stagate\"?",
        ),
        (
            said(&[&no_label, &predictions], &CASE_7),
            "--case7 .",
            case_7,
            "no column \"label\" in ./labels.csv, ./predictions.csv (columns: id, x, y, region, id, GraphST, STAGATE, SpaGCN)",
        ),
        (
            said(&[&no_year, &borders], &CASE_10),
            "--case10 .",
            case_10,
            "no column \"winner_2016\" in ./states.csv (columns: id, x, y, winner_2008, winner_2012, winner_1916, winner_2020, \
             winner_2024, ev_2024); did you mean \"winner_2012\"?",
        ),
        (
            said(&[&no_votes, &borders], &CASE_10),
            "--case10 .",
            case_10,
            "no column \"ev_2024\" in ./states.csv (columns: id, x, y, winner_2008, winner_2012, winner_2016, winner_2020, \
             winner_2024, votes)",
        ),
    ] {
        // Which option of `slam score` would have asked for the column stands between the two.
        assert!(said.starts_with(&format!("{folder}: {files}: ")) && said.ends_with(&format!(": {words}")), "{said}");
    }
}

/// Whether the claim that begins so holds.
fn holds(found: &Value, claim: &str) -> bool {
    let claims = found["claims"].as_array().unwrap().iter();
    let one = claims.into_iter().find(|one| one["claim"].as_str().unwrap().starts_with(claim));
    one.unwrap_or_else(|| panic!("no claim {claim:?}"))["holds"].as_bool().unwrap()
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn the_order_on_breast_cancer_is_the_papers_and_hangs_on_the_matching() {
    let folder = shared("her2st_A1");
    let found = json(&with(&[]), &["reproduce", "--only", "case7", "--case7", &folder]);
    assert!(holds(&found, "SLAM ranks GraphST before STAGATE before SpaGCN"));
    assert!(holds(&found, "ARI puts STAGATE first"));
    assert!(!holds(&found, "the order stands: hungarian"));
    assert!(!holds(&found, "the order stands: jaccard, without the undetermined spots"));
    let d = |name: &str| found["case7"]["jaccard"][name]["slam"].as_f64().unwrap();
    for (name, expected) in [("GraphST", 0.557), ("STAGATE", 0.627), ("SpaGCN", 1.031)] {
        assert!((d(name) - expected).abs() < 0.002, "{name}: {}", d(name));
    }
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn by_every_metric_that_looks_at_the_truth_2024_is_nearest_to_2016() {
    let folder = shared("us_states");
    let found = json(&with(&[]), &["reproduce", "--only", "case10", "--case10", &folder]);
    for name in ["slam", "slam_adjusted", "slam_pinned", "accuracy", "f1", "ari", "nmi", "jaccard", "fmi", "v_measure"]
    {
        assert_eq!(found["case10"]["nearest"][name], "2016", "{name}");
    }
    assert!(holds(&found, "SLAM by electoral votes"));
    assert!(!holds(&found, "the five that look at one map alone"));
}
