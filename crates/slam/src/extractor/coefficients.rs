//! Coefficients of the graph at every spot: how alike its neighbourhood is, and how closed.

use std::collections::BTreeMap;

use super::adjacency::Adjacency;
use super::{Distribution, Extractor, LabeledGraph, Point};
use crate::error::Result;
use crate::observer::Observer;
use crate::parallel::each;

/// The number of spots that are counted together.
const CHUNK: usize = 1 << 15;

/// Per spot v with label a: s, the share of its neighbours that carry a, and c, the local clustering coefficient among the
/// edges inside a (0 with fewer than two such neighbours), as the point (s, c) in the two dimensions of label a.
///
/// A spot has mass 1, or the mean w² of its edges; spots without edges are left out. O(n · k²), k neighbours each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coefficients;

/// Label, neighbours alike, neighbours, triangles.
type Key = (u16, u32, u32, u32);

impl Extractor for Coefficients {
    fn name(&self) -> &'static str {
        "coefficients"
    }

    fn extract(&self, graph: &LabeledGraph<'_>, _observer: &dyn Observer) -> Result<Distribution> {
        let (labels, inside) = (graph.labels(), Adjacency::inside(graph));
        let (degrees, masses) = ends(graph);
        let count = |index: usize| {
            let mut counts = BTreeMap::<Key, f64>::new();
            for spot in index * CHUNK..labels.len().min((index + 1) * CHUNK) {
                if degrees[spot] > 0 {
                    let alike = inside.of(spot).len() as u32;
                    let key = (labels[spot], alike, degrees[spot], inside.n_triangles(spot));
                    let mass = masses.as_ref().map_or(1.0, |masses| masses[spot] / f64::from(degrees[spot]));
                    *counts.entry(key).or_insert(0.0) += mass;
                }
            }
            counts
        };
        let chunks = each(0..labels.len().div_ceil(CHUNK), count);
        let mut all = BTreeMap::<Key, f64>::new();
        chunks.into_iter().flatten().for_each(|(key, mass)| *all.entry(key).or_insert(0.0) += mass);
        let total: f64 = all.values().sum();
        let point = |(&(label, alike, degree, triangles), &mass): (&Key, &f64)| {
            let pairs = f64::from(alike) * (f64::from(alike) - 1.0) / 2.0;
            let closed = if alike < 2 { 0.0 } else { f64::from(triangles) / pairs };
            let values = vec![f64::from(alike) / f64::from(degree), closed];
            Point { block: usize::from(label), values, mass: mass / total }
        };
        let points = all.iter().map(point).collect();
        let n_items = degrees.iter().filter(|degree| **degree > 0).count();
        Distribution::in_blocks(graph.n_labels(), 2, n_items, points)
    }
}

/// The number of edges of every spot, and the sum of their w² where there are weights other than 0.
fn ends(graph: &LabeledGraph<'_>) -> (Vec<u32>, Option<Vec<f64>>) {
    let mut degrees = vec![0; graph.n_spots()];
    let mut masses = graph.weights().map(|_| vec![0.0; graph.n_spots()]);
    for (edge, &(u, v)) in graph.edges().iter().enumerate() {
        for spot in [u as usize, v as usize] {
            degrees[spot] += 1;
            if let (Some(masses), Some(weights)) = (&mut masses, graph.weights()) {
                masses[spot] += weights[edge] * weights[edge];
            }
        }
    }
    (degrees, masses.filter(|masses| masses.iter().any(|mass| *mass > 0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;

    fn points(weights: Option<&[f64]>) -> Vec<Point> {
        // A triangle of label 0 with a tail 2 – 3 – 4 of label 1, and a spot without edges.
        let graph = SpatialGraph::new(6, &[(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]).unwrap();
        let labeled = LabeledGraph::new(&graph, &[0, 0, 0, 1, 1, 0], 2, weights).unwrap();
        let Distribution::Dense(found) = Coefficients.extract(&labeled, &()).unwrap() else { panic!("dense") };
        assert_eq!((found.n_dimensions(), found.n_items()), (4, 5));
        found.points().to_vec()
    }

    #[test]
    fn counted_by_hand() {
        let point = |block, share: f64, closed: f64, mass| Point { block, values: vec![share, closed], mass };
        let near = |found: &[Point], expected: &[Point]| {
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!((found.block, &found.values), (expected.block, &expected.values));
                assert!((found.mass - expected.mass).abs() < 1e-15, "{found:?} {expected:?}");
            }
        };
        let two = 2.0 / 3.0;
        let expected =
            [point(0, two, 1.0, 0.2), point(0, 1.0, 1.0, 0.4), point(1, 0.5, 0.0, 0.2), point(1, 1.0, 0.0, 0.2)];
        near(&points(None), &expected);
        // Means of w²: spots 0 and 1 have (1 + 0)/2, spot 2 (0 + 0 + 1)/3, spot 3 (1 + 1)/2, spot 4 1; 10/3 in all.
        let weights = [1.0, 0.0, 0.0, 1.0, 1.0];
        let expected =
            [point(0, two, 1.0, 0.1), point(0, 1.0, 1.0, 0.3), point(1, 0.5, 0.0, 0.3), point(1, 1.0, 0.0, 0.3)];
        near(&points(Some(&weights)), &expected);
    }
}
