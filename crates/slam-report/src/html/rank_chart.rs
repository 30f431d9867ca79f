//! The ranks of all methods under every number, as a drawing and as the table behind it.

use serde::Serialize;
use slam::Comparison;

use super::columns::{Column, columns};
use super::number::pixel;
use super::ranks::mean_ranks;

const LEFT: f64 = 190.0;
const STEP: f64 = 58.0;
const ROW: f64 = 26.0;
const TOP: f64 = 34.0;

/// The ranks of all methods under every number.
#[derive(Debug, Serialize)]
pub(crate) struct RankChart {
    width: f64,
    height: f64,
    columns: Vec<Place>,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Place {
    x: f64,
    name: String,
}

#[derive(Debug, Serialize)]
struct Line {
    name: String,
    label: String,
    y: f64,
    path: String,
    dots: Vec<Dot>,
    ranks: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Dot {
    x: f64,
    y: f64,
    words: String,
}

impl RankChart {
    /// The chart of a comparison; none where there is nothing to rank.
    pub(crate) fn new(comparison: &Comparison) -> Option<Self> {
        let results = &comparison.results;
        let columns: Vec<Column> = columns(comparison).into_iter().filter(|column| column.better.is_some()).collect();
        if results.len() < 2 {
            return None;
        }
        let ranks: Vec<Vec<Option<f64>>> = columns
            .iter()
            .filter_map(|column| {
                let values: Vec<_> = results.iter().map(|entry| column.value(&entry.score)).collect();
                column.better.map(|better| mean_ranks(&values, better))
            })
            .collect();
        let line = |method: usize| {
            let own: Vec<Option<f64>> = ranks.iter().map(|column| column[method]).collect();
            line(&results[method].pred, method, &own, &columns)
        };
        let place = |(index, column): (usize, &Column)| Place { x: x(index), name: column.name.clone() };
        Some(Self {
            width: x(columns.len() - 1) + 30.0,
            height: y(results.len() as f64) + 22.0,
            columns: columns.iter().enumerate().map(place).collect(),
            lines: (0..results.len()).map(line).collect(),
        })
    }
}

fn x(index: usize) -> f64 {
    LEFT + STEP * (index as f64 + 0.5)
}

fn y(rank: f64) -> f64 {
    pixel(TOP + ROW * (rank - 0.5))
}

fn line(name: &str, method: usize, ranks: &[Option<f64>], columns: &[Column]) -> Line {
    let start = y(method as f64 + 1.0);
    let known = ranks.iter().enumerate().filter_map(|(index, rank)| rank.map(|rank| (index, rank)));
    let mut path = vec![format!("M{LEFT},{start}")];
    let mut from = (LEFT, start);
    let mut dots = Vec::new();
    for (index, rank) in known {
        let to = (x(index), y(rank));
        let middle = pixel(0.5 * (from.0 + to.0));
        path.push(format!("C{middle},{} {middle},{} {},{}", from.1, to.1, to.0, to.1));
        dots.push(Dot { x: to.0, y: to.1, words: format!("{name}: rank {rank} by {}", columns[index].name) });
        from = to;
    }
    let text = |rank: &Option<f64>| rank.map_or_else(|| "N/A".to_owned(), |rank| rank.to_string());
    Line {
        name: name.to_owned(),
        label: shortened(name),
        y: start,
        path: path.concat(),
        dots,
        ranks: ranks.iter().map(text).collect(),
    }
}

/// A name that fits beside the chart.
fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}
