//! Two labelings of the same spots, ready to be compared.

pub(crate) mod spots;
mod extent;
pub(crate) mod slice;
pub(crate) mod labeling;
pub(crate) mod natural;
pub(crate) mod doubt;
pub(crate) mod measurements;

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::pair::doubt::Doubt;
use crate::pair::labeling::Labeling;
use crate::pair::spots::Spots;
use crate::score::warning::Warning;

/// What to do with spots whose label is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Missing {
    /// Leave them out.
    #[default]
    Drop,
    /// Refuse to go on.
    Error,
    /// Give them a label of their own.
    Keep,
}

/// Two labelings of the same spots, without missing labels.
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
        Ok(Self { spots, truth, pred, n_truth: n_spots })
    }

    /// The pair of the spots that are labelled in both labelings, or as `missing` says.
    pub fn with_missing(
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        pred: &Arc<Labeling>,
        missing: Missing,
    ) -> Result<Self> {
        check_length("truth", truth, spots.n_spots())?;
        check_length("pred", pred, spots.n_spots())?;
        match missing {
            Missing::Error => Self::new(Arc::clone(spots), Arc::clone(truth), Arc::clone(pred)),
            Missing::Keep => Self::new(Arc::clone(spots), truth.keeping_missing()?, pred.keeping_missing()?),
            Missing::Drop if truth.n_missing() + pred.n_missing() == 0 => {
                Self::new(Arc::clone(spots), Arc::clone(truth), Arc::clone(pred))
            }
            Missing::Drop => {
                let is_kept = |&spot: &u32| truth.code(spot as usize).is_some() && pred.code(spot as usize).is_some();
                let kept: Vec<u32> = (0..spots.n_spots() as u32).filter(is_kept).collect();
                let pair = Self::new(spots.subset(&kept), truth.subset(&kept), pred.subset(&kept))?;
                Ok(Self { n_truth: spots.n_spots() - truth.n_missing(), ..pair })
            }
        }
    }

    /// The same spots and truth with another pred.
    pub(crate) fn with_pred(&self, pred: Labeling) -> Result<Self> {
        Self::new(Arc::clone(&self.spots), Arc::clone(&self.truth), pred)
    }

    /// The given spots alone, of which there may be one: places and labels, for matching.
    pub(crate) fn part(&self, spots: &[u32]) -> Self {
        let labels = |labeling: &Labeling| Arc::new(labeling.subset(spots));
        let (truth, pred) = (labels(&self.truth), labels(&self.pred));
        Self { spots: Arc::new(self.spots.places(spots)), truth, pred, n_truth: spots.len() }
    }

    /// The given spots alone, for drawing: without measurements, labels coded as they are.
    pub(crate) fn drawn(&self, spots: &[u32]) -> Self {
        if spots.len() == self.n_spots() && self.spots.measurements().is_none() {
            return self.clone();
        }
        let labels = |labeling: &Labeling| Arc::new(labeling.picked(spots));
        let (truth, pred) = (labels(&self.truth), labels(&self.pred));
        Self { spots: Arc::new(self.spots.drawn(spots)), truth, pred, n_truth: self.n_truth }
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

    /// The labeling that is judged.
    pub fn pred(&self) -> &Labeling {
        &self.pred
    }

    /// The number of spots.
    pub fn n_spots(&self) -> usize {
        self.spots.n_spots()
    }

    /// The number of spots of the input that were dropped.
    pub fn n_dropped(&self) -> usize {
        self.spots.n_rows() - self.spots.n_spots()
    }

    /// Whether the pred labels fewer than half of the spots that the truth labels.
    pub fn is_partial(&self) -> bool {
        2 * self.n_spots() < self.n_truth
    }

    /// What a user should know about the spots that were dropped, and about labels that are probably none.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let counts = [self.n_spots(), self.n_truth, self.spots.n_rows()];
        warnings(counts, [self.truth.names(), self.pred.names()])
    }
}

