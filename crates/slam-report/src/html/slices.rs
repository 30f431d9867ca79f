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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use slam::{Labeling, NamedLabeling, Options, Spots};

    use super::*;

    #[test]
    fn slices_that_a_method_lacks_do_not_count() {
        let spots = Spots::new(2, (0..100).flat_map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect()).unwrap();
        let slices = Labeling::from_texts((0..100).map(|spot| if spot < 50 { "top" } else { "bottom" })).unwrap();
        let spots = Arc::new(spots.with_slices(slices).unwrap());
        let named = |(name, cut): (&str, usize)| -> NamedLabeling {
            let label = |spot: usize| if spot % 10 < cut { "a" } else { "b" };
            (name.to_owned(), Arc::new(Labeling::from_texts((0..100).map(label)).unwrap()))
        };
        let (truth, preds) = (named(("truth", 5)), [("same", 5), ("other", 8)].map(named));
        let mut comparison = Options::default().compare(&spots, &truth, &preds, &()).unwrap().comparison;
        comparison.results[1].score.slices.0.retain(|(name, _)| name == "top");
        // The other is second on the only slice that it has: 2 / 1, not 2 / 2.
        let (_, rows) = SliceMatrix::new(&comparison).unwrap().texts();
        assert_eq!((rows[0][3].as_str(), rows[1][1].as_str(), rows[1][3].as_str()), ("1.00", "N/A", "2.00"));
    }
}
