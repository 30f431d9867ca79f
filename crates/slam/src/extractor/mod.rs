//! Step III, extracting: the distribution of edge attributes.

mod distribution;
mod one_hot;

use std::fmt;

use crate::error::Result;

pub use distribution::{Atom, Distribution};
pub use one_hot::OneHot;

/// Turns an attributed graph into a distribution.
pub trait Extractor: fmt::Debug + Send + Sync {
    /// Returns the distribution of the attributes of all edges.
    fn extract(&self, graph: &AttributedGraph<'_>) -> Result<Distribution>;
}

/// A labeling written on the graph: a kind and a weight for every edge.
#[derive(Debug, Clone, Copy)]
pub struct AttributedGraph<'a> {
    /// The kind of every edge: `t + 1` inside label `t`, 0 at a boundary.
    pub kinds: &'a [u16],
    /// The weight of every edge, 1 where none.
    pub weights: Option<&'a [f64]>,
    /// The axis that stands for each label.
    pub axes: &'a [u16],
}