/// What a user should know about two labelings, from how many spots are compared, carry a truth label, and are in the input,
/// and from their names.
pub(crate) fn warnings([n_spots, n_truth, n_rows]: [usize; 3], [truth, pred]: [&[String]; 2]) -> Vec<Warning> {
    let partial = (2 * n_spots < n_truth).then_some(Warning::PartlyLabelled { n_spots, n_truth });
    // Where the pred is at fault, one sentence is enough.
    let is_most = 2 * n_truth < n_rows || (partial.is_none() && 2 * n_spots < n_rows);
    let dropped = is_most.then_some(Warning::MostDropped { n_dropped: n_rows - n_spots, n_rows });
    let doubt = |(role, names): (&'static str, &[String])| {
        Doubt::of(names, n_spots).map(|doubt| Warning::NoLabeling { role, doubt })
    };
    let doubts = [("truth", truth), ("pred", pred)].into_iter().filter_map(doubt);
    dropped.into_iter().chain(partial).chain(doubts).collect()
}

fn check_length(what: &'static str, labeling: &Labeling, expected: usize) -> Result<()> {
    let found = labeling.n_spots();
    if found == expected { Ok(()) } else { Err(Error::Length { what, found, expected }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line};

    fn torn(missing: Missing) -> Result<Pair> {
        Pair::with_missing(&line(4).into(), &labeling("ab c").into(), &labeling("xx y").into(), missing)
    }

    #[test]
    fn missing_labels_are_dropped_kept_or_refused() {
        let pair = torn(Missing::Drop).unwrap();
        assert_eq!((pair.n_spots(), pair.n_dropped(), pair.spots().row(2)), (3, 1, 3));
        assert_eq!(torn(Missing::Keep).unwrap().truth().n_labels(), 4);
        assert_eq!(torn(Missing::Error), Err(Error::MissingLabel { role: "truth", row: 2 }));
    }

    #[test]
    fn labels_go_with_their_last_spot() {
        let pair = Pair::with_missing(&line(3).into(), &labeling("aab").into(), &labeling("xx ").into(), Missing::Drop);
        assert_eq!(pair.unwrap().truth().names(), ["a"]);
    }

    #[test]
    fn dropping_most_spots_is_a_warning() {
        let warnings = |truth: &str, pred: &str| {
            let (spots, truth, pred) = (line(truth.len()).into(), labeling(truth).into(), labeling(pred).into());
            let pair = Pair::with_missing(&spots, &truth, &pred, Missing::Drop).unwrap();
            (pair.is_partial(), pair.warnings())
        };
        let (most, partly) = (
            |n_dropped, n_rows| Warning::MostDropped { n_dropped, n_rows },
            |n_spots, n_truth| Warning::PartlyLabelled { n_spots, n_truth },
        );
        assert_eq!(warnings("aabb  ", "xxyyzz"), (false, vec![]));
        assert_eq!(warnings("aabb  ", "xx  zz"), (false, vec![most(4, 6)]));
        assert_eq!(warnings("aa   ", "xxyyy"), (false, vec![most(3, 5)]));
        assert_eq!(warnings("aaabb", "xx   "), (true, vec![partly(2, 5)]));
        assert_eq!(warnings("aaaaa      ", "  xx      y"), (true, vec![most(9, 11), partly(2, 5)]));
        let kept =
            Pair::with_missing(&line(5).into(), &labeling("aaabb").into(), &labeling("xx   ").into(), Missing::Keep);
        assert_eq!(kept.unwrap().warnings(), []);
    }

    #[test]
    fn one_spot_is_no_pair() {
        let lonely = Pair::with_missing(&line(2).into(), &labeling("a ").into(), &labeling("xx").into(), Missing::Drop);
        let said = lonely.unwrap_err().to_string();
        assert_eq!(said, "1 spots left after dropping 1 of 2 for missing labels; at least 2 are needed");
    }
}
