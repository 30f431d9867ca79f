//! Sums of distances from a few spots to all spots of a label, spot by spot when near and by moments when far.
//!
//! Spots of a label are halved again and again into a tree. The distance to a far node is replaced by the first four
//! terms of its expansion: for R much longer than w, with D = |R| and u = R/D,
//!
//! `|R + w| = D + u·w + (|w|² − (u·w)²) / 2D − u·w (|w|² − (u·w)²) / 2D² + …`
//!
//! The term of order n is at most |w|ⁿ/8Dⁿ⁻¹ for n ≥ 4 (it is (P_{n−2} − P_n)/(2n − 1) in Legendre polynomials), so the
//! error is at most `mean |w|⁴ / 8D²(D − ρ)` per spot, ρ the longest w. Here w reaches from the centroid of the node to
//! its spots, and, where the block of targets is small as well, from the centre of the block to its spots too. A node is
//! taken only where this is at most ε = 4.99e-5 times a lower bound of the mean distance to the whole label, so that each
//! mean distance is right to ε. The width is 1 − a/b or b/a − 1, which changes by no more than ln(b/a) does: by less than
//! 1e-4, whatever the number of labels.

mod block;
mod node;

use std::cmp::Ordering;

use block::Local;
pub(super) use block::{Block, LANES, Lanes};
use node::Node;

/// The most spots of a leaf: few, so that also the leaves of scattered spots are small enough to be far.
const LEAF: usize = 8;

/// The relative error of a mean distance.
const TOLERANCE: f64 = 4.99e-5;

/// The spots of one label.
pub(super) struct Domain<const D: usize> {
    /// In tree order: the first `LANES` lie close together, and so on.
    points: Vec<[f64; D]>,
    /// Parents before children; empty when every distance is to be computed.
    nodes: Vec<Node<D>>,
    mean: [f64; D],
    /// The mean absolute deviation from the median, by axis.
    deviation: [f64; D],
}

impl<const D: usize> Domain<D> {
    /// The spots of a label; without a tree all distances are computed.
    pub(super) fn new(mut points: Vec<[f64; D]>, with_tree: bool) -> Self {
        // Sorted, the tree and all its sums do not depend on the order of rows.
        points.sort_unstable_by(|a, b| by_axis(0, a, b));
        let (mean, deviation) = (mean(&points), deviation(&points));
        let mut nodes = Vec::new();
        if with_tree {
            grow(&mut points, 0, &mut nodes);
        }
        Self { points, nodes, mean, deviation }
    }

    pub(super) fn n_spots(&self) -> usize {
        self.points.len()
    }

    /// The spots, a few neighbours at a time.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Block<D>> {
        self.points.chunks(LANES).map(Block::new)
    }

    /// The sum of distances from each spot of a block to all spots here.
    pub(super) fn sum_distances(&self, block: &Block<D>) -> Lanes {
        let mut sums = [0.0; LANES];
        if self.nodes.is_empty() {
            block.add_distances(&self.points, &mut sums);
            return sums;
        }
        let allowed = TOLERANCE * self.least_mean_distance(block);
        let mut local = Local::default();
        let mut place = 0;
        while let Some(node) = self.nodes.get(place) {
            place = node.next;
            if node.is_far_from_all(block, allowed) {
                node.add_to_local(block, &mut local);
            } else if node.is_far_from_each(block, allowed) {
                node.add_to_each(block, &mut sums);
            } else if let Some(inner) = node.inner {
                place = inner;
            } else {
                block.add_distances(&self.points[node.spots.clone()], &mut sums);
            }
        }
        local.add_to_each(block, &mut sums);
        sums
    }

    /// A lower bound of the mean distance from any place in the block's box to the spots here.
    ///
    /// The mean length of a vector is at least the length of the vector of its mean absolute components, and the mean of
    /// |x − y| on a line is at least |x − mean| and at least the mean deviation from the median.
    fn least_mean_distance(&self, block: &Block<D>) -> f64 {
        let gap = block.gap(&self.mean);
        (0..D).map(|axis| gap[axis].max(self.deviation[axis])).map(|side| side * side).sum::<f64>().sqrt()
    }
}

/// Puts the spots in tree order and appends the nodes over them; `start` is the place of the first spot.
fn grow<const D: usize>(points: &mut [[f64; D]], start: usize, nodes: &mut Vec<Node<D>>) {
    let place = nodes.len();
    nodes.push(Node::new(points, start));
    if points.len() > LEAF {
        nodes[place].inner = Some(place + 1);
        let axis = widest_axis(points);
        // Whole blocks to the left, so that only the last block may be short.
        let unit = if points.len() > LANES { LANES } else { 1 };
        let half = (points.len() / 2).div_ceil(unit) * unit;
        points.select_nth_unstable_by(half, |a, b| by_axis(axis, a, b));
        let (left, right) = points.split_at_mut(half);
        grow(left, start, nodes);
        grow(right, start + half, nodes);
    }
    nodes[place].next = nodes.len();
}

/// The axis of largest extent; ties: the first.
fn widest_axis<const D: usize>(points: &[[f64; D]]) -> usize {
    let extent = |axis: usize| {
        let values = || points.iter().map(|point| point[axis]);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    (1..D).fold(0, |widest, axis| if extent(axis) > extent(widest) { axis } else { widest })
}

/// Orders by one axis, then by the others in turn.
fn by_axis<const D: usize>(axis: usize, a: &[f64; D], b: &[f64; D]) -> Ordering {
    let compare = |turn: usize| a[(axis + turn) % D].total_cmp(&b[(axis + turn) % D]);
    (0..D).map(compare).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn mean<const D: usize>(points: &[[f64; D]]) -> [f64; D] {
    let origin = points[0];
    let along = |axis: usize| points.iter().map(|point| point[axis] - origin[axis]).sum::<f64>() / points.len() as f64;
    std::array::from_fn(|axis| origin[axis] + along(axis))
}

fn deviation<const D: usize>(points: &[[f64; D]]) -> [f64; D] {
    std::array::from_fn(|axis| {
        let mut values: Vec<f64> = points.iter().map(|point| point[axis]).collect();
        let middle = values.len() / 2;
        let median = *values.select_nth_unstable_by(middle, f64::total_cmp).1;
        values.iter().map(|value| (value - median).abs()).sum::<f64>() / values.len() as f64
    })
}
