//! Step II, editing: both labelings written on the same graph, with a weight on every edge.

mod uniform;
mod similarity;
mod severity;

use std::fmt;

use crate::error::{Error, Result};
use crate::graph::SpatialGraph;
use crate::pair::Pair;
use crate::parallel::each;
use crate::parallel::prelude::*;
use crate::score::warning::Warning;

pub use severity::{LabelSeverity, SpotSeverity};
pub use similarity::{Measure, Similarity};
pub use uniform::Uniform;

/// The number of edges that a thread looks at together.
const CHUNK: usize = 1 << 16;

/// Says how much each edge matters.
pub trait Editor: fmt::Debug + Send + Sync {
    /// What results call it.
    fn name(&self) -> &str;

    /// The step and its settings, as the provenance of a result shows them: by default what `Debug` says of it. Slices of a study
    /// add up only where this is the same.
    fn describe(&self) -> String {
        format!("{self:?}")
    }

    /// Returns a weight in [0, 1] for every edge, not all 0, the same in both graphs, which may depend on the truth but not on the
    /// pred.
    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights>;
}

/// The weights of all edges, in [0, 1], and what a user should know about them.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Weights {
    /// A weight per edge, or none where all are 1.
    pub values: Option<Vec<f64>>,
    /// What a user should know.
    pub warnings: Vec<Warning>,
}

impl Weights {
    /// A weight for every edge, and nothing that a user should know; whether they lie in [0, 1] is checked when they are used.
    pub fn new(values: Vec<f64>) -> Self {
        Self { values: Some(values), warnings: Vec::new() }
    }

    /// The product of two sets of weights.
    #[must_use]
    pub fn times(mut self, other: Self) -> Self {
        self.warnings.extend(other.warnings);
        self.values = match (self.values, other.values) {
            (Some(mut values), Some(factors)) => {
                values.iter_mut().zip(factors).for_each(|(value, factor)| *value *= factor);
                Some(values)
            }
            (values, factors) => values.or(factors),
        };
        self
    }

    /// The same, once it is known that some edge counts; `editors` made them.
    pub(crate) fn counting(self, editors: &[Box<dyn Editor>]) -> Result<Self> {
        if self.values.as_ref().is_some_and(|values| values.iter().all(|&weight| weight == 0.0)) {
            let steps = editors.iter().map(|editor| editor.name()).collect::<Vec<_>>().join(", ");
            return Err(Error::NoWeight { steps });
        }
        Ok(self)
    }

    /// The weight of an edge.
    pub fn get(&self, edge: usize) -> f64 {
        self.values.as_ref().map_or(1.0, |values| values[edge])
    }
}

/// Refuses weights that are not one per edge, or not between 0 and 1.
pub(crate) fn check_weights(step: &str, weights: &[f64], n_edges: usize) -> Result<()> {
    let wrong = |problem: String| Err(Error::Step { step: step.to_owned(), problem });
    if weights.len() != n_edges {
        return wrong(format!("{} weights for {n_edges} edges", weights.len()));
    }
    let is_weight = |weight: &f64| (0.0..=1.0).contains(weight);
    // Every weight is looked at, so that there is no branch to wait for.
    let are_weights = |some: &[f64]| some.iter().fold(true, |are, weight| are & is_weight(weight));
    if each(weights.chunks(CHUNK), are_weights).into_iter().all(|are| are) {
        return Ok(());
    }
    match weights.iter().position(|weight| !is_weight(weight)) {
        Some(edge) => wrong(format!("the weight of edge {edge} is {}, expected 0 to 1", weights[edge])),
        None => Ok(()),
    }
}

/// The kind of every edge: `t + 1` where both ends carry truth label `t`, else 0.
///
/// Labels from `n_truth` on are unmatched, and their edges are of kind 0.
pub fn kinds(graph: &SpatialGraph, codes: &[u16], n_truth: usize) -> Vec<u16> {
    graph.edges().par_iter().with_min_len(1 << 14).map(|&edge| kind(edge, codes, n_truth)).collect()
}

/// The kinds of the edges in both labelings, for which the edges are gone through once.
pub(crate) fn kinds_of_both(graph: &SpatialGraph, codes: [&[u16]; 2], n_truth: usize) -> [Vec<u16>; 2] {
    let both = |&edge: &(u32, u32)| (kind(edge, codes[0], n_truth), kind(edge, codes[1], n_truth));
    let (truth, pred) = graph.edges().par_iter().with_min_len(1 << 14).map(both).unzip();
    [truth, pred]
}

/// The kind of one edge.
#[inline]
pub(crate) fn kind((u, v): (u32, u32), codes: &[u16], n_truth: usize) -> u16 {
    let code = codes[u as usize];
    if code == codes[v as usize] && usize::from(code) < n_truth { code + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_or_nothing() {
        let graph = SpatialGraph::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).unwrap();
        assert_eq!(kinds(&graph, &[0, 0, 1, 2, 2], 2), [1, 0, 0, 0]);
        assert_eq!(kinds(&graph, &[0, 0, 1, 2, 2], 3), [1, 0, 0, 3]);
        assert_eq!(
            kinds_of_both(&graph, [&[0, 0, 1, 2, 2], &[0, 1, 1, 2, 2]], 2),
            [vec![1, 0, 0, 0], vec![0, 2, 0, 0]]
        );
    }

    #[test]
    fn the_first_wrong_weight_is_named_wherever_it_stands() {
        let mut weights = vec![0.5; CHUNK + 2];
        assert_eq!(check_weights("mine", &weights, CHUNK + 2), Ok(()));
        (weights[CHUNK], weights[CHUNK + 1]) = (1.5, f64::NAN);
        let wrong = check_weights("mine", &weights, CHUNK + 2).unwrap_err();
        assert_eq!(wrong.to_string(), "mine: the weight of edge 65536 is 1.5, expected 0 to 1");
    }

    #[test]
    fn weights_multiply() {
        let half = Weights { values: Some(vec![0.5, 1.0]), ..Weights::default() };
        assert_eq!(half.clone().times(half.clone()).values, Some(vec![0.25, 1.0]));
        assert_eq!(Weights::default().times(half).get(0), 0.5);
    }
}
