//! `slam inspect`: what is in a file, and what to type next.

use anyhow::Result;
use slam_io::{Column, Inspection, Kind};
use slam_report::{count, lay_out, to_json};

use crate::arguments::{Format, InspectArguments};
use crate::output::emit;

pub(crate) fn run(arguments: &InspectArguments) -> Result<()> {
    let inspection = slam_io::inspect(&arguments.file)?;
    let text = match arguments.output.format {
        Format::Json => to_json(&inspection)?,
        Format::Table => words(&inspection),
        Format::Csv | Format::Tsv => anyhow::bail!("--format: slam inspect prints a table or json"),
    };
    emit(arguments.output.output.as_deref(), &text)
}

fn words(inspection: &Inspection) -> String {
    let mut lines = vec![format!("{}: {} spots", inspection.file, count(inspection.n_spots))];
    match &inspection.positions {
        Some(positions) => {
            let range = |range: &[f64; 2]| format!("{} … {}", range[0], range[1]);
            let ranges: Vec<String> = positions.ranges.iter().map(range).collect();
            lines.push(format!("{} ({})", positions.choice, ranges.join(", ")));
        }
        None => lines.push("positions: none found under the usual names; name them with --x and --y".to_owned()),
    }
    lines.extend(inspection.ids.as_ref().map(|ids| format!("ids: {}", ids.trim_start_matches("ids: "))));
    if !inspection.slices.is_empty() {
        lines.push(format!("slices: perhaps {}", inspection.slices.join(", ")));
    }
    let rows: Vec<[String; 4]> = inspection.columns.iter().map(row).collect();
    let table = lay_out(&["column", "what", "missing", "values"], &rows, &[2]);
    let more = match inspection.n_more_columns {
        0 => String::new(),
        n => format!("\n… and {} more columns", count(n)),
    };
    format!("{}\n\n{table}{more}\n\nnext: {}\n", lines.join("\n"), inspection.next)
}

fn row(column: &Column) -> [String; 4] {
    let (what, values) = match &column.kind {
        Kind::Id => ("ids".to_owned(), String::new()),
        Kind::Label { n_labels, top } => {
            let shown: Vec<String> = top.iter().map(|(label, n)| format!("{label} ({})", count(*n))).collect();
            let more = if *n_labels > top.len() { ", …" } else { "" };
            (format!("{} labels", count(*n_labels)), shown.join(", ") + more)
        }
        Kind::Number { min, max } => ("numbers".to_owned(), format!("{min} … {max}")),
        Kind::Text => ("text".to_owned(), String::new()),
        Kind::Empty => ("empty".to_owned(), String::new()),
    };
    let missing = if column.n_missing > 0 { count(column.n_missing) } else { String::new() };
    [column.name.clone(), what, missing, values]
}
