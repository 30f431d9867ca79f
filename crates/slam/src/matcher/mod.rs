//! Step I, matching: the pred labels written in the truth's words.

mod overlap;
mod sides;
mod jaccard;
mod split;
mod hungarian;
pub(crate) mod assignment;
mod best;
mod sparse;
mod identity;
mod auto;
mod per_slice;
mod density;
mod unmatched;

use std::collections::HashSet;
use std::fmt;

use crate::adjusted::Adjusted;
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::labeling::{Labeling, NO_PREDICTION};
use crate::pair::natural::natural_order;
use crate::pipeline::Connected;
use crate::score::warning::Warning;

pub use auto::Auto;
pub use best::Best;
pub use density::Density;
pub use hungarian::Hungarian;
pub use identity::Identity;
pub use jaccard::Jaccard;
pub use per_slice::PerSlice;
pub use unmatched::{Likeness, Unmatched};

pub(crate) use per_slice::apart;
pub(crate) use sides::{Sides, Tabled};

use overlap::Overlap;

/// What follows the name of a pred label that stands for no truth label.
const UNMATCHED: &str = " (unmatched)";

/// Renames the labels of one labeling with those of another.
pub trait Matcher: fmt::Debug + Send + Sync {
    /// What results call it.
    fn name(&self) -> &str;

    /// The step and its settings, as the provenance of a result shows them: by default what `Debug` says of it. Slices of a study
    /// add up only where this is the same.
    fn describe(&self) -> String {
        format!("{self:?}")
    }

    /// Returns the pred labeling written with the labels of the truth, and how it came about.
    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching>;

    /// The same for a matcher that looks at the neighbour graph, too; by default the graph is ignored.
    fn match_on(&self, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Matching> {
        let _ = graph;
        self.match_labels(pair, observer)
    }
}

/// The ways to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Method {
    /// Equal names where they are shared, else [`Best`](Self::Best).
    #[default]
    Auto,
    /// One to one, with the smallest `slam_adjusted`.
    Best,
    /// The paper's algorithm (Appendix A.1), all three steps.
    Jaccard,
    /// One to one, with the largest total Jaccard coefficient.
    Hungarian,
    /// Equal names.
    Identity,
    /// Each pred label the truth label that its measurements are most likely under.
    Density,
}

/// What is matched at once, where there are slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum MatchPer {
    /// All slices: a pred label means the same on each of them.
    #[default]
    All,
    /// Every slice by itself, as slices are often clustered one by one.
    Slice,
}

/// The pred labeling written with the truth's labels, and how it came about.
///
/// [`Matching::of`] makes it label by label. A matcher that decides spot by spot starts from there and changes `codes`: a spot may get
/// any truth label, and what `codes` say is what is scored. `links` say what most of a label became, and `splits` what was taken from
/// there, so a matcher that moves spots pushes a [`Split`] for them. A code that stands for nothing is an error at the door.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Matching {
    /// The name of the way it was done.
    pub method: String,
    /// The name of the way that was asked for.
    pub requested: String,
    /// Why the method was chosen.
    pub reason: String,
    /// What was matched at once.
    pub per: MatchPer,
    /// What became of each pred label, in label order; slice after slice where each was matched by itself.
    pub links: Vec<Link>,
    /// The spots that step 3, or a matcher that decides spot by spot, took from one truth label to another.
    pub splits: Vec<Split>,
    /// The label of each spot: a truth label, or `n_truth + i` for the i-th unmatched pred label, or [`missing`](Self::missing).
    pub codes: Vec<u16>,
    /// The number of truth labels.
    pub n_truth: usize,
    /// The code of the spots without a prediction, where these are not left out and there are some: the one after all labels. They
    /// are a class of their own that equals no truth label and is no label, so that it is in no link.
    pub missing: Option<u16>,
    /// What a user should know.
    pub warnings: Vec<Warning>,
    /// `slam_adjusted` of all spots under this matching, where finding it has given that already.
    pub(crate) adjusted: Option<Box<Adjusted>>,
}

