//! The one-to-one matching with the largest total Jaccard coefficient.

use super::{Matcher, Matching, Overlap, Sides, Tabled};
use crate::error::Result;
use crate::observer::{Observer, report};
use crate::pair::Pair;

/// One to one, with the largest total Jaccard coefficient; labels that overlap nothing stay unmatched.
///
/// Kuhn, *The Hungarian method for the assignment problem*, Naval Research Logistics Quarterly 2 (1955). Labels that are
/// linked by no chain of overlaps are solved apart, so the cost is O(a²·b) for the largest group of a by b labels, a ≤ b.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hungarian;

/// So many steps are taken between two reports; each looks at all columns once.
const STEPS_PER_REPORT: usize = 64;

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

/// The assignment of every row to a column of its own with the largest total gain; `n_rows ≤ n_columns`.
///
/// Shortest augmenting paths with potentials, row by row; ties go to the first column.
fn maximum_assignment(
    n_rows: usize,
    n_columns: usize,
    gain: impl Fn(usize, usize) -> f64,
    observer: &dyn Observer,
) -> Result<Vec<(usize, usize)>> {
    let (mut row_price, mut column_price) = (vec![0.0; n_rows], vec![0.0; n_columns + 1]);
    let mut owner: Vec<Option<usize>> = vec![None; n_columns + 1];
    let mut n_steps = 0_usize;
    for new_row in 0..n_rows {
        // The last place is a column that does not exist, from which the search for the new row starts.
        let mut column = n_columns;
        owner[column] = Some(new_row);
        let (mut slack, mut previous) = (vec![f64::INFINITY; n_columns], vec![n_columns; n_columns]);
        let mut is_reached = vec![false; n_columns + 1];
        while let Some(row) = owner[column] {
            if n_steps % STEPS_PER_REPORT == 0 {
                report(observer, "matching", new_row, n_rows)?;
            }
            n_steps += 1;
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
    Ok((0..n_columns).filter_map(|column| owner[column].map(|row| (row, column))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;
    use rand::RngExt;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

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

    #[test]
    fn the_total_counts_not_the_best_single_pair() {
        // Taking 0.6 first would leave 0.1; 0.5 + 0.55 is more.
        let gains = [[0.6, 0.5], [0.55, 0.1]];
        let mut pairs = maximum_assignment(2, 2, |row, column| gains[row][column], &()).unwrap();
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
            let found = total(&maximum_assignment(4, 5, |row, column| gain[row][column], &()).unwrap());
            assert!((found - best).abs() < 1e-12);
        }
    }

    #[test]
    fn a_watcher_may_stop_it() {
        // Every row wants the first column most, so that each makes all before it move.
        let stop_at = |step: usize| {
            let seen = AtomicUsize::new(0);
            let impatient = |name: &str, done: usize, total: usize| {
                assert!(name == "matching" && done < total && total == 40);
                if seen.fetch_add(1, Ordering::Relaxed) == step {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let gain = |row: usize, column: usize| 1.0 / (1 + row * column) as f64;
            maximum_assignment(40, 40, gain, &impatient).map(|pairs| (pairs.len(), seen.into_inner()))
        };
        let (n_pairs, n_reports) = stop_at(usize::MAX).unwrap();
        // Row r takes at least one step and at most r + 1, 820 in all.
        assert!(n_pairs == 40 && (1..=820 / STEPS_PER_REPORT + 1).contains(&n_reports), "{n_reports}");
        (0..n_reports).for_each(|step| assert_eq!(stop_at(step), Err(crate::Error::Stopped)));
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
