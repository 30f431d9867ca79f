//! What the user sees.

use crate::bad_input::error;
use crate::folder::Folder;
use serde_json::Value;

/// Two halves of a hexagonal lattice of 12 × 12 spots; the pred calls them by numbers, and is wrong in one corner.
fn lattice() -> String {
    let spot = |i: usize| {
        let (row, column) = (i / 12, i % 12);
        let (x, y) = (column as f64 + 0.5 * (row % 2) as f64, row as f64 * 0.866);
        let truth = if column < 6 { "stroma" } else { "tumor" };
        let pred = usize::from(column >= 6 || (row < 3 && column < 3));
        let section = if row < 6 { "top" } else { "bottom" };
        format!("s{i},{x},{y},{truth},{pred},{section}\n")
    };
    "id,x,y,region,cluster,section\n".to_owned() + &(0..144).map(spot).collect::<String>()
}

fn folder() -> Folder {
    Folder::with(&[("spots.csv", lattice().as_bytes())])
}

const SCORE: [&str; 6] = ["score", "spots.csv", "--truth", "region", "--pred", "cluster"];

#[test]
fn a_score_for_people() {
    insta::assert_snapshot!(folder().done(&SCORE));
}

#[test]
fn a_score_by_slices() {
    insta::assert_snapshot!(folder().done(&[&SCORE[..], &["--slice", "section"]].concat()));
}

#[test]
fn a_score_for_programs() {
    let json: Value = serde_json::from_str(&folder().done(&[&SCORE[..], &["--format", "json"]].concat())).unwrap();
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "schema verdict n_spots n_dropped n_truth_spots n_unlabelled n_edges n_labels matching slam slam_adjusted slam_pinned cancelled flow domains metrics \
                    undefined slices warnings provenance";
    assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>());
    let keys_of = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys_of(&json["matching"]), "method requested reason per map split unmatched");
    assert_eq!(keys_of(&json["slam"]), "d d_se sw2 sw2_se projections gamma bandwidth estimator");
    assert_eq!(keys_of(&json["slam_adjusted"]), "value mean chance lenient distance place contacts profile");
    assert_eq!(keys_of(&json["slam_adjusted"]["profile"][0]), "width place contacts chance_place chance_contacts");
    assert_eq!(keys_of(&json["slam_pinned"]), "d mean");
    assert_eq!(keys_of(&json["flow"]), "kinds counts");
    assert_eq!(keys_of(&json["domains"][0]), "label n_spots n_edges kept lost share");
    assert_eq!(keys_of(&json["provenance"]), "version seed options steps input");
    assert_eq!(json["domains"][2]["label"], Value::Null);
    assert_eq!(json["matching"]["map"]["0"], "stroma");
}

#[test]
fn all_that_was_read_is_recorded() {
    let folder = Folder::with(&[
        ("spots.csv", b"id,x,y,region,section,votes\na,0,0,A,1,1\nb,1,0,B,1,2\nc,0,1,A,2,1\nd,1,1,B,2,2\n"),
        ("p.csv", b"id,p\na,A\nb,B\nc,B\nd,B\n"),
        ("q.csv", b"id,q\na,A\nb,B\nc,A\nd,A\n"),
        ("edges.csv", b"from,to\na,b\nc,d\n"),
    ]);
    let words = "compare spots.csv --truth region --labels p.csv --labels q.csv --pred p --pred q --slice section \
                 --severity-column votes --graph edges:edges.csv --format json";
    let text = folder.done(&words.split_whitespace().collect::<Vec<_>>());
    let json: Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({
        "file": "spots.csv",
        "truth": "region",
        "pred": ["p", "q"],
        "labels": ["p.csv", "q.csv"],
        "slice": "section",
        "severity_column": "votes",
        "graph": "edges:edges.csv",
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&json["provenance"]["input"][name], value, "{name}");
        assert_eq!(&json["results"][0]["provenance"]["input"][name], value, "{name}");
    }
}

#[test]
fn a_score_for_spreadsheets() {
    insta::assert_snapshot!(folder().done(&[&SCORE[..], &["--format", "csv", "--slice", "section"]].concat()));
}

#[test]
fn an_inspection() {
    insta::assert_snapshot!(folder().done(&["inspect", "spots.csv"]));
}

const COMPARE: [&str; 8] = ["compare", "spots.csv", "--truth", "region", "--pred", "cluster", "--pred", "section"];

