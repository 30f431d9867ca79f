//! Axes for unmatched labels: a label space wider than the truth's, with those of the pred that match none.

use crate::editor::kinds;
use crate::flow::Flow;
use crate::graph::SpatialGraph;
use crate::matcher::Matching;

/// A pred whose unmatched labels have kinds of their own; the `authors` estimator alone leaves the truth's label space.
pub(crate) struct UnmatchedAxes {
    /// The kind of every edge.
    kinds: Vec<u16>,
    n_labels: usize,
}

impl UnmatchedAxes {
    /// The wider space, where there are unmatched labels; `with_missing` says whether the class of the spots without a prediction has a
    /// kind of its own, too.
    pub(crate) fn new(matching: &Matching, graph: &SpatialGraph, with_missing: bool) -> Option<Self> {
        let n_labels = if with_missing { matching.n_classes() } else { matching.n_labels() };
        (n_labels > matching.n_truth).then(|| Self { kinds: kinds(graph, &matching.codes, n_labels), n_labels })
    }

    /// The kinds of some edges, or of all, in the pred; and the flow to them from those of the same edges in the truth.
    pub(crate) fn flow(&self, subset: Option<&[u32]>, truth: &[u16], weights: Option<&[f64]>) -> (Vec<u16>, Flow) {
        let pick = |subset: &[u32]| subset.iter().map(|&edge| self.kinds[edge as usize]).collect();
        let pred = subset.map_or_else(|| self.kinds.clone(), pick);
        let flow = Flow::count(truth, &pred, weights, self.n_labels + 1);
        (pred, flow)
    }
}
