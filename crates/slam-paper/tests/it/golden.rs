//! The numbers of the reproduction stay what they are, unless they are renewed on purpose: `make renew-paper`.

use std::path::Path;

use serde_json::{Map, Value};
use slam_paper::Programme;

/// Everything but the time it takes.
const KEYS: [&str; 10] =
    ["table1", "case2", "case6", "sensitivity", "sweep", "case8", "case9", "case11", "framework", "matching"];

/// Quadrature may be tuned; the scores must not move by more than this.
const TOLERANCE: f64 = 2e-5;

#[test]
fn claims_hold_and_numbers_are_as_recorded() {
    let programme = Programme { only: KEYS.map(str::to_owned).to_vec(), most_spots: 0, ..Programme::default() };
    let exhibits = programme.run(&()).unwrap();
    for verdict in exhibits.iter().flat_map(|exhibit| &exhibit.verdicts) {
        assert!(verdict.holds, "{}: {}", verdict.claim, verdict.words);
    }
    assert_recorded(Value::Object(exhibits.into_iter().map(|exhibit| (exhibit.key, exhibit.data)).collect()));
}

fn assert_recorded(found: Value) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/paper.json");
    let found = rounded(found);
    if std::env::var_os("SLAM_RENEW").is_some() {
        std::fs::write(&file, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    }
    let recorded = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let mut moved = Vec::new();
    compare("", &recorded, &found, &mut moved);
    assert!(moved.is_empty(), "renew with `make renew-paper` if this is meant:\n{}", moved.join("\n"));
}

/// Six decimals are enough to see what moved.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let number = (1e6 * number.as_f64().unwrap()).round() / 1e6;
            // What rounds to nothing has no sign.
            Value::from(number + 0.0)
        }
        Value::Array(values) => values.into_iter().map(rounded).collect(),
        Value::Object(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, rounded(value))).collect::<Map<_, _>>())
        }
        value => value,
    }
}

fn compare(place: &str, recorded: &Value, found: &Value, moved: &mut Vec<String>) {
    match (recorded, found) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().for_each(|(key, value)| compare(&format!("{place}.{key}"), value, &b[key], moved));
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let pairs = a.iter().zip(b).enumerate();
            pairs.for_each(|(index, (a, b))| compare(&format!("{place}[{index}]"), a, b, moved));
        }
        (Value::Number(a), Value::Number(b)) if (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() <= TOLERANCE => {}
        (a, b) if a != b => moved.push(format!("{place}: {a} became {b}")),
        _ => {}
    }
}
