//! Is it real? What the command says of chance, intervals and differences, and why where it says nothing.

use std::fmt::Write as _;

use serde_json::Value;

use crate::folder::Folder;

/// The label of a spot by its column and row.
type Rule = fn(usize, usize) -> usize;

/// The truth, in three bands of ten; then methods: two that mistake one spot in 23, one that mistakes one in 5, and one that is alike.
const RULES: [(&str, Rule); 5] = [
    ("truth", |x, _| x / 10),
    ("few", |x, y| if (7 * x + 31 * y) % 23 == 0 { (x / 10 + 1) % 3 } else { x / 10 }),
    ("also", |x, y| if (7 * x + 31 * y) % 23 == 5 { (x / 10 + 1) % 3 } else { x / 10 }),
    ("many", |x, y| if (3 * x + 7 * y) % 5 == 0 { (x / 10 + 1) % 3 } else { x / 10 }),
    ("same", |x, _| x / 10),
];

/// The rows of a lattice of one slice.
fn rows(width: usize, height: usize, slice: &str, donor: &str) -> String {
    let mut text = String::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        write!(text, "{slice}-{x}-{y},{x},{y},{slice},{donor}").unwrap();
        RULES.iter().for_each(|(_, rule)| write!(text, ",l{}", rule(x, y + 3 * slice.len())).unwrap());
        text.push_str(",one\n");
    }
    text
}

fn folder(parts: &[String]) -> Folder {
    let names: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
    let table = format!("id,x,y,slice,donor,{},one\n{}", names.join(","), parts.concat());
    Folder::with(&[("in.csv", table.as_bytes())])
}

/// One slide of 1,200 spots.
fn slide() -> Folder {
    folder(&[rows(30, 40, "s", "d")])
}

fn json(folder: &Folder, words: &[&str]) -> Value {
    let common = ["in.csv", "--truth", "truth", "--metrics", "ari", "--graph", "radius:1.1", "--format", "json", "-q"];
    serde_json::from_str(&folder.done(&[words, &common].concat())).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, got {value}"))
}

#[test]
fn a_report_changes_nothing_of_a_score() {
    let folder = slide();
    let common = ["in.csv", "--truth", "truth", "--metrics", "all", "--format", "json", "-q", "--replicates", "19"];
    for asked in [&[][..], &["--infer"], &["--interval", "--slice", "slice"]] {
        let words = [&["score", "--pred", "few"][..], asked, &common].concat();
        let plain = folder.done(&words);
        let drawn = folder.done(&[&words[..], &["--report", "page.html", "--figures", "figures"]].concat());
        // Maps name their spots, so that ids are read and told of.
        let ids = ",\n      \"ids\": \"column \\\"id\\\"\"";
        assert_eq!(plain, drawn.replace(ids, ""), "{asked:?}");
    }
}

#[test]
fn a_comparison_runs_the_shift_test_unasked_and_nothing_else() {
    let folder = slide();
    let score = json(&folder, &["score", "--pred", "few"]);
    assert!(score.get("test").is_none() && score.get("intervals").is_none());
    let board = json(&folder, &["compare", "--pred", "few", "--pred", "many"]);
    assert!(board.get("pairs").is_none() && board.get("groups").is_none());
    for entry in board["results"].as_array().unwrap() {
        let test = &entry["test"];
        assert_eq!((&test["replicates"], &test["alternatives"]), (&199.into(), &serde_json::json!([])));
        assert_eq!(entry["better_than_chance"], Value::from(number(&test["p"]) <= 0.05));
        // The number that ranks has its interval on one slide, and it holds the value.
        let shown: Vec<&String> = entry["intervals"].as_object().unwrap().keys().collect();
        assert_eq!(shown, ["slam_adjusted"]);
        let interval = &entry["intervals"]["slam_adjusted"];
        assert_eq!(interval["value"], entry["slam_adjusted"]["value"]);
        assert!(number(&interval["low"]) < number(&interval["value"]));
        assert!(number(&interval["value"]) < number(&interval["high"]));
    }
    let untested = json(&folder, &["compare", "--pred", "few", "--pred", "many", "--no-test"]);
    for entry in untested["results"].as_array().unwrap() {
        assert!(entry.get("test").is_none() && entry["better_than_chance"].is_null());
    }
    let said = "Whether the methods are better than chance was not tested.";
    assert!(untested["verdict"]["sentences"].as_array().unwrap().contains(&said.into()));
}

