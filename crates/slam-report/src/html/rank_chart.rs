//! The ranks of all methods under every number, as a drawing and as the table behind it.

use serde::Serialize;
use slam::{Comparison, mean_ranks};

use super::columns::{Column, columns};
use super::number::pixel;

const LEFT: f64 = 190.0;
const STEP: f64 = 58.0;
const ROW: f64 = 26.0;
const TOP: f64 = 34.0;
/// More lines than this cannot be followed; colours can.
const MOST_LINES: usize = 15;

/// The ranks of all methods under every number.
#[derive(Debug, Serialize)]
pub(crate) struct RankChart {
    width: f64,
    height: f64,
    columns: Vec<Heading>,
    lines: Vec<Line>,
    /// Whether there are too many lines, so that a table of colours takes their place.
    is_heat: bool,
}

#[derive(Debug, Serialize)]
struct Heading {
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
    ranks: Vec<Cell>,
}

/// A rank in the table.
#[derive(Debug, Serialize)]
struct Cell {
    text: String,
    value: Option<f64>,
    /// From 100 for the first to 0 for the last.
    heat: f64,
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
            line(&results[method].pred, method, &own, &columns, results.len())
        };
        let place = |(index, column): (usize, &Column)| Heading { x: x(index), name: column.name.clone() };
        Some(Self {
            width: x(columns.len() - 1) + 30.0,
            height: y(results.len() as f64) + 22.0,
            columns: columns.iter().enumerate().map(place).collect(),
            lines: (0..results.len()).map(line).collect(),
            is_heat: results.len() > MOST_LINES,
        })
    }
}

fn x(index: usize) -> f64 {
    LEFT + STEP * (index as f64 + 0.5)
}

fn y(rank: f64) -> f64 {
    pixel(TOP + ROW * (rank - 0.5))
}

fn line(name: &str, method: usize, ranks: &[Option<f64>], columns: &[Column], n_methods: usize) -> Line {
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
    let cell = |rank: &Option<f64>| Cell {
        text: rank.map_or_else(|| "N/A".to_owned(), |rank| rank.to_string()),
        value: *rank,
        heat: rank.map_or(0.0, |rank| pixel(100.0 * (n_methods as f64 - rank) / (n_methods as f64 - 1.0))),
    };
    Line {
        name: name.to_owned(),
        label: shortened(name),
        y: start,
        path: path.concat(),
        dots,
        ranks: ranks.iter().map(cell).collect(),
    }
}

/// A name that fits beside the chart.
pub(crate) fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}
