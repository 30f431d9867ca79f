//! Sums of distances from a few spots to all spots of a label, spot by spot when near and by moments when far.
//!
//! Spots of a label are halved again and again into a tree. A far node is replaced by the first four terms of the
//! expansion of the distance about its centroid c: with R = x − c, D = |R|, u = R/D and y the spots relative to c,
//!
//! `|R − y| = D − u·y + (|y|² − (u·y)²) / 2D + u·y (|y|² − (u·y)²) / 2D² + …`
//!
//! The term of order n is at most |y|ⁿ/8Dⁿ⁻¹ for n ≥ 4 (it is (P_{n−2} − P_n)/(2n − 1) in Legendre polynomials), so the
//! error of a node, per spot, is at most `mean |y|⁴ / 8D²(D − ρ)`, ρ its radius. A node is taken only where this is at
//! most ε times a lower bound of the mean distance to the whole label, so that each mean distance is right to ε = 4.99e-5.
//! The width is 1 − a/b or b/a − 1, which changes by no more than ln(b/a) does: by less than 1e-4.

use std::cmp::Ordering;
use std::ops::Range;

/// How many spots are summed side by side; also the most spots of a leaf.
pub(super) const LANES: usize = 32;

/// One number for each spot of a block.
pub(super) type Lanes = [f64; LANES];

/// The relative error of a mean distance.
const TOLERANCE: f64 = 4.99e-5;

/// Up to [`LANES`] spots of one label, whose distances to others are wanted.
pub(super) struct Block<const D: usize> {
    /// The coordinates by axis; lanes beyond `n_spots` repeat the last spot.
    coordinates: [Lanes; D],
    pub(super) n_spots: usize,
    low: [f64; D],
    high: [f64; D],
}

/// The spots of one label.
pub(super) struct Domain<const D: usize> {
    /// In tree order: the first `LANES` are a leaf, and so on.
    points: Vec<[f64; D]>,
    /// Parents before children; empty when every distance is to be computed.
    nodes: Vec<Node<D>>,
    mean: [f64; D],
    /// The mean absolute deviation from the median, by axis.
    deviation: [f64; D],
}

/// Spots that are close to each other, and their moments about their centroid.
struct Node<const D: usize> {
    spots: Range<usize>,
    /// The next node that is not inside this one.
    next: usize,
    n_spots: f64,
    centroid: [f64; D],
    radius: f64,
    /// Σ y yᵀ.
    second: [[f64; D]; D],
    /// Σ |y|².
    trace: f64,
    /// Σ y ⊗ y ⊗ y.
    third: [[[f64; D]; D]; D],
    /// Σ y |y|².
    skew: [f64; D],
    /// Mean |y|⁴ over 8.
    remainder: f64,
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
            add_near(&self.points, block, &mut sums);
        }
        let allowed = TOLERANCE * self.least_mean_distance(block);
        let mut place = 0;
        while let Some(node) = self.nodes.get(place) {
            if node.is_far(block, allowed) {
                node.add_far(block, &mut sums);
                place = node.next;
            } else {
                if node.spots.len() <= LANES {
                    add_near(&self.points[node.spots.clone()], block, &mut sums);
                }
                place += 1;
            }
        }
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

impl<const D: usize> Block<D> {
    fn new(points: &[[f64; D]]) -> Self {
        let last = points.len() - 1;
        let coordinates: [Lanes; D] =
            std::array::from_fn(|axis| std::array::from_fn(|lane| points[lane.min(last)][axis]));
        let low = coordinates.map(|lanes| lanes.into_iter().fold(f64::INFINITY, f64::min));
        let high = coordinates.map(|lanes| lanes.into_iter().fold(f64::NEG_INFINITY, f64::max));
        Self { coordinates, n_spots: points.len(), low, high }
    }

    /// How far a place lies outside the block's box, by axis.
    fn gap(&self, place: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| (self.low[axis] - place[axis]).max(place[axis] - self.high[axis]).max(0.0))
    }
}

impl<const D: usize> Node<D> {
    fn new(points: &[[f64; D]], spots: Range<usize>) -> Self {
        let n_spots = points.len() as f64;
        let (centroid, zero) = (mean(points), [0.0; D]);
        let mut node = Self {
            spots,
            next: 0,
            n_spots,
            centroid,
            radius: 0.0,
            second: [zero; D],
            trace: 0.0,
            third: [[zero; D]; D],
            skew: zero,
            remainder: 0.0,
        };
        for point in points {
            node.add_moments(std::array::from_fn(|axis| point[axis] - centroid[axis]));
        }
        node.radius = node.radius.sqrt();
        node.remainder /= 8.0 * n_spots;
        node
    }

    fn add_moments(&mut self, y: [f64; D]) {
        let square: f64 = y.iter().map(|side| side * side).sum();
        self.radius = self.radius.max(square);
        self.trace += square;
        self.remainder += square * square;
        for a in 0..D {
            self.skew[a] += square * y[a];
            for b in 0..D {
                self.second[a][b] += y[a] * y[b];
                (0..D).for_each(|c| self.third[a][b][c] += y[a] * y[b] * y[c]);
            }
        }
    }

    /// Whether moments are good enough for every spot of the block.
    fn is_far(&self, block: &Block<D>, allowed: f64) -> bool {
        let square: f64 = block.gap(&self.centroid).iter().map(|side| side * side).sum();
        self.remainder <= allowed * square * (square.sqrt() - self.radius)
    }

    fn add_far(&self, block: &Block<D>, sums: &mut Lanes) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let r: [f64; D] = std::array::from_fn(|axis| block.coordinates[axis][lane] - self.centroid[axis]);
            let distance = r.iter().map(|side| side * side).sum::<f64>().sqrt();
            // A node of coincident spots may be far at distance 0, where its moments are 0.
            let inverse = 1.0 / distance.max(f64::MIN_POSITIVE);
            let u = r.map(|side| side * inverse);
            let (mut second, mut third) = (self.trace, 0.0);
            for a in 0..D {
                let (mut along, mut twice) = (0.0, self.skew[a]);
                for b in 0..D {
                    along += self.second[a][b] * u[b];
                    twice -= (0..D).map(|c| self.third[a][b][c] * u[c]).sum::<f64>() * u[b];
                }
                second -= along * u[a];
                third += twice * u[a];
            }
            *sum += self.n_spots * distance + 0.5 * inverse * (second + third * inverse);
        }
    }
}

/// Adds the distances from each spot of a block to each of some spots.
fn add_near<const D: usize>(points: &[[f64; D]], block: &Block<D>, sums: &mut Lanes) {
    for point in points {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let mut square = 0.0;
            for (coordinates, place) in block.coordinates.iter().zip(point) {
                square += (coordinates[lane] - place) * (coordinates[lane] - place);
            }
            *sum += square.sqrt();
        }
    }
}

/// Puts the spots in tree order and appends the nodes over them; `start` is the place of the first spot.
fn grow<const D: usize>(points: &mut [[f64; D]], start: usize, nodes: &mut Vec<Node<D>>) {
    let place = nodes.len();
    nodes.push(Node::new(points, start..start + points.len()));
    if points.len() > LANES {
        let axis = widest_axis(points);
        // Whole leaves to the left, so that only the last leaf may be short.
        let half = (points.len() / 2).div_ceil(LANES) * LANES;
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
