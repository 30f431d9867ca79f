//! The Spatial Labeling Analogy Metric (SLAM): how similar are two labelings of the same places?
//!
//! The method has four steps. Match the labels (𝓜), turn both labelings into attributed graphs on the same neighbour
//! graph (𝓖), extract the distribution of edge attributes (𝓣), measure the discrepancy of the two distributions (𝓓).

mod error;
mod observer;
mod natural;
mod edit_distance;
mod chunks;
mod labeling;
mod doubt;
mod measurements;
mod spots;
mod pair;
mod contingency;
mod buckets;
mod warning;
pub mod matcher;
pub mod graph;
pub mod editor;
pub mod extractor;
pub mod discrepancy;
mod flow;
mod adjusted;
pub mod metrics;
mod q;
pub mod inference;
mod named;
mod spelling;
mod score;
mod own_steps;
mod options;
mod analysis;
mod unmatched_axes;
mod pipeline;
mod ranking;
mod reference;
mod comparison;
mod verdict;
mod compare;
pub mod partial;
mod matched;
pub mod study;
mod random;
#[cfg(test)]
mod testing;

pub use adjusted::{Adjusted, AdjustedLevel};
pub use analysis::Analysis;
pub use compare::NamedLabeling;
pub use comparison::{Compared, Comparison, Entry, Place, Row as BoardRow};
pub use contingency::{Cell, Contingency};
pub use discrepancy::{Discrepancy, Measured};
pub use doubt::Doubt;
#[doc(hidden)]
pub use edit_distance::edit_distance;
pub use error::{Error, Result};
pub use extractor::{Atom, Distribution, LabeledGraph};
pub use flow::Flow;
pub use graph::{Neighborhood, SpatialGraph};
pub use labeling::{Labeling, LabelingBuilder, MAX_LABELS, MISSING_NAME, is_missing};
pub use matched::Matched;
pub use measurements::{Measurements, Row};
pub use named::Named;
pub use natural::natural_order;
pub use observer::Observer;
pub use options::Options;
pub use own_steps::OwnSteps;
pub use pair::{Missing, Pair};
pub use pipeline::{Connected, Pipeline};
pub use q::{ADJUSTED_SCALE, SLAM_SCALE, Scale};
pub use ranking::{RankBy, Standing, ranks};
pub use reference::{ONE_LABEL, RANDOM_DOMAINS, Reference, SHUFFLED};
pub use score::{Domain, FlowTable, MatchingSummary, Pinned, Provenance, Score, SliceScore, SpotScore, SpotSums};
pub use spots::Spots;
pub use verdict::{BLIND, Lead, Verdict, Worst, is_blind};
pub use warning::Warning;
