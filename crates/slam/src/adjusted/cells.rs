//! Counts of half-edges in the cells of one frame, which add up over tiles, and over cells to those of twice the width.

use super::chance::{Chance, Sums};
use super::half_edges::{Amount, Entry, HalfEdges};

/// The cells of a frame at one width that hold half-edges, and what they hold.
#[derive(Debug, Default)]
pub(super) struct Cells<A> {
    /// Invariant: increasing.
    keys: Vec<u64>,
    /// Where the entries of each cell end. Invariant: increasing, and in every cell the labels differ.
    ends: Vec<usize>,
    entries: Vec<Entry<A>>,
}

impl<A: Amount> Cells<A> {
    /// The cells of the given spots.
    pub(super) fn count(half_edges: &HalfEdges<'_, A>, spots: &[u32], cell: impl Fn(usize) -> u64) -> Self {
        let mut places: Vec<(u64, u32)> = spots.iter().map(|&spot| (cell(spot as usize), spot)).collect();
        places.sort_unstable();
        let mut filling = Filling::new(half_edges.n_labels);
        for (key, spot) in places {
            half_edges.entries(spot as usize).into_iter().for_each(|entry| filling.add(key, entry));
        }
        filling.finish()
    }

    /// The sums of every level up to the coarsest, coarse first.
    pub(super) fn levels(self, dimensions: usize, n_levels: usize, n_labels: usize, chance: &Chance) -> Vec<Sums> {
        let mut cells = self;
        let mut sums = vec![cells.compare(chance)];
        for _ in 1..n_levels {
            cells = cells.coarser(dimensions, n_labels);
            sums.push(cells.compare(chance));
        }
        sums.reverse();
        sums
    }

    /// The cells of twice the width.
    fn coarser(&self, dimensions: usize, n_labels: usize) -> Self {
        let mut filling = Filling::new(n_labels);
        for (key, cell) in self.iter() {
            cell.iter().for_each(|entry| filling.add(key >> dimensions, *entry));
        }
        filling.finish()
    }

    fn compare(&self, chance: &Chance) -> Sums {
        let mut sums = Sums::default();
        self.iter().for_each(|(_, cell)| sums += chance.compare(cell));
        sums
    }

    fn iter(&self) -> impl Iterator<Item = (u64, &[Entry<A>])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.keys.iter().zip(starts.zip(&self.ends)).map(|(&key, (start, &end))| (key, &self.entries[start..end]))
    }
}

/// Cells in the making: entries come in the order of their keys.
struct Filling<A> {
    cells: Cells<A>,
    /// Where the entry of each label stands in the cell at hand.
    places: Vec<Option<usize>>,
    start: usize,
}

impl<A: Amount> Filling<A> {
    fn new(n_labels: usize) -> Self {
        let cells = Cells { keys: Vec::new(), ends: Vec::new(), entries: Vec::new() };
        Self { cells, places: vec![None; n_labels], start: 0 }
    }

    fn add(&mut self, key: u64, entry: Entry<A>) {
        if entry.amounts.iter().all(|amount| amount.count() == 0) {
            return;
        }
        if self.cells.keys.last() != Some(&key) {
            self.close();
            self.cells.keys.push(key);
        }
        let place = &mut self.places[usize::from(entry.label)];
        if let Some(place) = *place {
            self.cells.entries[place].add(&entry.amounts);
        } else {
            *place = Some(self.cells.entries.len());
            self.cells.entries.push(entry);
        }
    }

    fn close(&mut self) {
        if !self.cells.keys.is_empty() {
            self.cells.entries[self.start..].iter().for_each(|entry| self.places[usize::from(entry.label)] = None);
            self.start = self.cells.entries.len();
            self.cells.ends.push(self.start);
        }
    }

    fn finish(mut self) -> Cells<A> {
        self.close();
        self.cells
    }
}
