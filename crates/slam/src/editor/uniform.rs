//! Uniform weights: every edge counts the same.

use super::{Editor, Weights};
use crate::error::Result;
use crate::graph::SpatialGraph;
use crate::pair::Pair;

/// Every edge weighs 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Uniform;

impl Editor for Uniform {
    fn name(&self) -> &'static str {
        "uniform"
    }

    fn weigh(&self, _pair: &Pair, _graph: &SpatialGraph) -> Result<Weights> {
        Ok(Weights::default())
    }
}
