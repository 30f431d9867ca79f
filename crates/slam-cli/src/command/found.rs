//! `slam inspect` on a folder or a pattern: which slides and methods were found, what is missing, and what to type next.

use anyhow::{Result, bail};
use serde::Serialize;
use slam_io::h5ad::is_zarr;
use slam_io::layout::{Guess, guess};
use slam_io::{Layout, Slide};
use slam_report::{Schema, counted, lay_out, to_json, visible};

use crate::arguments::{Format, InspectArguments};
use crate::output::check_outputs;

/// At most so many slides are listed on a terminal; JSON has them all.
const MOST_ROWS: usize = 40;

/// What was found.
#[derive(Debug, Serialize)]
struct Found {
    input: String,
    labels: Vec<String>,
    slices: Vec<Row>,
    methods: Vec<String>,
    notes: Vec<String>,
    next: String,
}

/// A slide and its methods.
#[derive(Debug, Serialize)]
struct Row {
    slice: String,
    donor: Option<String>,
    file: String,
    methods: Vec<String>,
    missing: Vec<String>,
}

/// What to say of a folder or a pattern; nothing where a plain file is named.
pub(crate) fn text(arguments: &InspectArguments) -> Result<Option<String>> {
    let file = arguments.file.to_string_lossy().into_owned();
    // A Zarr store is a folder that is read as a file.
    let is_store = is_zarr(&arguments.file) || arguments.file.extension().is_some_and(|end| end == "zarr");
    let (input, labels) = if arguments.file.is_dir() && !is_store {
        let Some(Guess { input, labels, .. }) = guess(&arguments.file) else {
            bail!("{file}: no slides found in this folder: neither .h5ad, .zarr, .geojson nor tables with positions");
        };
        let given = arguments.labels.clone();
        (input, if given.is_empty() { labels.into_iter().collect() } else { given })
    } else {
        (file, arguments.labels.clone())
    };
    let layout = Layout::find(&[input.clone().into()], &labels).map_err(slam_io::Error::from)?;
    if !layout.is_study && labels.is_empty() {
        return Ok(None);
    }
    check_outputs(&layout.files(), [], arguments.output.output.as_deref())?;
    let found = found(input, labels, &layout)?;
    match arguments.output.format {
        Format::Json => Ok(Some(to_json(Schema::Layout, &found)?)),
        Format::Table => Ok(Some(visible(&words(&found)).into_owned())),
        _ => bail!("--format: slam inspect prints a table or json"),
    }
}

fn found(input: String, labels: Vec<String>, layout: &Layout) -> Result<Found> {
    let methods: Vec<String> = layout.methods().into_iter().map(str::to_owned).collect();
    let row = |slide: &Slide| {
        let own: Vec<String> = slide.labels.iter().filter_map(|file| file.method.clone()).collect();
        Row {
            slice: slide.slice.clone(),
            donor: slide.donor.clone(),
            file: slide.path.display().to_string(),
            missing: methods.iter().filter(|method| !own.contains(method)).cloned().collect(),
            methods: own,
        }
    };
    let slices = layout.slides.iter().map(row).collect();
    let next = next(&input, &labels, layout)?;
    Ok(Found { input, labels, slices, methods, notes: layout.notes.clone(), next })
}

/// The line to type next; the truth is guessed from the first slide.
fn next(input: &str, labels: &[String], layout: &Layout) -> Result<String> {
    let first = layout.slides.first().map(|slide| slam_io::inspect(&slide.path)).transpose()?;
    let words: Vec<String> = first.map(|found| found.next.split(' ').map(str::to_owned).collect()).unwrap_or_default();
    let after = |flag: &str| words.iter().position(|word| word == flag).and_then(|place| words.get(place + 1)).cloned();
    let truth = after("--truth").unwrap_or_else(|| "COLUMN".to_owned());
    let named = labels.iter().map(|pattern| format!(" --labels '{pattern}'")).collect::<Vec<_>>().concat();
    let preds = if layout.slides.iter().all(|slide| slide.labels.is_empty()) { " --pred-glob '*'" } else { "" };
    Ok(format!("slam compare '{input}'{named} --truth {truth}{preds}"))
}

fn words(found: &Found) -> String {
    let (n_slices, n_methods) = (found.slices.len(), found.methods.len());
    let mut lines = vec![format!("{}: {}", found.input, counted(n_slices, "slide"))];
    lines.extend(found.labels.iter().map(|pattern| format!("{pattern}: {}", counted(n_methods, "method"))));
    lines.extend(found.notes.iter().map(|note| format!("note: {note}")));
    let row = |row: &Row| {
        let own = if row.methods.len() == n_methods { "all".to_owned() } else { row.methods.len().to_string() };
        [row.slice.clone(), row.donor.clone().unwrap_or_default(), own, row.missing.join(", ")]
    };
    let rows: Vec<[String; 4]> = found.slices.iter().take(MOST_ROWS).map(row).collect();
    let table = lay_out(&["slice", "donor", "methods", "missing"], &rows, &[]);
    let more = match n_slices.saturating_sub(MOST_ROWS) {
        0 => String::new(),
        n => format!("\n… and {}", counted(n, "more slide")),
    };
    let methods = if n_methods > 0 { format!("\n\nmethods: {}", found.methods.join(", ")) } else { String::new() };
    format!("{}\n\n{table}{more}{methods}\n\nnext: {}\n", lines.join("\n"), found.next)
}
