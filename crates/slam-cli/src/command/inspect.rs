//! `slam inspect`: what is in a file, and what to type next.

use anyhow::Result;
use slam_io::{Column, Inspection, Kind, Matrix, SlidesFound, Watch};
use slam_report::{Schema, count, counted, lay_out, to_json, visible};

use crate::arguments::{Format, InspectArguments};
use crate::command::found;
use crate::output::{check_outputs, emit};
use crate::progress::Progress;

pub(crate) fn run(arguments: &InspectArguments) -> Result<()> {
    if let Some(text) = found::text(arguments)? {
        return emit(arguments.output.output.as_deref(), &text);
    }
    check_outputs(std::slice::from_ref(&arguments.file), [], arguments.output.output.as_deref())?;
    let watch: Watch = Progress::new(arguments.output.quiet);
    let inspection = slam_io::inspect_watched(&arguments.file, &watch)?;
    drop(watch);
    let text = match arguments.output.format {
        Format::Json => to_json(Schema::Inspect, &inspection)?,
        Format::Table => visible(&words(&inspection)).into_owned(),
        _ => anyhow::bail!("--format: slam inspect prints a table or json"),
    };
    emit(arguments.output.output.as_deref(), &text)
}

fn words(inspection: &Inspection) -> String {
    let mut lines = vec![format!("{}: {}", inspection.file, counted(inspection.n_spots, "spot"))];
    match &inspection.positions {
        Some(positions) => {
            lines.push(format!("{} ({})", positions.choice, ranges(&positions.ranges)));
        }
        None => lines.push("positions: none found under the usual names".to_owned()),
    }
    lines.extend(inspection.ids.as_ref().map(|ids| format!("ids: {}", ids.trim_start_matches("ids: "))));
    match &inspection.several_slides {
        Some(SlidesFound::Column(column)) => lines.push(format!("several slides: yes, by column {column}")),
        Some(SlidesFound::Unknown(found)) => lines.push(found.clone()),
        _ if !inspection.slices.is_empty() => {
            lines.push(format!("slices: perhaps {}", inspection.slices.join(", ")));
        }
        _ => {}
    }
    let rows: Vec<[String; 4]> = inspection.columns.iter().map(row).collect();
    let table = lay_out(&["column", "what", "missing", "values"], &rows, &[2]);
    let more = match inspection.n_more_columns {
        0 => String::new(),
        n => format!("\n… and {}", counted(n, "more column")),
    };
    let matrices = matrices(&inspection.matrices);
    let problems: Vec<String> = inspection.problems.iter().map(|problem| format!("\n\nproblem: {problem}")).collect();
    format!("{}\n\n{table}{more}{matrices}{}\n\nnext: {}\n", lines.join("\n"), problems.concat(), inspection.next)
}

/// The matrices of an AnnData file, by the names that options know them by.
fn matrices(matrices: &[Matrix]) -> String {
    if matrices.is_empty() {
        return String::new();
    }
    let row = |matrix: &Matrix| {
        let shape = format!("{} × {}", count(matrix.n_rows), count(matrix.n_columns));
        [matrix.name.clone(), shape, matrix.form.clone(), matrix.ranges.as_deref().map(ranges).unwrap_or_default()]
    };
    let rows: Vec<[String; 4]> = matrices.iter().map(row).collect();
    format!("\n\n{}", lay_out(&["matrix", "shape", "form", "values"], &rows, &[1]))
}

fn ranges(ranges: &[[f64; 2]]) -> String {
    ranges.iter().map(range).collect::<Vec<String>>().join(", ")
}

fn range(range: &[f64; 2]) -> String {
    format!("{} … {}", brief(range[0]), brief(range[1]))
}

/// A number of six digits, or as many as stand before the point.
fn brief(number: f64) -> String {
    let digits = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 };
    let places = (5 - digits).clamp(0, 12) as usize;
    let text = format!("{number:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn row(column: &Column) -> [String; 4] {
    let (what, values) = match &column.kind {
        Kind::Id => ("ids".to_owned(), String::new()),
        Kind::Label { n_labels, top } => {
            let shown: Vec<String> = top.iter().map(|(label, n)| format!("{label} ({})", count(*n))).collect();
            let more = if *n_labels > top.len() { ", …" } else { "" };
            (counted(*n_labels, "label"), shown.join(", ") + more)
        }
        Kind::Number { min, max } => ("numbers".to_owned(), range(&[*min, *max])),
        Kind::Text => ("text".to_owned(), String::new()),
        Kind::Empty => ("empty".to_owned(), String::new()),
    };
    let missing = if column.n_missing > 0 { count(column.n_missing) } else { String::new() };
    [column.name.clone(), what, missing, values]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_brief() {
        let said = [0.0, 3.0, -0.5, 1_234.567_89, 98_765_432.1, 0.000_012_345_678].map(brief);
        assert_eq!(said, ["0", "3", "-0.5", "1234.57", "98765432", "0.0000123457"]);
    }
}
