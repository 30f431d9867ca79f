//! Half-edges: every edge counted once at each of its ends, by the label there and whether the other end has it too.

use std::ops::AddAssign;

use super::Labelled;
use super::chance::{Chance, Sums};

/// How many half-edges, and their mass.
pub(super) trait Amount: Copy + Default + AddAssign + Send + Sync {
    /// One half-edge of that mass.
    fn one(mass: f64) -> Self;
    fn count(self) -> u64;
    fn mass(self) -> f64;
}

/// Without weights the mass is the count.
impl Amount for u64 {
    fn one(_mass: f64) -> Self {
        1
    }

    fn count(self) -> u64 {
        self
    }

    fn mass(self) -> f64 {
        self as f64
    }
}

/// Half-edges with weights: the mass is the sum of their squares.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Weighted {
    count: u64,
    mass: f64,
}

impl AddAssign for Weighted {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.mass += other.mass;
    }
}

impl Amount for Weighted {
    fn one(mass: f64) -> Self {
        Self { count: 1, mass }
    }

    fn count(self) -> u64 {
        self.count
    }

    fn mass(self) -> f64 {
        self.mass
    }
}

/// The half-edges of one label: in the truth same and different, in the pred same and different.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<A> {
    pub(super) label: u16,
    pub(super) amounts: [A; 4],
}

impl<A: Amount> Entry<A> {
    pub(super) fn add(&mut self, amounts: &[A; 4]) {
        self.amounts.iter_mut().zip(amounts).for_each(|(sum, amount)| *sum += *amount);
    }
}

/// The half-edges at every spot: same and different in the truth, same and different in the pred.
pub(super) struct HalfEdges<'a, A> {
    labelled: Labelled<'a>,
    amounts: Vec<[A; 4]>,
    /// The mass of those whose kind differs.
    differing: Vec<f64>,
    pub(super) n_labels: usize,
}

impl<'a, A: Amount> HalfEdges<'a, A> {
    /// The half-edges of the given edges, or of all. O(n + E).
    pub(super) fn of(labelled: Labelled<'a>, edges: Option<&[u32]>) -> Self {
        let n_spots = labelled.spots.n_spots();
        let (mut amounts, mut differing) = (vec![[A::default(); 4]; n_spots], vec![0.0; n_spots]);
        let mut count = |edge: usize| {
            let (u, v) = labelled.graph.edges()[edge];
            let (u, v) = (u as usize, v as usize);
            let weight = labelled.weights.map_or(1.0, |weights| weights[edge]);
            let one = A::one(weight * weight);
            let [in_truth, in_pred] = [labelled.truth, labelled.pred].map(|codes| usize::from(codes[u] != codes[v]));
            for spot in [u, v] {
                amounts[spot][in_truth] += one;
                amounts[spot][2 + in_pred] += one;
                if in_truth != in_pred || labelled.truth[spot] != labelled.pred[spot] {
                    differing[spot] += one.mass();
                }
            }
        };
        match edges {
            Some(edges) => edges.iter().for_each(|&edge| count(edge as usize)),
            None => (0..labelled.graph.n_edges()).for_each(count),
        }
        Self { labelled, amounts, differing, n_labels: labelled.n_labels }
    }

    /// What a spot adds to its cell: an entry for its truth label, one for its pred label.
    pub(super) fn entries(&self, spot: usize) -> [Entry<A>; 2] {
        let [same, different, pred_same, pred_different] = self.amounts[spot];
        let none = A::default();
        [
            Entry { label: self.labelled.truth[spot], amounts: [same, different, none, none] },
            Entry { label: self.labelled.pred[spot], amounts: [none, none, pred_same, pred_different] },
        ]
    }

    /// All in one cell.
    pub(super) fn whole(&self, spots: impl Iterator<Item = usize>) -> Vec<Entry<A>> {
        let empty = |label| Entry { label: label as u16, amounts: [A::default(); 4] };
        let mut whole: Vec<Entry<A>> = (0..self.n_labels).map(empty).collect();
        for entry in spots.flat_map(|spot| self.entries(spot)) {
            whole[usize::from(entry.label)].add(&entry.amounts);
        }
        whole
    }

    /// Each by itself: how much differs, and how much would by chance.
    pub(super) fn single(&self, chance: &Chance, whole: &[Entry<A>], spots: impl Iterator<Item = usize>) -> Sums {
        let mean = spots.map(|spot| self.differing[spot]).sum();
        let missed = |entry: &Entry<A>| {
            let [same, different] = chance.missed(entry.label);
            same * entry.amounts[0].mass() + different * entry.amounts[1].mass()
        };
        Sums { mean, chance: whole.iter().map(missed).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;
    use crate::testing::line;

    #[test]
    fn each_end_counts_once() {
        // a–a–b–b against a–b–b–b.
        let (spots, graph) = (line(4), SpatialGraph::new(4, &[(0, 1), (1, 2), (2, 3)]).unwrap());
        let (truth, pred) = (&[0, 0, 1, 1][..], &[0, 1, 1, 1][..]);
        let labelled = Labelled { spots: &spots, graph: &graph, weights: None, truth, pred, n_labels: 2 };
        let found = HalfEdges::<u64>::of(labelled, None);
        assert_eq!(found.amounts, [[1, 0, 0, 1], [1, 1, 1, 1], [1, 1, 2, 0], [1, 0, 1, 0]]);
        // At spot 0 the edge turned from same to different; at spot 1 both have another label; at spot 2 one turned.
        assert_eq!(found.differing, [1.0, 2.0, 1.0, 0.0]);
        assert_eq!(
            found.whole(0..4).iter().map(|entry| entry.amounts).collect::<Vec<_>>(),
            [[2, 1, 0, 1], [2, 1, 4, 1]]
        );
    }

    #[test]
    fn masses_are_squares_of_weights() {
        let (spots, graph) = (line(3), SpatialGraph::new(3, &[(0, 1), (1, 2)]).unwrap());
        let labels = &[0, 0, 1][..];
        let weights = Some(&[0.5, 1.0][..]);
        let labelled = Labelled { spots: &spots, graph: &graph, weights, truth: labels, pred: labels, n_labels: 2 };
        let found = HalfEdges::<Weighted>::of(labelled, None);
        assert_eq!(
            found.amounts[1].map(|amount| (amount.count, amount.mass)),
            [(1, 0.25), (1, 1.0), (1, 0.25), (1, 1.0)]
        );
        let first = HalfEdges::<Weighted>::of(labelled, Some(&[0]));
        assert_eq!(first.amounts[2].map(|amount| amount.count), [0; 4]);
    }
}
