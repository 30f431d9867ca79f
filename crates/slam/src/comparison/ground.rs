//! The spots that the methods of a comparison are scored on.

use std::sync::Arc;

use crate::comparison::compare::NamedLabeling;
use crate::comparison::ranking::RankBy;
use crate::error::Result;
use crate::metrics::Family;
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::missing::MissingPred;
use crate::pair::spots::Spots;
use crate::score::warning::Warning;

/// The pairs of a comparison.
pub(super) struct Ground {
    /// A pair for every pred, in their order.
    pub(super) pairs: Vec<Pair>,
    /// The spots that references are scored on, with the truth on both sides.
    pub(super) kept: Pair,
    /// What a user should know about it.
    pub(super) warning: Option<Warning>,
}

impl Options {
    /// The pairs of the preds of a comparison.
    pub(super) fn ground(&self, spots: &Arc<Spots>, truth: &Arc<Labeling>, preds: &[NamedLabeling]) -> Result<Ground> {
        let are_common = self.scores_common_spots();
        let by = Some(self.rank_by).filter(|_| self.missing_pred != MissingPred::Common);
        let missing_pred = if are_common { MissingPred::Wrong } else { self.missing_pred };
        let options = Self { missing_pred, ..self.clone() };
        let pair = |(name, pred): &NamedLabeling| options.named_pair(Some(name), spots, truth, pred);
        let pairs = preds.iter().map(pair).collect::<Result<Vec<Pair>>>()?;
        let kept = self.kept(spots, truth)?;
        if !are_common || pairs.iter().all(|pair| pair.missing_pred().is_none()) {
            return Ok(Ground { pairs, kept, warning: None });
        }
        let mut is_common = vec![true; spots.n_rows()];
        for pair in &pairs {
            let unlabelled = (0..pair.n_spots()).filter(|&spot| !pair.is_labelled(spot));
            unlabelled.for_each(|spot| is_common[pair.spots().row(spot)] = false);
        }
        let n_truth = kept.n_spots();
        let common = |pair: &Pair| pair.common(|row| is_common[row]);
        let (pairs, kept) = (pairs.iter().map(common).collect::<Result<_>>()?, common(&kept)?);
        let warning = Warning::CommonSpots { n_spots: kept.n_spots(), n_truth, by };
        Ok(Ground { pairs, kept, warning: Some(warning) })
    }

    /// Whether the preds of a comparison are scored on the spots that all of them label: where that is asked for, and where methods are
    /// ranked by a number that may rise where spots have no prediction.
    pub(crate) fn scores_common_spots(&self) -> bool {
        match self.missing_pred {
            MissingPred::Common => true,
            MissingPred::Wrong => self.rank_by.may_rise_by_missing(),
            MissingPred::Drop | MissingPred::Error => false,
        }
    }

    /// The spots that the truth labels, with the truth on both sides.
    pub(super) fn kept(&self, spots: &Arc<Spots>, truth: &Arc<Labeling>) -> Result<Pair> {
        self.unguarded_pair(spots, truth, truth)
    }
}

impl RankBy {
    /// Whether the number may rise where spots have no prediction: metrics that take these for one class, or look at the others alone.
    pub(crate) fn may_rise_by_missing(self) -> bool {
        // `jaccard` compares labels after matching, where no prediction is a wrong one.
        self.metric().is_some_and(|metric| metric.family != Family::Supervised && metric.name != "jaccard")
    }
}
