//! The command on real labelings, where they are found: the paper's cases, a breast cancer section, a cortex, maps.

use std::process::Command;

use serde_json::Value;
use slam::Scale;

use crate::folder::shared;

/// The JSON that the command prints.
fn json(arguments: &[&str]) -> Value {
    let command =
        Command::new(env!("CARGO_BIN_EXE_slam")).args(arguments).args(["--quiet", "--format", "json"]).output();
    let output = command.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Q of a metric for a more and a less erroneous pred.
fn q(name: &str, arguments: &[&str], worse: &str, better: &str) -> f64 {
    let value = |pred: &str| {
        let score = json(&[arguments, &["--pred", pred, "--matching", "identity"]].concat());
        if name == "slam" { score["slam"]["d"].as_f64() } else { score["metrics"][name].as_f64() }
    };
    Scale::named(name).unwrap().q(value(worse), value(better)).unwrap()
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn the_papers_cases_come_out_right_with_one_default() {
    let (first, others) = (shared("paper_cases/case_I.csv"), shared("paper_cases/cases_III_V_VI.csv"));
    let found = q("slam", &["score", &first, "--truth", "truth_label"], "less_right_label", "more_right_label");
    assert_near(found, 0.276, 0.001);
    let third = ["score", &others, "--truth", "case1-truth-label"];
    assert_near(q("slam", &third, "case1-center-label", "case1-edge-label"), 0.048, 0.001);
    let fifth = ["score", &others, "--truth", "case2-truth-label", "--severity", "Normal=1", "--severity", "Anomaly=2"];
    assert_near(q("slam", &fifth, "case2-FN", "case2-FP"), 0.235, 0.001);
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn internal_metrics_have_the_papers_q_in_case_three() {
    let file = shared("paper_cases/cases_III_V_VI.csv");
    let third = ["score", &file, "--truth", "case1-truth-label"];
    for (name, expected) in [("asw", 0.056), ("chaos", 0.059), ("db", 0.224), ("pas", 0.200)] {
        assert_near(q(name, &third, "case1-center-label", "case1-edge-label"), expected, 0.0005);
    }
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn breast_cancer_is_ranked_as_in_the_paper_unless_matching_is_one_to_one() {
    let (labels, preds) = (shared("her2st_A1/labels.csv"), shared("her2st_A1/predictions.csv"));
    let compare = |matching: &str| {
        let methods = ["--pred", "SpaGCN", "--pred", "STAGATE", "--pred", "GraphST", "--metrics", "ari"];
        let input =
            ["compare", &labels, "--labels", &preds, "--truth", "label", "--rank-by", "slam", "--matching", matching];
        let names = json(&[&input[..], &methods].concat());
        let names = names["results"].as_array().unwrap().iter().map(|entry| entry["pred"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(compare("jaccard"), ["GraphST", "STAGATE", "SpaGCN"]);
    for one_to_one in ["auto", "best", "hungarian"] {
        assert_eq!(compare(one_to_one), ["STAGATE", "GraphST", "SpaGCN"], "{one_to_one}");
    }
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn breast_cancer_is_better_than_chance() {
    let (labels, preds) = (shared("her2st_A1/labels.csv"), shared("her2st_A1/predictions.csv"));
    let methods = ["--pred", "SpaGCN", "--pred", "STAGATE", "--pred", "GraphST", "--metrics", "none"];
    let found = json(&[&["compare", &labels, "--labels", &preds, "--truth", "label"][..], &methods].concat());
    let values = |list: &str| -> Vec<(String, f64)> {
        let value = |entry: &Value| {
            (entry["pred"].as_str().unwrap().to_owned(), entry["slam_adjusted"]["value"].as_f64().unwrap())
        };
        found[list].as_array().unwrap().iter().map(value).collect()
    };
    for ((name, r), (expected, value)) in
        values("results").iter().zip([("STAGATE", 0.677), ("GraphST", 0.748), ("SpaGCN", 0.891)])
    {
        assert_eq!(name, expected);
        assert_near(*r, value, 0.001);
    }
    let references = values("references");
    assert!(references[..2].iter().all(|(_, r)| *r >= 1.0 - 1e-12), "{references:?}");
    assert_eq!(found["verdict"]["best"], serde_json::json!(["STAGATE"]));
    assert_eq!(found["verdict"]["slam_is_trusted"], false, "a shuffled truth beats every method by slam");
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn scikit_learn_agrees_on_every_real_labeling() {
    for (folder, input, labels, table) in [
        ("her2st_A1", "labels.csv", Some("predictions.csv"), "metrics_sklearn.csv"),
        ("dlpfc_151673", "labels.csv", Some("predictions.csv"), "metrics_sklearn.csv"),
        ("codex_PKHL", "labels.csv.gz", Some("predictions.csv.gz"), "metrics_sklearn.csv"),
        ("landcover_pie", "labels.csv.gz", None, "metrics_sklearn_landcover_pie.csv"),
        ("us_states", "states.csv", None, "metrics_sklearn_us_states.csv"),
    ] {
        let table = shared(&format!("{folder}/{table}"));
        let input = shared(&format!("{folder}/{input}"));
        let labels = labels.map(|labels| shared(&format!("{folder}/{labels}")));
        agree(&input, labels.as_deref(), &std::fs::read_to_string(table).unwrap());
    }
}

/// Compares all labelings of a table of values, one comparison per truth and subset.
fn agree(input: &str, labels: Option<&str>, table: &str) {
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name: &str| header.iter().position(|other| *other == name).unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    for group in rows.chunk_by(|a, b| a[column("truth")] == b[column("truth")]) {
        for subset in ["all", "labelled", "both labelled", "without_undetermined"] {
            let chosen: Vec<_> = group.iter().filter(|row| row[column("subset")] == subset).collect();
            if chosen.is_empty() {
                continue;
            }
            let truth = group[0][column("truth")];
            let mut arguments = vec!["compare", input, "--truth", truth, "--metrics", "ari,nmi,fmi,v_measure"];
            // Their table has the spots that both label.
            arguments.extend(["--projections", "8", "--missing-pred", "drop", "--no-test"]);
            arguments.extend(labels.iter().flat_map(|file| ["--labels", file]));
            arguments.extend(chosen.iter().flat_map(|row| ["--pred", row[column("labeling")]]));
            if subset == "without_undetermined" {
                arguments.extend(["--exclude", "undetermined"]);
            }
            let found = json(&arguments);
            for row in chosen {
                let results = found["results"].as_array().unwrap();
                let entry = results.iter().find(|entry| entry["pred"] == row[column("labeling")]).unwrap();
                assert_eq!(entry["n_spots"].to_string(), row[column("n")]);
                for (name, theirs) in [("ari", "ARI"), ("nmi", "NMI"), ("fmi", "FMI"), ("v_measure", "V_measure")] {
                    let expected: f64 = row[column(theirs)].parse().unwrap();
                    assert_near(entry["metrics"][name].as_f64().unwrap(), expected, 1e-11);
                }
            }
        }
    }
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn every_entry_of_a_comparison_is_its_score() {
    let (labels, preds) = (shared("dlpfc_151673/labels.csv"), shared("dlpfc_151673/predictions.csv"));
    let common = ["--labels", &preds, "--truth", "label", "--projections", "64", "--no-test"];
    let compared = json(&[&["compare", &labels, "--pred-glob", "*_PCA"][..], &common].concat());
    for entry in compared["results"].as_array().unwrap() {
        let pred = entry["pred"].as_str().unwrap();
        let mut alone = json(&[&["score", &labels, "--pred", pred][..], &common].concat());
        alone["provenance"]["input"] = entry["provenance"]["input"].clone();
        // The schema is that of a document, which an entry is not.
        assert_eq!(alone.as_object_mut().unwrap().shift_remove("schema"), Some("slam-score/1".into()));
        for (key, value) in alone.as_object().unwrap() {
            assert_eq!(&entry[key], value, "{key} of {pred}");
        }
    }
}
