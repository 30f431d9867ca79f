//! `slam_adjusted` agrees with its definition in numpy on every slide of `golden/adjusted.json`, which
//! `golden/make_adjusted.py` wrote.

use serde_json::Value as Json;
use slam::matcher::Method;
use slam::{Adjusted, Labeling, Options, Score, Spots};

fn list(json: &Json) -> Vec<f64> {
    json.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Labels as letters; in every place of `gaps` there is none.
fn labeling(letters: &Json, prefix: &str, gaps: impl Fn(usize) -> bool) -> Labeling {
    let text = |(place, letter): (usize, char)| if gaps(place) { String::new() } else { format!("{prefix}{letter}") };
    Labeling::from_texts(letters.as_str().unwrap().chars().enumerate().map(text)).unwrap()
}

fn scored(case: &Json, matching: Method, prefix: &str, gaps: impl Fn(usize) -> bool) -> Score {
    let positions = case["positions"].as_array().unwrap().iter().flat_map(list).collect();
    let mut spots = Spots::new(2, positions).unwrap();
    if !case["severities"].is_null() {
        spots = spots.with_severities(list(&case["severities"])).unwrap();
    }
    let options = Options { matching, projections: Some(8), ..Options::default() };
    let (truth, pred) = (labeling(&case["truth"], "", |_| false), labeling(&case["pred"], prefix, gaps));
    let pair = options.pair(&spots.into(), &truth.into(), &pred.into()).unwrap();
    options.analyze(pair, &()).unwrap().score
}

#[track_caller]
fn assert_agrees(case: &Json, what: &str, found: f64, expected: &Json) {
    let expected = expected.as_f64().unwrap();
    let agrees = (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3);
    assert!(agrees, "{}: {what} is {found}, expected {expected}", case["name"]);
}

fn cases() -> Vec<Json> {
    let cases: Vec<Json> = serde_json::from_str(include_str!("../golden/adjusted.json")).unwrap();
    assert!(cases.len() >= 40);
    cases
}

#[test]
fn every_level_agrees_on_every_slide() {
    for case in &cases() {
        let score = scored(case, Method::Identity, "", |_| false);
        assert_eq!(case["n_edges"], score.n_edges, "{}", case["name"]);
        let Adjusted { value, mean, chance, place, contacts, profile, .. } = score.slam_adjusted;
        assert_agrees(case, "value", value, &case["value"]);
        assert_agrees(case, "mean", mean, &case["mean"]);
        assert_agrees(case, "chance", chance, &case["chance"]);
        assert_agrees(case, "place", place.value, &case["values"][0]);
        assert_agrees(case, "contacts", contacts.value, &case["values"][1]);
        assert_eq!(profile.len(), case["widths"].as_array().unwrap().len(), "{}", case["name"]);
        for (place, level) in profile.iter().enumerate() {
            match level.width {
                Some(width) => assert_agrees(case, "a width", width, &case["widths"][place]),
                None => assert!(case["widths"][place].is_null()),
            }
            assert_agrees(case, &format!("place at level {place}"), level.place, &case["profiles"][0][place]);
            assert_agrees(case, &format!("contacts at level {place}"), level.contacts, &case["profiles"][1][place]);
            assert_agrees(
                case,
                &format!("random place at level {place}"),
                level.chance_place,
                &case["chances"][0][place],
            );
            assert_agrees(
                case,
                &format!("random contacts at level {place}"),
                level.chance_contacts,
                &case["chances"][1][place],
            );
        }
    }
}

#[test]
fn the_best_matching_agrees_on_every_slide() {
    for case in &cases() {
        let found = scored(case, Method::Best, "p", |_| false).slam_adjusted;
        assert_agrees(case, "value under best", found.value, &case["best"]);
    }
}
