//! What options get that make no sense, and outputs that cannot be written: exit status 2, a sentence, and nothing written.

use crate::bad_input::{SPOTS, assert_says, error, said};
use crate::folder::Folder;

#[test]
fn severities_that_make_no_sense() {
    assert_says(
        SPOTS,
        &["--severity", "A=-1", "--severity", "B=1"],
        "the severity of \"A\" is -1, expected a finite number that is not negative",
    );
    assert_says(
        SPOTS,
        &["--severity", "A=nan", "--severity", "B=1"],
        "the severity of \"A\" is NaN, expected a finite number that is not negative",
    );
    assert_says(
        SPOTS,
        &["--severity", "a=2"],
        "--severity: no spot of the truth is labelled \"a\"; did you mean \"A\"? (labels: A, B)",
    );
    assert_says(SPOTS, &["--severity", "A=0", "--severity", "B=0"], "all severities are zero, so nothing would count");
    assert_says(
        SPOTS,
        &["--severity", "A"],
        "invalid value 'A' for '--severity <LABEL=NUMBER>': expected LABEL=NUMBER, such as tumor=2",
    );
    let twice = ["--severity", "A=5", "--severity", "A=1", "--severity", "B=1"];
    assert_says(SPOTS, &twice, "the severity of the label \"A\" is given twice");
    let votes = "id,x,y,truth,pred,votes\na,0,0,A,A,1\nb,1,0,A,B,-2\nc,0,1,B,B,3\n";
    assert_says(
        votes,
        &["--severity-column", "votes"],
        "spots.csv, column \"votes\": the severity of row 2 is -2, expected a finite number that is not negative",
    );
    assert_says(
        &votes.replace("-2", "many"),
        &["--severity-column", "votes"],
        "spots.csv, line 3, column \"votes\": \"many\" is not a finite number",
    );
    let zero = "id,x,y,truth,pred,votes\na,0,0,A,A,0\nb,1,0,A,B,0\n";
    assert_says(zero, &["--severity-column", "votes"], "all severities are zero, so nothing would count");
}

#[test]
fn options_outside_their_domain() {
    assert_says(SPOTS, &["--k", "0"], "k must be at least 1, got 0");
    assert_says(SPOTS, &["--tie", "-1"], "tie must be a finite number that is not negative, got -1");
    assert_says(SPOTS, &["--bandwidth", "0"], "bandwidth must be a positive number, got 0");
    assert_says(SPOTS, &["--bandwidth", "NaN"], "bandwidth must be a positive number, got NaN");
    assert_says(SPOTS, &["--gamma", "0"], "gamma must be a positive number, got 0");
    assert_says(SPOTS, &["--gamma", "-3"], "gamma must be a positive number, got -3");
    assert_says(
        SPOTS,
        &["--gamma", "large"],
        "invalid value 'large' for '--gamma <GAMMA>': gamma must be auto or a number, got \"large\"",
    );
    for number in ["0", "1048577", "99999999999999"] {
        let words = format!("projections must be at least 1 and at most 1,048,576, got {number}");
        assert_says(SPOTS, &["--projections", number], &words);
    }
    assert_says(SPOTS, &["--graph", "radius:-1"], "radius must be a finite number above 0, got -1");
    assert_says(
        SPOTS,
        &["--graph", "voronoi"],
        "invalid value 'voronoi' for '--graph <GRAPH>': expected mutual, union, radius:R, delaunay, delaunay:Q, grid:4, grid:8, edges:FILE, obsp:NAME or contiguity",
    );
    assert_says(SPOTS, &["--graph", "delaunay:95"], "delaunay must be a quantile above 0 and at most 1, got 95");
    assert_says(
        SPOTS,
        &["--graph", "grid:6"],
        "invalid value 'grid:6' for '--graph <GRAPH>': graph must be grid:4 or grid:8, got \"grid:6\"",
    );
    assert_says(
        SPOTS,
        &["--graph", "grid:4", "--k", "4"],
        "k has no place in the graphs grid:4 and grid:8: all cells that touch are neighbours",
    );
    assert_says(
        SPOTS,
        &["--matching", "munkres"],
        "invalid value 'munkres' for '--matching <METHOD>'\n  [possible values: auto, best, jaccard, hungarian, identity, density]",
    );
    assert_says(SPOTS, &["--threads", "0"], "invalid value '0' for '--threads <N>': 0 is not in 1..=65535");
    let slip = said(SPOTS, &["--sead", "1"]);
    let tip = "error: unexpected argument '--sead' found\n\n  tip: a similar argument exists: '--seed'";
    assert_eq!(slip.split("\n\nUsage: ").next(), Some(tip));
}

