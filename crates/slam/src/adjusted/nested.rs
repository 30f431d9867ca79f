//! Cells inside cells: what a cell holds is added up and judged once, however many widths it stays the same for.

use super::cells::{Branch, Cells};
use super::half_edges::Entry;
use super::tree::{Ledger, Scratch};

/// A cell that may still be joined with the one before it.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// Where its entries begin, which end with those of the next one.
    start: usize,
    /// The level from which on it holds what it holds.
    from: usize,
    /// The level at which it is one with the cell before it; for the first, that of the branch.
    joins: usize,
}

/// The cells of one branch that are not yet one, by rising keys.
struct Open<'a, L: Ledger> {
    ledger: &'a L,
    scratch: &'a mut Scratch,
    cells: Vec<Cell>,
    entries: Vec<Entry<L::Amount>>,
    sums: Vec<L::Sum>,
}

/// The branch of a cell of the given level, from the cells of the level of which `sums` are all below; levels from `n_levels` on
/// are not judged. O(entries + levels · cells), and each cell that differs from those in it is judged once.
pub(super) fn branch<const D: usize, L: Ledger>(
    ledger: &L,
    cells: &Cells<L::Amount>,
    mut sums: Vec<L::Sum>,
    (level, n_levels): (usize, usize),
    scratch: &mut Scratch,
) -> Branch<L::Amount, L::Sum> {
    let lowest = sums.len();
    sums.resize(level.min(n_levels).max(lowest), ledger.zero());
    let entries = Vec::with_capacity(cells.entries.len());
    let mut open = Open { ledger, scratch, cells: Vec::new(), entries, sums };
    let mut before = None;
    for (key, cell) in cells.iter() {
        let joins = before.map_or(level, |before: u64| {
            let differing_bits = (u64::BITS - (before ^ key).leading_zeros()) as usize;
            lowest + differing_bits.div_ceil(D)
        });
        open.settle(joins);
        open.cells.push(Cell { start: open.entries.len(), from: lowest, joins });
        open.entries.extend_from_slice(cell);
        before = Some(key);
    }
    open.settle(level);
    Branch { sums: open.sums, cell: open.entries }
}

impl<L: Ledger> Open<'_, L> {
    /// Judges the last cell, and every cell that it becomes part of, up to the level at which the next one joins them.
    ///
    /// Cells of one level are so judged by rising keys.
    fn settle(&mut self, next: usize) {
        self.judge(next);
        while let [.., before, last] = self.cells[..] {
            if next < last.joins {
                break;
            }
            self.join(before, last);
            self.cells.truncate(self.cells.len() - 2);
            self.cells.push(Cell { from: last.joins, ..before });
            self.judge(next);
        }
    }

    /// Judges the last cell on all levels on which it is alone.
    fn judge(&mut self, next: usize) {
        if let Some(cell) = self.cells.last() {
            let end = cell.joins.min(next).min(self.sums.len());
            if cell.from < end {
                self.ledger.judge(&self.entries[cell.start..], &mut self.sums[cell.from..end]);
            }
        }
    }

    /// Adds the entries of the last cell to those of the one before.
    fn join(&mut self, before: Cell, last: Cell) {
        let places = &mut self.scratch.places;
        for (place, entry) in self.entries[before.start..last.start].iter().enumerate() {
            places[entry.label as usize] = place as u32 + 1;
        }
        let mut end = last.start;
        for index in last.start..self.entries.len() {
            let entry = self.entries[index];
            match places[entry.label as usize] {
                0 => {
                    self.entries[end] = entry;
                    end += 1;
                }
                place => self.entries[before.start + place as usize - 1].add(&entry.amounts),
            }
        }
        self.entries[before.start..last.start].iter().for_each(|entry| places[entry.label as usize] = 0);
        self.entries.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjusted::tree::Item;

    /// Writes down which cells are judged on which levels: their half-edges, those of the second label times 100.
    struct Diary;

    impl Ledger for Diary {
        type Amount = u64;
        type Ticket = u64;
        type Sum = Vec<u64>;

        fn zero(&self) -> Vec<u64> {
            Vec::new()
        }

        fn add(&self, sum: &mut Vec<u64>, other: &Vec<u64>, _share: f64) {
            sum.extend(other);
        }

        fn judge(&self, cell: &[Entry<u64>], sums: &mut [Vec<u64>]) {
            let held = cell.iter().map(|entry| entry.amounts[0] * [1, 100][entry.label as usize]).sum();
            sums.iter_mut().for_each(|sum| sum.push(held));
        }

        fn n_labels(&self) -> usize {
            2
        }

        fn entries(&self, ticket: u64) -> [Entry<u64>; 2] {
            [0, 1].map(|label| Entry { label, amounts: [ticket, 0, 0, 0] })
        }

        fn dense<const D: usize>(
            &self,
            _items: impl Iterator<Item = Item<u64>> + Clone,
            _levels: (usize, usize),
            _scratch: &mut Scratch,
        ) -> Option<Branch<u64, Vec<u64>>> {
            None
        }
    }

    fn judged(cells: &[(u64, u32, u64)], lowest: usize, levels: (usize, usize)) -> Branch<u64, Vec<u64>> {
        let entries = cells.iter().map(|&(key, label, n)| (key, Entry { label, amounts: [n, 0, 0, 0] }));
        let cells = Cells::fill(entries, &mut Scratch::new(2));
        branch::<2, _>(&Diary, &cells, vec![vec![7]; lowest], levels, &mut Scratch::new(2))
    }

    #[test]
    fn cells_are_judged_by_rising_keys_on_every_level() {
        // In twos of bits: 00 00 01, 00 10 00, 00 10 01, 00 10 11 and 01 00 00. The three in the middle are one on level 1, all
        // but the last on level 2.
        let cells = [(1, 0, 1), (8, 0, 2), (9, 1, 3), (11, 0, 4), (16, 1, 5)];
        let Branch { sums, cell } = judged(&cells, 0, (3, 9));
        assert_eq!(sums, [vec![1, 2, 300, 4, 500], vec![1, 306, 500], vec![307, 500]]);
        assert_eq!(cell.iter().map(|entry| (entry.label, entry.amounts[0])).collect::<Vec<_>>(), [(0, 7), (1, 8)]);
        // Levels below are as they were, and those above are not judged.
        assert_eq!(judged(&cells, 2, (5, 3)).sums, [vec![7], vec![7], vec![1, 2, 300, 4, 500]]);
        assert_eq!(judged(&cells[..1], 0, (2, 2)).sums, [[1], [1]]);
        assert_eq!(judged(&[], 1, (3, 3)).sums, [vec![7], vec![], vec![]]);
    }
}
