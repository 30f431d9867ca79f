//! `slam match`: pred labels in the truth's words.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Result, bail};
use slam::matcher::{Link, Split};
use slam::{Input, Labeling, Matched, Message, Options, Warning};
use slam_report::{Schema, lay_out, to_json_list, visible};

use crate::arguments::{Format, MatchArguments};
use crate::command::input::{delimited, delimiter, input_files, one_slide, options, read};
use crate::output::{check_format, check_outputs, emit, no_document, warn_of, write_to};
use crate::progress::Progress;

pub(crate) fn run(arguments: &MatchArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    check_format(arguments.output.format, "match")?;
    let (input, methods) = one_slide(&arguments.input, &arguments.methods)?;
    let files = input_files(&input, &arguments.steps);
    let progress = Progress::new(quiet);
    check_outputs(&files, &arguments.spots, arguments.output.output.as_deref())?;
    let with_ids = arguments.spots.is_some();
    let study = read(&input, &arguments.steps, &methods, with_ids, quiet, &progress)?;
    let options = options(&arguments.input, &arguments.steps, None)?;
    let (n_told, input) = (study.warnings.len(), Input { warnings: study.warnings, ..Input::default() });
    let options = Options { input, ..options };
    let (spots, truth) = (Arc::new(study.spots), Arc::new(study.truth));
    let one = |(name, pred): &(String, Labeling)| {
        options.match_labels(name, &spots, &truth, &Arc::new(pred.clone()), &*progress)
    };
    let all = study.preds.iter().map(one).collect::<slam::Result<Vec<_>>>()?;
    drop(progress);
    options.input.warnings.iter().for_each(|warning| warn_of(quiet, &warning.message()));
    for matched in &all {
        let named = |warning: &Warning| Message::from(format!("{}: ", matched.pred)).then(warning.message());
        matched.warnings.iter().skip(n_told).for_each(|warning| warn_of(quiet, &named(warning)));
    }
    if let Some(path) = &arguments.spots {
        let id = |row: usize| spots.ids().map_or_else(|| (row + 1).to_string(), |ids| ids[row].to_string());
        let write = |writer: &mut dyn Write| write_columns(&all, &study.preds, &truth, &id, delimiter(path), writer);
        write_to(path, write)?;
    }
    emit(arguments.output.output.as_deref(), &render(&all, arguments.output.format)?)
}

/// A row per row of the input: its id, the truth, and each pred as it was and in the truth's words.
fn write_columns(
    all: &[Matched],
    preds: &[(String, Labeling)],
    truth: &Labeling,
    id: &dyn Fn(usize) -> String,
    delimiter: u8,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let columns = all.iter().flat_map(|one| [one.pred.clone(), format!("{}_matched", one.pred)]);
    let header: Vec<String> = ["id".to_owned(), "truth".to_owned()].into_iter().chain(columns).collect();
    let label = |labeling: &Labeling, row: usize| labeling.name(row).unwrap_or_default().to_owned();
    let row = |row: usize| {
        let own = preds.iter().zip(all);
        let cells = own.flat_map(|((_, pred), one)| [label(pred, row), one.label(row).unwrap_or_default().to_owned()]);
        [id(row), label(truth, row)].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain((0..truth.n_spots()).map(row)).collect();
    slam_report::write_rows(&rows, delimiter, writer)
}

fn render(all: &[Matched], format: Format) -> Result<String> {
    match format {
        Format::Json => Ok(to_json_list(Schema::Match, all)?),
        Format::Csv => delimited(&rows(all), b','),
        Format::Tsv => delimited(&rows(all), b'\t'),
        Format::Multiqc => bail!("--format: slam match has nothing for multiqc; slam compare has"),
        Format::Markdown | Format::Latex => Err(no_document("match")),
        Format::Table => Ok(visible(&all.iter().map(words).collect::<Vec<_>>().join("\n")).into_owned()),
    }
}

fn rows(all: &[Matched]) -> Vec<Vec<String>> {
    let header = ["pred", "slice", "label", "truth", "jaccard", "reassigned"].map(str::to_owned).to_vec();
    let row = |one: &Matched, link: &Link| {
        let (slice, truth) = (link.slice.clone().unwrap_or_default(), link.truth.clone().unwrap_or_default());
        let [jaccard, reassigned] = [link.jaccard.to_string(), link.reassigned.to_string()];
        vec![one.pred.clone(), slice, link.pred.clone(), truth, jaccard, reassigned]
    };
    let links = all.iter().flat_map(|one| one.links.iter().map(move |link| row(one, link)));
    std::iter::once(header).chain(links).collect()
}

fn words(one: &Matched) -> String {
    let method = &one.method;
    let row = |link: &Link| {
        let truth = link.truth.clone().unwrap_or_else(|| "(unmatched)".to_owned());
        let note = if link.reassigned { "reassigned to a truth label left empty" } else { "" };
        [link.pred.clone(), truth, format!("{:.4}", link.jaccard), note.to_owned()]
    };
    let of_slice = |links: &[Link]| {
        let rows: Vec<[String; 4]> = links.iter().map(row).collect();
        let table = lay_out(&[one.pred.as_str(), "truth", "jaccard", ""], &rows, &[2]);
        links[0].slice.as_ref().map_or_else(|| table.clone(), |slice| format!("slice {slice}\n{table}"))
    };
    let slices: Vec<String> = one.links.chunk_by(|a, b| a.slice == b.slice).map(of_slice).collect();
    let table = slices.join("\n\n");
    let split = |split: &Split| {
        let place = split.slice.as_ref().map(|slice| format!(" on slice {slice}")).unwrap_or_default();
        format!("{} spots of {}{place} taken from {} to {}\n", split.n_spots, split.pred, split.from, split.to)
    };
    let splits: String = one.split.iter().map(split).collect();
    format!("{}: {method} ({})\n{table}\n{splits}", one.pred, one.reason)
}
