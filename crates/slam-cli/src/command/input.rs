//! From arguments to what is read and how it is computed, for all subcommands.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use slam::discrepancy::Estimator;
use slam::matcher::Method;
use slam::{Named, Neighborhood, Options, Spots, as_command};
use slam_io::{Chosen, Edges, LabelsFile, Layout, Request, Slide, Study, Watch};
use slam_report::write_rows;

use crate::arguments::{Command, InputArguments, MethodArguments, StepArguments, k_and_tie};
use crate::choices::GraphName;
use crate::output::say;
use crate::progress::Progress;

/// Reads the input with the given methods, and says what was decided on the way.
pub(crate) fn read(
    input: &InputArguments,
    steps: &StepArguments,
    methods: &MethodArguments,
    with_ids: bool,
    quiet: bool,
    progress: &Arc<Progress>,
) -> Result<Study> {
    options(input, steps, None)?.check()?;
    set_threads(steps.threads, quiet)?;
    let mut study = fetch(input, steps, methods, with_ids, progress)?;
    study.mention_unmet(&input.exclude);
    study.notes().iter().for_each(|note| say(quiet, "note", note));
    Ok(study)
}

/// Reads the input with the given methods, without a word.
pub(crate) fn fetch(
    input: &InputArguments,
    steps: &StepArguments,
    methods: &MethodArguments,
    with_ids: bool,
    progress: &Arc<Progress>,
) -> Result<Study> {
    let request = Request {
        preds: methods.pred.clone(),
        pred_globs: methods.pred_glob.clone(),
        label_names: methods.label_names.clone(),
        with_ids,
        with_drawing: with_ids,
        ..request(input, steps)
    };
    let watch: Watch = Arc::<Progress>::clone(progress);
    let mut study = slam_io::read_watched(&request, &watch)?;
    if is_of_cells(steps, &study.spots) {
        study.choices.push(Chosen::new("graph", "grid:4, cells that share an edge; --graph names another"));
    }
    if study.spots.cell_size().is_some() && steps.matching == Method::Auto {
        let how =
            "values are matched by their overlap, whatever they are; --matching identity where all share one legend";
        study.choices.push(Chosen::new("matching", how));
    }
    Ok(study)
}

/// Refuses a severity of a label that no spot of the truth has.
pub(crate) fn check_severity(input: &InputArguments, steps: &StepArguments, study: &Study) -> Result<()> {
    Ok(options(input, steps, None)?.check_severity(study.truth.names())?)
}

/// Names the truth where that can be left out: a raster with one band goes by its stem, or on many slides by its band.
pub(crate) fn name_truth(command: &mut Command) -> Result<()> {
    let (input, is_one) = match command {
        Command::Score(arguments) => (&mut arguments.input, true),
        Command::Compare(arguments) => (&mut arguments.input, arguments.more.is_empty()),
        Command::Partial(arguments) => (&mut arguments.input, false),
        Command::Match(arguments) => (&mut arguments.input, true),
        _ => return Ok(()),
    };
    if !input.truth.is_empty() {
        return Ok(());
    }
    let is = |end: &str| input.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(end));
    if !is("tif") && !is("tiff") {
        bail!(
            "--truth <COL> is needed: the column with the labels that are taken as right; slam inspect FILE lists them"
        );
    }
    let stem = input.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    input.truth = if is_one && !stem.contains('{') { stem } else { "value".to_owned() };
    Ok(())
}

/// Whether the spots are the cells of a raster, and nobody says who is near.
fn is_of_cells(steps: &StepArguments, spots: &Spots) -> bool {
    let is_asked = steps.graph.is_some() || (steps.k, steps.tie) != k_and_tie();
    spots.cell_size().is_some() && !is_asked && steps.estimator != Estimator::Authors
}

/// How to compute on these spots, as the arguments say it, or as rasters are compared.
pub(crate) fn options_on(
    input: &InputArguments,
    steps: &StepArguments,
    edges: Option<Vec<(u32, u32)>>,
    spots: &Spots,
) -> Result<Options> {
    let options = options(input, steps, edges)?;
    if is_of_cells(steps, spots) {
        return Ok(Options { graph: Neighborhood::Grid { corners: false }, ..options });
    }
    Ok(options)
}

/// The input and the methods of one slide of a layout: its files, and the names that its files of labels have.
///
/// Where no column is named, a file of labels without a name goes by its stem, or on many slides by its one column.
pub(crate) fn of_slide(
    input: &InputArguments,
    methods: &MethodArguments,
    slide: &Slide,
    is_study: bool,
) -> (InputArguments, MethodArguments) {
    let is_open = methods.pred.is_empty() && methods.pred_glob.is_empty();
    let unnamed = |file: &LabelsFile| if is_study { String::new() } else { file.stem() };
    let name = |file: &LabelsFile| file.method.clone().or_else(|| is_open.then(|| unnamed(file)));
    let label_names = slide.labels.iter().map(name).collect();
    let labels = slide.labels.iter().map(|file| file.path.clone()).collect();
    (
        InputArguments { file: slide.path.clone(), labels, ..input.clone() },
        MethodArguments { label_names, ..methods.clone() },
    )
}

