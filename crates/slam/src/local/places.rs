//! Edges by where they lie, in as many digits as there are.

use std::array;
use std::cmp::Ordering;

use rayon::prelude::*;

use super::Edges;
use super::cells::{Space, Written};
use super::halve::{Halves, LARGE, halve, n_bins};

/// The places of edges in `D` dimensions.
pub(super) struct Places<'a, const D: usize> {
    weights: Option<&'a [f64]>,
}

/// An edge, where it lies and what it was and became.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<const D: usize> {
    /// The sum of its ends: twice its midpoint.
    place: [f64; D],
    truth: u16,
    pred: u16,
    edge: u32,
}

/// The smallest box around the places of a cell.
pub(super) struct Extents<const D: usize> {
    low: [f64; D],
    high: [f64; D],
}

impl<const D: usize> Default for Record<D> {
    fn default() -> Self {
        Self { place: [0.0; D], truth: 0, pred: 0, edge: 0 }
    }
}

impl<'a, const D: usize> Places<'a, D> {
    pub(super) fn of(edges: Edges<'a>) -> Written<Self> {
        let record = |index: usize| {
            let edge = edges.edge(index);
            let (truth, pred) = edges.kinds(edge);
            Record { place: edges.place(edge), truth, pred, edge: edge as u32 }
        };
        let records = (0..edges.len()).into_par_iter().with_min_len(1 << 12).map(record).collect();
        Written { space: Self { weights: edges.weights }, records }
    }
}

impl<const D: usize> Space for Places<'_, D> {
    type Record = Record<D>;
    type Extents = Extents<D>;
    const AXES: usize = D;

    fn kinds(record: &Record<D>) -> (u16, u16) {
        (record.truth, record.pred)
    }

    fn mass(&self, record: &Record<D>) -> f64 {
        self.weights.map_or(1.0, |weights| weights[record.edge as usize] * weights[record.edge as usize])
    }

    fn extents(&self, records: &[Record<D>]) -> Extents<D> {
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

    fn join(one: &Extents<D>, other: &Extents<D>) -> Extents<D> {
        Extents {
            low: array::from_fn(|axis| one.low[axis].min(other.low[axis])),
            high: array::from_fn(|axis| one.high[axis].max(other.high[axis])),
        }
    }

    fn interval(extents: &Extents<D>, axis: usize) -> (f64, f64) {
        (extents.low[axis], extents.high[axis])
    }

    fn diameter(&self, extents: &Extents<D>) -> f64 {
        // Places are sums of two ends, so lengths are halved.
        0.5 * (0..D).map(|axis| extents.side(axis) * extents.side(axis)).sum::<f64>().sqrt()
    }

    fn longest(&self, extents: &Extents<D>) -> usize {
        (0..D).fold(0, |best, axis| if extents.side(axis) > extents.side(best) { axis } else { best })
    }

    #[inline]
    fn coordinate(&self, record: &Record<D>, axis: usize) -> f64 {
        record.place[axis]
    }

    fn compare(&self, one: &Record<D>, other: &Record<D>, axis: usize) -> Ordering {
        let by = |axis: usize| one.place[axis].total_cmp(&other.place[axis]);
        by(axis).then_with(|| {
            let by_kinds = || (one.truth, one.pred).cmp(&(other.truth, other.pred));
            let by_mass = || self.mass(one).total_cmp(&self.mass(other));
            (0..D).map(by).find(|order| order.is_ne()).unwrap_or_else(|| by_kinds().then_with(by_mass))
        })
    }

    fn halve<'b>(
        &self,
        records: &'b mut [Record<D>],
        spare: &'b mut [Record<D>],
        extents: &Extents<D>,
    ) -> Halves<'b, Record<D>> {
        let axis = self.longest(extents);
        let n_bins = n_bins(records.len());
        let (low, per_length) = (extents.low[axis], n_bins as f64 / extents.side(axis));
        let bin = |record: &Record<D>| (((record.place[axis] - low) * per_length) as u32).min(n_bins as u32 - 1);
        // A cell may have no extent, or one so small that bins cannot be told apart.
        let bin = (records.len() >= LARGE && per_length.is_finite()).then_some(bin);
        halve(records, spare, bin, |a, b| self.compare(a, b, axis))
    }
}

impl<const D: usize> Extents<D> {
    fn side(&self, axis: usize) -> f64 {
        self.high[axis] - self.low[axis]
    }
}
