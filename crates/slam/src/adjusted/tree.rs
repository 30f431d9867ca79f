//! Spots on their way to the cells of a frame: into ever smaller cells downwards, their counts added up on the way back.

use super::cells::{Branch, Cells};
use super::half_edges::{Amount, Entry};
use super::nested;
use crate::buckets;
use crate::parallel::prelude::*;

/// From this many spots on the cells of a frame are shared among threads.
pub(super) const MANY: usize = 1 << 15;
/// Fewer spots than this are sorted, whatever cell they are in.
const FEW: usize = 64;
/// The levels of the smallest trees, which a table holds: 1,024 cells in the plane, 512 in space.
const fn leaf(dimensions: usize) -> usize {
    if dimensions == 2 { 5 } else { 3 }
}

/// A spot and its cell at the finest width.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Item<T, K = u64> {
    pub(super) key: K,
    pub(super) ticket: T,
}

/// A cell in as few bytes as a frame needs.
pub(super) trait Key: Copy + Default + Ord + Send + Sync {
    /// The key of a cell that it has room for.
    fn of(cell: u64) -> Self;
    fn cell(self) -> u64;
}

impl Key for u32 {
    #[inline]
    fn of(cell: u64) -> Self {
        cell as Self
    }

    #[inline]
    fn cell(self) -> u64 {
        self.into()
    }
}

impl Key for u64 {
    #[inline]
    fn of(cell: u64) -> Self {
        cell
    }

    #[inline]
    fn cell(self) -> u64 {
        self
    }
}

/// What is done with the cells.
pub(super) trait Ledger: Sync {
    type Amount: Amount;
    type Ticket: Copy + Default + Send + Sync;
    /// The sum over cells of one level.
    type Sum: Clone + Send;

    fn zero(&self) -> Self::Sum;
    /// Adds a share of another sum.
    fn add(&self, sum: &mut Self::Sum, other: &Self::Sum, share: f64);
    /// Adds a cell to the sums of the levels on which it is the same.
    fn judge(&self, cell: &[Entry<Self::Amount>], sums: &mut [Self::Sum]);
    /// The number of labels that entries may have.
    fn n_labels(&self) -> usize;
    fn entries(&self, ticket: Self::Ticket) -> [Entry<Self::Amount>; 2];

    /// The branch of a cell of the level `levels.0`, of which the levels below `levels.1` are judged, in another way than
    /// by sorting.
    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<Self::Ticket>> + Clone,
        levels: (usize, usize),
        scratch: &mut Scratch,
    ) -> Option<Branch<Self::Amount, Self::Sum>>;
}

/// Room that is used again and again by one thread.
#[derive(Debug)]
pub(super) struct Scratch {
    /// The place of each label in the cell at hand, counted from 1. Invariant: 0 between two uses.
    pub(super) places: Vec<u32>,
    /// The labels of the cell at hand.
    pub(super) labels: Vec<u16>,
    /// A row per cell, a column per label.
    pub(super) table: Vec<u64>,
}

impl Scratch {
    pub(super) fn new(n_labels: usize) -> Self {
        Self { places: vec![0; n_labels], labels: Vec::new(), table: Vec::new() }
    }
}

/// A frame of so many levels of cells.
pub(super) struct Tree<'a, L, const D: usize> {
    pub(super) ledger: &'a L,
    pub(super) n_levels: usize,
}

/// Whether short keys have room for all cells of a frame of so many levels.
pub(super) fn is_short(dimensions: usize, n_levels: usize) -> bool {
    dimensions * (n_levels + 1) <= u32::BITS as usize
}

impl<L: Ledger, const D: usize> Tree<'_, L, D> {
    /// The sums of all levels, fine first; both rooms are overwritten. O(n · levels / 7).
    pub(super) fn levels<K: Key>(
        &self,
        items: &mut [Item<L::Ticket, K>],
        room: &mut Vec<Item<L::Ticket, K>>,
    ) -> Vec<L::Sum> {
        // All places of the coarsest width are four by four cells, hence two levels more.
        let top = self.n_levels + 1;
        let mut scratch = Scratch::new(self.ledger.n_labels());
        if items.len() < FEW || top <= leaf(D) {
            self.branch(items, top, &mut scratch).sums
        } else {
            self.split(items, room, top, &mut scratch).sums
        }
    }

    /// The branch of one cell of the given level.
    pub(super) fn branch<K: Key>(
        &self,
        items: &mut [Item<L::Ticket, K>],
        level: usize,
        scratch: &mut Scratch,
    ) -> Branch<L::Amount, L::Sum> {
        if items.len() < FEW || level > leaf(D) {
            return if items.len() < FEW {
                self.sorted(items, level, scratch)
            } else {
                self.split(items, &mut Vec::new(), level, scratch)
            };
        }
        let long = items.iter().map(|item| Item { key: item.key.cell(), ticket: item.ticket });
        let found = self.ledger.dense::<D>(long, (level, self.n_levels), scratch);
        found.unwrap_or_else(|| self.sorted(items, level, scratch))
    }

    /// The branch of a cell, from those of smaller ones.
    fn split<K: Key>(
        &self,
        items: &[Item<L::Ticket, K>],
        room: &mut Vec<Item<L::Ticket, K>>,
        level: usize,
        scratch: &mut Scratch,
    ) -> Branch<L::Amount, L::Sum> {
        let step = ((items.len() / 8).ilog2() as usize / D).clamp(1, 14 / D);
        let below = (level - step).max(leaf(D));
        let last = (1 << (D * (level - below))) - 1;
        let bucket = |item: &Item<L::Ticket, K>| (item.key.cell() >> (D * below)) as usize & last;
        let sizes = buckets::place(items, last + 1, room, bucket);
        let parts = buckets::split(room, sizes.iter().map(|&(_, size)| size));
        let branches: Vec<Branch<L::Amount, L::Sum>> = if items.len() < MANY {
            parts.into_iter().map(|part| self.branch(part, below, scratch)).collect()
        } else {
            let scratch = || Scratch::new(self.ledger.n_labels());
            parts.into_par_iter().map_init(scratch, |scratch, part| self.branch(part, below, scratch)).collect()
        };
        let mut cells = Cells::default();
        let mut sums = vec![self.ledger.zero(); below];
        for (branch, (key, _)) in branches.iter().zip(sizes) {
            cells.push(key as u64, &branch.cell);
            sums.iter_mut().zip(&branch.sums).for_each(|(sum, part)| self.ledger.add(sum, part, 1.0));
        }
        nested::branch::<D, L>(self.ledger, &cells, sums, (level, self.n_levels), scratch)
    }

    /// The branch of a cell whose items are sorted by their cells.
    fn sorted<K: Key>(
        &self,
        items: &mut [Item<L::Ticket, K>],
        level: usize,
        scratch: &mut Scratch,
    ) -> Branch<L::Amount, L::Sum> {
        items.sort_unstable_by_key(|item| item.key);
        let of_spot =
            |item: &Item<L::Ticket, K>| self.ledger.entries(item.ticket).map(|entry| (item.key.cell(), entry));
        let cells = Cells::fill(items.iter().flat_map(of_spot), scratch);
        nested::branch::<D, L>(self.ledger, &cells, Vec::new(), (level, self.n_levels), scratch)
    }
}
