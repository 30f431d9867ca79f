//! Half-edges: every edge counted once at each of its ends, by the label there and whether the other end has it too.

use std::ops::{AddAssign, Sub};

use super::cells::Branch;
use super::chance::{Chance, Sums};
use super::dense;
use super::tree::{Item, Scratch};
use super::{Labelled, PIECE};
use crate::parallel::prelude::*;

/// How many half-edges, and their mass.
pub(crate) trait Amount: Copy + Default + AddAssign + Sub<Output = Self> + Send + Sync {
    /// Whether amounts are whole numbers, whose sums do not depend on their order.
    const IS_WHOLE: bool;

    fn count(self) -> u64;
    fn mass(self) -> f64;
}

/// Without weights the mass is the count.
impl Amount for u64 {
    const IS_WHOLE: bool = true;

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

impl Sub for Weighted {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { count: self.count - other.count, mass: self.mass - other.mass }
    }
}

impl Amount for Weighted {
    const IS_WHOLE: bool = false;

    fn count(self) -> u64 {
        self.count
    }

    fn mass(self) -> f64 {
        self.mass
    }
}

/// The half-edges of one label: in the truth same and different, in the pred same and different.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Entry<A> {
    pub(super) label: u32,
    pub(super) amounts: [A; 4],
}

impl<A: Amount> Entry<A> {
    pub(super) fn add(&mut self, amounts: &[A; 4]) {
        self.amounts.iter_mut().zip(amounts).for_each(|(sum, amount)| *sum += *amount);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.amounts.iter().all(|amount| amount.count() == 0)
    }

    /// The entries of a spot: one for its truth label, one for its pred label.
    fn pair(truth: u32, pred: u32, [same, different, pred_same, pred_different]: [A; 4]) -> [Self; 2] {
        let none = A::default();
        [
            Self { label: truth, amounts: [same, different, none, none] },
            Self { label: pred, amounts: [none, none, pred_same, pred_different] },
        ]
    }
}

/// The half-edges at every spot.
pub(super) trait Book: Sync {
    type Amount: Amount;
    /// What stands for a spot on its way to its cell.
    type Ticket: Copy + Default + Send + Sync;

    fn ticket(&self, spot: usize) -> Self::Ticket;
    fn entries(&self, ticket: Self::Ticket) -> [Entry<Self::Amount>; 2];
    /// The mass of the half-edges of a spot whose kind differs.
    fn differing(&self, spot: usize) -> f64;

    /// All levels below one cell by a table of all cells and labels in it, where that is the fastest way.
    fn dense<const D: usize>(
        &self,
        _items: impl Iterator<Item = Item<Self::Ticket>> + Clone,
        _levels: (usize, usize),
        _chance: &Chance,
        _scratch: &mut Scratch,
    ) -> Option<Branch<Self::Amount, Sums>> {
        None
    }
}

/// Half-edges without weights, at most 255 at every spot: five bytes each.
#[derive(Debug)]
pub(super) struct Light<'a> {
    truth: &'a [u16],
    pred: &'a [u16],
    /// A byte for each amount of a spot's [`Entry`].
    lanes: Vec<u32>,
    /// How many of each spot's differ in their kind.
    differing: Vec<u8>,
}

/// A spot's labels, and its half-edges: a byte for each amount of an [`Entry`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Packed {
    pub(super) truth: u16,
    pub(super) pred: u16,
    pub(super) lanes: u32,
}

/// At most so many groups of edges are counted at once, each in five bytes a spot.
const GROUPS: usize = 4;

impl<'a> Light<'a> {
    /// All half-edges, unless a spot has more than a byte can hold. O(n + E).
    pub(super) fn of(labelled: Labelled<'a>) -> Option<Self> {
        Self::count(labelled.truth, labelled.pred, labelled.graph.edges())
    }

