//! Cells within cells: what a cell holds is added up and visited once, however many levels it stays the same for.

use super::cells::Cells;
use super::counts::Entry;
use super::tree::{CellVisitor, Workspace};

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
struct Pending<'a, V: CellVisitor> {
    visitor: &'a V,
    workspace: &'a mut Workspace<V::Sums>,
    cells: Vec<Cell>,
    entries: Vec<Entry<V::Amount>>,
    /// The lowest level that is not visited.
    end: usize,
}

/// Visits the cells within one cell of the given level, from its cells of level `lowest` on; levels from `n_levels` on are not
/// visited. Returns what the cell holds. O(entries + levels · cells), and each cell that differs from those in it is visited once.
pub(super) fn visit<const D: usize, V: CellVisitor>(
    visitor: &V,
    cells: &Cells<V::Amount>,
    lowest: usize,
    (level, n_levels): (usize, usize),
    workspace: &mut Workspace<V::Sums>,
) -> Vec<Entry<V::Amount>> {
    let entries = Vec::with_capacity(cells.entries.len());
    let mut pending = Pending { visitor, workspace, cells: Vec::new(), entries, end: level.min(n_levels) };
    let mut before = None;
    for (key, cell) in cells.iter() {
        let joins = before.map_or(level, |before: u64| {
            let differing_bits = (u64::BITS - (before ^ key).leading_zeros()) as usize;
            lowest + differing_bits.div_ceil(D)
        });
        pending.finish(joins);
        pending.cells.push(Cell { start: pending.entries.len(), from: lowest, joins });
        pending.entries.extend_from_slice(cell);
        before = Some(key);
    }
    pending.finish(level);
    pending.entries
}

impl<V: CellVisitor> Pending<'_, V> {
    /// Visits the last cell, and every cell that it becomes part of, up to the level at which the next one joins them.
    ///
    /// Cells of one level are so visited by rising keys.
    fn finish(&mut self, next: usize) {
        self.visit(next);
        while let [.., before, last] = self.cells[..] {
            if next < last.joins {
                break;
            }
            self.join(before, last);
            self.cells.truncate(self.cells.len() - 2);
            self.cells.push(Cell { from: last.joins, ..before });
            self.visit(next);
        }
    }

    /// Visits the last cell on all levels on which it is alone.
    fn visit(&mut self, next: usize) {
        if let Some(cell) = self.cells.last() {
            let end = cell.joins.min(next).min(self.end);
            if cell.from < end {
                let Workspace { sums, scratch } = &mut *self.workspace;
                self.visitor.visit(&self.entries[cell.start..], cell.from..end, sums, scratch);
            }
        }
    }

    /// Adds the entries of the last cell to those of the one before.
    fn join(&mut self, before: Cell, last: Cell) {
        let places = &mut self.workspace.scratch.places;
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
    use std::ops::Range;

    use super::*;
    use crate::adjusted::tree::{Item, Scratch};

    /// Writes down which cells are visited on which levels: their spots, those of the second label times 100.
    struct Recorder;

    impl CellVisitor for Recorder {
        type Amount = u64;
        type Payload = u64;
        type Sums = Vec<Vec<u64>>;

        fn new_sums(&self) -> Vec<Vec<u64>> {
            vec![Vec::new(); 9]
        }

        fn merge(&self, _: &mut Vec<Vec<u64>>, _: &Vec<Vec<u64>>) {}

        fn divide(&self, _: &mut Vec<Vec<u64>>, _: f64) {}

        fn visit(&self, cell: &[Entry<u64>], levels: Range<usize>, sums: &mut Vec<Vec<u64>>, _: &mut Scratch) {
            let held = cell.iter().map(|entry| entry.amounts[0] * [1, 100][entry.label as usize]).sum();
            levels.for_each(|level| sums[level].push(held));
        }

        fn n_labels(&self) -> usize {
            2
        }

        fn entries(&self, payload: u64) -> [Entry<u64>; 2] {
            [0, 1].map(|label| Entry { label, amounts: [payload, 0, 0] })
        }

        fn dense<const D: usize>(
            &self,
            _items: impl Iterator<Item = Item<u64>> + Clone,
            _level: usize,
            _sums: &mut Vec<Vec<u64>>,
            _scratch: &mut Scratch,
        ) -> Option<Vec<Entry<u64>>> {
            None
        }
    }

    fn visited(cells: &[(u64, u32, u64)], lowest: usize, levels: (usize, usize)) -> (Vec<Vec<u64>>, Vec<(u32, u64)>) {
        let entries = cells.iter().map(|&(key, label, n)| (key, Entry { label, amounts: [n, 0, 0] }));
        let mut workspace = Workspace::new(&Recorder);
        let cells = Cells::fill(entries, &mut workspace.scratch);
        let cell = visit::<2, _>(&Recorder, &cells, lowest, levels, &mut workspace);
        workspace.sums.truncate(levels.0.min(levels.1));
        (workspace.sums, cell.iter().map(|entry| (entry.label, entry.amounts[0])).collect())
    }

    #[test]
    fn cells_are_visited_by_rising_keys_on_every_level() {
        // In twos of bits: 00 00 01, 00 10 00, 00 10 01, 00 10 11 and 01 00 00. The three in the middle are one on level 1, all
        // but the last on level 2.
        let cells = [(1, 0, 1), (8, 0, 2), (9, 1, 3), (11, 0, 4), (16, 1, 5)];
        let (sums, cell) = visited(&cells, 0, (3, 9));
        assert_eq!(sums, [vec![1, 2, 300, 4, 500], vec![1, 306, 500], vec![307, 500]]);
        assert_eq!(cell, [(0, 7), (1, 8)]);
        // Levels below have been visited already, and those above are not.
        assert_eq!(visited(&cells, 2, (5, 3)).0, [vec![], vec![], vec![1, 2, 300, 4, 500]]);
        assert_eq!(visited(&cells[..1], 0, (2, 2)).0, [[1], [1]]);
        assert_eq!(visited(&[], 1, (3, 3)).0, [vec![], vec![], Vec::<u64>::new()]);
    }
}
