//! How much each pred label overlaps each truth label, and which of several is the best.

use std::cmp::Ordering;

use super::Sides;
use crate::contingency::Contingency;
use crate::pair::Pair;

/// The overlaps of pred and truth labels, best first on either side.
///
/// Better is: larger Jaccard coefficient, then larger overlap, then label order. Equal in both, labels are of one size.
pub(super) struct Overlap {
    /// For each pred label, the truth labels it overlaps, best first.
    pub(super) truths: Vec<Vec<Candidate>>,
    /// For each truth label, the pred labels it overlaps, best first.
    pub(super) preds: Vec<Vec<Candidate>>,
}

/// A label on the other side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) label: usize,
    pub(super) jaccard: f64,
    n_shared: u64,
}

impl Overlap {
    pub(super) fn new(pair: &Pair) -> Self {
        Self::of(&Sides::of(pair).table)
    }

    pub(super) fn of(table: &Contingency) -> Self {
        let mut truths = vec![Vec::new(); table.pred_sizes.len()];
        let mut preds = vec![Vec::new(); table.truth_sizes.len()];
        for cell in &table.cells {
            let (jaccard, n_shared) = (table.jaccard(cell), cell.n_spots);
            let candidate = |label| Candidate { label, jaccard, n_shared };
            truths[cell.pred].push(candidate(cell.truth));
            preds[cell.truth].push(candidate(cell.pred));
        }
        truths.iter_mut().chain(&mut preds).for_each(|candidates| candidates.sort_by(better));
        Self { truths, preds }
    }

    /// The Jaccard coefficient of two labels.
    pub(super) fn jaccard(&self, pred: usize, truth: usize) -> f64 {
        self.truths[pred].iter().find(|candidate| candidate.label == truth).map_or(0.0, |candidate| candidate.jaccard)
    }

    /// The number of spots that carry both labels.
    pub(super) fn shared(&self, pred: usize, truth: usize) -> u64 {
        self.truths[pred].iter().find(|candidate| candidate.label == truth).map_or(0, |candidate| candidate.n_shared)
    }

    /// The truth labels that no pred label stands for, those with the largest coefficient first.
    pub(super) fn empty(&self, matches: &[Option<usize>]) -> Vec<usize> {
        let mut is_empty = vec![true; self.preds.len()];
        matches.iter().flatten().for_each(|&truth| is_empty[truth] = false);
        let mut empty: Vec<usize> = (0..is_empty.len()).filter(|&truth| is_empty[truth]).collect();
        let height = |&truth: &usize| self.preds[truth].first().map_or(0.0, |best| best.jaccard);
        empty.sort_by(|a, b| height(b).total_cmp(&height(a)).then(a.cmp(b)));
        empty
    }
}

fn better(a: &Candidate, b: &Candidate) -> Ordering {
    (b.jaccard.total_cmp(&a.jaccard)).then(b.n_shared.cmp(&a.n_shared)).then(a.label.cmp(&b.label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;

    #[test]
    fn ties_go_to_the_larger_overlap() {
        // J(x, a) = 2/(5 + 3 − 2) and J(x, b) = 1/(1 + 3 − 1) are both 1/3.
        let overlap = Overlap::new(&pair("baaaaa", "xxxwww"));
        let x = &overlap.truths[1];
        assert_eq!((x[0].label, x[0].jaccard, x[1].label, x[1].jaccard), (0, 1.0 / 3.0, 1, 1.0 / 3.0));
    }

    #[test]
    fn empty_truth_labels_come_by_height() {
        let overlap = Overlap::new(&pair("aaabccc", "xxxxyyy"));
        assert_eq!(overlap.empty(&[None, None]), [2, 0, 1]);
        assert_eq!(overlap.empty(&[Some(0), Some(2)]), [1]);
    }
}
