//! Distributions of points anywhere in ℝᵐ.

use std::cmp::Ordering;

use super::distribution::TOLERANCE;
use crate::error::{Error, Result};

/// Masses on points of ℝᵐ, m = blocks × width: a point has coordinates in one block, and is 0 in all others.
///
/// One block is all of ℝᵐ; a block per label keeps labels apart at no cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Dense {
    /// Invariant: at least 1.
    n_blocks: usize,
    /// Invariant: at least 1.
    width: usize,
    /// Invariant: at least 1.
    n_items: usize,
    /// Invariant: strictly increasing by block, then values; each has `width` finite values, masses are positive and add up to 1
    /// within 1e-9.
    points: Vec<Point>,
}

/// A mass at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The block, from 0.
    pub block: usize,
    /// The coordinates in that block.
    pub values: Vec<f64>,
    /// The mass.
    pub mass: f64,
}

impl Point {
    /// By block, then coordinate by coordinate.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let values = || self.values.iter().zip(&other.values).map(|(a, b)| a.total_cmp(b));
        self.block.cmp(&other.block).then_with(|| values().find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }
}

impl Dense {
    /// A distribution of `n_items` edges or spots over points in any order.
    ///
    /// Points in the same place become one, points without mass are left out. Masses are kept as given, not renormalised.
    pub fn new(n_blocks: usize, width: usize, n_items: usize, mut points: Vec<Point>) -> Result<Self> {
        if n_items == 0 {
            return Err(Error::NoEdges);
        }
        check(n_blocks, width, &points)?;
        points.retain(|point| point.mass > 0.0);
        // Adding 0 turns a negative zero into a plain one.
        points.iter_mut().flat_map(|point| &mut point.values).for_each(|value| *value += 0.0);
        points.sort_by(|a, b| a.order(b).then(a.mass.total_cmp(&b.mass)));
        points.dedup_by(|next, kept| {
            let same = next.order(kept).is_eq();
            kept.mass += if same { next.mass } else { 0.0 };
            same
        });
        Ok(Self { n_blocks, width, n_items, points })
    }

    /// The number of blocks.
    pub fn n_blocks(&self) -> usize {
        self.n_blocks
    }

    /// The number of dimensions of a block.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of dimensions, m.
    pub fn n_dimensions(&self) -> usize {
        self.n_blocks * self.width
    }

    /// The number of edges or spots that the masses were counted from.
    pub fn n_items(&self) -> usize {
        self.n_items
    }

    /// The points, by block, then coordinates.
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

fn check(n_blocks: usize, width: usize, points: &[Point]) -> Result<()> {
    let parameter = |name, domain, value| Err(Error::Parameter { name, domain, value });
    if n_blocks == 0 || width == 0 {
        return parameter("the number of dimensions", "at least 1", 0.0);
    }
    for point in points {
        if point.block >= n_blocks {
            return parameter("the block of a point", "less than the number of blocks", point.block as f64);
        }
        if point.values.len() != width {
            return parameter(
                "the number of coordinates of a point",
                "that of its block's dimensions",
                point.values.len() as f64,
            );
        }
        if let Some(&value) = point.values.iter().find(|value| !value.is_finite()) {
            return parameter("a coordinate of a point", "a finite number", value);
        }
        if !point.mass.is_finite() || point.mass < 0.0 {
            return parameter("the mass of a point", "a finite number that is not negative", point.mass);
        }
    }
    let total: f64 = points.iter().map(|point| point.mass).sum();
    if (total - 1.0).abs() > TOLERANCE {
        return parameter("the sum of the masses", "1", total);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(block: usize, values: [f64; 2], mass: f64) -> Point {
        Point { block, values: values.to_vec(), mass }
    }

    #[test]
    fn points_in_the_same_place_become_one() {
        let points = vec![
            point(1, [0.5, 0.0], 0.25),
            point(0, [1.0, -0.0], 0.25),
            point(1, [0.5, 0.0], 0.25),
            point(0, [1.0, 0.0], 0.25),
            point(0, [9.0, 9.0], 0.0),
        ];
        let dense = Dense::new(2, 2, 4, points).unwrap();
        assert_eq!(dense.points(), [point(0, [1.0, 0.0], 0.5), point(1, [0.5, 0.0], 0.5)]);
    }

    #[test]
    fn nonsense_is_refused() {
        let short = Point { block: 0, values: vec![1.0], mass: 1.0 };
        for points in [
            vec![],
            vec![point(2, [0.0; 2], 1.0)],
            vec![point(0, [f64::NAN, 0.0], 1.0)],
            vec![point(0, [0.0; 2], 0.5)],
            vec![point(0, [0.0; 2], 1.5), point(0, [1.0; 2], -0.5)],
            vec![short],
        ] {
            assert!(Dense::new(2, 2, 1, points.clone()).is_err(), "{points:?}");
        }
        assert_eq!(Dense::new(1, 1, 0, vec![]), Err(Error::NoEdges));
    }
}
