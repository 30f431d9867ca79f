//! The Spatial Labeling Analogy Metric (SLAM): how similar are two labelings of the same places?
//!
//! The method has four steps. Match the labels (𝓜), turn both labelings into attributed graphs on the same neighbour
//! graph (𝓖), extract the distribution of edge attributes (𝓣), measure the discrepancy of the two distributions (𝓓).

mod error;
mod observer;
mod natural;
mod labeling;
mod measurements;
mod spots;
mod pair;
mod contingency;
mod warning;
pub mod matcher;
pub mod graph;
pub mod editor;
mod flow;
pub mod metrics;
mod q;
mod named;
mod random;
#[cfg(test)]
mod testing;

pub use contingency::{Cell, Contingency};
pub use error::{Error, Result};
pub use flow::Flow;
pub use graph::{Neighborhood, SpatialGraph};
pub use labeling::{Labeling, LabelingBuilder, MAX_LABELS, MISSING_NAME};
pub use measurements::{Measurements, Row};
pub use named::Named;
pub use natural::natural_order;
pub use observer::Observer;
pub use pair::{Missing, Pair};
pub use q::{SLAM_SCALE, Scale};
pub use spots::Spots;
pub use warning::Warning;
