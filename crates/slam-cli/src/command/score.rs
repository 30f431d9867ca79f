//! `slam score`: one labeling against the truth.

use std::sync::Arc;

use anyhow::{Context, Result};
use slam::{Analysis, Named, Options};
use slam_io::{Request, Study};
use slam_report::{score_rows, score_text, spot_rows, to_json, write_rows};

use crate::arguments::{Format, InputArguments, ScoreArguments, StepArguments};
use crate::output::{emit, say};
use crate::progress::Progress;

pub(crate) fn run(arguments: &ScoreArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    set_threads(arguments.steps.threads)?;
    let mut request = request(&arguments.input, &arguments.steps);
    request.preds = vec![arguments.pred.clone()];
    request.with_ids = arguments.spots.is_some();
    let mut study = slam_io::read(&request)?;
    study.mention_unmet(&arguments.input.exclude);
    study.choices.iter().for_each(|choice| say(quiet, "note", choice));

    let analysis = analyze(arguments, study)?;
    analysis.score.warnings.iter().for_each(|warning| say(quiet, "warning", &warning.to_string()));
    if let Some(path) = &arguments.spots {
        let delimiter = if path.extension().is_some_and(|extension| extension == "tsv") { b'\t' } else { b',' };
        slam_io::write_atomically(path, |writer| write_rows(&spot_rows(&analysis), delimiter, writer))?;
    }
    emit(arguments.output.output.as_deref(), &render(&analysis, arguments.output.format)?)
}

fn analyze(arguments: &ScoreArguments, study: Study) -> Result<Analysis> {
    let Study { spots, truth, preds, edges, choices } = study;
    let options = options(&arguments.input, &arguments.steps, edges);
    let (_, pred) = preds.into_iter().next().context("--pred: no column was read")?;
    let pair = options.pair(&Arc::new(spots), &truth.into(), &pred.into())?;
    let progress = Progress::new(arguments.output.quiet);
    let mut analysis = options.analyze(pair, &progress)?;
    analysis.score.provenance.input = input_words(&arguments.input, &arguments.pred, &choices);
    Ok(analysis)
}

fn input_words(input: &InputArguments, pred: &str, choices: &[String]) -> Named<String> {
    let mut words = vec![
        ("file".to_owned(), input.file.display().to_string()),
        ("truth".to_owned(), input.truth.clone()),
        ("pred".to_owned(), pred.to_owned()),
    ];
    words.extend(input.labels.iter().map(|file| ("labels".to_owned(), file.display().to_string())));
    words.extend(
        choices
            .iter()
            .filter_map(|choice| choice.split_once(": "))
            .map(|(what, how)| (what.to_owned(), how.to_owned())),
    );
    Named(words)
}

fn render(analysis: &Analysis, format: Format) -> Result<String> {
    let delimited = |delimiter: u8| {
        let mut written = Vec::new();
        write_rows(&score_rows(&analysis.score), delimiter, &mut written)?;
        Ok(String::from_utf8(written)?)
    };
    match format {
        Format::Table => Ok(score_text(&analysis.score)),
        Format::Json => Ok(to_json(&analysis.score)?),
        Format::Csv => delimited(b','),
        Format::Tsv => delimited(b'\t'),
    }
}

/// What to read, as the arguments say it; preds are for the caller to name.
pub(crate) fn request(input: &InputArguments, steps: &StepArguments) -> Request {
    Request {
        path: input.file.clone(),
        truth: input.truth.clone(),
        labels: input.labels.clone(),
        x: input.x.clone(),
        y: input.y.clone(),
        z: input.z.clone(),
        id: input.id.clone(),
        slice: input.slice.clone(),
        spatial_key: input.spatial_key.clone(),
        expression: input.expression.clone(),
        severity: steps.severity_column.clone(),
        edges: steps.graph.edges(),
        ..Request::default()
    }
}

/// How to compute, as the arguments say it.
pub(crate) fn options(input: &InputArguments, steps: &StepArguments, edges: Option<Vec<(u32, u32)>>) -> Options {
    Options {
        matching: steps.matching.into(),
        graph: steps.graph.neighborhood(steps.k, steps.tie, edges),
        similarity: steps.similarity.into(),
        log_normalize: steps.log_normalize,
        severity: steps.severity.clone(),
        bandwidth: steps.bandwidth,
        gamma: steps.gamma,
        estimator: steps.estimator.into(),
        projections: steps.projections,
        draws: steps.draws.into(),
        seed: steps.seed,
        missing: input.missing.into(),
        exclude: input.exclude.clone(),
        metrics: steps.metrics.clone(),
        nmi: steps.nmi.into(),
        ..Options::default()
    }
}

/// Sets the number of threads, once, before anything runs.
pub(crate) fn set_threads(threads: Option<u16>) -> Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global().context("--threads")
}
