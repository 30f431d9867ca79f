//! The median edge length: the unit of the cells' widths.

use std::ops::RangeInclusive;

use crate::parallel::prelude::*;
use crate::parallel::{current_num_threads, each};

use super::{PIECE, Subset, TwoLabelings};

/// The number of edges from which the range of the middle ones is guessed.
const SAMPLE: usize = 1001;
/// Up to one edge in so many is kept to find the middle ones; among more, as on lattices, they are found by counting.
const FEW: usize = 4;
/// How many bits of a value are settled by counting once.
const BITS: u32 = 12;

/// The median of the positive lengths of the edges of a part, in the given unit: of an even number the mean of the middle two; 0
/// if all edges join spots that coincide. O(E).
pub(super) fn edge_length<const D: usize>(
    places: &[[f64; D]],
    input: TwoLabelings<'_>,
    subset: Subset<'_>,
    unit: f64,
) -> f64 {
    let edges = input.graph.edges();
    let per_unit = 1.0 / unit;
    let square = |index: usize| {
        let (u, v) = edges[subset.edge(index)];
        let (a, b) = (places[u as usize], places[v as usize]);
        let along = |axis: usize| a[axis] * per_unit - b[axis] * per_unit;
        (0..D).map(|axis| along(axis) * along(axis)).sum::<f64>()
    };
    unit * middle(subset.n_edges(input), square)
}

/// The middle one of the positive among `n` roots, or the mean of the middle two; 0 if none is.
fn middle(n: usize, square: impl Fn(usize) -> f64 + Sync) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let [lower, upper] = pick(n, &square).unwrap_or_else(|| narrow(n, &square)).map(f64::sqrt);
    0.5 * (lower + upper)
}

/// The ranks of the middle two of the positive among `n` values, of which so many are 0; none if all are.
fn ranks(n: usize, n_zeros: usize) -> Option<(usize, usize)> {
    let n_positive = n - n_zeros;
    (n_positive > 0).then(|| (n_zeros + (n_positive - 1) / 2, n_zeros + n_positive / 2))
}

/// Values between which the middle ones very probably lie.
fn bracket(n: usize, square: &impl Fn(usize) -> f64) -> (f64, f64) {
    let mut sample: Vec<f64> = (0..SAMPLE.min(n)).map(|place| square(place * n / SAMPLE.min(n))).collect();
    sample.sort_unstable_by(f64::total_cmp);
    let last = sample.len() - 1;
    (sample[last * 9 / 20], sample[(last * 11).div_ceil(20)])
}

/// The middle two of the positive values, if a sample tells about where they are, and few lie there.
fn pick(n: usize, square: &(impl Fn(usize) -> f64 + Sync)) -> Option<[f64; 2]> {
    let (low, high) = bracket(n, square);
    let piece = |piece: usize| {
        let (mut zeros, mut below, mut within) = (0, 0, Vec::new());
        for square in (piece * PIECE..n.min((piece + 1) * PIECE)).map(square) {
            zeros += usize::from(square == 0.0);
            below += usize::from(square < low);
            if low <= square && square <= high {
                within.push(square);
            }
        }
        (within.len() <= PIECE / FEW).then_some((zeros, below, within))
    };
    // The first piece with too many ends it for all.
    let pieces: Option<Vec<(usize, usize, Vec<f64>)>> = (0..n.div_ceil(PIECE)).into_par_iter().map(piece).collect();
    let pieces = pieces?;
    let (first, second) = ranks(n, pieces.iter().map(|(zeros, ..)| zeros).sum())?;
    let below: usize = pieces.iter().map(|(_, below, _)| below).sum();
    let mut within: Vec<f64> = pieces.into_iter().flat_map(|(.., within)| within).collect();
    let (first, second) = (first.checked_sub(below)?, second.checked_sub(below)?);
    if second >= within.len() {
        return None;
    }
    let (left, upper, _) = within.select_nth_unstable_by(second, f64::total_cmp);
    let lower = if first == second { *upper } else { left.iter().copied().fold(f64::NEG_INFINITY, f64::max) };
    Some([lower, *upper])
}

/// The middle two of the positive values, by counting how many values there are in ever narrower ranges: nothing is kept. O(n) for
/// each of at most six ranges, and of one or two where a sample tells about where they are.
fn narrow(n: usize, square: &(impl Fn(usize) -> f64 + Sync)) -> [f64; 2] {
    let zeros = each(0..n.div_ceil(PIECE), |piece| {
        (piece * PIECE..n.min((piece + 1) * PIECE)).filter(|&index| square(index) == 0.0).count()
    });
    let Some((first, second)) = ranks(n, zeros.into_iter().sum()) else { return [0.0; 2] };
    let (low, high) = bracket(n, square);
    let guess = (low + 0.0).to_bits()..=(high + 0.0).to_bits();
    let all = 0..=f64::INFINITY.to_bits();
    let ranked = |rank: usize| {
        let found = ranked(n, square, rank, &guess).or_else(|| ranked(n, square, rank, &all));
        found.unwrap_or((f64::INFINITY, n))
    };
    let (lower, n_up_to) = ranked(first);
    [lower, if second < n_up_to { lower } else { ranked(second).0 }]
}

