//! The shape of a slice: its centre, its reach, and the axes along which it extends.

use super::symmetry;
use crate::spots::Spots;

/// Jacobi's method doubles the correct digits with every sweep; ten are more than any matrix of three rows needs.
const SWEEPS: usize = 10;

/// Where a slice lies, how far it reaches, and how it is turned.
#[derive(Debug)]
pub(super) struct Shape<const D: usize> {
    pub(super) centre: [f64; D],
    /// The largest distance from the centre.
    pub(super) radius: f64,
    /// The principal axes, the longest first; several sets where symmetry leaves the choice open.
    pub(super) axes: Vec<[[f64; D]; D]>,
}

impl<const D: usize> Shape<D> {
    /// The shape of the given spots. O(n).
    pub(super) fn of(spots: &Spots, slice: &[u32]) -> Self {
        let place = |spot: &u32| -> [f64; D] {
            let position = spots.position(*spot as usize);
            std::array::from_fn(|axis| position[axis])
        };
        let (middle, unit) = frame(|| slice.iter().map(place));
        let rescaled = |place: [f64; D], centre: &[f64; D]| -> [f64; D] {
            std::array::from_fn(|axis| place[axis] / unit - centre[axis])
        };
        let mut mean = [0.0; D];
        for spot in slice {
            let place = rescaled(place(spot), &middle);
            (0..D).for_each(|axis| mean[axis] += place[axis]);
        }
        let centre: [f64; D] = std::array::from_fn(|axis| middle[axis] + mean[axis] / slice.len().max(1) as f64);
        let places = || slice.iter().map(|spot| rescaled(place(spot), &centre));
        let mut moments = [[0.0; D]; D];
        let mut farthest: f64 = 0.0;
        for place in places() {
            farthest = farthest.max(place.iter().map(|x| x * x).sum());
            (0..D).for_each(|i| (0..D).for_each(|j| moments[i][j] += place[i] * place[j]));
        }
        let axes = symmetry::resolve(eigen(moments), places);
        Self { centre: centre.map(|x| x * unit), radius: farthest.sqrt() * unit, axes }
    }
}

/// The middle of the bounding box in units of about its size, and that unit: a power of two, so that nothing is rounded.
fn frame<const D: usize, P: Iterator<Item = [f64; D]>>(places: impl Fn() -> P) -> ([f64; D], f64) {
    let fold = |start: f64, pick: fn(f64, f64) -> f64| -> [f64; D] {
        places().fold([start; D], |found, place| std::array::from_fn(|axis| pick(found[axis], place[axis])))
    };
    let (low, high) = (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max));
    let largest = (0..D).map(|axis| 0.5 * high[axis] - 0.5 * low[axis]).fold(0.0, f64::max);
    let exponent = if largest.is_normal() { libm::frexp(largest).1.clamp(-1000, 1000) } else { 0 };
    let unit = libm::exp2(f64::from(exponent));
    (std::array::from_fn(|axis| (0.5 * low[axis] + 0.5 * high[axis]) / unit), unit)
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
        let spots = Spots::new(2, vec![1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 5.0, 5.0]).unwrap();
        let shape = Shape::<2>::of(&spots, &[0, 1, 2, 3, 4]);
        assert_eq!((shape.centre, shape.axes.len()), ([3.0, 3.0], 1));
        assert_close(shape.radius, 8f64.sqrt());
        assert_close(shape.axes[0][0][0], shape.axes[0][0][1]);
    }

    #[test]
    fn the_largest_and_the_smallest_numbers() {
        for size in [1e150, 1e-150] {
            let spots = Spots::new(2, vec![size, 0.0, -size, 0.0, 0.0, 0.5 * size]).unwrap();
            let shape = Shape::<2>::of(&spots, &[0, 1, 2]);
            assert!((0.9 * size..1.2 * size).contains(&shape.radius), "{}", shape.radius);
        }
        let one = Shape::<3>::of(&Spots::new(3, vec![7.0; 6]).unwrap(), &[0, 1]);
        assert_eq!((one.centre, one.radius), ([7.0; 3], 0.0));
    }
}
