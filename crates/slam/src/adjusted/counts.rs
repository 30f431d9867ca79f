//! What is counted at every spot: the spot itself, and its half-edges by whether the other end carries the same label.

use std::ops::{AddAssign, Sub};

use super::dense;
use super::exact::Grain;
use super::pairwise::{PairSums, Pairwise};
use super::tree::{Item, Scratch};
use super::{PIECE, TwoLabelings};
use crate::parallel::prelude::*;

/// A number of spots or half-edges, and their mass.
pub(crate) trait Amount: Copy + Default + AddAssign + Sub<Output = Self> + Send + Sync {
    /// Whether the mass is the number.
    const IS_WHOLE: bool;

    fn count(self) -> u64;
    fn mass(self) -> f64;
}

/// Without weights the mass is the number.
impl Amount for u64 {
    const IS_WHOLE: bool = true;

    #[inline]
    fn count(self) -> u64 {
        self
    }

    #[inline]
    fn mass(self) -> f64 {
        self as f64
    }
}

/// With weights the mass of half-edges is the sum of their squared weights, that of a spot the mean over its edges.
///
/// Masses are multiples of one grain, so that their sums are exact in any order.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Weighted {
    pub(super) count: u64,
    pub(super) mass: f64,
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

/// What a cell holds of one label of one labeling.
///
/// Truth label `a` is written as `a`, pred label `b` as `n_truth + b`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Entry<A> {
    pub(crate) label: u32,
    /// Spots, half-edges to the same label, half-edges to another label.
    pub(crate) amounts: [A; 3],
}

impl<A: Amount> Entry<A> {
    pub(super) fn empty(label: usize) -> Self {
        Self { label: label as u32, amounts: [A::default(); 3] }
    }

    pub(super) fn add(&mut self, amounts: &[A; 3]) {
        self.amounts.iter_mut().zip(amounts).for_each(|(sum, amount)| *sum += *amount);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.amounts.iter().all(|amount| amount.count() == 0)
    }

    /// The mass of the half-edges.
    pub(super) fn contact_mass(&self) -> f64 {
        self.amounts[1].mass() + self.amounts[2].mass()
    }
}

/// The counts of every spot.
pub(super) trait SpotCounts: Sync {
    type Amount: Amount;
    /// What stands for a spot on its way to its cell.
    type Payload: Copy + Default + Send + Sync;

    fn payload(&self, spot: usize) -> Self::Payload;
    /// The entry of the truth label of a spot, then that of its pred label.
    fn entries(&self, payload: Self::Payload) -> [Entry<Self::Amount>; 2];
    /// The mass of the half-edges of a spot whose other end carries the same label in both labelings, or another in both.
    fn agreeing(&self, spot: usize) -> f64;

    /// Visits all cells of all levels within one cell by a table of cells and labels, where that is the fastest way; returns
    /// what the cell holds.
    fn dense<const D: usize>(
        &self,
        _visitor: &Pairwise<'_, Self>,
        _items: impl Iterator<Item = Item<Self::Payload>> + Clone,
        _level: usize,
        _sums: &mut PairSums,
        _scratch: &mut Scratch,
    ) -> Option<Vec<Entry<Self::Amount>>>
    where
        Self: Sized,
    {
        None
    }
}

/// Counts without weights, at most 255 half-edges at every spot: five bytes each.
#[derive(Debug)]
pub(super) struct PackedCounts<'a> {
    truth: &'a [u16],
    pred: &'a [u16],
    n_truth: u32,
    /// A byte each for half-edges to the same and to another label, in the truth and in the pred.
    lanes: Vec<u32>,
    agreeing: Vec<u8>,
}

/// The labels of a spot, and its half-edges as in [`PackedCounts`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Packed {
    pub(super) truth: u16,
    pub(super) pred: u16,
    pub(super) lanes: u32,
}

/// At most so many groups of edges are counted at once, each in five bytes a spot.
const GROUPS: usize = 4;

impl<'a> PackedCounts<'a> {
    /// Counts all half-edges, unless a spot has more than a byte can hold. O(n + E).
    pub(super) fn of(input: TwoLabelings<'a>) -> Option<Self> {
        Self::count(input.truth, input.pred, input.n_truth, input.graph.edges())
    }

