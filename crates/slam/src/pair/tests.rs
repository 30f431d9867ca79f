//! What becomes of spots without a label.

use super::*;
use crate::testing::{labeling, line};

const DROP: Missing = Missing { truth: MissingTruth::Drop, pred: MissingPred::Drop };

fn torn(truth: MissingTruth, pred: MissingPred) -> Result<Pair> {
    let missing = Missing { truth, pred };
    Pair::with_missing(&line(5).into(), &labeling("ab ca").into(), &labeling("xx y ").into(), missing)
}

#[test]
fn spots_without_a_truth_label_are_dropped_kept_or_refused() {
    let pair = torn(MissingTruth::Drop, MissingPred::Wrong).unwrap();
    assert_eq!((pair.n_spots(), pair.n_dropped(), pair.spots().row(2)), (4, 1, 3));
    let kept = torn(MissingTruth::Keep, MissingPred::Wrong).unwrap();
    assert_eq!((kept.truth().n_labels(), kept.n_truth_spots(), kept.n_unlabelled()), (4, 5, 2));
    let refused = torn(MissingTruth::Error, MissingPred::Wrong);
    assert_eq!(refused, Err(Error::MissingLabel { role: "truth", row: 2 }));
}

#[test]
fn spots_without_a_prediction_are_a_class_dropped_or_refused() {
    let pred = |pred| torn(MissingTruth::Drop, pred);
    let wrong = pred(MissingPred::Wrong).unwrap();
    assert_eq!((wrong.pred().codes(), wrong.missing_pred(), wrong.n_pred_labels()), (&[0, 0, 1, 2][..], Some(2), 2));
    let is_labelled = |spot| wrong.is_labelled(spot);
    assert_eq!([0, 1, 2, 3].map(is_labelled), [true, true, true, false]);
    for dropped in [MissingPred::Drop, MissingPred::Common].map(|missing| pred(missing).unwrap()) {
        assert_eq!((dropped.n_spots(), dropped.missing_pred(), dropped.n_unlabelled()), (3, None, 1));
    }
    // Row 2 has neither label, and is dropped for want of a truth label.
    assert_eq!(pred(MissingPred::Error), Err(Error::MissingLabel { role: "pred", row: 4 }));
}

#[test]
fn labels_go_with_their_last_spot() {
    let pair = Pair::with_missing(&line(3).into(), &labeling("aab").into(), &labeling("xx ").into(), DROP);
    assert_eq!(pair.unwrap().truth().names(), ["a"]);
}

#[test]
fn a_pred_without_any_label_is_refused() {
    let said = |missing| {
        let pair = Pair::with_missing(&line(3).into(), &labeling("ab ").into(), &labeling("  x").into(), missing);
        pair.unwrap_err().to_string()
    };
    assert_eq!(
        said(Missing::default()),
        "the pred labels none of the 2 spots that the truth labels, so there is nothing to compare"
    );
    assert_eq!(said(DROP), "0 spots left after dropping 3 of 3 for missing labels; at least 2 are needed");
}

#[test]
fn dropping_most_spots_is_a_warning() {
    let warnings = |truth: &str, pred: &str| {
        let (spots, truth, pred) = (line(truth.len()).into(), labeling(truth).into(), labeling(pred).into());
        let pair = Pair::with_missing(&spots, &truth, &pred, DROP).unwrap();
        (pair.is_partial(), pair.warnings())
    };
    let (most, partly) = (
        |n_dropped, n_rows| Warning::MostDropped { n_dropped, n_rows },
        |n_spots, n_truth| Warning::PartlyLabelled { n_spots, n_truth },
    );
    assert_eq!(warnings("aabb  ", "xxyyzz"), (false, vec![]));
    assert_eq!(warnings("aabb  ", "xx  zz"), (false, vec![most(4, 6)]));
    assert_eq!(warnings("aa   ", "xxyyy"), (false, vec![most(3, 5)]));
    assert_eq!(warnings("aaabb", "xx   "), (true, vec![partly(2, 5)]));
    assert_eq!(warnings("aaaaa      ", "  xx      y"), (true, vec![most(9, 11), partly(2, 5)]));
}

#[test]
fn spots_that_count_as_wrong_are_a_warning() {
    let pair = |truth: &str, pred: &str| {
        let (spots, truth, pred) = (line(truth.len()).into(), labeling(truth).into(), labeling(pred).into());
        Pair::with_missing(&spots, &truth, &pred, Missing::default()).unwrap()
    };
    let blanked = pair("aaabb ", "xx   y");
    let unlabelled = Warning::Unlabelled { n_unlabelled: 3, n_truth: 5 };
    assert_eq!((blanked.is_partial(), blanked.warnings()), (false, vec![unlabelled.clone()]));
    let said = unlabelled.to_string();
    assert_eq!(said, "3 of 5 spots (60 %) have no prediction and count as wrong (missing_pred = wrong)");
    assert_eq!(pair("aabb ", "xxyy ").warnings(), []);
}

#[test]
fn one_spot_is_no_pair() {
    let lonely = Pair::with_missing(&line(2).into(), &labeling("a ").into(), &labeling("xx").into(), DROP);
    let said = lonely.unwrap_err().to_string();
    assert_eq!(said, "1 spots left after dropping 1 of 2 for missing labels; at least 2 are needed");
}

#[test]
fn common_spots_keep_what_is_known_of_the_whole() {
    let pair = torn(MissingTruth::Drop, MissingPred::Wrong).unwrap();
    let common = pair.common(|row| row != 4 && row != 0).unwrap();
    assert_eq!((common.n_spots(), common.missing_pred(), common.spots().row(0)), (2, None, 1));
    assert_eq!((common.n_truth_spots(), common.n_unlabelled(), common.is_partial()), (4, 1, false));
    assert_eq!(pair.common(|row| row == 0), Err(Error::TooFewCommon { n_spots: 1 }));
}
