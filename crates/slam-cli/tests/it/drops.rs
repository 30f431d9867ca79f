//! What is said where spots are left out.

use crate::bad_input::assert_says;
use crate::folder::Folder;
use serde_json::Value;

/// A square of 6 × 6 spots in halves; `corner` is right on the first twelve of them and silent on the rest, `poor` is wrong in
/// a column, `few` is a truth that labels ten spots.
fn square() -> String {
    let spot = |i: usize| {
        let (row, column) = (i / 6, i % 6);
        let truth = if column < 3 { "left" } else { "right" };
        let corner = if row < 2 { truth } else { "NULL" };
        let poor = if column < 2 { "left" } else { "right" };
        let few = if i < 10 { truth } else { "#N/A" };
        format!("s{i},{},{row},{truth},{corner},{poor},{few}\n", column as f64 + 0.5 * (row % 2) as f64)
    };
    "id,x,y,truth,corner,poor,few\n".to_owned() + &(0..36).map(spot).collect::<String>()
}

#[test]
fn a_method_on_a_part_of_the_spots_is_marked_and_comes_last() {
    let folder = Folder::with(&[("spots.csv", square().as_bytes())]);
    let words = ["compare", "spots.csv", "--truth", "truth", "--pred", "corner", "--pred", "poor", "--metrics", "none"];
    let words = [&words[..], &["--missing-pred", "drop"]].concat();
    let output = folder.run(&words);
    let (table, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let lines: Vec<&str> = table.lines().collect();
    // What labels a part is no rival of what labels all.
    assert!(lines[0].starts_with("poor "), "{table}");
    let row = |name: &str| lines.iter().position(|line| line.contains(name) && line.starts_with("   ")).unwrap();
    assert!(lines[row("  poor")].starts_with("   1  poor") && row("  poor") < row("  corner"), "{table}");
    assert!(lines[row("  corner")].starts_with("   2  corner                 0.000"), "{table}");
    let note = "67 % unlabelled; labels fewer than half of the truth's spots; 12 spots";
    assert!(lines[row("  corner") + 1].ends_with(note), "{table}");
    assert!(lines.iter().any(|line| line.starts_with("truth \"truth\": 36 spots, ")), "{table}");
    let expected = "note: positions: columns \"x\", \"y\"\n\
                    warning: corner: only 12 of the 36 spots that the truth labels are labelled: the score is that of these\n\
                    warning: the methods label different numbers of spots; their scores are not on the same ground\n";
    assert_eq!(said, expected);
    let json: Value = serde_json::from_str(&folder.done(&[&words[..], &["--format", "json"]].concat())).unwrap();
    let partial: Vec<&Value> = json["results"].as_array().unwrap().iter().map(|one| &one["is_partial"]).collect();
    assert_eq!(partial, [&Value::from(false), &Value::from(true)]);
}

#[test]
fn missing_predictions_count_as_wrong() {
    let folder = Folder::with(&[("spots.csv", square().as_bytes())]);
    let words =
        ["compare", "spots.csv", "--truth", "truth", "--pred", "corner", "--pred", "poor", "--metrics", "accuracy"];
    let output = folder.run(&words);
    let (table, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let lines: Vec<&str> = table.lines().collect();
    let row = |name: &str| lines.iter().position(|line| line.contains(name) && line.starts_with("   ")).unwrap();
    assert!(lines[row("  poor")].starts_with("   1  poor") && row("  poor") < row("  corner"), "{table}");
    // Twelve of 36 spots are right, and the others have no prediction.
    assert!(lines[row("  corner")].contains("0.333"), "{table}");
    assert!(format!("{}{}", lines[row("  corner")], lines[row("  corner") + 1]).contains("67 % unlabelled"), "{table}");
    let expected = "note: positions: columns \"x\", \"y\"\n\
                    warning: corner: 24 of 36 spots (67 %) have no prediction and count as wrong (--missing-pred wrong)\n";
    assert_eq!(said, expected);
    let json: Value = serde_json::from_str(&folder.done(&[&words[..], &["--format", "json"]].concat())).unwrap();
    let counts =
        |key: &str| json["results"].as_array().unwrap().iter().map(|one| one[key].as_u64()).collect::<Vec<_>>();
    assert_eq!([counts("n_spots"), counts("n_unlabelled")], [[Some(36); 2], [Some(0), Some(24)]]);
    assert_eq!(json["results"][1]["is_partial"], false);
    let options = &json["provenance"]["options"];
    assert_eq!((&options["missing_truth"], &options["missing_pred"]), (&"drop".into(), &"wrong".into()));
    let csv = folder.done(&[&words[..], &["--format", "csv"]].concat());
    let column = csv.lines().next().unwrap().split(',').position(|name| name == "n_unlabelled").unwrap();
    assert_eq!(csv.lines().nth(2).unwrap().split(',').nth(column), Some("24"), "{csv}");
}

#[test]
fn all_methods_are_scored_on_the_spots_that_all_label_where_that_is_asked_for_or_needed() {
    let folder = Folder::with(&[("spots.csv", square().as_bytes())]);
    let words = ["compare", "spots.csv", "--truth", "truth", "--pred", "corner", "--pred", "poor", "--metrics", "ari"];
    for (more, why) in [
        (["--missing-pred", "common"], " (--missing-pred common)"),
        (["--rank-by", "ari"], ", because --rank-by ari may rise where spots have no prediction"),
    ] {
        let output = folder.run(&[&words[..], &more, &["--format", "json"]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        let sentence = "warning: all methods are scored on the 12 of 36 spots that every one of them labels";
        assert!(said.contains(&format!("{sentence}{why}\n")), "{said}");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(json["results"].as_array().unwrap().iter().all(|one| one["n_spots"] == 12), "{json}");
        assert_eq!(json["results"][0]["pred"], "corner");
    }
}

#[test]
fn tables_of_spots_have_no_label_where_there_is_no_prediction() {
    let folder = Folder::with(&[("spots.csv", square().as_bytes())]);
    folder.done(&["match", "spots.csv", "--truth", "truth", "--pred", "corner", "--spots", "matched.csv"]);
    folder.done(&["score", "spots.csv", "--truth", "truth", "--pred", "corner", "--spots", "scored.csv"]);
    let lines = |name: &str| -> Vec<String> {
        std::fs::read_to_string(folder.path(name)).unwrap().lines().map(str::to_owned).collect()
    };
    let (matched, scored) = (lines("matched.csv"), lines("scored.csv"));
    assert_eq!([&*matched[1], &*matched[36]], ["s0,left,left,left", "s35,right,,"]);
    assert_eq!((matched.len(), scored.len()), (37, 37));
    assert!(
        scored[1].starts_with("s0,0,0,left,left,left,") && scored[36].starts_with("s35,5.5,5,right,,,"),
        "{scored:?}"
    );
}

#[test]
fn missing_predictions_may_be_refused() {
    let table = "id,x,y,truth,pred\na,0,0,A,A\nb,1,0,,\nc,0,1,A,\n";
    assert_says(table, &["--missing-pred", "error"], "row 3: the pred label is missing");
    let none = "the pred labels none of the 2 spots that the truth labels, so there is nothing to compare";
    assert_says(&table.replace("A,A", "A,"), &[], none);
}

#[test]
fn the_former_option_names_the_two_that_it_became() {
    let folder = Folder::with(&[("spots.csv", square().as_bytes()), ("study.toml", b"missing = \"drop\"")]);
    let words = ["score", "spots.csv", "--truth", "truth", "--pred", "poor", "--missing", "drop"];
    let expected = "--missing-truth drop|error|keep and --missing-pred wrong|common|drop|error";
    let said = folder.refused(&words);
    assert!(said.contains(expected), "{said}");
    let said = folder.refused(&["compare", "--study", "study.toml", "spots.csv", "--truth", "truth", "--pred", "poor"]);
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_method_that_is_probably_no_labeling_is_refused() {
    let spots: Vec<String> =
        (0..400).map(|i| format!("{},{},{},c{},{}.5\n", i % 20, i / 20, i / 200, i % 51, i % 3)).collect();
    let folder = Folder::with(&[("spots.csv", format!("x,y,truth,many,real\n{}", spots.concat()).as_bytes())]);
    let words = |pred| ["score", "spots.csv", "--truth", "truth", "--pred", pred];
    let refused =
        "is probably no labeling (51 labels for 400 spots), so it is refused; --allow-many-labels lets it pass\n";
    assert!(folder.refused(&words("many")).ends_with(&format!("error: pred \"many\" {refused}")));
    assert!(folder.refused(&words("real")).contains("(real numbers)"));
    for pred in ["many", "real"] {
        folder.done(&[&words(pred)[..], &["--allow-many-labels"]].concat());
    }
    // A pattern leaves it out, with a note.
    let said = folder.run(&["score", "spots.csv", "--truth", "truth", "--pred", "truth"]).status;
    assert!(said.success());
    let output = folder.run(&["compare", "spots.csv", "--truth", "truth", "--pred", "truth", "--pred-glob", "*a*"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("many (51 labels for 400 spots)"), "{said}");
}

#[test]
fn dropping_most_spots_is_a_warning() {
    let folder = Folder::with(&[("spots.csv", square().as_bytes())]);
    let words = ["score", "spots.csv", "--truth", "few", "--pred", "poor", "--format", "json"];
    let json: Value = serde_json::from_str(&folder.done(&words)).unwrap();
    let warning = "26 of 36 spots are left out because a label is missing: the score is that of the rest";
    assert_eq!((&json["warnings"][0], &json["n_dropped"]), (&Value::from(warning), &Value::from(26)));
}

#[test]
fn labels_left_over_are_a_warning_that_names_what_was_meant() {
    let table = square().replace("left,NULL", "left,Left").replace("right,NULL", "right,right");
    let folder = Folder::with(&[("spots.csv", table.as_bytes())]);
    for (command, of) in [("score", ""), ("match", "corner: ")] {
        let output = folder.run(&[command, "spots.csv", "--truth", "truth", "--pred", "corner"]);
        let expected = format!(
            "note: positions: columns \"x\", \"y\"\n\
             warning: {of}1 pred label stands for no truth label, so that 12 spots count as wrong: \"Left\"; \"Left\" and the \
             truth's \"left\" differ only in capitals\n"
        );
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    }
}
