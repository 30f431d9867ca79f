//! The colours of Weisfeiler and Lehman on the labelled graph: a test of identity, shown beside the one that holds.

use std::collections::HashMap;

use super::finding::{Chance, Finding, Procedure};
use super::replicates::Replicates;
use super::shift::{LOST, Shifts, one_label};
use super::tables::contingency;
use crate::contingency::Contingency;
use crate::graph::SpatialGraph;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::parallel::prelude::*;

/// Fewer shifts than for the test that holds.
pub(crate) const REPLICATES: usize = 99;
/// Colours that still agree after so many refinements are not refined further.
const MOST_REFINEMENTS: usize = 16;
/// Replicates that differ by less than this are ties.
const TIE: f64 = 1e-12;

/// What the colours of two labelings have in common, once each pred label is read as the truth label it overlaps most.
///
/// A spot's colour is its label; a refinement adds the colours of its neighbours, whatever their order. `first_difference`
/// is the first refinement at which the two histograms of colours differ (0: the labels themselves; none: 16 do not tell
/// them apart). After one refinement, `overlap` is the share that the histograms have in common, and the statistic the
/// share of spots whose colours agree in place; p is that of 99 shifts, each with a matching of its own.
///
/// Weisfeiler and Lehman, *The reduction of a graph to canonical form*, Nauchno-Technicheskaya Informatsia 9 (1968).
pub(crate) fn colour_test(
    pair: &Pair,
    graph: &SpatialGraph,
    shifts: &Shifts,
    seed: u64,
    observer: &dyn Observer,
) -> Finding {
    let finding = Finding::new(Procedure::WeisfeilerLehman, "colours");
    if let Some(reason) = one_label(pair) {
        return finding.undefined(reason);
    }
    let truth = pair.truth().codes();
    let own = Labelled { pair, graph, pred: renamed(&contingency(pair), pair.pred().codes()) };
    let (place, overlap) = own.likeness(truth);
    let details =
        vec![("first_difference", own.first_difference(truth).map(|depth| depth as f64)), ("overlap", Some(overlap))];
    let finding = Finding { value: Some(place), details, ..finding };
    let moved = shifts.carry(pair, Replicates { n: REPLICATES, seed }, observer, |pred| {
        let (truth, pred) = rematched(pair, pred);
        Labelled { pair, graph, pred }.likeness(&truth).0
    });
    match moved {
        Err(reason) => finding.undefined(reason),
        Ok(reached) => {
            let as_good = reached.iter().filter(|&&share| share >= place - TIE).count();
            Finding {
                p: Some((1 + as_good) as f64 / (1 + reached.len()) as f64),
                replicates: Some(reached.len()),
                chance: Some(Chance::of(reached)),
                ..finding
            }
        }
    }
}

/// Both labelings of the spots that kept a label, the pred's written anew in the truth's labels.
fn rematched(pair: &Pair, pred: &[u16]) -> (Vec<u16>, Vec<u16>) {
    let truth: Vec<u16> =
        pair.truth().codes().iter().zip(pred).map(|(&truth, &pred)| if pred == LOST { LOST } else { truth }).collect();
    let kept =
        |codes: &[u16]| codes.iter().zip(pred).filter(|(_, pred)| **pred != LOST).map(|(&code, _)| code).collect();
    let (of_truth, of_pred): (Vec<u16>, Vec<u16>) = (kept(&truth), kept(pred));
    let table = Contingency::count(&of_truth, &of_pred, pair.truth().n_labels(), pair.pred().n_labels());
    (truth, renamed(&Contingency { missing: pair.missing_pred().map(usize::from), ..table }, pred))
}

/// Pred labels as the truth labels with the largest Jaccard coefficient; ties: larger overlap, then label order. Spots without a
/// prediction are a class beyond the truth's labels.
fn renamed(table: &Contingency, pred: &[u16]) -> Vec<u16> {
    let mut best: Vec<(f64, u64, u16)> = vec![(0.0, 0, LOST); table.pred_sizes.len()];
    for cell in &table.cells {
        let found = (table.jaccard(cell), cell.n_spots);
        let known = &mut best[cell.pred];
        if found.0 > known.0 || (found.0 == known.0 && found.1 > known.1) {
            *known = (found.0, found.1, cell.truth as u16);
        }
    }
    if let Some(class) = table.missing {
        best[class].2 = table.truth_sizes.len() as u16;
    }
    pred.iter().map(|&label| if label == LOST { LOST } else { best[usize::from(label)].2 }).collect()
}

/// A pred in the truth's labels, on the graph.
struct Labelled<'a> {
    pair: &'a Pair,
    graph: &'a SpatialGraph,
    pred: Vec<u16>,
}