    /// The half-edges of the given edges between spots with the given labels.
    pub(super) fn count(truth: &'a [u16], pred: &'a [u16], edges: &[(u32, u32)]) -> Option<Self> {
        let n_groups = crate::parallel::current_num_threads().clamp(1, GROUPS);
        let groups = edges.chunks(edges.len().div_ceil(n_groups).max(PIECE));
        // Made here and not by the threads, whose allocators would keep the room to themselves when it is free again.
        let none = |_| (vec![0; truth.len()], vec![0; truth.len()]);
        let mut counts: Vec<(Vec<u32>, Vec<u8>)> = (0..groups.len().max(1)).map(none).collect();
        groups.zip(&mut counts).collect::<Vec<_>>().into_par_iter().for_each(|(group, (lanes, differing))| {
            count([truth, pred], group, |spot, one| one.add_to(&mut lanes[spot], &mut differing[spot]));
        });
        // The first group takes up the others.
        let (mut lanes, mut differing) = counts.swap_remove(0);
        let spots = lanes.par_iter_mut().zip(&mut differing).enumerate().with_min_len(PIECE);
        let add = |(spot, (lanes, differing)): (usize, (&mut u32, &mut u8))| {
            for (others, differs) in &counts {
                HalfEdge { lanes: others[spot], differs: differs[spot] }.add_to(lanes, differing);
            }
            lanes.to_le_bytes().into_iter().map(u64::from).sum::<u64>()
        };
        // A byte that overflows loses 256 and gives at most 1 to its neighbour, so that the sum falls.
        let n_counted = spots.map(add).sum::<u64>();
        (n_counted == 4 * edges.len() as u64).then_some(Self { truth, pred, lanes, differing })
    }
}

/// One half-edge or several: the bytes of its amounts, and whether its kind differs.
#[derive(Debug, Clone, Copy)]
struct HalfEdge {
    lanes: u32,
    differs: u8,
}

impl HalfEdge {
    #[inline]
    fn add_to(self, lanes: &mut u32, differing: &mut u8) {
        *lanes = lanes.wrapping_add(self.lanes);
        *differing = differing.wrapping_add(self.differs);
    }
}

/// Meets both half-edges of every edge.
#[inline]
fn count([truth, pred]: [&[u16]; 2], edges: &[(u32, u32)], mut meet: impl FnMut(usize, HalfEdge)) {
    for &(u, v) in edges {
        let (u, v) = (u as usize, v as usize);
        let (in_truth, in_pred) = (truth[u] != truth[v], pred[u] != pred[v]);
        let lanes = 1 << (8 * u32::from(in_truth)) | 1 << (16 + 8 * u32::from(in_pred));
        for spot in [u, v] {
            let differs = u8::from(in_truth != in_pred) | u8::from(truth[spot] != pred[spot]);
            meet(spot, HalfEdge { lanes, differs });
        }
    }
}

impl Book for Light<'_> {
    type Amount = u64;
    type Ticket = Packed;

    #[inline]
    fn ticket(&self, spot: usize) -> Packed {
        Packed { truth: self.truth[spot], pred: self.pred[spot], lanes: self.lanes[spot] }
    }

    fn entries(&self, ticket: Packed) -> [Entry<u64>; 2] {
        Entry::pair(ticket.truth.into(), ticket.pred.into(), ticket.lanes.to_le_bytes().map(u64::from))
    }

    fn differing(&self, spot: usize) -> f64 {
        self.differing[spot].into()
    }

    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<Packed>> + Clone,
        levels: (usize, usize),
        chance: &Chance,
        scratch: &mut Scratch,
    ) -> Option<Branch<u64, Sums>> {
        dense::branch::<D>(items, levels, chance, scratch)
    }
}

/// Any half-edges, with weights or without.
#[derive(Debug)]
pub(super) struct Heavy<'a> {
    labelled: Labelled<'a>,
    amounts: Vec<[Weighted; 4]>,
    differing: Vec<f64>,
}

