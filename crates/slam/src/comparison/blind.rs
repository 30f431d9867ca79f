//! What blind contiguous domains score on the slide: the baseline that a smooth labeling has to beat.

/// What random contiguous domains with as many labels as a method score on the same slide.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Blind {
    /// The number of labels of the method, and of the domains.
    pub n_labels: usize,
    /// The median `slam_adjusted` of the draws.
    pub median: f64,
    /// The share of draws that score as well as the method or better.
    pub share_as_good: f64,
    /// The number of draws.
    pub draws: usize,
    /// The number of spots on which draws are scored: fewer than the slide has where it is thinned.
    pub n_spots: usize,
}

impl Blind {
    /// Whether a value of `slam_adjusted` is below that of one label everywhere (1) and below the median of the draws.
    pub fn is_beaten_by(&self, value: f64) -> bool {
        value < self.median.min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_one_are_the_bars() {
        let blind = |median| Blind { n_labels: 3, median, share_as_good: 0.5, draws: 25, n_spots: 9 };
        assert_eq!([0.54, 0.55, 0.56].map(|value| blind(0.55).is_beaten_by(value)), [true, false, false]);
        assert_eq!([0.99, 1.0, 1.1].map(|value| blind(1.2).is_beaten_by(value)), [true, false, false]);
    }
}
