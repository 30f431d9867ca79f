//! What a metric gives: a number, or the reason why there is none.

use thiserror::Error as ThisError;

/// A number that is finite, or the reason why there is none.
pub type Value = Result<f64, Undefined>;

/// Why a metric has no value; shown as N/A with these words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Undefined {
    /// With a single truth label there is nothing to tell apart.
    #[error("the truth has one label")]
    OneTruthLabel,
    /// With a single pred label there is no other label to compare with.
    #[error("the pred has one label")]
    OnePredLabel,
    /// Without a prediction there is nothing to look at.
    #[error("no spot has a prediction")]
    NoPrediction,
    /// With one spot per pred label nothing is grouped.
    #[error("every pred label has one spot")]
    OneSpotPerLabel,
    /// A labeling that groups nothing has no pairs to count.
    #[error("a labeling has no two spots with the same label")]
    NoPair,
    /// All spots of each label share one position, and spreads are divisors.
    #[error("the spots of every label share one position")]
    NoSpread,
    /// Two labels have the same centroid, and the distance of centroids is a divisor.
    #[error("two labels have the same centroid")]
    SameCentroid,
    /// Squares of distances exceed what a number can hold.
    #[error("the positions are too far apart or too close together for floating point")]
    OutOfRange,
    /// A slide that came in tiles is never seen as a whole.
    #[error("it looks at all spots at once, and the slide came in tiles")]
    InTiles,
    /// Another reason, that of a metric of your own, in words that fit after "N/A:".
    #[error("{0}")]
    Other(&'static str),
    /// An observer stopped the computation; [`evaluate`](super::evaluate) turns this into an error.
    #[error("stopped")]
    Stopped,
}

/// The value itself, unless it is no number that a reader could use.
pub(crate) fn finite(value: f64) -> Value {
    if value.is_finite() { Ok(value) } else { Err(Undefined::OutOfRange) }
}
