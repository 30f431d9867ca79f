//! `slam_adjusted` agrees with its definition in numpy on every slide of `golden/adjusted.json`, which
//! `golden/make_adjusted.py` wrote.

use serde_json::Value as Json;
use slam::matcher::Method;
use slam::{Adjusted, Labeling, Options, Pair, Score, Spots};

fn list(json: &Json) -> Vec<f64> {
    json.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn labeling(letters: &Json) -> Labeling {
    Labeling::from_texts(letters.as_str().unwrap().chars().map(String::from)).unwrap()
}

fn scored(case: &Json) -> Score {
    let positions = case["positions"].as_array().unwrap().iter().flat_map(list).collect();
    let mut spots = Spots::new(2, positions).unwrap();
    if !case["severities"].is_null() {
        spots = spots.with_severities(list(&case["severities"])).unwrap();
    }
    let pair = Pair::new(spots, labeling(&case["truth"]), labeling(&case["pred"])).unwrap();
    let options = Options { matching: Method::Identity, projections: Some(8), ..Options::default() };
    options.analyze(pair, &()).unwrap().score
}

#[track_caller]
fn assert_agrees(case: &Json, what: &str, found: f64, expected: &Json) {
    let expected = expected.as_f64().unwrap();
    let agrees = (found - expected).abs() <= 1e-9 * expected.abs();
    assert!(agrees, "{}: {what} is {found}, expected {expected}", case["name"]);
}

#[test]
fn every_level_agrees_on_every_slide() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("../golden/adjusted.json")).unwrap();
    assert!(cases.len() >= 30);
    for case in &cases {
        let score = scored(case);
        assert_eq!(case["n_edges"], score.n_edges, "{}", case["name"]);
        let Adjusted { r, mean, chance, distance, profile, .. } = score.slam_adjusted;
        assert_agrees(case, "r", r, &case["r"]);
        assert_agrees(case, "mean", mean, &case["mean"]);
        assert_agrees(case, "chance", chance, &case["chance"]);
        assert_eq!(distance, mean.sqrt());
        assert_eq!(profile.len(), case["widths"].as_array().unwrap().len(), "{}", case["name"]);
        for (place, level) in profile.iter().enumerate() {
            match level.width {
                Some(width) => assert_agrees(case, "a width", width, &case["widths"][place]),
                None => assert!(case["widths"][place].is_null()),
            }
            assert_agrees(case, &format!("level {place}"), level.mean, &case["means"][place]);
            assert_agrees(case, &format!("chance of level {place}"), level.chance, &case["chances"][place]);
        }
    }
}
