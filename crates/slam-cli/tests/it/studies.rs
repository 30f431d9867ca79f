//! Studies: slides and labels as they lie, found by patterns, compared together.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

use crate::folder::Folder;

const SIDE: usize = 14;
const SLICES: [&str; 4] = ["s1", "s2", "s3", "s10"];
const METHODS: [&str; 3] = ["few", "many", "most"];
/// The words of the study, without those that say how it is shown.
const STUDY: [&str; 6] =
    ["compare", "slides/{slice}.csv", "--labels", "preds/{method}/{slice}.csv", "--truth", "layer"];

/// The truth of a spot: three layers, whose borders differ from slide to slide; the last slide lacks the first.
fn layer(slide: usize, x: usize) -> usize {
    if slide == 3 { 1 + usize::from(x >= 8) } else { usize::from(x >= 4 + slide) + usize::from(x >= 10) }
}

/// What a method says: the truth, but for one spot in so many.
fn said(method: usize, slide: usize, spot: usize) -> usize {
    let own = layer(slide, spot % SIDE);
    let is_wrong = (7 * spot + 5 * slide + spot / SIDE) % [23, 11, 5][method] == 0;
    let other = if slide == 3 { 3 - own } else { (own + 1) % 3 };
    if is_wrong { other } else { own }
}

fn slide(slide: usize) -> String {
    let mut text = "id,x,y,layer\n".to_owned();
    for spot in 0..SIDE * SIDE {
        let (x, y) = (spot % SIDE, spot / SIDE);
        let _ = writeln!(text, "b{spot},{},{},L{}", x as f64 + 0.5 * (y % 2) as f64, y as f64 * 0.866, layer(slide, x));
    }
    text
}

/// The labels of a method on a slide, from the last spot to the first; clusters are numbered anew on every slide.
fn labels(method: usize, slide: usize, name: impl Fn(usize) -> String) -> String {
    let rows = (0..SIDE * SIDE).rev().map(|spot| format!("b{spot},{}\n", name(said(method, slide, spot))));
    std::iter::once("barcode,cluster\n".to_owned()).chain(rows).collect()
}

