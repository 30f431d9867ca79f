//! How many spots carry each pair of labels: the one table behind matching and all metrics that compare partitions.

use crate::error::{Error, Result};
use crate::pair::Pair;
use crate::parallel::each;
use crate::parallel::prelude::*;

/// Up to this many cells the table is counted densely, chunk by chunk.
const DENSE_CELLS: usize = 1 << 16;
const CHUNK: usize = 1 << 16;

/// The number of spots with each truth label and each pred label, pairs that do not occur left out.
///
/// One O(n) pass; integer counts, so the order of spots and the number of threads do not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contingency {
    /// The occurring pairs, sorted by truth label, then pred label.
    pub cells: Vec<Cell>,
    /// The number of spots with each truth label.
    pub truth_sizes: Vec<u64>,
    /// The number of spots with each pred label.
    pub pred_sizes: Vec<u64>,
    /// The number of spots.
    pub n_spots: u64,
    /// The pred label that is none, but the class of the spots without a prediction, where there are some.
    pub missing: Option<usize>,
}

/// A truth label and a pred label that occur together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The truth label.
    pub truth: usize,
    /// The pred label.
    pub pred: usize,
    /// The number of spots that carry both.
    pub n_spots: u64,
}

impl Contingency {
    /// The table of a pair, labels as given.
    pub fn of(pair: &Pair) -> Self {
        let (truth, pred) = (pair.truth(), pair.pred());
        let table = Self::count(truth.codes(), pred.codes(), truth.n_labels(), pred.n_labels());
        Self { missing: pair.missing_pred().map(usize::from), ..table }
    }

    /// The same table without the class of the spots without a prediction, which must be the last pred label: these spots still count
    /// in `truth_sizes` and `n_spots`.
    pub(crate) fn without_missing(mut self) -> Self {
        if let Some(class) = self.missing.take() {
            self.cells.retain(|cell| cell.pred != class);
            self.pred_sizes.truncate(class);
        }
        self
    }

    /// The table of counts that are known, in any order; every pair of labels at most once, labels below `n_truth` and `n_pred`.
    pub fn new(mut cells: Vec<Cell>, n_truth: usize, n_pred: usize) -> Result<Self> {
        let wrong = |problem| Err(Error::Step { step: "a table of labels".to_owned(), problem });
        if let Some(cell) = cells.iter().find(|cell| cell.truth >= n_truth || cell.pred >= n_pred) {
            let Cell { truth, pred, .. } = cell;
            return wrong(format!("labels {truth} and {pred}, expected labels below {n_truth} and {n_pred}"));
        }
        cells.sort_unstable_by_key(|cell| (cell.truth, cell.pred));
        let is_repeat = |two: &&[Cell]| (two[0].truth, two[0].pred) == (two[1].truth, two[1].pred);
        if let Some(two) = cells.windows(2).find(is_repeat) {
            let Cell { truth, pred, .. } = two[0];
            return wrong(format!("labels {truth} and {pred} are there twice, expected every pair once"));
        }
        if cells.iter().try_fold(0u64, |sum, cell| sum.checked_add(cell.n_spots)).is_none() {
            return wrong("more spots than can be counted".to_owned());
        }
        cells.retain(|cell| cell.n_spots > 0);
        Ok(Self::from_cells(cells, n_truth, n_pred))
    }

    /// Counts two labelings of the same spots, written as codes below `n_truth` and `n_pred`.
    pub(crate) fn count(truth: &[u16], pred: &[u16], n_truth: usize, n_pred: usize) -> Self {
        let cells = if n_truth * n_pred <= DENSE_CELLS {
            count_dense(truth, pred, n_truth, n_pred)
        } else {
            count_sorted(truth, pred)
        };
        Self::from_cells(cells, n_truth, n_pred)
    }

    /// The table of the given cells, sorted and without repeats.
    pub(crate) fn from_cells(cells: Vec<Cell>, n_truth: usize, n_pred: usize) -> Self {
        let (mut truth_sizes, mut pred_sizes) = (vec![0; n_truth], vec![0; n_pred]);
        for cell in &cells {
            truth_sizes[cell.truth] += cell.n_spots;
            pred_sizes[cell.pred] += cell.n_spots;
        }
        let n_spots = truth_sizes.iter().sum();
        Self { cells, truth_sizes, pred_sizes, n_spots, missing: None }
    }

