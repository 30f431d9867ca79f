//! Which way a slide lies where its principal axes do not say: towards its farthest spots.

use std::cmp::Ordering;

use crate::parallel::each;

use super::PIECE;
use crate::pair::slice::Slice;

/// Eigenvalues that agree to this share of the largest leave their axes open; so do distances of spots.
const ALIKE: f64 = 1e-9;
/// Directions closer than this are one.
const SAME: f64 = 1e-6;
/// As many sets of axes as are tried at most; a regular polygon of many corners has no end of them.
const MOST: usize = 24;

/// The sets of axes of a slide with the given eigenvalues and eigenvectors, and places relative to its centre; spots without
/// a place do not matter.
///
/// Where eigenvalues agree, the first axis of their plane or space points to the spot that is farthest in it. Of several
/// such spots none is better than another, so that each gives a set; those that differ by a sign, or in the plane by quarter
/// turns, are one, because the frames have all of these.
pub(super) fn resolve<const D: usize>(
    eigen: &[(f64, [f64; D]); D],
    slice: &Slice,
    place: impl Fn(usize) -> Option<[f64; D]> + Sync,
) -> Vec<[[f64; D]; D]> {
    let largest = eigen[0].0;
    let mut found: Vec<Vec<[f64; D]>> = vec![Vec::new()];
    for tied in eigen.chunk_by(|a, b| a.0 - b.0 <= ALIKE * largest) {
        let basis: Vec<[f64; D]> = tied.iter().map(|pair| pair.1).collect();
        let sets = orient(&basis, slice, &place);
        let pairs = found.iter().flat_map(|lead| sets.iter().map(move |set| [lead.as_slice(), set].concat()));
        found = pairs.take(MOST).collect();
    }
    found.iter().map(|axes| std::array::from_fn(|axis| axes[axis])).collect()
}

/// The sets of axes that span the same space as `basis`, each towards what is farthest in it.
fn orient<const D: usize>(
    basis: &[[f64; D]],
    slice: &Slice,
    place: &(impl Fn(usize) -> Option<[f64; D]> + Sync),
) -> Vec<Vec<[f64; D]>> {
    if basis.len() < 2 {
        return vec![basis.to_vec()];
    }
    let directions = farthest(basis, slice, place);
    if directions.is_empty() {
        return vec![basis.to_vec()];
    }
    let mut sets = Vec::new();
    for first in directions {
        for rest in orient(&complement(basis, &first), slice, place) {
            sets.push([&[first], rest.as_slice()].concat());
        }
    }
    sets.truncate(MOST);
    sets
}

/// The directions of the spots that are farthest in the space of `basis`; none where all spots are in its middle.
fn farthest<const D: usize>(
    basis: &[[f64; D]],
    slice: &Slice,
    place: &(impl Fn(usize) -> Option<[f64; D]> + Sync),
) -> Vec<[f64; D]> {
    let within = |spot: usize| place(spot).map(|place| project(basis, &place));
    let squares =
        each(slice.pieces(PIECE), |piece| piece.filter_map(within).map(|place| square(&place)).fold(0.0, f64::max));
    let most = squares.into_iter().fold(0.0, f64::max);
    let far: Vec<Vec<[f64; D]>> = each(slice.pieces(PIECE), |piece| {
        piece.filter_map(within).filter(|place| is_far(square(place), most)).collect()
    });
    distinct(far.concat())
}

/// Whether a square of a distance is the largest one, but for rounding.
pub(super) fn is_far(square: f64, most: f64) -> bool {
    most > f64::MIN_POSITIVE && square >= (1.0 - ALIKE) * most
}

/// Whether the axes of a plane slide are open.
pub(super) fn is_open(eigen: &[(f64, [f64; 2]); 2]) -> bool {
    eigen[0].0 - eigen[1].0 <= ALIKE * eigen[0].0
}

/// The sets of axes of a plane slide whose farthest places are these; that of `basis` where there are none.
pub(super) fn towards(basis: &[[f64; 2]; 2], far: Vec<[f64; 2]>) -> Vec<[[f64; 2]; 2]> {
    let set = |first: [f64; 2]| complement(basis, &first).first().map(|second| [first, *second]);
    let sets: Vec<[[f64; 2]; 2]> = distinct(far).into_iter().filter_map(set).collect();
    if sets.is_empty() { vec![*basis] } else { sets }
}

