//! Many slides: each is read, compared, reduced to what adds up, and dropped.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail};
use slam::study::{MOST_DRAWN, Parts, SliceMaps, SlicePartial, StudyResult};
use slam::{Compared, Observer, Options, RankBy, as_command};
use slam_io::h5ad::is_zarr;
use slam_io::{Edges, LabelsFile, Layout, Slide};
use slam_report::{Look, ReportOptions, Schema, study_html, study_multiqc, study_rows, study_text, to_json};

use crate::arguments::{CompareArguments, Format, InputArguments, MethodArguments, StepArguments};
use crate::choices::GraphName;
use crate::command::compare::{compare, typed};
use crate::command::input::{delimited, fetch, of_slide, options, set_threads};
use crate::drawing::DrawArguments;
use crate::evidence::{read_files, today};
use crate::interrupt::is_stop;
use crate::output::{check_format, check_outputs, emit, in_words, look, no_document, say, warn_of, write_to};
use crate::progress::{Progress, SLICES};

/// Compares the slides of a study; whether none had to be left out.
pub(crate) fn run(arguments: &CompareArguments, layout: &Layout) -> Result<bool> {
    refuse(arguments)?;
    if arguments.report.is_none() {
        arguments.draw.refuse()?;
    }
    let quiet = arguments.output.quiet;
    check_outputs(&layout.files(), &arguments.report, arguments.output.output.as_deref())?;
    options(&arguments.input, &arguments.steps, None)?.check()?;
    set_threads(arguments.steps.threads, quiet)?;
    layout.notes.iter().for_each(|note| say(quiet, "note", note));
    let slides = labelled(layout, &arguments.methods, quiet)?;
    let progress = Progress::new(quiet);
    let rank_by = arguments.rank_by.unwrap_or_default();
    let CompareArguments { input, steps, methods, report, infer, .. } = arguments;
    let one = |slide: &Slide| {
        let compare = |slide: &Slide| {
            let asked = (|options| infer.ask_slide(options), rank_by, report.is_some());
            compare_slide(input, steps, methods, slide, asked, &progress)
        };
        let read = |slide: &Slide| {
            let (input, methods) = of_slide(input, methods, slide, true);
            fetch(&input, steps, &methods, false, &progress).map(drop)
        };
        let ((donor, compared), left_out) = if arguments.keep_going {
            compare_what_works(slide, read, compare)?
        } else {
            (compare(slide)?, Vec::new())
        };
        let maps = report.is_some().then(|| SliceMaps::of(&slide.slice, &compared, MOST_DRAWN, steps.seed));
        Ok(OneSlide { partial: SlicePartial::of(&slide.slice, donor.as_deref(), &compared)?, maps, left_out })
    };
    let found = stream(&slides, &progress, arguments.keep_going, one);
    let (parts, maps) = gather(&slides, found, arguments.keep_going)?;
    let study = parts.finish(rank_by, &*progress)?;
    if let Some(path) = report {
        write_report(path, &study, &maps, &layout.files(), &arguments.draw, &progress)?;
    }
    drop(progress);
    report.iter().for_each(|path| say(quiet, "note", &format!("report: {}", path.display())));
    study.warnings.iter().for_each(|warning| warn_of(quiet, warning));
    let look = look(&arguments.output, false);
    emit(arguments.output.output.as_deref(), &render(&study, arguments.output.format, &look)?)?;
    Ok(study.failures.is_empty())
}

/// Writes the page of the study, whole or not at all.
fn write_report(
    path: &Path,
    study: &StudyResult,
    maps: &[SliceMaps],
    files: &[PathBuf],
    draw: &DrawArguments,
    progress: &Progress,
) -> Result<()> {
    let _ = progress.tick("report", 0, 0);
    let otherwise = || format!("{} slices compared with {}", study.slices.len(), study.truth);
    let (title, scene) = (draw.title.clone().unwrap_or_else(otherwise), draw.scene_of_many());
    let (command, date, files) = (Some(typed()), Some(today()), read_files(files)?);
    let page = study_html(study, maps, &ReportOptions { title, command, scene, date, files })?;
    write_to(path, |writer| writer.write_all(page.as_ref()))
}

