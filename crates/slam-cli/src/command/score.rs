//! `slam score`: one labeling against the truth.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use slam::{Analyzed, Input, Options, Score};
use slam_io::Study;
use slam_report::{Document, Look, Schema, score_rows, score_text, to_json, write_spots};

use crate::arguments::{Format, MethodArguments, ScoreArguments};
use crate::command::drawn::Drawn;
use crate::command::input::{
    check_severity, delimited, delimiter, input_files, input_words, one_slide, options_on, read,
};
use crate::figures::{check_figures, write_figures};
use crate::output::{check_outputs, emit, look, warn_of, write_to};
use crate::progress::Progress;

pub(crate) fn run(arguments: &ScoreArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    arguments.infer.check_one()?;
    let methods = MethodArguments {
        pred: arguments.pred.iter().cloned().collect(),
        pred_glob: Vec::new(),
        label_names: Vec::new(),
    };
    let (input, methods) = one_slide(&arguments.input, &methods)?;
    let files = input_files(&input, &arguments.steps);
    let progress = Progress::new(quiet);
    check_outputs(&files, arguments.spots.iter().chain(&arguments.report), arguments.output.output.as_deref())?;
    check_figures(arguments.figures.as_deref())?;
    let with_ids = arguments.spots.is_some() || arguments.report.is_some() || arguments.figures.is_some();
    let mut study = read(&input, &arguments.steps, &methods, with_ids, quiet, &progress)?;
    check_severity(&input, &arguments.steps, &study)?;
    let pred = keep_pred(&mut study, arguments.pred.as_deref())?;
    let is_drawn = arguments.report.is_some() || arguments.figures.is_some();
    let drawn = Drawn::new(is_drawn, &arguments.draw, &mut study, quiet)?;

    let words = input_words(&input, &arguments.steps, &[&pred], &study.choices);
    let options = options_on(&arguments.input, &arguments.steps, study.edges, &study.spots)?;
    let options = Options { input: Input { words, warnings: study.warnings }, ..arguments.infer.ask(options) };
    let (name, pred) = study.preds.into_iter().next().context("--pred: no column was read")?;
    let (spots, truth) = (Arc::new(study.spots), (input.truth.clone(), Arc::new(study.truth)));
    let pair = options.named_pair(Some(&name), &spots, &truth.1, &pred.into())?;
    let analyzed = options.analyze(pair, &*progress)?;
    let Analyzed { score, analysis } = &analyzed;
    score.warnings.iter().for_each(|warning| warn_of(quiet, &warning.message()));
    if let Some(path) = &arguments.spots {
        write_to(path, |writer| write_spots(&[("", analysis)], delimiter(path), writer))?;
    }
    let text = render(score, arguments.output.format, &look(&arguments.output, true))?;
    if is_drawn {
        let compared = options.compare_one(&spots, &truth, &name, analyzed, &*progress)?;
        if let Some(path) = &arguments.report {
            drawn.write(path, &compared, &files, &progress)?;
        }
        if let Some(folder) = &arguments.figures {
            write_figures(folder, &compared, &drawn.scene, quiet)?;
        }
    }
    emit(arguments.output.output.as_deref(), &text)
}

/// Keeps the pred that is named, or the only one; its name.
fn keep_pred(study: &mut Study, asked: Option<&str>) -> Result<String> {
    if asked.is_none() && study.preds.len() > 1 {
        let names: Vec<&str> = study.preds.iter().map(|(name, _)| name.as_str()).collect();
        bail!(
            "--pred: {} labelings, expected one ({}); name one with --pred, or compare all with slam compare",
            names.len(),
            names.join(", ")
        );
    }
    let place = study.preds.iter().position(|(name, _)| Some(name.as_str()) == asked).unwrap_or(0);
    study.preds = study.preds.drain(..).skip(place).take(1).collect();
    let name = asked.map(str::to_owned).or_else(|| study.preds.first().map(|(name, _)| name.clone()));
    name.context("--pred: no column was read")
}

fn render(score: &Score, format: Format, look: &Look) -> Result<String> {
    match format {
        Format::Table => Ok(score_text(score, look)),
        Format::Json => Ok(to_json(Schema::Score, score)?),
        Format::Csv => delimited(&score_rows(score), b','),
        Format::Tsv => delimited(&score_rows(score), b'\t'),
        Format::Multiqc => bail!("--format: slam score has nothing for multiqc; slam compare has"),
        Format::Markdown => Ok(Document::of_score(score).markdown()),
        Format::Latex => Ok(Document::of_score(score).latex()),
    }
}
