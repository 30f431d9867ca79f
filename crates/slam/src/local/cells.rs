//! The cells of the local score: halved again and again, and what they differ by.

use std::ops::AddAssign;

use rayon::join;

use super::halve::Halves;

/// Cells smaller than this are not worth a thread of their own.
const PARALLEL: usize = 1 << 13;

/// A way to write edges down, and to halve cells of them.
pub(super) trait Space: Sync {
    /// An edge, where it lies and what it was and became.
    type Record: Copy + Send + Sync;
    /// The smallest box around the edges of a cell.
    type Extents;

    /// The truth kind and the pred kind of an edge, by axes.
    fn kinds(record: &Self::Record) -> (u16, u16);

    /// The squared weight of an edge.
    fn mass(&self, record: &Self::Record) -> f64;

    /// The box around a cell.
    fn extents(&self, records: &[Self::Record]) -> Self::Extents;

    /// The diagonal of a box, in units of the positions.
    fn diameter(&self, extents: &Self::Extents) -> f64;

    /// Halves a cell of at least two edges across the longest side of its box (ties: the first), edges in order of that
    /// coordinate, then of the others, then of kinds: the first ⌊m/2⌋ to the left. `spare` is room for as many records.
    fn halve<'a>(
        &self,
        records: &'a mut [Self::Record],
        spare: &'a mut [Self::Record],
        extents: &Self::Extents,
    ) -> Halves<'a, Self::Record>;
}

/// All edges written down, and room for as many.
pub(super) struct Written<S: Space> {
    pub(super) space: S,
    pub(super) records: Vec<S::Record>,
    pub(super) spare: Vec<S::Record>,
}

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
pub(super) struct Cells<S> {
    pub(super) space: S,
    pub(super) n_kinds: usize,
}

impl<S: Space> Cells<S> {
    /// Adds a cell and its halves to the sums of their levels; `spare` is room for as many records.
    ///
    /// Returns the surplus of the cell: by how much each kind is more in the truth than in the pred. That of a large cell is
    /// the sum of its halves', so that most levels need not count their edges.
    pub(super) fn add_large(&self, records: &mut [S::Record], spare: &mut [S::Record], sums: &mut [Sum]) -> Vec<f64> {
        if records.len() < 4 * self.n_kinds || sums.len() < 2 {
            // Counted first: halving leaves the records in two places.
            let surplus = self.surplus(records);
            self.add_small(records, spare, sums, &mut vec![0.0; self.n_kinds]);
            return surplus;
        }
        let (sum, below) = sums.split_first_mut().expect("there are two levels or more");
        let extents = self.space.extents(records);
        let Halves { left, right, left_spare, right_spare } = self.space.halve(records, spare, &extents);
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
        *sum += Sum { cells: 1, diameters: self.space.diameter(&extents), difference };
        surplus
    }

    /// The same for a small cell, counted anew at every level in time that does not depend on the number of kinds.
    ///
    /// `count` is all zero before and after.
    fn add_small(&self, records: &mut [S::Record], spare: &mut [S::Record], sums: &mut [Sum], count: &mut [f64]) {
        let Some((sum, below)) = sums.split_first_mut() else { return };
        let extents = self.space.extents(records);
        let difference = self.difference(records, count);
        *sum += Sum { cells: 1, diameters: self.space.diameter(&extents), difference };
        if below.is_empty() {
            return;
        }
        if records.len() < 2 {
            return self.add_small(records, spare, below, count);
        }
        let Halves { left, right, left_spare, right_spare } = self.space.halve(records, spare, &extents);
        self.add_small(left, left_spare, below, count);
        self.add_small(right, right_spare, below, count);
    }

    fn surplus(&self, records: &[S::Record]) -> Vec<f64> {
        let mut surplus = vec![0.0; self.n_kinds];
        self.count(records, &mut surplus);
        surplus
    }

    fn count(&self, records: &[S::Record], surplus: &mut [f64]) {
        for record in records {
            let (truth, pred) = S::kinds(record);
            if truth != pred {
                let mass = self.space.mass(record);
                surplus[usize::from(truth)] += mass;
                surplus[usize::from(pred)] -= mass;
            }
        }
    }

    /// Σ_t |p_t − q_t| over the labels, in masses.
    fn difference(&self, records: &[S::Record], count: &mut [f64]) -> f64 {
        self.count(records, count);
        count[0] = 0.0;
        let wrong = records.iter().map(S::kinds).filter(|(truth, pred)| truth != pred);
        let kinds = wrong.flat_map(|(truth, pred)| [truth, pred]);
        kinds.map(|kind| std::mem::take(&mut count[usize::from(kind)]).abs()).sum()
    }
}