/// Refuses what makes no sense on many slides.
fn refuse(arguments: &CompareArguments) -> Result<()> {
    let CompareArguments { input, steps, .. } = arguments;
    if input.slice.is_some() {
        bail!("--slice: of many files each is a slice; join them into one file, or leave it out");
    }
    if arguments.spots.is_some() {
        bail!("--spots: a table of the spots of many slides is not written; ask for it slide by slide");
    }
    check_format(arguments.output.format, "compare on many slides")?;
    if arguments.figures.is_some() {
        bail!("--figures: figures show one slide; ask for them slide by slide");
    }
    if let Some(Edges::File(file)) = steps.graph.as_ref().and_then(GraphName::edges) {
        bail!("--graph: {} has the edges of one slide, and there are many; obsp:NAME is in the slides", file.display());
    }
    let is_file = |path: &Path| path.is_file() || is_zarr(path);
    if let Some(file) = input.expression.as_ref().filter(|name| is_file(Path::new(name))) {
        bail!("--expression: {file} has the measurements of one slide, and there are many; X or layer:NAME is in them");
    }
    Ok(())
}

/// The slides on which something is judged; where files of labels are all there is, those without one are left out.
fn labelled(layout: &Layout, methods: &MethodArguments, quiet: bool) -> Result<Vec<Slide>> {
    let is_open = methods.pred.is_empty() && methods.pred_glob.is_empty();
    let (with, without): (Vec<Slide>, Vec<Slide>) =
        layout.slides.iter().cloned().partition(|slide| !is_open || !slide.labels.is_empty());
    if with.is_empty() {
        bail!(
            "nothing to judge: name columns with --pred or --pred-glob, or files with --labels 'preds/{{method}}/{{slice}}.csv'"
        );
    }
    if !without.is_empty() {
        let names: Vec<&str> = without.iter().map(|slide| slide.slice.as_str()).collect();
        say(quiet, "warning", &format!("slices without a file of labels are left out: {}", names.join(", ")));
    }
    Ok(with)
}

/// Reads one slide and compares its methods; also whose it is.
pub(crate) fn compare_slide(
    input: &InputArguments,
    steps: &StepArguments,
    methods: &MethodArguments,
    slide: &Slide,
    (ask, rank_by, with_ids): (impl Fn(Options) -> Options, RankBy, bool),
    progress: &Arc<Progress>,
) -> Result<(Option<String>, Compared)> {
    let (input, methods) = of_slide(input, methods, slide, true);
    let study = fetch(&input, steps, &methods, with_ids, progress)?;
    if let Some(slices) = study.spots.slices() {
        let (file, n) = (input.file.display(), slices.n_labels());
        let how = study.choices.iter().find(|chosen| chosen.what.as_deref() == Some("slices"));
        let how = how.map(|chosen| format!(": {}", chosen.how.spelled(as_command))).unwrap_or_default();
        bail!("{file}: {n} slides in one file, and a file of a study is one slide{how}");
    }
    let donor = slide.donor.clone().or_else(|| study.donor.clone());
    Ok((donor, compare(&input, steps, ask, study, rank_by, &**progress)?))
}

/// What a study keeps of a slide.
struct OneSlide {
    partial: SlicePartial,
    /// What is drawn of it, where that is asked for.
    maps: Option<SliceMaps>,
    left_out: Vec<LeftOut>,
}

/// A method whose file of labels failed, and why.
type LeftOut = (String, String);

