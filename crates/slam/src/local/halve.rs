//! Halving a cell at the middle edge of its longest side.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;

/// From this many edges on, the middle is found by counting into bins rather than by comparing.
const LARGE: usize = 16;
/// There are about four edges to a bin, but no more bins than this.
const MOST_BINS: usize = 1 << 9;
const FEW_BINS: usize = 1 << 5;
/// From this many edges on, a cell is measured and counted on several threads.
const HUGE: usize = 1 << 17;

/// An edge, where it lies and what it was and became.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<const D: usize> {
    /// The sum of its ends: twice its midpoint.
    pub(super) place: [f64; D],
    pub(super) truth: u16,
    pub(super) pred: u16,
    pub(super) edge: u32,
}

impl<const D: usize> Record<D> {
    pub(super) fn is_wrong(&self) -> bool {
        self.truth != self.pred
    }

    pub(super) fn mass(&self, weights: Option<&[f64]>) -> f64 {
        weights.map_or(1.0, |weights| weights[self.edge as usize] * weights[self.edge as usize])
    }

    /// By the coordinate on `axis`, then the others in order, then by kinds, then by mass: edges that still tie are alike.
    fn compare(&self, other: &Self, axis: usize, weights: Option<&[f64]>) -> Ordering {
        let by = |axis: usize| self.place[axis].total_cmp(&other.place[axis]);
        by(axis).then_with(|| {
            let by_kinds = || (self.truth, self.pred).cmp(&(other.truth, other.pred));
            let by_mass = || self.mass(weights).total_cmp(&other.mass(weights));
            (0..D).map(by).find(|order| order.is_ne()).unwrap_or_else(|| by_kinds().then_with(by_mass))
        })
    }
}

/// The smallest box around the places of a cell.
pub(super) struct Extents<const D: usize> {
    low: [f64; D],
    high: [f64; D],
}

pub(super) fn extents<const D: usize>(records: &[Record<D>]) -> Extents<D> {
    if records.len() < HUGE {
        return extents_of(records);
    }
    let chunks: Vec<Extents<D>> = records.par_chunks(HUGE).map(extents_of).collect();
    chunks.into_iter().fold(extents_of(&[]), |all, chunk| Extents {
        low: std::array::from_fn(|axis| all.low[axis].min(chunk.low[axis])),
        high: std::array::from_fn(|axis| all.high[axis].max(chunk.high[axis])),
    })
}

fn extents_of<const D: usize>(records: &[Record<D>]) -> Extents<D> {
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for record in records {
        for axis in 0..D {
            // Plain comparisons: coordinates are finite.
            low[axis] = if record.place[axis] < low[axis] { record.place[axis] } else { low[axis] };
            high[axis] = if record.place[axis] > high[axis] { record.place[axis] } else { high[axis] };
        }
    }
    Extents { low, high }
}

impl<const D: usize> Extents<D> {
    /// The diagonal; places are sums of two ends, so lengths are halved.
    pub(super) fn diameter(&self) -> f64 {
        0.5 * (0..D).map(|axis| self.side(axis) * self.side(axis)).sum::<f64>().sqrt()
    }

    fn side(&self, axis: usize) -> f64 {
        self.high[axis] - self.low[axis]
    }

    /// The axis of the longest side; ties: the first.
    fn longest(&self) -> usize {
        (0..D).fold(0, |best, axis| if self.side(axis) > self.side(best) { axis } else { best })
    }
}

/// The two halves of a cell, each with room to spare.
pub(super) struct Halves<'a, const D: usize> {
    pub(super) left: &'a mut [Record<D>],
    pub(super) right: &'a mut [Record<D>],
    pub(super) left_spare: &'a mut [Record<D>],
    pub(super) right_spare: &'a mut [Record<D>],
}

/// Halves a cell of at least two edges across its longest side: the first ⌊m/2⌋ in order to the left.
pub(super) fn halve<'a, const D: usize>(
    records: &'a mut [Record<D>],
    spare: &'a mut [Record<D>],
    extents: &Extents<D>,
    weights: Option<&[f64]>,
) -> Halves<'a, D> {
    let (axis, middle) = (extents.longest(), records.len() / 2);
    let bins = Bins::new(extents, axis, records.len()).filter(|_| records.len() >= LARGE);
    let (records, spare) = if let Some(bins) = bins {
        // Few bins are cleared faster than many, and most cells are small.
        let run = if bins.last < FEW_BINS as u32 {
            bins.sort_roughly::<D, FEW_BINS>(records, spare, middle)
        } else {
            bins.sort_roughly::<D, MOST_BINS>(records, spare, middle)
        };
        let inside = middle - run.start;
        spare[run].select_nth_unstable_by(inside, |a, b| a.compare(b, axis, weights));
        (spare, records)
    } else {
        records.select_nth_unstable_by(middle, |a, b| a.compare(b, axis, weights));
        (records, spare)
    };
    let ((left, right), (left_spare, right_spare)) = (records.split_at_mut(middle), spare.split_at_mut(middle));
    Halves { left, right, left_spare, right_spare }
}

/// Bins of equal width along an axis.
struct Bins {
    axis: usize,
    low: f64,
    per_length: f64,
    last: u32,
}

impl Bins {
    /// None where the cell has no extent, or one so small that bins cannot be told apart.
    fn new<const D: usize>(extents: &Extents<D>, axis: usize, n_records: usize) -> Option<Self> {
        let n_bins = (n_records / 4).next_power_of_two().clamp(8, MOST_BINS);
        let per_length = n_bins as f64 / extents.side(axis);
        per_length.is_finite().then(|| Self { axis, low: extents.low[axis], per_length, last: n_bins as u32 - 1 })
    }

    /// The bin of a record; never falls as the coordinate rises.
    fn bin<const D: usize>(&self, record: &Record<D>) -> u32 {
        (((record.place[self.axis] - self.low) * self.per_length) as u32).min(self.last)
    }

    /// Writes the records to `sorted`: those of the bins before that of the middle one, those of its bin, those after.
    /// Returns where its bin lies.
    fn sort_roughly<const D: usize, const BINS: usize>(
        &self,
        records: &[Record<D>],
        sorted: &mut [Record<D>],
        middle: usize,
    ) -> Range<usize> {
        let counts: [u32; BINS] = self.count(records);
        let (mut bin, mut start) = (0, 0);
        while start + counts[bin] as usize <= middle {
            start += counts[bin] as usize;
            bin += 1;
        }
        let end = start + counts[bin] as usize;
        let (mut next, bin) = ([0, start, end], bin as u32);
        for record in records {
            let other = self.bin(record);
            let class = usize::from(other >= bin) + usize::from(other > bin);
            sorted[next[class]] = *record;
            next[class] += 1;
        }
        start..end
    }

    fn count<const D: usize, const BINS: usize>(&self, records: &[Record<D>]) -> [u32; BINS] {
        let count = |records: &[Record<D>]| {
            let mut counts = [0; BINS];
            records.iter().for_each(|record| counts[self.bin(record) as usize] += 1);
            counts
        };
        if records.len() < HUGE {
            return count(records);
        }
        let chunks: Vec<[u32; BINS]> = records.par_chunks(HUGE).map(count).collect();
        let mut total = [0; BINS];
        for chunk in chunks {
            total.iter_mut().zip(chunk).for_each(|(total, count)| *total += count);
        }
        total
    }
}
