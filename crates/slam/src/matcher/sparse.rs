//! The matching with the smallest `slam_adjusted` where there are too many pairs of labels to look at all of them at every scale.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Best, Sides, Tabled};
use crate::error::Result;
use crate::observer::{Observer, report};
use crate::pair::Pair;
use crate::pipeline::Connected;

/// So many rows are assigned between two reports.
const ROWS_PER_REPORT: usize = 64;
/// The ratio is settled after four rounds in all cases seen.
const MOST_ROUNDS: usize = 8;

/// A pair of labels that share spots: a truth label, a pred label, and what matching them takes off the distance to the pred, and to
/// labels placed at random.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    truth: usize,
    pred: usize,
    shared: f64,
    random: f64,
}

/// The one-to-one matching under which D/N of single spots and half-edges is smallest; labels that share no spot are not matched.
pub(super) fn matched(sides: &Sides<'_>, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Tabled> {
    let candidates = candidates(sides, pair, graph);
    let mut ratio = 1.0;
    let mut partners = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let mut rows = vec![Vec::new(); sides.truth.len()];
        for one in &candidates {
            rows[one.truth].push((one.pred, one.shared - ratio * one.random));
        }
        partners = assign(&rows, sides.pred.len(), observer)?;
        let is_matched = |one: &&Candidate| partners[one.truth] == Some(one.pred);
        let sum = |value: fn(&Candidate) -> f64| candidates.iter().filter(is_matched).map(value).sum::<f64>();
        let (far, at_random) = (1.0 - sum(|one| one.shared), 1.0 - sum(|one| one.random));
        let next = if at_random > 0.0 { far / at_random } else { 0.0 };
        if (next - ratio).abs() < 1e-12 {
            break;
        }
        ratio = next;
    }
    let partners: Vec<Option<u32>> = partners.into_iter().map(|pred| pred.map(|pred| pred as u32)).collect();
    Ok(Best.tabled(sides, &partners))
}

/// All pairs of labels that share a spot. O(n + E + cells · log).
fn candidates(sides: &Sides<'_>, pair: &Pair, graph: &Connected) -> Vec<Candidate> {
    let (truth, pred) = (pair.truth().codes(), pair.pred().codes());
    let cells = &sides.table.cells;
    let place = |spot: usize| {
        let key = (usize::from(truth[spot]), usize::from(pred[spot]));
        cells.binary_search_by(|cell| (cell.truth, cell.pred).cmp(&key)).ok()
    };
    let mut agreeing = vec![0.0; cells.len()];
    // By truth label: the mass of half-edges to the same label, and to another.
    let mut masses = vec![[0.0; 2]; sides.truth.len()];
    for (edge, &(u, v)) in graph.graph.edges().iter().enumerate() {
        let mass = graph.weights.values.as_ref().map_or(1.0, |weights| weights[edge] * weights[edge]);
        let (u, v) = (u as usize, v as usize);
        let (in_truth, in_pred) = (truth[u] != truth[v], pred[u] != pred[v]);
        for spot in [u, v] {
            masses[usize::from(truth[spot])][usize::from(in_truth)] += mass;
            if let Some(place) = place(spot).filter(|_| in_truth == in_pred) {
                agreeing[place] += mass;
            }
        }
    }
    let n = sides.table.n_spots as f64;
    let contacts = masses.iter().flatten().sum::<f64>().max(f64::MIN_POSITIVE);
    let of_cell = |(place, cell): (usize, &crate::contingency::Cell)| {
        let (size, c) = (sides.table.truth_sizes[cell.truth] as f64, sides.table.pred_sizes[cell.pred] as f64);
        let pairs = n * (n - 1.0).max(1.0);
        let [same, different] = masses[cell.truth];
        let at_random = (same * c * (c - 1.0) + different * c * (n - c)) / pairs / contacts;
        Candidate {
            truth: cell.truth,
            pred: cell.pred,
            shared: 0.5 * (cell.n_spots as f64 / n + agreeing[place] / contacts),
            random: 0.5 * (size / n * c / n + at_random),
        }
    };
    cells.iter().enumerate().map(of_cell).collect()
}

/// The assignment of rows to columns of their own with the largest total gain; a row without a column gains nothing.
///
/// `rows` lists the columns of each row with their gains. Shortest augmenting paths with potentials; ties go to the first column.
/// O(rows · candidates · log) at worst, far less where rows want different columns.
pub(super) fn assign(
    rows: &[Vec<(usize, f64)>],
    n_columns: usize,
    observer: &dyn Observer,
) -> Result<Vec<Option<usize>>> {
    let mut search = Search::new(rows, n_columns);
    for row in 0..rows.len() {
        if row % ROWS_PER_REPORT == 0 {
            report(observer, "matching", row, rows.len())?;
        }
        if search.column_of[row].is_none() {
            search.augment(row);
        }
    }
    Ok(search.column_of)
}

/// A distance to a column on the heap, nearest first, then by column.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Reached {
    distance: f64,
    column: usize,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.distance.total_cmp(&other.distance).then(self.column.cmp(&other.column))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The state of the assignment. Invariant: −gain ≥ row price + column price for every candidate, equal where it is assigned, and
/// row prices are at most 0, the price of having no column.
struct Search<'a> {
    rows: &'a [Vec<(usize, f64)>],
    row_price: Vec<f64>,
    column_price: Vec<f64>,
    column_of: Vec<Option<usize>>,
    row_of: Vec<Option<usize>>,
    distance: Vec<f64>,
    before: Vec<usize>,
}