impl<'a> Heavy<'a> {
    /// All half-edges. O(n + E).
    pub(super) fn of(labelled: Labelled<'a>) -> Self {
        let n_spots = labelled.spots.n_spots();
        let (mut amounts, mut differing) = (vec![[Weighted::default(); 4]; n_spots], vec![0.0; n_spots]);
        for (edge, &(u, v)) in labelled.graph.edges().iter().enumerate() {
            let (u, v) = (u as usize, v as usize);
            let one = Weighted { count: 1, mass: labelled.mass(edge) };
            let [in_truth, in_pred] = [labelled.truth, labelled.pred].map(|codes| usize::from(codes[u] != codes[v]));
            for spot in [u, v] {
                amounts[spot][in_truth] += one;
                amounts[spot][2 + in_pred] += one;
                if in_truth != in_pred || labelled.truth[spot] != labelled.pred[spot] {
                    differing[spot] += one.mass;
                }
            }
        }
        Self { labelled, amounts, differing }
    }
}

impl Book for Heavy<'_> {
    type Amount = Weighted;
    type Ticket = u32;

    fn ticket(&self, spot: usize) -> u32 {
        spot as u32
    }

    fn entries(&self, spot: u32) -> [Entry<Weighted>; 2] {
        let spot = spot as usize;
        let [truth, pred] = [self.labelled.truth, self.labelled.pred].map(|codes| u32::from(codes[spot]));
        Entry::pair(truth, pred, self.amounts[spot])
    }

    fn differing(&self, spot: usize) -> f64 {
        self.differing[spot]
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
        let expected = [[1, 0, 0, 1], [1, 1, 1, 1], [1, 1, 2, 0], [1, 0, 1, 0]];
        let (light, heavy) = (Light::of(labelled).unwrap(), Heavy::of(labelled));
        assert_eq!(light.lanes.iter().map(|lanes| lanes.to_le_bytes()).collect::<Vec<_>>(), expected);
        for spot in 0..4 {
            let entries =
                heavy.entries(heavy.ticket(spot)).map(|entry| (entry.label, entry.amounts.map(Amount::count)));
            assert_eq!(entries, light.entries(light.ticket(spot)).map(|entry| (entry.label, entry.amounts)));
        }
        // At spot 0 the edge turned from same to different; spot 1 has another label; at spot 2 one edge turned.
        assert_eq!([0, 1, 2, 3].map(|spot| light.differing(spot)), [1.0, 2.0, 1.0, 0.0]);
        assert_eq!([0, 1, 2, 3].map(|spot| heavy.differing(spot)), [1.0, 2.0, 1.0, 0.0]);
    }

    #[test]
    fn masses_are_squares_of_weights() {
        let (spots, graph) = (line(3), SpatialGraph::new(3, &[(0, 1), (1, 2)]).unwrap());
        let labels = &[0, 0, 1][..];
        let weights = Some(&[0.5, 1.0][..]);
        let labelled = Labelled { spots: &spots, graph: &graph, weights, truth: labels, pred: labels, n_labels: 2 };
        let found = Heavy::of(labelled).amounts[1].map(|amount| (amount.count, amount.mass));
        assert_eq!(found, [(1, 0.25), (1, 1.0), (1, 0.25), (1, 1.0)]);
    }

    #[test]
    fn more_than_a_byte_is_noticed() {
        let star = |n: u32| {
            let edges: Vec<(u32, u32)> = (1..n).map(|spot| (0, spot)).collect();
            let (spots, graph) = (line(n as usize), SpatialGraph::new(n as usize, &edges).unwrap());
            // All around are alike, half around are alike, none is.
            let of = |pred: Vec<u16>| {
                let truth = vec![0; n as usize];
                let labelled =
                    Labelled { spots: &spots, graph: &graph, weights: None, truth: &truth, pred: &pred, n_labels: 2 };
                Light::of(labelled).is_some()
            };
            let half = (0..n).map(|spot| u16::from(spot > n / 2)).collect();
            [of(vec![0; n as usize]), of(half), of((0..n).map(|spot| u16::from(spot > 0)).collect())]
        };
        assert_eq!(star(256), [true; 3]);
        assert_eq!(star(257), [false; 3]);
    }
}
