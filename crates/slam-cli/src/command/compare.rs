//! `slam compare`: many labelings against the truth.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use slam::inference::Infer;
use slam::{Analysis, Compared, Comparison, Input, Labeling, Observer, Options, RankBy};
use slam_io::{Layout, Study};
use slam_report::{
    Document, Look, Schema, comparison_multiqc, comparison_rows, leaderboard_text, to_json, write_spots,
};

use crate::arguments::{CompareArguments, Format, InputArguments, MethodArguments, StepArguments};
use crate::command::drawn::Drawn;
use crate::command::input::{
    check_donor, check_severity, delimited, delimiter, input_files, input_words, of_slide, options_on, read, words,
};
use crate::command::study;
use crate::figures::{check_figures, write_figures};
use crate::output::{check_outputs, emit, look, say, warn_of, write_to};
use crate::progress::Progress;

/// Compares what the arguments name; whether nothing had to be left out.
pub(crate) fn run(arguments: &CompareArguments) -> Result<bool> {
    let inputs: Vec<PathBuf> = std::iter::once(&arguments.input.file).chain(&arguments.more).cloned().collect();
    let layout = Layout::find(&inputs, &words(&arguments.input.labels)).map_err(slam_io::Error::from)?;
    match &layout.slides[..] {
        [slide] if !layout.is_study => {
            let (input, methods) = of_slide(&arguments.input, &arguments.methods, slide, false);
            check_donor(&input)?;
            layout.notes.iter().for_each(|note| say(arguments.output.quiet, "note", note));
            run_one(arguments, &input, &methods)?;
            Ok(true)
        }
        _ => study::run(arguments, &layout),
    }
}

fn run_one(arguments: &CompareArguments, input: &InputArguments, methods: &MethodArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    let files = input_files(input, &arguments.steps);
    let progress = Progress::new(quiet);
    check_outputs(&files, arguments.spots.iter().chain(&arguments.report), arguments.output.output.as_deref())?;
    check_figures(arguments.figures.as_deref())?;
    let with_ids = arguments.spots.is_some() || arguments.report.is_some() || arguments.figures.is_some();
    let mut study = read(input, &arguments.steps, methods, with_ids, quiet, &progress)?;
    check_severity(input, &arguments.steps, &study)?;
    let is_drawn = arguments.report.is_some() || arguments.figures.is_some();
    let drawn = Drawn::new(is_drawn, &arguments.draw, &mut study, quiet)?;
    let rank_by = arguments.rank_by.unwrap_or_default();
    let compared =
        compare(input, &arguments.steps, |options| arguments.infer.ask(options), study, rank_by, &*progress)?;
    warn(&compared.comparison, quiet);
    if let Some(path) = &arguments.spots {
        let names = compared.comparison.results.iter().map(|entry| entry.pred.as_str());
        let analyses: Vec<(&str, &Analysis)> = names.zip(&compared.analyses).collect();
        write_to(path, |writer| write_spots(&analyses, delimiter(path), writer))?;
    }
    if let Some(path) = &arguments.report {
        drawn.write(path, &compared, &files, &progress)?;
        say(quiet, "note", &format!("report: {}", path.display()));
    }
    if let Some(folder) = &arguments.figures {
        write_figures(folder, &compared, &drawn.scene, quiet)?;
    }
    let look = look(&arguments.output, arguments.steps.metrics.is_some());
    emit(arguments.output.output.as_deref(), &render(&compared.comparison, arguments.output.format, &look)?)
}

/// Compares all methods of a slide with its truth; `ask` adds the questions that are asked beside.
pub(crate) fn compare(
    input: &InputArguments,
    steps: &StepArguments,
    ask: impl Fn(Options) -> Options,
    study: Study,
    rank_by: RankBy,
    progress: &dyn Observer,
) -> Result<Compared> {
    let Study { spots, truth, preds, edges, choices, warnings, .. } = study;
    let named = |(name, labeling): (String, Labeling)| (name, Arc::new(labeling));
    let preds: Vec<_> = preds.into_iter().map(named).collect();
    let names: Vec<&str> = preds.iter().map(|(name, _)| name.as_str()).collect();
    let told = Input { words: input_words(input, steps, &names, &choices), warnings };
    let plain = Options { rank_by, infer: Infer::NONE, input: told, ..options_on(input, steps, edges, &spots)? };
    let options = ask(plain);
    let truth = named((input.truth.clone(), truth));
    Ok(options.compare(&Arc::new(spots), &truth, &preds, progress)?)
}

/// Says what a user should know: about each method, and about all of them, once.
pub(crate) fn warn(comparison: &Comparison, quiet: bool) {
    comparison.notices().iter().for_each(|notice| warn_of(quiet, notice));
}

/// The command as it was typed.
pub(crate) fn typed() -> String {
    std::env::args_os().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

/// A word as a shell would take it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

pub(crate) fn render(comparison: &Comparison, format: Format, look: &Look) -> Result<String> {
    match format {
        Format::Table => Ok(leaderboard_text(comparison, look)),
        Format::Json => Ok(to_json(Schema::Compare, comparison)?),
        Format::Csv => delimited(&comparison_rows(comparison), b','),
        Format::Tsv => delimited(&comparison_rows(comparison), b'\t'),
        Format::Multiqc => Ok(comparison_multiqc(comparison)?),
        Format::Markdown => Ok(Document::of_comparison(comparison, look).markdown()),
        Format::Latex => Ok(Document::of_comparison(comparison, look).latex()),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!([quoted("a.csv"), quoted("x *"), quoted("it's")], ["a.csv", "'x *'", r"'it'\''s'"]);
    }
}
