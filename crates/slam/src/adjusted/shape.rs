//! The shape of a slice: its centre, its reach, and the axes along which it extends.

use crate::parallel::each;

use super::{PIECE, symmetry};
use crate::pair::slice::Slice;

/// What sums are counted in: shares of a unit so small that only numbers below 2⁻⁷ lose any digits.
const GRAINS: f64 = (1_u64 << 60) as f64;

/// Jacobi's method doubles the correct digits with every sweep; ten are more than any matrix of three rows needs.
const SWEEPS: usize = 10;

/// Where a slice lies, how far it reaches, and how it is turned.
#[derive(Debug)]
pub(crate) struct Shape<const D: usize> {
    pub(crate) centre: [f64; D],
    /// A power of two, about half of the largest extent.
    pub(crate) unit: f64,
    /// The largest distance from the centre.
    pub(crate) radius: f64,
    /// The principal axes, the longest first; several sets where symmetry leaves the choice open.
    pub(crate) axes: Vec<[[f64; D]; D]>,
}

impl<const D: usize> Shape<D> {
    /// The shape of the given spots. O(n).
    pub(crate) fn of(places: &[[f64; D]], slice: &Slice) -> Self {
        let pieces = || slice.pieces(PIECE);
        let boxes: Vec<Bounds<D>> = each(pieces(), |piece| Bounds::of(piece.map(|spot| places[spot])));
        let (middle, unit) = Bounds::of(boxes.iter().flat_map(|bounds| [bounds.low, bounds.high])).middle();
        let per_unit = 1.0 / unit;
        let around = |centre: [f64; D]| {
            move |spot: usize| -> [f64; D] { std::array::from_fn(|axis| places[spot][axis] * per_unit - centre[axis]) }
        };
        let sums: Vec<[i128; D]> = each(pieces(), |piece| sum(piece.map(around(middle))));
        let centre = centre(middle, sums.into_iter().fold([0; D], plus), slice.len());
        let moments: Vec<Moments<D>> = each(pieces(), |piece| Moments::of(piece.map(around(centre))));
        let moments = moments.into_iter().fold(Moments::default(), Moments::plus);
        let axes = symmetry::resolve(&moments.eigen(), slice, around(centre));
        Self { centre: centre.map(|x| x * unit), unit, radius: moments.farthest.sqrt() * unit, axes }
    }
}

/// A number between −8 and 8 in grains. Whole numbers add up the same in any order, and so over any tiles.
#[inline]
fn grains(x: f64) -> i128 {
    i128::from((x * GRAINS) as i64)
}

/// The sums of coordinates, in grains.
pub(crate) fn sum<const D: usize>(places: impl Iterator<Item = [f64; D]>) -> [i128; D] {
    places.fold([0; D], |sum, place| plus(sum, place.map(grains)))
}

pub(crate) fn plus<const D: usize>(a: [i128; D], b: [i128; D]) -> [i128; D] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// The centre of `n` places whose coordinates around the middle add up to `sums`.
pub(crate) fn centre<const D: usize>(middle: [f64; D], sums: [i128; D], n: usize) -> [f64; D] {
    std::array::from_fn(|axis| middle[axis] + sums[axis] as f64 / GRAINS / n.max(1) as f64)
}

/// A bounding box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds<const D: usize> {
    pub(crate) low: [f64; D],
    pub(crate) high: [f64; D],
}

impl<const D: usize> Bounds<D> {
    pub(crate) fn of(places: impl Iterator<Item = [f64; D]>) -> Self {
        let none = Self { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };
        places.fold(none, |found, place| Self {
            low: std::array::from_fn(|axis| found.low[axis].min(place[axis])),
            high: std::array::from_fn(|axis| found.high[axis].max(place[axis])),
        })
    }

    /// The middle in units of about the size, and that unit: a power of two, so that nothing is rounded.
    pub(crate) fn middle(&self) -> ([f64; D], f64) {
        let largest = (0..D).map(|axis| 0.5 * self.high[axis] - 0.5 * self.low[axis]).fold(0.0, f64::max);
        let exponent = if largest.is_normal() { libm::frexp(largest).1.clamp(-1000, 1000) } else { 0 };
        let unit = libm::exp2(f64::from(exponent));
        (std::array::from_fn(|axis| (0.5 * self.low[axis] + 0.5 * self.high[axis]) / unit), unit)
    }
}

/// The sums of products of coordinates in grains, and the largest square of a distance.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "[[i128; D]; D]: serde::Serialize + serde::de::DeserializeOwned"))]
pub(crate) struct Moments<const D: usize> {
    /// Above and on the diagonal.
    pub(crate) squares: [[i128; D]; D],
    pub(crate) farthest: f64,
}

impl<const D: usize> Default for Moments<D> {
    fn default() -> Self {
        Self { squares: [[0; D]; D], farthest: 0.0 }
    }
}

impl<const D: usize> Moments<D> {
    pub(crate) fn of(places: impl Iterator<Item = [f64; D]>) -> Self {
        let mut sum = Self::default();
        for place in places {
            for i in 0..D {
                for j in i..D {
                    sum.squares[i][j] += grains(place[i] * place[j]);
                }
            }
            sum.farthest = sum.farthest.max(place.iter().map(|x| x * x).sum());
        }
        sum
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        let squares = std::array::from_fn(|i| plus(self.squares[i], other.squares[i]));
        Self { squares, farthest: self.farthest.max(other.farthest) }
    }

    /// The eigenvalues of the moments, largest first, and the directions that they belong to.
    pub(crate) fn eigen(&self) -> [(f64, [f64; D]); D] {
        let moment = |i: usize, j: usize| self.squares[i.min(j)][i.max(j)] as f64 / GRAINS;
        eigen(std::array::from_fn(|i| std::array::from_fn(|j| moment(i, j))))
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
        let shape = Shape::of(&[1.0, 2.0, 3.0, 4.0, 5.0].map(|x| [x, x]), &Slice::All(5));
        assert_eq!((shape.centre, shape.axes.len()), ([3.0, 3.0], 1));
        assert_close(shape.radius, 8f64.sqrt());
        assert_close(shape.axes[0][0][0], shape.axes[0][0][1]);
    }

    #[test]
    fn the_largest_and_the_smallest_numbers() {
        for size in [1e300, 1e-300] {
            let shape = Shape::of(&[[size, 0.0], [-size, 0.0], [0.0, 0.5 * size]], &Slice::All(3));
            assert!((0.9 * size..1.2 * size).contains(&shape.radius), "{}", shape.radius);
        }
        let one = Shape::of(&[[7.0; 3]; 2], &Slice::All(2));
        assert_eq!((one.centre, one.radius), ([7.0; 3], 0.0));
    }
}
