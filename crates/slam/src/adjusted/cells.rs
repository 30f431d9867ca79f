//! Counts of half-edges in the cells of one frame, which add up over tiles, and over cells to those of twice the width.

use std::ops::Add;

use super::half_edges::{Amount, Entry};
use super::tree::Scratch;

/// The cells of a frame at one width that hold half-edges, and what they hold: a sparse table that adds up.
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

/// One cell, and the sums of all levels below it, fine first.
#[derive(Debug)]
pub(super) struct Branch<A, S> {
    pub(super) sums: Vec<S>,
    pub(super) cell: Vec<Entry<A>>,
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

    /// On how many levels, this one included, all cells are still apart; without end where there is one cell.
    pub(super) fn n_levels_apart(&self, dimensions: usize) -> usize {
        let differing_bits = |pair: &[u64]| (u64::BITS - (pair[0] ^ pair[1]).leading_zeros()) as usize;
        let least = self.keys.windows(2).map(differing_bits).min();
        least.map_or(usize::MAX, |bits| bits.div_ceil(dimensions))
    }

    /// The cells whose keys are so many bits shorter: in the plane, with two bits, those of twice the width. O(entries).
    pub(super) fn coarser(mut self, n_bits: usize, scratch: &mut Scratch) -> Self {
        let shorter = |key: u64| key.checked_shr(n_bits as u32).unwrap_or(0);
        let (mut n_cells, mut n_entries, mut from) = (0, 0, 0);
        let mut at = 0;
        while at < self.keys.len() {
            let key = shorter(self.keys[at]);
            let start = n_entries;
            let n_joined = self.keys[at..].iter().take_while(|&&other| shorter(other) == key).count();
            let end = self.ends[at + n_joined - 1];
            if n_joined == 1 {
                self.entries.copy_within(from..end, start);
                n_entries += end - from;
            } else {
                for index in from..end {
                    let entry = self.entries[index];
                    let place = &mut scratch.places[entry.label as usize];
                    if *place == 0 {
                        self.entries[n_entries] = entry;
                        n_entries += 1;
                        *place = (n_entries - start) as u32;
                    } else {
                        self.entries[start + *place as usize - 1].add(&entry.amounts);
                    }
                }
                self.entries[start..n_entries].iter().for_each(|entry| scratch.places[entry.label as usize] = 0);
            }
            (self.keys[n_cells], self.ends[n_cells]) = (key, n_entries);
            (n_cells, from, at) = (n_cells + 1, end, at + n_joined);
        }
        self.keys.truncate(n_cells);
        self.ends.truncate(n_cells);
        self.entries.truncate(n_entries);
        self
    }

    /// The cells with their keys, by rising keys.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[Entry<A>])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.keys.iter().zip(starts.zip(&self.ends)).map(|(&key, (start, &end))| (key, &self.entries[start..end]))
    }

    /// What all cells hold, where they are one.
    pub(super) fn into_entries(self) -> Vec<Entry<A>> {
        self.entries
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
        let entry = |&(key, label, n): &(u64, u32, u64)| (key, Entry { label, amounts: [n, 0, 0, n] });
        Cells::fill(entries.iter().map(entry), &mut Scratch::new(3))
    }

    #[test]
    fn four_cells_make_one() {
        let fine = cells(&[(4, 0, 1), (4, 2, 0), (5, 1, 2), (5, 0, 3), (9, 2, 4)]);
        assert_eq!(fine.iter().map(|(key, cell)| (key, cell.len())).collect::<Vec<_>>(), [(4, 1), (5, 2), (9, 1)]);
        assert_eq!(fine.clone().coarser(2, &mut Scratch::new(3)), cells(&[(1, 0, 4), (1, 1, 2), (2, 2, 4)]));
        assert_eq!(fine.coarser(64, &mut Scratch::new(3)), cells(&[(0, 0, 4), (0, 1, 2), (0, 2, 4)]));
        let none = cells(&[]);
        assert_eq!(none.coarser(2, &mut Scratch::new(3)), Cells::default());
    }

    #[test]
    fn cells_are_apart_until_two_are_one() {
        // 0b01_00 and 0b01_01 are one at twice the width, 0b00_11 and 0b10_11 at four times.
        let n_levels = |keys: &[u64]| cells(&keys.iter().map(|&key| (key, 0, 1)).collect::<Vec<_>>()).n_levels_apart(2);
        assert_eq!((n_levels(&[4, 5, 64]), n_levels(&[3, 11]), n_levels(&[3, 16 + 3])), (1, 2, 3));
        assert_eq!((n_levels(&[7]), n_levels(&[])), (usize::MAX, usize::MAX));
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
