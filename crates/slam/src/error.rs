//! What can go wrong in a computation, in words that name the place and what was expected.

mod messages;

use thiserror::Error as ThisError;

use crate::comparison::ranking::RankBy;
use crate::pair::doubt::Doubt;

/// The result of a computation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a computation could not be done.
#[derive(Debug, Clone, PartialEq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A parameter lies outside its domain.
    #[error("{name} must be {domain}, got {value}")]
    Parameter {
        /// The option, as the command and Python spell it.
        name: &'static str,
        /// What is allowed.
        domain: &'static str,
        /// What was found.
        value: f64,
    },
    /// A word is none of those that an option knows.
    #[error("{option} must be {expected}, got {found:?}")]
    Word {
        /// The option, as the command and Python spell it.
        option: &'static str,
        /// What is allowed.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// Two parts that describe the same spots have different lengths.
    #[error("{what} has {found} entries for {expected} spots")]
    Length {
        /// The part.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The number of spots.
        expected: usize,
    },
    /// Positions are neither plane nor solid.
    #[error("positions must have 2 or 3 dimensions, got {0}")]
    Dimensions(usize),
    /// A position is not a finite number.
    #[error("row {}: coordinate {} is {value}, expected a finite number", row + 1, ["x", "y", "z"][*axis])]
    NotFinite {
        /// The row, from 0.
        row: usize,
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
    },
    /// A position lies so far out that its square is no number.
    #[error(
        "row {}: coordinate {} is {value:e}, expected at most 1e150 in size; rescale the positions", row + 1, ["x", "y", "z"][*axis]
    )]
    FarOut {
        /// The row, from 0.
        row: usize,
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
    },
    /// Spots lie so close together that squared distances are 0 though the spots differ.
    #[error("spots lie closer together than 1e-150, where squared distances vanish; rescale the positions")]
    TooClose,
    /// All spots share one position, so that none is nearer than another.
    #[error("all {0} spots are in the same place, where none is nearer than another; expected positions that differ")]
    OnePlace(usize),
    /// A measurement is not a finite number.
    #[error("row {}: a measurement is {value}, expected a finite number", row + 1)]
    Measurement {
        /// The row, from 0.
        row: usize,
        /// What was found.
        value: f64,
    },
    /// The parts of a sparse matrix contradict each other.
    #[error("sparse measurements are inconsistent at row {}: {problem}", row + 1)]
    Sparse {
        /// The row, from 0.
        row: usize,
        /// What does not fit.
        problem: &'static str,
    },
    /// Spots are counted in 32 bits.
    #[error("{0} spots are more than 4,294,967,294")]
    TooManySpots(usize),
    /// A column of labels looks like a column of ids.
    #[error("more than {limit} different labels; is it an id?")]
    TooManyLabels {
        /// The limit.
        limit: usize,
    },
    /// A graph is too dense to be a neighbour graph.
    #[error(
        "more than {limit} edges, 64 per spot; the most crowded position is {position}, with {n_spots} spots \
         {}", if *coincident { "in the same place" } else { "close by" }
    )]
    TooManyEdges {
        /// The limit.
        limit: usize,
        /// Where it is most crowded.
        position: String,
        /// How many spots are there.
        n_spots: usize,
        /// Whether these spots share one position.
        coincident: bool,
    },
    /// A graph of cells is asked for where spots are no cells.
    #[error("the graph {graph} needs one spot in each cell of a square lattice along x and y, but {problem}")]
    NoLattice {
        /// The graph, as the command and Python spell it.
        graph: &'static str,
        /// What does not fit.
        problem: String,
    },
    /// A graph of the plane is asked for in space.
    #[error("the graph {graph} is one of the plane, but positions have 3 dimensions")]
    NotFlat {
        /// The graph, as the command and Python spell it.
        graph: &'static str,
    },
    /// A label is missing and the policy is `error`.
    #[error("row {}: the {role} label is missing", row + 1)]
    MissingLabel {
        /// `truth`, `pred`, `slice` or `donor`.
        role: &'static str,
        /// The row, from 0.
        row: usize,
    },
    /// Spots of one slice come from two donors.
    #[error("slice {slice:?} has spots of two donors, {:?} and {:?}", donors[0], donors[1])]
    TwoDonors {
        /// The slice.
        slice: String,
        /// The donors.
        donors: Box<[String; 2]>,
    },
    /// A comparison needs at least two spots.
    #[error(
        "{} spots left after dropping {n_dropped} of {n_spots} for missing labels; at least 2 are needed", n_spots - n_dropped
    )]
    TooFewSpots {
        /// Spots in the input.
        n_spots: usize,
        /// Spots dropped.
        n_dropped: usize,
    },
    /// A pred labels no spot that the truth labels.
    #[error("the pred labels none of the {n_spots} spots that the truth labels, so there is nothing to compare")]
    NoPrediction {
        /// The number of spots that the truth labels.
        n_spots: usize,
    },
    /// Methods are to be scored on the spots that all of them label, and there are none.
    #[error("{}", self.message())]
    TooFewCommon {
        /// The number of such spots.
        n_spots: usize,
    },
    /// A pred is probably no labeling.
    #[error("{}", self.message())]
    NoLabeling {
        /// The name of the pred, where it is known.
        pred: Option<String>,
        /// Why.
        doubt: Doubt,
    },
    /// No two spots are neighbours.
    #[error("the graph has no edges, so there is nothing to compare")]
    NoEdges,
    /// An edge names a spot that does not exist.
    #[error("edge {edge} names spot {spot}, but there are {n_spots} spots")]
    UnknownSpot {
        /// The edge, from 0.
        edge: usize,
        /// The spot, from 0.
        spot: usize,
        /// The number of spots.
        n_spots: usize,
    },
    /// A severity is negative or not a number.
    #[error("the severity of {place} is {value}, expected a finite number that is not negative")]
    Severity {
        /// A label or a row.
        place: String,
        /// What was found.
        value: f64,
    },
    /// All severities are zero, so that nothing would count.
    #[error("all severities are zero, so nothing would count")]
    NoSeverity,
    /// All edges have the weight zero, so that nothing would count.
    #[error("the weights of all edges are zero ({steps}), so nothing would count")]
    NoWeight {
        /// The steps that made them.
        steps: String,
    },
    /// A label has two severities.
    #[error("the severity of the label {0:?} is given twice")]
    SeverityRepeated(String),
    /// A severity is given for a label that the truth does not have.
    #[error("{}", self.message())]
    UnknownSeverity {
        /// The label.
        label: String,
        /// The labels of the truth.
        labels: Vec<String>,
    },
    /// A step asks for something that the spots do not carry.
    #[error("{step} needs {what}, and there is none")]
    Needs {
        /// The step.
        step: &'static str,
        /// What it needs.
        what: &'static str,
    },
    /// A metric is asked for that does not exist.
    #[error("no metric {name:?}; did you mean {nearest}? (metrics: {names})")]
    UnknownMetric {
        /// What was asked for.
        name: String,
        /// The metric whose name is nearest.
        nearest: &'static str,
        /// All metrics.
        names: String,
    },
    /// Methods are to be ranked by a metric that is not computed.
    #[error("{}", self.message())]
    Unranked {
        /// The metric.
        by: RankBy,
    },
    /// Methods are to be ranked by a number that may rise where spots have no prediction, and these were scored.
    #[error("{}", self.message())]
    RankedByMissing {
        /// The number.
        by: RankBy,
    },
    /// Labels are to be matched slice by slice where spots have no slices.
    #[error("{}", self.message())]
    NoSlicesToMatch,
    /// A step asks for measurements, and there are none.
    #[error("{}", self.message())]
    NoMeasurements {
        /// The step.
        step: &'static str,
    },
    /// An option is given to an estimator or a graph that has no use for it.
    #[error("{option} has no place in {place}: {reason}")]
    Useless {
        /// The option, as the command and Python spell it.
        option: &'static str,
        /// The estimator or the graph.
        place: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A step was given, or has returned, something that does not fit.
    #[error("{step}: {problem}")]
    Step {
        /// The name of the step.
        step: String,
        /// What does not fit, and what was expected.
        problem: String,
    },
    /// A slice is there twice.
    #[error("slice {slice:?} is there twice; expected every slice once")]
    SliceTwice {
        /// The slice.
        slice: String,
    },
    /// Slices of one study were made with different settings.
    #[error(
        "slices {:?} and {:?} do not add up: {setting} is {:?} on one and {:?} on the other", slices[0], slices[1], values[0], values[1]
    )]
    OtherSettings {
        /// The setting.
        setting: String,
        /// The slices.
        slices: Box<[String; 2]>,
        /// What it is on each.
        values: Box<[String; 2]>,
    },
    /// The truths of slices have no labels in common.
    #[error(
        "slices {:?} and {:?} do not add up: their truth labels have nothing in common ({} on one, {} on the other)",
        slices[0], slices[1], labels[0], labels[1]
    )]
    OtherLabels {
        /// The slices.
        slices: Box<[String; 2]>,
        /// Some labels of each.
        labels: Box<[String; 2]>,
    },
    /// A partial is not as it was written.
    #[error("the partial is damaged: {problem}")]
    DamagedPartial {
        /// What does not fit.
        problem: String,
    },
    /// There is no slice to make a study of.
    #[error("there is no slice, so there is nothing to compare")]
    NoSlices,
    /// Bytes that were to be a part of a slide are not what was written.
    #[error("the {what} cannot be read: {problem}")]
    Damaged {
        /// What they were to be.
        what: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// Two parts of a slide were made with different settings.
    #[error("the parts differ in {setting}: {} and {}; only parts of one slide, made with the same settings, add up", values[0], values[1])]
    Parts {
        /// What differs.
        setting: String,
        /// The two values.
        values: Box<[String; 2]>,
    },
    /// Tiles do not cover the slide, or overlap.
    #[error("the tiles hold {found} spots of {expected}: some are missing, or added twice")]
    TilesLack {
        /// The number of spots in their cores.
        found: u64,
        /// The number of spots of the slide.
        expected: u64,
    },
    /// A tile holds too little of what is around it.
    #[error("the tile holds all spots up to {found} around its core, expected {expected}")]
    Halo {
        /// How far it goes.
        found: f64,
        /// How far it should.
        expected: f64,
    },
    /// Tiles are to be counted before the plan is ready.
    #[error("the plan is not ready: it has to learn from the tallies of all tiles first")]
    Unplanned,
    /// A tile has labels that it did not have when all tiles were asked for them.
    #[error("no tile had the truth {0:?} with the pred {1:?} when labels were collected")]
    Stranger(String, String),
    /// Labels are missing and the policy is `error`.
    #[error("{n_spots} spots have no {role} label")]
    MissingSome {
        /// `truth` or `pred`.
        role: &'static str,
        /// The number of spots.
        n_spots: u64,
    },
    /// A spot of a tile has more neighbours than are counted.
    #[error("a spot has more than 255 neighbours, the most that a slide in tiles may have")]
    TooManyNeighbors,
    /// An observer asked to stop.
    #[error("stopped")]
    Stopped,
}