impl<'a> Search<'a> {
    /// Every row at its best column if nobody has it yet.
    fn new(rows: &'a [Vec<(usize, f64)>], n_columns: usize) -> Self {
        let mut search = Self {
            rows,
            row_price: rows.iter().map(|row| row.iter().fold(0.0, |price: f64, &(_, gain)| price.min(-gain))).collect(),
            column_price: vec![0.0; n_columns],
            column_of: vec![None; rows.len()],
            row_of: vec![None; n_columns],
            distance: vec![f64::INFINITY; n_columns],
            before: vec![0; n_columns],
        };
        for (row, columns) in rows.iter().enumerate() {
            let is_best = |&&(column, gain): &&(usize, f64)| {
                gain > 0.0 && -gain == search.row_price[row] && search.row_of[column].is_none()
            };
            if let Some(&(column, _)) = columns.iter().find(is_best) {
                (search.column_of[row], search.row_of[column]) = (Some(column), Some(row));
            }
        }
        search
    }

    /// Finds a column for a row, or leaves one row without.
    fn augment(&mut self, start: usize) {
        let (mut heap, mut reached, mut finished) = (BinaryHeap::new(), Vec::new(), Vec::new());
        let (mut row, mut so_far) = (start, 0.0);
        // The nearest end at which a row has no column.
        let mut without = (f64::INFINITY, start);
        let end = loop {
            if so_far - self.row_price[row] < without.0 {
                without = (so_far - self.row_price[row], row);
            }
            for &(column, gain) in &self.rows[row] {
                let distance = so_far + (-gain - self.row_price[row] - self.column_price[column]).max(0.0);
                if distance < self.distance[column] {
                    if self.distance[column].is_infinite() {
                        reached.push(column);
                    }
                    (self.distance[column], self.before[column]) = (distance, row);
                    heap.push(Reverse(Reached { distance, column }));
                }
            }
            let next = loop {
                match heap.pop() {
                    Some(Reverse(next)) if next.distance > self.distance[next.column] => {}
                    other => break other.map(|Reverse(next)| next),
                }
            };
            let Some(Reached { distance, column }) = next.filter(|next| next.distance < without.0) else { break None };
            let Some(owner) = self.row_of[column] else { break Some((distance, column)) };
            finished.push((column, owner, distance));
            (row, so_far) = (owner, distance);
        };
        let total = end.map_or(without.0, |(distance, _)| distance);
        self.row_price[start] += total;
        for &(column, owner, distance) in &finished {
            self.row_price[owner] += total - distance;
            self.column_price[column] -= total - distance;
        }
        self.reassign(start, end.map(|(_, column)| column), without.1);
        reached.into_iter().for_each(|column| self.distance[column] = f64::INFINITY);
    }

    /// Moves every row on the way to its next column.
    fn reassign(&mut self, start: usize, end: Option<usize>, without: usize) {
        let mut free = match end {
            Some(column) => Some(column),
            None => self.column_of[without].take(),
        };
        if end.is_none() && without == start {
            return;
        }
        while let Some(column) = free {
            let row = self.before[column];
            self.row_of[column] = Some(row);
            free = self.column_of[row].replace(column);
            if row == start {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::assignment::maximum_assignment;
    use super::*;
    use rand::RngExt;

    #[test]
    fn as_good_as_the_dense_assignment() {
        let mut rng = crate::random::stream(3, 0);
        for size in [1, 3, 8, 20] {
            for _ in 0..40 {
                let gain: Vec<Vec<f64>> = (0..size)
                    .map(|_| {
                        let one = |_| if rng.random_bool(0.4) { rng.random_range(-0.2..1.0) } else { 0.0 };
                        (0..size + 2).map(one).collect()
                    })
                    .collect();
                let rows: Vec<Vec<(usize, f64)>> = gain
                    .iter()
                    .map(|row| row.iter().copied().enumerate().filter(|(_, gain)| *gain != 0.0).collect())
                    .collect();
                let found = assign(&rows, size + 2, &()).unwrap();
                let total = |row: usize, column: Option<usize>| column.map_or(0.0, |column| gain[row][column]);
                let own: f64 = found.iter().enumerate().map(|(row, column)| total(row, *column)).sum();
                let positive = |row: usize, column: usize| gain[row][column].max(0.0);
                let best = maximum_assignment(size, size + 2, positive, &()).unwrap();
                let best: f64 = best.into_iter().map(|(row, column)| positive(row, column)).sum();
                assert!((own - best).abs() < 1e-9, "{own} {best}");
                let mut columns: Vec<usize> = found.into_iter().flatten().collect();
                columns.sort_unstable();
                assert!(columns.windows(2).all(|two| two[0] < two[1]));
            }
        }
    }

    #[test]
    fn a_row_gives_way_to_one_that_gains_more() {
        // Row 0 takes column 0 first; row 1 needs it more, and row 0 has another.
        let rows = [vec![(0, 0.6), (1, 0.5)], vec![(0, 0.9)]];
        assert_eq!(assign(&rows, 2, &()).unwrap(), [Some(1), Some(0)]);
        // What is worth less than nothing is not taken.
        assert_eq!(assign(&[vec![(0, -0.1)]], 1, &()).unwrap(), [None]);
    }
}