impl Labelled<'_> {
    /// After one refinement: the share of spots whose colours agree in place, and the overlap of the histograms.
    fn likeness(&self, truth: &[u16]) -> (f64, f64) {
        let is_kept: Vec<bool> = truth.iter().map(|&label| label != LOST).collect();
        let [truth, pred] = [truth, &self.pred].map(|labels| self.refined(&first(labels), &is_kept));
        let kept = || (0..truth.len()).filter(|&spot| is_kept[spot]);
        let n_kept = kept().count() as f64;
        let agree = kept().filter(|&spot| truth[spot] == pred[spot]).count();
        let mut histogram: HashMap<u64, i64> = HashMap::new();
        kept().for_each(|spot| *histogram.entry(truth[spot]).or_insert(0) += 1);
        // Whole numbers are taken away one by one, so the order of spots does not matter.
        let take = |spot: &usize| match histogram.get_mut(&pred[*spot]) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        };
        let shared = kept().filter(take).count();
        (agree as f64 / n_kept, shared as f64 / n_kept)
    }

    /// The first refinement at which the histograms differ.
    fn first_difference(&self, truth: &[u16]) -> Option<usize> {
        let all = vec![true; self.pair.n_spots()];
        let (mut truth, mut pred) = (first(truth), first(&self.pred));
        for depth in 0..=MOST_REFINEMENTS {
            if sorted(&truth) != sorted(&pred) {
                return Some(depth);
            }
            (truth, pred) = (self.refined(&truth, &all), self.refined(&pred, &all));
        }
        None
    }

    /// The colours once more, with those of the neighbours that are kept.
    fn refined(&self, colours: &[u64], is_kept: &[bool]) -> Vec<u64> {
        let mut sums = vec![0_u64; colours.len()];
        for &(u, v) in self.graph.edges() {
            let (u, v) = (u as usize, v as usize);
            if is_kept[u] && is_kept[v] {
                sums[u] = sums[u].wrapping_add(mixed(colours[v]));
                sums[v] = sums[v].wrapping_add(mixed(colours[u]));
            }
        }
        colours.iter().zip(sums).map(|(colour, sum)| mixed(mixed(colour.wrapping_add(1)) ^ sum)).collect()
    }
}

fn first(labels: &[u16]) -> Vec<u64> {
    labels.iter().map(|&label| mixed(u64::from(label))).collect()
}

fn sorted(colours: &[u64]) -> Vec<u64> {
    let mut colours = colours.to_vec();
    colours.par_sort_unstable();
    colours
}

/// A number of 64 bits that looks like chance, one for each number (the finalizer of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line, pair};

    fn path(n: u32) -> SpatialGraph {
        SpatialGraph::new(n as usize, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>()).unwrap()
    }

    fn labelled<'a>(pair: &'a Pair, graph: &'a SpatialGraph) -> Labelled<'a> {
        Labelled { pair, graph, pred: renamed(&contingency(pair), pair.pred().codes()) }
    }

    #[test]
    fn colours_by_hand() {
        // On a path aabb against aaab: colours a·a, a·ab, b·ab, b·b and a·a, a·aa, a·ab, b·a.
        let (pair, graph) = (pair("aabb", "aaab"), path(4));
        let pred = labelled(&pair, &graph);
        let (place, overlap) = pred.likeness(pair.truth().codes());
        // Only the first agrees in place; a·a and a·ab occur in both.
        assert_eq!((place, overlap), (0.25, 0.5));
        assert_eq!(pred.first_difference(pair.truth().codes()), Some(0));
    }

    #[test]
    fn mirrored_paths_have_the_same_histograms() {
        let truth = labeling("aabbbbcccc");
        let mirrored = labeling("ccccbbbbaa");
        let pair = Pair::new(line(10), truth, mirrored).unwrap();
        let graph = path(10);
        let as_named = Labelled { pair: &pair, graph: &graph, pred: pair.pred().codes().to_vec() };
        assert_eq!(as_named.first_difference(pair.truth().codes()), None);
        assert_eq!(as_named.likeness(pair.truth().codes()).1, 1.0);
    }

    #[test]
    fn neighbours_tell_apart_what_labels_do_not() {
        // The same numbers of labels, in another order: the first refinement sees it.
        let pair = Pair::new(line(6), labeling("aaabbb"), labeling("ababab")).unwrap();
        let graph = path(6);
        let as_named = Labelled { pair: &pair, graph: &graph, pred: pair.pred().codes().to_vec() };
        assert_eq!(as_named.first_difference(pair.truth().codes()), Some(1));
    }
}
