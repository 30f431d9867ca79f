//! The leaderboard: one row per method, best first, and the references below.

use serde::Serialize;
use slam::metrics::Better;
use slam::{Comparison, Entry, Score};

use super::columns::{Column, columns};
use super::number::short;
use crate::number::{count, percent, score as four};

/// The leaderboard.
#[derive(Debug, Serialize)]
pub(crate) struct Board {
    groups: Vec<Group>,
    heads: Vec<Head>,
    rows: Vec<Row>,
    references: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Group {
    title: &'static str,
    span: usize,
}

#[derive(Debug, Serialize)]
struct Head {
    name: String,
    /// The name within its group.
    short: String,
    title: String,
    better: Option<Better>,
    starts: bool,
}

#[derive(Debug, Serialize)]
struct Row {
    rank: Option<usize>,
    name: String,
    marks: Vec<Mark>,
    cells: Vec<Cell>,
}

/// A sign beside a name that sends the reader to its meaning.
#[derive(Debug, Serialize)]
struct Mark {
    sign: &'static str,
    meaning: String,
}

#[derive(Debug, Default, Serialize)]
struct Cell {
    text: String,
    /// The value to sort by, with all its digits.
    value: Option<f64>,
    detail: String,
    is_best: bool,
    is_marked: bool,
    starts: bool,
}

impl Board {
    /// The leaderboard of a comparison.
    pub(crate) fn new(comparison: &Comparison) -> Self {
        let columns = columns(comparison);
        let most_spots = comparison.results.iter().map(|entry| entry.score.n_spots).max().unwrap_or(0);
        let rows = comparison.results.iter().map(|entry| {
            let mut cells: Vec<Cell> = columns.iter().map(|column| cell(column, &entry.score)).collect();
            mark_best(&mut cells, &columns, entry, comparison);
            cells.splice(4..4, rank_cells(entry));
            Row { rank: Some(entry.rank), name: entry.pred.clone(), marks: marks(entry, most_spots), cells }
        });
        let references = comparison.references.iter().map(|reference| {
            let mut cells: Vec<Cell> = columns.iter().map(|column| cell(column, &reference.score)).collect();
            let spots = Cell { text: count(reference.score.n_spots), starts: true, ..Cell::default() };
            cells.splice(4..4, [Cell { starts: true, ..Cell::default() }, Cell::default(), spots]);
            Row { rank: None, name: reference.pred.clone(), marks: Vec::new(), cells }
        });
        let (rows, references) = (rows.collect(), references.collect());
        let mut board = Self { heads: heads(&columns), groups: Vec::new(), rows, references };
        board.groups = groups(&columns);
        board.starts_groups(&columns);
        board
    }

    /// Marks the first column of each family, where a line is drawn.
    fn starts_groups(&mut self, columns: &[Column]) {
        for place in 4..columns.len() {
            if columns[place].family != columns[place - 1].family {
                self.heads[place + 3].starts = true;
                self.rows.iter_mut().chain(&mut self.references).for_each(|row| row.cells[place + 3].starts = true);
            }
        }
    }
}

fn heads(columns: &[Column]) -> Vec<Head> {
    let head = |column: &Column| Head {
        name: column.name.clone(),
        short: column.name.strip_prefix("slam_").unwrap_or(&column.name).to_owned(),
        title: column.title.clone(),
        better: column.better,
        starts: false,
    };
    let extra = |name: &str, title: &str, better: Option<Better>, starts: bool| Head {
        name: name.to_owned(),
        short: name.to_owned(),
        title: title.to_owned(),
        better,
        starts,
    };
    let mut heads: Vec<Head> = columns.iter().map(head).collect();
    let between = [
        extra("d", "SLAM if labels are matched one to one (hungarian)", Some(Better::Lower), true),
        extra("rank", "The rank if labels are matched one to one (hungarian)", None, false),
        extra("spots", "The number of spots compared", None, true),
    ];
    heads.splice(4..4, between);
    heads
}

fn groups(columns: &[Column]) -> Vec<Group> {
    let mut groups =
        vec![Group { title: "SLAM", span: 4 }, Group { title: "Hungarian", span: 2 }, Group { title: "", span: 1 }];
    for column in &columns[4..] {
        match groups.last_mut().filter(|group| group.title == column.family) {
            Some(group) => group.span += 1,
            None => groups.push(Group { title: column.family, span: 1 }),
        }
    }
    groups
}

fn cell(column: &Column, score: &Score) -> Cell {
    let value = column.value(score);
    let text = match column.name.as_str() {
        "cancelled" => value.map_or_else(|| "N/A".to_owned(), percent),
        "slam" | "slam_adjusted" | "slam_pinned" => four(value),
        _ => short(value),
    };
    let precision = score.slam.d_se.filter(|se| column.name == "slam" && *se > 0.0);
    let detail = precision.map(|se| format!("± {se:.4}")).or_else(|| column.reason(score).filter(|_| value.is_none()));
    let is_marked = column.name == "cancelled" && value.is_some_and(|share| share > 0.5);
    Cell { text, value, detail: detail.unwrap_or_default(), is_marked, ..Cell::default() }
}

/// The best of a column are those that no other beats; for SLAM, those that share the first rank.
fn mark_best(cells: &mut [Cell], columns: &[Column], entry: &Entry, comparison: &Comparison) {
    for (cell, column) in cells.iter_mut().zip(columns) {
        let values = comparison.results.iter().filter_map(|other| column.value(&other.score));
        let best = match column.better {
            Some(Better::Lower) => values.min_by(f64::total_cmp),
            Some(Better::Higher) => values.max_by(f64::total_cmp),
            None => None,
        };
        let is_first = column.name == "slam" && entry.rank == 1;
        cell.is_best = comparison.results.len() > 1 && (is_first || (best.is_some() && best == cell.value));
    }
}

fn rank_cells(entry: &Entry) -> [Cell; 3] {
    let (d, rank) = entry.hungarian.map(|place| (place.d, place.rank)).unzip();
    let (differs, n_spots) = (entry.is_moved(), entry.score.n_spots);
    let detail = if differs { "another rank than under the matching chosen".to_owned() } else { String::new() };
    [
        Cell { text: four(d), value: d, starts: true, ..Cell::default() },
        Cell {
            text: rank.map_or_else(|| "N/A".to_owned(), |rank| rank.to_string()),
            value: rank.map(|rank| rank as f64),
            is_marked: differs,
            detail,
            ..Cell::default()
        },
        Cell { text: count(n_spots), value: Some(n_spots as f64), starts: true, ..Cell::default() },
    ]
}

fn marks(entry: &Entry, most_spots: usize) -> Vec<Mark> {
    let score = &entry.score;
    let mut marks = Vec::new();
    if let Some(share) = score.cancelled.filter(|share| *share > 0.5) {
        let meaning = format!("SLAM does not see {} of what is wrong", percent(share));
        marks.push(Mark { sign: "◐", meaning });
    }
    if !score.matching.split.is_empty() {
        let meaning = "matching wrote the truth into this prediction; its scores flatter it".to_owned();
        marks.push(Mark { sign: "✂", meaning });
    }
    if entry.is_partial {
        let meaning =
            format!("labels only {} spots, fewer than half of the truth's; ranked behind", count(score.n_spots));
        marks.push(Mark { sign: "≠", meaning });
    } else if score.n_spots != most_spots {
        let meaning = format!("compared on {} spots, others on {}", count(score.n_spots), count(most_spots));
        marks.push(Mark { sign: "≠", meaning });
    }
    marks
}
