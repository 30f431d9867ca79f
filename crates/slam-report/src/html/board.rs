//! The leaderboard: one row per method, best first, the references where they belong.

use serde::Serialize;
use slam::metrics::Better;
use slam::{BLIND, BoardRow, Comparison, Entry, RankBy, Score, is_blind};

use super::columns::{Column, N_SLAM, columns};
use super::number::short;
use super::whisker::{self, Whisker};
use crate::leaderboard::about_marks;
use crate::number::{count, percent, score as four, unlabelled};

/// The leaderboard.
#[derive(Debug, Serialize)]
pub(crate) struct Board {
    groups: Vec<Group>,
    heads: Vec<Head>,
    rows: Vec<Row>,
    /// How to read the number that is ranked by.
    by: &'static str,
    scale: &'static str,
    has_whiskers: bool,
    /// What rows without a mark are.
    about_marks: String,
    /// What intervals speak of.
    whisker_words: String,
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
    /// The place among the methods, none for a reference.
    method: Option<usize>,
    rank: Option<usize>,
    name: String,
    /// What speaks against it: that it is not better than chance, or no better than blind domains.
    against: Vec<String>,
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
    /// A rank of its own, in small figures.
    rank: Option<usize>,
    is_best: bool,
    is_marked: bool,
    starts: bool,
    whisker: Option<Whisker>,
}

impl Board {
    /// The leaderboard of a comparison.
    pub(crate) fn new(comparison: &Comparison) -> Self {
        let columns = columns(comparison);
        let most_spots = comparison.results.iter().map(|entry| entry.score.n_spots).max().unwrap_or(0);
        let mut numbers = 0..;
        let row = |row: BoardRow<'_>| match row {
            BoardRow::Method(entry) => method_row(entry, numbers.next(), comparison, &columns, most_spots),
            BoardRow::Reference(reference) => reference_row(&reference.pred, &reference.score, &columns),
        };
        let rows = comparison.rows().into_iter().map(row).collect();
        let by = comparison.verdict.by;
        let scale = match by {
            RankBy::SlamAdjusted => "0 is alike, 1 the same label proportions placed at random",
            RankBy::Slam | RankBy::SlamPinned => "0 is alike, 2 unlike",
            _ if by.better() == Better::Higher => "higher is better",
            _ => "lower is better",
        };
        let (heads, groups, by_name) = (heads(&columns), groups(&columns), by.name());
        let (has_whiskers, about_marks, whisker_words) = (false, about_marks(comparison), whisker::words(comparison));
        let mut board = Self { heads, groups, rows, by: by_name, scale, has_whiskers, about_marks, whisker_words };
        board.add_whiskers(comparison, &columns);
        board.starts_groups(&columns);
        board
    }

    /// Draws the intervals of the number that ranks, all on one scale.
    fn add_whiskers(&mut self, comparison: &Comparison, columns: &[Column]) {
        let Some(column) = columns.iter().position(|column| column.name == self.by) else { return };
        let place = if column < N_SLAM { column } else { column + 3 };
        let whiskers = whisker::whiskers(comparison);
        self.has_whiskers = whiskers.iter().any(Option::is_some);
        for (row, whisker) in self.rows.iter_mut().filter(|row| row.method.is_some()).zip(whiskers) {
            row.cells[place].whisker = whisker;
        }
    }

    /// Marks the first column of each family, where a line is drawn.
    fn starts_groups(&mut self, columns: &[Column]) {
        for place in N_SLAM..columns.len() {
            if columns[place].family != columns[place - 1].family {
                self.heads[place + 3].starts = true;
                self.rows.iter_mut().for_each(|row| row.cells[place + 3].starts = true);
            }
        }
    }
}

fn method_row(
    entry: &Entry,
    method: Option<usize>,
    comparison: &Comparison,
    columns: &[Column],
    most_spots: usize,
) -> Row {
    let mut cells: Vec<Cell> = columns.iter().map(|column| cell(column, &entry.score)).collect();
    cells.iter_mut().zip(columns).for_each(|(cell, column)| cell.is_best = column.is_best(entry, comparison));
    if let Some(slam) = columns.iter().position(|column| column.name == "slam") {
        cells[slam].rank = Some(entry.slam_rank);
        if is_blind(&entry.score) {
            (cells[slam].text, cells[slam].is_best, cells[slam].is_marked) = ("blind".to_owned(), false, true);
            let share = entry.score.cancelled.map(percent).unwrap_or_default();
            cells[slam].detail =
                format!("slam is {}; {share} of what is wrong cancels out", four(Some(entry.score.slam.d)));
        }
    }
    cells.splice(N_SLAM..N_SLAM, rank_cells(entry));
    let (rank, name, against) = (entry.rank, entry.pred.clone(), entry.marks());
    Row { method, rank, name, against, marks: marks(entry, most_spots), cells }
}

