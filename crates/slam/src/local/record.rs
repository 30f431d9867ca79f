//! An edge as the local score sees it.

use std::cmp::Ordering;

/// An edge, where it lies and what it was and became.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<const D: usize> {
    /// The sum of its ends: twice its midpoint.
    pub(super) place: [f64; D],
    pub(super) kinds: Kinds,
    pub(super) edge: u32,
}

/// What an edge was and became.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kinds {
    pub(super) truth: u16,
    pub(super) pred: u16,
}

impl Kinds {
    pub(super) fn is_wrong(self) -> bool {
        self.truth != self.pred
    }
}

impl<const D: usize> Record<D> {
    pub(super) fn mass(&self, weights: &[f64]) -> f64 {
        weights[self.edge as usize] * weights[self.edge as usize]
    }

    /// By the coordinates in order, then by kinds, then by mass: edges that still tie are alike.
    pub(super) fn compare(&self, other: &Self, weights: Option<&[f64]>) -> Ordering {
        let by_mass = |weights: &[f64]| self.mass(weights).total_cmp(&other.mass(weights));
        self.compare_places(other)
            .then_with(|| self.kinds.cmp(&other.kinds).then_with(|| weights.map_or(Ordering::Equal, by_mass)))
    }

    /// The first two coordinates are compared as one number: without a branch that lattices, made of ties, make costly.
    fn compare_places(&self, other: &Self) -> Ordering {
        let plane = |place: &[f64; D]| u128::from(ordered(place[0])) << 64 | u128::from(ordered(place[1]));
        let rest = |place: &[f64; D]| if D > 2 { ordered(place[D - 1]) } else { 0 };
        plane(&self.place).cmp(&plane(&other.place)).then_with(|| rest(&self.place).cmp(&rest(&other.place)))
    }
}

/// A whole number that is smaller where the finite coordinate is.
fn ordered(coordinate: f64) -> u64 {
    let bits = coordinate.to_bits();
    bits ^ (((bits as i64 >> 63) as u64) | 1 << 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_keep_the_order_of_coordinates() {
        let rising = [f64::MIN, -2.0, -1.0, -f64::MIN_POSITIVE, 0.0, f64::MIN_POSITIVE, 1.0, 2.0, f64::MAX];
        assert!(rising.windows(2).all(|pair| ordered(pair[0]) < ordered(pair[1])));
    }
}
