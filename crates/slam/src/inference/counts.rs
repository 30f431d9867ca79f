//! How many spots carry each pair of labels once one labeling is moved.

use std::collections::BTreeMap;

use super::raster::MOST_CODES;
use crate::contingency::{Cell, Contingency};

/// A table of pairs of labels that is filled in one pass, with room for places that belong to no spot.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    n_truth: usize,
    n_pred: usize,
    /// By truth label, then by code of the raster: labels, then none, then ask.
    cells: Vec<u32>,
    /// The pairs with a pred label that has no code.
    rare: BTreeMap<(u16, u16), u32>,
}

impl Counts {
    pub(super) fn new(n_truth: usize, n_pred: usize) -> Self {
        let stride = n_pred.min(MOST_CODES) + 2;
        Self { n_truth, n_pred, cells: vec![0; n_truth * stride], rare: BTreeMap::new() }
    }

    fn n_codes(&self) -> usize {
        self.n_pred.min(MOST_CODES)
    }

    /// The room for each truth label.
    pub(super) fn stride(&self) -> usize {
        self.n_codes() + 2
    }

    /// The counts, by truth label and code.
    pub(super) fn cells_mut(&mut self) -> &mut [u32] {
        &mut self.cells
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.cells.fill(0);
        self.rare.clear();
    }

    /// Counts one spot.
    pub(super) fn count(&mut self, truth: u16, pred: Option<u16>) {
        let (codes, stride) = (self.n_codes(), self.stride());
        match pred {
            Some(pred) if usize::from(pred) >= codes => *self.rare.entry((truth, pred)).or_insert(0) += 1,
            Some(pred) => self.cells[usize::from(truth) * stride + usize::from(pred)] += 1,
            None => self.cells[usize::from(truth) * stride + codes] += 1,
        }
    }

    /// Adds the counts of another slice.
    pub(super) fn add(&mut self, other: &Self) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(sum, count)| *sum += count);
        other.rare.iter().for_each(|(&pair, count)| *self.rare.entry(pair).or_insert(0) += count);
    }

    /// The number of spots with two labels.
    pub(super) fn n_kept(&self) -> u64 {
        let (codes, stride) = (self.n_codes(), self.stride());
        let coded = self.cells.chunks(stride).flat_map(|row| &row[..codes]);
        coded.chain(self.rare.values()).map(|&count| u64::from(count)).sum()
    }

    /// The table of the spots with two labels.
    pub(super) fn table(&self) -> Contingency {
        let (codes, stride) = (self.n_codes(), self.stride());
        let of_row = |(truth, row): (usize, &[u32])| {
            let coded = row[..codes].iter().enumerate().map(move |(pred, &count)| (truth, pred, count));
            let rare = self.rare.range((truth as u16, 0)..=(truth as u16, u16::MAX));
            let rare = rare.map(|(&(truth, pred), &count)| (usize::from(truth), usize::from(pred), count));
            coded.collect::<Vec<_>>().into_iter().chain(rare)
        };
        let all = self.cells.chunks(stride).enumerate().flat_map(of_row);
        let cells: Vec<Cell> = all
            .filter(|&(.., count)| count > 0)
            .map(|(truth, pred, count)| Cell { truth, pred, n_spots: u64::from(count) })
            .collect();
        Contingency::from_cells(cells, self.n_truth, self.n_pred)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_labels_and_lost_spots_by_hand() {
        let mut counts = Counts::new(2, 300);
        for (truth, pred) in [(0, Some(3)), (0, Some(299)), (1, Some(299)), (1, Some(299)), (1, None)] {
            counts.count(truth, pred);
        }
        let mut twice = counts.clone();
        twice.add(&counts);
        let cells: Vec<_> = twice.table().cells.iter().map(|cell| (cell.truth, cell.pred, cell.n_spots)).collect();
        assert_eq!(cells, [(0, 3, 2), (0, 299, 2), (1, 299, 4)]);
        assert_eq!((counts.n_kept(), twice.table().n_spots), (4, 8));
        twice.clear();
        assert_eq!(twice.n_kept(), 0);
    }
}