    /// The half-edges of the given edges between spots with the given labels.
    pub(super) fn count(truth: &'a [u16], pred: &'a [u16], n_truth: usize, edges: &[(u32, u32)]) -> Option<Self> {
        let n_groups = crate::parallel::current_num_threads().clamp(1, GROUPS);
        let groups = edges.chunks(edges.len().div_ceil(n_groups).max(PIECE));
        // Allocated here and not by the threads, whose allocators would keep the memory after it is freed.
        let none = |_| (vec![0; truth.len()], vec![0; truth.len()]);
        let mut counts: Vec<(Vec<u32>, Vec<u8>)> = (0..groups.len().max(1)).map(none).collect();
        groups.zip(&mut counts).collect::<Vec<_>>().into_par_iter().for_each(|(group, (lanes, agreeing))| {
            count([truth, pred], group, |spot, one| one.add_to(&mut lanes[spot], &mut agreeing[spot]));
        });
        let (mut lanes, mut agreeing) = counts.swap_remove(0);
        let spots = lanes.par_iter_mut().zip(&mut agreeing).enumerate().with_min_len(PIECE);
        let add = |(spot, (lanes, agreeing)): (usize, (&mut u32, &mut u8))| {
            for (others, agrees) in &counts {
                HalfEdge { lanes: others[spot], agrees: agrees[spot] }.add_to(lanes, agreeing);
            }
            let [same, different, pred_same, pred_different] = lanes.to_le_bytes().map(u64::from);
            // What agrees is at most all of them, and must fit into a byte as well.
            if u8::try_from(same + different).is_ok() { same + different + pred_same + pred_different } else { 0 }
        };
        // A byte that overflows loses 256 and gives at most 1 to its neighbour, so that the sum falls.
        let n_counted = spots.map(add).sum::<u64>();
        let n_truth = n_truth as u32;
        (n_counted == 4 * edges.len() as u64).then_some(Self { truth, pred, n_truth, lanes, agreeing })
    }
}

/// One half-edge or several: the bytes of its counts, and whether truth and pred agree on it.
#[derive(Debug, Clone, Copy)]
struct HalfEdge {
    lanes: u32,
    agrees: u8,
}

impl HalfEdge {
    #[inline]
    fn add_to(self, lanes: &mut u32, agreeing: &mut u8) {
        *lanes = lanes.wrapping_add(self.lanes);
        *agreeing = agreeing.wrapping_add(self.agrees);
    }
}

/// Calls `add` for both half-edges of every edge.
#[inline]
fn count([truth, pred]: [&[u16]; 2], edges: &[(u32, u32)], mut add: impl FnMut(usize, HalfEdge)) {
    for &(u, v) in edges {
        let (u, v) = (u as usize, v as usize);
        let (in_truth, in_pred) = (truth[u] != truth[v], pred[u] != pred[v]);
        let lanes = 1 << (8 * u32::from(in_truth)) | 1 << (16 + 8 * u32::from(in_pred));
        let one = HalfEdge { lanes, agrees: u8::from(in_truth == in_pred) };
        add(u, one);
        add(v, one);
    }
}

impl SpotCounts for PackedCounts<'_> {
    type Amount = u64;
    type Payload = Packed;

    #[inline]
    fn payload(&self, spot: usize) -> Packed {
        Packed { truth: self.truth[spot], pred: self.pred[spot], lanes: self.lanes[spot] }
    }

    #[inline]
    fn entries(&self, payload: Packed) -> [Entry<u64>; 2] {
        let [same, different, pred_same, pred_different] = payload.lanes.to_le_bytes().map(u64::from);
        [
            Entry { label: payload.truth.into(), amounts: [1, same, different] },
            Entry { label: self.n_truth + u32::from(payload.pred), amounts: [1, pred_same, pred_different] },
        ]
    }

    #[inline]
    fn agreeing(&self, spot: usize) -> f64 {
        self.agreeing[spot].into()
    }

    fn dense<const D: usize>(
        &self,
        visitor: &Pairwise<'_, Self>,
        items: impl Iterator<Item = Item<Packed>> + Clone,
        level: usize,
        sums: &mut PairSums,
        scratch: &mut Scratch,
    ) -> Option<Vec<Entry<u64>>> {
        dense::visit::<D>(visitor, self.n_truth as usize, items, level, sums, scratch)
    }
}

/// Any counts, with weights or without.
#[derive(Debug)]
pub(super) struct WeightedCounts<'a> {
    input: TwoLabelings<'a>,
    /// The spot, then its half-edges to the same and to another label in the truth, then those in the pred.
    amounts: Vec<[Weighted; 5]>,
    agreeing: Vec<f64>,
}

impl<'a> WeightedCounts<'a> {
    /// Counts all half-edges. O(n + E).
    pub(super) fn of(input: TwoLabelings<'a>) -> Self {
        let n_spots = input.spots.n_spots();
        let edges = input.graph.edges();
        let grain = Grain::of_items(2.0 * (0..edges.len()).map(|edge| input.mass(edge)).sum::<f64>());
        let (mut amounts, mut agreeing) = (vec![[Weighted::default(); 5]; n_spots], vec![0.0; n_spots]);
        for (edge, &(u, v)) in edges.iter().enumerate() {
            let (u, v) = (u as usize, v as usize);
            let one = Weighted { count: 1, mass: grain.round(input.mass(edge)) };
            let [in_truth, in_pred] = [input.truth, input.pred].map(|codes| usize::from(codes[u] != codes[v]));
            for spot in [u, v] {
                amounts[spot][1 + in_truth] += one;
                amounts[spot][3 + in_pred] += one;
                agreeing[spot] += if in_truth == in_pred { one.mass } else { 0.0 };
            }
        }
        let mean = |amounts: &[Weighted; 5]| match amounts[1].count + amounts[2].count {
            0 => f64::from(u8::from(input.weights.is_none())),
            _ if input.weights.is_none() => 1.0,
            n => (amounts[1].mass + amounts[2].mass) / n as f64,
        };
        let grain = Grain::of_items(amounts.iter().map(mean).sum());
        for amounts in &mut amounts {
            amounts[0] = Weighted { count: 1, mass: grain.round(mean(amounts)) };
        }
        Self { input, amounts, agreeing }
    }
}

