//! Recognising a square lattice, where six nearest neighbours cut through a ring of equidistant ones.

use super::search::{Nearest, Search};

/// How many spots are looked at.
const SAMPLE: usize = 500;
/// The relative difference up to which distances are equal: pixels blur small lattices.
const BLUR: f64 = 0.05;

/// Whether most spots have four neighbours at one distance and four more at √2 times that.
pub(super) fn is_square<const D: usize>(index: &impl Search<D>) -> bool {
    let (n_looked_at, n_square) = sample(index);
    2 * n_square > n_looked_at
}

/// How many spots are looked at, and how many of them have such neighbours.
pub(crate) fn sample<const D: usize>(index: &impl Search<D>) -> (usize, usize) {
    let step = index.points().len().div_ceil(SAMPLE).max(1);
    let sample = (0..index.points().len()).step_by(step);
    let mut nearest = Nearest::new(8);
    let n_square = sample.clone().filter(|&position| {
        index.nearest(position, &mut nearest);
        is_square_ring(nearest.squared())
    });
    (sample.len(), n_square.count())
}

fn is_square_ring(squared: &[f64]) -> bool {
    let near = |value: f64, expected: f64| (value.sqrt() - expected.sqrt()).abs() <= BLUR * expected.sqrt();
    let side = squared[3];
    side > 0.0 && near(squared[0], side) && near(squared[4], 2.0 * side) && near(squared[7], 2.0 * side)
}

#[cfg(test)]
mod tests {
    use super::super::search::Index;
    use super::*;
    use crate::testing::hexagonal;

    fn looks_square(points: &[[f64; 2]]) -> bool {
        is_square(&Index::new(points, 6))
    }

    fn square(side: u32, pitch: f64) -> Vec<[f64; 2]> {
        let (sin, cos) = (libm::sin(0.3), libm::cos(0.3));
        let place = |i: u32| (pitch * f64::from(i % side), pitch * f64::from(i / side));
        (0..side * side).map(place).map(|(x, y)| [cos * x - sin * y, sin * x + cos * y]).collect()
    }

    #[test]
    fn squares_are_seen_turned_and_rounded() {
        assert!(looks_square(&square(40, 1.0)));
        let rounded: Vec<_> = square(40, 50.0).iter().map(|point| point.map(f64::round)).collect();
        assert!(looks_square(&rounded));
    }

    #[test]
    fn nothing_else_is_square() {
        assert!(!looks_square(hexagonal(30, 30).positions()));
        let scatter = |i: u32| [libm::sin(f64::from(i * i)), libm::sin(f64::from(7 * i))];
        assert!(!looks_square(&(0..1000).map(scatter).collect::<Vec<_>>()));
        // The diagonals of 1 × 1.1 are √2.21 ≈ √(2 · 1.1²) within 5 %; its sides are not.
        assert!(!looks_square(&(0..900).map(|i| [f64::from(i % 30), 1.1 * f64::from(i / 30)]).collect::<Vec<_>>()));
        assert!(!looks_square(&[[0.0, 0.0]; 300]));
        assert!(!looks_square(&[[0.0, 0.0], [1.0, 0.0]]));
    }
}