#[test]
fn all_that_is_asked_stands_beside_the_score() {
    let folder = slide();
    let words = ["compare", "--pred", "few", "--pred", "also", "--pred", "many", "--infer", "--replicates", "199"];
    let board = json(&folder, &words);
    let first = &board["results"][0];
    assert_eq!(first["test"]["method"], "shift");
    assert!(number(&first["test"]["p"]) <= 0.05);
    assert_eq!((&first["test"]["statistic"], &first["test"]["replicates"]), (&first["metrics"]["ari"], &199.into()));
    assert!(number(&first["test"]["chance_mean"]) < number(&first["test"]["chance_q95"]));
    let names: Vec<&String> = first["intervals"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["slam_adjusted", "slam", "slam_pinned", "ari"]);
    let values =
        [&first["slam_adjusted"]["value"], &first["slam"]["d"], &first["slam_pinned"]["d"], &first["metrics"]["ari"]];
    for (name, value) in names.into_iter().zip(values) {
        assert!((number(&first["intervals"][name]["value"]) - number(value)).abs() < 1e-12, "{name}");
    }
    let pairs = board["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    let holds: Vec<bool> = pairs.iter().map(|pair| number(&pair["p_holm"]) <= 0.05).collect();
    assert_eq!((holds, &board["verdict"]["lead"]), (vec![false, true, true], &"not_shown".into()));
    assert_eq!(board["groups"], serde_json::json!([[pairs[0]["a"], pairs[0]["b"]]]));
    let alone = json(&folder, &["score", "--pred", "few", "--infer", "--replicates", "199"]);
    let entry = board["results"].as_array().unwrap().iter().find(|entry| entry["pred"] == "few").unwrap();
    assert_eq!((&alone["test"], &alone["intervals"]), (&entry["test"], &entry["intervals"]));
}

#[test]
fn threads_and_rows_and_names_do_not_matter() {
    let folder = slide();
    let words = ["compare", "--pred", "few", "--pred", "many", "--infer", "--replicates", "99"];
    let board = json(&folder, &words);
    assert_eq!(board["results"], json(&folder, &[&words[..], &["--threads", "1"]].concat())["results"]);
    let table = std::fs::read_to_string(folder.path("in.csv")).unwrap().replace(",l0", ",zero").replace(",l2", ",A");
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].reverse();
    std::fs::write(folder.path("in.csv"), lines.join("\n") + "\n").unwrap();
    let other = json(&folder, &words);
    for (entry, other) in board["results"].as_array().unwrap().iter().zip(other["results"].as_array().unwrap()) {
        assert_eq!(entry["test"]["p"], other["test"]["p"]);
        for (name, interval) in entry["intervals"].as_object().unwrap() {
            for end in ["low", "high"] {
                let ends = [&interval[end], &other["intervals"][name][end]].map(number);
                assert!((ends[0] - ends[1]).abs() <= 1e-9 * ends[0].abs(), "{name}: {ends:?}");
            }
        }
    }
}

#[test]
fn identical_labelings_leave_nothing_to_chance() {
    let found = json(&slide(), &["score", "--pred", "same", "--infer", "--replicates", "99"]);
    assert_eq!((&found["test"]["p"], &found["test"]["statistic"]), (&0.01.into(), &1.0.into()));
    for (name, interval) in found["intervals"].as_object().unwrap() {
        assert!(interval["low"].is_null() && interval["value"].is_number(), "{name}");
        assert_eq!(
            interval["undefined"],
            "no spot is wrong here, so that nothing tells how often errors occur elsewhere"
        );
    }
}

#[test]
fn what_cannot_be_answered_has_its_reason() {
    let reason = |folder: &Folder, pred: &str, path: [&str; 2]| {
        let found = json(folder, &["score", "--pred", pred, "--infer", "--replicates", "19"]);
        let place = if path[1].is_empty() { &found[path[0]] } else { &found[path[0]][path[1]] };
        assert!(place["p"].is_null() && place["low"].is_null(), "{place}");
        place["undefined"].as_str().unwrap_or_default().to_owned()
    };
    let small = folder(&[rows(16, 16, "s", "d")]);
    assert_eq!(
        reason(&small, "few", ["intervals", "slam_adjusted"]),
        "256 spots are fewer than the 1200 that it takes to tell errors that reach far from local ones"
    );
    let tiny = folder(&[rows(12, 1, "s", "d"), rows(3, 2, "t", "d")]);
    let sliced = ["score", "--pred", "few", "--slice", "slice", "--test"];
    assert_eq!(json(&tiny, &sliced)["test"]["undefined"], "slice \"t\": 6 spots are fewer than the 7 that it takes");
    let thin = folder(&[rows(1200, 1, "s", "d")]);
    assert_eq!(reason(&thin, "few", ["intervals", "ari"]), "the slide is too thin: all its tiles lie in one row");
    let one = slide();
    assert_eq!(reason(&one, "one", ["test", ""]), "the pred has one label");
    assert_eq!(reason(&one, "one", ["intervals", "ari"]), "the pred has one label");
}

