//! Spots that are close to each other, known from afar by their moments.

use std::ops::Range;

use super::block::{Block, Lanes, Local};
use super::mean;

/// Spots that are close to each other, and their moments: y is a spot relative to the centroid.
pub(super) struct Node<const D: usize> {
    /// The places of the spots.
    pub(super) spots: Range<usize>,
    /// The first node inside this one, none for a leaf.
    pub(super) inner: Option<usize>,
    /// The next node that is not inside this one.
    pub(super) next: usize,
    n_spots: f64,
    centroid: [f64; D],
    /// The largest |y|.
    radius: f64,
    /// The fourth root of the mean of |y|⁴.
    size: f64,
    /// Σ y yᵀ.
    second: [[f64; D]; D],
    /// Σ |y|².
    trace: f64,
    /// Σ y ⊗ y ⊗ y.
    third: [[[f64; D]; D]; D],
    /// Σ y |y|².
    skew: [f64; D],
}

impl<const D: usize> Node<D> {
    /// The node of some spots, the first of which has its place at `start`.
    pub(super) fn new(points: &[[f64; D]], start: usize) -> Self {
        let (centroid, zero) = (mean(points), [0.0; D]);
        let mut node = Self {
            spots: start..start + points.len(),
            inner: None,
            next: 0,
            n_spots: points.len() as f64,
            centroid,
            radius: 0.0,
            size: 0.0,
            second: [zero; D],
            trace: 0.0,
            third: [[zero; D]; D],
            skew: zero,
        };
        let (mut largest, mut fourth) = (0.0f64, 0.0);
        for point in points {
            let y: [f64; D] = std::array::from_fn(|axis| point[axis] - centroid[axis]);
            let square: f64 = y.iter().map(|side| side * side).sum();
            largest = largest.max(square);
            fourth += square * square;
            node.add_moments(y, square);
        }
        node.radius = largest.sqrt();
        node.size = (fourth / node.n_spots).sqrt().sqrt();
        node
    }

    fn add_moments(&mut self, y: [f64; D], square: f64) {
        self.trace += square;
        for a in 0..D {
            self.skew[a] += square * y[a];
            for b in 0..D {
                self.second[a][b] += y[a] * y[b];
                (0..D).for_each(|c| self.third[a][b][c] += y[a] * y[b] * y[c]);
            }
        }
    }

    /// Whether one expansion about the two centres is good enough for every spot of the block.
    pub(super) fn is_far_from_all(&self, block: &Block<D>, allowed: f64) -> bool {
        let between: [f64; D] = std::array::from_fn(|axis| block.center[axis] - self.centroid[axis]);
        // At distance 0, which only coincident spots may have here, the distance has no polynomial.
        between != [0.0; D] && is_far(&between, self.size + block.radius, self.radius + block.radius, allowed)
    }

    /// Whether the moments are good enough for every spot of the block.
    pub(super) fn is_far_from_each(&self, block: &Block<D>, allowed: f64) -> bool {
        is_far(&block.gap(&self.centroid), self.size, self.radius, allowed)
    }

    /// Adds the sum of distances to this node to the polynomial about the centre of the block.
    pub(super) fn add_to_local(&self, block: &Block<D>, local: &mut Local<D>) {
        let r: [f64; D] = std::array::from_fn(|axis| block.center[axis] - self.centroid[axis]);
        let (distance, inverse, u) = direction(r);
        let half = 0.5 * inverse;
        let (along, across, twist) = self.moments_along(&u);
        local.value += self.n_spots * distance + half * (across + twist * inverse);
        let (second, third) = (self.n_spots * half, self.n_spots * half * inverse);
        let stretch = self.trace - 3.0 * (self.trace - across);
        for a in 0..D {
            local.gradient[a] += self.n_spots * u[a] - half * inverse * (u[a] * stretch + 2.0 * along[a]);
            local.third_vector[a] += third * u[a];
            local.second[a][a] += second;
            for b in 0..D {
                local.second[a][b] -= second * u[a] * u[b];
                (0..D).for_each(|c| local.third[a][b][c] += third * u[a] * u[b] * u[c]);
            }
        }
    }

    /// Adds the sum of distances to this node, from each spot of the block.
    pub(super) fn add_to_each(&self, block: &Block<D>, sums: &mut Lanes) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let r = std::array::from_fn(|axis| block.coordinates[axis][lane] - self.centroid[axis]);
            let (distance, inverse, u) = direction(r);
            let (_, across, twist) = self.moments_along(&u);
            *sum += self.n_spots * distance + 0.5 * inverse * (across + twist * inverse);
        }
    }

    /// Σ y (u·y), Σ |y|² − (u·y)² and Σ u·y (|y|² − (u·y)²).
    #[inline]
    fn moments_along(&self, u: &[f64; D]) -> ([f64; D], f64, f64) {
        let mut along = [0.0; D];
        let (mut across, mut twist) = (self.trace, 0.0);
        for a in 0..D {
            let mut skew = self.skew[a];
            for b in 0..D {
                along[a] += self.second[a][b] * u[b];
                let third: f64 = (0..D).map(|c| self.third[a][b][c] * u[c]).sum();
                skew -= third * u[b];
            }
            across -= along[a] * u[a];
            twist += skew * u[a];
        }
        (along, across, twist)
    }
}

/// Whether the terms left out, for w of the given mean size and largest length, are at most `allowed`.
fn is_far<const D: usize>(between: &[f64; D], size: f64, longest: f64, allowed: f64) -> bool {
    let square: f64 = between.iter().map(|side| side * side).sum();
    let fourth = size * size * size * size;
    fourth <= 8.0 * allowed * square * (square.sqrt() - longest)
}

/// The length of a vector, its inverse, and the vector over its length.
#[inline]
fn direction<const D: usize>(r: [f64; D]) -> (f64, f64, [f64; D]) {
    let distance = r.iter().map(|side| side * side).sum::<f64>().sqrt();
    // A node of coincident spots may be far at distance 0, where its moments are 0.
    let inverse = 1.0 / distance.max(f64::MIN_POSITIVE);
    (distance, inverse, r.map(|side| side * inverse))
}
