//! The cells of the local score: halved again and again, and what they differ by.

use std::cmp::Ordering;
use std::ops::AddAssign;

use rayon::join;

use super::halve::Halves;
use super::pieces::Pieces;
use super::tiles::Tiles;

/// Cells smaller than this are not worth a thread of their own.
const PARALLEL: usize = 1 << 13;
/// Cells of this many edges and more are halved in pieces.
pub(super) const HUGE: usize = 1 << 14;

/// A way to write edges down, and to halve cells of them.
pub(super) trait Space: Sync {
    /// An edge, where it lies and what it was and became.
    type Record: Copy + Default + Send + Sync;
    /// The smallest box around the edges of a cell.
    type Extents: Send + Sync;
    /// The number of coordinates.
    const AXES: usize;

    /// The truth kind and the pred kind of an edge, by axes.
    fn kinds(record: &Self::Record) -> (u16, u16);

    /// The squared weight of an edge.
    fn mass(&self, record: &Self::Record) -> f64;

    /// The box around a cell.
    fn extents(&self, records: &[Self::Record]) -> Self::Extents;

    /// The box around two boxes.
    fn join(one: &Self::Extents, other: &Self::Extents) -> Self::Extents;

    /// The lowest and the highest coordinate in a box.
    fn interval(extents: &Self::Extents, axis: usize) -> (f64, f64);

    /// The diagonal of a box, in units of the positions.
    fn diameter(&self, extents: &Self::Extents) -> f64;

    /// The axis of the longest side of a box; ties: the first.
    fn longest(&self, extents: &Self::Extents) -> usize;

    /// A coordinate of an edge, or a number that grows with it.
    fn coordinate(&self, record: &Self::Record, axis: usize) -> f64;

    /// The order of edges by one coordinate, then by the others, then by kinds; edges that still tie are alike.
    fn compare(&self, one: &Self::Record, other: &Self::Record, axis: usize) -> Ordering;

    /// Halves a cell of at least two edges across the longest side of its box: the first ⌊m/2⌋ in order to the left.
    /// `spare` is room for as many records.
    fn halve<'a>(
        &self,
        records: &'a mut [Self::Record],
        spare: &'a mut [Self::Record],
        extents: &Self::Extents,
    ) -> Halves<'a, Self::Record>;
}

/// All edges written down.
pub(super) struct Written<S: Space> {
    pub(super) space: S,
    pub(super) records: Vec<S::Record>,
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
    /// Adds a cell and its halves to the sums of their levels.
    ///
    /// Returns the surplus of the cell: by how much each kind is more in the truth than in the pred. That of a large cell is
    /// the sum of its halves', so that most levels need not count their edges.
    pub(super) fn add(&self, records: &mut [S::Record], sums: &mut [Sum]) -> Vec<f64> {
        if records.len() < HUGE || sums.len() < 2 {
            return self.add_large(records, &mut records.to_vec(), sums);
        }
        self.add_huge(Tiles::new(&self.space, records).pieces(&self.space), sums)
    }

    fn add_huge(&self, pieces: Pieces<'_, S>, sums: &mut [Sum]) -> Vec<f64> {
        if pieces.len() < HUGE || sums.len() < 2 {
            let mut records = pieces.gather();
            return self.add_large(&mut records.clone(), &mut records, sums);
        }
        let extents = pieces.extents(&self.space);
        let [left, right] = pieces.halve(&self.space, self.space.longest(&extents));
        self.add_halves(&extents, sums, |sums| self.add_huge(left, sums), |sums| self.add_huge(right, sums))
    }

    /// The same for a cell in one piece; `spare` is room for as many records.
    fn add_large(&self, records: &mut [S::Record], spare: &mut [S::Record], sums: &mut [Sum]) -> Vec<f64> {
        if records.len() < 4 * self.n_kinds || sums.len() < 2 {
            // Counted first: halving leaves the records in two places.
            let surplus = self.surplus(records);
            self.add_small(records, spare, sums, &mut vec![0.0; self.n_kinds]);
            return surplus;
        }
        let extents = self.space.extents(records);
        let Halves { left, right, left_spare, right_spare } = self.space.halve(records, spare, &extents);
        if left.len() < PARALLEL {
            let below = &mut sums[1..];
            let both = (self.add_large(left, left_spare, below), self.add_large(right, right_spare, below));
            return self.add_up(&extents, &mut sums[0], both);
        }
        self.add_halves(
            &extents,
            sums,
            |sums| self.add_large(left, left_spare, sums),
            |sums| self.add_large(right, right_spare, sums),
        )
    }

    /// Adds both halves of a cell in parallel, then the cell.
    fn add_halves(
        &self,
        extents: &S::Extents,
        sums: &mut [Sum],
        left: impl FnOnce(&mut [Sum]) -> Vec<f64> + Send,
        right: impl FnOnce(&mut [Sum]) -> Vec<f64> + Send,
    ) -> Vec<f64> {
        let below = &mut sums[1..];
        let mut right_sums = vec![Sum::default(); below.len()];
        let both = join(|| left(&mut *below), || right(&mut right_sums));
        below.iter_mut().zip(right_sums).for_each(|(sum, right)| *sum += right);
        self.add_up(extents, &mut sums[0], both)
    }

    /// Adds a cell to the sum of its level, given the surpluses of its halves.
    fn add_up(&self, extents: &S::Extents, sum: &mut Sum, (mut surplus, other): (Vec<f64>, Vec<f64>)) -> Vec<f64> {
        surplus.iter_mut().zip(other).for_each(|(surplus, right)| *surplus += right);
        let difference = surplus[1..].iter().map(|surplus| surplus.abs()).sum();
        *sum += Sum { cells: 1, diameters: self.space.diameter(extents), difference };
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
