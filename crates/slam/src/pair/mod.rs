//! Two labelings of the same spots, ready to be compared.

pub(crate) mod spots;
mod extent;
pub(crate) mod slice;
pub(crate) mod labeling;
pub(crate) mod missing;
pub(crate) mod natural;
pub(crate) mod counts;
pub(crate) mod doubt;
pub(crate) mod measurements;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::pair::counts::Counts;
use crate::pair::labeling::Labeling;
use crate::pair::missing::{Missing, MissingPred, MissingTruth};
use crate::pair::spots::Spots;
use crate::score::warning::Warning;

/// Two labelings of the same spots, without missing labels: spots that the pred does not label are left out, or are a class of
/// their own, [`missing_pred`](Self::missing_pred).
///
/// A `Pair` is checked once, here; whoever holds one may index all three parts by spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Invariant: at least two, but in a part.
    spots: Arc<Spots>,
    /// Invariant: as long as `spots`, no label missing.
    truth: Arc<Labeling>,
    /// Invariant: as long as `spots`, no label missing.
    pred: Arc<Labeling>,
    /// The number of spots that the truth labels, whatever the pred does; invariant: at least as many as `spots`.
    n_truth: usize,
    /// The number of those that the pred does not label.
    n_unlabelled: usize,
    /// Whether spots without a prediction were left out for this pred alone, and they are most spots.
    is_partial: bool,
}

impl Pair {
    /// A pair of complete labelings; a missing label is an error. [`Options::pair`](crate::Options::pair) leaves such spots out, as the
    /// command does.
    ///
    /// ```
    /// use slam::{Labeling, Pair, Spots};
    ///
    /// let spots = Spots::new(2, vec![0.0, 0.0, 1.0, 0.0, 2.0, 0.0])?;
    /// let pair = Pair::new(spots, Labeling::from_texts(["a", "a", "b"])?, Labeling::from_texts(["1", "1", "1"])?)?;
    /// assert_eq!(pair.n_spots(), 3);
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn new(
        spots: impl Into<Arc<Spots>>,
        truth: impl Into<Arc<Labeling>>,
        pred: impl Into<Arc<Labeling>>,
    ) -> Result<Self> {
        let (spots, truth, pred) = (spots.into(), truth.into(), pred.into());
        let n_spots = spots.n_spots();
        for (role, labeling) in [("truth", &truth), ("pred", &pred)] {
            check_length(role, labeling, n_spots)?;
            if let Some(row) = (0..n_spots).find(|&spot| labeling.code(spot).is_none()) {
                return Err(Error::MissingLabel { role, row: spots.row(row) });
            }
        }
        if n_spots < 2 {
            return Err(Error::TooFewSpots { n_spots: spots.n_rows(), n_dropped: spots.n_rows() - n_spots });
        }
        let n_unlabelled = n_in_missing_class(&pred);
        Ok(Self { spots, truth, pred, n_truth: n_spots, n_unlabelled, is_partial: false })
    }

    /// The pair of two labelings of which labels may be missing; `missing` says what happens to such spots.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use slam::{Labeling, Missing, Pair, Spots};
    ///
    /// let spots = Arc::new(Spots::new(2, vec![0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0])?);
    /// let truth = Arc::new(Labeling::from_texts(["a", "a", "b", ""])?);
    /// let pred = Arc::new(Labeling::from_texts(["1", "", "2", "2"])?);
    /// let pair = Pair::with_missing(&spots, &truth, &pred, Missing::default())?;
    /// // The truth decides which spots there are; the second one has no prediction.
    /// assert_eq!((pair.n_spots(), pair.n_unlabelled(), pair.missing_pred()), (3, 1, Some(2)));
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn with_missing(
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        pred: &Arc<Labeling>,
        missing: Missing,
    ) -> Result<Self> {
        check_length("truth", truth, spots.n_spots())?;
        check_length("pred", pred, spots.n_spots())?;
        let refused = |role, row: usize| Err(Error::MissingLabel { role, row: spots.row(row) });
        let n_spots = spots.n_spots();
        let truth = match missing.truth {
            MissingTruth::Keep if truth.n_missing() > 0 => &Arc::new(truth.keeping_missing()?),
            MissingTruth::Error => match (0..n_spots).find(|&spot| truth.code(spot).is_none()) {
                Some(row) => return refused("truth", row),
                None => truth,
            },
            MissingTruth::Keep | MissingTruth::Drop => truth,
        };
        let is_unlabelled = |&spot: &usize| truth.code(spot).is_some() && pred.code(spot).is_none();
        let n_unlabelled = (0..n_spots).filter(is_unlabelled).count();
        let stays_in = missing.pred == MissingPred::Wrong;
        if let (MissingPred::Error, Some(row)) = (missing.pred, (0..n_spots).find(is_unlabelled)) {
            return refused("pred", row);
        }
        let is_kept =
            |&spot: &u32| truth.code(spot as usize).is_some() && (stays_in || pred.code(spot as usize).is_some());
        let kept: Vec<u32> = (0..n_spots as u32).filter(is_kept).collect();
        let n_truth = n_spots - truth.n_missing();
        if kept.len() >= 2 && n_unlabelled == n_truth {
            return Err(Error::NoPrediction { n_spots: n_truth });
        }
        let classed = |pred: &Arc<Labeling>| match n_unlabelled {
            0 => Arc::clone(pred),
            _ => Arc::new(pred.with_missing_class(truth.names())),
        };
        let pair = if kept.len() == n_spots {
            Self::new(Arc::clone(spots), Arc::clone(truth), classed(pred))?
        } else {
            Self::new(spots.subset(&kept), truth.subset(&kept), classed(&Arc::new(pred.subset(&kept))))?
        };
        let is_partial = !stays_in && 2 * pair.n_spots() < n_truth;
        Ok(Self { n_truth, n_unlabelled, is_partial, ..pair })
    }

