//! Our cases are those of the authors' own files, where these are found.

use std::path::{Path, PathBuf};

use slam_paper::{Made, Slide};

/// A table of the real data as rows of text.
fn shared(file: &str) -> Vec<Vec<String>> {
    let named = std::env::var_os("SLAM_SHARED_DATA").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let text = std::fs::read_to_string(named.unwrap_or_else(beside).join(file)).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Whether a labeling of ours says the same as a column of theirs, label for label, at every place.
fn assert_same(slide: &Slide, ours: &str, table: &[Vec<String>], theirs: &str, names: &[(&str, &str)]) {
    let column = |name: &str| table[0].iter().position(|other| other == name).unwrap();
    let labelings = std::iter::once(&slide.truth).chain(&slide.preds);
    let labeling = &labelings.into_iter().find(|(name, _)| name == ours).unwrap().1;
    assert_eq!(slide.spots.n_spots(), table.len() - 1);
    for row in &table[1..] {
        let place: Vec<f64> = ["x", "y"].iter().map(|name| row[column(name)].parse().unwrap()).collect();
        let spot = (0..slide.spots.n_spots()).find(|&spot| slide.spots.position(spot) == place).unwrap();
        let label = &row[column(theirs)];
        let expected = names.iter().find(|(theirs, _)| theirs == label).unwrap().1;
        assert_eq!(labeling.name(spot), Some(expected), "{ours} at {place:?}");
    }
}

fn slide(name: &str) -> Slide {
    (Made::named(name).unwrap().make)().unwrap().slide
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn case_one_is_theirs() {
    let table = shared("paper_cases/case_I.csv");
    let (slide, names) = (slide("I"), [("A", "A"), ("B", "B")]);
    assert_same(&slide, "truth", &table, "truth_label", &names);
    assert_same(&slide, "more_mislabels", &table, "less_right_label", &names);
    assert_same(&slide, "fewer_mislabels", &table, "more_right_label", &names);
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn cases_three_five_and_six_are_theirs() {
    let table = shared("paper_cases/cases_III_V_VI.csv");
    let names = [("A", "tumor"), ("B", "normal")];
    assert_same(&slide("III"), "truth", &table, "case1-truth-label", &names);
    assert_same(&slide("III"), "core", &table, "case1-center-label", &names);
    assert_same(&slide("III"), "edge", &table, "case1-edge-label", &names);
    let names = [("Anomaly", "cancer"), ("Normal", "normal")];
    assert_same(&slide("V"), "truth", &table, "case2-truth-label", &names);
    assert_same(&slide("V"), "false_negatives", &table, "case2-FN", &names);
    assert_same(&slide("V"), "false_positives", &table, "case2-FP", &names);
    let names = [("A", "gland"), ("B", "adipose"), ("C", "cancer")];
    assert_same(&slide("VI"), "truth", &table, "case4-truth", &names);
    assert_same(&slide("VI"), "cancer_as_gland", &table, "case4-dissim", &names);
    assert_same(&slide("VI"), "adipose_as_gland", &table, "case4-sim", &names);
}
