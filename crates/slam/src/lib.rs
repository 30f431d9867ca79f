//! The Spatial Labeling Analogy Metric (SLAM): how similar are two labelings of the same places?
//!
//! The method has four steps. Match the labels (𝓜), turn both labelings into attributed graphs on the same neighbour
//! graph (𝓖), extract the distribution of edge attributes (𝓣), measure the discrepancy of the two distributions (𝓓).

mod error;
mod observer;
mod natural;
mod slip;
mod labeling;
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
mod local;
pub mod metrics;
mod q;
pub mod inference;
mod named;
mod spelling;
mod score;
mod options;
mod analysis;
mod wide;
mod pipeline;
mod compare;
mod matched;
mod random;
#[cfg(test)]
mod testing;

pub use analysis::Analysis;
pub use compare::{Compared, Comparison, Entry, NamedLabeling, ONE_LABEL, Place, Reference, SHUFFLED, ranks};
pub use contingency::{Cell, Contingency};
pub use discrepancy::{Discrepancy, Slam};
pub use error::{Error, Result};
pub use extractor::{Atom, Distribution};
pub use flow::Flow;
pub use graph::{Neighborhood, SpatialGraph};
pub use labeling::{Labeling, LabelingBuilder, MAX_LABELS, MISSING_NAME};
pub use local::{Level, Local};
pub use matched::Matched;
pub use measurements::{Measurements, Row};
pub use named::Named;
pub use natural::natural_order;
pub use observer::Observer;
pub use options::Options;
pub use pair::{Missing, Pair};
pub use pipeline::{Connected, Pipeline};
pub use q::{SLAM_SCALE, Scale};
pub use score::{Domain, FlowTable, MatchingSummary, Pinned, Provenance, Score, SliceScore, SpotScore};
#[doc(hidden)]
pub use slip::edit_distance;
pub use spots::Spots;
pub use warning::Warning;
