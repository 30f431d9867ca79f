//! The cells of a frame as a tree: spots are sorted into ever smaller cells, whose counts are added up on the way back.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::cells::Cells;
use super::counts::{Amount, Entry};
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
    /// What its counts are found by.
    pub(super) payload: T,
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
pub(super) trait CellVisitor: Sync {
    type Amount: Amount;
    type Payload: Copy + Default + Send + Sync;
    /// Sums over cells, of all levels; they are exact, so that cells may come in any order.
    type Sums: Send;

    fn new_sums(&self) -> Self::Sums;
    fn merge(&self, sums: &mut Self::Sums, other: &Self::Sums);
    fn divide(&self, sums: &mut Self::Sums, by: f64);
    /// Adds a cell to the sums of the levels on which it is the same.
    fn visit(&self, cell: &[Entry<Self::Amount>], levels: Range<usize>, sums: &mut Self::Sums, scratch: &mut Scratch);
    /// The number of labels that entries may have.
    fn n_labels(&self) -> usize;
    fn entries(&self, payload: Self::Payload) -> [Entry<Self::Amount>; 2];

    /// Visits all cells within one cell of the given level in another way than by sorting, and returns what this cell holds.
    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<Self::Payload>> + Clone,
        level: usize,
        sums: &mut Self::Sums,
        scratch: &mut Scratch,
    ) -> Option<Vec<Entry<Self::Amount>>>;
}

/// Buffers that are used again and again by one thread.
#[derive(Debug)]
pub(super) struct Scratch {
    /// The place of each label in the cell at hand, counted from 1. Invariant: 0 between two uses.
    pub(super) places: Vec<u32>,
    /// The labels of the cell at hand.
    pub(super) labels: Vec<u32>,
    /// A row per cell, a column per label.
    pub(super) table: Vec<u64>,
    /// The sums of one level, by pair of columns.
    pub(super) local: Vec<[f64; 2]>,
}

impl Scratch {
    pub(super) fn new(n_labels: usize) -> Self {
        Self { places: vec![0; n_labels], labels: Vec::new(), table: Vec::new(), local: Vec::new() }
    }
}

/// The sums and buffers of one thread.
pub(super) struct Workspace<S> {
    pub(super) sums: S,
    pub(super) scratch: Scratch,
}

impl<S> Workspace<S> {
    pub(super) fn new<V: CellVisitor<Sums = S>>(visitor: &V) -> Self {
        Self { sums: visitor.new_sums(), scratch: Scratch::new(visitor.n_labels()) }
    }
}

/// A frame of so many levels of cells.
pub(super) struct Tree<'a, V: CellVisitor, const D: usize> {
    visitor: &'a V,
    n_levels: usize,
    /// The workspaces that no thread uses at the moment.
    free: Mutex<Vec<Workspace<V::Sums>>>,
}

/// Whether short keys have room for all cells of a frame of so many levels.
pub(super) fn is_short(dimensions: usize, n_levels: usize) -> bool {
    dimensions * (n_levels + 1) <= u32::BITS as usize
}

impl<'a, V: CellVisitor, const D: usize> Tree<'a, V, D> {
    pub(super) fn new(visitor: &'a V, n_levels: usize) -> Self {
        Self { visitor, n_levels, free: Mutex::new(Vec::new()) }
    }

    /// The sums over all cells; both slices of items are overwritten. O(n · levels / 7).
    pub(super) fn sums<K: Key>(
        &self,
        items: &mut [Item<V::Payload, K>],
        buffer: &mut Vec<Item<V::Payload, K>>,
        top: usize,
    ) -> V::Sums {
        let mut workspace = Workspace::new(self.visitor);
        if items.len() < FEW || top <= leaf(D) {
            self.branch(items, top, &mut workspace);
        } else {
            self.split(items, buffer, top, &mut workspace);
        }
        let mut sums = workspace.sums;
        self.collect(&mut sums);
        sums
    }

    /// Adds the sums that other threads have found.
    pub(super) fn collect(&self, sums: &mut V::Sums) {
        for other in self.free.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            self.visitor.merge(sums, &other.sums);
        }
    }

    /// Visits the cells within one cell of the given level; returns what this cell holds.
    pub(super) fn branch<K: Key>(
        &self,
        items: &mut [Item<V::Payload, K>],
        level: usize,
        workspace: &mut Workspace<V::Sums>,
    ) -> Vec<Entry<V::Amount>> {
        if items.len() < FEW {
            return self.sorted(items, level, workspace);
        }
        if level > leaf(D) {
            return self.split(items, &mut Vec::new(), level, workspace);
        }
        let long = items.iter().map(|item| Item { key: item.key.cell(), payload: item.payload });
        let Workspace { sums, scratch } = workspace;
        match self.visitor.dense::<D>(long, level, sums, scratch) {
            Some(cell) => cell,
            None => self.sorted(items, level, workspace),
        }
    }

    /// Visits the cells within one cell by way of smaller ones.
    fn split<K: Key>(
        &self,
        items: &[Item<V::Payload, K>],
        buffer: &mut Vec<Item<V::Payload, K>>,
        level: usize,
        workspace: &mut Workspace<V::Sums>,
    ) -> Vec<Entry<V::Amount>> {
        let step = ((items.len() / 8).ilog2() as usize / D).clamp(1, 14 / D);
        let below = (level - step.min(level)).max(leaf(D));
        let last = (1 << (D * (level - below))) - 1;
        let bucket = |item: &Item<V::Payload, K>| (item.key.cell() >> (D * below)) as usize & last;
        let sizes = buckets::place(items, last + 1, buffer, bucket);
        let parts = buckets::split(buffer, sizes.iter().map(|&(_, size)| size));
        let branches: Vec<Vec<Entry<V::Amount>>> = if items.len() < MANY {
            parts.into_iter().map(|part| self.branch(part, below, workspace)).collect()
        } else {
            let branch = |part: &mut [Item<V::Payload, K>]| {
                let mut workspace = self.take();
                let cell = self.branch(part, below, &mut workspace);
                self.put_back(workspace);
                cell
            };
            parts.into_par_iter().map(branch).collect()
        };
        let mut cells = Cells::default();
        for (cell, (key, _)) in branches.iter().zip(sizes) {
            cells.push(key as u64, cell);
        }
        nested::visit::<D, V>(self.visitor, &cells, below, (level, self.n_levels), workspace)
    }

    /// Visits the cells within one cell by sorting its items.
    fn sorted<K: Key>(
        &self,
        items: &mut [Item<V::Payload, K>],
        level: usize,
        workspace: &mut Workspace<V::Sums>,
    ) -> Vec<Entry<V::Amount>> {
        items.sort_unstable_by_key(|item| item.key);
        let of_spot =
            |item: &Item<V::Payload, K>| self.visitor.entries(item.payload).map(|entry| (item.key.cell(), entry));
        let cells = Cells::fill(items.iter().flat_map(of_spot), &mut workspace.scratch);
        nested::visit::<D, V>(self.visitor, &cells, 0, (level, self.n_levels), workspace)
    }

    fn take(&self) -> Workspace<V::Sums> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| Workspace::new(self.visitor))
    }

    fn put_back(&self, workspace: Workspace<V::Sums>) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
    }
}
