//! The tables of a comparison.

use slam::metrics::Better;
use slam::{BoardRow as Row, Comparison, RankBy, is_blind};

use super::{Cell, Head, Table, percent};
use crate::html::columns::{Column, columns, metric_columns};
use crate::html::number::short;
use crate::html::slices::SliceMatrix;
use crate::inference::groups;
use crate::leaderboard::{about_marks, chosen, interval, notes, rank, truth_score};
use crate::look::Look;
use crate::number::counted;

/// A table for a page has room for the leaderboard's own numbers and this many metrics; others have a table of their own.
const MOST_BESIDE: usize = 3;

pub(super) fn tables(comparison: &Comparison, look: &Look) -> Vec<Table> {
    let all = columns(comparison);
    let metrics = metric_columns(comparison);
    let mut tables = vec![board(comparison, &all, &chosen(&metrics, comparison.verdict.by))];
    if look.all_metrics && metrics.len() > MOST_BESIDE {
        tables.push(metric_table(comparison, &metrics));
    }
    tables.extend(SliceMatrix::new(comparison).map(|matrix| slice_table(&matrix)));
    tables
}

/// The leaderboard: best in bold, the references where their values belong.
fn board(comparison: &Comparison, all: &[Column], metrics: &[&Column]) -> Table {
    let by = comparison.verdict.by;
    let own = |name: &str| all.iter().find(|column| column.name == name);
    let pinned = Some("slam_pinned").filter(|_| by == RankBy::SlamPinned);
    let shown: Vec<&Column> = ["slam_adjusted", "slam"].into_iter().chain(pinned).filter_map(own).collect();
    let rows = comparison.rows();
    let has_interval = rows.iter().any(|row| interval(row, by).is_some());
    let mut heads = vec![Head::number("rank", None), Head::words("method")];
    let brief = |column: &Column| column.name.strip_prefix("slam_").unwrap_or(&column.name).to_owned();
    heads.extend(shown.iter().map(|column| Head::number(&brief(column), column.better)));
    heads.push(Head::percent("cancelled"));
    heads.extend(metrics.iter().map(|column| Head::number(&column.name, column.better)));
    if has_interval {
        heads.insert(3, Head::number(&interval_title(by), None));
    }
    let cells = |row: &Row<'_>| {
        let mut cells = vec![Cell::from(rank(row)), Cell::from(row.pred().to_owned())];
        cells.extend(shown.iter().map(|column| cell(column, row, comparison)));
        cells.push(Cell::from(percent(row.score().cancelled)));
        cells.extend(metrics.iter().map(|column| cell(column, row, comparison)));
        if has_interval {
            cells.insert(3, Cell::from(interval(row, by).unwrap_or_default()));
        }
        cells
    };
    let rows = rows.iter().map(cells).collect();
    Table { key: "board", caption: caption(comparison), heads, rows, notes: all_notes(comparison) }
}

fn interval_title(by: RankBy) -> String {
    if by == RankBy::SlamAdjusted { "95 % interval".to_owned() } else { format!("95 % of {by}") }
}

/// A number of a row; what `slam` cannot see is no number to stand out.
fn cell(column: &Column, row: &Row<'_>, comparison: &Comparison) -> Cell {
    let Some(entry) = row.entry() else { return Cell::from(short(column.value(row.score()))) };
    if column.name == "slam" && is_blind(&entry.score) {
        return Cell::from("blind".to_owned());
    }
    Cell { text: short(column.value(&entry.score)), is_best: column.is_best(entry, comparison) }
}

fn caption(comparison: &Comparison) -> String {
    let Some(truth) = truth_score(comparison).filter(|_| !comparison.results.is_empty()) else {
        return "No methods.".to_owned();
    };
    format!(
        "{} compared with {}: {}, {}, {}. Ranked by {}; equal ranks cannot be told apart. adjusted: 0 = alike, 1 = the same \
         label proportions placed at random; slam: 0 alike, 2 unlike, blind where it misses more than 70 % of what is wrong. Arrows \
         point to the better end; the best are bold. Rows in parentheses are baselines.{}",
        counted(comparison.results.len(), "method"),
        comparison.truth,
        counted(truth.n_spots, "spot"),
        counted(truth.n_edges, "edge"),
        counted(truth.n_labels, "label"),
        comparison.verdict.by,
        about_marks(comparison),
    )
}

/// What should make a reader pause, method by method, and who cannot be told apart.
fn all_notes(comparison: &Comparison) -> Vec<String> {
    let of_row = |row: &Row<'_>| (row.pred().to_owned(), notes(row, comparison));
    let said = comparison.rows().iter().map(of_row).filter(|(_, note)| !note.is_empty()).collect::<Vec<_>>();
    said.into_iter().map(|(name, note)| format!("{name}: {note}.")).chain(groups(comparison)).collect()
}

/// All metrics, in the order of the leaderboard.
fn metric_table(comparison: &Comparison, metrics: &[Column]) -> Table {
    let mut heads = vec![Head::words("method")];
    heads.extend(metrics.iter().map(|column| Head::number(&column.name, column.better)));
    let row = |row: &Row<'_>| {
        let cells = metrics.iter().map(|column| cell(column, row, comparison));
        [Cell::from(row.pred().to_owned())].into_iter().chain(cells).collect()
    };
    let caption = "All metrics; arrows point to the better end, the best are bold.".to_owned();
    Table { key: "metrics", caption, heads, rows: comparison.rows().iter().map(row).collect(), notes: Vec::new() }
}

/// Methods by slices.
fn slice_table(matrix: &SliceMatrix) -> Table {
    let (header, rows) = matrix.texts();
    let better = Some(matrix.by().better());
    let last = header.len() - 1;
    let head = |(place, title): (usize, &String)| match place {
        0 => Head::words(title),
        _ => Head::number(title, if place == last { Some(Better::Lower) } else { better }),
    };
    let caption = format!("{}, slice by slice; arrows point to the better end.", matrix.by());
    let rows = rows.into_iter().map(|row| row.into_iter().map(Cell::from).collect()).collect();
    Table { key: "slices", caption, heads: header.iter().enumerate().map(head).collect(), rows, notes: Vec::new() }
}
