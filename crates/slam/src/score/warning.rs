//! Warnings: what a user should know about a result that is none the less a result.

use std::fmt;

use crate::comparison::ranking::RankBy;
use crate::matcher::Unmatched;
use crate::message::Message;
use crate::pair::doubt::Doubt;

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
    /// Some spots have no prediction, and count as wrong.
    Unlabelled {
        /// The number of such spots.
        n_unlabelled: usize,
        /// The number of spots that are compared.
        n_truth: usize,
    },
    /// Methods are compared on the spots that all of them label.
    CommonSpots {
        /// The number of such spots.
        n_spots: usize,
        /// The number of spots that the truth labels.
        n_truth: usize,
        /// The metric that methods are ranked by, where it is the reason.
        by: Option<RankBy>,
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
    /// Nobody said whose the slices are.
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
    /// The methods of a comparison label different numbers of spots.
    DifferentSpots,
    /// The order of a comparison is another under `hungarian` matching.
    OtherOrder,
    /// There are too many labels to try `hungarian` unasked.
    HungarianLeftOut {
        /// The number of labels that both sides exceed.
        limit: usize,
    },
    /// SLAM is at its ceiling for every method of a comparison.
    AllAtCeiling,
    /// Matching has written the truth into some predictions of a comparison.
    SomeSplit,
}

impl Warning {
    /// What it says, with the options that it speaks of by name.
    pub fn message(&self) -> Message {
        match self {
            Self::FewerSpotsThanNeighbors { k, available } => {
                format!("k = {k} is more than there are neighbours: {available} are used where spots are few").into()
            }
            Self::SquareLattice { k } => square_lattice(*k),
            Self::NoLabeling { role, doubt } => {
                Message::default().option(role).words(format!(": {doubt}; is this a labeling?"))
            }
            Self::Split { n_spots } => split(*n_spots),
            Self::ManyLabels { n_pred, n_truth } => many_labels(*n_pred, *n_truth),
            Self::SlicesApart { n_spots, share } => slices_apart(*n_spots, *share),
            Self::Cancelled { share } => cancelled(*share).into(),
            Self::FlatMeasurements { n_spots } => {
                format!("{n_spots} spots have zero or constant measurements; their similarity is taken as 0").into()
            }
            Self::MostDropped { n_dropped, n_rows } => most_dropped(*n_dropped, *n_rows).into(),
            Self::PartlyLabelled { n_spots, n_truth } => partly_labelled(*n_spots, *n_truth).into(),
            Self::Unlabelled { n_unlabelled, n_truth } => unlabelled(*n_unlabelled, *n_truth),
            Self::CommonSpots { n_spots, n_truth, by } => common_spots(*n_spots, *n_truth, *by),
            Self::Unmatched(unmatched) => unmatched.to_string().into(),
            Self::JoinedByRow { file, input, is_asked } => joined_by_row(file, input, *is_asked).into(),
            Self::Planes { column, n_planes } => planes(column, *n_planes),
            Self::StrangeSeverity { label, known } => strange_severity(label, known),
            Self::Ceiling { has_sigma } => ceiling(*has_sigma),
            Self::Nameless { extractor } => nameless(extractor).into(),
            Self::Imprecise { d_se } => {
                format!("the standard error of d is {d_se:.4}, above 0.0012, at the largest number of projections")
                    .into()
            }
            Self::OwnDonors { n_slices } => own_donors(*n_slices),
            Self::Stopped { done, asked } => {
                format!("the shift test was stopped after {done} of {asked} replicates; p rests on these").into()
            }
            Self::DifferentSpots => {
                "the methods label different numbers of spots; their scores are not on the same ground".into()
            }
            Self::OtherOrder => "the order changes under hungarian matching".into(),
            Self::HungarianLeftOut { limit } => hungarian_left_out(*limit),
            Self::AllAtCeiling => {
                "slam is at its ceiling for every method, so that it ranks none before another".into()
            }
            Self::SomeSplit => {
                "matching wrote the truth into some predictions (split); their scores flatter them".into()
            }
        }
    }
}

fn square_lattice(k: usize) -> Message {
    let lattice = format!(
        "the spots look like a square lattice, where k = {k} cuts through the second ring of equidistant neighbours: try "
    );
    Message::from(lattice).given("k", 4).words(" or ").given("k", 8)
}

