//! Pairs of labels: which label touches which, and how often.

use std::collections::BTreeMap;

use super::{Atom, Distribution, Extractor, LabeledGraph};
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::parallel::each;

/// The number of edges that are counted together.
const CHUNK: usize = 1 << 17;
/// So many labels still have an axis for each of their pairs.
const MOST_LABELS: usize = 361;

/// z = w · onehot({a, b}), the labels of an edge's two ends: K(K + 1)/2 axes, and nothing at the origin.
///
/// Where SLAM says that an edge is a boundary, this says between what. O(edges).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairs {
    /// The number of cells between weight 0 and weight 1; weights in the same cell are merged at their mean.
    pub cells: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { cells: 2048 }
    }
}

/// The number of edges and the sum of their weights by axis and cell.
type Counts = BTreeMap<(u16, u16), [f64; 2]>;

impl Extractor for Pairs {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn extract(&self, graph: &LabeledGraph<'_>, _observer: &dyn Observer) -> Result<Distribution> {
        let n_labels = graph.n_labels();
        if n_labels > MOST_LABELS {
            let domain = "at most 361 for the extractor pairs, which has an axis for every two of them";
            return Err(Error::Parameter { name: "the number of labels", domain, value: n_labels as f64 });
        }
        let (edges, labels, weights) = (graph.edges(), graph.labels(), graph.weights());
        let cells = self.cells.clamp(1, usize::from(u16::MAX)) as f64;
        let count = |index: usize| {
            let range = index * CHUNK..edges.len().min((index + 1) * CHUNK);
            let mut counts = vec![0u64; if weights.is_none() { n_axes(n_labels) } else { 0 }];
            let mut weighted = Counts::new();
            for edge in range {
                let (u, v) = edges[edge];
                let axis = axis(labels[u as usize], labels[v as usize]);
                if let Some(weights) = weights {
                    let found = weighted.entry((axis, (weights[edge] * cells) as u16)).or_insert([0.0; 2]);
                    found[0] += 1.0;
                    found[1] += weights[edge];
                } else {
                    counts[usize::from(axis)] += 1;
                }
            }
            let counted = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            weighted.extend(counted.map(|(axis, &count)| ((axis as u16, 0), [count as f64; 2])));
            weighted
        };
        let chunks: Vec<Counts> = each(0..edges.len().div_ceil(CHUNK), count);
        let mut all = Counts::new();
        for (place, [count, sum]) in chunks.into_iter().flatten() {
            let found = all.entry(place).or_insert([0.0; 2]);
            *found = [found[0] + count, found[1] + sum];
        }
        let total = edges.len() as f64;
        let atom = |(&(axis, _), &[count, sum]): (&(u16, u16), &[f64; 2])| Atom {
            axis,
            value: (sum / count).min(1.0),
            mass: count / total,
        };
        Distribution::on_axes(n_axes(n_labels), edges.len(), all.iter().map(atom).collect())
    }
}

/// K(K + 1)/2.
fn n_axes(n_labels: usize) -> usize {
    n_labels * (n_labels + 1) / 2
}

/// The axis of two labels, whichever comes first.
fn axis(a: u16, b: u16) -> u16 {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    (high * (high + 1) / 2 + low) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;

    #[test]
    fn counted_by_hand() {
        let graph = SpatialGraph::new(4, &[(0, 1), (1, 2), (2, 3), (0, 3)]).unwrap();
        let labels = [0, 0, 1, 1];
        // Edges (0, 1): aa; (0, 3): ab; (1, 2): ab; (2, 3): bb.
        let labeled = LabeledGraph::new(&graph, &labels, 2, None).unwrap();
        let atom = |axis, value, mass| Atom { axis, value, mass };
        let expected = [atom(0, 1.0, 0.25), atom(1, 1.0, 0.5), atom(2, 1.0, 0.25)];
        let Distribution::Axes(found) = Pairs::default().extract(&labeled, &()).unwrap() else { panic!("on axes") };
        assert_eq!((found.n_axes(), found.atoms()), (3, &expected[..]));
        let weights = [1.0, 0.5, 0.25, 0.5];
        let labeled = LabeledGraph::new(&graph, &labels, 2, Some(&weights)).unwrap();
        let expected = [atom(0, 1.0, 0.25), atom(1, 0.25, 0.25), atom(1, 0.5, 0.25), atom(2, 0.5, 0.25)];
        let Distribution::Axes(found) = Pairs::default().extract(&labeled, &()).unwrap() else { panic!("on axes") };
        assert_eq!(found.atoms(), expected);
    }

    #[test]
    fn the_last_pair_has_an_axis() {
        let last = (MOST_LABELS - 1) as u16;
        assert_eq!(usize::from(axis(last, last)) + 1, n_axes(MOST_LABELS));
        assert!(u16::try_from(n_axes(MOST_LABELS)).is_ok());
    }
}
