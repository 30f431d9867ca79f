//! The one-to-one matching with the largest total Jaccard coefficient.

use super::assignment::maximum_assignment;
use super::{Matcher, Matching, Overlap, Sides, Tabled};
use crate::error::Result;
use crate::observer::Observer;
use crate::pair::Pair;

/// One to one, with the largest total Jaccard coefficient; labels that overlap nothing stay unmatched.
///
/// Kuhn, *The Hungarian method for the assignment problem*, Naval Research Logistics Quarterly 2 (1955). Labels that are
/// linked by no chain of overlaps are solved apart, so the cost is O(a²·b) for the largest group of a by b labels, a ≤ b.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hungarian;

impl Matcher for Hungarian {
    fn name(&self) -> &'static str {
        "hungarian"
    }

    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching> {
        Ok(self.tabled(&Sides::of(pair), observer)?.written(pair))
    }
}

impl Hungarian {
    pub(super) fn tabled(self, sides: &Sides<'_>, observer: &dyn Observer) -> Result<Tabled> {
        let overlap = Overlap::of(&sides.table);
        let mut matches = vec![None; overlap.truths.len()];
        for (preds, truths) in groups(&overlap) {
            for (pred, truth) in assign(&overlap, &preds, &truths, observer)? {
                matches[pred] = Some(truth);
            }
        }
        let reason = "one to one, with the largest total Jaccard coefficient".to_owned();
        Ok(Tabled::new(sides, &overlap, self.name(), reason, &matches))
    }
}

/// The groups of pred and truth labels that are linked by chains of overlaps.
fn groups(overlap: &Overlap) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut groups = Vec::new();
    let (mut pred_seen, mut truth_seen) = (vec![false; overlap.truths.len()], vec![false; overlap.preds.len()]);
    for start in 0..overlap.truths.len() {
        if std::mem::replace(&mut pred_seen[start], true) {
            continue;
        }
        let (mut preds, mut truths, mut walked) = (vec![start], Vec::new(), 0);
        while walked < preds.len() {
            for truth in overlap.truths[preds[walked]].iter().map(|candidate| candidate.label) {
                if !std::mem::replace(&mut truth_seen[truth], true) {
                    truths.push(truth);
                    let linked = overlap.preds[truth].iter().map(|candidate| candidate.label);
                    preds.extend(linked.filter(|&pred| !std::mem::replace(&mut pred_seen[pred], true)));
                }
            }
            walked += 1;
        }
        preds.sort_unstable();
        truths.sort_unstable();
        groups.push((preds, truths));
    }
    groups
}

/// The best assignment within one group, pairs without overlap left out.
fn assign(
    overlap: &Overlap,
    preds: &[usize],
    truths: &[usize],
    observer: &dyn Observer,
) -> Result<Vec<(usize, usize)>> {
    let gain: Vec<Vec<f64>> = preds
        .iter()
        .map(|&pred| {
            let mut row = vec![0.0; truths.len()];
            for candidate in &overlap.truths[pred] {
                let place = truths.binary_search(&candidate.label).expect("a group holds all that its labels overlap");
                row[place] = candidate.jaccard;
            }
            row
        })
        .collect();
    let pairs: Vec<(usize, usize)> = if preds.len() <= truths.len() {
        maximum_assignment(preds.len(), truths.len(), |pred, truth| gain[pred][truth], observer)?
    } else {
        let pairs = maximum_assignment(truths.len(), preds.len(), |truth, pred| gain[pred][truth], observer)?;
        pairs.into_iter().map(|(truth, pred)| (pred, truth)).collect()
    };
    let overlapping = pairs.into_iter().filter(|&(pred, truth)| gain[pred][truth] > 0.0);
    Ok(overlapping.map(|(pred, truth)| (preds[pred], truths[truth])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;

    #[test]
    fn two_preds_cannot_share_a_truth() {
        let matching = Hungarian.match_labels(&pair("aaaabb", "xxyyzz"), &()).unwrap();
        let truths: Vec<_> = matching.links.iter().map(|link| link.truth.as_deref()).collect();
        assert_eq!(truths, [Some("a"), None, Some("b")]);
        assert_eq!(matching.codes, [0, 0, 2, 2, 1, 1]);
    }

    #[test]
    fn labels_without_overlap_are_not_paired() {
        // x overlaps a, b and c once each, y and z overlap a alone, which goes to z: J(z, a) = 3/6, J(y, a) = 2/6.
        // Then x takes b, the first of its equals, and c is left for y, with which it shares no spot.
        let matching = Hungarian.match_labels(&pair("abcaaaaa", "xxxyyzzz"), &()).unwrap();
        let truths: Vec<_> = matching.links.iter().map(|link| link.truth.as_deref()).collect();
        assert_eq!(truths, [Some("b"), None, Some("a")]);
        assert_eq!(matching.codes, [1, 1, 1, 3, 3, 0, 0, 0]);
    }
}
