//! What a user should know about a result that is none the less a result.

use std::fmt;

use serde::{Serialize, Serializer};

/// Something that a user should know about a result.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// There are fewer spots than neighbours asked for.
    FewerSpotsThanNeighbors {
        /// The number of neighbours asked for.
        k: usize,
        /// The number of neighbours that there are.
        available: usize,
    },
    /// The spots lie on a square lattice, where six neighbours are no whole ring.
    SquareLattice {
        /// The number of neighbours asked for.
        k: usize,
    },
    /// Step 3 of the Jaccard matching has written the truth into the prediction.
    Split {
        /// The number of spots relabelled.
        n_spots: usize,
    },
    /// There are so many pred labels that matching flatters them.
    ManyLabels {
        /// The number of pred labels.
        n_pred: usize,
        /// The number of truth labels.
        n_truth: usize,
    },
    /// Most wrong edges cancel, so that SLAM does not see them.
    Cancelled {
        /// The share that cancels.
        share: f64,
    },
    /// Measurements without a direction have no similarity.
    FlatMeasurements {
        /// The number of spots.
        n_spots: usize,
    },
    /// A severity is given for a label that the truth does not have.
    StrangeSeverity {
        /// The label.
        label: String,
    },
    /// The standard error of d stays above what was aimed at.
    Imprecise {
        /// The standard error of d.
        d_se: f64,
    },
    /// A test was stopped before all replicates were done.
    Stopped {
        /// The number that it rests on.
        done: usize,
        /// The number that was asked for.
        asked: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewerSpotsThanNeighbors { k, available } => {
                write!(f, "k = {k} is more than there are neighbours: {available} are used where spots are few")
            }
            Self::SquareLattice { k } => {
                write!(f, "the spots look like a square lattice, where k = {k} names no whole ring: try --k 4 or --k 8")
            }
            Self::Split { n_spots } => write!(
                f,
                "matching wrote the truth into the prediction: {n_spots} spots were relabelled by the nearest truth domain \
                 (step 3 of jaccard); --matching auto or hungarian does not"
            ),
            Self::ManyLabels { n_pred, n_truth } => write!(
                f,
                "{n_pred} pred labels for {n_truth} truth labels: many small labels are flattered by matching; compare with \
                 --matching hungarian"
            ),
            Self::Cancelled { share } if *share > 0.7 => write!(
                f,
                "{:.0} % of the wrong edges cancel out and are invisible to slam: do not trust its rank, see slam_local and \
                 slam_pinned",
                100.0 * share
            ),
            Self::Cancelled { share } => write!(
                f,
                "{:.0} % of the wrong edges cancel out and are invisible to slam; see slam_local and slam_pinned",
                100.0 * share
            ),
            Self::FlatMeasurements { n_spots } => {
                write!(f, "{n_spots} spots have zero or constant measurements; their similarity is taken as 0")
            }
            Self::StrangeSeverity { label } => {
                write!(f, "--severity: no spot of the truth is labelled {label:?}, whose number only sets the scale")
            }
            Self::Imprecise { d_se } => {
                write!(f, "the standard error of d is {d_se:.4}, above 0.001, at the largest number of projections")
            }
            Self::Stopped { done, asked } => {
                write!(f, "the shift test was stopped after {done} of {asked} replicates; p rests on these")
            }
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
