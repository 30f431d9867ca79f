//! Both labelings on one graph, and the scores of all edges or of a slice's.

use super::{Connected, Pipeline};
use crate::adjusted::{Adjusted, Subset};
use crate::discrepancy::{IMPRECISE, Measured};
use crate::error::Result;
use crate::extractor::{LabeledGraph, Parts};
use crate::flow::Flow;
use crate::graph::SpatialGraph;
use crate::matcher::Matching;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::slice::Slice;
use crate::pipeline::unmatched_axes::UnmatchedAxes;
use crate::score::named::Named;
use crate::score::warning::Warning;
use crate::score::{Domain, FlowTable, MatchingSummary, Pinned, Provenance, Score, SliceScore, cancelled};
use crate::verdict::{BLIND, Verdict};

/// Both labelings, written on the same graph.
pub(super) struct Written<'a> {
    pub(super) pipeline: &'a Pipeline,
    pub(super) pair: &'a Pair,
    pub(super) matching: &'a Matching,
    pub(super) connected: &'a Connected,
    pub(super) truth: &'a [u16],
    pub(super) pred: &'a [u16],
    pub(super) wide: Option<UnmatchedAxes>,
}

/// Both labelings of all edges, or of those of one slice.
pub(super) struct Edges<'a> {
    pub(super) graph: &'a SpatialGraph,
    /// The spots and the edges of the slice.
    pub(super) part: Option<(&'a [u32], &'a [u32])>,
    /// The label of every spot of the whole graph, in truth and pred.
    pub(super) codes: [&'a [u16]; 2],
    /// The kind of every edge at hand, in truth and pred.
    pub(super) kinds: [&'a [u16]; 2],
    /// The weight of every edge at hand.
    pub(super) weights: Option<&'a [f64]>,
}

impl Edges<'_> {
    pub(super) fn labeled<'a>(&'a self, side: usize, axes: &'a [u16]) -> LabeledGraph<'a> {
        let (spots, subset) = self.part.unzip();
        let (codes, kinds) = (self.codes[side], self.kinds[side]);
        LabeledGraph::of(&Parts { graph: self.graph, spots, subset, codes, kinds, weights: self.weights, axes })
    }
}

/// The scores of a set of edges.
pub(crate) struct Judged {
    pub(crate) n_edges: usize,
    pub(crate) flow: Flow,
    pub(crate) slam: Measured,
    pub(crate) adjusted: Adjusted,
    pub(crate) pinned: Pinned,
    pub(crate) cancelled: Option<f64>,
}

impl Judged {
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let cancelled = self.cancelled.filter(|share| *share > BLIND).map(|share| Warning::Cancelled { share });
        let imprecise = self.slam.d_se.filter(|se| *se > IMPRECISE).map(|d_se| Warning::Imprecise { d_se });
        let has_sigma = self.slam.sliced().is_some_and(|sliced| sliced.sigma.is_some());
        let ceiling = self.slam.is_at_ceiling().then_some(Warning::Ceiling { has_sigma });
        cancelled.into_iter().chain(imprecise).chain(ceiling).collect()
    }
}

impl Written<'_> {
    /// The scores of all edges, or of a subset of them, beside their `slam_adjusted`.
    pub(super) fn measure(&self, part: Subset<'_>, adjusted: Adjusted, observer: &dyn Observer) -> Result<Judged> {
        let subset = part.edges;
        let pick =
            |kinds: &[u16]| subset.map(|subset| subset.iter().map(|&edge| kinds[edge as usize]).collect::<Vec<_>>());
        let (some_truth, some_pred) = (pick(self.truth), pick(self.pred));
        let all_weights = self.connected.weights.values.as_deref();
        let some_weights: Option<Vec<f64>> = match (subset, all_weights) {
            (Some(subset), Some(weights)) => Some(subset.iter().map(|&edge| weights[edge as usize]).collect()),
            _ => None,
        };
        let truth = some_truth.as_deref().unwrap_or(self.truth);
        let pred = some_pred.as_deref().unwrap_or(self.pred);
        let weights = some_weights.as_deref().or(all_weights);

        let flow = Flow::count(truth, pred, weights, self.pair.truth().n_labels() + 1);
        let edges = Edges {
            graph: &self.connected.graph,
            part: subset.and_then(|subset| Some((part.slices[0].list()?, subset))),
            codes: [self.pair.truth().codes(), &self.matching.codes],
            kinds: [truth, pred],
            weights,
        };
        let slam = if let Some(wide) = &self.wide {
            let (pred, flow) = wide.flow(subset, truth, weights);
            self.pipeline.slam(&flow, &Edges { kinds: [truth, &pred], ..edges }, observer)?
        } else {
            self.pipeline.slam(&flow, &edges, observer)?
        };
        Ok(Judged {
            n_edges: truth.len(),
            slam,
            adjusted,
            pinned: Pinned::from(&flow),
            cancelled: cancelled(&flow),
            flow,
        })
    }

    pub(super) fn measure_slices(
        &self,
        (spots, edges): (&[Slice], &[Vec<u32>]),
        adjusted: Vec<Option<Adjusted>>,
        observer: &dyn Observer,
    ) -> Result<Named<SliceScore>> {
        let Some(slices) = self.pair.spots().slices() else { return Ok(Named::default()) };
        let one = |(slice, adjusted): (usize, Option<Adjusted>)| {
            let part = Subset { slices: &spots[slice..=slice], edges: Some(&edges[slice]) };
            let measured = adjusted.map(|adjusted| self.measure(part, adjusted, observer)).transpose()?;
            Ok((slices.names()[slice].clone(), slice_score(spots[slice].len(), measured)))
        };
        adjusted.into_iter().enumerate().map(one).collect()
    }
}

