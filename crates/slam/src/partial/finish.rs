//! The score of a slide from what all of its tiles know.

use std::collections::BTreeMap;

use super::labels::Labels;
use super::{Partial, Plan};
use crate::adjusted::tiled::{Geometry, Tiled};
use crate::adjusted::{Adjusted, distance};
use crate::error::{Error, Result};
use crate::extractor::{Distribution, OneHot};
use crate::flow::Flow;
use crate::graph::Neighborhood;
use crate::matcher::Matching;
use crate::metrics::evaluate_tables;
use crate::observer::Observer;
use crate::pair::spots::Spots;
use crate::pipeline::{Judged, Pipeline};
use crate::score::named::Named;
use crate::score::warning::Warning;
use crate::score::{Domain, FlowTable, MatchingSummary, Pinned, Score, cancelled};
use crate::verdict::Verdict;

impl Partial {
    /// The score, once the partials of all tiles are added; what it lacks is said in `undefined`.
    pub fn finish(self, plan: &Plan, observer: &dyn Observer) -> Result<Score> {
        plan.stamp().agrees(&self.stamp)?;
        let (Some(labels), Some(geometry)) = (&plan.labels, plan.geometry()) else { return Err(Error::Unplanned) };
        if (self.n_spots, self.n_edges) != (labels.n_spots(), geometry.n_edges) {
            return Err(Error::TilesLack { found: self.n_spots, expected: labels.n_spots() });
        }
        let options = plan.options();
        let matching = labels.matching(options, observer)?.matching;
        let pipeline = options.pipeline(&Spots::new(2, Vec::new())?);
        let flow = self.narrow(labels.truth.len());
        let wide = (pipeline.discrepancy.keeps_unmatched() && matching.n_labels() > matching.n_truth)
            .then(|| self.wide(matching.n_labels()));
        let [truth, pred] = distributions(wide.as_ref().unwrap_or(&flow))?;
        let slam = pipeline.discrepancy.measure(&truth, &pred, observer)?.checked(pipeline.discrepancy.name())?;
        let lattice = is_square(self.square);
        let adjusted = adjusted(labels, self.cells, self.forgiven, &geometry)?;
        let judged = Judged {
            n_edges: self.n_edges as usize,
            slam,
            adjusted,
            pinned: Pinned::from(&flow),
            cancelled: cancelled(&flow),
            flow,
        };
        let mut score = summary(labels, &matching, judged, plan, &pipeline);
        if let (true, Some((k, _))) = (lattice, options.graph.k_and_tie()) {
            score.warnings.push(Warning::SquareLattice { k });
        }
        let (given, matched) = (labels.given(), labels.after_matching());
        let values = evaluate_tables(given, matched, &options.metrics, options.nmi, observer)?;
        (score.metrics, score.undefined) = (values.numbers(), values.reasons());
        score.verdict = Verdict::on(&score);
        Ok(score)
    }

    /// The flow in the truth's labels.
    fn narrow(&self, n_truth: usize) -> Flow {
        let mut cells: BTreeMap<(u16, u16), f64> = BTreeMap::new();
        for &[truth, pred, n_edges] in &self.flow {
            let pred = if pred as usize > n_truth { 0 } else { pred };
            *cells.entry((truth as u16, pred as u16)).or_default() += n_edges as f64;
        }
        Flow { n_kinds: n_truth + 1, n_edges: self.n_edges, cells }
    }

    /// The flow in the labels of both.
    fn wide(&self, n_labels: usize) -> Flow {
        Flow { n_kinds: n_labels + 1, ..self.narrow(n_labels) }
    }
}

/// `slam_adjusted` from the cells of all tiles.
fn adjusted(labels: &Labels, cells: Tiled, forgiven: Option<Tiled>, geometry: &Geometry) -> Result<Adjusted> {
    let equal: Vec<Option<u32>> = (0..labels.truth.len() as u32).map(Some).collect();
    let agreements = cells.finish(geometry, &labels.as_matched());
    let mut adjusted = Adjusted { distance: distance(&agreements)?, ..agreements.adjusted(&equal) };
    if let (Some(cells), Some((forgiven, _))) = (forgiven, labels.as_forgiven()) {
        adjusted.lenient = cells.finish(geometry, &forgiven).adjusted(&equal).value;
    }
    Ok(adjusted)
}

/// The distributions of truth and pred that a flow has as its margins.
fn distributions(flow: &Flow) -> Result<[Distribution; 2]> {
    let (axes, n_edges) = (flow.axes(), flow.n_edges as usize);
    Ok([
        OneHot::of_counts(&flow.truth_margin(), n_edges, &axes)?,
        OneHot::of_counts(&flow.pred_margin(), n_edges, &axes)?,
    ])
}

fn is_square([n_looked_at, n_square]: [u64; 2]) -> bool {
    2 * n_square > n_looked_at
}

fn summary(labels: &Labels, matching: &Matching, whole: Judged, plan: &Plan, pipeline: &Pipeline) -> Score {
    let n_spots = labels.n_spots() as usize;
    let sizes: Vec<usize> = labels.given().truth_sizes.iter().map(|&size| size as usize).collect();
    let counts = labels.row_counts();
    let parts = [
        counts.warnings([&labels.truth, &labels.pred]),
        few(&plan.options().graph, n_spots).into_iter().collect(),
        matching.warnings.clone(),
        pipeline.warnings(&whole),
    ];
    plan.options().told(Score {
        verdict: Verdict::default(),
        n_spots,
        n_dropped: labels.n_rows as usize - n_spots,
        n_truth_spots: labels.n_truth_rows as usize,
        n_unlabelled: labels.n_unlabelled as usize,
        n_edges: whole.n_edges,
        n_labels: labels.truth.len(),
        matching: MatchingSummary::from(matching),
        slam: whole.slam,
        slam_adjusted: whole.adjusted,
        slam_pinned: whole.pinned,
        cancelled: whole.cancelled,
        flow: FlowTable::new(&whole.flow, &labels.truth),
        domains: Domain::table(&whole.flow, &labels.truth, &sizes),
        metrics: Named::default(),
        undefined: Named::default(),
        slices: Named::default(),
        test: None,
        intervals: None,
        warnings: parts.concat(),
        provenance: pipeline.provenance(),
    })
}

fn few(graph: &Neighborhood, n_spots: usize) -> Option<Warning> {
    let (k, available) = (graph.k_and_tie()?.0, n_spots - 1);
    (available < k).then_some(Warning::FewerSpotsThanNeighbors { k, available })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_enough_neighbours_are_enough() {
        let graph = Neighborhood::Mutual { k: 6, tie: 0.01 };
        assert_eq!(few(&graph, 7), None);
        assert_eq!(few(&graph, 6), Some(Warning::FewerSpotsThanNeighbors { k: 6, available: 5 }));
    }
}
