//! The numbers that can be asked about on one slide.

use super::finding::{Finding, Procedure};
use super::interval::{Scale, tile_interval};
use super::jackknife::Jackknife;
use super::shift::one_label;
use super::slam_tiles::{Edges, exponent};
use super::tables::{mean_delta, rand_index};
use super::tiles::{COARSE, FINE, Tiling};
use super::undefined::Undefined;
use crate::adjusted::{Adjuster, Subset, Tiles, TwoLabelings};
use crate::comparison::ranking::RankBy;
use crate::discrepancy::{Estimator, from_exponent};
use crate::score::Score;
use crate::score::analysis::Analysis;

/// A number that tells how alike two labelings are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// `slam_adjusted`; tiles are left out of D, and chance N is held as it is.
    SlamAdjusted,
    /// SLAM; its exponent γ·SW² is what tiles are left out of.
    Slam,
    /// SLAM edge by edge; the same for D.
    SlamPinned,
    /// The adjusted Rand index.
    Ari,
}

impl Number {
    /// All of them, in the order of the output.
    pub(crate) const ALL: [Self; 4] = [Self::SlamAdjusted, Self::Slam, Self::SlamPinned, Self::Ari];

    /// Its name in every output.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::SlamAdjusted => "slam_adjusted",
            Self::Slam => "slam",
            Self::SlamPinned => "slam_pinned",
            Self::Ari => "ari",
        }
    }

    /// What the differences of pairs are differences of.
    pub(crate) fn plain_name(self) -> &'static str {
        match self {
            Self::SlamAdjusted => "slam_adjusted",
            Self::Slam => "slam (γ·SW²)",
            Self::SlamPinned => "slam_pinned (D)",
            Self::Ari => "ari",
        }
    }

    fn scale(self) -> Scale {
        match self {
            Self::Slam => Scale::Log,
            Self::SlamAdjusted | Self::SlamPinned => Scale::Logit,
            Self::Ari => Scale::Atanh,
        }
    }

    /// The number that methods are ranked by, if tiles can be left out of it.
    pub(crate) fn ranking(by: RankBy) -> Result<Self, Undefined> {
        let found = Self::ALL.into_iter().find(|number| number.name() == by.name());
        found.ok_or(Undefined::NoTables { number: by.name() })
    }

    /// What one unit of the number without tiles is of the number as it is shown, where the two are proportional: 1/N.
    pub(crate) fn unit(self, score: &Score) -> f64 {
        let adjusted = &score.slam_adjusted;
        if self == Self::SlamAdjusted && adjusted.mean > 0.0 { adjusted.value / adjusted.mean } else { 1.0 }
    }

    /// The number as it is shown.
    fn shown(self, value: f64, unit: f64) -> f64 {
        match self {
            Self::SlamAdjusted => value * unit,
            Self::Slam => from_exponent(value),
            Self::SlamPinned => from_exponent(4.0 * value),
            Self::Ari => value,
        }
    }

    /// The number without each tile, or the reason why that tells nothing.
    pub(crate) fn without_tiles(
        self,
        score: &Score,
        analysis: &Analysis,
        tiling: &Tiling,
    ) -> Result<Jackknife, Undefined> {
        let (truth, pred) = (&analysis.truth_kinds, &analysis.pred_kinds);
        let weights = analysis.weights.values.as_deref();
        match self {
            Self::SlamAdjusted => Ok(adjusted_mean(score, analysis, &tiling.spots)),
            Self::SlamPinned => Ok(mean_delta(truth, pred, weights, &tiling.edges)),
            Self::Ari => one_label(&analysis.pair).map_or_else(|| Ok(rand_index(&analysis.pair, &tiling.spots)), Err),
            Self::Slam => {
                let is_one_hot = score.provenance.steps.get("extractor").is_some_and(|step| step.starts_with("OneHot"));
                let slam = score.slam.sliced().filter(|_| is_one_hot).ok_or(Undefined::OtherSteps)?;
                let gamma = slam.gamma.filter(|_| slam.estimator != Estimator::Authors).ok_or(Undefined::OtherSteps)?;
                let n_labels = analysis.pair.truth().n_labels();
                let edges = Edges { truth, pred, weights, n_labels, tiles: &tiling.edges };
                let whole = -libm::log1p(-0.5 * score.slam.d);
                exponent(edges, whole, gamma, slam.bandwidth, score.provenance.seed.unwrap_or(0))
                    .map_err(|_| Undefined::NoNumber)
            }
        }
    }

    /// The interval of the number, or the reason why there is none.
    pub(crate) fn interval(
        self,
        leaves: &Result<Jackknife, Undefined>,
        unit: f64,
        inflation: &Result<f64, Undefined>,
    ) -> Finding {
        match leaves {
            Ok(jackknife) => {
                tile_interval(self.name(), jackknife, inflation, self.scale(), |value| self.shown(value, unit))
            }
            Err(reason) => Finding::new(Procedure::Tiles, self.name()).undefined(reason.clone()),
        }
    }
}

/// D of `slam_adjusted` without each tile of spots.
fn adjusted_mean(score: &Score, analysis: &Analysis, tiles: &[u8]) -> Jackknife {
    let Analysis { pair, matching, graph, weights, .. } = analysis;
    let adjuster = Adjuster::new(TwoLabelings {
        spots: pair.spots(),
        graph,
        weights: weights.values.as_deref(),
        truth: pair.truth().codes(),
        pred: &matching.codes,
        n_truth: pair.truth().n_labels(),
        n_pred: matching.n_classes(),
        missing: matching.missing,
    });
    let slices = pair.spots().each_slice();
    let tiles = Tiles { of: tiles, n: FINE, block: FINE / COARSE };
    let without = adjuster.leave_out(Subset { slices: &slices, edges: None }, tiles);
    Jackknife { whole: score.slam_adjusted.mean, without }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn numbers_are_shown_on_their_own_scales() {
        // slam_pinned is 2 − 2·exp(−4·D), slam 2 − 2·exp(−exponent), slam_adjusted in units of chance.
        let e = std::f64::consts::E;
        assert_close(Number::SlamPinned.shown(0.25, 1.0), 2.0 - 2.0 / e);
        assert_close(Number::Slam.shown(1.0, 3.0), 2.0 - 2.0 / e);
        assert_eq!((Number::SlamAdjusted.shown(0.25, 3.0), Number::Ari.shown(0.25, 3.0)), (0.75, 0.25));
    }
}
