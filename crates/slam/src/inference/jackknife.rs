//! The jackknife over tiles: how far a number moves when one of them is left out.

use super::constants::{COARSE_FACTOR, DEGREES};
use super::student::{two_sided, two_sided_quantile};
use super::tiles::{COARSE, FINE};

/// The share of intervals that should hold the true value.
pub(super) const LEVEL: f64 = 0.95;

/// A number of the whole slide, and without each of its tiles.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Jackknife {
    /// The number itself.
    pub(crate) whole: f64,
    /// Without each coarse tile, then without each fine one.
    pub(crate) without: Vec<f64>,
}

impl Jackknife {
    /// The number of the whole, and what is left without each coarse tile and without each fine one.
    pub(crate) fn new(whole: f64, without: impl Fn(std::ops::Range<usize>) -> f64) -> Self {
        Self { whole, without: deletions().map(without).collect() }
    }

    /// The variance of the number on another scale if errors are local: max(0.9·V₈, V₃₂).
    ///
    /// V₈ includes errors that reach across fine tiles, but is often too small by chance, having 7 degrees of freedom; V₃₂ has 31.
    pub(crate) fn variance(&self, scale: impl Fn(f64) -> f64) -> f64 {
        let (coarse, fine) = self.spreads(scale);
        fine.max(COARSE_FACTOR * coarse)
    }

    /// The jackknife variances V₈ and V₃₂ of coarse and of fine tiles, on another scale.
    pub(super) fn spreads(&self, scale: impl Fn(f64) -> f64) -> (f64, f64) {
        let scaled: Vec<f64> = self.without.iter().map(|&value| scale(value)).collect();
        (spread(&scaled[..COARSE]), spread(&scaled[COARSE..]))
    }

    /// How far the interval reaches to either side, on another scale: t·√(inflation·V) with 5 degrees of freedom.
    pub(crate) fn reach(&self, inflation: f64, scale: impl Fn(f64) -> f64) -> f64 {
        two_sided_quantile(1.0 - LEVEL, DEGREES) * (inflation * self.variance(scale)).sqrt()
    }

    /// The two-sided p of the number being 0; none when it never moves.
    pub(crate) fn p(&self, inflation: f64) -> Option<f64> {
        let error = (inflation * self.variance(|value| value)).sqrt();
        (error > 0.0).then(|| two_sided(self.whole / error, DEGREES))
    }

    /// The same in another unit.
    pub(crate) fn times(&self, unit: f64) -> Self {
        Self { whole: unit * self.whole, without: self.without.iter().map(|value| unit * value).collect() }
    }

    /// The difference of two numbers of the same tiles.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let without = self.without.iter().zip(&other.without).map(|(a, b)| a - b).collect();
        Self { whole: self.whole - other.whole, without }
    }
}

/// The fine tiles that are left out together, deletion after deletion: the coarse tiles, then the fine ones.
pub(crate) fn deletions() -> impl Iterator<Item = std::ops::Range<usize>> {
    let ratio = FINE / COARSE;
    let coarse = (0..COARSE).map(move |tile| tile * ratio..(tile + 1) * ratio);
    coarse.chain((0..FINE).map(|tile| tile..tile + 1))
}

/// (G − 1)/G · Σ (v − mean)².
fn spread(values: &[f64]) -> f64 {
    // Counted from the first, so that equal values have no spread at all.
    let from_first: Vec<f64> = values.iter().map(|value| value - values[0]).collect();
    let n = values.len() as f64;
    let mean = from_first.iter().sum::<f64>() / n;
    (n - 1.0) / n * from_first.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// One coarse tile at `c` apart from the others, one fine tile at `f`.
    fn odd_one_out(c: f64, f: f64) -> Jackknife {
        Jackknife::new(1.0, |tiles| match (tiles.start, tiles.len()) {
            (0, 4) => c,
            (0, 1) => f,
            _ => 0.0,
        })
    }

    #[test]
    fn variance_by_hand() {
        // One of G values at c: Σ(v − mean)² = c²(1 − 1/G), times (G − 1)/G: c²·49/64 and f²·961/1024.
        assert_close(odd_one_out(8.0, 0.0).variance(|v| v), 0.9 * 49.0);
        assert_close(odd_one_out(8.0, 4.0).variance(|v| v), 0.9 * 49.0);
        assert_close(odd_one_out(8.0, 32.0).variance(|v| v), 961.0);
        assert_close(odd_one_out(8.0, 0.0).variance(|v| 2.0 * v), 4.0 * 0.9 * 49.0);
    }

    #[test]
    fn what_never_moves_has_no_p() {
        let still = Jackknife::new(0.3, |_| 0.3);
        assert_eq!((still.p(1.0), still.reach(1.0, |v| v)), (None, 0.0));
    }

    #[test]
    fn p_is_that_of_students_t() {
        // The variance is that of fine tiles, 31²: 1 / 31 with 5 degrees of freedom, and 1 / 62 with four times the variance.
        let one = odd_one_out(0.0, 32.0);
        assert_close(one.p(1.0).unwrap(), two_sided(1.0 / 31.0, 5.0));
        assert_close(one.p(4.0).unwrap(), two_sided(1.0 / 62.0, 5.0));
        assert_close(one.reach(4.0, |v| v), 2.570_581_835_636_314 * 62.0);
    }

    #[test]
    fn every_tile_is_left_out_twice() {
        let all: Vec<_> = deletions().collect();
        assert_eq!((all.len(), all[1].clone(), all[8].clone()), (40, 4..8, 0..1));
        assert!((0..FINE).all(|tile| all.iter().filter(|range| range.contains(&tile)).count() == 2));
    }
}
