//! Sums that are exact: every term is rounded to a multiple of one grain, so that neither order nor tiles matter.

/// 1.5·2⁵²: from 2⁵² to 2⁵³ numbers of 53 bits are one apart.
const ANCHOR: f64 = 6_755_399_441_055_744.0;

/// The size of the steps that terms are rounded to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grain {
    /// What a term is rounded by adding and subtracting: beside it numbers have the precision of one grain.
    anchor: f64,
}

impl Grain {
    /// The grain for terms whose sum is at most `total`: fewer than 2⁵¹ grains in all.
    pub(super) fn of(total: f64) -> Self {
        Self { anchor: ANCHOR * libm::ldexp(1.0, libm::frexp(total).1 - 50) }
    }

    /// The grain for masses of items: coarse enough that all sums over the frames of a grid are exact, too.
    pub(super) fn of_items(total: f64) -> Self {
        Self::of(256.0 * total)
    }

    /// The nearest multiple of the grain.
    #[inline]
    pub(super) fn round(self, term: f64) -> f64 {
        (term + self.anchor) - self.anchor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_their_order() {
        let grain = Grain::of(1e6);
        let terms: Vec<f64> = (1..20_000u32).map(|i| grain.round(50.0 / f64::from(i))).collect();
        let backwards: f64 = terms.iter().rev().sum();
        assert_eq!(terms.iter().sum::<f64>(), backwards);
        assert!((terms[2] - 50.0 / 3.0).abs() < 1e-8);
    }

    #[test]
    fn whole_numbers_stay_what_they_are() {
        let grain = Grain::of(6e6);
        assert_eq!([0.0, 1.0, 17.0, 6e6].map(|term| grain.round(term)), [0.0, 1.0, 17.0, 6e6]);
    }
}
