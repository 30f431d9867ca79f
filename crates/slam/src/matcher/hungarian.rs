//! The one-to-one matching with the largest total Jaccard coefficient.

use super::{Matcher, Matching, Method, Overlap};
use crate::error::Result;
use crate::pair::Pair;

/// One to one, with the largest total Jaccard coefficient; labels that overlap nothing stay unmatched.
///
/// Kuhn, *The Hungarian method for the assignment problem*, Naval Research Logistics Quarterly 2 (1955). Labels that are
/// linked by no chain of overlaps are solved apart, so the cost is O(a²·b) for the largest group of a by b labels, a ≤ b.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hungarian;

impl Matcher for Hungarian {
    fn match_labels(&self, pair: &Pair) -> Result<Matching> {
        let overlap = Overlap::new(pair);
        let mut matches = vec![None; overlap.truths.len()];
        for (preds, truths) in groups(&overlap) {
            for (pred, truth) in assign(&overlap, &preds, &truths) {
                matches[pred] = Some(truth);
            }
        }
        let reason = "one to one, with the largest total Jaccard coefficient".to_owned();
        Ok(Matching::new(pair, &overlap, Method::Hungarian, reason, &matches))
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
fn assign(overlap: &Overlap, preds: &[usize], truths: &[usize]) -> Vec<(usize, usize)> {
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
        maximum_assignment(preds.len(), truths.len(), |pred, truth| gain[pred][truth])
    } else {
        let pairs = maximum_assignment(truths.len(), preds.len(), |truth, pred| gain[pred][truth]);
        pairs.into_iter().map(|(truth, pred)| (pred, truth)).collect()
    };
    let overlapping = pairs.into_iter().filter(|&(pred, truth)| gain[pred][truth] > 0.0);
    overlapping.map(|(pred, truth)| (preds[pred], truths[truth])).collect()
}

/// The assignment of every row to a column of its own with the largest total gain; `n_rows ≤ n_columns`.
///
/// Shortest augmenting paths with potentials, row by row; ties go to the first column.
fn maximum_assignment(n_rows: usize, n_columns: usize, gain: impl Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
    let (mut row_price, mut column_price) = (vec![0.0; n_rows], vec![0.0; n_columns + 1]);
    let mut owner: Vec<Option<usize>> = vec![None; n_columns + 1];
    for new_row in 0..n_rows {
        // The last place is a column that does not exist, from which the search for the new row starts.
        let mut column = n_columns;
        owner[column] = Some(new_row);
        let (mut slack, mut previous) = (vec![f64::INFINITY; n_columns], vec![n_columns; n_columns]);
        let mut is_reached = vec![false; n_columns + 1];
        while let Some(row) = owner[column] {
            is_reached[column] = true;
            let (mut step, mut next) = (f64::INFINITY, column);
            for candidate in (0..n_columns).filter(|&candidate| !is_reached[candidate]) {
                let reduced = -gain(row, candidate) - row_price[row] - column_price[candidate];
                if reduced < slack[candidate] {
                    (slack[candidate], previous[candidate]) = (reduced, column);
                }
                if slack[candidate] < step {
                    (step, next) = (slack[candidate], candidate);
                }
            }
            for place in (0..=n_columns).filter(|&place| is_reached[place]) {
                row_price[owner[place].expect("reached columns are owned")] += step;
                column_price[place] -= step;
            }
            slack.iter_mut().zip(&is_reached).filter(|(_, reached)| !**reached).for_each(|(slack, _)| *slack -= step);
            column = next;
        }
        while column != n_columns {
            owner[column] = owner[previous[column]];
            column = previous[column];
        }
    }
    (0..n_columns).filter_map(|column| owner[column].map(|row| (row, column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;
    use rand::RngExt;

    #[test]
    fn two_preds_cannot_share_a_truth() {
        let matching = Hungarian.match_labels(&pair("aaaabb", "xxyyzz")).unwrap();
        let truths: Vec<_> = matching.links.iter().map(|link| link.truth.as_deref()).collect();
        assert_eq!(truths, [Some("a"), None, Some("b")]);
        assert_eq!(matching.codes, [0, 0, 2, 2, 1, 1]);
    }

    #[test]
    fn the_total_counts_not_the_best_single_pair() {
        // Taking 0.6 first would leave 0.1; 0.5 + 0.55 is more.
        let gains = [[0.6, 0.5], [0.55, 0.1]];
        let mut pairs = maximum_assignment(2, 2, |row, column| gains[row][column]);
        pairs.sort_unstable();
        assert_eq!(pairs, [(0, 1), (1, 0)]);
    }

    #[test]
    fn as_good_as_trying_everything() {
        let mut rng = crate::random::stream(1, 0);
        for _ in 0..200 {
            let gain: Vec<Vec<f64>> = (0..4).map(|_| (0..5).map(|_| rng.random::<f64>()).collect()).collect();
            let total = |pairs: &[(usize, usize)]| pairs.iter().map(|&(row, column)| gain[row][column]).sum::<f64>();
            let best = all_assignments(4, 5).iter().map(|pairs| total(pairs)).fold(0.0, f64::max);
            let found = total(&maximum_assignment(4, 5, |row, column| gain[row][column]));
            assert!((found - best).abs() < 1e-12);
        }
    }

    fn all_assignments(n_rows: usize, n_columns: usize) -> Vec<Vec<(usize, usize)>> {
        let Some(last) = n_rows.checked_sub(1) else { return vec![Vec::new()] };
        let extend = |pairs: Vec<(usize, usize)>| {
            let is_free = |column: &usize| !pairs.iter().any(|&(_, taken)| taken == *column);
            let with = |column: usize| pairs.iter().copied().chain([(last, column)]).collect();
            (0..n_columns).filter(is_free).map(with).collect::<Vec<_>>()
        };
        all_assignments(last, n_columns).into_iter().flat_map(extend).collect()
    }
}
