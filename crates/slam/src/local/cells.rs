//! The cells of the local score: halved again and again, and what they differ by.

use std::ops::AddAssign;

use rayon::join;

use super::halve::Cell;
use super::orders::Ranks;
use super::record::Kinds;

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
pub(super) struct Cells<'a, const D: usize> {
    pub(super) coordinates: &'a [Vec<f64>; D],
    pub(super) kinds: &'a [Kinds],
    pub(super) masses: Option<&'a [f64]>,
    pub(super) n_kinds: usize,
}

impl<const D: usize> Cells<'_, D> {
    /// Adds a cell and its halves to the sums of their levels.
    ///
    /// Returns the surplus of the cell: by how much each kind is more in the truth than in the pred. That of a large cell is
    /// the sum of its halves', so that most levels need not count their edges.
    pub(super) fn add_large(self, cell: Cell<'_, D>, sums: &mut [Sum]) -> Vec<f64> {
        if cell.len() < 4 * self.n_kinds || sums.len() < 2 {
            let surplus = self.surplus(cell.edges());
            self.add_small(cell, sums, &mut vec![0.0; self.n_kinds]);
            return surplus;
        }
        let (sum, below) = sums.split_first_mut().expect("there are two levels or more");
        let extents = cell.extents(self.coordinates);
        let (left, right) = cell.halve(extents.longest());
        let (mut surplus, other) = if left.len() < PARALLEL {
            (self.add_large(left, below), self.add_large(right, below))
        } else {
            let mut right_sums = vec![Sum::default(); below.len()];
            let both = join(|| self.add_large(left, below), || self.add_large(right, &mut right_sums));
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
    fn add_small(self, cell: Cell<'_, D>, sums: &mut [Sum], count: &mut [f64]) {
        let Some((sum, below)) = sums.split_first_mut() else { return };
        let extents = cell.extents(self.coordinates);
        *sum += Sum { cells: 1, diameters: extents.diameter(), difference: self.difference(cell.edges(), count) };
        if below.is_empty() {
            return;
        }
        if cell.len() < 2 {
            return self.add_small(cell, below, count);
        }
        let (left, right) = cell.halve(extents.longest());
        self.add_small(left, below, count);
        self.add_small(right, below, count);
    }

    fn surplus(self, edges: &[Ranks<D>]) -> Vec<f64> {
        let mut surplus = vec![0.0; self.n_kinds];
        self.count(edges, &mut surplus);
        surplus
    }

    fn count(self, edges: &[Ranks<D>], surplus: &mut [f64]) {
        for ranks in edges {
            let (edge, kinds) = (ranks[0] as usize, self.kinds[ranks[0] as usize]);
            if kinds.is_wrong() {
                let mass = self.masses.map_or(1.0, |masses| masses[edge]);
                surplus[usize::from(kinds.truth)] += mass;
                surplus[usize::from(kinds.pred)] -= mass;
            }
        }
    }

    /// Σ_t |p_t − q_t| over the labels, in masses.
    fn difference(self, edges: &[Ranks<D>], count: &mut [f64]) -> f64 {
        self.count(edges, count);
        count[0] = 0.0;
        let wrong = edges.iter().map(|ranks| self.kinds[ranks[0] as usize]).filter(|kinds| kinds.is_wrong());
        let kinds = wrong.flat_map(|kinds| [kinds.truth, kinds.pred]);
        kinds.map(|kind| std::mem::take(&mut count[usize::from(kind)]).abs()).sum()
    }
}