#[test]
fn a_leaderboard() {
    insta::assert_snapshot!(folder().done(&COMPARE));
}

#[test]
fn a_leaderboard_by_slices() {
    insta::assert_snapshot!(folder().done(&[&COMPARE[..], &["--slice", "section", "--metrics", "ari,db"]].concat()));
}

#[test]
fn a_leaderboard_by_another_number() {
    let ranked = |by: &str| -> Vec<String> {
        let rows = folder().done(&[&COMPARE[..], &["--rank-by", by, "--format", "csv"]].concat());
        rows.lines().skip(1).take(2).map(|row| row.split(',').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(ranked("slam"), ["section 1", "cluster 2"]);
    assert_eq!(ranked("slam_pinned"), ["cluster 1", "section 2"]);
    assert_eq!(ranked("accuracy"), ["cluster 1", "section 2"], "higher is better");
    assert_eq!(ranked("db"), ["section 1", "cluster 2"], "lower is better");
    let said = folder().refused(&[&COMPARE[..], &["--rank-by", "slm"]].concat());
    let slip = "invalid value 'slm' for '--rank-by <NUMBER>': no metric \"slm\"; did you mean slam? (metrics: slam_adjusted, \
                slam, slam_pinned, accuracy, precision, recall, f1, ari, nmi, jaccard, fmi, v_measure, asw, chaos, pas, ch, db)";
    assert_eq!(error(&said), slip);
    let said = folder().refused(&[&COMPARE[..], &["--rank-by", "ari", "--metrics", "db"]].concat());
    assert_eq!(error(&said), "--rank-by ari needs that metric: name it in --metrics");
}

#[test]
fn slices_are_not_ranked() {
    let table =
        folder().done(&[&COMPARE[..], &["--slice", "section", "--format", "tsv", "--metrics", "none"]].concat());
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let header = "pred rank slam_rank better_than_chance blind_labels blind_median blind_share_as_good hungarian_adjusted \
                  hungarian hungarian_rank slice";
    assert_eq!(rows[0][..11], header.split(' ').collect::<Vec<_>>());
    assert_eq!(rows.len(), 1 + 5 * 3);
    for row in &rows[1..] {
        let is_ranked = row[10].is_empty() && !row[0].starts_with('(');
        assert!(row[1..10].iter().all(|cell| cell.is_empty() != is_ranked), "{row:?}");
    }
}

#[test]
fn a_leaderboard_for_programs() {
    let json: Value = serde_json::from_str(&folder().done(&[&COMPARE[..], &["--format", "json"]].concat())).unwrap();
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["schema", "verdict", "truth", "results", "references", "warnings", "provenance"]);
    let places = |entry: &Value| (entry["pred"].clone(), entry["rank"].clone(), entry["slam_rank"].clone());
    // North and south look like east and west to slam, and to nothing else.
    let found: Vec<_> = json["results"].as_array().unwrap().iter().map(places).collect();
    assert_eq!(found, [("cluster".into(), 1.into(), 2.into()), ("section".into(), 2.into(), 1.into())]);
    let first = &json["results"][0];
    assert_eq!(first["better_than_chance"], Value::from(first["test"]["p"].as_f64().unwrap() <= 0.05));
    assert_eq!((&first["blind"]["n_labels"], &first["blind"]["draws"]), (&2.into(), &25.into()));
    assert_eq!(first["hungarian"]["rank"], 1);
    assert!(first["slam"]["d"].is_number() && first["n_spots"] == 144);
    assert_eq!(json["verdict"]["best"], serde_json::json!(["cluster"]));
    assert_eq!((&json["verdict"]["by"], &json["verdict"]["lead"]), (&"slam_adjusted".into(), &"untested".into()));
    assert_eq!((&json["verdict"]["slam_is_trusted"], &json["verdict"]["blind"][0]), (&false.into(), &"section".into()));
    assert_eq!(json["references"][0]["pred"], "(one label)");
}

#[test]
fn a_leaderboard_for_spreadsheets() {
    let rows = folder().done(&[&COMPARE[..], &["--format", "tsv", "--metrics", "ari"]].concat());
    let header = "pred\trank\tslam_rank\tbetter_than_chance\tblind_labels\tblind_median\tblind_share_as_good\thungarian_adjusted\thungarian\thungarian_rank\tslice\tn_spots\tn_dropped\tn_unlabelled\tn_edges\tn_labels\tmatching\tslam\t\
                  slam_se\tslam_adjusted\tslam_adjusted_place\tslam_adjusted_contacts\tslam_adjusted_lenient\tslam_pinned\tcancelled\tari\ttest_p\ttest_chance_mean\ttest_chance_q95\ttest_replicates";
    assert_eq!(rows.lines().next(), Some(header));
    assert_eq!(rows.lines().count(), 6);
}

#[test]
fn what_is_no_labeling_is_warned_of() {
    let spots: Vec<String> = (0..60).map(|i| format!("s{i},{i},0,{},n{i},{}.5\n", i / 30, i % 4)).collect();
    let folder = Folder::with(&[("in.csv", format!("id,x,y,t,name,depth\n{}", spots.concat()).as_bytes())]);
    let compare = ["compare", "in.csv", "--truth", "t", "--pred", "name", "--pred", "depth", "--metrics", "none"];
    let output = folder.run(&[&compare[..], &["--allow-many-labels"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "note: positions: columns \"x\", \"y\"\n\
                    warning: name: --pred: 60 labels for 60 spots; is this a labeling?\n\
                    warning: name: 58 pred labels stand for no truth label, so that 58 spots count as wrong: \"n0\", \"n1\", \"n2\", …\n\
                    warning: depth: --pred: real numbers; is this a labeling?\n\
                    warning: depth: 2 pred labels stand for no truth label, so that 30 spots count as wrong: \"1.5\", \"2.5\"\n";
    assert_eq!(said, expected);
    let score = ["score", "in.csv", "--truth", "depth", "--pred", "t", "--metrics", "none"];
    let said = String::from_utf8(folder.run(&score).stderr).unwrap();
    let expected = "note: positions: columns \"x\", \"y\"\nwarning: --truth: real numbers; is this a labeling?\n";
    assert_eq!(said, expected);
}

#[test]
fn who_became_whom() {
    let folder = folder();
    let arguments = ["match", "spots.csv", "--truth", "region", "--pred", "cluster", "--spots", "renamed.csv"];
    insta::assert_snapshot!(folder.done(&arguments));
    let written = std::fs::read_to_string(folder.path("renamed.csv")).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines[..2], ["id,truth,cluster,cluster_matched", "s0,stroma,1,tumor"]);
    assert_eq!(lines.len(), 145);
}

/// Two slices of eight spots, each clustered by itself: 1 is stroma on the left, and tumor on the right.
fn clustered_one_by_one() -> Folder {
    let spot = |i: usize| {
        let (section, row, column) = (i / 8, i / 4 % 2, i % 4);
        let (truth, pred) = (["stroma", "tumor"][column / 2], 1 + (section + column / 2) % 2);
        format!("s{i},{column},{row},{truth},{pred},{}\n", ["left", "right"][section])
    };
    let spots = "id,x,y,region,cluster,section\n".to_owned() + &(0..16).map(spot).collect::<String>();
    Folder::with(&[("spots.csv", spots.as_bytes())])
}

#[test]
fn slices_are_matched_together_or_one_by_one() {
    let folder = clustered_one_by_one();
    let score =
        [&SCORE[..], &["--slice", "section", "--metrics", "accuracy,ari", "--format", "json", "--k", "4"]].concat();
    let together = folder.run(&score);
    let expected = "note: positions: columns \"x\", \"y\"\n\
                    warning: 8 more spots (50 %) would agree with the truth if every slice were matched by itself: where slices \
                    were clustered one by one, use --match-per slice\n\
                    warning: slam misses 100 % of the wrong edges, which cancel out: do not rank by it, see slam_adjusted and \
                    slam_pinned\n";
    assert_eq!(String::from_utf8(together.stderr).unwrap(), expected);
    let apart: Value = serde_json::from_str(&folder.done(&[&score[..], &["--match-per", "slice"]].concat())).unwrap();
    let expected = serde_json::json!({
        "left": { "1": "stroma", "2": "tumor" },
        "right": { "1": "tumor", "2": "stroma" },
    });
    assert_eq!(apart["matching"]["slices"], expected);
    assert_eq!((&apart["matching"]["per"], &apart["matching"]["map"]), (&"slice".into(), &serde_json::json!({})));
    assert_eq!(apart["metrics"], serde_json::json!({ "accuracy": 1.0, "ari": 1.0 }));
    assert_eq!((apart["slam"]["d"].as_f64(), apart["warnings"].as_array().unwrap().len()), (Some(0.0), 0));
}

#[test]
fn every_slice_has_its_own_words() {
    let folder = clustered_one_by_one();
    let renamed = ["match", "spots.csv", "--truth", "region", "--pred", "cluster", "--slice", "section"];
    insta::assert_snapshot!(folder.done(&[&renamed[..], &["--match-per", "slice"]].concat()));
    let said = folder.refused(&[&SCORE[..], &["--match-per", "slice"]].concat());
    let problem = "--match-per slice has no place in spots without slices: there is nothing to match by itself";
    assert_eq!(error(&said), problem);
}

#[test]
fn the_demo_leaves_a_report() {
    let folder = Folder::with(&[]);
    let said = folder.done(&["demo", "--report", "demo.html"]);
    let order = "cluster_numbers lesion_missed boundary_shift salt_and_pepper layer_split layers_merged layers_swapped";
    let place = |name: &str| said.lines().position(|line| line.contains(&format!("  {name}  "))).unwrap();
    let places: Vec<usize> = order.split(' ').chain(["(one label)"]).map(place).collect();
    assert!(places.is_sorted(), "{said}");
    assert!(place("(shuffled)") > place("salt_and_pepper"), "{said}");
    let page = std::fs::read_to_string(folder.path("demo.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"));
    assert!(page.len() < 3_000_000);
}

#[test]
fn a_score_can_be_reported_without_changing() {
    let folder = folder();
    let score = |more: &[&str]| {
        let mut json: Value =
            serde_json::from_str(&folder.done(&[&SCORE[..], &["--format", "json"], more].concat())).unwrap();
        json["provenance"]["input"] = Value::Null;
        json
    };
    assert_eq!(score(&[]), score(&["--report", "report.html"]));
    assert!(folder.path("report.html").exists());
}

#[test]
fn shells_can_complete() {
    assert!(Folder::with(&[]).done(&["completions", "bash"]).contains("_slam"));
}

#[test]
fn every_spot_has_a_row() {
    let folder = folder();
    folder.done(&[&SCORE[..], &["--spots", "out.csv"]].concat());
    let written = std::fs::read_to_string(folder.path("out.csv")).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!((lines.len(), lines[0]), (145, "id,x,y,truth,pred,matched,disagreement,share"));
    assert!(lines[1].starts_with("s0,0,0,stroma,1,tumor,1,"));
    let shares = lines[1..].iter().map(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn quiet_means_quiet_and_warnings_go_to_standard_error() {
    let folder = folder();
    let loud = folder.run(&[&SCORE[..], &["--matching", "identity"]].concat());
    let expected = "note: positions: columns \"x\", \"y\"\n\
                    warning: 2 pred labels stand for no truth label, so that 144 spots count as wrong: \"0\", \"1\"\n";
    assert_eq!(String::from_utf8_lossy(&loud.stderr), expected);
    let quiet = folder.run(&[&SCORE[..], &["--matching", "identity", "--quiet"]].concat());
    assert!(quiet.stderr.is_empty());
    assert_eq!(loud.stdout, quiet.stdout);
}

#[test]
fn help_has_examples() {
    for command in ["score", "compare", "match", "inspect", "demo", "completions"] {
        assert!(folder().done(&[command, "--help"]).contains("Example"), "{command}");
    }
    assert!(folder().done(&["--help"]).contains("Examples"));
}

/// Matched one to one, 5 stands for 0 and 7 for 1, so that the pred's own 1 stands for nothing.
const LEFT_OVER: &str = "id,x,y,t,p\na,0,0,0,5\nb,1,0,0,5\nc,2,0,1,1\nd,3,0,1,7\ne,4,0,1,7\nf,5,0,1,7\n";

#[test]
fn a_label_left_over_is_not_written_as_a_truth_label() {
    let folder = Folder::with(&[("in.csv", LEFT_OVER.as_bytes())]);
    let options = ["in.csv", "--truth", "t", "--pred", "p", "--matching", "hungarian", "--spots", "spots.csv"];
    let third = |command: &str| {
        folder.done(&[&[command], &options[..]].concat());
        std::fs::read_to_string(folder.path("spots.csv")).unwrap().lines().nth(3).unwrap().to_owned()
    };
    assert_eq!(third("match"), "c,1,1,1 (unmatched)");
    assert!(third("score").starts_with("c,2,0,1,1,1 (unmatched),"));
}