#[test]
fn equal_methods_are_one_group_without_p() {
    let board = json(&slide(), &["compare", "--pred", "same", "--pred", "truth", "--pred", "few", "--pairs"]);
    let pairs = board["pairs"].as_array().unwrap();
    let equal = pairs.iter().find(|pair| pair["undefined"].is_string()).unwrap();
    assert_eq!((&equal["undefined"], &equal["p"]), (&"the two score alike everywhere".into(), &Value::Null));
    assert_eq!(board["verdict"]["lead"], "not_shown");
}

#[test]
fn donors_are_what_is_counted() {
    let parts: Vec<String> = [("a", "p"), ("bb", "p"), ("ccc", "q"), ("dddd", "r"), ("eeeee", "r")]
        .iter()
        .map(|(slice, donor)| rows(30, 10 + slice.len(), slice, donor))
        .collect();
    let folder = folder(&parts);
    let words = ["compare", "--pred", "few", "--pred", "many", "--slice", "slice", "--pairs", "--interval"];
    let by_donor = json(&folder, &[&words[..], &["--donor", "donor"]].concat());
    assert_eq!(
        (&by_donor["pairs"][0]["donors"], &by_donor["pairs"][0]["method"]),
        (&3.into(), &"paired donors".into())
    );
    assert_eq!(by_donor["results"][0]["intervals"]["ari"]["donors"], 3);
    let said = by_donor["verdict"]["sentences"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
    assert!(said.starts_with("The lead of few over many is significant over 3 donors (p "), "{said}");
    // Donors are never invented.
    let by_slice = json(&folder, &words);
    let pair = &by_slice["pairs"][0];
    assert!(pair["p"].is_null() && pair.get("donors").is_none() && pair["slices"] == 5, "{pair}");
    let interval = &by_slice["results"][0]["intervals"]["ari"];
    assert_eq!((&interval["method"], &interval["slices"]), (&"slices".into(), &5.into()));
    let said = by_slice["verdict"]["sentences"].as_array().unwrap().last().unwrap();
    let unknown = "Whether the lead of few over many is significant is not known on 5 slices: how donors differ is unknown (--donor).";
    assert_eq!((said, &by_slice["verdict"]["lead"]), (&unknown.into(), &"untested".into()));
    let own = "how donors differ is unknown: nobody said whose the 5 slices are (--donor)";
    assert_eq!(by_slice["results"][0]["warnings"], serde_json::json!([own]));
    assert_eq!(by_donor["results"][0]["warnings"], serde_json::json!([]));
}

#[test]
fn bad_questions_are_refused() {
    let folder = folder(&[rows(12, 12, "s", "d")]);
    let score = ["score", "in.csv", "--truth", "truth", "--pred", "few", "-q"];
    let refused = |words: &[&str]| folder.refused(&[&score[..], words].concat());
    let pairs = "error: --pairs: one method has no other to differ from; slam compare takes several\n";
    assert_eq!(refused(&["--pairs"]), pairs);
    assert_eq!(
        refused(&["--test", "--replicates", "0"]),
        "error: replicates must be at least 1 and at most 1,000,000, got 0\n"
    );
    let alone = "error: --donor: one slide has one donor; donors of slices go with --slice <COL>\n";
    assert_eq!(refused(&["--donor", "donor"]), alone);
    let unknown = "error: --donor: no column \"dono\" in in.csv (columns: id, x, y, slice, donor, truth, few, also, many, same, \
                   one); did you mean \"donor\"?\n";
    assert_eq!(refused(&["--slice", "slice", "--donor", "dono"]), unknown);
    let two = refused(&["--slice", "slice", "--donor", "truth"]);
    assert_eq!(two, "error: in.csv, column \"truth\": slice \"s\" has spots of two donors, \"l0\" and \"l1\"\n");
}

#[test]
fn rows_for_spreadsheets() {
    let folder = slide();
    let words = ["compare", "in.csv", "--truth", "truth", "--pred", "few", "--pred", "many", "--metrics", "none", "-q"];
    let asked = ["--infer", "--replicates", "19", "--format", "csv"];
    let text = folder.done(&[&words[..], &asked].concat());
    let header: Vec<&str> = text.lines().next().unwrap().split(',').skip(25).collect();
    let expected = [
        "test_p",
        "test_chance_mean",
        "test_chance_q95",
        "test_replicates",
        "slam_adjusted_low",
        "slam_adjusted_high",
        "slam_low",
        "slam_high",
        "slam_pinned_low",
        "slam_pinned_high",
        "ari_low",
        "ari_high",
        "first_minus",
        "first_minus_low",
        "first_minus_high",
        "first_p",
        "first_p_holm",
    ];
    assert_eq!(header, expected);
    let filled = |line: &str| line.split(',').skip(25).filter(|cell| !cell.is_empty()).count();
    // The first has no difference from itself, and references are asked nothing.
    assert_eq!(text.lines().skip(1).map(filled).collect::<Vec<_>>(), [12, 17, 0, 0, 0]);
}