/// The input and the methods of a command that takes one slide.
pub(crate) fn one_slide(
    input: &InputArguments,
    methods: &MethodArguments,
) -> Result<(InputArguments, MethodArguments)> {
    let layout =
        Layout::find(std::slice::from_ref(&input.file), &words(&input.labels)).map_err(slam_io::Error::from)?;
    match &layout.slides[..] {
        [slide] if !layout.is_study => {
            check_donor(input)?;
            Ok(of_slide(input, methods, slide, false))
        }
        _ => bail!("{}: a pattern of slides, expected one file; slam compare takes many", input.file.display()),
    }
}

/// Refuses a donor where nothing tells slices apart.
pub(crate) fn check_donor(input: &InputArguments) -> Result<()> {
    if input.donor.is_some() && input.slice.is_none() {
        bail!("--donor: one slide has one donor; donors of slices go with --slice <COL>");
    }
    Ok(())
}

/// Paths as they were typed.
pub(crate) fn words(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

/// The files that will be read.
pub(crate) fn input_files(input: &InputArguments, steps: &StepArguments) -> Vec<PathBuf> {
    let edges = match steps.graph.as_ref().and_then(GraphName::edges) {
        Some(Edges::File(file)) => Some(file),
        _ => None,
    };
    // `X` and `layer:counts` are parts of the input, and no files.
    let expression = input.expression.as_ref().map(PathBuf::from).filter(|path| path.is_file());
    [input.file.clone()].into_iter().chain(input.labels.iter().cloned()).chain(edges).chain(expression).collect()
}

/// What was read, in words, for the provenance.
pub(crate) fn input_words(
    input: &InputArguments,
    steps: &StepArguments,
    preds: &[&str],
    choices: &[Chosen],
) -> Named<String> {
    let edges = steps.graph.as_ref().and_then(GraphName::edges);
    let mut words = vec![("file", input.file.display().to_string()), ("truth", input.truth.clone())];
    words.extend(preds.iter().map(|pred| ("pred", (*pred).to_owned())));
    words.extend(input.labels.iter().map(|file| ("labels", file.display().to_string())));
    words.extend(input.slice.iter().map(|column| ("slice", column.clone())));
    words.extend(input.donor.iter().map(|column| ("donor", column.clone())));
    words.extend(steps.severity_column.iter().map(|column| ("severity_column", column.clone())));
    words.extend(edges.map(|edges| ("graph", edges.to_string())));
    words.extend(choices.iter().filter_map(|chosen| Some((chosen.what.as_deref()?, chosen.how.spelled(as_command)))));
    words.into_iter().map(|(what, how)| (what.to_owned(), how)).collect()
}

fn request(input: &InputArguments, steps: &StepArguments) -> Request {
    Request {
        path: input.file.clone(),
        truth: input.truth.clone(),
        labels: input.labels.clone(),
        labels_ids: input.labels_id.clone(),
        join: input.join,
        extra_ids: input.extra_ids,
        x: input.x.clone(),
        y: input.y.clone(),
        z: input.z.clone(),
        id: input.id.clone(),
        slice: input.slice.clone(),
        one_slide: input.one_slide,
        donor: input.donor.clone(),
        spatial_key: input.spatial_key.clone(),
        expression: input.expression.clone(),
        expression_id: input.expression_id.clone(),
        severity: steps.severity_column.clone(),
        edges: steps.graph.as_ref().and_then(GraphName::edges),
        ..Request::default()
    }
}

/// How to compute, as the arguments say it.
pub(crate) fn options(
    input: &InputArguments,
    steps: &StepArguments,
    edges: Option<Vec<(u32, u32)>>,
) -> Result<Options> {
    let graph = match &steps.graph {
        Some(graph) => graph.neighborhood(steps.k, steps.tie, edges)?,
        None => steps.estimator.neighborhood(steps.k, steps.tie),
    };
    Ok(Options {
        matching: steps.matching,
        match_per: steps.match_per,
        graph,
        similarity: steps.similarity,
        log_normalize: steps.log_normalize,
        severity: steps.severity.clone(),
        extractor: steps.extractor,
        discrepancy: steps.discrepancy,
        kernel_width: steps.kernel_width,
        bandwidth: steps.bandwidth,
        gamma: steps.gamma,
        estimator: steps.estimator,
        sigma: steps.sigma,
        projections: steps.projections,
        draws: steps.draws,
        seed: steps.seed,
        missing_truth: input.missing_truth,
        missing_pred: input.missing_pred,
        exclude: input.exclude.clone(),
        allow_many_labels: input.allow_many_labels,
        metrics: steps.metrics.clone().unwrap_or_default(),
        nmi: steps.nmi,
        ..Options::default()
    })
}

/// So many threads for each core are of use at most.
const THREADS_PER_CORE: usize = 4;

/// Sets the number of threads, once, before anything runs.
pub(crate) fn set_threads(threads: Option<u16>, quiet: bool) -> Result<()> {
    let Some(asked) = threads.map(usize::from) else { return Ok(()) };
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = asked.min(THREADS_PER_CORE * n_cores);
    if threads < asked {
        let words = format!("--threads {asked}: {threads} are used, {THREADS_PER_CORE} for each core");
        say(quiet, "note", &words);
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("--threads")
}

/// The delimiter that a file's name asks for.
pub(crate) fn delimiter(path: &Path) -> u8 {
    if path.extension().is_some_and(|extension| extension == "tsv") { b'\t' } else { b',' }
}

/// Rows as text.
pub(crate) fn delimited(rows: &[Vec<String>], delimiter: u8) -> Result<String> {
    let mut written = Vec::new();
    write_rows(rows, delimiter, &mut written)?;
    Ok(String::from_utf8(written)?)
}
