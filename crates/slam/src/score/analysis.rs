//! What a score was made of, for maps and tables.

use std::sync::Arc;

use crate::editor::Weights;
use crate::error::Result;
use crate::extractor::Distribution;
use crate::graph::SpatialGraph;
use crate::matcher::Matching;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pipeline::{Connected, Pipeline};
use crate::score::{Score, SpotScore, SpotSums};

/// A score, and what it was made of.
#[derive(Debug, Clone)]
pub struct Analyzed {
    /// The result.
    pub score: Score,
    /// The parts it was made of.
    pub analysis: Analysis,
}

/// The parts that a score was made of.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Analysis {
    /// The two labelings.
    pub pair: Pair,
    /// The pred labels in the truth's words.
    pub matching: Matching,
    /// The neighbour graph.
    pub graph: Arc<SpatialGraph>,
    /// The kind of every edge in the truth.
    pub truth_kinds: Vec<u16>,
    /// The kind of every edge in the matched pred.
    pub pred_kinds: Vec<u16>,
    /// The weight of every edge.
    pub weights: Arc<Weights>,
}

impl Analysis {
    /// What the labels of `matching.codes` are called: the truth's, then the unmatched ones, which equal none of these.
    pub fn matched_names(&self) -> Vec<String> {
        self.matching.names(self.pair.truth())
    }

    /// The distributions of truth and pred, as the steps of a pipeline extract them on the same graph.
    pub fn distributions(&self, pipeline: &Pipeline, observer: &dyn Observer) -> Result<[Distribution; 2]> {
        Ok(pipeline.distributions(&self.pair, &self.matching, &self.connected(), observer)?.1)
    }

    /// The weighted neighbour graph, of which all that a user should know is said already.
    pub(crate) fn connected(&self) -> Connected {
        let (graph, weights) = (Arc::clone(&self.graph), Arc::clone(&self.weights));
        Connected { graph, weights, warnings: Vec::new() }
    }

    /// How wrong each spot is.
    pub fn spots(&self) -> Vec<SpotScore> {
        self.spot_sums().scores().collect()
    }

    /// What the scores of spots are made of; the kinds of edges are not asked for.
    pub fn spot_sums(&self) -> SpotSums {
        let (truth, weights) = (self.pair.truth(), self.weights.values.as_deref());
        SpotSums::of(&self.graph, [truth.codes(), &self.matching.codes], truth.n_labels(), weights)
    }
}