fn slice_score(n_spots: usize, measured: Option<Judged>) -> SliceScore {
    SliceScore {
        n_spots,
        n_edges: measured.as_ref().map_or(0, |measured| measured.n_edges),
        slam_pinned: measured.as_ref().map(|measured| measured.pinned),
        cancelled: measured.as_ref().and_then(|measured| measured.cancelled),
        slam_adjusted: measured.as_ref().map(|measured| measured.adjusted.clone()),
        slam: measured.map(|measured| measured.slam),
        metrics: Named::default(),
        undefined: Named::default(),
    }
}

pub(super) fn summary(pair: &Pair, matching: &Matching, whole: &Judged) -> Score {
    let truth = pair.truth();
    Score {
        verdict: Verdict::default(),
        n_spots: pair.n_spots(),
        n_dropped: pair.n_dropped(),
        n_truth_spots: pair.n_truth_spots(),
        n_unlabelled: pair.n_unlabelled(),
        n_edges: whole.n_edges,
        n_labels: truth.n_labels(),
        matching: MatchingSummary::from(matching),
        slam: whole.slam.clone(),
        slam_adjusted: whole.adjusted.clone(),
        slam_pinned: whole.pinned,
        cancelled: whole.cancelled,
        flow: FlowTable::new(&whole.flow, truth.names()),
        domains: Domain::table(&whole.flow, truth.names(), &truth.counts()),
        metrics: Named::default(),
        undefined: Named::default(),
        slices: Named::default(),
        test: None,
        intervals: None,
        warnings: Vec::new(),
        provenance: Provenance::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::editor::{Editor, Weights};
    use crate::graph::SpatialGraph;
    use crate::options::Options;
    use crate::options::own_steps::OwnSteps;
    use crate::testing::{labeling, line};

    #[test]
    fn more_than_half_must_cancel_to_be_warned_of() {
        let warned = |share: f64| {
            let adjusted = Adjusted::default();
            let (flow, slam) = (Flow::default(), Measured::other("own", 0.0, []));
            let pinned = Pinned { d: 0.0, mean: 0.0 };
            Judged { n_edges: 0, flow, slam, adjusted, pinned, cancelled: Some(share) }.warnings()
        };
        assert_eq!((warned(0.5), warned(0.75)), (vec![], vec![Warning::Cancelled { share: 0.75 }]));
    }

    /// Edges of the first four spots count, the others a half.
    #[derive(Debug)]
    struct Fading;

    impl Editor for Fading {
        fn name(&self) -> &'static str {
            "fading"
        }

        fn weigh(&self, _: &Pair, graph: &SpatialGraph) -> Result<Weights> {
            Ok(Weights::new(graph.edges().iter().map(|&(u, _)| if u < 4 { 1.0 } else { 0.5 }).collect()))
        }
    }

    #[test]
    fn a_slice_has_the_weights_of_its_own_edges() {
        let spots = line(8).with_slices(labeling("llllrrrr")).unwrap();
        // All edges of both slices are taken for the other label.
        let pair = Pair::new(spots, labeling("aaaabbbb"), labeling("bbbbaaaa")).unwrap();
        let own = OwnSteps { editors: vec![Arc::new(Fading)], ..OwnSteps::default() };
        let score = Options { own, ..Options::default() }.analyze(pair, &()).unwrap().score;
        // δ = w² = 1 on the left, ¼ on the right.
        let means: Vec<_> = score.slices.0.iter().map(|(_, slice)| slice.slam_pinned.unwrap().mean).collect();
        assert_eq!(means, [1.0, 0.25]);
        assert_eq!(score.provenance.steps.get("editors").map(String::as_str), Some("[Fading]"));
    }
}
