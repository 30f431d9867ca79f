//! Large cells in pieces, so that halving them touches few of their edges.
//!
//! The edges of a piece lie close together. Across a large cell most pieces lie wholly on one side of the middle, and only
//! the others are looked at.

use std::mem;

use rayon::prelude::*;

use super::cells::Space;

/// The middle is looked for in so many bins.
const N_BINS: usize = 512;

/// A run of edges, and the box around them.
pub(super) struct Piece<'a, S: Space> {
    records: &'a mut [S::Record],
    extents: S::Extents,
}

/// A cell of at least one piece.
pub(super) struct Pieces<'a, S: Space>(Vec<Piece<'a, S>>);

impl<'a, S: Space> Pieces<'a, S> {
    /// The cell of the given runs; empty ones are left out.
    pub(super) fn new(space: &S, runs: Vec<&'a mut [S::Record]>) -> Self {
        let runs = runs.into_par_iter().filter(|run| !run.is_empty());
        Self(runs.map(|records| Piece { extents: space.extents(records), records }).collect())
    }

    /// The number of edges.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|piece| piece.records.len()).sum()
    }

    /// All edges in one place.
    pub(super) fn gather(self) -> Vec<S::Record> {
        let mut records = Vec::with_capacity(self.len());
        self.0.iter().for_each(|piece| records.extend_from_slice(piece.records));
        records
    }

    /// The box around the cell.
    pub(super) fn extents(&self, space: &S) -> S::Extents {
        self.0.iter().fold(space.extents(&[]), |all, piece| S::join(&all, &piece.extents))
    }

    /// Halves the cell, as `Space::halve` would.
    pub(super) fn halve(self, space: &S, axis: usize) -> [Self; 2] {
        let middle = self.len() / 2;
        let (low, high) = self.middle_between(axis, middle);
        let mut sides = [Vec::new(), Vec::new()];
        let mut between = Vec::new();
        for piece in self.0 {
            let (piece_low, piece_high) = S::interval(&piece.extents, axis);
            match (piece_high < low, piece_low > high) {
                (true, _) => sides[0].push(piece),
                (_, true) => sides[1].push(piece),
                _ => between.push(piece.records),
            }
        }
        let before: usize = sides[0].iter().map(|piece| piece.records.len()).sum();
        let halves =
            Middle { space, axis, low, high, per_length: N_BINS as f64 / (high - low) }.halve(between, middle - before);
        for (side, runs) in sides.iter_mut().zip(halves) {
            side.extend(Self::new(space, runs).0);
        }
        sides.map(Self)
    }

    /// The middle edge has a coordinate no less than the first of these, and no more than the second.
    fn middle_between(&self, axis: usize, middle: usize) -> (f64, f64) {
        let ends = |end: fn((f64, f64)) -> f64| -> Vec<(f64, usize)> {
            self.0.iter().map(|piece| (end(S::interval(&piece.extents, axis)), piece.records.len())).collect()
        };
        let (mut lows, mut highs) = (ends(|(low, _)| low), ends(|(_, high)| high));
        lows.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        highs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        (reached(&lows, self.len() - middle), reached(&highs, middle + 1))
    }
}

/// The first end up to which there are so many edges.
fn reached(ends: &[(f64, usize)], wanted: usize) -> f64 {
    let mut found = 0;
    let is_reached = |(_, size): &&(f64, usize)| {
        found += size;
        found >= wanted
    };
    ends.iter().find(is_reached).map_or(0.0, |&(end, _)| end)
}

/// The pieces around the middle of a cell.
struct Middle<'a, S> {
    space: &'a S,
    axis: usize,
    low: f64,
    high: f64,
    per_length: f64,
}

/// A run of edges in order of their bins: before that of the middle, from `start` to `end` those in it, those after.
struct Sorted<'a, R> {
    records: &'a mut [R],
    start: usize,
    end: usize,
}

impl<S: Space> Middle<'_, S> {
    /// Halves every run: the first `n_left` edges of all in order to the left.
    fn halve<'a>(&self, runs: Vec<&'a mut [S::Record]>, n_left: usize) -> [Vec<&'a mut [S::Record]>; 2] {
        let (pivot, before) = self.locate(&runs, n_left);
        let mut runs: Vec<Sorted<'a, _>> = runs.into_par_iter().map(|run| self.sort_roughly(run, pivot)).collect();
        let mut inside: Vec<S::Record> =
            runs.iter().flat_map(|run| &run.records[run.start..run.end]).copied().collect();
        let mut n_left = n_left - before;
        inside.select_nth_unstable_by(n_left, |a, b| self.space.compare(a, b, self.axis));
        let mut inside = inside.as_slice();
        let halves = runs.iter_mut().map(|run| {
            let (own, others) = inside.split_at(run.end - run.start);
            run.records[run.start..run.end].copy_from_slice(own);
            inside = others;
            let left = n_left.min(own.len());
            n_left -= left;
            mem::take(&mut run.records).split_at_mut(run.start + left)
        });
        let (left, right) = halves.unzip();
        [left, right]
    }

    /// The bin of the edge with `index` others before it, and how many lie in the bins before.
    fn locate(&self, runs: &[&mut [S::Record]], index: usize) -> (usize, usize) {
        let count = |run: &&mut [S::Record]| {
            let mut counts = [0_u32; N_BINS + 2];
            run.iter().for_each(|record| counts[self.bin(record)] += 1);
            counts
        };
        let counts: Vec<[u32; N_BINS + 2]> = runs.par_iter().map(count).collect();
        let (mut bin, mut before) = (0, 0);
        loop {
            let inside: usize = counts.iter().map(|counts| counts[bin] as usize).sum();
            if before + inside > index {
                return (bin, before);
            }
            (bin, before) = (bin + 1, before + inside);
        }
    }

    /// The bin of an edge: the first and the last are for those that cannot be the middle one.
    #[inline]
    fn bin(&self, record: &S::Record) -> usize {
        let place = self.space.coordinate(record, self.axis);
        let inside = 1 + (((place - self.low) * self.per_length) as u32).min(N_BINS as u32 - 1);
        let inside = if place < self.low { 0 } else { inside };
        if place > self.high { N_BINS + 1 } else { inside as usize }
    }

    fn sort_roughly<'a>(&self, records: &'a mut [S::Record], pivot: usize) -> Sorted<'a, S::Record> {
        let copies: Vec<S::Record> = records.to_vec();
        let (mut start, mut end) = (0, records.len());
        let mut inside = Vec::new();
        for record in copies {
            let bin = self.bin(&record);
            if bin == pivot {
                inside.push(record);
                continue;
            }
            // Written at both ends, it stays where the next one does not follow.
            records[start] = record;
            records[end - 1] = record;
            start += usize::from(bin < pivot);
            end -= usize::from(bin > pivot);
        }
        records[start..end].copy_from_slice(&inside);
        Sorted { records, start, end }
    }
}
