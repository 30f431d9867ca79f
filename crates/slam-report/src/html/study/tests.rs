//! What the page of a study shows, and that names stay data.

use std::sync::Arc;

use slam::study::{MOST_DRAWN, Parts, SliceMaps, SlicePartial, StudyResult};
use slam::{Compared, Labeling, NamedLabeling, Options, RankBy, Spots};

use super::*;

const HOSTILE: &str = "<script>alert(1)</script>";

/// Nine rows of nine on a hexagonal lattice, every row with the same letters.
fn compared(truth: &str, preds: &[(&str, &str)]) -> Compared {
    let place = |spot: usize| [(spot % 9) as f64 + 0.5 * (spot / 9 % 2) as f64, (spot / 9) as f64 * 0.75f64.sqrt()];
    let spots = Arc::new(Spots::new(2, (0..81).flat_map(place).collect()).unwrap());
    let rows = |row: &str| Arc::new(Labeling::from_texts(row.repeat(9).chars().map(String::from)).unwrap());
    let preds: Vec<NamedLabeling> = preds.iter().map(|&(name, row)| (name.to_owned(), rows(row))).collect();
    Options::default().compare(&spots, &("expert".to_owned(), rows(truth)), &preds, &()).unwrap()
}

/// Three slices; the second method lacks the last of them.
fn study() -> (StudyResult, Vec<SliceMaps>) {
    let slices = [
        ("s1", vec![("good", "aaaabbbbb"), (HOSTILE, "aabbbbbbb")]),
        ("s2", vec![("good", "aaaaabbbb"), (HOSTILE, "abbbbbbbb")]),
        ("s10", vec![("good", "aaaabbbbb")]),
    ];
    let (mut parts, mut maps) = (Parts::default(), Vec::new());
    for (slice, preds) in slices {
        let compared = compared("aaaaabbbb", &preds);
        parts.add(SlicePartial::of(slice, Some(if slice == "s10" { "D2" } else { "D1" }), &compared).unwrap()).unwrap();
        maps.push(SliceMaps::of(slice, &compared, MOST_DRAWN, 0));
    }
    (parts.finish(RankBy::default(), &()).unwrap(), maps)
}

fn page(maps: bool) -> serde_json::Value {
    let (study, drawn) = study();
    let drawn = if maps { drawn } else { Vec::new() };
    serde_json::to_value(StudyPage::new(&study, &drawn, &ReportOptions::default())).unwrap()
}

#[test]
fn a_missing_combination_is_hatched_and_never_zero() {
    let page = page(true);
    let cell = &page["heat"]["rows"][1]["cells"][2];
    assert_eq!((&cell["is_missing"], &cell["text"]), (&true.into(), &"–".into()));
    assert!(page["data"]["numbers"][0]["values"][1][2].is_null() && page["data"]["drawn"][2][1].is_null());
    assert_eq!(page["data"]["known"][2], serde_json::json!([true, false]));
    assert_eq!(page["strips"]["rows"][1]["dots"].as_array().map(Vec::len), Some(2), "no dot for what is missing");
    assert!(page["summary"].as_str().unwrap().ends_with("· 1 combinations missing"));
}

#[test]
fn every_slice_has_its_own_maps() {
    let page = page(true);
    assert_eq!(page["data"]["slices"], serde_json::json!(["s1", "s2", "s10"]));
    let drawn = page["data"]["drawn"].as_array().unwrap();
    let grounds =
        |slice: usize| page["maps"]["index"]["methods"][drawn[slice][0].as_u64().unwrap() as usize]["ground"].clone();
    assert_eq!([grounds(0), grounds(1), grounds(2)], [0, 1, 2].map(serde_json::Value::from));
}

#[test]
fn slices_of_one_donor_stand_together() {
    let heads = page(true)["heat"]["donors"].clone();
    assert_eq!((&heads[0]["name"], &heads[0]["span"]), (&"D1".into(), &2.into()));
}

#[test]
fn without_slices_there_are_numbers_and_no_maps() {
    let (study, _) = study();
    let written = study_html(&study, &[], &ReportOptions::default()).unwrap();
    assert!(written.contains("There are no maps on this page") && written.contains("id=\"heat-table\""));
}

#[test]
fn names_are_text_and_nothing_comes_from_outside() {
    let (study, maps) = study();
    let written = study_html(&study, &maps, &ReportOptions::default()).unwrap();
    assert!(!written.contains(HOSTILE) && written.contains("&lt;script&gt;alert(1)&lt;"));
    assert!(written.contains("default-src 'none'"));
    assert!(
        written.contains("const study =") && !written.contains("const board ="),
        "a leaderboard's script has no place here"
    );
    assert!(!written.contains("http:") && !written.contains("https:"));
}

#[test]
fn wins_and_losses_mirror_each_other() {
    let duels = page(true)["duels"].clone();
    assert_eq!((&duels["rows"][0][1]["text"], &duels["rows"][1][0]["text"]), (&"2–0".into(), &"0–2".into()));
    assert_eq!(duels["rows"][0][0]["is_empty"], true);
}

#[test]
fn a_method_says_how_much_it_leaves_unlabelled() {
    let mut parts = Parts::default();
    for slice in ["s1", "s2"] {
        // One column of nine has no prediction.
        let compared = compared("aaaaabbbb", &[("whole", "aaaabbbbb"), ("gaps", "aaaaabbb ")]);
        parts.add(SlicePartial::of(slice, None, &compared).unwrap()).unwrap();
    }
    let study = parts.finish(RankBy::default(), &()).unwrap();
    let written = study_html(&study, &[], &ReportOptions::default()).unwrap();
    assert!(written.contains("gaps</a> <small>11 % unlabelled</small>") && !written.contains("whole</a> <small>0"));
    let text = crate::study_text(&study, &crate::Look { width: 200, ..crate::Look::default() });
    let line =
        |name: &str| text.lines().find(|line| line.contains(&format!("  {name} "))).unwrap_or_default().to_owned();
    assert!(text.contains("unlabelled") && line("gaps").contains("11 %") && line("whole").contains("0 %"), "{text}");
    let rows = crate::study_rows(&study);
    let column = rows[0].iter().position(|name| name == "n_unlabelled").unwrap();
    let counts = |name: &str| -> Vec<&str> {
        rows.iter().filter(|row| row[0] == name).map(|row| row[column].as_str()).collect()
    };
    assert_eq!((counts("gaps"), counts("whole")), (vec!["18", "9", "9"], vec!["0", "0", "0"]));
}