/// The value of a rank and how many values are no larger, if its bits are in the range.
///
/// The bits of numbers that are not negative are in the order of the numbers.
fn ranked(
    n: usize,
    square: &(impl Fn(usize) -> f64 + Sync),
    rank: usize,
    range: &RangeInclusive<u64>,
) -> Option<(f64, usize)> {
    let (mut low, mut high) = (*range.start(), *range.end());
    let mut is_first = true;
    loop {
        let shift = (u64::BITS - (high - low).leading_zeros()).saturating_sub(BITS);
        let counts = counts(n, square, low, shift);
        let mut n_up_to = counts[0];
        let part = counts[1..].iter().position(|count| {
            n_up_to += count;
            rank < n_up_to
        });
        if rank < counts[0] {
            return None;
        }
        low += (part? as u64) << shift;
        high = low + ((1 << shift) - 1);
        if shift == 0 {
            return Some((f64::from_bits(low), n_up_to));
        }
        if std::mem::take(&mut is_first) {
            // On lattices lengths are few, and many are equal but for rounding.
            (low, high) = bounds(n, square, low..=high);
        }
    }
}

/// The bits of the least and of the largest value whose bits are in the range.
fn bounds(n: usize, square: &(impl Fn(usize) -> f64 + Sync), range: RangeInclusive<u64>) -> (u64, u64) {
    let (start, end) = (*range.start(), *range.end());
    let none = (end, start);
    let wider =
        |(low, high): (u64, u64), (other_low, other_high): (u64, u64)| (low.min(other_low), high.max(other_high));
    let parts = each(0..n.div_ceil(PIECE), |piece| {
        let bits = (piece * PIECE..n.min((piece + 1) * PIECE)).map(|index| (square(index) + 0.0).to_bits());
        bits.filter(|bits| range.contains(bits)).map(|bits| (bits, bits)).fold(none, wider)
    });
    parts.into_iter().fold(none, wider)
}

/// How many values lie below `low`, and in each of the ranges of 2^`shift` from there on.
fn counts(n: usize, square: &(impl Fn(usize) -> f64 + Sync), low: u64, shift: u32) -> Vec<usize> {
    let none = || vec![0; 1 + (1 << BITS)];
    let count = |counts: &mut Vec<usize>, index: usize| {
        // Positive and negative zero are one value.
        let above = (square(index) + 0.0).to_bits().checked_sub(low);
        if let Some(count) = counts.get_mut(above.map_or(0, |above| 1 + (above >> shift) as usize)) {
            *count += 1;
        }
    };
    let size = n.div_ceil(4 * current_num_threads()).max(PIECE);
    let parts = each(0..n.div_ceil(size), |part| {
        let mut counts = none();
        (part * size..n.min((part + 1) * size)).for_each(|index| count(&mut counts, index));
        counts
    });
    parts.iter().fold(none(), |sum, part| sum.iter().zip(part).map(|(sum, part)| sum + part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> f64 {
        middle(values.len(), |place| values[place] * values[place])
    }

    #[test]
    fn the_middle_of_a_list() {
        assert_eq!((of(&[3.0, 1.0, 2.0]), of(&[4.0, 1.0, 2.0, 9.0]), of(&[7.0]), of(&[])), (2.0, 3.0, 7.0, 0.0));
        // Only of those that are positive.
        assert_eq!((of(&[0.0, 1.0, 2.0, 5.0]), of(&[0.0, 0.0, 0.0, 4.0, 2.0]), of(&[0.0; 3])), (2.0, 3.0, 0.0));
    }

    #[test]
    fn as_sorting_has_it() {
        let all: [fn(usize) -> f64; 9] = [
            |i| (i * 7919 % 50_021) as f64,
            // Where the sample misleads: every value but the sampled ones is large.
            |i| if i % 25 == 0 { 1.0 } else { (i % 1000) as f64 + 2.0 },
            |i| (i % 3) as f64,
            |_| 5.0,
            // As on a lattice, where lengths are alike but for rounding.
            |i| 5.0 + (i * 7919 % 11) as f64 * f64::EPSILON,
            // As on a square lattice: about as many sides as diagonals.
            |i| [1.0, std::f64::consts::SQRT_2][i % 2] * (1.0 + (i * 7919 % 11) as f64 * f64::EPSILON),
            |i| if i % 25 == 0 { 1.0 } else { 2.0 + (i % 2) as f64 },
            |i| if i % 3 == 0 { 0.0 } else { (i * 7919 % 50_021) as f64 },
            |i| if i % 10 != 0 { 0.0 } else { (i % 70) as f64 },
        ];
        for value in all {
            for n in [50_021, 40_000] {
                let values: Vec<f64> = (0..n).map(value).collect();
                let mut sorted: Vec<f64> = values.iter().copied().filter(|&value| value > 0.0).collect();
                sorted.sort_unstable_by(f64::total_cmp);
                let root = |rank: usize| (sorted[rank] * sorted[rank]).sqrt();
                assert_eq!(of(&values), 0.5 * (root((sorted.len() - 1) / 2) + root(sorted.len() / 2)));
            }
        }
    }
}
