//! How many spots carry each pair of labels after matching, under the names of the labels.

use serde::{Deserialize, Serialize};

use crate::contingency::{Cell, Contingency};
use crate::pair::natural::natural_order;
use crate::score::analysis::Analysis;

/// The overlap of truth and matched pred on one slice, by name, so that slices with other labels add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overlap {
    /// The truth labels.
    pub truth: Vec<String>,
    /// The pred labels that stand for none of them.
    pub unmatched: Vec<String>,
    /// The occurring pairs: truth label, matched label (beyond the truth's the unmatched ones, then the class of the spots without a
    /// prediction), number of spots.
    pub cells: Vec<(u16, u16, u64)>,
}

impl Overlap {
    /// Counts the spots of an analysis.
    pub(super) fn of(analysis: &Analysis) -> Self {
        let (truth, matching) = (analysis.pair.truth(), &analysis.matching);
        let table = Contingency::count(truth.codes(), &matching.codes, truth.n_labels(), matching.n_classes());
        Self {
            truth: truth.names().to_vec(),
            unmatched: matching.unmatched().into_iter().map(str::to_owned).collect(),
            cells: table.cells.iter().map(|cell| (cell.truth as u16, cell.pred as u16, cell.n_spots)).collect(),
        }
    }

    /// Whether every cell names labels that there are.
    pub(super) fn is_sound(&self) -> bool {
        let n_labels = self.truth.len() + self.unmatched.len();
        let is_known = |&(truth, pred, _): &(u16, u16, u64)| {
            usize::from(truth) < self.truth.len() && usize::from(pred) <= n_labels
        };
        self.cells.iter().all(is_known)
    }

    /// The number of spots without a prediction.
    pub(super) fn n_missing(&self) -> u64 {
        let class = self.truth.len() + self.unmatched.len();
        self.cells.iter().filter(|&&(_, pred, _)| usize::from(pred) == class).map(|&(_, _, n_spots)| n_spots).sum()
    }

    /// The sum of some tables in the label space of all of them.
    pub(super) fn pool(tables: &[&Self], labels: &[String]) -> Contingency {
        let mut unmatched: Vec<&str> = tables.iter().flat_map(|one| one.unmatched.iter().map(String::as_str)).collect();
        unmatched.sort_by(|a, b| natural_order(a, b));
        unmatched.dedup();
        let n_labels = labels.len() + unmatched.len();
        let mut sums = std::collections::BTreeMap::new();
        for table in tables {
            let truth: Vec<usize> = table.truth.iter().map(|name| place(labels, name)).collect();
            let beyond = |name: &String| {
                let found = unmatched.binary_search_by(|other| natural_order(other, name));
                labels.len() + found.unwrap_or_default()
            };
            let beyond = table.unmatched.iter().map(beyond).chain([n_labels]);
            let pred: Vec<usize> = truth.iter().copied().chain(beyond).collect();
            for &(t, p, n_spots) in &table.cells {
                *sums.entry((truth[usize::from(t)], pred[usize::from(p)])).or_insert(0) += n_spots;
            }
        }
        let cells = sums.into_iter().map(|((truth, pred), n_spots)| Cell { truth, pred, n_spots }).collect();
        let missing = tables.iter().any(|table| table.n_missing() > 0).then_some(n_labels);
        let n_classes = n_labels + usize::from(missing.is_some());
        Contingency { missing, ..Contingency::from_cells(cells, labels.len(), n_classes) }
    }
}

/// The place of a name in a list in label order; the first where it is not there.
pub(super) fn place(labels: &[String], name: &str) -> usize {
    labels.binary_search_by(|other| natural_order(other, name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_add_up_by_name() {
        let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let one = Overlap { truth: texts(&["a", "b"]), unmatched: texts(&["y"]), cells: vec![(0, 0, 4), (1, 2, 3)] };
        let cells = vec![(0, 1, 2), (0, 2, 1)];
        let other = Overlap { truth: texts(&["b"]), unmatched: texts(&["x", "y"]), cells };
        // Labels a, b, then x and y, which stand for none.
        let table = Overlap::pool(&[&one, &other], &texts(&["a", "b"]));
        let cells: Vec<_> = table.cells.iter().map(|cell| (cell.truth, cell.pred, cell.n_spots)).collect();
        assert_eq!(cells, [(0, 0, 4), (1, 2, 2), (1, 3, 4)]);
        assert_eq!((table.truth_sizes.len(), table.pred_sizes.len(), table.missing), (2, 4, None));
    }

    #[test]
    fn spots_without_a_prediction_stay_one_class() {
        let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        // Beyond a and b, and beyond a and x, comes the class of the spots without a prediction.
        let one = Overlap { truth: texts(&["a", "b"]), unmatched: Vec::new(), cells: vec![(0, 0, 4), (1, 2, 3)] };
        let other = Overlap { truth: texts(&["a"]), unmatched: texts(&["x"]), cells: vec![(0, 1, 2), (0, 2, 5)] };
        assert_eq!((one.is_sound(), one.n_missing(), other.n_missing()), (true, 3, 5));
        let table = Overlap::pool(&[&one, &other], &texts(&["a", "b"]));
        let cells: Vec<_> = table.cells.iter().map(|cell| (cell.truth, cell.pred, cell.n_spots)).collect();
        assert_eq!((cells, table.missing), (vec![(0, 0, 4), (0, 2, 2), (0, 3, 5), (1, 3, 3)], Some(3)));
    }
}