#[test]
fn options_without_a_use() {
    assert_says(SPOTS, &["--draws", "independent"], "draws has no place in the estimator exact: it samples no points");
    assert_says(
        SPOTS,
        &["--graph", "radius:1", "--k", "3"],
        "k has no place in the graph radius:R: all spots within R are neighbours",
    );
    assert_says(
        SPOTS,
        &["--graph", "radius:1", "--tie", "0"],
        "tie has no place in the graph radius:R: all spots within R are neighbours",
    );
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("edges.csv", b"a,b\nb,c\n")]);
    let words = ["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--graph", "edges:edges.csv"];
    folder.done(&words);
    let said = folder.refused(&[&words[..], &["--k", "3"]].concat());
    assert_eq!(error(&said), "k has no place in a graph of given edges: they are taken as they are");
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    let score = ["score", "spots.csv", "--truth", "truth", "--pred", "pred"];
    let said = folder.refused(&[&score[..], &["--output", "nowhere/out.json"]].concat());
    assert_eq!(said, "error: nowhere/out.json cannot be written: there is no folder nowhere\n");
    let said = folder.refused(&[&score[..], &["--spots", "nowhere/spots.csv"]].concat());
    assert_eq!(said, "error: nowhere/spots.csv cannot be written: there is no folder nowhere\n");
}

const NOWHERE: &str = "error: nowhere/out.json cannot be written: there is no folder nowhere\n";

#[test]
fn nothing_is_written_when_one_output_cannot_be() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    let nowhere = ["--output", "nowhere/out.json"];
    let outputs = [&["--spots", "s.csv", "--report", "r.html"][..], &nowhere].concat();
    for command in ["score", "compare"] {
        let words = [&[command, "spots.csv", "--truth", "truth", "--pred", "pred"][..], &outputs].concat();
        assert_eq!(folder.refused(&words), NOWHERE);
    }
    let words = [&["match", "spots.csv", "--truth", "truth", "--pred", "pred", "--spots", "s.csv"][..], &nowhere];
    assert_eq!(folder.refused(&words.concat()), NOWHERE);
    assert_eq!(folder.refused(&[&["demo"][..], &nowhere].concat()), NOWHERE);
    let said = folder.refused(&["demo", "--report", "nowhere/r.html", "--output", "out.json"]);
    assert_eq!(said, "error: nowhere/r.html cannot be written: there is no folder nowhere\n");
}

#[test]
fn outputs_are_looked_at_before_the_input() {
    let folder = Folder::with(&[]);
    for words in [
        &["score", "spots.csv", "--truth", "truth", "--pred", "pred"][..],
        &["compare", "spots.csv", "--truth", "truth", "--pred", "pred"],
        &["match", "spots.csv", "--truth", "truth", "--pred", "pred"],
        &["inspect", "spots.csv"],
    ] {
        let said = folder.refused(&[words, &["--output", "nowhere/out.json"]].concat());
        assert_eq!(said, NOWHERE);
    }
}

#[test]
fn a_result_never_takes_the_place_of_what_is_read() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("more.csv", SPOTS.as_bytes())]);
    let score = ["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--labels", "more.csv"];
    let lost = |file: &str| {
        format!("error: {file}: this file is read, and would be lost; expected another name for the result\n")
    };
    for outputs in [["--output", "./spots.csv"], ["--spots", "more.csv"], ["--report", "spots.csv"]] {
        assert_eq!(folder.refused(&[&score[..], &outputs].concat()), lost(outputs[1]));
    }
    assert_eq!(folder.refused(&["inspect", "spots.csv", "-o", "spots.csv"]), lost("spots.csv"));
    let said = folder.refused(&["demo", "--report", "one", "--output", "./one"]);
    assert_eq!(said, "error: ./one: named for two results; expected a file for each\n");
}