impl SpotCounts for WeightedCounts<'_> {
    type Amount = Weighted;
    type Payload = u32;

    fn payload(&self, spot: usize) -> u32 {
        spot as u32
    }

    fn entries(&self, spot: u32) -> [Entry<Weighted>; 2] {
        let spot = spot as usize;
        let [place, same, different, pred_same, pred_different] = self.amounts[spot];
        let pred = self.input.n_truth as u32 + u32::from(self.input.pred[spot]);
        [
            Entry { label: self.input.truth[spot].into(), amounts: [place, same, different] },
            Entry { label: pred, amounts: [place, pred_same, pred_different] },
        ]
    }

    fn agreeing(&self, spot: usize) -> f64 {
        self.agreeing[spot]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;
    use crate::pair::spots::Spots;
    use crate::testing::line;

    fn input<'a>(spots: &'a Spots, graph: &'a SpatialGraph, truth: &'a [u16], pred: &'a [u16]) -> TwoLabelings<'a> {
        TwoLabelings { spots, graph, weights: None, truth, pred, n_truth: 2, n_pred: 2, missing: None }
    }

    #[test]
    fn each_end_counts_once() {
        // a–a–b–b against a–b–b–b.
        let (spots, graph) = (line(4), SpatialGraph::new(4, &[(0, 1), (1, 2), (2, 3)]).unwrap());
        let input = input(&spots, &graph, &[0, 0, 1, 1], &[0, 1, 1, 1]);
        let expected = [[1, 0, 0, 1], [1, 1, 1, 1], [1, 1, 2, 0], [1, 0, 1, 0]];
        let (packed, weighted) = (PackedCounts::of(input).unwrap(), WeightedCounts::of(input));
        assert_eq!(packed.lanes.iter().map(|lanes| lanes.to_le_bytes()).collect::<Vec<_>>(), expected);
        for spot in 0..4 {
            let entries =
                weighted.entries(weighted.payload(spot)).map(|entry| (entry.label, entry.amounts.map(Amount::count)));
            assert_eq!(entries, packed.entries(packed.payload(spot)).map(|entry| (entry.label, entry.amounts)));
        }
        // The edge 0–1 turned from same to different, 1–2 from different to same; 2–3 stayed the same.
        assert_eq!([0, 1, 2, 3].map(|spot| packed.agreeing(spot)), [0.0, 0.0, 1.0, 1.0]);
        assert_eq!([0, 1, 2, 3].map(|spot| weighted.agreeing(spot)), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn masses_are_squares_of_weights_and_a_spot_has_their_mean() {
        let (spots, graph) = (line(4), SpatialGraph::new(4, &[(0, 1), (1, 2)]).unwrap());
        let labels = [0, 0, 1, 1];
        let input = TwoLabelings { weights: Some(&[0.5, 1.0]), ..input(&spots, &graph, &labels, &labels) };
        let counts = WeightedCounts::of(input);
        let found = |spot: usize| counts.amounts[spot].map(|amount| (amount.count, amount.mass));
        assert_eq!(found(1), [(1, 0.625), (1, 0.25), (1, 1.0), (1, 0.25), (1, 1.0)]);
        // A spot without edges has no mass.
        assert_eq!(found(3)[0], (1, 0.0));
    }

    #[test]
    fn more_than_a_byte_is_noticed() {
        let star = |n: u32| {
            let edges: Vec<(u32, u32)> = (1..n).map(|spot| (0, spot)).collect();
            let (spots, graph) = (line(n as usize), SpatialGraph::new(n as usize, &edges).unwrap());
            // All neighbours are alike, half of them are, none is.
            let of = |pred: Vec<u16>| {
                let truth = vec![0; n as usize];
                PackedCounts::of(input(&spots, &graph, &truth, &pred)).is_some()
            };
            let half = (0..n).map(|spot| u16::from(spot > n / 2)).collect();
            [of(vec![0; n as usize]), of(half), of((0..n).map(|spot| u16::from(spot > 0)).collect())]
        };
        assert_eq!(star(256), [true; 3]);
        assert_eq!(star(257), [false; 3]);
    }
}
