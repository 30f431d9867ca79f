//! A score as a table for the terminal.

use comfy_table::{CellAlignment, Table, presets};
use slam::metrics::{Family, METRICS, Metric};
use slam::{Domain, Score, SliceScore};

use crate::inference::score_inference;
use crate::number::{count, mass, percent, score as four};

/// A score as a person reads it: the values with what they mean, what became of the labels, where it went wrong.
pub fn score_text(score: &Score) -> String {
    let inference = score_inference(score);
    let mut parts = vec![headline(score), inference, facts(score), matching(score), domains(score), metrics(score)];
    if !score.slices.0.is_empty() {
        parts.push(slices(score));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn headline(score: &Score) -> String {
    let slam = &score.slam;
    let precision = slam.d_se.filter(|se| *se > 0.0).map_or_else(String::new, |se| format!("± {se:.4}"));
    let hidden = score.cancelled.map_or_else(|| "N/A".to_owned(), percent);
    let row =
        |name: &str, value: String, detail: String, meaning: &str| [name.to_owned(), value, detail, meaning.to_owned()];
    let (local, pinned) = (&score.slam_local, &score.slam_pinned);
    let rows = [
        row("slam", four(Some(slam.d)), precision, "0 alike … 2 unlike: the kinds of edges, wherever they are"),
        row("slam_local", four(Some(local.d)), format!("{} cells", count(local.cells)), "the same, cell by cell"),
        row("slam_pinned", four(Some(pinned.d)), format!("D {:.4}", pinned.mean), "the same, edge by edge"),
        row("cancelled", hidden, String::new(), "of what is wrong cancels out, unseen by slam"),
    ];
    lay_out(&[""; 4], &rows, &[1])
}

fn facts(score: &Score) -> String {
    let dropped = if score.n_dropped > 0 {
        format!(" ({} without label dropped)", count(score.n_dropped))
    } else {
        String::new()
    };
    let slam = &score.slam;
    let scale = |letter: char, value: Option<f64>| value.map(|value| format!("{letter} = {value}"));
    let kernel = scale('γ', slam.gamma).or_else(|| scale('σ', slam.sigma)).unwrap_or_default();
    format!(
        "{} spots{dropped}, {} edges, {} labels; {} with {} projections, h = {}, {kernel}",
        count(score.n_spots),
        count(score.n_edges),
        count(score.n_labels),
        format!("{:?}", score.slam.estimator).to_lowercase(),
        count(score.slam.projections),
        score.slam.bandwidth,
    )
}

/// At most this many rows of a long table are shown; JSON has them all.
const MOST_ROWS: usize = 30;

fn matching(score: &Score) -> String {
    let map = &score.matching.map.0;
    let method = format!("{:?}", score.matching.method).to_lowercase();
    let title = format!("matching: {method} ({})", score.matching.reason);
    if map.iter().all(|(pred, truth)| truth.as_ref() == Some(pred)) {
        return title;
    }
    let mut lines = vec![title];
    let link =
        |(pred, truth): &(String, Option<String>)| format!("  {pred} → {}", truth.as_deref().unwrap_or("(unmatched)"));
    lines.extend(map.iter().take(MOST_ROWS).map(link));
    if map.len() > MOST_ROWS {
        lines.push(format!("  … and {} more", map.len() - MOST_ROWS));
    }
    let split = |split: &slam::matcher::Split| {
        format!("  {} spots of {} taken from {} to {}", count(split.n_spots), split.pred, split.from, split.to)
    };
    lines.extend(score.matching.split.iter().map(split));
    lines.join("\n")
}

fn domains(score: &Score) -> String {
    let shown = score.domains.len().min(MOST_ROWS);
    let row = |domain: &Domain| {
        [
            domain.label.clone().unwrap_or_else(|| "(boundary)".to_owned()),
            domain.n_spots.map(count).unwrap_or_default(),
            mass(domain.n_edges),
            mass(domain.kept),
            mass(domain.lost),
            percent(domain.share),
        ]
    };
    let rows: Vec<_> = score.domains[..shown].iter().map(row).collect();
    let table =
        lay_out(&["domain", "spots", "edges", "kept", "lost", "share of what is wrong"], &rows, &[1, 2, 3, 4, 5]);
    let hidden = score.domains.len() - shown;
    if hidden > 0 { format!("{table}\n… and {hidden} more") } else { table }
}

/// The benchmark metrics, a row per family, with arrows for the better direction; what is undefined comes with its reason.
fn metrics(score: &Score) -> String {
    let value = |metric: &Metric| {
        let found = score.metrics.get(metric.name)?;
        Some(format!("{} {} {}", metric.name, metric.better.arrow(), four(*found)))
    };
    let family = |family: Family| {
        let values: Vec<String> = METRICS.iter().filter(|metric| metric.family == family).filter_map(value).collect();
        (!values.is_empty()).then(|| format!("{:<10} {}", family.title().to_lowercase(), values.join("   ")))
    };
    let rows = [Family::Supervised, Family::External, Family::Internal].into_iter().filter_map(family);
    let reasons = score.undefined.0.iter().map(|(name, reason)| format!("{name} is N/A: {reason}"));
    rows.chain(reasons).collect::<Vec<_>>().join("\n")
}

fn slices(score: &Score) -> String {
    let row = |(name, slice): &(String, SliceScore)| {
        [
            name.clone(),
            count(slice.n_spots),
            count(slice.n_edges),
            four(slice.slam.as_ref().map(|slam| slam.d)),
            four(slice.slam_local.as_ref().map(|local| local.d)),
            four(slice.slam_pinned.map(|pinned| pinned.d)),
            slice.cancelled.map_or_else(|| "N/A".to_owned(), percent),
        ]
    };
    let rows: Vec<_> = score.slices.0.iter().take(MOST_ROWS).map(row).collect();
    let header = ["slice", "spots", "edges", "slam", "slam_local", "slam_pinned", "cancelled"];
    lay_out(&header, &rows, &[1, 2, 3, 4, 5, 6])
}

/// Rows under a header as plain text, the given columns to the right.
pub fn lay_out<const N: usize>(header: &[&str; N], rows: &[[String; N]], right: &[usize]) -> String {
    lay_out_rows(header, &rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>(), right)
}

/// The same for any number of columns.
pub(crate) fn lay_out_rows(header: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let mut table = plain();
    if header.iter().any(|name| !name.is_empty()) {
        table.set_header(header);
    }
    table.add_rows(rows);
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    trimmed(&table)
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// The table without the blanks that pad it on either side.
fn trimmed(table: &Table) -> String {
    let line = |line: String| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned();
    table.lines().map(line).collect::<Vec<_>>().join("\n")
}