/// Compares a slide; where that fails, without the files of labels that cannot be read, or else compared, by themselves.
///
/// Files are tried one by one only where something has failed.
fn compare_what_works<T>(
    slide: &Slide,
    read: impl Fn(&Slide) -> Result<()>,
    compare: impl Fn(&Slide) -> Result<T>,
) -> Result<(T, Vec<LeftOut>)> {
    let error = match compare(slide) {
        Ok(found) => return Ok((found, Vec::new())),
        Err(error) if is_stop(&error) => return Err(error),
        Err(error) => error,
    };
    let mut left_out = failing(slide, &read)?;
    if left_out.is_empty() {
        left_out = failing(slide, |slide| compare(slide).map(drop))?;
    }
    if left_out.is_empty() {
        return Err(error);
    }
    let mut rest = slide.clone();
    rest.labels.retain(|file| left_out.iter().all(|(failed, _)| failed != file));
    let named = |(file, reason): (LabelsFile, String)| (file.method.clone().unwrap_or_else(|| file.stem()), reason);
    match compare(&rest) {
        Ok(found) => Ok((found, left_out.into_iter().map(named).collect())),
        Err(stopped) if is_stop(&stopped) => Err(stopped),
        // Of these files alone the slide's own error says more.
        Err(_) => Err(error),
    }
}

/// The files of labels of a slide with which alone something fails, and why.
fn failing(slide: &Slide, work: impl Fn(&Slide) -> Result<()>) -> Result<Vec<(LabelsFile, String)>> {
    let mut failed = Vec::new();
    for file in &slide.labels {
        let mut alone = slide.clone();
        alone.labels = vec![file.clone()];
        match work(&alone) {
            Err(error) if is_stop(&error) => return Err(error),
            Err(error) => failed.push((file.clone(), in_words(&error))),
            Ok(()) => {}
        }
    }
    Ok(failed)
}

/// What became of every slide; none where another's failure came first.
type Found<T> = Vec<Option<Result<T>>>;

/// Does something with every slide, as many at once as there are threads, the first ones first. After a failure none is
/// begun, unless it is to go on.
fn stream<T: Send>(
    slides: &[Slide],
    progress: &Progress,
    keep_going: bool,
    one: impl Fn(&Slide) -> Result<T> + Sync,
) -> Found<T> {
    let (next, n_done, is_over) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let found: Vec<Mutex<Option<Result<T>>>> = slides.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while !is_over.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(slide) = slides.get(place) else { return };
            let result = one(slide);
            if result.as_ref().is_err_and(|error| !keep_going || is_stop(error)) {
                is_over.store(true, Ordering::Relaxed);
            }
            *found[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            let _ = progress.tick(SLICES, n_done.fetch_add(1, Ordering::Relaxed) + 1, slides.len());
        }
    };
    let _ = progress.tick(SLICES, 0, slides.len());
    // These threads read and wait; what they compute is computed in the pool of all.
    thread::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(slides.len()) {
            scope.spawn(work);
        }
    });
    found.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Adds up the slides; one that failed is an error that names it, unless it is to go on.
fn gather(slides: &[Slide], found: Found<OneSlide>, keep_going: bool) -> Result<(Parts, Vec<SliceMaps>)> {
    let (mut parts, mut maps) = (Parts::default(), Vec::new());
    for (slide, result) in slides.iter().zip(found) {
        match result {
            Some(Ok(OneSlide { partial, maps: own, left_out })) => {
                parts.add(partial)?;
                maps.extend(own);
                left_out.into_iter().for_each(|(method, reason)| parts.fail_method(&slide.slice, &method, reason));
            }
            Some(Err(error)) if keep_going && !is_stop(&error) => parts.fail(&slide.slice, in_words(&error)),
            Some(Err(error)) => return Err(error).with_context(|| format!("slice {:?}", slide.slice)),
            None => {}
        }
    }
    Ok((parts, maps))
}

pub(crate) fn render(study: &StudyResult, format: Format, look: &Look) -> Result<String> {
    match format {
        Format::Table => Ok(study_text(study, look)),
        Format::Json => Ok(to_json(Schema::Study, study)?),
        Format::Csv => delimited(&study_rows(study), b','),
        Format::Tsv => delimited(&study_rows(study), b'\t'),
        Format::Multiqc => Ok(study_multiqc(study)?),
        Format::Markdown | Format::Latex => Err(no_document("compare on many slides")),
    }
}
