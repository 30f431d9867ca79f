//! Every JSON that the command writes is what `slam schema` says, and nothing else.

use crate::folder::Folder;
use serde_json::{Map, Value};

/// Two slices of three spots; x is split by jaccard, and in q, matched one to one, 3 stands for nothing.
const SPOTS: &str =
    "id,x,y,t,p,q,s\na,0,0,u,x,1,l\nb,1,0,u,x,1,l\nc,2,0,v,x,2,l\nd,3,0,v,x,2,r\ne,4,0,v,x,2,r\nf,5,0,v,x,3,r\n";

fn folder() -> Folder {
    let row = |spot: usize| format!("{},{},{},{}\n", spot % 20, spot / 20, spot % 20 / 10, (spot % 20 + spot % 3) / 10);
    let slide = "x,y,t,p\n".to_owned() + &(0..600).map(row).collect::<String>();
    let map = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":"x","n":1.5},
        "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#;
    Folder::with(&[("in.csv", SPOTS.as_bytes()), ("slide.csv", slide.as_bytes()), ("map.geojson", map.as_bytes())])
}

#[track_caller]
fn check(folder: &Folder, name: &str, words: &[&str]) {
    check_as(folder, name, &[&[name], words].concat());
}

#[track_caller]
fn check_as(folder: &Folder, name: &str, words: &[&str]) {
    let printed = folder.done(&[words, &["--format", "json", "--quiet"]].concat());
    let schema: Value = serde_json::from_str(&folder.done(&["schema", name])).unwrap();
    let found: Value = serde_json::from_str(&printed).unwrap();
    let mut faults = Vec::new();
    validate(&found, &schema, &schema, "$", &mut faults);
    assert!(faults.is_empty(), "{name} {words:?}\n{}", faults.join("\n"));
}

/// The keywords of JSON Schema that ours use; a key that no schema names is a fault.
fn validate(value: &Value, schema: &Value, root: &Value, at: &str, faults: &mut Vec<String>) {
    let fields = schema.as_object().unwrap_or_else(|| panic!("{at}: no schema but {schema}"));
    for (keyword, rule) in fields {
        let is_kept = match keyword.as_str() {
            "type" => types(rule).iter().any(|name| is_of_type(value, name)),
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap()),
            "required" => types(rule).iter().all(|name| value.get(name).is_some()),
            "anyOf" => rule.as_array().unwrap().iter().any(|one| {
                let mut own = Vec::new();
                validate(value, one, root, at, &mut own);
                own.is_empty()
            }),
            "$ref" => {
                let path = rule.as_str().unwrap().trim_start_matches('#');
                validate(value, root.pointer(path).unwrap(), root, at, faults);
                true
            }
            "items" | "prefixItems" => {
                let rules = |place: usize| if keyword == "items" { Some(rule) } else { rule.get(place) };
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    if let Some(rule) = rules(place) {
                        validate(item, rule, root, &format!("{at}[{place}]"), faults);
                    }
                }
                true
            }
            "additionalProperties" if fields.contains_key("properties") => true,
            "properties" | "additionalProperties" => {
                check_keys(value, fields, root, at, faults);
                true
            }
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            other => panic!("{at}: the keyword {other} is not known here"),
        };
        if !is_kept {
            faults.push(format!("{at}: {value} breaks {keyword} {rule}"));
        }
    }
}

fn check_keys(value: &Value, schema: &Map<String, Value>, root: &Value, at: &str, faults: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let own = schema.get("properties").and_then(|properties| properties.get(key));
        match own.or(schema.get("additionalProperties")) {
            Some(rule) => validate(value, rule, root, &format!("{at}.{key}"), faults),
            None => faults.push(format!("{at}: the key {key} is not in the schema")),
        }
    }
}

