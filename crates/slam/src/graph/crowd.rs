//! Where it is most crowded, for the error that says so.

use std::cmp::Ordering;

use super::SpatialGraph;
use crate::error::Error;
use crate::pair::spots::Spots;
use crate::parallel::prelude::*;

/// A neighbour graph has at most this many edges per spot.
pub(super) const EDGES_PER_SPOT: usize = 64;

/// The error that names the position with the most coincident spots, or the most spots within a square of side `width`;
/// without a width, squares hold as many spots as the limit has edges per spot, if spots were even.
///
/// O(n log n).
pub(super) fn most_crowded(spots: &Spots, width: Option<f64>) -> Error {
    let (coincident, spot) = largest_group(spots, |value, _| value);
    if coincident > EDGES_PER_SPOT {
        return error(spots, spot, coincident, true);
    }
    let extremes: Vec<(f64, f64)> = (0..spots.dimensions()).map(|axis| extremes(spots, axis)).collect();
    let longest = extremes.iter().map(|(low, high)| high - low).fold(0.0, f64::max);
    let width = width.unwrap_or(longest / (spots.n_spots() as f64 / EDGES_PER_SPOT as f64).sqrt());
    let (close, spot) = largest_group(spots, |value, axis| ((value - extremes[axis].0) / width).floor());
    error(spots, spot, close, false)
}

/// The pairs of points in the same place, and how many points are in the place of each.
///
/// O(n log n) time, O(n) memory.
pub(super) fn coincident<const D: usize>(points: &[[f64; D]]) -> (usize, Vec<u32>) {
    // Adding 0 makes both zeros one.
    let key = |&point: &u32| points[point as usize].map(|value| value + 0.0);
    let compare = |a: &u32, b: &u32| {
        let axes = key(a).into_iter().zip(key(b)).map(|(a, b)| a.total_cmp(&b));
        axes.fold(Ordering::Equal, Ordering::then)
    };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.par_sort_unstable_by(compare);
    let (mut n_pairs, mut sizes) = (0_usize, vec![0; points.len()]);
    for group in order.chunk_by(|a, b| compare(a, b).is_eq()) {
        n_pairs = n_pairs.saturating_add(group.len().saturating_mul(group.len() - 1) / 2);
        group.iter().for_each(|&point| sizes[point as usize] = group.len() as u32);
    }
    (n_pairs, sizes)
}

/// The error that names the spot with the most neighbours.
pub(super) fn most_connected(spots: &Spots, graph: &SpatialGraph) -> Error {
    let mut degrees = vec![0_usize; spots.n_spots()];
    graph.edges().iter().flat_map(|&(u, v)| [u, v]).for_each(|spot| degrees[spot as usize] += 1);
    let spot = (0..degrees.len()).rev().max_by_key(|&spot| degrees[spot]).unwrap_or(0);
    error(spots, spot, degrees[spot] + 1, false)
}

/// The size of the largest group of spots of one slice and key, and the first spot in it; ties: the first in order.
fn largest_group(spots: &Spots, key: impl Fn(f64, usize) -> f64) -> (usize, usize) {
    let keys: Vec<f64> =
        spots.coordinates().iter().enumerate().map(|(i, &value)| key(value, i % spots.dimensions()) + 0.0).collect();
    let slice = |spot: &u32| spots.slices().and_then(|slices| slices.code(*spot as usize));
    let key = |spot: &u32| &keys[*spot as usize * spots.dimensions()..][..spots.dimensions()];
    let compare = |a: &u32, b: &u32| {
        let axes = key(a).iter().zip(key(b)).map(|(a, b)| a.total_cmp(b));
        axes.fold(slice(a).cmp(&slice(b)), Ordering::then)
    };
    let mut order: Vec<u32> = (0..spots.n_spots() as u32).collect();
    order.sort_by(compare);
    let groups = order.chunk_by(|a, b| compare(a, b).is_eq());
    groups.map(|group| (group.len(), group[0] as usize)).rev().max_by_key(|group| group.0).unwrap_or((0, 0))
}

fn extremes(spots: &Spots, axis: usize) -> (f64, f64) {
    let along = || spots.coordinates().iter().copied().skip(axis).step_by(spots.dimensions());
    (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max))
}

fn error(spots: &Spots, spot: usize, n_spots: usize, coincident: bool) -> Error {
    let texts: Vec<String> = spots.position(spot).iter().map(f64::to_string).collect();
    let position = format!("({})", texts.join(", "));
    Error::TooManyEdges { limit: EDGES_PER_SPOT * spots.n_spots(), position, n_spots, coincident }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::line;

    #[test]
    fn the_largest_heap_is_named() {
        let heaps = [(3.0, 70), (-0.0, 50), (0.0, 50), (1.0, 60)];
        let coordinates = heaps.iter().flat_map(|&(x, n)| std::iter::repeat_n([x, 2.0], n)).flatten().collect();
        let text = most_crowded(&Spots::new(2, coordinates).unwrap(), None).to_string();
        assert!(text.ends_with("is (-0, 2), with 100 spots in the same place"), "{text}");
    }

    #[test]
    fn those_in_one_place_are_counted() {
        let points = [[1.0, 2.0], [0.0, 0.0], [1.0, 2.0], [-0.0, 0.0], [1.0, 2.0], [1.0, 3.0]];
        assert_eq!(coincident(&points), (3 + 1, vec![3, 2, 3, 2, 3, 1]));
    }

    #[test]
    fn the_densest_square_is_named() {
        // Squares of side 4 hold 4 spots of a line, the first of them at 0.
        let text = most_crowded(&line(10), Some(4.0)).to_string();
        assert!(text.ends_with("is (0, 0), with 4 spots close by"), "{text}");
    }
}
