//! The result of comparing two labelings: one value, and all that explains it.

pub(crate) mod analysis;
pub(crate) mod named;
pub(crate) mod input;
pub(crate) mod warning;

use crate::adjusted::Adjusted;
use crate::comparison::ranking::RankBy;
use crate::discrepancy::{Measured, from_exponent};
use crate::editor::kind;
use crate::flow::{Flow, delta};
use crate::graph::SpatialGraph;
use crate::inference::{Finding, Test};
use crate::matcher::{Link, MatchPer, Matching, Split};
use crate::options::Options;
use crate::parallel::prelude::*;
use crate::score::named::Named;
use crate::score::warning::Warning;
use crate::verdict::Verdict;

/// How similar two labelings are, and why.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Score {
    /// What a reader who looks at nothing else should take away.
    pub verdict: Verdict,
    /// The number of spots compared.
    pub n_spots: usize,
    /// The number of spots left out because a label was missing.
    pub n_dropped: usize,
    /// The number of spots that the truth labels.
    pub n_truth_spots: usize,
    /// The number of those that the pred does not label, whatever happened to them.
    pub n_unlabelled: usize,
    /// The number of edges of the neighbour graph.
    pub n_edges: usize,
    /// K, the number of truth labels.
    pub n_labels: usize,
    /// What became of the pred labels.
    pub matching: MatchingSummary,
    /// The score: d and how sure it is.
    pub slam: Measured,
    /// How far the pred is from the truth at every scale, in units of chance.
    pub slam_adjusted: Adjusted,
    /// The same question edge by edge.
    pub slam_pinned: Pinned,
    /// The share of wrong edges that SLAM cannot see, or none when nothing is wrong.
    pub cancelled: Option<f64>,
    /// What became of the edges of each kind.
    pub flow: FlowTable,
    /// What became of each domain, and of the boundary.
    pub domains: Vec<Domain>,
    /// The benchmark metrics.
    pub metrics: Named<Option<f64>>,
    /// Why a metric has no value.
    pub undefined: Named<String>,
    /// The scores of each slice from its own edges.
    pub slices: Named<SliceScore>,
    /// Whether the agreement is better than chance, where that was asked.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub test: Option<Test>,
    /// How far the numbers would move on another section or with other donors, where that was asked.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub intervals: Option<Named<Finding>>,
    /// What a user should know.
    pub warnings: Vec<Warning>,
    /// How the result came about.
    pub provenance: Provenance,
}

impl Score {
    /// A number by its name: `slam_adjusted`, its parts `slam_adjusted_place`, `slam_adjusted_contacts` and `slam_adjusted_lenient`,
    /// `slam`, `slam_pinned` or a metric, be it of your own; none where it is undefined.
    pub fn number(&self, name: &str) -> Option<f64> {
        let Adjusted { place, contacts, lenient, .. } = &self.slam_adjusted;
        match name {
            "slam_adjusted_place" => return Some(place.value),
            "slam_adjusted_contacts" => return Some(contacts.value),
            "slam_adjusted_lenient" => return Some(*lenient),
            _ => {}
        }
        RankBy::named(name).map_or_else(|| self.metrics.get(name).copied().flatten(), |by| by.value(self))
    }
}

/// What became of the pred labels, as the output shows it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MatchingSummary {
    /// How labels were matched.
    pub method: String,
    /// What was asked for.
    pub requested: String,
    /// Why.
    pub reason: String,
    /// What was matched at once.
    pub per: MatchPer,
    /// The truth label that each pred label stands for, or none; empty where every slice has a map of its own.
    pub map: Named<Option<String>>,
    /// The map of each slice, where each was matched by itself.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Named::is_empty"))]
    pub slices: Named<Named<Option<String>>>,
    /// The spots that step 3 of the paper's matching relabelled from the truth.
    pub split: Vec<Split>,
    /// The pred labels that stand for no truth label, on one slice at least.
    pub unmatched: Vec<String>,
}

impl From<&Matching> for MatchingSummary {
    fn from(matching: &Matching) -> Self {
        let pair = |link: &Link| (link.pred.clone(), link.truth.clone());
        let of_slice = |links: &[Link]| Some((links[0].slice.clone()?, links.iter().map(pair).collect()));
        Self {
            method: matching.method.clone(),
            requested: matching.requested.clone(),
            reason: matching.reason.clone(),
            per: matching.per,
            map: matching.links.iter().filter(|link| link.slice.is_none()).map(pair).collect(),
            slices: matching.links.chunk_by(|a, b| a.slice == b.slice).filter_map(of_slice).collect(),
            split: matching.splits.clone(),
            unmatched: matching.unmatched().into_iter().map(str::to_owned).collect(),
        }
    }
}

