//! Methods by slices: the score of each method on each slice, and its mean rank.

use serde::Serialize;
use slam::Comparison;
use slam::metrics::Better;

use super::ranks::mean_ranks;
use crate::number::score as four;

/// The score of each method on each slice.
#[derive(Debug, Serialize)]
pub(crate) struct SliceMatrix {
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
    /// The matrix as a header and rows of text: d on every slice, and the mean rank.
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
        let value = |method: usize, slice: &str| {
            let found = comparison.results[method].score.slices.get(slice);
            found.and_then(|slice| slice.slam.as_ref()).map(|slam| slam.d)
        };
        let methods = 0..comparison.results.len();
        let ranks: Vec<Vec<Option<f64>>> = slices
            .iter()
            .map(|slice| {
                let values: Vec<_> = methods.clone().map(|method| value(method, slice)).collect();
                mean_ranks(&values, Better::Lower)
            })
            .collect();
        let row = |method: usize| {
            let own: Vec<f64> = ranks.iter().filter_map(|slice| slice[method]).collect();
            let mean_rank = (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64);
            let cell = |(index, slice): (usize, &String)| slice_cell(value(method, slice), method, &ranks[index]);
            SliceRow {
                name: comparison.results[method].pred.clone(),
                mean_rank,
                mean_rank_text: mean_rank.map_or_else(|| "N/A".to_owned(), |rank| format!("{rank:.2}")),
                cells: slices.iter().enumerate().map(cell).collect(),
            }
        };
        let rows = methods.clone().map(row).collect();
        Some(Self { slices, rows })
    }
}

fn slice_cell(value: Option<f64>, method: usize, ranks: &[Option<f64>]) -> SliceCell {
    let best = ranks.iter().flatten().copied().min_by(f64::total_cmp);
    SliceCell {
        text: four(value),
        value,
        rank: ranks[method].map_or_else(String::new, |rank| rank.to_string()),
        is_best: ranks.len() > 1 && ranks[method].is_some() && ranks[method] == best,
    }
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