fn write(folder: &Folder, path: &str, text: &str) {
    let path = folder.path(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Four slides and three methods, of which one is missing once.
fn study(is_named: bool) -> Folder {
    let folder = Folder::with(&[]);
    for (place, slice) in SLICES.iter().enumerate() {
        write(&folder, &format!("slides/{slice}.csv"), &slide(place));
        for (which, method) in METHODS.iter().enumerate() {
            let name =
                |label: usize| if is_named { format!("L{label}") } else { ((label + place) % 3 + 1).to_string() };
            if (*method, *slice) != ("many", "s3") {
                write(&folder, &format!("preds/{method}/{slice}.csv"), &labels(which, place, name));
            }
        }
    }
    folder
}

fn json(folder: &Folder, words: &[&str]) -> Value {
    serde_json::from_str(&folder.done(&[words, &["--format", "json", "--quiet"]].concat())).unwrap()
}

fn names(list: &Value, key: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_study_has_a_page_with_the_maps_of_every_slice() {
    let folder = study(false);
    let plain = folder.done(&[&STUDY[..], &["--format", "json", "--quiet"]].concat());
    let beside = folder.done(&[&STUDY[..], &["--format", "json", "--quiet", "--report", "study.html"]].concat());
    assert_eq!(plain, beside, "a page changes no number");
    // Slashes are written as HTML has them, for names are text.
    let page = fs::read_to_string(folder.path("study.html")).unwrap().replace("&#x2f;", "/");
    assert!(page.contains("<title>4 slices compared with layer</title>") && page.contains("many has no labels for s3"));
    assert_eq!(page.matches("class=\"missing\"").count(), 1);
    assert_eq!(page.matches("<option value=").count(), 4 + 17, "slices, and numbers to choose from");
    assert!(page.contains("preds/few/s1.csv") && page.contains("SHA-256"));
}

#[test]
fn a_slide_of_a_study_has_the_numbers_of_its_own_score() {
    let folder = study(false);
    let found = json(&folder, &STUDY);
    assert_eq!(names(&found["slices"], "slice"), SLICES);
    for method in found["methods"].as_array().unwrap() {
        for (place, slice) in SLICES.iter().enumerate() {
            let (name, cell) = (method["method"].as_str().unwrap(), &method["slices"][place]);
            if (name, *slice) == ("many", "s3") {
                assert!(cell.is_null());
                continue;
            }
            let (input, labels) = (format!("slides/{slice}.csv"), format!("preds/{name}/{slice}.csv"));
            let words = ["score", &input, "--labels", &labels, "--truth", "layer", "--pred", "cluster"];
            let alone = json(&folder, &words);
            for (key, inner) in [("slam", "d"), ("slam_adjusted", "r"), ("slam_pinned", "d")] {
                assert_eq!(cell[key][inner], alone[key][inner], "{name} on {slice}: {key}");
            }
            for key in ["metrics", "undefined", "cancelled", "n_spots", "n_edges"] {
                assert_eq!(cell[key], alone[key], "{name} on {slice}: {key}");
            }
        }
    }
}

#[test]
fn how_clusters_are_numbered_does_not_matter() {
    let (numbered, named) = (json(&study(false), &STUDY), json(&study(true), &STUDY));
    assert_eq!(names(&numbered["methods"], "method"), ["few", "many", "most"]);
    for (one, other) in numbered["methods"].as_array().unwrap().iter().zip(named["methods"].as_array().unwrap()) {
        assert_eq!((&one["method"], &one["value"], &one["rank"]), (&other["method"], &other["value"], &other["rank"]));
        assert_eq!(one["pooled"]["slam"], other["pooled"]["slam"]);
    }
}

#[test]
fn a_missing_combination_is_marked_everywhere() {
    let folder = study(false);
    let output = folder.run(&STUDY);
    let (table, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let expected = "warning: 1 of 12 combinations of method and slice is missing: many on s3\n\
                    warning: how donors differ is unknown: nobody said whose the 4 slices are (--donor)\n";
    assert_eq!(said, expected);
    assert!(table.contains("ranks rest on the 3 slices that all methods have"), "{table}");
    let row = table.lines().find(|line| line.starts_with("many ") && line.contains('–')).unwrap();
    assert_eq!(row.split_whitespace().nth(3), Some("–"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 110), "{table}");
    let csv = folder.done(&[&STUDY[..], &["--format", "csv"]].concat());
    let missing: Vec<&str> = csv.lines().filter(|line| line.contains(",missing,")).collect();
    assert!(matches!(missing[..], [line] if line.starts_with("many,s3,,missing,,,")), "{csv}");
    // A header, and for three methods and three references a row of its own and one for each slice.
    assert_eq!(csv.lines().count(), 1 + 6 * 5);
    let first = json(&folder, &STUDY);
    assert_eq!(first["slices"][2]["missing"][0], "many");
}

#[test]
fn partials_add_up_to_the_study() {
    let folder = study(false);
    for slice in SLICES.iter().rev() {
        let (input, labels, output) =
            (format!("slides/{slice}.csv"), format!("preds/{{method}}/{slice}.csv"), format!("{slice}.partial"));
        folder.done(&["partial", &input, "--labels", &labels, "--truth", "layer", "-o", &output, "--quiet"]);
    }
    let files = ["s3.partial", "s10.partial", "s1.partial", "s2.partial"];
    let merged = json(&folder, &[&["merge"], &files[..]].concat());
    assert_eq!(merged, json(&folder, &STUDY));
    let by_ari = [&["merge", "--rank-by", "ari"], &files[..]].concat();
    assert_eq!(json(&folder, &by_ari)["verdict"]["by"], "ari");

    let words = ["partial", "slides/s1.csv", "--labels", "preds/{method}/s1.csv", "--truth", "layer", "--quiet"];
    folder.done(&[&words[..], &["--k", "4", "--name", "other", "-o", "other.partial"]].concat());
    let said = folder.refused(&["merge", "s1.partial", "other.partial"]);
    let expected =
        "error: other.partial: slices \"s1\" and \"other\" do not add up: k is \"6\" on one and \"4\" on the other\n";
    assert_eq!(said, expected);
    let said = folder.refused(&["merge", "s1.partial", "s1.partial"]);
    assert_eq!(said, "error: s1.partial: slice \"s1\" is there twice; expected every slice once\n");
    let mut bytes = fs::read(folder.path("s1.partial")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.path("s1.partial"), bytes).unwrap();
    let said = folder.refused(&["merge", "s1.partial", "s2.partial"]);
    assert_eq!(said, "error: s1.partial: the partial is damaged: its checksum is another\n");
}

#[test]
fn a_slide_that_cannot_be_read_stops_the_study_or_is_left_out() {
    let folder = study(false);
    write(&folder, "slides/s2.csv", "");
    assert_eq!(folder.refused(&STUDY), "error: slice \"s2\": slides/s2.csv is empty\n");
    let words = [&STUDY[..], &["--keep-going", "--format", "json", "--output", "study.json"]].concat();
    let output = folder.run(&words);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let expected = "warning: slice \"s2\" is left out: slides/s2.csv is empty\n\
                    warning: 1 of 9 combinations of method and slice is missing: many on s3\n\
                    warning: how donors differ is unknown: nobody said whose the 3 slices are (--donor)\n";
    assert_eq!(said, expected);
    let found: Value = serde_json::from_slice(&fs::read(folder.path("study.json")).unwrap()).unwrap();
    assert_eq!(
        (names(&found["failures"], "slice"), names(&found["slices"], "slice")),
        (vec!["s2".to_owned()], ["s1", "s3", "s10"].map(str::to_owned).to_vec())
    );
}

#[test]
fn a_file_of_labels_that_fails_leaves_out_its_method_alone() {
    let folder = study(false);
    write(&folder, "preds/few/s2.csv", "");
    assert_eq!(folder.refused(&STUDY), "error: slice \"s2\": preds/few/s2.csv is empty\n");
    let words = [&STUDY[..], &["--keep-going", "--format", "json", "--output", "study.json"]].concat();
    let output = folder.run(&words);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let expected = "warning: method \"few\" on slice \"s2\" is left out: preds/few/s2.csv is empty\n\
                    warning: 2 of 12 combinations of method and slice are missing: few on s2 and many on s3\n\
                    warning: how donors differ is unknown: nobody said whose the 4 slices are (--donor)\n";
    assert_eq!(said, expected);
    let found: Value = serde_json::from_slice(&fs::read(folder.path("study.json")).unwrap()).unwrap();
    let failure = serde_json::json!([{"slice": "s2", "method": "few", "reason": "preds/few/s2.csv is empty"}]);
    assert_eq!(found["failures"], failure);
    assert_eq!(names(&found["slices"], "slice"), ["s1", "s2", "s3", "s10"]);
    assert_eq!(names(&found["methods"], "method").len(), 3);
    let rows =
        String::from_utf8(folder.run(&[&STUDY[..], &["--keep-going", "--format", "csv"]].concat()).stdout).unwrap();
    assert!(rows.contains("few,s2,,failed,") && rows.contains("many,s3,,missing,"), "{rows}");
}

#[test]
fn a_severity_needs_a_label_that_some_slide_has() {
    let folder = study(false);
    let expected =
        "error: --severity: no spot of the truth is labelled \"L4\"; did you mean \"L0\"? (labels: L0, L1, L2)\n";
    assert_eq!(folder.refused(&[&STUDY[..], &["--severity", "L4=2"]].concat()), expected);
    // The last slide lacks L0.
    assert_eq!(json(&folder, &[&STUDY[..], &["--severity", "L0=2"]].concat())["slices"].as_array().unwrap().len(), 4);
}

#[test]
fn a_file_may_say_what_would_be_typed() {
    let folder = study(false);
    let words = "input = \"slides/{slice}.csv\"\ntruth = \"layer\"\nmetrics = [\"ari,accuracy\"]\nrank_by = \"ari\"\nquiet = true\n\n\
                 [labels]\nA = \"preds/few/{slice}.csv\"\nB = \"preds/most/{slice}.csv\"\n";
    write(&folder, "study.toml", words);
    fs::create_dir_all(folder.path("elsewhere")).unwrap();
    let output = assert_cmd::Command::cargo_bin("slam")
        .unwrap()
        .current_dir(folder.path("elsewhere"))
        .args(["compare", "--study", "../study.toml", "--format", "json"])
        .output()
        .unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(names(&found["methods"], "method"), ["A", "B"]);
    assert_eq!((&found["verdict"]["by"], found["slices"].as_array().unwrap().len()), (&"ari".into(), 4));
    let typed =
        json(&folder, &["compare", "--study=study.toml", "--rank-by", "accuracy", "slides/s1.csv", "slides/s2.csv"]);
    assert_eq!((&typed["verdict"]["by"], typed["slices"].as_array().unwrap().len()), (&"accuracy".into(), 2));
    write(&folder, "study.toml", "trutth = \"layer\"\n");
    let said = folder.refused(&["compare", "--study", "study.toml"]);
    assert_eq!(said, "error: study.toml: no option \"trutth\"; did you mean \"truth\"?\n");
    let said = folder.refused(&["compare", "--study", "none.toml"]);
    assert_eq!(said, "error: none.toml: no such file\n");
}

#[test]
fn several_inputs_and_columns_of_their_own() {
    let folder = Folder::with(&[]);
    for (place, slice) in SLICES.iter().enumerate() {
        let mut lines = slide(place).lines().map(str::to_owned).collect::<Vec<_>>();
        lines[0] += ",p_one,p_two,who";
        for (spot, line) in lines.iter_mut().skip(1).enumerate() {
            let _ = write!(line, ",{},{},d{}", said(0, place, spot), said(2, place, spot), place / 2);
        }
        write(&folder, &format!("{slice}.csv"), &lines.join("\n"));
    }
    let words = ["compare", "s1.csv", "s2.csv", "s3.csv", "s10.csv", "--truth", "layer", "--pred-glob", "p_*"];
    let found = json(&folder, &words);
    assert_eq!(names(&found["methods"], "method"), ["p_one", "p_two"]);
    // Nobody said whose the slices are.
    assert_eq!(found["methods"][0]["means"]["ari"]["donors"], Value::Null);
    let with_donors = json(&folder, &[&words[..], &["--donor", "who"]].concat());
    assert_eq!(with_donors["methods"][0]["means"]["ari"]["donors"], 2);
    let pattern = json(&folder, &["compare", "{donor}{slice}.csv", "--truth", "layer", "--pred", "p_one"]);
    assert_eq!(
        (names(&pattern["slices"], "slice"), names(&pattern["slices"], "donor")),
        (["1", "2", "3", "10"].map(str::to_owned).to_vec(), vec!["s".to_owned(); 4])
    );
}

#[test]
fn files_of_labels_may_have_names_on_one_slide_too() {
    let folder = study(false);
    let labels = ["--labels", "GraphST=preds/few/s1.csv", "--labels", "preds/most/s1.csv", "--truth", "layer"];
    let found = json(&folder, &[&["compare", "slides/s1.csv"], &labels[..]].concat());
    assert_eq!(names(&found["results"], "pred"), ["GraphST", "s1"]);
    for words in
        [["--labels", "X=preds/few/s1.csv", "--pred", "X"], ["--labels", "preds/few/s1.csv", "--pred", "cluster"]]
    {
        let score = json(&folder, &[&["score", "slides/s1.csv", "--truth", "layer"], &words[..]].concat());
        assert_eq!(score["slam_adjusted"]["value"], found["results"][0]["slam_adjusted"]["value"]);
    }
    let many = json(&folder, &["compare", "slides/s1.csv", "--labels", "preds/{method}/s1.csv", "--truth", "layer"]);
    assert_eq!(names(&many["results"], "pred"), ["few", "many", "most"]);
}

#[test]
fn what_is_found_is_said_with_the_command_to_type() {
    let folder = study(false);
    let expected = "\
slides/{slice}.csv: 4 slides
preds/{method}/{slice}.csv: 3 methods

slice  donor  methods  missing
s1            all
s2            all
s3            2        many
s10           all

methods: few, many, most

next: slam compare 'slides/{slice}.csv' --labels 'preds/{method}/{slice}.csv' --truth layer
";
    let pattern = ["inspect", "slides/{slice}.csv", "--labels", "preds/{method}/{slice}.csv"];
    assert_eq!(folder.done(&pattern), expected);
    let guessed = folder.done(&["inspect", "."]);
    assert_eq!(guessed, expected.replace("slides/{", "./slides/{").replace("preds/{", "./preds/{"));
    assert_eq!(json(&folder, &pattern)["slices"][2]["missing"][0], "many");
}

#[test]
fn what_makes_no_sense_on_many_slides_is_refused() {
    let folder = study(false);
    let said = |words: &[&str]| folder.refused(&[&STUDY[..], words].concat());
    for (words, expected) in [
        (
            &["--spots", "spots.csv"][..],
            "--spots: a table of the spots of many slides is not written; ask for it slide by slide",
        ),
        (&["--slice", "layer"], "--slice: of many files each is a slice; join them into one file, or leave it out"),
    ] {
        assert_eq!(said(words), format!("error: {expected}\n"));
    }
    let nothing = folder.refused(&[
        "compare",
        "slides/{slice}.csv",
        "--labels",
        "preds/{method}/{slice}.tsv",
        "--truth",
        "layer",
    ]);
    let expected = "error: --labels \"preds/{method}/{slice}.tsv\": nothing fits {slice}.tsv in preds/few (there: s1.csv, s2.csv, \
                    s3.csv, s10.csv)\n";
    assert_eq!(nothing, expected);
    let one =
        folder.refused(&["compare", "slides/s1.csv", "--labels", "preds/{method}/{slice}.csv", "--truth", "layer"]);
    let expected = "error: --labels \"preds/{method}/{slice}.csv\": {slice} has no place here: the input is one file; name its \
                    slices, as in 'slides/{slice}.h5ad'\n";
    assert_eq!(one, expected);
    let score = folder.refused(&["match", "slides/{slice}.csv", "--truth", "layer", "--pred", "layer"]);
    let expected = "error: slides/{slice}.csv: a pattern of slides, expected one file; slam compare takes many\n";
    assert_eq!(score, expected);
}

#[test]
fn multiqc_has_a_row_for_each_method() {
    let folder = study(false);
    let section: Value =
        serde_json::from_str(&folder.done(&[&STUDY[..], &["--format", "multiqc", "--quiet"]].concat())).unwrap();
    assert_eq!((&section["plot_type"], &section["data"]["few"]["rank"]), (&"table".into(), &1.into()));
    assert!(section["data"]["many"].get("slam_adjusted s3").is_none());
    let one =
        ["compare", "slides/s1.csv", "--labels", "preds/{method}/s1.csv", "--truth", "layer", "--format", "multiqc"];
    let section: Value = serde_json::from_str(&folder.done(&one)).unwrap();
    assert_eq!(section["data"].as_object().unwrap().len(), 3);
}
