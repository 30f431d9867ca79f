//! What is said where spots are left out.

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
    let output = folder.run(&words);
    let (table, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let lines: Vec<&str> = table.lines().collect();
    // What labels a part is no rival of what labels all.
    let first = "poor is most like the truth: slam_adjusted is 0.339 ";
    assert!(lines[0].starts_with(first), "{table}");
    let row = |name: &str| lines.iter().position(|line| line.contains(name) && line.starts_with("   ")).unwrap();
    assert!(lines[row("  poor")].starts_with("   1  poor") && row("  poor") < row("  corner"), "{table}");
    assert!(lines[row("  corner")].starts_with("   2  corner                 0.000"), "{table}");
    assert_eq!(lines[row("  corner") + 1].trim(), "labels fewer than half of the truth's spots; 12 spots", "{table}");
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
