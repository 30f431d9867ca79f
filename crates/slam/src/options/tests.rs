//! What options are refused, and what reaches the steps.

use super::*;
use crate::testing::pair;

fn said(options: &Options) -> String {
    options.analyze(pair("aabb", "aaab"), &()).unwrap_err().to_string()
}

#[test]
fn what_an_estimator_has_no_use_for_is_refused() {
    let authors = Options { estimator: Estimator::Authors, ..Options::default() };
    let exact = Options { sigma: Some(0.1), ..Options::default() };
    assert_eq!(said(&exact), "sigma has no place in the estimator exact: its kernel has gamma");
    let sampled = Options { estimator: Estimator::Sampled, ..exact };
    assert_eq!(said(&sampled), "sigma has no place in the estimator sampled: its kernel has gamma");
    let gamma = Options { gamma: Gamma::Fixed(4.0), ..authors.clone() };
    assert_eq!(said(&gamma), "gamma has no place in the estimator authors: its kernel has sigma");
    let drawn = Options { draws: Draws::Independent, ..Options::default() };
    assert_eq!(said(&drawn), "draws has no place in the estimator exact: it samples no points");
    let draws = Options { draws: Draws::Independent, ..authors.clone() };
    assert!(said(&draws).starts_with("draws has no place in the estimator authors"));
    for sigma in [0.0, -1.0, f64::NAN] {
        let options = Options { sigma: Some(sigma), ..authors.clone() };
        assert!(said(&options).starts_with("sigma must be a positive number"), "{sigma}");
    }
}

#[test]
fn labels_are_excluded_from_both_sides() {
    let (exclude, missing_pred) = (vec!["x".to_owned()], MissingPred::Drop);
    let options = Options { missing_pred, exclude, ..Options::default() };
    let [truth, pred] = ["aaxbb", "axabb"].map(|letters| Arc::new(crate::testing::labeling(letters)));
    let pair = options.pair(&Arc::new(crate::testing::line(5)), &truth, &pred).unwrap();
    assert_eq!((pair.n_spots(), pair.n_dropped()), (3, 2));
    assert_eq!(
        (pair.truth().names(), pair.pred().names()),
        (&["a", "b"].map(str::to_owned)[..], &["a", "b"].map(str::to_owned)[..])
    );
    // On either side they are missing: the truth's spot is left out, and the pred's counts as wrong.
    let wrong = Options { missing_pred: MissingPred::Wrong, ..options };
    let pair = wrong.pair(&Arc::new(crate::testing::line(5)), &truth, &pred).unwrap();
    assert_eq!((pair.n_spots(), pair.pred().codes(), pair.missing_pred()), (4, &[0, 2, 1, 1][..], Some(2)));
}

#[test]
fn an_estimator_has_the_settings_that_were_chosen() {
    let (bandwidth, gamma, seed, projections) = (0.2, Gamma::Fixed(3.0), 7, 16);
    let options = Options { bandwidth, gamma, seed, projections: Some(projections), ..Options::default() };
    let exact = Exact { bandwidth, gamma, seed, projections: Some(projections) };
    assert_eq!(options.discrepancy().describe(), exact.describe());
    let options = Options { estimator: Estimator::Sampled, draws: Draws::Independent, ..options };
    let sampled = Sampled { bandwidth, gamma, seed, projections, draws: Draws::Independent, ..Sampled::default() };
    assert_eq!(options.discrepancy().describe(), sampled.describe());
    let options = Options { estimator: Estimator::Authors, sigma: Some(0.5), ..options };
    let authors = Authors { bandwidth, sigma: 0.5, seed, projections, ..Authors::default() };
    assert_eq!(options.discrepancy().describe(), authors.describe());
}
