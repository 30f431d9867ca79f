//! The shape of a slice: its centre, its reach, and the axes along which it extends.

use rayon::prelude::*;

use super::{PIECE, symmetry};

/// Jacobi's method doubles the correct digits with every sweep; ten are more than any matrix of three rows needs.
const SWEEPS: usize = 10;

/// Where a slice lies, how far it reaches, and how it is turned.
#[derive(Debug)]
pub(super) struct Shape<const D: usize> {
    pub(super) centre: [f64; D],
    /// A power of two, about half of the largest extent.
    pub(super) unit: f64,
    /// The largest distance from the centre.
    pub(super) radius: f64,
    /// The principal axes, the longest first; several sets where symmetry leaves the choice open.
    pub(super) axes: Vec<[[f64; D]; D]>,
}

impl<const D: usize> Shape<D> {
    /// The shape of the given spots. O(n).
    pub(super) fn of(places: &[[f64; D]], slice: &[u32]) -> Self {
        let place = |&spot: &u32| places[spot as usize];
        let pieces = || slice.par_chunks(PIECE);
        let boxes: Vec<Bounds<D>> = pieces().map(|piece| Bounds::of(piece.iter().map(place))).collect();
        let (middle, unit) = Bounds::of(boxes.iter().flat_map(|bounds| [bounds.low, bounds.high])).middle();
        let per_unit = 1.0 / unit;
        let around = |centre: [f64; D]| {
            move |spot: &u32| -> [f64; D] {
                let place = place(spot);
                std::array::from_fn(|axis| place[axis] * per_unit - centre[axis])
            }
        };
        let sums: Vec<[f64; D]> = pieces().map(|piece| sum(piece.iter().map(around(middle)))).collect();
        let mean = sum(sums.into_iter()).map(|sum| sum / slice.len().max(1) as f64);
        let centre: [f64; D] = std::array::from_fn(|axis| middle[axis] + mean[axis]);
        let moments: Vec<Moments<D>> = pieces().map(|piece| Moments::of(piece.iter().map(around(centre)))).collect();
        let moments = moments.into_iter().fold(Moments::default(), Moments::plus);
        let axes = symmetry::resolve(&eigen(moments.squares), slice, around(centre));
        Self { centre: centre.map(|x| x * unit), unit, radius: moments.farthest.sqrt() * unit, axes }
    }
}

fn sum<const D: usize>(places: impl Iterator<Item = [f64; D]>) -> [f64; D] {
    places.fold([0.0; D], |sum, place| std::array::from_fn(|axis| sum[axis] + place[axis]))
}

/// A bounding box.
struct Bounds<const D: usize> {
    low: [f64; D],
    high: [f64; D],
}

impl<const D: usize> Bounds<D> {
    fn of(places: impl Iterator<Item = [f64; D]>) -> Self {
        let none = Self { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };
        places.fold(none, |found, place| Self {
            low: std::array::from_fn(|axis| found.low[axis].min(place[axis])),
            high: std::array::from_fn(|axis| found.high[axis].max(place[axis])),
        })
    }

    /// The middle in units of about the size, and that unit: a power of two, so that nothing is rounded.
    fn middle(&self) -> ([f64; D], f64) {
        let largest = (0..D).map(|axis| 0.5 * self.high[axis] - 0.5 * self.low[axis]).fold(0.0, f64::max);
        let exponent = if largest.is_normal() { libm::frexp(largest).1.clamp(-1000, 1000) } else { 0 };
        let unit = libm::exp2(f64::from(exponent));
        (std::array::from_fn(|axis| (0.5 * self.low[axis] + 0.5 * self.high[axis]) / unit), unit)
    }
}

/// The sums of products of coordinates, and the largest square of a distance.
#[derive(Clone, Copy)]
struct Moments<const D: usize> {
    squares: [[f64; D]; D],
    farthest: f64,
}

impl<const D: usize> Default for Moments<D> {
    fn default() -> Self {
        Self { squares: [[0.0; D]; D], farthest: 0.0 }
    }
}

impl<const D: usize> Moments<D> {
    fn of(places: impl Iterator<Item = [f64; D]>) -> Self {
        places.fold(Self::default(), |sum, place| {
            let squares = std::array::from_fn(|i| std::array::from_fn(|j| place[i] * place[j]));
            sum.plus(Self { squares, farthest: place.iter().map(|x| x * x).sum() })
        })
    }

    fn plus(self, other: Self) -> Self {
        let squares = std::array::from_fn(|i| std::array::from_fn(|j| self.squares[i][j] + other.squares[i][j]));
        Self { squares, farthest: self.farthest.max(other.farthest) }
    }
}

/// The eigenvalues of a symmetric matrix, largest first, and their eigenvectors, by Jacobi's rotations.
fn eigen<const D: usize>(mut matrix: [[f64; D]; D]) -> [(f64, [f64; D]); D] {
    let mut vectors: [[f64; D]; D] = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for _ in 0..SWEEPS {
        for p in 0..D {
            for q in p + 1..D {
                rotate(&mut matrix, &mut vectors, p, q);
            }
        }
    }
    let mut pairs: [(f64, [f64; D]); D] = std::array::from_fn(|i| (matrix[i][i], vectors[i]));
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    pairs
}

/// Turns rows and columns `p` and `q` so that their common entry vanishes.
fn rotate<const D: usize>(matrix: &mut [[f64; D]; D], vectors: &mut [[f64; D]; D], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let angle = 0.5 * libm::atan2(2.0 * matrix[p][q], matrix[p][p] - matrix[q][q]);
    let (sin, cos) = libm::sincos(angle);
    let turn = |a: f64, b: f64| (cos * a + sin * b, cos * b - sin * a);
    for i in 0..D {
        (matrix[p][i], matrix[q][i]) = turn(matrix[p][i], matrix[q][i]);
        (vectors[p][i], vectors[q][i]) = turn(vectors[p][i], vectors[q][i]);
    }
    for row in matrix.iter_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    (matrix[p][q], matrix[q][p]) = (0.0, 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn eigenvectors_by_hand() {
        let [(large, along), (small, _)] = eigen([[2.0, 1.0], [1.0, 2.0]]);
        assert_close(large, 3.0);
        assert_close(small, 1.0);
        assert_close(along[0], along[1]);
        let [(first, axis), (second, _), (third, _)] = eigen([[2.0, 0.0, 0.0], [0.0, 3.0, 4.0], [0.0, 4.0, 9.0]]);
        assert_close(first, 11.0);
        assert_close(second, 2.0);
        assert_close(third, 1.0);
        assert_close(axis[2], 2.0 * axis[1]);
    }

    #[test]
    fn a_line_of_five() {
        let shape = Shape::of(&[1.0, 2.0, 3.0, 4.0, 5.0].map(|x| [x, x]), &[0, 1, 2, 3, 4]);
        assert_eq!((shape.centre, shape.axes.len()), ([3.0, 3.0], 1));
        assert_close(shape.radius, 8f64.sqrt());
        assert_close(shape.axes[0][0][0], shape.axes[0][0][1]);
    }

    #[test]
    fn the_largest_and_the_smallest_numbers() {
        for size in [1e300, 1e-300] {
            let shape = Shape::of(&[[size, 0.0], [-size, 0.0], [0.0, 0.5 * size]], &[0, 1, 2]);
            assert!((0.9 * size..1.2 * size).contains(&shape.radius), "{}", shape.radius);
        }
        let one = Shape::of(&[[7.0; 3]; 2], &[0, 1]);
        assert_eq!((one.centre, one.radius), ([7.0; 3], 0.0));
    }
}
