//! What a user should know about a result that is none the less a result.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::doubt::Doubt;
use crate::matcher::Unmatched;

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
    /// The spots lie on a square lattice, where six nearest neighbours cut through a ring of equidistant ones.
    SquareLattice {
        /// The number of neighbours asked for.
        k: usize,
    },
    /// What was given as labels is probably something else.
    NoLabeling {
        /// `truth` or `pred`.
        role: &'static str,
        /// Why.
        doubt: Doubt,
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
    /// Slices look as if they were clustered one by one, but are matched together.
    SlicesApart {
        /// How many more spots would agree with the truth if every slice were matched by itself.
        n_spots: usize,
        /// Their share of all spots.
        share: f64,
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
    /// More than half of the spots are left out.
    MostDropped {
        /// The number of spots left out.
        n_dropped: usize,
        /// The number of spots in the input.
        n_rows: usize,
    },
    /// The pred labels fewer than half of the spots that the truth labels.
    PartlyLabelled {
        /// The number of spots that both label.
        n_spots: usize,
        /// The number of spots that the truth labels.
        n_truth: usize,
    },
    /// Pred labels stand for no truth label.
    Unmatched(Unmatched),
    /// Rows of two files are taken to go together in their order.
    JoinedByRow {
        /// The file.
        file: String,
        /// The file of spots.
        input: String,
        /// Whether that was asked for, rather than for want of ids.
        is_asked: bool,
    },
    /// A third coordinate is left out, so that spots of different planes lie in one.
    Planes {
        /// The column.
        column: String,
        /// The number of different values, a thousand at most.
        n_planes: usize,
    },
    /// A severity is given for a label that the truth does not have.
    StrangeSeverity {
        /// The label.
        label: String,
        /// Those that the truth has.
        known: Vec<String>,
    },
    /// d is at its ceiling, so that worse labelings score the same.
    Ceiling {
        /// The scale of the kernel: `sigma`, or else `gamma`.
        has_sigma: bool,
    },
    /// The extractor knows nothing of the names of labels.
    Nameless {
        /// Its name.
        extractor: String,
    },
    /// The standard error of d stays above what was aimed at.
    Imprecise {
        /// The standard error of d.
        d_se: f64,
    },
    /// Nobody said which slices share a donor.
    OwnDonors {
        /// The number of slices.
        n_slices: usize,
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
                write!(
                    f,
                    "the spots look like a square lattice, where k = {k} cuts through the second ring of equidistant neighbours: try --k 4 or --k 8"
                )
            }
            Self::NoLabeling { role, doubt } => write!(f, "--{role}: {doubt}; is this a labeling?"),
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
            Self::SlicesApart { n_spots, share } => write!(
                f,
                "{n_spots} more spots ({:.0} %) would agree with the truth if every slice were matched by itself: where slices \
                 were clustered one by one, use --match-per slice",
                100.0 * share
            ),
            Self::Cancelled { share } if *share > 0.7 => write!(
                f,
                "{:.0} % of the wrong edges cancel out and are invisible to slam: do not trust its rank, see slam_adjusted and \
                 slam_pinned",
                100.0 * share
            ),
            Self::Cancelled { share } => write!(
                f,
                "{:.0} % of the wrong edges cancel out and are invisible to slam; see slam_adjusted and slam_pinned",
                100.0 * share
            ),
            Self::FlatMeasurements { n_spots } => {
                write!(f, "{n_spots} spots have zero or constant measurements; their similarity is taken as 0")
            }
            Self::MostDropped { n_dropped, n_rows } => write!(
                f,
                "{n_dropped} of {n_rows} spots are left out because a label is missing: the score is that of the rest"
            ),
            Self::PartlyLabelled { n_spots, n_truth } => write!(
                f,
                "only {n_spots} of the {n_truth} spots that the truth labels are labelled: the score is that of these"
            ),
            Self::Unmatched(unmatched) => unmatched.fmt(f),
            Self::JoinedByRow { file, input, is_asked } => write!(
                f,
                "{file} is joined to {input} by row{}: nothing but the order of their rows says which belong together",
                if *is_asked { ", as asked" } else { ", for neither has ids" }
            ),
            Self::Planes { column, n_planes } => write!(
                f,
                "the column {column:?} has {}{n_planes} different values and is left out, so that spots of different planes \
                 count as neighbours: --z {column:?} takes it as third coordinate, --slice {column:?} keeps the planes apart",
                if *n_planes < 1_000 { "" } else { "at least " }
            ),
            Self::StrangeSeverity { label, known } => {
                let known = known.join(", ");
                write!(
                    f,
                    "--severity: no spot of the truth is labelled {label:?} (labels: {known}); it only sets the scale"
                )
            }
            Self::Ceiling { has_sigma } => write!(
                f,
                "slam is within 0.001 of its ceiling 2, where all that is very wrong scores the same; a {} tells it apart",
                if *has_sigma { "larger --sigma" } else { "smaller --gamma" }
            ),
            Self::Nameless { extractor } => write!(
                f,
                "the extractor {extractor} knows no names of labels: matching changes nothing for slam, while slam_adjusted, \
                 slam_pinned and the metrics hang on it as ever"
            ),
            Self::Imprecise { d_se } => {
                write!(f, "the standard error of d is {d_se:.4}, above 0.0012, at the largest number of projections")
            }
            Self::OwnDonors { n_slices } => {
                write!(f, "each of {n_slices} slices counts as a donor of its own; --donor says which share one")
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
