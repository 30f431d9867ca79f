//! The paper's matching: each pred label goes to the truth label it overlaps best.

use super::split::split;
use super::{Matcher, Matching, Overlap, Sides, Tabled};
use crate::error::Result;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::score::warning::Warning;

/// The paper's algorithm (Appendix A.1).
///
/// 1. Every pred label goes to the truth label with the largest Jaccard coefficient.
/// 2. If there are at least as many pred labels as truth labels, a truth label left empty takes over the best pred
///    label that its own truth label can spare.
/// 3. If there are fewer, the spots nearest to an empty truth domain are split off for it. This **writes the truth into
///    the prediction**: a single constant label comes out nearly perfect. It is reported and warned of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jaccard {
    /// Whether step 3 is taken.
    pub split: bool,
}

impl Default for Jaccard {
    fn default() -> Self {
        Self { split: true }
    }
}

impl Matcher for Jaccard {
    fn name(&self) -> &'static str {
        "jaccard"
    }

    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching> {
        let sides = Sides::of(pair);
        let (tabled, matches) = self.tabled(&sides);
        let mut matching = tabled.written(pair);
        if self.split && sides.pred.len() < sides.truth.len() {
            split(pair, &Overlap::of(&sides.table), &matches, &mut matching, observer)?;
        }
        Ok(matching)
    }
}

impl Jaccard {
    /// The first two steps, and the truth label that each pred label goes to.
    pub(super) fn tabled(self, sides: &Sides<'_>) -> (Tabled, Vec<Option<usize>>) {
        let overlap = Overlap::of(&sides.table);
        let mut matches: Vec<Option<usize>> =
            overlap.truths.iter().map(|truths| truths.first().map(|best| best.label)).collect();
        let (n_pred, n_truth) = (sides.pred.len(), sides.truth.len());
        let moved = if n_pred >= n_truth { reassign(&overlap, &mut matches) } else { Vec::new() };

        let reason = "each pred label goes to the truth label it overlaps best".to_owned();
        let mut tabled = Tabled::new(sides, &overlap, self.name(), reason, &matches);
        moved.iter().for_each(|&pred| tabled.matching.links[pred].reassigned = true);
        if n_pred > 2 * n_truth {
            tabled.matching.warnings.push(Warning::ManyLabels { n_pred, n_truth });
        }
        (tabled, matches)
    }
}

/// Step 2: gives every empty truth label the best pred label that can be spared, and returns those that moved.
fn reassign(overlap: &Overlap, matches: &mut [Option<usize>]) -> Vec<usize> {
    let mut n_preds = vec![0; overlap.preds.len()];
    matches.iter().flatten().for_each(|&truth| n_preds[truth] += 1);
    let mut moved = Vec::new();
    for empty in overlap.empty(matches) {
        let can_spare = |truth: usize, pred: usize| n_preds[truth] > 1 && overlap.preds[truth][0].label != pred;
        let spared = overlap.preds[empty]
            .iter()
            .map(|candidate| candidate.label)
            .find_map(|pred| matches[pred].filter(|&truth| can_spare(truth, pred)).map(|truth| (pred, truth)));
        if let Some((pred, truth)) = spared {
            n_preds[truth] -= 1;
            n_preds[empty] += 1;
            matches[pred] = Some(empty);
            moved.push(pred);
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;

    fn matched(truth: &str, pred: &str) -> Vec<(String, Option<String>)> {
        let matching = Jaccard::default().match_labels(&pair(truth, pred), &()).unwrap();
        matching.links.into_iter().map(|link| (link.pred, link.truth)).collect()
    }

    fn letters(links: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
        links.iter().map(|&(pred, truth)| (pred.to_owned(), Some(truth.to_owned()))).collect()
    }

    #[test]
    fn renamed_truth_is_found() {
        assert_eq!(matched("aabbcc", "zzxxyy"), letters(&[("x", "b"), ("y", "c"), ("z", "a")]));
    }

    #[test]
    fn every_label_split_in_two_comes_home() {
        assert_eq!(matched("aaaabbbb", "wwxxyyzz"), letters(&[("w", "a"), ("x", "a"), ("y", "b"), ("z", "b")]));
    }

    #[test]
    fn merged_layers_stay_merged_unless_split() {
        // x covers a and b, y covers c and d, equally well: label order decides, and b and d stay empty.
        let merged = pair("aabbccdd", "xxxxyyyy");
        let plain = Jaccard { split: false }.match_labels(&merged, &()).unwrap();
        assert_eq!((plain.codes, plain.splits.len()), (vec![0, 0, 0, 0, 2, 2, 2, 2], 0));
        let split = Jaccard::default().match_labels(&merged, &()).unwrap();
        assert_eq!(split.codes, merged.truth().codes());
        assert_eq!(split.warnings, [Warning::Split { n_spots: 4 }]);
    }

    #[test]
    fn an_empty_truth_label_takes_what_can_be_spared() {
        // x = {0..3} and z = {4..7} both go to a: J(x, a) = 4/7, J(z, a) = 3/8, J(z, c) = 1/4.
        // So c is empty, and a keeps x, its best, and spares z.
        let links = matched("aaaaaaac", "xxxxzzzz");
        assert_eq!(links, letters(&[("x", "a"), ("z", "c")]));
    }

    #[test]
    fn a_truth_label_spares_neither_its_only_pred_label_nor_its_best() {
        // w and x go to a, y to b, and c is empty; it overlaps y (1 of 5), b's only one, and w (1 of 7), a's best.
        let links = matched("aaaaacaabbbc", "wwwwwwxxyyyy");
        assert_eq!(links, letters(&[("w", "a"), ("x", "a"), ("y", "b")]));
    }

    #[test]
    fn the_best_that_can_be_spared_moves() {
        // x, y and z go to a: J = 8/20, 6/21, 6/22. c is empty and overlaps y (1 of 9) and z (2 of 9), which can both be spared.
        let (truth, pred) = ("aaaaaaaaaaaaaaaaaaaacccb", "xxxxxxxxyyyyyyzzzzzzyzzw");
        assert_eq!(matched(truth, pred), letters(&[("w", "b"), ("x", "a"), ("y", "a"), ("z", "c")]));
        let matching = Jaccard::default().match_labels(&pair(truth, pred), &()).unwrap();
        let moved: Vec<&str> =
            matching.links.iter().filter(|link| link.reassigned).map(|link| link.pred.as_str()).collect();
        assert_eq!(moved, ["z"]);
    }

    #[test]
    fn ties_go_to_label_order_in_the_end() {
        // J(x, a) = J(x, b) = 1/2 and both overlaps are 1.
        let matching = Jaccard { split: false }.match_labels(&pair("ab", "xx"), &()).unwrap();
        assert_eq!(matching.codes, [0, 0]);
    }

    #[test]
    fn many_labels_are_warned_of() {
        let matching = Jaccard::default().match_labels(&pair("aabb", "wxyz"), &()).unwrap();
        assert!(matching.warnings.is_empty());
        let matching = Jaccard::default().match_labels(&pair("aabbb", "vwxyz"), &()).unwrap();
        assert_eq!(matching.warnings, [Warning::ManyLabels { n_pred: 5, n_truth: 2 }]);
        assert_eq!(matching.codes, [0, 0, 1, 1, 1]);
    }
}