/// SLAM edge by edge: every edge compared with itself.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Pinned {
    /// d = 2 − 2·exp(−4·D).
    pub d: f64,
    /// D, the mean over edges of δ = ½‖z⁰ − z¹‖².
    pub mean: f64,
}

impl From<&Flow> for Pinned {
    fn from(flow: &Flow) -> Self {
        let mean = flow.mean_delta();
        Self { d: from_exponent(4.0 * mean), mean }
    }
}

/// The share of wrong edges that cancel in the margins: 1 − 2·Σ|p − q| / 4D, or none when nothing is wrong.
pub(crate) fn cancelled(flow: &Flow) -> Option<f64> {
    let mean = flow.mean_delta();
    (mean > 0.0).then(|| (1.0 - flow.margin_difference() / (2.0 * mean)).max(0.0))
}

/// The flow matrix, as the output shows it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FlowTable {
    /// The kinds: none for the boundary, then the truth labels.
    pub kinds: Vec<Option<String>>,
    /// The masses of the cells that are not empty: truth kind, pred kind, mass.
    pub counts: Vec<(u16, u16, f64)>,
}

impl FlowTable {
    pub(crate) fn new(flow: &Flow, names: &[String]) -> Self {
        let kinds = std::iter::once(None).chain(names.iter().cloned().map(Some)).collect();
        let occurring = flow.cells.iter().filter(|(_, mass)| **mass > 0.0);
        Self { kinds, counts: occurring.map(|(&(truth, pred), &mass)| (truth, pred, mass)).collect() }
    }
}

/// What became of the edges of one truth domain, or of the boundary.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Domain {
    /// The truth label, or none for the boundary.
    pub label: Option<String>,
    /// The number of its spots, none for the boundary.
    pub n_spots: Option<usize>,
    /// The mass of its edges.
    pub n_edges: f64,
    /// The mass of those that kept their kind.
    pub kept: f64,
    /// The mass of those that did not.
    pub lost: f64,
    /// Its share of all that is wrong, 0 when nothing is.
    pub share: f64,
}

impl Domain {
    /// One row per truth label, in label order, and a last one for the boundary.
    pub(crate) fn table(flow: &Flow, names: &[String], sizes: &[usize]) -> Vec<Self> {
        let mut wrong = vec![0.0; flow.n_kinds];
        flow.cells.iter().for_each(|(&(truth, pred), mass)| wrong[usize::from(truth)] += delta(truth, pred) * mass);
        let total: f64 = wrong.iter().sum();
        let margin = flow.truth_margin();
        let row = |kind: usize| {
            let kept = flow.mass(kind, kind);
            let label = kind.checked_sub(1);
            Self {
                label: label.map(|label| names[label].clone()),
                n_spots: label.map(|label| sizes[label]),
                n_edges: margin[kind],
                kept,
                lost: margin[kind] - kept,
                share: if total > 0.0 { wrong[kind] / total } else { 0.0 },
            }
        };
        (1..flow.n_kinds).chain([0]).map(row).collect()
    }
}

/// The scores of one slice; no scores where it has no edges.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SliceScore {
    /// The number of spots on the slice.
    pub n_spots: usize,
    /// The number of edges on the slice.
    pub n_edges: usize,
    /// The score from the edges of the slice.
    pub slam: Option<Measured>,
    /// The same at every scale, in units of chance, as if the slice were alone.
    pub slam_adjusted: Option<Adjusted>,
    /// The same edge by edge.
    pub slam_pinned: Option<Pinned>,
    /// The share of wrong edges that cancel.
    pub cancelled: Option<f64>,
    /// The benchmark metrics on the spots of the slice.
    pub metrics: Named<Option<f64>>,
    /// Why a metric has no value.
    pub undefined: Named<String>,
}

/// How wrong the edges of one spot are.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SpotScore {
    /// The mean δ of its edges, or none where it has no edges.
    pub disagreement: Option<f64>,
    /// Its share of all that is wrong: half of its edges' δ over the sum of δ; 0 when nothing is wrong.
    pub share: f64,
}

