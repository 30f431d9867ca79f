//! A comparison as a leaderboard for the terminal, and as rows for spreadsheets.

use slam::metrics::Better;
use slam::{Comparison, Entry, Score};

use crate::delimited::{score_columns, score_rows};
use crate::html::columns::{Column, columns};
use crate::html::slices::SliceMatrix;
use crate::inference::comparison_inference;
use crate::number::{count, percent, score as four};
use crate::text::lay_out_rows;

/// A comparison as a person reads it: SLAM's numbers, then the metrics, then the slices.
pub fn leaderboard_text(comparison: &Comparison) -> String {
    let mut parts = vec![slam_table(comparison), legend(comparison), comparison_inference(comparison)];
    let columns: Vec<Column> = columns(comparison).into_iter().filter(|column| column.family != "SLAM").collect();
    let families = ["Supervised", "External", "Internal"];
    if columns.iter().any(|column| families.contains(&column.family)) {
        parts.push(metric_table(comparison, &columns));
    }
    parts.extend(SliceMatrix::new(comparison).map(|matrix| slice_table(&matrix)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn slam_table(comparison: &Comparison) -> String {
    let header =
        ["rank", "method", "slam ↓", "±", "slam_local ↓", "slam_pinned ↓", "cancelled", "hungarian ↓", "notes"];
    let entry = |entry: &Entry| {
        let place = &entry.hungarian;
        let moved = if place.rank == entry.rank { "" } else { " ↕" };
        let hungarian = format!("{} ({}{moved})", four(Some(place.d)), place.rank);
        slam_row(entry.rank.to_string(), &entry.pred, &entry.score, hungarian, notes(entry, comparison))
    };
    let mut rows: Vec<Vec<String>> = comparison.results.iter().map(entry).collect();
    for reference in &comparison.references {
        rows.push(slam_row("–".to_owned(), &reference.pred, &reference.score, String::new(), String::new()));
    }
    lay_out_rows(&header, &rows, &[0, 2, 3, 4, 5, 6, 7])
}

fn slam_row(rank: String, name: &str, score: &Score, hungarian: String, notes: String) -> Vec<String> {
    vec![
        rank,
        name.to_owned(),
        four(Some(score.slam.d)),
        score.slam.d_se.map_or_else(String::new, |se| format!("{se:.4}")),
        four(Some(score.slam_local.d)),
        four(Some(score.slam_pinned.d)),
        score.cancelled.map_or_else(|| "N/A".to_owned(), percent),
        hungarian,
        notes,
    ]
}

/// What should make a reader pause at this row.
fn notes(entry: &Entry, comparison: &Comparison) -> String {
    let score = &entry.score;
    let mut notes = Vec::new();
    if score.cancelled.is_some_and(|share| share > 0.5) {
        notes.push("slam is blind to most of it".to_owned());
    }
    let split: usize = score.matching.split.iter().map(|split| split.n_spots).sum();
    if split > 0 {
        notes.push(format!("{} spots from the truth", count(split)));
    }
    if comparison.results.iter().any(|other| other.score.n_spots != score.n_spots) {
        notes.push(format!("{} spots", count(score.n_spots)));
    }
    notes.join("; ")
}

fn legend(comparison: &Comparison) -> String {
    let Some(first) = comparison.results.first() else { return "no methods".to_owned() };
    let facts = format!(
        "truth {:?}: {} spots, {} edges, {} labels. 0 alike … 2 unlike; equal ranks cannot be told apart.",
        comparison.truth,
        count(first.score.n_spots),
        count(first.score.n_edges),
        count(first.score.n_labels),
    );
    let moved = comparison.results.iter().any(|entry| entry.rank != entry.hungarian.rank);
    if moved { facts + " ↕ another rank under hungarian matching." } else { facts }
}

fn metric_table(comparison: &Comparison, columns: &[Column]) -> String {
    let arrow = |column: &Column| column.better.map_or(' ', Better::arrow);
    let names: Vec<String> = columns.iter().map(|column| format!("{} {}", column.name, arrow(column))).collect();
    let mut header = vec!["method"];
    header.extend(names.iter().map(String::as_str));
    let best: Vec<Option<f64>> = columns.iter().map(|column| best(comparison, column)).collect();
    let cell = |column: &Column, best: Option<f64>, score: &Score, is_ranked: bool| {
        let value = column.value(score);
        let mark = if is_ranked && value.is_some() && value == best { "*" } else { " " };
        four(value) + mark
    };
    let row = |name: &str, score: &Score, is_ranked: bool| {
        let cells = columns.iter().zip(&best).map(|(column, best)| cell(column, *best, score, is_ranked));
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    let entries = comparison.results.iter().map(|entry| row(&entry.pred, &entry.score, true));
    let references = comparison.references.iter().map(|reference| row(&reference.pred, &reference.score, false));
    let rows: Vec<Vec<String>> = entries.chain(references).collect();
    lay_out_rows(&header, &rows, &(1..header.len()).collect::<Vec<_>>()) + "\n* best"
}

fn best(comparison: &Comparison, column: &Column) -> Option<f64> {
    let values = comparison.results.iter().filter_map(|entry| column.value(&entry.score));
    match column.better? {
        Better::Higher => values.max_by(f64::total_cmp),
        Better::Lower => values.min_by(f64::total_cmp),
    }
}

fn slice_table(matrix: &SliceMatrix) -> String {
    let (header, rows) = matrix.texts();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    lay_out_rows(&header, &rows, &(1..header.len()).collect::<Vec<_>>())
}

/// A header, a row per method and one per method and slice, best first, and the references; all digits.
///
/// Ranks and `hungarian` are those of all slices together, and stand in that row alone.
pub fn comparison_rows(comparison: &Comparison) -> Vec<Vec<String>> {
    let mut header: Vec<String> = ["pred", "rank", "hungarian", "hungarian_rank"].map(str::to_owned).to_vec();
    let metrics =
        comparison.results.first().map(|entry| &entry.score).or(comparison.references.first().map(|r| &r.score));
    header.extend(metrics.map(score_columns).unwrap_or_default());
    let mut rows = vec![header];
    for entry in &comparison.results {
        let place = &entry.hungarian;
        let lead = [entry.pred.clone(), entry.rank.to_string(), place.d.to_string(), place.rank.to_string()];
        rows.extend(led(&lead, &entry.score));
    }
    for reference in &comparison.references {
        rows.extend(led(&[reference.pred.clone(), String::new(), String::new(), String::new()], &reference.score));
    }
    // What is asked of methods is not asked of references.
    let n_columns = rows[0].len();
    rows.iter_mut().for_each(|row| row.resize(n_columns, String::new()));
    rows
}

/// The rows of a score behind its lead; slices have the name alone, for they are not ranked.
fn led(lead: &[String; 4], score: &Score) -> impl Iterator<Item = Vec<String>> {
    let [name, ..] = lead;
    let of_slice = [name.clone(), String::new(), String::new(), String::new()];
    let leads = std::iter::once(lead.clone()).chain(std::iter::repeat(of_slice));
    let rows = score_rows(score).into_iter().skip(1);
    leads.zip(rows).map(|(lead, row)| lead.into_iter().chain(row).collect())
}