fn split(n_spots: usize) -> Message {
    let written = format!(
        "matching wrote the truth into the prediction: {n_spots} spots were relabelled by the nearest truth domain (step 3 of \
         jaccard); "
    );
    Message::from(written).option("matching").words(" auto or hungarian does not")
}

fn many_labels(n_pred: usize, n_truth: usize) -> Message {
    let many = format!(
        "{n_pred} pred labels for {n_truth} truth labels: many small labels are flattered by matching; compare with "
    );
    Message::from(many).option("matching").words(" hungarian")
}

fn slices_apart(n_spots: usize, share: f64) -> Message {
    let apart = format!(
        "{n_spots} more spots ({:.0} %) would agree with the truth if every slice were matched by itself: where slices were \
         clustered one by one, use ",
        100.0 * share
    );
    Message::from(apart).option("match_per").words(" slice")
}

fn cancelled(share: f64) -> String {
    let percent = 100.0 * share;
    format!(
        "slam misses {percent:.0} % of the wrong edges, which cancel out: do not rank by it, see slam_adjusted and slam_pinned"
    )
}

fn most_dropped(n_dropped: usize, n_rows: usize) -> String {
    format!("{n_dropped} of {n_rows} spots are left out because a label is missing: the score is that of the rest")
}

fn partly_labelled(n_spots: usize, n_truth: usize) -> String {
    format!("only {n_spots} of the {n_truth} spots that the truth labels are labelled: the score is that of these")
}

fn unlabelled(n_unlabelled: usize, n_truth: usize) -> Message {
    let share = percent(n_unlabelled, n_truth);
    let verb = if n_unlabelled == 1 { "has no prediction and counts" } else { "have no prediction and count" };
    Message::from(format!("{n_unlabelled} of {n_truth} spots ({share}) {verb} as wrong ("))
        .given("missing_pred", "wrong")
        .words(")")
}

/// A share in percent.
fn percent(part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    if percent < 1.0 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

fn common_spots(n_spots: usize, n_truth: usize, by: Option<RankBy>) -> Message {
    let scored = format!("all methods are scored on the {n_spots} of {n_truth} spots that every one of them labels");
    match by {
        None => Message::from(format!("{scored} (")).given("missing_pred", "common").words(")"),
        Some(by) => Message::from(format!("{scored}, because "))
            .given("rank_by", by)
            .words(" may rise where spots have no prediction"),
    }
}

fn joined_by_row(file: &str, input: &str, is_asked: bool) -> String {
    let why = if is_asked { ", as asked" } else { ", for neither has ids" };
    format!("{file} is joined to {input} by row{why}: nothing but the order of their rows says which belong together")
}

fn planes(column: &str, n_planes: usize) -> Message {
    let at_least = if n_planes < 1_000 { "" } else { "at least " };
    let column = format!("{column:?}");
    let left_out = format!(
        "the column {column} has {at_least}{n_planes} different values and is left out, so that spots of different planes \
         count as neighbours: "
    );
    let taken = Message::from(left_out).given("z", &column).words(" takes it as third coordinate, ");
    taken.given("slice", &column).words(" keeps the planes apart")
}

fn strange_severity(label: &str, known: &[String]) -> Message {
    let known = known.join(", ");
    let strange = format!(": no spot of the truth is labelled {label:?} (labels: {known}); it only sets the scale");
    Message::default().option("severity").words(strange)
}

fn ceiling(has_sigma: bool) -> Message {
    let (change, option) = if has_sigma { ("larger", "sigma") } else { ("smaller", "gamma") };
    let same =
        format!("slam is within 0.001 of its ceiling 2, where all that is very wrong scores the same; a {change} ");
    Message::from(same).option(option).words(" tells it apart")
}

fn nameless(extractor: &str) -> String {
    format!(
        "the extractor {extractor} knows no names of labels: matching changes nothing for slam, while slam_adjusted, \
         slam_pinned and the metrics hang on it as ever"
    )
}

fn own_donors(n_slices: usize) -> Message {
    let unknown = format!("how donors differ is unknown: nobody said whose the {n_slices} slices are (");
    Message::from(unknown).option("donor").words(")")
}

fn hungarian_left_out(limit: usize) -> Message {
    let left_out = format!(
        "more than {limit} labels on both sides: d under hungarian matching is left out, which would take long; ask for it with "
    );
    Message::from(left_out).option("matching").words(" hungarian")
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}
