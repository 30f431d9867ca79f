//! The assignment problem: every row gets a column of its own, and the total gain is as large as it can be.

use crate::error::Result;
use crate::observer::{Observer, report};

/// So many steps are taken between two reports; each looks at all columns once.
const STEPS_PER_REPORT: usize = 64;

/// The assignment of every row to a column of its own with the largest total gain; `n_rows ≤ n_columns`.
///
/// Kuhn, *The Hungarian method for the assignment problem*, Naval Research Logistics Quarterly 2 (1955). O(rows² · columns):
/// shortest augmenting paths with potentials, row by row; ties go to the first column.
pub(crate) fn maximum_assignment(
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
    use rand::RngExt;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

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