/// What became of a pred label.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Link {
    /// The slice, where each was matched by itself.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub slice: Option<String>,
    /// The pred label.
    pub pred: String,
    /// The truth label it stands for, or none.
    pub truth: Option<String>,
    /// The Jaccard coefficient of the two, 0 without a truth label.
    pub jaccard: f64,
    /// Whether step 2 of the paper's algorithm moved it here from its best match.
    pub reassigned: bool,
}

/// Spots that step 3 of the paper's algorithm, or a matcher of one's own, took from one truth label to another.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Split {
    /// The slice, where each was matched by itself.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub slice: Option<String>,
    /// The pred label that was split.
    pub pred: String,
    /// The truth label it stands for.
    pub from: String,
    /// The truth label that the spots were given.
    pub to: String,
    /// How many spots.
    pub n_spots: usize,
}

impl Method {
    /// All of them.
    pub const ALL: &'static [Self] =
        &[Self::Auto, Self::Best, Self::Jaccard, Self::Hungarian, Self::Identity, Self::Density];

    /// The matcher of that name.
    pub fn matcher(self) -> Box<dyn Matcher> {
        match self {
            Self::Auto => Box::new(Auto),
            Self::Best => Box::new(Best),
            Self::Jaccard => Box::new(Jaccard::default()),
            Self::Hungarian => Box::new(Hungarian),
            Self::Identity => Box::new(Identity),
            Self::Density => Box::new(Density::default()),
        }
    }

    /// What it does, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Auto => "Equal names where they are shared, else best",
            Self::Best => "One to one, smallest slam_adjusted",
            Self::Jaccard => "The paper's algorithm; where pred has fewer labels it writes the truth into it",
            Self::Hungarian => "One to one, largest total overlap",
            Self::Identity => "Equal names",
            Self::Density => "The truth label that its measurements are most likely under",
        }
    }

    /// The name, as the command and Python spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Best => "best",
            Self::Jaccard => "jaccard",
            Self::Hungarian => "hungarian",
            Self::Identity => "identity",
            Self::Density => "density",
        }
    }
}

