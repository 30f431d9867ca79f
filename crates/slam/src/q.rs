//! The *Q* coefficient: how clearly a metric tells the worse of two labelings from the better one.

use crate::metrics::{Better, Metric};

/// How to read a score: which way is better, and between which bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Which way is better.
    pub better: Better,
    /// The infimum and the supremum, none where scores grow without bound.
    pub range: (Option<f64>, Option<f64>),
    /// Whether scores are ratios to chance, without bound; they are read as 2 − 2·2⁻ʳ, from 0 to 2.
    pub is_ratio: bool,
}

/// The scale of `slam` and `slam_pinned`: 0 to 2, lower is better.
pub const SLAM_SCALE: Scale = Scale { better: Better::Lower, range: (Some(0.0), Some(2.0)), is_ratio: false };
/// The scale of `slam_adjusted`: 0 alike, 1 no better than chance, lower is better.
pub const ADJUSTED_SCALE: Scale = Scale { is_ratio: true, ..SLAM_SCALE };

impl Scale {
    /// The scale of the score of that name: a metric, `slam`, `slam_adjusted` or `slam_pinned`.
    ///
    /// ```
    /// let scale = slam::Scale::named("ari").expect("ari is a metric");
    /// assert_eq!(scale.q(Some(0.5), Some(1.0)), Some(0.25));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "slam" | "slam_pinned" => Some(SLAM_SCALE),
            "slam_adjusted" => Some(ADJUSTED_SCALE),
            _ => Metric::named(name).map(Self::from),
        }
    }

    /// The *Q* coefficient of two scores: positive where the metric sees that the first labeling is the worse one.
    ///
    /// `Q = ±(worse − better) / r`, plus where lower is better. r is the length of the range; with an infimum alone,
    /// `worse − infimum`; with a supremum alone, `supremum − better`; with neither, the larger magnitude. (For `ch` the
    /// paper's Table 1 divides by the larger score, against its own rule; the rule is kept here.) None where a score is
    /// undefined or r = 0.
    ///
    /// The paper's Appendix B.
    pub fn q(&self, worse: Option<f64>, better: Option<f64>) -> Option<f64> {
        let (worse, better) = (self.read(worse?), self.read(better?));
        let r = match self.range {
            (Some(infimum), Some(supremum)) => supremum - infimum,
            (Some(infimum), None) => worse - infimum,
            (None, Some(supremum)) => supremum - better,
            (None, None) => worse.abs().max(better.abs()),
        };
        let difference = match self.better {
            Better::Lower => worse - better,
            Better::Higher => better - worse,
        };
        Some(difference / r).filter(|q| r != 0.0 && q.is_finite())
    }

    /// A score as it lies between the bounds.
    fn read(&self, score: f64) -> f64 {
        if self.is_ratio { 2.0 - 2.0 * libm::exp2(-score) } else { score }
    }
}

impl From<&Metric> for Scale {
    fn from(metric: &Metric) -> Self {
        Self { better: metric.better, range: metric.range, is_ratio: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn q(name: &str, worse: f64, better: f64) -> Option<f64> {
        Scale::named(name).unwrap().q(Some(worse), Some(better))
    }

    #[test]
    fn each_rule_by_hand() {
        assert_close(q("accuracy", 1.0 / 3.0, 2.0 / 3.0).unwrap(), 1.0 / 3.0);
        assert_close(q("ari", -0.5, 0.5).unwrap(), 0.5);
        assert_close(q("db", 4.0, 3.0).unwrap(), 0.25);
        // The written rule divides by the worse score; the paper's table would give (8 − 5) / 8.
        assert_close(q("ch", 5.0, 8.0).unwrap(), 3.0 / 5.0);
        assert_close(q("slam", 1.5, 1.0).unwrap(), 0.25);
        // 2 − 2·2⁻² against 2 − 2·2⁻¹: 1.5 and 1.
        assert_close(q("slam_adjusted", 2.0, 1.0).unwrap(), 0.25);
        let upper = Scale { better: Better::Higher, range: (None, Some(1.0)), is_ratio: false };
        assert_close(upper.q(Some(-3.0), Some(-1.0)).unwrap(), 1.0);
        let free = Scale { better: Better::Higher, range: (None, None), is_ratio: false };
        assert_close(free.q(Some(-4.0), Some(1.0)).unwrap(), 5.0 / 4.0);
    }

    #[test]
    fn a_metric_misled_is_negative() {
        assert!(q("slam_adjusted", 0.1, 0.3).unwrap() < 0.0 && q("nmi", 0.3, 0.1).unwrap() < 0.0);
    }

    #[test]
    fn undefined_without_a_score_or_a_range() {
        let scale = Scale::named("slam_pinned").unwrap();
        assert_eq!((scale.q(None, Some(1.0)), scale.q(Some(1.0), None)), (None, None));
        assert_eq!(q("chaos", 0.0, 0.0), None);
        assert_eq!(Scale::named("speed"), None);
    }
}
