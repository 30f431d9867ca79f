//! Methods by slices: the score of each method on each slice, and its mean rank.

use serde::Serialize;
use slam::{Comparison, RankBy, SliceScore, Standing};

use super::number::short;

/// The score of each method on each slice.
#[derive(Debug, Serialize)]
pub(crate) struct SliceMatrix {
    by: RankBy,
    slices: Vec<String>,
    rows: Vec<SliceRow>,
}

#[derive(Debug, Serialize)]
struct SliceRow {
    name: String,
    mean_rank: Option<f64>,
    mean_rank_text: String,
    cells: Vec<SliceCell>,
}

#[derive(Debug, Serialize)]
struct SliceCell {
    text: String,
    value: Option<f64>,
    rank: String,
    is_best: bool,
}

impl SliceMatrix {
    /// The number that is shown.
    pub(crate) fn by(&self) -> RankBy {
        self.by
    }

    /// The matrix as a header and rows of text: the number on every slice, and the mean rank.
    pub(crate) fn texts(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let header =
            ["method".to_owned()].into_iter().chain(self.slices.iter().cloned()).chain(["mean rank".to_owned()]);
        let row = |row: &SliceRow| {
            let cells = row.cells.iter().map(|cell| cell.text.clone());
            [row.name.clone()].into_iter().chain(cells).chain([row.mean_rank_text.clone()]).collect()
        };
        (header.collect(), self.rows.iter().map(row).collect())
    }

    /// The matrix of a comparison; none where there are no slices.
    pub(crate) fn new(comparison: &Comparison) -> Option<Self> {
        let slices: Vec<String> = names(comparison);
        if slices.is_empty() {
            return None;
        }
        let by = comparison.verdict.by;
        let score = |method: usize, slice: &str| comparison.results[method].score.slices.get(slice);
        let methods = 0..comparison.results.len();
        let of_slice =
            |slice: &String| places(by, &methods.clone().map(|method| score(method, slice)).collect::<Vec<_>>());
        let ranks: Vec<Vec<Option<usize>>> = slices.iter().map(of_slice).collect();
        let row = |method: usize| {
            let own: Vec<usize> = ranks.iter().filter_map(|slice| slice[method]).collect();
            let mean_rank = (!own.is_empty()).then(|| own.iter().sum::<usize>() as f64 / own.len() as f64);
            let cell = |(index, slice): (usize, &String)| {
                let value = score(method, slice).and_then(|slice| by.value_of_slice(slice));
                slice_cell(value, ranks[index][method])
            };
            SliceRow {
                name: comparison.results[method].pred.clone(),
                mean_rank,
                mean_rank_text: mean_rank.map_or_else(|| "N/A".to_owned(), |rank| format!("{rank:.2}")),
                cells: slices.iter().enumerate().map(cell).collect(),
            }
        };
        let rows = methods.clone().map(row).collect();
        Some(Self { by, slices, rows })
    }
}

fn slice_cell(value: Option<f64>, rank: Option<usize>) -> SliceCell {
    let text = rank.map_or_else(String::new, |rank| rank.to_string());
    SliceCell { text: short(value), value, rank: text, is_best: rank == Some(1) }
}

/// The ranks of methods on one slice, by the rule of the leaderboard; none where there is no score.
fn places(by: RankBy, slices: &[Option<&SliceScore>]) -> Vec<Option<usize>> {
    let known: Vec<Standing> = slices.iter().flatten().map(|slice| by.standing_of_slice(slice)).collect();
    let mut ranks = slam::ranks(&known).1.into_iter();
    slices.iter().map(|slice| slice.and_then(|_| ranks.next().flatten())).collect()
}

/// The slices of any method, in the order they come in.
fn names(comparison: &Comparison) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in comparison.results.iter().flat_map(|entry| &entry.score.slices.0) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names.sort_by(|a, b| slam::natural_order(a, b));
    names
}
