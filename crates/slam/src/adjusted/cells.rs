//! Counts of spots and half-edges in the cells of one frame, which add up over tiles, and over cells to those of twice the width.

use std::ops::Add;

use super::counts::{Amount, Entry};
use super::tree::Scratch;

/// The cells of a frame at one width that hold spots, and what they hold: a sparse table that adds up.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Cells<A> {
    /// Invariant: increasing.
    pub(super) keys: Vec<u64>,
    /// Where the entries of each cell end. Invariant: increasing.
    pub(super) ends: Vec<usize>,
    /// Invariant: in every cell the labels differ.
    pub(super) entries: Vec<Entry<A>>,
}

impl<A: Amount> Cells<A> {
    /// The cells of entries that come in the order of their keys. O(entries).
    pub(super) fn fill(entries: impl Iterator<Item = (u64, Entry<A>)>, scratch: &mut Scratch) -> Self {
        let mut cells = Self { entries: Vec::with_capacity(entries.size_hint().1.unwrap_or(0)), ..Self::default() };
        let mut start = 0;
        for (key, entry) in entries.filter(|(_, entry)| !entry.is_empty()) {
            if cells.keys.last().is_some_and(|&last| last != key) {
                start = cells.close(start, scratch);
            }
            if cells.keys.len() == cells.ends.len() {
                cells.keys.push(key);
            }
            let place = &mut scratch.places[entry.label as usize];
            if *place == 0 {
                cells.entries.push(entry);
                *place = (cells.entries.len() - start) as u32;
            } else {
                cells.entries[start + *place as usize - 1].add(&entry.amounts);
            }
        }
        if cells.keys.len() > cells.ends.len() {
            cells.close(start, scratch);
        }
        cells
    }

    /// Ends the last cell, which begins at `start`; returns where the next one begins.
    fn close(&mut self, start: usize, scratch: &mut Scratch) -> usize {
        self.entries[start..].iter().for_each(|entry| scratch.places[entry.label as usize] = 0);
        self.ends.push(self.entries.len());
        self.entries.len()
    }

    /// Adds a cell behind all others.
    pub(super) fn push(&mut self, key: u64, cell: &[Entry<A>]) {
        self.keys.push(key);
        self.entries.extend_from_slice(cell);
        self.ends.push(self.entries.len());
    }

    /// The cells whose keys are so many bits shorter: in the plane, with two bits, those of twice the width. O(entries).
    #[cfg(any(feature = "serde", test))]
    pub(super) fn coarser(&self, n_bits: u32, scratch: &mut Scratch) -> Self {
        let entries = self.iter().flat_map(|(key, cell)| cell.iter().map(move |entry| (key >> n_bits, *entry)));
        Self::fill(entries, scratch)
    }

    /// The cells with their keys, by rising keys.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[Entry<A>])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.keys.iter().zip(starts.zip(&self.ends)).map(|(&key, (start, &end))| (key, &self.entries[start..end]))
    }
}

impl<A> Default for Cells<A> {
    fn default() -> Self {
        Self { keys: Vec::new(), ends: Vec::new(), entries: Vec::new() }
    }
}

/// Cells of two tiles, in the same frame.
impl<A: Amount> Add for Cells<A> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let both = || [&self, &other].into_iter().flat_map(Self::iter);
        let mut cells: Vec<(u64, &[Entry<A>])> = both().collect();
        cells.sort_by_key(|(key, _)| *key);
        let n_labels = self.entries.iter().chain(&other.entries).map(|entry| entry.label + 1).max().unwrap_or(0);
        let entries = cells.iter().flat_map(|&(key, cell)| cell.iter().map(move |entry| (key, *entry)));
        Self::fill(entries, &mut Scratch::new(n_labels as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(entries: &[(u64, u32, u64)]) -> Cells<u64> {
        let entry = |&(key, label, n): &(u64, u32, u64)| (key, Entry { label, amounts: [n, 0, n] });
        Cells::fill(entries.iter().map(entry), &mut Scratch::new(3))
    }

    #[test]
    fn four_cells_make_one() {
        let fine = cells(&[(4, 0, 1), (4, 2, 0), (5, 1, 2), (5, 0, 3), (9, 2, 4)]);
        assert_eq!(fine.iter().map(|(key, cell)| (key, cell.len())).collect::<Vec<_>>(), [(4, 1), (5, 2), (9, 1)]);
        assert_eq!(fine.coarser(2, &mut Scratch::new(3)), cells(&[(1, 0, 4), (1, 1, 2), (2, 2, 4)]));
        assert_eq!(fine.coarser(63, &mut Scratch::new(3)), cells(&[(0, 0, 4), (0, 1, 2), (0, 2, 4)]));
        let none = cells(&[]);
        assert_eq!(none.coarser(2, &mut Scratch::new(3)), Cells::default());
    }

    #[test]
    fn tiles_add_up_in_any_order() {
        let (left, right) = (cells(&[(1, 0, 1), (2, 1, 5)]), cells(&[(2, 1, 1), (2, 0, 2), (7, 2, 3)]));
        let whole = cells(&[(1, 0, 1), (2, 1, 6), (2, 0, 2), (7, 2, 3)]);
        assert_eq!(left.clone() + right.clone(), whole);
        let sizes = |cells: &Cells<u64>| cells.iter().map(|(key, cell)| (key, cell.len())).collect::<Vec<_>>();
        assert_eq!(sizes(&(right + left)), sizes(&whole));
    }
}