fn reference_row(name: &str, score: &Score, columns: &[Column]) -> Row {
    let mut cells: Vec<Cell> = columns.iter().map(|column| cell(column, score)).collect();
    let spots = Cell { text: count(score.n_spots), starts: true, ..Cell::default() };
    cells.splice(N_SLAM..N_SLAM, [Cell { starts: true, ..Cell::default() }, Cell::default(), spots]);
    Row { method: None, rank: None, name: name.to_owned(), against: Vec::new(), marks: Vec::new(), cells }
}

/// The name of a number where there is little room.
fn short_name(name: &str) -> &str {
    name.strip_prefix("slam_adjusted_").or_else(|| name.strip_prefix("slam_")).unwrap_or(name)
}

fn heads(columns: &[Column]) -> Vec<Head> {
    let head = |column: &Column| Head {
        name: column.name.clone(),
        short: short_name(&column.name).to_owned(),
        title: column.title.clone(),
        better: column.better,
        starts: false,
    };
    let extra = |name: &str, short: &str, title: &str, better: Option<Better>, starts: bool| Head {
        name: name.to_owned(),
        short: short.to_owned(),
        title: title.to_owned(),
        better,
        starts,
    };
    let mut heads: Vec<Head> = columns.iter().map(head).collect();
    let between = [
        extra(
            "hungarian",
            "adjusted",
            "slam_adjusted if labels are matched one to one (hungarian)",
            Some(Better::Lower),
            true,
        ),
        extra("hungarian_rank", "rank", "The rank if labels are matched one to one (hungarian)", None, false),
        extra("spots", "spots", "The number of spots compared", None, true),
    ];
    heads.splice(N_SLAM..N_SLAM, between);
    heads
}

fn groups(columns: &[Column]) -> Vec<Group> {
    let mut groups = vec![
        Group { title: "SLAM", span: N_SLAM },
        Group { title: "Hungarian", span: 2 },
        Group { title: "", span: 1 },
    ];
    for column in &columns[N_SLAM..] {
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
    let detail = precision
        .map(|se| format!("numerical error {se:.4}"))
        .or_else(|| column.reason(score).filter(|_| value.is_none()));
    let is_marked = column.name == "cancelled" && value.is_some_and(|share| share > BLIND);
    Cell { text, value, detail: detail.unwrap_or_default(), is_marked, ..Cell::default() }
}

fn rank_cells(entry: &Entry) -> [Cell; 3] {
    let (place, n_spots, differs) = (entry.hungarian, entry.score.n_spots, entry.is_moved());
    let detail = if differs { "another rank than under the matching chosen".to_owned() } else { String::new() };
    let (r, own) = (place.map(|place| place.r), place.and_then(|place| place.rank));
    let rank = own.map_or_else(|| "N/A".to_owned(), |rank| rank.to_string());
    let value = own.map(|rank| rank as f64);
    let slam = place.map(|place| format!("slam is {}", four(Some(place.d)))).unwrap_or_default();
    [
        Cell { text: four(r), value: r, detail: slam, starts: true, ..Cell::default() },
        Cell { text: rank, value, is_marked: differs, detail, ..Cell::default() },
        Cell { text: count(n_spots), value: Some(n_spots as f64), starts: true, ..Cell::default() },
    ]
}

fn marks(entry: &Entry, most_spots: usize) -> Vec<Mark> {
    let score = &entry.score;
    let mut marks = Vec::new();
    if let Some(share) = score.cancelled.filter(|share| *share > BLIND) {
        let meaning = format!("slam misses {} of what is wrong", percent(share));
        marks.push(Mark { sign: "◐", meaning });
    }
    if !score.matching.split.is_empty() {
        let meaning = "matching wrote the truth into this prediction; its scores flatter it".to_owned();
        marks.push(Mark { sign: "✂", meaning });
    }
    if let Some(unlabelled) = unlabelled(score.n_unlabelled, score.n_truth_spots) {
        let counts =
            format!("{} of {} spots have no prediction", count(score.n_unlabelled), count(score.n_truth_spots));
        marks.push(Mark { sign: "∅", meaning: format!("{unlabelled}: {counts}") });
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