/// A name is that of a method.
impl PartialEq<Method> for String {
    fn eq(&self, method: &Method) -> bool {
        self == method.name()
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Matching {
    /// The matching in which pred label `u` stands for truth label `matches[u]`, or for none; `method` is the name of the way it
    /// was found, and `reason` says why that way.
    ///
    /// The class of the spots without a prediction ([`Pair::missing_pred`]), where there is one, stands for no truth label, whatever
    /// is said of it; `matches` may leave it out.
    pub fn of(pair: &Pair, method: &str, reason: &str, matches: &[Option<usize>]) -> Result<Self> {
        let wrong = |problem: String| Err(Error::Step { step: method.to_owned(), problem });
        let (n_truth, n_pred) = (pair.truth().n_labels(), pair.n_pred_labels());
        if matches.len() != n_pred && matches.len() != pair.pred().n_labels() {
            return wrong(format!("{} labels are matched of {n_pred} in the pred", matches.len()));
        }
        let matches = &matches[..n_pred];
        if let Some(label) = matches.iter().flatten().find(|label| **label >= n_truth) {
            return wrong(format!("a pred label is matched to truth label {label}, and there are {n_truth}"));
        }
        let sides = Sides::of(pair);
        let overlap = Overlap::of(&sides.table);
        Ok(Tabled::new(&sides, &overlap, method, reason.to_owned(), matches).written(pair))
    }

    /// The same, once every spot is known to have a label that there is.
    pub(crate) fn checked(self, step: &str, pair: &Pair) -> Result<Self> {
        let wrong = |problem: String| Err(Error::Step { step: step.to_owned(), problem });
        if self.codes.len() != pair.n_spots() {
            return wrong(format!("{} labels for {} spots", self.codes.len(), pair.n_spots()));
        }
        if self.n_truth != pair.truth().n_labels() {
            return wrong(format!(
                "n_truth is {}, and there are {} truth labels",
                self.n_truth,
                pair.truth().n_labels()
            ));
        }
        let n_labels = self.n_labels();
        let missing = pair.missing_pred().map(|_| n_labels as u16);
        if self.missing != missing {
            return wrong(format!(
                "the code of spots without a prediction is {:?}, expected {missing:?}",
                self.missing
            ));
        }
        let is_wrong = |spot: &usize| {
            let code = self.codes[*spot];
            if pair.is_labelled(*spot) { usize::from(code) >= n_labels } else { Some(code) != missing }
        };
        match (0..self.codes.len()).find(is_wrong) {
            Some(spot) if pair.is_labelled(spot) => {
                wrong(format!("spot {spot} has label {}, and there are {n_labels}", self.codes[spot]))
            }
            Some(spot) => wrong(format!("spot {spot} has no prediction, and was given label {}", self.codes[spot])),
            None => Ok(self),
        }
    }

    /// The number of labels after matching: the truth's, and the unmatched pred labels.
    pub fn n_labels(&self) -> usize {
        self.n_truth + self.unmatched().len()
    }

    /// The number of classes after matching: the labels, and the class of the spots without a prediction, where there is one.
    pub fn n_classes(&self) -> usize {
        self.n_labels() + usize::from(self.missing.is_some())
    }

    /// What the classes after matching are called: the truth's labels, then the unmatched pred labels, each marked as such, last the
    /// class of the spots without a prediction, where there is one.
    ///
    /// An unmatched label equals no truth label, whatever its name: `3` is written `3 (unmatched)`, and the mark is
    /// repeated where that name is taken.
    pub fn names(&self, truth: &Labeling) -> Vec<String> {
        let mut names = truth.names().to_vec();
        let mut taken: HashSet<String> = names.iter().cloned().collect();
        for label in self.unmatched() {
            let mut name = format!("{label}{UNMATCHED}");
            while !taken.insert(name.clone()) {
                name.push_str(UNMATCHED);
            }
            names.push(name);
        }
        if self.missing.is_some() {
            let mut name = NO_PREDICTION.to_owned();
            while taken.contains(&name) {
                name = format!("({name})");
            }
            names.push(name);
        }
        names
    }

    /// The pred labels that stand for no truth label, on one slice at least, in label order.
    pub fn unmatched(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.links.iter().filter(|link| link.truth.is_none()).map(|link| link.pred.as_str()).collect();
        names.sort_by(|a, b| natural_order(a, b));
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::line;

    fn names(truth: &[&str], pred: &[&str]) -> Vec<String> {
        let (truth, pred) = (Labeling::from_texts(truth).unwrap(), Labeling::from_texts(pred).unwrap());
        let pair = Pair::new(line(truth.n_spots()), truth, pred).unwrap();
        Hungarian.match_labels(&pair, &()).unwrap().names(pair.truth())
    }

    #[test]
    fn an_unmatched_label_equals_no_truth_label() {
        // 5 stands for 0 and 7 for 1, so that the pred's own 1 stands for nothing.
        assert_eq!(
            names(&["0", "0", "1", "1", "1", "1"], &["5", "5", "1", "7", "7", "7"]),
            ["0", "1", "1 (unmatched)"]
        );
    }

    #[test]
    fn not_even_one_that_is_called_unmatched() {
        let truth = ["1 (unmatched)", "1 (unmatched)", "1", "1", "1", "1"];
        let twice = "1 (unmatched) (unmatched)";
        assert_eq!(names(&truth, &["5", "5", "1", "7", "7", "7"]), ["1", "1 (unmatched)", twice]);
        let pred = ["5", "5", "1", "7", "7", "1 (unmatched)"];
        assert_eq!(names(&truth, &pred), ["1", "1 (unmatched)", twice, &format!("{twice} (unmatched)")]);
    }
}
