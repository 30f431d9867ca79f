//! What intervals and paired tests on one slide achieve in simulations, measured once: documentation and results quote it.

mod rows;

use std::sync::LazyLock;

pub use rows::CALIBRATION;

/// What intervals and paired tests achieve with one model of errors on slides of one size, as shares in per cent.
///
/// Every list has one entry for each of `slam_adjusted`, `slam`, `slam_pinned` and `ari`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Calibration {
    /// The number of spots of a slide.
    pub n_spots: usize,
    /// The model of errors, in words.
    pub errors: &'static str,
    /// 95 % intervals that hold the true value, among labelings that have an interval.
    pub coverage: [f64; 4],
    /// Pairs of equally good methods that are told apart at 5 %, among pairs that have a p.
    pub size: [f64; 4],
    /// Slides on which at least one of all pairs of 16 equally good methods is told apart after Holm's adjustment.
    pub family: [f64; 4],
    /// Labelings that have no interval, since no spot is wrong.
    pub without: f64,
}

/// What is assumed by intervals, with their measured coverage.
pub(super) static INTERVALS: LazyLock<String> = LazyLock::new(|| {
    let [low, high] = range(CALIBRATION.iter().flat_map(|row| row.coverage));
    format!(
        "speaks of another section of this tissue and of this method, the matching held fixed; in simulations with errors that \
         are local or reach far, 95 % intervals hold the true value in {low:.0} to {high:.0} %"
    )
});

/// What is assumed by paired tests, with their measured size.
pub(super) static PAIRS: LazyLock<String> = LazyLock::new(|| {
    let [low, high] = range(CALIBRATION.iter().flat_map(|row| row.size));
    format!(
        "on this slide alone; in simulations with errors that are local or reach far, equally good methods have p below 0.05 in \
         {low:.0} to {high:.0} %"
    )
});

/// The smallest and the largest, rounded to whole per cent.
fn range(shares: impl Iterator<Item = f64>) -> [f64; 2] {
    let ends = shares.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], share| [low.min(share), high.max(share)]);
    ends.map(f64::round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_cover_and_tests_hold_their_level_in_every_model() {
        for row in CALIBRATION {
            assert!(row.coverage.iter().all(|&share| share >= 90.0), "{row:?}");
            assert!(row.size.iter().all(|&share| share <= 8.0), "{row:?}");
        }
    }

    #[test]
    fn what_is_assumed_quotes_the_table() {
        assert_eq!(range([94.4, 90.6, 99.2].into_iter()), [91.0, 99.0]);
        let [low, high] = range(CALIBRATION.iter().flat_map(|row| row.coverage));
        assert!(INTERVALS.ends_with(&format!("in {low} to {high} %")), "{}", *INTERVALS);
        assert!(PAIRS.contains("p below 0.05"));
    }
}
