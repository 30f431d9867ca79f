//! What to do with spots that the truth, or a prediction, does not label.

/// What happens to spots that the truth does not label; decided before anything else, for all preds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum MissingTruth {
    /// They are left out.
    #[default]
    Drop,
    /// They are an error.
    Error,
    /// They get a truth label of their own.
    Keep,
}

/// What happens to spots that the truth labels and a pred does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum MissingPred {
    /// They stay, in a class of their own that equals no label.
    #[default]
    Wrong,
    /// All preds of a comparison are scored on the spots that all of them label; for a single pred the same as `Drop`.
    Common,
    /// They are left out for that pred alone, which is marked where these are most spots.
    Drop,
    /// They are an error.
    Error,
}

/// What happens to spots without a label, on either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Missing {
    /// Those that the truth does not label.
    pub truth: MissingTruth,
    /// Those that the truth labels and the pred does not.
    pub pred: MissingPred,
}
