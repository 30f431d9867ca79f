//! The paper's claims on the cases that we make ourselves, with the default settings.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde_json::Value;
use slam_paper::{EXPERIMENTS, Programme};
use slam_report::exhibit::{Exhibit, exhibit_rows};

/// An exhibit by its key.
fn exhibit(key: &str) -> Exhibit {
    let programme = Programme { only: vec![key.to_owned()], ..Programme::default() };
    programme.run(&()).unwrap().remove(0)
}

static TABLE_1: LazyLock<Exhibit> = LazyLock::new(|| exhibit("table1"));

fn q(case: &str, metric: &str) -> Option<f64> {
    TABLE_1.data[case][metric]["q"].as_f64()
}

#[test]
fn slam_is_right_by_more_than_three_standard_errors() {
    for case in ["I", "III", "IV", "V"] {
        let error = TABLE_1.data[case]["slam"]["q_se"].as_f64().unwrap();
        assert!(q(case, "slam").unwrap() > 3.0 * error, "Case {case}: {:?} ± {error}", q(case, "slam"));
    }
}

#[test]
fn similarity_alone_moves_little() {
    // The paper has 0.073; only the weights of boundary edges, 0.327 against 0.209, tell the two labelings apart.
    let found = q("VI", "slam").unwrap();
    assert!(found > 0.001 && found < 0.01, "{found}");
}

#[test]
fn errors_only_ever_add_up() {
    let found = exhibit("case2").data;
    let slam: Vec<f64> = found["slam"].as_array().unwrap().iter().map(|d| d.as_f64().unwrap()).collect();
    assert_eq!((slam.len(), found["errors"][0].as_u64(), found["errors"][9].as_u64()), (10, Some(9), Some(95)));
    assert!(slam[0] > 0.0 && slam.windows(2).all(|pair| pair[1] > pair[0]), "{slam:?}");
}

#[test]
fn other_metrics_see_what_the_paper_says_they_see() {
    for (case, metrics) in TABLE_1.data.as_object().unwrap() {
        for (name, entry) in metrics.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("slam")) {
            assert_eq!(sign(&entry["q"]), sign(&entry["paper"]), "{name} in Case {case}: {entry}");
        }
    }
}

/// 0, + or − at three decimals, or N/A.
fn sign(value: &Value) -> &'static str {
    match value.as_f64() {
        None => "N/A",
        Some(q) if q >= 0.0005 => "+",
        Some(q) if q <= -0.0005 => "-",
        Some(_) => "0",
    }
}

#[test]
fn where_the_case_decides_the_value_it_is_the_papers() {
    // The paper cuts 1/6 off after three digits.
    for (case, metric, within) in [
        ("I", "accuracy", 0.0005),
        ("I", "jaccard", 0.001),
        ("III", "asw", 0.0005),
        ("III", "chaos", 0.0005),
        ("III", "db", 0.0005),
    ] {
        let entry = &TABLE_1.data[case][metric];
        let (ours, paper) = (entry["q"].as_f64().unwrap(), entry["paper"].as_f64().unwrap());
        assert!((ours - paper).abs() <= within, "{metric} in Case {case}: {ours}, in the paper {paper}");
    }
}

#[test]
fn every_cell_has_an_address_of_its_own() {
    // Inference alone takes a minute, and has the same tables with few slides.
    let only = EXPERIMENTS.iter().map(|one| one.key.to_owned()).filter(|key| key != "inference").collect();
    let programme = Programme { most_spots: 100, only, ..Programme::default() };
    let rows = exhibit_rows(&programme.run(&()).unwrap());
    let mut seen = HashSet::new();
    for row in &rows {
        assert!(seen.insert(&row[..4]), "{row:?} is not the first of its name");
    }
    let row = ["table1", "Q, by metric and case", "slam", "III paper", "0.103"];
    assert!(rows.iter().any(|other| other == &row));
}

#[test]
fn time_is_taken_as_far_as_asked() {
    let programme = Programme { only: vec!["complexity".to_owned()], most_spots: 100, ..Programme::default() };
    let exhibit = programme.run(&()).unwrap().remove(0);
    assert_eq!(exhibit.data["spots"]["n"], serde_json::json!([10, 100]));
    assert_eq!(exhibit.data["labels"]["labels"].as_array().unwrap().len(), 6);
    assert!(exhibit.data["spots"]["seconds"].as_array().unwrap().iter().all(|time| time.as_f64().unwrap() > 0.0));
}
