//! `slam simulate`: a case of the paper as a file to try things on.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use slam_paper::{CASES, Case, Made};
use slam_report::write_rows;

use crate::arguments::SimulateArguments;
use crate::command::input::delimiter;
use crate::output::say;

pub(crate) fn run(arguments: &SimulateArguments) -> Result<()> {
    let Some(made) = Made::named(&arguments.case) else {
        let names: Vec<String> = CASES.iter().map(|made| format!("  {:<13} {}", made.name, made.title)).collect();
        bail!("no case {:?}; there are:\n{}", arguments.case, names.join("\n"));
    };
    check(&arguments.output)?;
    let case = (made.make)()?;
    let beside = beside(&arguments.output);
    let measurements = measurement_rows(&case);
    slam_io::check_output(&arguments.output)?;
    // The measurements first: a case is there when its main file is.
    if let Some(rows) = &measurements {
        write(&beside, rows)?;
    }
    write(&arguments.output, &label_rows(&case))?;
    next(arguments, &case, &beside);
    Ok(())
}

/// Refuses endings that would be read as something else.
fn check(path: &Path) -> Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    if ["csv", "tsv"].contains(&ending) {
        return Ok(());
    }
    bail!("--output: cases are written as tables, so {} should end in .csv or .tsv", path.display())
}

/// The file of measurements beside a file: `case6.csv` has `case6.expression.csv`.
fn beside(path: &Path) -> PathBuf {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(format!("expression.{ending}"))
}

fn write(path: &Path, rows: &[Vec<String>]) -> Result<()> {
    Ok(slam_io::write_atomically(path, |writer| write_rows(rows, delimiter(path), writer))?)
}

/// A row per spot: id, position, truth and every pred.
fn label_rows(case: &Case) -> Vec<Vec<String>> {
    let slide = &case.slide;
    let labelings: Vec<_> = std::iter::once(&slide.truth).chain(&slide.preds).collect();
    let header = ["id", "x", "y"].into_iter().chain(labelings.iter().map(|(name, _)| name.as_str()));
    let row = |spot: usize| {
        let position = slide.spots.position(spot).iter().map(f64::to_string);
        let labels = labelings.iter().map(|(_, labeling)| labeling.name(spot).unwrap_or_default().to_owned());
        std::iter::once(id(case, spot)).chain(position).chain(labels).collect()
    };
    let header = header.map(str::to_owned).collect();
    std::iter::once(header).chain((0..slide.spots.n_spots()).map(row)).collect()
}

/// A row per spot: id and expression of every gene.
fn measurement_rows(case: &Case) -> Option<Vec<Vec<String>>> {
    let measurements = case.slide.spots.measurements()?;
    let genes = (1..=measurements.n_columns()).map(|number| format!("gene{number}"));
    let row = |spot: usize| {
        let mut values = vec![0.0; measurements.n_columns()];
        let row = measurements.row(spot);
        row.columns.iter().zip(row.values).for_each(|(&column, &value)| values[column as usize] = value);
        std::iter::once(id(case, spot)).chain(values.iter().map(f64::to_string)).collect()
    };
    let header = std::iter::once("id".to_owned()).chain(genes).collect();
    Some(std::iter::once(header).chain((0..measurements.n_rows()).map(row)).collect())
}

fn id(case: &Case, spot: usize) -> String {
    case.slide.spots.ids().map_or_else(|| (spot + 1).to_string(), |ids| ids[spot].to_string())
}

/// Says what was made and what to type next.
fn next(arguments: &SimulateArguments, case: &Case, beside: &Path) {
    say(arguments.quiet, "note", &format!("Case {}, {}", case.name, case.title));
    let mut words = vec![format!("slam score {} --truth {}", arguments.output.display(), case.slide.truth.0)];
    if case.slide.spots.measurements().is_some() {
        words.push(format!("--expression {}", beside.display()));
    }
    words.extend(case.severity.iter().map(|(label, severity)| format!("--severity {label}={severity}")));
    for (pred, _) in case.slide.preds.iter().take(2) {
        say(arguments.quiet, "next", &format!("{} --pred {pred}", words.join(" ")));
    }
}
