//! The union of two distributions of points anywhere: every point of either, with the mass that each has there.

use crate::error::{Error, Result};
use crate::extractor::{Distribution, Point};

/// The points of two distributions on the same space, with the mass of either.
#[derive(Debug, Clone)]
pub(super) struct Union {
    pub(super) n_blocks: usize,
    pub(super) width: usize,
    /// Invariant: by block, then values.
    pub(super) places: Vec<SharedPoint>,
}

/// A point of one block with its mass in either distribution.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SharedPoint {
    pub(super) block: usize,
    pub(super) values: Vec<f64>,
    pub(super) truth: f64,
    pub(super) pred: f64,
}

impl Union {
    /// Lays two distributions over each other, both masses made to add up to 1.
    pub(super) fn new(step: &str, truth: &Distribution, pred: &Distribution) -> Result<Self> {
        let (one, other) = (space(truth), space(pred));
        if one != other {
            let problem = format!("the truth lies in {}, and the pred in {}", in_words(one), in_words(other));
            return Err(Error::Step { step: step.to_owned(), problem });
        }
        let mut all: Vec<(Point, bool)> = Vec::with_capacity(truth.n_points() + pred.n_points());
        for (distribution, is_truth) in [(truth, true), (pred, false)] {
            let points = points(distribution);
            let total: f64 = points.iter().map(|point| point.mass).sum();
            all.extend(points.into_iter().map(|point| (Point { mass: point.mass / total, ..point }, is_truth)));
        }
        all.sort_by(|(a, a_is_truth), (b, b_is_truth)| a.order(b).then(b_is_truth.cmp(a_is_truth)));
        let mut places: Vec<SharedPoint> = Vec::with_capacity(all.len());
        for (Point { block, values, mass }, is_truth) in all {
            let (truth, pred) = if is_truth { (mass, 0.0) } else { (0.0, mass) };
            match places.last_mut().filter(|last| last.block == block && last.values == values) {
                Some(last) => (last.truth, last.pred) = (last.truth + truth, last.pred + pred),
                None => places.push(SharedPoint { block, values, truth, pred }),
            }
        }
        let (n_blocks, width) = one;
        Ok(Self { n_blocks, width, places })
    }

    /// m.
    pub(super) fn n_dimensions(&self) -> usize {
        self.n_blocks * self.width
    }

    /// Whether the two distributions are the same.
    pub(super) fn is_level(&self) -> bool {
        self.places.iter().all(|place| place.truth == place.pred)
    }
}

impl SharedPoint {
    /// The squared length.
    pub(super) fn square(&self) -> f64 {
        self.values.iter().map(|value| value * value).sum()
    }

    pub(super) fn squared_distance(&self, other: &Self) -> f64 {
        if self.block != other.block {
            return self.square() + other.square();
        }
        self.values.iter().zip(&other.values).map(|(a, b)| (a - b) * (a - b)).sum()
    }
}

/// The number of blocks, and of the dimensions of each.
fn space(distribution: &Distribution) -> (usize, usize) {
    match distribution {
        Distribution::Axes(axes) => (axes.n_axes(), 1),
        Distribution::Dense(dense) => (dense.n_blocks(), dense.width()),
    }
}

fn in_words((n_blocks, width): (usize, usize)) -> String {
    if n_blocks == 1 { format!("{width} dimensions") } else { format!("{n_blocks} blocks of {width} dimensions") }
}

fn points(distribution: &Distribution) -> Vec<Point> {
    match distribution {
        Distribution::Axes(axes) => {
            let point = |atom: &crate::extractor::Atom| Point {
                block: usize::from(atom.axis),
                values: vec![atom.value],
                mass: atom.mass,
            };
            axes.atoms().iter().map(point).collect()
        }
        Distribution::Dense(dense) => dense.points().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_meet_and_spaces_must() {
        let truth = Distribution::dense(1, 2, &[0.0, 1.0], &[0.5, 0.5]).unwrap();
        let pred = Distribution::dense(1, 2, &[1.0, 2.0], &[0.25, 0.75]).unwrap();
        let union = Union::new("mmd", &truth, &pred).unwrap();
        let masses: Vec<(f64, f64)> = union.places.iter().map(|place| (place.truth, place.pred)).collect();
        assert_eq!(masses, [(0.5, 0.0), (0.5, 0.25), (0.0, 0.75)]);
        assert!(!union.is_level() && Union::new("mmd", &truth, &truth).unwrap().is_level());
        let plane = Distribution::dense(2, 1, &[0.0, 0.0], &[1.0]).unwrap();
        let said = Union::new("mmd", &truth, &plane).unwrap_err().to_string();
        assert_eq!(said, "mmd: the truth lies in 1 dimensions, and the pred in 2 dimensions");
    }

    #[test]
    fn blocks_are_at_right_angles() {
        let place = |block, values: &[f64]| SharedPoint { block, values: values.to_vec(), truth: 0.0, pred: 0.0 };
        assert_eq!(place(0, &[3.0, 0.0]).squared_distance(&place(0, &[0.0, 4.0])), 25.0);
        assert_eq!(place(0, &[3.0, 1.0]).squared_distance(&place(1, &[3.0, 1.0])), 20.0);
    }
}
