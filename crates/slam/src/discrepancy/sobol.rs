//! Sobol's sequence, scrambled: points that fill the cube evenly, each by itself uniform.

use rand::Rng;

/// How many coordinates are tabulated; further ones are better drawn at random.
pub(super) const N_DIMENSIONS: usize = 32;
const BITS: usize = 32;

/// One random scramble of Sobol's sequence.
///
/// A random linear scramble of the digits (Matoušek 1998) followed by a digital shift: every point is uniform, and the
/// evenness of the whole is kept. The first 2ᵐ points are those of every longer run.
#[derive(Debug)]
pub(super) struct Sobol {
    /// The direction numbers of each coordinate.
    columns: Vec<[u32; BITS]>,
    /// The first point.
    shifts: Vec<u32>,
}

impl Sobol {
    /// A scramble with at most `N_DIMENSIONS` coordinates.
    pub(super) fn new(n_dimensions: usize, random: &mut impl Rng) -> Self {
        let n_dimensions = n_dimensions.min(N_DIMENSIONS);
        let columns = (0..n_dimensions).map(|dimension| scrambled(&columns(dimension), random)).collect();
        let shifts = (0..n_dimensions).map(|_| random.next_u32()).collect();
        Self { columns, shifts }
    }

    pub(super) fn n_dimensions(&self) -> usize {
        self.columns.len()
    }

    /// The point with the given index, in 32-bit fractions.
    pub(super) fn point(&self, index: u32) -> Vec<u32> {
        let gray = index ^ (index >> 1);
        let coordinate = |(columns, shift): (&[u32; BITS], &u32)| {
            (0..BITS).filter(|bit| gray >> bit & 1 == 1).fold(*shift, |sum, bit| sum ^ columns[bit])
        };
        self.columns.iter().zip(&self.shifts).map(coordinate).collect()
    }

    /// Turns the point with the given index into the next one.
    pub(super) fn advance(&self, point: &mut [u32], index: u32) {
        // Successive Gray codes differ in one digit.
        let bit = (index + 1).trailing_zeros() as usize;
        for (coordinate, columns) in point.iter_mut().zip(&self.columns) {
            *coordinate ^= columns[bit];
        }
    }
}

/// The direction numbers of a coordinate, by the recurrence of its polynomial.
fn columns(dimension: usize) -> [u32; BITS] {
    let (polynomial, initial) = JOE_KUO[dimension];
    let degree = initial.len();
    let mut columns = [0u32; BITS];
    for bit in 0..BITS {
        columns[bit] = if degree == 0 {
            1 << (BITS - 1 - bit)
        } else if bit < degree {
            initial[bit] << (BITS - 1 - bit)
        } else {
            let taps = (1..degree).filter(|tap| polynomial >> (degree - tap) & 1 == 1);
            taps.fold(columns[bit - degree] ^ (columns[bit - degree] >> degree), |sum, tap| sum ^ columns[bit - tap])
        };
    }
    columns
}

/// Multiplies every column by one random lower triangular matrix with a unit diagonal.
fn scrambled(columns: &[u32; BITS], random: &mut impl Rng) -> [u32; BITS] {
    let mut scrambled = [0; BITS];
    for digit in 0..BITS {
        let unit = 1u32 << (BITS - 1 - digit);
        let above = !(unit | (unit - 1));
        let row = (random.next_u32() & above) | unit;
        for (column, out) in columns.iter().zip(&mut scrambled) {
            *out |= ((column & row).count_ones() & 1) << (BITS - 1 - digit);
        }
    }
    scrambled
}

/// Primitive polynomials, as bits, and initial direction numbers.
///
/// Joe and Kuo, *Constructing Sobol sequences with better two-dimensional projections*, SIAM Journal on Scientific
/// Computing 30 (2008); the first rows of their table `new-joe-kuo-6.21201`,
/// copyright 2008 Frances Y. Kuo and Stephen Joe, free under the BSD licence.
#[rustfmt::skip]
const JOE_KUO: [(u32, &[u32]); N_DIMENSIONS] = [
    (1, &[]),
    (3, &[1]),
    (7, &[1, 3]),
    (11, &[1, 3, 1]),
    (13, &[1, 1, 1]),
    (19, &[1, 1, 3, 3]),
    (25, &[1, 3, 5, 13]),
    (37, &[1, 1, 5, 5, 17]),
    (41, &[1, 1, 5, 5, 5]),
    (47, &[1, 1, 7, 11, 19]),
    (55, &[1, 1, 5, 1, 1]),
    (59, &[1, 1, 1, 3, 11]),
    (61, &[1, 3, 5, 5, 31]),
    (67, &[1, 3, 3, 9, 7, 49]),
    (91, &[1, 1, 1, 15, 21, 21]),
    (97, &[1, 3, 1, 13, 27, 49]),
    (103, &[1, 1, 1, 15, 7, 5]),
    (109, &[1, 3, 1, 15, 13, 25]),
    (115, &[1, 1, 5, 5, 19, 61]),
    (131, &[1, 3, 7, 11, 23, 15, 103]),
    (137, &[1, 3, 7, 13, 13, 15, 69]),
    (143, &[1, 1, 3, 13, 7, 35, 63]),
    (145, &[1, 3, 5, 9, 1, 25, 53]),
    (157, &[1, 3, 1, 13, 9, 35, 107]),
    (167, &[1, 3, 1, 5, 27, 61, 31]),
    (171, &[1, 1, 5, 11, 19, 41, 61]),
    (185, &[1, 3, 5, 3, 3, 13, 69]),
    (191, &[1, 1, 7, 13, 1, 19, 1]),
    (193, &[1, 3, 7, 5, 13, 19, 59]),
    (203, &[1, 1, 3, 9, 25, 29, 41]),
    (211, &[1, 3, 5, 13, 23, 1, 55]),
    (213, &[1, 3, 7, 3, 13, 59, 17]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;

    fn plain() -> Sobol {
        Sobol { columns: (0..N_DIMENSIONS).map(columns).collect(), shifts: vec![0; N_DIMENSIONS] }
    }

    #[test]
    fn agrees_with_scipy() {
        // qmc.Sobol(32, scramble=False, bits=32), points 5 and 1000.
        assert_eq!(plain().point(5)[..4], [3_758_096_384, 3_758_096_384, 536_870_912, 1_610_612_736]);
        let point = plain().point(1000);
        let some = [0, 1, 2, 12, 31].map(|dimension| point[dimension]);
        assert_eq!(some, [943_718_400, 415_236_096, 2_227_175_424, 692_060_160, 624_951_296]);
    }

    #[test]
    fn one_after_the_other() {
        let sobol = Sobol::new(5, &mut stream(1, 2));
        let mut point = sobol.point(10);
        (10..20).for_each(|index| sobol.advance(&mut point, index));
        assert_eq!(point, sobol.point(20));
    }

    #[test]
    fn every_scramble_fills_every_cell_once() {
        for seed in 0..10 {
            let sobol = Sobol::new(N_DIMENSIONS, &mut stream(seed, 0));
            for dimension in 0..N_DIMENSIONS {
                let mut cells: Vec<u32> = (0..64).map(|index| sobol.point(index)[dimension] >> 26).collect();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..64));
            }
        }
    }
}