    /// The same pair on the spots that some rows of the input have, where all preds of a comparison are scored on the same ones.
    pub(crate) fn common(&self, is_common: impl Fn(usize) -> bool) -> Result<Self> {
        let kept: Vec<u32> =
            (0..self.n_spots() as u32).filter(|&spot| is_common(self.spots.row(spot as usize))).collect();
        if kept.len() == self.n_spots() {
            return Ok(self.clone());
        }
        if kept.len() < 2 {
            return Err(Error::TooFewCommon { n_spots: kept.len() });
        }
        let pair = Self::new(self.spots.subset(&kept), self.truth.subset(&kept), self.pred.subset(&kept))?;
        Ok(Self { n_truth: self.n_truth, n_unlabelled: self.n_unlabelled, ..pair })
    }

    /// Whether the pred labels a spot.
    pub(crate) fn is_labelled(&self, spot: usize) -> bool {
        self.missing_pred() != Some(self.pred.codes()[spot])
    }

    /// The same spots and truth with another pred.
    pub(crate) fn with_pred(&self, pred: Labeling) -> Result<Self> {
        Self::new(Arc::clone(&self.spots), Arc::clone(&self.truth), pred)
    }

    /// The given spots alone, of which there may be one: places and labels, for matching.
    pub(crate) fn part(&self, spots: &[u32]) -> Self {
        let labels = |labeling: &Labeling| Arc::new(labeling.subset(spots));
        let (truth, pred) = (labels(&self.truth), labels(&self.pred));
        let (n_truth, n_unlabelled) = (spots.len(), n_in_missing_class(&pred));
        Self { spots: Arc::new(self.spots.places(spots)), truth, pred, n_truth, n_unlabelled, is_partial: false }
    }

    /// The given spots alone, for drawing: without measurements, labels coded as they are.
    pub(crate) fn drawn(&self, spots: &[u32]) -> Self {
        if spots.len() == self.n_spots() && self.spots.measurements().is_none() {
            return self.clone();
        }
        let labels = |labeling: &Labeling| Arc::new(labeling.picked(spots));
        let (truth, pred) = (labels(&self.truth), labels(&self.pred));
        Self { spots: Arc::new(self.spots.drawn(spots)), truth, pred, ..self.clone() }
    }

    /// Whether another pair kept the same rows of the same input.
    pub(crate) fn has_rows_of(&self, other: &Self) -> bool {
        self.n_spots() == other.n_spots()
            && (0..self.n_spots()).all(|spot| self.spots.row(spot) == other.spots.row(spot))
    }

    /// The same pair, holding the spots and the truth of another that kept the same rows.
    pub(crate) fn sharing(self, other: &Self) -> Self {
        Self { spots: Arc::clone(&other.spots), truth: Arc::clone(&other.truth), ..self }
    }

    /// The spots.
    pub fn spots(&self) -> &Spots {
        &self.spots
    }

    /// The labeling that is taken as right.
    pub fn truth(&self) -> &Labeling {
        &self.truth
    }

    /// The labeling that is judged; its codes may be those of [`missing_pred`](Self::missing_pred).
    pub fn pred(&self) -> &Labeling {
        &self.pred
    }

    /// The code, in [`pred`](Self::pred), of the class of the spots without a prediction, where they are not left out and there are
    /// some: the last code. This class equals no truth label, whatever its name, and is no label of the pred.
    pub fn missing_pred(&self) -> Option<u16> {
        self.pred.missing_class()
    }

    /// The number of labels of the pred, not counting the class of the spots without a prediction.
    pub fn n_pred_labels(&self) -> usize {
        self.pred.label_names().len()
    }

    /// The number of spots that the truth labels, whatever happens to those that the pred does not.
    pub fn n_truth_spots(&self) -> usize {
        self.n_truth
    }

    /// The number of spots that the truth labels and the pred does not, whatever happens to them.
    pub fn n_unlabelled(&self) -> usize {
        self.n_unlabelled
    }

    /// The number of spots.
    pub fn n_spots(&self) -> usize {
        self.spots.n_spots()
    }

    /// The number of spots of the input that were dropped.
    pub fn n_dropped(&self) -> usize {
        self.spots.n_rows() - self.spots.n_spots()
    }

    /// Whether spots without a prediction were left out for this pred alone, and it labels fewer than half of the spots that the
    /// truth labels.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// What a user should know about the spots without a label, and about labels that are probably none.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let counts = Counts {
            n_spots: self.n_spots(),
            n_truth: self.n_truth,
            n_rows: self.spots.n_rows(),
            n_wrong: n_in_missing_class(&self.pred),
            is_partial: self.is_partial,
        };
        counts.warnings([self.truth.names(), self.pred.label_names()])
    }
}

/// The number of spots of a missing class.
fn n_in_missing_class(labeling: &Labeling) -> usize {
    let class = labeling.missing_class();
    class.map_or(0, |class| labeling.codes().iter().filter(|&&code| code == class).count())
}

fn check_length(what: &'static str, labeling: &Labeling, expected: usize) -> Result<()> {
    let found = labeling.n_spots();
    if found == expected { Ok(()) } else { Err(Error::Length { what, found, expected }) }
}