/// The order of places, axis by axis.
pub(super) fn by_axes<const D: usize>(a: &[f64; D], b: &[f64; D]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).fold(Ordering::Equal, Ordering::then)
}

/// A place as seen in the space of `basis`.
pub(super) fn project<const D: usize>(basis: &[[f64; D]], place: &[f64; D]) -> [f64; D] {
    basis.iter().fold([0.0; D], |sum, axis| {
        let part = dot(axis, place);
        std::array::from_fn(|i| sum[i] + part * axis[i])
    })
}

/// The directions of the given places, each once, whatever their order.
fn distinct<const D: usize>(mut far: Vec<[f64; D]>) -> Vec<[f64; D]> {
    far.sort_unstable_by(by_axes);
    let mut found: Vec<[f64; D]> = Vec::new();
    for place in far {
        let length = square(&place).sqrt();
        let direction = place.map(|x| x / length);
        let is_known = |other: &[f64; D]| {
            let along = dot(&direction, other).abs();
            1.0 - along < SAME * SAME || (D == 2 && along < SAME)
        };
        if found.len() < MOST && !found.iter().any(is_known) {
            found.push(direction);
        }
    }
    found
}

/// What is left of the space of `basis` without one direction in it.
fn complement<const D: usize>(basis: &[[f64; D]], first: &[f64; D]) -> Vec<[f64; D]> {
    let mut rest: Vec<[f64; D]> = Vec::new();
    // The axis nearest to the direction is the one that it stands for.
    let nearest = basis.iter().max_by(|a, b| dot(a, first).abs().total_cmp(&dot(b, first).abs()));
    for axis in basis.iter().filter(|axis| Some(*axis) != nearest) {
        let mut left = *axis;
        for other in std::iter::once(first).chain(&rest) {
            let along = dot(&left, other);
            left = std::array::from_fn(|i| left[i] - along * other[i]);
        }
        let length = square(&left).sqrt();
        rest.push(left.map(|x| x / length));
    }
    rest
}

fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn square<const D: usize>(a: &[f64; D]) -> f64 {
    dot(a, a)
}

#[cfg(test)]
mod tests {
    use super::super::shape;
    use crate::testing::hexagonal;

    fn n_sets<const D: usize>(coordinates: &[f64]) -> usize {
        shape::tests::of(crate::chunks::chunks::<D>(coordinates).0, 1.0).axes.len()
    }

    fn block(sides: [u32; 3]) -> Vec<f64> {
        let [x, y, z] = sides;
        (0..x * y * z).flat_map(|i| [i % x, i / x % y, i / x / y].map(f64::from)).collect()
    }

    #[test]
    fn corners_of_a_square_are_quarter_turns_apart() {
        assert_eq!(n_sets::<2>(&(0..25).flat_map(|i| [f64::from(i % 5), f64::from(i / 5)]).collect::<Vec<_>>()), 1);
        assert_eq!(n_sets::<2>(hexagonal(5, 7).coordinates()), 1);
    }

    #[test]
    fn a_hexagon_lies_three_ways() {
        let corner = |i: u32| {
            let (sin, cos) = libm::sincos(f64::from(i) * std::f64::consts::FRAC_PI_3 + 0.3);
            [cos, sin]
        };
        assert_eq!(n_sets::<2>(&(0..6).flat_map(corner).collect::<Vec<_>>()), 3);
        // Of a polygon of many corners not all are tried.
        let many = |i: u32| <[f64; 2]>::from(libm::sincos(f64::from(i) * std::f64::consts::TAU / 4001.0));
        assert_eq!(n_sets::<2>(&(0..4001).flat_map(many).collect::<Vec<_>>()), super::MOST);
    }

    #[test]
    fn blocks_lie_as_many_ways_as_they_have_diagonals() {
        // Three lengths; a square base with two diagonals; a cube with four, each with three corners around it.
        assert_eq!(n_sets::<3>(&block([2, 3, 5])), 1);
        assert_eq!(n_sets::<3>(&block([3, 3, 5])), 2);
        assert_eq!(n_sets::<3>(&block([3, 3, 3])), 12);
        // A line in space: nothing lies beside it.
        assert_eq!(n_sets::<3>(&block([4, 1, 1])), 1);
    }
}
