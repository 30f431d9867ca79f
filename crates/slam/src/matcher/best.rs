//! The default where names differ: the one-to-one matching under which `slam_adjusted` is smallest.

use std::sync::Arc;

use super::{Matcher, Matching, Overlap, Sides, Tabled};
use crate::adjusted::{Adjusted, Adjuster, MOST_PAIRS, Pairs, Subset, TwoLabelings, best, distance};
use crate::editor::Weights;
use crate::error::Result;
use crate::graph::Neighborhood;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pipeline::Connected;

/// One to one, with the smallest `slam_adjusted`; labels left over stand for nothing.
///
/// A many-to-one matching rewards labelings that split domains; of the one-to-one matchings this one does not jump when a few spots
/// change sides. With more than 65,536 pairs of labels only spots and half-edges one by one are looked at, and labels that share no
/// spot are not matched.
///
/// It looks at the neighbour graph; without one ([`Matcher::match_labels`]) it takes that of the default options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Best;

impl Matcher for Best {
    fn name(&self) -> &'static str {
        "best"
    }

    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching> {
        self.match_on(pair, &default_graph(pair, observer)?, observer)
    }

    fn match_on(&self, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Matching> {
        let sides = Sides::of(pair);
        let (n_truth, n_pred) = (sides.truth.len(), sides.pred.len());
        if n_truth * n_pred > MOST_PAIRS {
            return Ok(super::sparse::matched(&sides, pair, graph, observer)?.written(pair));
        }
        let slices = pair.spots().each_slice();
        let all = Pairs::All { n_truth, n_pred: pair.pred().n_labels() };
        let subset = Subset { slices: &slices, edges: None };
        let agreements = Adjuster::new(labelings(pair, graph)).agreements(subset, all, observer)?;
        let partners = best(&agreements)?;
        let adjusted = Adjusted { distance: distance(&agreements)?, ..agreements.adjusted(&partners) };
        let matching = self.tabled(&sides, &partners).written(pair);
        Ok(Matching { adjusted: Some(Box::new(adjusted)), ..matching })
    }
}

impl Best {
    /// The matching in which these pred labels stand for the truth labels.
    pub(crate) fn tabled(self, sides: &Sides<'_>, partners: &[Option<u32>]) -> Tabled {
        let mut matches = vec![None; sides.pred.len()];
        for (truth, pred) in partners.iter().enumerate() {
            if let Some(pred) = pred {
                matches[*pred as usize] = Some(truth);
            }
        }
        let reason = "one to one, with the smallest slam_adjusted".to_owned();
        Tabled::new(sides, &Overlap::of(&sides.table), self.name(), reason, &matches)
    }
}

/// The labelings of a pair, labels as given.
fn labelings<'a>(pair: &'a Pair, graph: &'a Connected) -> TwoLabelings<'a> {
    TwoLabelings {
        spots: pair.spots(),
        graph: &graph.graph,
        weights: graph.weights.values.as_deref(),
        truth: pair.truth().codes(),
        pred: pair.pred().codes(),
        n_truth: pair.truth().n_labels(),
        n_pred: pair.pred().n_labels(),
        missing: pair.missing_pred(),
    }
}

/// The unweighted graph of the default options.
pub(super) fn default_graph(pair: &Pair, observer: &dyn Observer) -> Result<Connected> {
    let (graph, warnings) = Neighborhood::default().connect(pair.spots(), observer)?;
    Ok(Connected { graph: Arc::new(graph), weights: Arc::new(Weights::default()), warnings })
}
