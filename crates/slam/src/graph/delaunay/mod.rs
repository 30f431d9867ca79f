//! The Delaunay graph: spots whose regions of nearest places share a border, without what only ties and rounding decide.

mod triangulation;
mod ties;
#[cfg(test)]
mod tests;

use crate::parallel::prelude::*;

use super::SpatialGraph;
use super::crowd::{self, EDGES_PER_SPOT};
use super::progress::Progress;
use super::search::{sort_pairs, squared_distance};
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::spots::Spots;
use triangulation::Triangulation;

/// Edges are longer than others when it is by more than this share.
const TIE: f64 = 1e-6;

/// Connects the spots of each slice by itself, and cuts the edges that are longer than a quantile of all lengths.
///
/// O(n log n) time, O(n) memory.
pub(super) fn connect(spots: &Spots, quantile: f64, observer: &dyn Observer) -> Result<SpatialGraph> {
    if spots.dimensions() != 2 {
        return Err(Error::NotFlat { graph: "delaunay" });
    }
    let n_spots = spots.n_spots();
    let points = spots.positions::<2>();
    if n_spots > 1 && points.iter().all(|point| *point == points[0]) {
        return Err(Error::OnePlace(n_spots));
    }
    let progress = Progress::new(observer, "graph", n_spots);
    let scaled = scaled(points);
    let mut chunks = Vec::new();
    for slice in spots.by_slice() {
        let places = Places::new(slice, &scaled);
        let found = places.triangulate(&progress)?;
        if places.n_edges(&found) > EDGES_PER_SPOT * n_spots {
            return Err(crowd::most_crowded(spots, None));
        }
        let mut edges = places.edges(&found);
        cut(&mut edges, &scaled, quantile);
        chunks.push(edges);
    }
    let edges = sort_pairs(chunks.len(), |chunk| chunks[chunk].iter().copied(), n_spots);
    Ok(SpatialGraph::from_sorted(n_spots, edges))
}

/// The points with coordinates of at most 1, multiplied by a power of two, so that no bit is lost that could matter.
///
/// What is left are multiples of 2⁻²⁰⁰: products of four differences of those are numbers, and predicates are exact.
fn scaled(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let largest = points.iter().flatten().map(|value| value.abs()).fold(0.0, f64::max);
    let unit = libm::ldexp(1.0, -libm::frexp(largest).1);
    let fine = libm::ldexp(1.0, 200);
    // Adding 0 makes both zeros one.
    points.par_iter().map(|point| point.map(|value| (value * unit * fine).round() / fine + 0.0)).collect()
}

/// Spots by the place where they are.
struct Places {
    /// The spots, by x, then y, then row.
    order: Vec<u32>,
    /// Where the spots of each place begin in that order, and the end.
    starts: Vec<u32>,
    /// The places, sorted. Invariant: they differ.
    points: Vec<[f64; 2]>,
}

impl Places {
    fn new(mut order: Vec<u32>, scaled: &[[f64; 2]]) -> Self {
        let point = |spot: u32| scaled[spot as usize];
        order.par_sort_unstable_by(|&a, &b| {
            let ([x, y], [other_x, other_y]) = (point(a), point(b));
            x.total_cmp(&other_x).then(y.total_cmp(&other_y)).then(a.cmp(&b))
        });
        let (mut starts, mut points) = (Vec::new(), Vec::<[f64; 2]>::new());
        for (at, &spot) in order.iter().enumerate() {
            if points.last() != Some(&point(spot)) {
                starts.push(at as u32);
                points.push(point(spot));
            }
        }
        starts.push(order.len() as u32);
        Self { order, starts, points }
    }

    /// The pairs of places that are neighbours.
    fn triangulate(&self, progress: &Progress<'_>) -> Result<Vec<(u32, u32)>> {
        let triangulation = Triangulation::new(&self.points, progress)?;
        Ok(ties::edges(&self.points, &triangulation))
    }

    /// The spots at a place.
    fn spots(&self, place: u32) -> &[u32] {
        &self.order[self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize]
    }

    /// The number of edges that so many pairs of places are.
    fn n_edges(&self, pairs: &[(u32, u32)]) -> usize {
        let across: usize = pairs.iter().map(|&(a, b)| self.spots(a).len().saturating_mul(self.spots(b).len())).sum();
        let within = |place: u32| self.spots(place).len().saturating_mul(self.spots(place).len() - 1) / 2;
        across.saturating_add((0..self.points.len() as u32).map(within).sum())
    }

    /// All spots at neighbouring places are neighbours, and so are those at one place.
    fn edges(&self, pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut edges = Vec::with_capacity(self.n_edges(pairs));
        for &(a, b) in pairs {
            for &u in self.spots(a) {
                edges.extend(self.spots(b).iter().map(|&v| (u.min(v), u.max(v))));
            }
        }
        for place in 0..self.points.len() as u32 {
            let spots = self.spots(place);
            for (at, &u) in spots.iter().enumerate() {
                edges.extend(spots[at + 1..].iter().map(|&v| (u, v)));
            }
        }
        edges
    }
}

/// Removes the edges that are longer than the quantile of the lengths, every edge counted at both of its ends, and between
/// two lengths in proportion.
fn cut(edges: &mut Vec<(u32, u32)>, points: &[[f64; 2]], quantile: f64) {
    if quantile >= 1.0 || edges.is_empty() {
        return;
    }
    let length = |&(u, v): &(u32, u32)| squared_distance(&points[u as usize], &points[v as usize]).sqrt();
    let mut lengths: Vec<f64> = edges.par_iter().map(length).collect();
    let place = quantile * (2 * lengths.len() - 1) as f64;
    let below = place.floor() as usize;
    let (_, &mut low, above) = lengths.select_nth_unstable_by(below / 2, f64::total_cmp);
    let high = if below % 2 == 0 { low } else { above.iter().copied().min_by(f64::total_cmp).unwrap_or(low) };
    let limit = (low + (high - low) * place.fract()) * (1.0 + TIE);
    edges.retain(|edge| length(edge) <= limit);
}
