//! The neighbours of every spot inside its own label.

use super::LabeledGraph;

/// The edges inside labels, from the view of the spots.
pub(super) struct Adjacency {
    /// Invariant: one more than spots; the neighbours of spot i are those from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    /// Invariant: ascending for each spot.
    neighbors: Vec<u32>,
    /// w² of each edge, beside its neighbour; none where all are 1.
    masses: Option<Vec<f64>>,
}

impl Adjacency {
    /// The edges whose two ends carry the same label. O(n + E).
    pub(super) fn inside(graph: &LabeledGraph<'_>) -> Self {
        let (edges, labels) = (graph.edges(), graph.labels());
        let is_inside = |&(u, v): &(u32, u32)| labels[u as usize] == labels[v as usize];
        let mut starts = vec![0u32; graph.n_spots() + 1];
        for &(u, v) in edges.iter().filter(|edge| is_inside(edge)) {
            starts[u as usize + 1] += 1;
            starts[v as usize + 1] += 1;
        }
        (1..starts.len()).for_each(|spot| starts[spot] += starts[spot - 1]);
        let mut next = starts.clone();
        let n_ends = starts.last().map_or(0, |&end| end as usize);
        let mut neighbors = vec![0; n_ends];
        let mut masses = graph.weights().map(|_| vec![0.0; n_ends]);
        for (edge, &(u, v)) in edges.iter().enumerate().filter(|(_, edge)| is_inside(edge)) {
            for (spot, other) in [(u, v), (v, u)] {
                let place = &mut next[spot as usize];
                neighbors[*place as usize] = other;
                if let (Some(masses), Some(weights)) = (&mut masses, graph.weights()) {
                    masses[*place as usize] = weights[edge] * weights[edge];
                }
                *place += 1;
            }
        }
        Self { starts, neighbors, masses }
    }

    pub(super) fn n_spots(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a spot, ascending.
    pub(super) fn of(&self, spot: usize) -> &[u32] {
        &self.neighbors[self.range(spot)]
    }

    /// w² of the edges to the neighbours of a spot.
    pub(super) fn masses(&self, spot: usize) -> Option<&[f64]> {
        self.masses.as_ref().map(|masses| &masses[self.range(spot)])
    }

    /// Whether edges have masses of their own.
    pub(super) fn is_weighted(&self) -> bool {
        self.masses.is_some()
    }

    fn range(&self, spot: usize) -> std::ops::Range<usize> {
        self.starts[spot] as usize..self.starts[spot + 1] as usize
    }

    /// The number of edges between neighbours of a spot.
    pub(super) fn n_triangles(&self, spot: usize) -> u32 {
        let neighbors = self.of(spot);
        let closed = |(place, &one): (usize, &u32)| {
            let others = self.of(one as usize);
            neighbors[place + 1..].iter().filter(|&other| others.binary_search(other).is_ok()).count()
        };
        neighbors.iter().enumerate().map(closed).sum::<usize>() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;

    #[test]
    fn neighbours_of_the_same_label_alone() {
        let graph = SpatialGraph::new(5, &[(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (1, 4)]).unwrap();
        let weights = [1.0, 0.5, 1.0, 1.0, 0.25, 1.0];
        let labeled = LabeledGraph::new(&graph, &[0, 0, 0, 1, 1], 2, Some(&weights)).unwrap();
        let inside = Adjacency::inside(&labeled);
        assert_eq!((inside.n_spots(), inside.of(2), inside.of(3)), (5, &[0, 1][..], &[4][..]));
        // Edges in order: (0, 1) 1, (0, 2) ½, (1, 2) 1, (1, 4), (2, 3), (3, 4) 1.
        assert_eq!(inside.masses(2), Some(&[0.25, 1.0][..]));
        assert_eq!([0, 1, 2, 3, 4].map(|spot| inside.n_triangles(spot)), [1, 1, 1, 0, 0]);
    }
}
