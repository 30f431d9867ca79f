//! Edges of a lattice by the rank of their coordinates, eight bytes each.
//!
//! The edges of a lattice share few coordinates, so that ranks tell as much as the coordinates do, and an edge without a
//! weight becomes one number: its order is the order of the edges.

use std::array;
use std::cmp::Ordering;

use rayon::prelude::*;

use super::Edges;
use super::cells::{Space, Written};
use super::halve::{Halves, LARGE, halve, n_bins};
use super::numbers::Numbers;

/// A rank has sixteen bits.
const MOST_VALUES: usize = 1 << 16;
/// The edges that are written at a time.
const CHUNK: usize = 1 << 17;

/// The coordinates that the ranks stand for on each axis, in ascending order.
pub(super) struct Ranks {
    values: [Vec<f64>; 2],
}

/// From high to low: the ranks of the two coordinates, the truth kind, the pred kind.
type Record = u64;

/// The smallest box around the ranks of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extents {
    low: [u16; 2],
    high: [u16; 2],
}

impl Ranks {
    /// Nothing where edges have weights, a third dimension or too many coordinates.
    pub(super) fn of(edges: Edges<'_>) -> Option<Written<Self>> {
        if edges.weights.is_some() || edges.spots.dimensions() != 2 {
            return None;
        }
        let mut records = vec![0; edges.len()];
        let chunks = records.par_chunks_mut(CHUNK).enumerate();
        let numbers: Option<Vec<[Numbers; 2]>> = chunks.map(|(chunk, records)| write(edges, chunk, records)).collect();
        let numbers = numbers?;
        let mut sorted = [0, 1].map(|axis| sort(&numbers, axis));
        if sorted.iter().any(|numbers| numbers.values().len() > MOST_VALUES) {
            return None;
        }
        let mut ranks = |numbers: &[Numbers; 2]| -> [Vec<u16>; 2] {
            array::from_fn(|axis| numbers[axis].values().iter().map(|&value| sorted[axis].rank(value) as u16).collect())
        };
        let ranks: Vec<[Vec<u16>; 2]> = numbers.iter().map(&mut ranks).collect();
        records.par_chunks_mut(CHUNK).zip(&ranks).for_each(|(records, [x_ranks, y_ranks])| {
            for record in records {
                let (x, y) = (x_ranks[usize::from(rank(*record, 0))], y_ranks[usize::from(rank(*record, 1))]);
                *record = pack([x, y], Self::kinds(record));
            }
        });
        let space = Self { values: sorted.map(|numbers| numbers.values().to_vec()) };
        Some(Written { space, records })
    }

    fn side(&self, extents: Extents, axis: usize) -> f64 {
        let value = |corner: [u16; 2]| self.values[axis][usize::from(corner[axis])];
        value(extents.high) - value(extents.low)
    }
}

/// Writes a chunk of edges, with ranks in the order in which their coordinates came, and returns these; nothing where
/// there are too many.
fn write(edges: Edges<'_>, chunk: usize, records: &mut [Record]) -> Option<[Numbers; 2]> {
    let mut numbers = [Numbers::default(), Numbers::default()];
    for (index, record) in records.iter_mut().enumerate() {
        let edge = edges.edge(chunk * CHUNK + index);
        let [x, y]: [f64; 2] = edges.place(edge);
        let (x, y) = (numbers[0].rank(x), numbers[1].rank(y));
        if x.max(y) as usize >= MOST_VALUES {
            return None;
        }
        *record = pack([x as u16, y as u16], edges.kinds(edge));
    }
    Some(numbers)
}

/// The coordinates of all chunks on an axis, in ascending order.
fn sort(chunks: &[[Numbers; 2]], axis: usize) -> Numbers {
    let mut values: Vec<f64> = chunks.iter().flat_map(|numbers| numbers[axis].values()).copied().collect();
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().collect()
}

#[inline]
fn pack(ranks: [u16; 2], (truth, pred): (u16, u16)) -> Record {
    let [x, y] = ranks.map(u64::from);
    x << 48 | y << 32 | u64::from(truth) << 16 | u64::from(pred)
}

#[inline]
fn rank(record: Record, axis: usize) -> u16 {
    (record >> (48 - 16 * axis)) as u16
}

/// The order of records by one coordinate, then by the other, then by kinds.
#[inline]
fn key<const AXIS: usize>(record: Record) -> u64 {
    if AXIS == 0 { record } else { record & 0xffff_ffff | (record >> 48) << 32 | (record << 16) & (0xffff << 48) }
}

impl Space for Ranks {
    type Record = Record;
    type Extents = Extents;
    const AXES: usize = 2;

    fn kinds(record: &Record) -> (u16, u16) {
        ((record >> 16) as u16, *record as u16)
    }

    fn mass(&self, _: &Record) -> f64 {
        1.0
    }

    fn extents(&self, records: &[Record]) -> Extents {
        let (mut low, mut high) = ([u16::MAX; 2], [0; 2]);
        for &record in records {
            for axis in 0..2 {
                low[axis] = low[axis].min(rank(record, axis));
                high[axis] = high[axis].max(rank(record, axis));
            }
        }
        Extents { low, high }
    }

    fn join(one: &Extents, other: &Extents) -> Extents {
        Extents {
            low: array::from_fn(|axis| one.low[axis].min(other.low[axis])),
            high: array::from_fn(|axis| one.high[axis].max(other.high[axis])),
        }
    }

    fn interval(extents: &Extents, axis: usize) -> (f64, f64) {
        (extents.low[axis].into(), extents.high[axis].into())
    }

    fn diameter(&self, extents: &Extents) -> f64 {
        // Places are sums of two ends, so lengths are halved.
        0.5 * (0..2).map(|axis| self.side(*extents, axis) * self.side(*extents, axis)).sum::<f64>().sqrt()
    }

    fn longest(&self, extents: &Extents) -> usize {
        usize::from(self.side(*extents, 1) > self.side(*extents, 0))
    }

    #[inline]
    fn coordinate(&self, record: &Record, axis: usize) -> f64 {
        rank(*record, axis).into()
    }

    fn compare(&self, &one: &Record, &other: &Record, axis: usize) -> Ordering {
        if axis == 0 { key::<0>(one).cmp(&key::<0>(other)) } else { key::<1>(one).cmp(&key::<1>(other)) }
    }

    fn halve<'b>(&self, records: &'b mut [Record], spare: &'b mut [Record], extents: &Extents) -> Halves<'b, Record> {
        if self.longest(extents) == 0 {
            halve_across::<0>(records, spare, *extents)
        } else {
            halve_across::<1>(records, spare, *extents)
        }
    }
}

fn halve_across<'a, const AXIS: usize>(
    records: &'a mut [Record],
    spare: &'a mut [Record],
    extents: Extents,
) -> Halves<'a, Record> {
    let low = extents.low[AXIS];
    let n_ranks = u32::from(extents.high[AXIS] - low) + 1;
    let shift = n_ranks.div_ceil(n_bins(records.len()) as u32).next_power_of_two().trailing_zeros();
    let bin = |record: &Record| u32::from(rank(*record, AXIS) - low) >> shift;
    let bin = (records.len() >= LARGE).then_some(bin);
    halve(records, spare, bin, |&a, &b| key::<AXIS>(a).cmp(&key::<AXIS>(b)))
}