/// How wrong the edges of every spot are, in half the room that their scores take.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SpotSums {
    /// The sum of δ over the edges of each spot.
    pub sums: Vec<f64>,
    /// The number of edges of each spot.
    pub counts: Vec<u32>,
    /// The sum of δ over all edges.
    pub total: f64,
}

impl SpotSums {
    /// Of every spot, from its labels in truth and matched pred; the truth has `n_truth` labels.
    pub(crate) fn of(graph: &SpatialGraph, codes: [&[u16]; 2], n_truth: usize, weights: Option<&[f64]>) -> Self {
        let doubled = |&edge: &(u32, u32)| {
            let [truth, pred] = codes.map(|codes| kind(edge, codes, n_truth));
            (2.0 * delta(truth, pred)) as u8
        };
        let doubled: Vec<u8> = graph.edges().par_iter().with_min_len(1 << 14).map(doubled).collect();
        let (mut sums, mut counts, mut total) = (vec![0.0; graph.n_spots()], vec![0u32; graph.n_spots()], 0.0);
        for (edge, &(u, v)) in graph.edges().iter().enumerate() {
            let weight = weights.map_or(1.0, |weights| weights[edge]);
            let wrong = 0.5 * f64::from(doubled[edge]) * weight * weight;
            total += wrong;
            for end in [u as usize, v as usize] {
                sums[end] += wrong;
                counts[end] += 1;
            }
        }
        Self { sums, counts, total }
    }

    /// The score of each spot.
    pub fn scores(&self) -> impl Iterator<Item = SpotScore> {
        self.sums.iter().zip(&self.counts).map(|(&sum, &count)| SpotScore {
            disagreement: (count > 0).then(|| sum / f64::from(count)),
            share: if self.total > 0.0 { 0.5 * sum / self.total } else { 0.0 },
        })
    }
}

/// How a result came about: enough to repeat it.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Provenance {
    /// The version of this library.
    pub version: &'static str,
    /// The seed of all randomness.
    pub seed: Option<u64>,
    /// The options, if the pipeline was made from options.
    pub options: Option<Options>,
    /// The steps, as they describe themselves.
    pub steps: Named<String>,
    /// What was read, as the front end describes it; names may repeat, and are written as one list.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::written::gathered"))]
    pub input: Named<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_domains_add_up() {
        let flow = Flow::count(&[0, 1, 1, 2, 2], &[1, 1, 2, 2, 0], None, 3);
        let names = ["a".to_owned(), "b".to_owned()];
        let table = Domain::table(&flow, &names, &[3, 3]);
        // δ: boundary → a ½, a → b 1, b → boundary ½.
        assert_eq!(table.iter().map(|row| row.share).collect::<Vec<_>>(), [0.5, 0.25, 0.25]);
        assert_eq!((table[0].kept, table[0].lost, table[2].label.as_ref()), (1.0, 1.0, None));
    }

    #[test]
    fn shares_of_spots_add_up() {
        let graph = SpatialGraph::new(4, &[(0, 1), (1, 2)]).unwrap();
        let table: Vec<SpotScore> = SpotSums::of(&graph, [&[0; 4], &[0, 0, 1, 0]], 2, None).scores().collect();
        assert_eq!(table.iter().map(|spot| spot.share).sum::<f64>(), 1.0);
        assert_eq!(
            table.iter().map(|spot| spot.disagreement).collect::<Vec<_>>(),
            [Some(0.0), Some(0.25), Some(0.5), None]
        );
    }

    #[test]
    fn what_cancels_is_invisible() {
        // One edge from a to b, one from b to a: the margins agree.
        assert_eq!(cancelled(&Flow::count(&[1, 2], &[2, 1], None, 3)), Some(1.0));
        assert_eq!(cancelled(&Flow::count(&[1, 2], &[0, 2], None, 3)), Some(0.0));
        assert_eq!(cancelled(&Flow::count(&[1, 2], &[1, 2], None, 3)), None);
    }

    #[test]
    fn what_cancels_is_wrong_but_in_no_margin() {
        // Three of four edges are wrong, D = ¾; margins ¾ ¼ and ½ ½ differ by ½ in sum: 1 − ½/(2·¾).
        let flow = Flow::count(&[1, 2, 1, 1], &[2, 1, 2, 1], None, 3);
        assert!((cancelled(&flow).unwrap() - 2.0 / 3.0).abs() < 1e-15);
        assert_eq!(cancelled(&Flow::count(&[1, 2], &[1, 2], None, 3)), None);
    }
}
