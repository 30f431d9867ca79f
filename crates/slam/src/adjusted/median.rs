//! The median edge length: the unit of the cells' widths.

use rayon::prelude::*;

use super::{Labelled, PIECE, Part};

/// The number of edges from which the range of the middle ones is guessed.
const SAMPLE: usize = 1001;

/// The median length of the edges of a part, in the given unit: of an even number the mean of the middle two. O(E).
///
/// Where half of the edges or more join spots that coincide, it is that of the others; 0 if there are none.
pub(super) fn edge_length<const D: usize>(
    places: &[[f64; D]],
    labelled: Labelled<'_>,
    part: Part<'_>,
    unit: f64,
) -> f64 {
    let edges = labelled.graph.edges();
    let per_unit = 1.0 / unit;
    let square = |index: usize| {
        let (u, v) = edges[part.edge(index)];
        let (a, b) = (places[u as usize], places[v as usize]);
        let along = |axis: usize| a[axis] * per_unit - b[axis] * per_unit;
        (0..D).map(|axis| along(axis) * along(axis)).sum::<f64>()
    };
    let n_edges = part.n_edges(labelled);
    let middle = middle(n_edges, square);
    if middle > 0.0 {
        return middle * unit;
    }
    let apart: Vec<f64> = (0..n_edges).map(square).filter(|&square| square > 0.0).collect();
    unit * self::middle(apart.len(), |index| apart[index])
}

/// The middle one of `n` roots, or the mean of the middle two; 0 of none.
fn middle(n: usize, square: impl Fn(usize) -> f64 + Sync) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let ranks = ((n - 1) / 2, n / 2);
    let bounds = bracket(n, &square);
    let [lower, upper] = pick(n, &square, ranks, bounds)
        .or_else(|| pick(n, &square, ranks, (f64::NEG_INFINITY, f64::INFINITY)))
        .unwrap_or([0.0; 2])
        .map(f64::sqrt);
    0.5 * (lower + upper)
}

/// Values between which the middle ones very probably lie.
fn bracket(n: usize, square: &impl Fn(usize) -> f64) -> (f64, f64) {
    let mut sample: Vec<f64> = (0..SAMPLE.min(n)).map(|place| square(place * n / SAMPLE.min(n))).collect();
    sample.sort_unstable_by(f64::total_cmp);
    let last = sample.len() - 1;
    (sample[last * 9 / 20], sample[(last * 11).div_ceil(20)])
}

/// The values of two neighbouring ranks, if both lie between the bounds.
fn pick(
    n: usize,
    square: &(impl Fn(usize) -> f64 + Sync),
    (first, second): (usize, usize),
    (low, high): (f64, f64),
) -> Option<[f64; 2]> {
    let piece = |piece: usize| {
        let mut below = 0;
        let mut within = Vec::new();
        for square in (piece * PIECE..n.min((piece + 1) * PIECE)).map(square) {
            below += usize::from(square < low);
            if low <= square && square <= high {
                within.push(square);
            }
        }
        (below, within)
    };
    let pieces: Vec<(usize, Vec<f64>)> = (0..n.div_ceil(PIECE)).into_par_iter().map(piece).collect();
    let below: usize = pieces.iter().map(|(below, _)| below).sum();
    let mut within: Vec<f64> = pieces.into_iter().flat_map(|(_, within)| within).collect();
    let (first, second) = (first.checked_sub(below)?, second.checked_sub(below)?);
    if second >= within.len() {
        return None;
    }
    let (left, upper, _) = within.select_nth_unstable_by(second, f64::total_cmp);
    let lower = if first == second { *upper } else { left.iter().copied().fold(f64::NEG_INFINITY, f64::max) };
    Some([lower, *upper])
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
    }

    #[test]
    fn as_sorting_has_it() {
        let all: [fn(usize) -> f64; 4] = [
            |i| (i * 7919 % 50_021) as f64,
            // Where the sample misleads: every value but the sampled ones is large.
            |i| if i % 25 == 0 { 1.0 } else { (i % 1000) as f64 + 2.0 },
            |i| (i % 3) as f64,
            |_| 5.0,
        ];
        for value in all {
            for n in [50_021, 40_000] {
                let values: Vec<f64> = (0..n).map(value).collect();
                let mut sorted = values.clone();
                sorted.sort_unstable_by(f64::total_cmp);
                let expected = 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
                assert_eq!(of(&values), expected);
            }
        }
    }
}
