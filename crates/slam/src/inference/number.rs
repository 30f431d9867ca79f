//! The numbers that can be asked about on one slide.

use super::finding::{Finding, Procedure};
use super::interval::{Scale, tile_interval};
use super::jackknife::Jackknife;
use super::shift::one_label;
use super::slam_tiles::{Edges, exponent};
use super::tables::{mean_delta, rand_index};
use super::tiles::Tiling;
use super::undefined::Undefined;
use crate::analysis::Analysis;
use crate::discrepancy::Estimator;
use crate::flow::Flow;
use crate::score::from_exponent;

/// A number that tells how alike two labelings are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// SLAM; its exponent γ·SW² is what tiles are left out of.
    Slam,
    /// SLAM edge by edge; the same for D.
    SlamPinned,
    /// The adjusted Rand index.
    Ari,
}

impl Number {
    /// All of them, in the order of the output.
    pub(crate) const ALL: [Self; 3] = [Self::Slam, Self::SlamPinned, Self::Ari];

    /// Its name in every output.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Slam => "slam",
            Self::SlamPinned => "slam_pinned",
            Self::Ari => "ari",
        }
    }

    /// What the differences of pairs are differences of.
    pub(crate) fn plain_name(self) -> &'static str {
        match self {
            Self::Slam => "slam (γ·SW²)",
            Self::SlamPinned => "slam_pinned (D)",
            Self::Ari => "ari",
        }
    }

    fn scale(self) -> Scale {
        match self {
            Self::Slam => Scale::Root,
            Self::SlamPinned => Scale::Logit,
            Self::Ari => Scale::Atanh,
        }
    }

    /// The number as it is shown.
    fn shown(self, value: f64) -> f64 {
        match self {
            Self::Slam => from_exponent(value),
            Self::SlamPinned => from_exponent(4.0 * value),
            Self::Ari => value,
        }
    }

    /// The number without each tile, or the reason why that tells nothing.
    pub(crate) fn without_tiles(self, analysis: &Analysis, tiling: &Tiling) -> Result<Jackknife, Undefined> {
        let (truth, pred) = (&analysis.truth_kinds, &analysis.pred_kinds);
        let weights = analysis.weights.values.as_deref();
        match self {
            Self::SlamPinned => Ok(mean_delta(truth, pred, weights, &tiling.edges)),
            Self::Ari => one_label(&analysis.pair).map_or_else(|| Ok(rand_index(&analysis.pair, &tiling.spots)), Err),
            Self::Slam => {
                let slam = &analysis.score.slam;
                let gamma = slam.gamma.filter(|_| slam.estimator != Estimator::Authors).ok_or(Undefined::Authors)?;
                let axes = Flow::count(truth, pred, weights, analysis.pair.truth().n_labels() + 1).axes();
                let edges = Edges { truth, pred, weights, axes: &axes, tiles: &tiling.edges };
                let whole = -libm::log1p(-0.5 * slam.d);
                exponent(edges, whole, gamma, slam.bandwidth, analysis.score.provenance.seed.unwrap_or(0))
                    .map_err(|_| Undefined::NoNumber)
            }
        }
    }

    /// The interval of the number, or the reason why there is none.
    pub(crate) fn interval(self, leaves: &Result<Jackknife, Undefined>) -> Finding {
        match leaves {
            Ok(jackknife) => tile_interval(self.name(), jackknife, self.scale(), |value| self.shown(value)),
            Err(reason) => Finding::new(Procedure::Tiles, self.name()).undefined(reason.clone()),
        }
    }
}