fn types(rule: &Value) -> Vec<&str> {
    match rule {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}

#[test]
fn scores_are_what_their_schema_says() {
    let folder = folder();
    for pred in ["p", "q"] {
        for option in ["--matching=jaccard", "--matching=hungarian", "--estimator=authors", "--estimator=sampled"] {
            check(&folder, "score", &["in.csv", "--truth=t", "--slice=s", "--pred", pred, option]);
        }
        let by_slice = ["--matching=jaccard", "--match-per=slice", "--metrics=none"];
        check(&folder, "score", &[&["in.csv", "--truth=t", "--slice=s", "--pred", pred], &by_slice[..]].concat());
        check(
            &folder,
            "score",
            &["in.csv", "--truth=t", "--pred", pred, "--discrepancy=mmd", "--severity=u=1", "--severity=v=2"],
        );
    }
    check(&folder, "score", &["slide.csv", "--truth=t", "--pred=p", "--test", "--interval", "--replicates=19"]);
}

#[test]
fn comparisons_are_what_their_schema_says() {
    let folder = folder();
    let both = ["--truth=t", "--pred=p", "--pred=q"];
    check(&folder, "compare", &[&["in.csv"], &both[..]].concat());
    check(&folder, "compare", &[&["in.csv", "--slice=s", "--infer", "--replicates=19"], &both[..]].concat());
    check(&folder, "compare", &["slide.csv", "--truth=t", "--pred=p", "--pred=x", "--infer", "--replicates=19"]);
}

#[test]
fn studies_and_folders_are_what_their_schema_says() {
    let slide = |more: usize| {
        let row =
            |spot: usize| format!("{},{},{},{}\n", spot % 9, spot / 9, spot % 9 / 5, (spot % 9 + spot % more) / 6);
        "x,y,t,p\n".to_owned() + &(0..81).map(row).collect::<String>()
    };
    let [a, b, c] = [2, 3, 4].map(slide);
    let folder = Folder::with(&[("s-a.csv", a.as_bytes()), ("s-b.csv", b.as_bytes()), ("s-c.csv", c.as_bytes())]);
    check_as(&folder, "study", &["compare", "s-{slice}.csv", "--truth=t", "--pred=p", "--pred=y"]);
    check_as(&folder, "layout", &["inspect", "s-{slice}.csv"]);
}

#[test]
fn whatever_else_is_json_is_what_its_schema_says() {
    let folder = folder();
    for option in ["--matching=jaccard", "--match-per=all"] {
        check(&folder, "match", &["in.csv", "--truth=t", "--slice=s", "--pred=p", "--pred=q", option]);
    }
    check(
        &folder,
        "match",
        &["in.csv", "--truth=t", "--slice=s", "--pred=p", "--match-per=slice", "--matching=jaccard"],
    );
    check(&folder, "inspect", &["in.csv"]);
    check(&folder, "inspect", &["slide.csv"]);
    check(&folder, "inspect", &["map.geojson"]);
    check(&folder, "reproduce", &["--only", "case2"]);
}

#[test]
fn a_key_too_many_is_a_fault() {
    let schema: Value = serde_json::from_str(&folder().done(&["schema", "match"])).unwrap();
    let mut faults = Vec::new();
    validate(&serde_json::json!([{ "schema": "slam-match/2", "other": 1 }]), &schema, &schema, "$", &mut faults);
    assert_eq!(faults.len(), 3, "const, required and an unknown key: {faults:?}");
}

#[test]
fn a_schema_or_a_page_that_is_not_there_names_those_that_are() {
    let folder = folder();
    let said = folder.refused(&["schema", "scores"]);
    assert_eq!(
        said,
        "error: no schema \"scores\" (there are: score, compare, study, match, inspect, layout, reproduce)\n"
    );
    assert_eq!(
        folder.refused(&["man", "scores"]),
        "error: no command \"scores\" (there are: score, compare, partial, merge, match, inspect, demo, simulate, reproduce, \
         schema, man, completions, help)\n"
    );
}

#[test]
fn manual_pages_have_what_help_has() {
    let folder = folder();
    let [whole, score] = [folder.done(&["man"]), folder.done(&["man", "score"])];
    assert!(whole.contains(".TH slam 1") && whole.contains("slam\\-compare(1)"), "{whole}");
    assert!(
        score.contains(".TH slam-score 1") && score.contains("\\-\\-truth") && score.contains("Examples:"),
        "{score}"
    );
}
