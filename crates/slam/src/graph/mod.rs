//! Step II, the graph: which spots are neighbours, the same for both labelings.

mod neighborhood;
mod pairs;
mod steps;
mod given;
pub(crate) mod cells;
mod spacing;
mod delaunay;
mod crowd;
pub(crate) mod lattice;
pub(crate) mod progress;
pub(crate) mod search;

use crate::error::{Error, Result};

pub use neighborhood::Neighborhood;

/// The basic spatial graph: the pairs of spots that are neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpatialGraph {
    n_spots: usize,
    /// Invariant: `u < v < n_spots` in every pair, pairs sorted and without repeats.
    edges: Vec<(u32, u32)>,
}

impl SpatialGraph {
    /// The graph of the given pairs, in any order and direction; loops and repeats are removed.
    ///
    /// ```
    /// let graph = slam::SpatialGraph::new(3, &[(2, 1), (1, 2), (0, 0)])?;
    /// assert_eq!(graph.edges(), [(1, 2)]);
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn new(n_spots: usize, pairs: &[(u32, u32)]) -> Result<Self> {
        for (edge, &(u, v)) in pairs.iter().enumerate() {
            let spot = u.max(v) as usize;
            if spot >= n_spots {
                return Err(Error::UnknownSpot { edge, spot, n_spots });
            }
        }
        let proper = |_| pairs.iter().filter(|(u, v)| u != v).map(|&(u, v)| (u.min(v), u.max(v)));
        let mut edges = search::sort_pairs(1, proper, n_spots);
        edges.dedup();
        Ok(Self { n_spots, edges })
    }

    /// The graph of pairs that meet the invariant.
    pub(crate) fn from_sorted(n_spots: usize, edges: Vec<(u32, u32)>) -> Self {
        debug_assert!(edges.iter().all(|&(u, v)| u < v && (v as usize) < n_spots), "an edge has its ends in order");
        debug_assert!(edges.is_sorted_by(|a, b| a < b), "edges are sorted and differ");
        Self { n_spots, edges }
    }

    /// The edges: the smaller spot first, sorted, each once.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// The number of spots, those without neighbours included.
    pub fn n_spots(&self) -> usize {
        self.n_spots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_repeats_vanish() {
        let graph = SpatialGraph::new(4, &[(3, 1), (2, 2), (1, 3), (0, 1)]).unwrap();
        assert_eq!((graph.edges(), graph.n_edges(), graph.n_spots()), (&[(0, 1), (1, 3)][..], 2, 4));
    }

    #[test]
    fn strangers_are_named() {
        let error = SpatialGraph::new(2, &[(0, 1), (0, 2)]).unwrap_err();
        assert_eq!(error.to_string(), "edge 1 names spot 2, but there are 2 spots");
    }
}