    /// The Jaccard coefficient of a cell: spots with both labels over spots with either.
    pub(crate) fn jaccard(&self, cell: &Cell) -> f64 {
        let union = self.truth_sizes[cell.truth] + self.pred_sizes[cell.pred] - cell.n_spots;
        cell.n_spots as f64 / union as f64
    }
}

fn count_dense(truth: &[u16], pred: &[u16], n_truth: usize, n_pred: usize) -> Vec<Cell> {
    let count_chunk = |(truth, pred): (&[u16], &[u16])| {
        let mut counts = vec![0u32; n_truth * n_pred];
        truth.iter().zip(pred).for_each(|(&t, &p)| counts[usize::from(t) * n_pred + usize::from(p)] += 1);
        counts
    };
    let chunks: Vec<Vec<u32>> = each(truth.chunks(CHUNK).zip(pred.chunks(CHUNK)), count_chunk);
    let mut totals = vec![0u64; n_truth * n_pred];
    for chunk in &chunks {
        totals.iter_mut().zip(chunk).for_each(|(total, &count)| *total += u64::from(count));
    }
    let cell = |(place, &n_spots): (usize, &u64)| Cell { truth: place / n_pred, pred: place % n_pred, n_spots };
    totals.iter().enumerate().filter(|(_, n_spots)| **n_spots > 0).map(cell).collect()
}

fn count_sorted(truth: &[u16], pred: &[u16]) -> Vec<Cell> {
    let key = |(&t, &p): (&u16, &u16)| (u32::from(t) << 16) | u32::from(p);
    let mut keys: Vec<u32> = truth.par_iter().zip(pred).map(key).collect();
    keys.par_sort_unstable();
    let cell = |run: &[u32]| Cell {
        truth: (run[0] >> 16) as usize,
        pred: (run[0] & 0xffff) as usize,
        n_spots: run.len() as u64,
    };
    keys.chunk_by(|a, b| a == b).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_hand() {
        let table = Contingency::count(&[0, 0, 1, 1], &[0, 0, 0, 1], 2, 2);
        let cells: Vec<_> = table.cells.iter().map(|cell| (cell.truth, cell.pred, cell.n_spots)).collect();
        assert_eq!(cells, [(0, 0, 2), (1, 0, 1), (1, 1, 1)]);
        assert_eq!((table.truth_sizes.clone(), table.pred_sizes.clone()), (vec![2, 2], vec![3, 1]));
        assert_eq!(table.jaccard(&table.cells[0]), 2.0 / 3.0);
    }

    #[test]
    fn tables_that_are_known() {
        let cell = |truth, pred, n_spots| Cell { truth, pred, n_spots };
        let counted = Contingency::count(&[0, 0, 1, 1], &[0, 0, 0, 1], 2, 2);
        let known = vec![cell(1, 1, 1), cell(0, 0, 2), cell(0, 1, 0), cell(1, 0, 1)];
        assert_eq!(Contingency::new(known, 2, 2), Ok(counted));
        let said = |cells| Contingency::new(cells, 2, 2).unwrap_err().to_string();
        assert!(said(vec![cell(2, 0, 1)]).contains("below 2 and 2"));
        assert!(said(vec![cell(0, 1, 1), cell(0, 1, 2)]).contains("labels 0 and 1 are there twice"));
        assert!(said(vec![cell(0, 1, u64::MAX), cell(0, 0, 1)]).contains("more spots than"));
    }

    #[test]
    fn dense_and_sorted_agree() {
        let truth: Vec<u16> = (0..1000u16).map(|i| i * 7 % 13).collect();
        let pred: Vec<u16> = (0..1000u16).map(|i| i * 5 % 17).collect();
        assert_eq!(count_dense(&truth, &pred, 13, 17), count_sorted(&truth, &pred));
    }
}
