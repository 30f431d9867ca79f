//! The metrics agree with scikit-learn on every labeling of `golden/metrics.json`, which `golden/make.py` wrote.

use serde_json::Value as Json;
use slam::matcher::{Identity, Matcher};
use slam::metrics::{METRICS, MetricValues, Nmi, Selection, evaluate};
use slam::{Labeling, Pair, Spots};

fn cases() -> Vec<Json> {
    serde_json::from_str(include_str!("../golden/metrics.json")).expect("the golden file is JSON")
}

fn list(json: &Json) -> &[Json] {
    json.as_array().expect("an array")
}

fn labeling(names: &Json) -> Labeling {
    Labeling::from_texts(list(names).iter().map(|name| name.as_str().expect("a name"))).expect("few labels")
}

fn scored(case: &Json, nmi: Nmi) -> MetricValues {
    let positions = list(&case["positions"]);
    let coordinates = positions.iter().flat_map(list).map(|x| x.as_f64().expect("a number")).collect();
    let spots = Spots::new(list(&positions[0]).len(), coordinates).expect("finite positions");
    let pair = Pair::new(spots, labeling(&case["truth"]), labeling(&case["pred"])).expect("complete labels");
    let matching = Identity.match_labels(&pair, &()).expect("names are compared");
    evaluate(&pair, &matching, &Selection::All, nmi, &()).expect("nobody stops it")
}

/// 1e-9 relative or 1e-12 absolute, and 1e-6 for `asw`.
#[track_caller]
fn assert_agrees(case: &Json, name: &str, found: Option<f64>, expected: &Json) {
    let (relative, absolute) = if name == "asw" { (1e-6, 1e-6) } else { (1e-9, 1e-12) };
    let agrees = match (found, expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() <= f64::max(absolute, relative * expected.abs()),
        (None, None) => true,
        _ => false,
    };
    assert!(agrees, "{}: {name} is {found:?}, expected {expected}", case["name"]);
}

#[test]
fn every_metric_agrees_on_every_labeling() {
    let cases = cases();
    assert!(cases.len() >= 30);
    for case in &cases {
        let values = scored(case, Nmi::Arithmetic);
        for metric in METRICS {
            let found = values.get(metric.name).expect("all are selected").ok();
            assert_agrees(case, metric.name, found, &case["scores"][metric.name]);
        }
    }
}

#[test]
fn the_geometric_mean_agrees_too() {
    for case in &cases() {
        let found = scored(case, Nmi::Geometric).get("nmi").expect("it is selected").ok();
        assert_agrees(case, "nmi", found, &case["scores"]["nmi_geometric"]);
    }
}

#[test]
fn what_is_undefined_says_why() {
    let case = cases().into_iter().find(|case| case["name"] == "one truth label").expect("it is there");
    let json = serde_json::to_value(scored(&case, Nmi::Arithmetic)).expect("values are JSON");
    let names: Vec<&String> = json["metrics"].as_object().expect("a map").keys().collect();
    assert_eq!(names, METRICS.iter().map(|metric| metric.name).collect::<Vec<_>>());
    assert_eq!((&json["metrics"]["nmi"], &json["undefined"]["nmi"]), (&Json::Null, &"the truth has one label".into()));
}
