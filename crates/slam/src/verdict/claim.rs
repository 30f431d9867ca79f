//! What a verdict may say: every sentence is one claim with the numbers that it rests on.

use super::lead::LeadClaim;
use super::worst::Faults;
use crate::comparison::blind::Blind;
use crate::comparison::ranking::RankBy;

/// One thing that a verdict says. Claims are found from results and are put into words at the very end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Claim {
    /// No method has a value of the number that ranks.
    NoValue { by: RankBy },
    /// Truth and pred agree on every spot that has a neighbour.
    Identical,
    /// The value of the only labeling, by its name if it has one.
    Reading { name: Option<String>, by: RankBy, value: f64 },
    /// One method is first, and nothing that was tested speaks against it.
    Best { name: String, value: Ranked, on: Extent, next: Option<(String, Option<f64>)> },
    /// One method is first and carries a mark.
    BestMarked { name: String, value: Ranked, on: Extent, mark: Mark },
    /// Several methods share the first rank.
    Tied { names: Vec<String>, low: Ranked, high: Option<f64>, on: Extent },
    /// All methods were tested and none is better than chance; the smallest p.
    NoneBetterThanChance { n_methods: usize, p: f64 },
    /// Some of several methods are not better than chance, with their p; `n_tested` have an answer.
    NotBetterThanChance { methods: Vec<(String, f64)>, n_tested: usize },
    /// Every method is better than chance.
    AllBetterThanChance { n_methods: usize, replicates: Option<usize> },
    /// Methods that the test says nothing about, and why for the first of them.
    ChanceUndefined { methods: Vec<String>, n_methods: usize, reason: String },
    /// The shift test was turned off.
    ChanceNotTested,
    /// Methods that score no better than blind contiguous domains; `thinned` where these are scored on so many of all spots.
    NotBetterThanBlind { methods: Vec<(String, Blind)>, n_methods: usize, thinned: Option<(usize, usize)> },
    /// The same on most of the slices of a study: on how many of how many.
    NotBetterThanBlindOnSlices { methods: Vec<(String, usize, usize)>, n_methods: usize },
    /// Matching wrote the truth into some spots of the best method.
    Relabelled { name: String, n_spots: usize },
    /// The best method has many more labels than the truth.
    ManyLabels { name: String, n_pred: usize, n_truth: usize },
    /// Slices look as if they were clustered one by one.
    SlicesApart,
    /// The best method labels a part of the spots alone.
    PartOfSpots { name: String, n_spots: usize, n_all: usize },
    /// Others would be first under one-to-one matching.
    OtherMatching { names: Vec<String> },
    /// Place and contacts put different methods first.
    PlaceAndContacts { by_place: TwoParts, by_contacts: TwoParts, mixed: Option<f64> },
    /// `slam` does not see most of what is wrong with some methods (or with the only labeling: no name), and may put one of
    /// them first.
    SlamMisses { shares: Vec<(Option<String>, f64)>, first: Option<String> },
    /// `slam` puts a baseline before methods.
    SlamPrefersBaseline { baseline: String, n: usize, n_methods: usize },
    /// By `slam` alone others would be first.
    SlamFirst { names: Vec<String> },
    /// Where a labeling differs from the truth.
    Faults(Faults),
    /// What is known of the lead of the first method over the second.
    Lead(LeadClaim),
    /// On how many slices the first method is first.
    FirstOn { name: String, n_first: usize, n_slices: usize },
    /// Combinations of method and slice are missing, and what ranks rest on.
    Missing { n: usize, n_common: usize },
}

/// The number that ranks, and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) by: RankBy,
    pub(crate) value: f64,
    /// Which value it is.
    pub(crate) what: Statistic,
}

/// Which value of a number ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statistic {
    /// That of the slide.
    Slide,
    /// The mean over slices.
    Mean,
    /// That of all spots of all slices together.
    Pooled,
}

/// What methods are compared on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One slide, or several read as one.
    Slide,
    /// All slices of a study, which every method has.
    AllSlices(usize),
    /// Some of the slices: those that all methods have.
    CommonSlices { n: usize, n_all: usize },
    /// Each method has slices of its own; how many the first has.
    OwnSlices { n: usize, n_all: usize },
}

/// What speaks against a method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Mark {
    /// The shift test does not reject.
    Chance { p: f64 },
    /// Its value is not below that of blind domains.
    Blind(Blind),
    /// The same on most slices: on how many of how many.
    BlindOnSlices(usize, usize),
}

/// One method's two parts of `slam_adjusted`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TwoParts {
    pub(crate) name: String,
    pub(crate) place: f64,
    pub(crate) contacts: f64,
}
