//! Metrics that compare labels spot by spot, once pred speaks the truth's words.

use super::value::{Undefined, Value};
use crate::contingency::Contingency;

/// The spots of one label: in both labelings, in the truth, in the pred.
struct Class {
    both: f64,
    truth: f64,
    pred: f64,
}

/// The share of spots whose label is right.
///
/// Range [0, 1], defined for every pair.
pub(super) fn accuracy(table: &Contingency) -> f64 {
    let right: u64 = table.cells.iter().filter(|cell| cell.truth == cell.pred).map(|cell| cell.n_spots).sum();
    right as f64 / table.n_spots as f64
}

/// The share of the spots with a pred label that carry it in the truth, averaged over labels.
///
/// The average is over the labels present in truth or pred; a label absent from pred counts 0. Range [0, 1];
/// undefined when the truth has one label.
pub(super) fn precision(table: &Contingency) -> Value {
    macro_average(table, |class| ratio(class.both, class.pred))
}

/// The share of the spots with a truth label that carry it in the pred, averaged over labels.
///
/// The average is over the labels present in truth or pred; a label absent from the truth counts 0. Range [0, 1];
/// undefined when the truth has one label.
pub(super) fn recall(table: &Contingency) -> Value {
    macro_average(table, |class| ratio(class.both, class.truth))
}

/// The harmonic mean of precision and recall of a label, averaged over labels.
///
/// The average is over the labels present in truth or pred. Range [0, 1]; undefined when the truth has one label.
pub(super) fn f1(table: &Contingency) -> Value {
    macro_average(table, |class| ratio(2.0 * class.both, class.truth + class.pred))
}

/// Spots with a label in both labelings over spots with it in either, averaged over labels.
///
/// The average is over the labels present in truth or pred. Range [0, 1], defined for every pair.
pub(super) fn jaccard(table: &Contingency) -> f64 {
    mean(&classes(table), |class| ratio(class.both, class.truth + class.pred - class.both))
}

fn macro_average(table: &Contingency, score: fn(&Class) -> f64) -> Value {
    match table.truth_sizes.iter().filter(|&&size| size > 0).count() {
        0 | 1 => Err(Undefined::OneTruthLabel),
        _ => Ok(mean(&classes(table), score)),
    }
}

fn mean(classes: &[Class], score: fn(&Class) -> f64) -> f64 {
    classes.iter().map(score).sum::<f64>() / classes.len() as f64
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

/// The labels present in truth or pred, in label order.
fn classes(table: &Contingency) -> Vec<Class> {
    let size = |sizes: &[u64], label: usize| sizes.get(label).copied().unwrap_or(0) as f64;
    let n_labels = table.truth_sizes.len().max(table.pred_sizes.len());
    let class =
        |label| Class { both: 0.0, truth: size(&table.truth_sizes, label), pred: size(&table.pred_sizes, label) };
    // Spots without a prediction have no label: they are wrong, and add nothing to the labels that means are taken over.
    let mut classes: Vec<Class> = (0..n_labels).filter(|&label| table.missing != Some(label)).map(class).collect();
    for cell in table.cells.iter().filter(|cell| cell.truth == cell.pred) {
        classes[cell.truth].both = cell.n_spots as f64;
    }
    classes.retain(|class| class.truth + class.pred > 0.0);
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn two_labels_by_hand() {
        // Label 0: 1 of 2 truth spots, 1 of 1 pred spots; label 1: 2 of 2 truth spots, 2 of 3 pred spots.
        let table = Contingency::count(&[0, 0, 1, 1], &[0, 1, 1, 1], 2, 2);
        assert_close(accuracy(&table), 3.0 / 4.0);
        assert_close(precision(&table).unwrap(), 0.5 * (1.0 + 2.0 / 3.0));
        assert_close(recall(&table).unwrap(), 0.5 * (0.5 + 1.0));
        assert_close(f1(&table).unwrap(), 0.5 * (2.0 / 3.0 + 4.0 / 5.0));
        assert_close(jaccard(&table), 0.5 * (0.5 + 2.0 / 3.0));
    }

    #[test]
    fn an_unmatched_label_is_a_class_of_its_own() {
        // Label 2 is in pred alone: it scores 0 and lowers every average over the three labels.
        let table = Contingency::count(&[0, 0, 1, 1], &[0, 2, 1, 1], 2, 3);
        assert_close(precision(&table).unwrap(), 2.0 / 3.0);
        assert_close(recall(&table).unwrap(), 1.5 / 3.0);
        assert_close(jaccard(&table), 1.5 / 3.0);
    }

    #[test]
    fn one_truth_label_leaves_accuracy_and_jaccard() {
        let table = Contingency::count(&[0, 0, 0], &[0, 0, 1], 1, 2);
        assert_eq!(precision(&table), Err(Undefined::OneTruthLabel));
        assert_close(accuracy(&table), 2.0 / 3.0);
        assert_close(jaccard(&table), 1.0 / 3.0);
    }

    #[test]
    fn a_label_of_neither_does_not_count() {
        let table = Contingency::count(&[0, 0, 2, 2], &[0, 0, 2, 2], 4, 4);
        assert_eq!((f1(&table), jaccard(&table)), (Ok(1.0), 1.0));
    }
}
