//! The cells of the local score: halved again and again, and what they differ by.

use std::ops::AddAssign;

use rayon::join;

use super::halve::{Halves, Record, extents, halve};

/// Cells smaller than this are not worth a thread of their own.
const PARALLEL: usize = 1 << 13;

/// What one level adds up to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) cells: usize,
    pub(super) diameters: f64,
    pub(super) difference: f64,
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Self) {
        self.cells += other.cells;
        self.diameters += other.diameters;
        self.difference += other.difference;
    }
}

/// Halves cells and adds up, level by level, what they differ by.
///
/// Left comes before right in every sum, and what runs in parallel depends on sizes alone: the same bits on any number of
/// threads.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub(super) weights: Option<&'a [f64]>,
    pub(super) n_kinds: usize,
}

impl Cells<'_> {
    /// Adds a cell and its halves to the sums of their levels; `spare` is room for as many records.
    ///
    /// Returns the surplus of the cell: by how much each kind is more in the truth than in the pred. That of a large cell is
    /// the sum of its halves', so that most levels need not count their edges.
    pub(super) fn add_large<const D: usize>(
        self,
        records: &mut [Record<D>],
        spare: &mut [Record<D>],
        sums: &mut [Sum],
    ) -> Vec<f64> {
        if records.len() < 4 * self.n_kinds || sums.len() < 2 {
            self.add_small(records, spare, sums, &mut vec![0.0; self.n_kinds]);
            return self.surplus(records);
        }
        let (sum, below) = sums.split_first_mut().expect("there are two levels or more");
        let extents = extents(records);
        let Halves { left, right, left_spare, right_spare } = halve(records, spare, &extents, self.weights);
        let (mut surplus, other) = if left.len() < PARALLEL {
            (self.add_large(left, left_spare, below), self.add_large(right, right_spare, below))
        } else {
            let mut right_sums = vec![Sum::default(); below.len()];
            let both = join(
                || self.add_large(left, left_spare, below),
                || self.add_large(right, right_spare, &mut right_sums),
            );
            below.iter_mut().zip(right_sums).for_each(|(sum, right)| *sum += right);
            both
        };
        surplus.iter_mut().zip(other).for_each(|(surplus, right)| *surplus += right);
        let difference = surplus[1..].iter().map(|surplus| surplus.abs()).sum();
        *sum += Sum { cells: 1, diameters: extents.diameter(), difference };
        surplus
    }

    /// The same for a small cell, counted anew at every level in time that does not depend on the number of kinds.
    ///
    /// `count` is all zero before and after.
    fn add_small<const D: usize>(
        self,
        records: &mut [Record<D>],
        spare: &mut [Record<D>],
        sums: &mut [Sum],
        count: &mut [f64],
    ) {
        let Some((sum, below)) = sums.split_first_mut() else { return };
        let extents = extents(records);
        *sum += Sum { cells: 1, diameters: extents.diameter(), difference: self.difference(records, count) };
        if below.is_empty() {
            return;
        }
        if records.len() < 2 {
            return self.add_small(records, spare, below, count);
        }
        let Halves { left, right, left_spare, right_spare } = halve(records, spare, &extents, self.weights);
        self.add_small(left, left_spare, below, count);
        self.add_small(right, right_spare, below, count);
    }

    fn surplus<const D: usize>(self, records: &[Record<D>]) -> Vec<f64> {
        let mut surplus = vec![0.0; self.n_kinds];
        self.count(records, &mut surplus);
        surplus
    }

    fn count<const D: usize>(self, records: &[Record<D>], surplus: &mut [f64]) {
        for record in records.iter().filter(|record| record.is_wrong()) {
            let mass = record.mass(self.weights);
            surplus[usize::from(record.truth)] += mass;
            surplus[usize::from(record.pred)] -= mass;
        }
    }

    /// Σ_t |p_t − q_t| over the labels, in masses.
    fn difference<const D: usize>(self, records: &[Record<D>], count: &mut [f64]) -> f64 {
        self.count(records, count);
        count[0] = 0.0;
        let kinds = records.iter().filter(|record| record.is_wrong()).flat_map(|record| [record.truth, record.pred]);
        kinds.map(|kind| std::mem::take(&mut count[usize::from(kind)]).abs()).sum()
    }
}
