//! `slam reproduce`: the paper's experiments, and whether its claims hold.

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::json;
use slam::Options;
use slam_paper::{EXPERIMENTS, Programme};
use slam_report::exhibit::{Cover, Exhibit, exhibit_rows, exhibits_html, exhibits_json, exhibits_text};

use crate::arguments::{Format, ReproduceArguments};
use crate::command::compare::typed;
use crate::command::given;
use crate::command::input::{delimited, set_threads};
use crate::output::{check_format, check_outputs, emit, no_document, say, write_to};
use crate::progress::Progress;

pub(crate) fn run(arguments: &ReproduceArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    check_format(arguments.output.format, "reproduce")?;
    arguments.only.iter().try_for_each(|key| known(key))?;
    given::check(arguments)?;
    check_outputs(&[], &arguments.report, arguments.output.output.as_deref())?;
    set_threads(arguments.threads, quiet)?;
    let programme = Programme {
        options: Options { seed: arguments.seed, ..Options::default() },
        only: arguments.only.clone(),
        case7: arguments.case7.as_deref().map(|folder| given::case7(folder, quiet)).transpose()?,
        case10: arguments.case10.as_deref().map(|folder| given::case10(folder, quiet)).transpose()?,
        case11: arguments.case11.iter().map(|folder| given::case11(folder, quiet)).collect::<Result<_>>()?,
        ..Programme::default()
    };
    let progress = Progress::new(quiet);
    let exhibits = programme.run(&*progress)?;
    drop(progress);
    if let Some(path) = &arguments.report {
        write_report(path, &exhibits)?;
        say(quiet, "note", &format!("report: {}", path.display()));
    }
    emit(arguments.output.output.as_deref(), &render(&exhibits, &programme.options, arguments.output.format)?)
}

/// Refuses an experiment that does not exist.
fn known(key: &str) -> Result<()> {
    if EXPERIMENTS.iter().any(|experiment| experiment.key == key) {
        return Ok(());
    }
    let keys: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.key).collect();
    bail!("--only: no experiment {key:?} (there are: {})", keys.join(", "))
}

fn render(exhibits: &[Exhibit], options: &Options, format: Format) -> Result<String> {
    let provenance = json!({ "version": env!("CARGO_PKG_VERSION"), "seed": options.seed, "options": options });
    match format {
        Format::Table => Ok(exhibits_text(exhibits)),
        Format::Json => Ok(exhibits_json(exhibits, provenance)?),
        Format::Csv => delimited(&exhibit_rows(exhibits), b','),
        Format::Tsv => delimited(&exhibit_rows(exhibits), b'\t'),
        Format::Multiqc => bail!("--format: slam reproduce has nothing for multiqc; slam compare has"),
        Format::Markdown | Format::Latex => Err(no_document("reproduce")),
    }
}

/// Writes the report, whole or not at all.
fn write_report(path: &Path, exhibits: &[Exhibit]) -> Result<()> {
    let cover = Cover {
        title: "The paper, reproduced".to_owned(),
        summary:
            "A methodological framework for measuring spatial labeling similarity: its cases, its claims, and what \
                  comes out here"
                .to_owned(),
        command: Some(typed()),
    };
    let page = exhibits_html(exhibits, &cover)?;
    write_to(path, |writer| writer.write_all(page.as_ref()))
}
