//! Results on standard output or in a file, notes and warnings on standard error.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use slam::{Message, as_command};
use slam_io::{Target, Unwritable};
use slam_report::{Look, one_line, visible, visible_with_styles};
use terminal_size::{Width, terminal_size_of};

use crate::arguments::{Format, OutputArguments};

/// A terminal that is narrower gets lines that it has to break.
const NARROWEST: u16 = 60;

use crate::progress::wipe_and;

/// How standard output is named.
const STANDARD_OUTPUT: &str = "-";

/// Refuses places that could not be written, that are read, or that are named twice, before anything is read: then none
/// of them is written. The result goes to standard output unless it has a place of its own.
pub(crate) fn check_outputs<'a>(
    inputs: &[PathBuf],
    others: impl IntoIterator<Item = &'a PathBuf>,
    result: Option<&'a Path>,
) -> Result<()> {
    let mut taken = Vec::new();
    for path in others.into_iter().map(PathBuf::as_path).chain([place(result)]) {
        slam_io::check_output(path)?;
        let target = settled(Target::of(path)?);
        // Pipes and the like may be read and written at once, and written twice.
        if matches!(target, Target::Stream(_) | Target::Error) {
            continue;
        }
        if inputs.iter().any(|input| is_read(input, &target)) {
            bail!("{}: this file is read, and would be lost; expected another name for the result", path.display());
        }
        if taken.contains(&target) {
            let name = if target == Target::Output { "standard output".into() } else { path.to_string_lossy() };
            bail!("{name}: named for two results; expected a file for each");
        }
        taken.push(target);
    }
    Ok(())
}

/// Where the result goes.
fn place(result: Option<&Path>) -> &Path {
    result.unwrap_or(Path::new(STANDARD_OUTPUT))
}

/// A target whose file has one name only, whether it is there or not.
fn settled(target: Target) -> Target {
    let Target::File(path) = target else { return target };
    if let Ok(found) = fs::canonicalize(&path) {
        return Target::File(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let found = fs::canonicalize(folder).ok().zip(path.file_name()).map(|(folder, name)| folder.join(name));
    Target::File(found.unwrap_or(path))
}

fn is_read(input: &Path, target: &Target) -> bool {
    let Target::File(file) = target else { return false };
    fs::canonicalize(input).is_ok_and(|found| found == *file)
}

/// Writes a result: to the file, whole or not at all, or to standard output.
pub(crate) fn emit(output: Option<&Path>, text: &str) -> Result<()> {
    write_to(place(output), |writer| writer.write_all(text.as_bytes()))
}

/// Writes to a path as slam-io does; what a terminal would obey does not reach one.
pub(crate) fn write_to(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let is_shown = Target::of(path)? == Target::Output && io::stdout().is_terminal();
    if !is_shown {
        return Ok(slam_io::write_atomically(path, write)?);
    }
    let mut written = Vec::new();
    write(&mut written)?;
    let text = String::from_utf8_lossy(&written);
    Ok(slam_io::write_atomically(path, |writer| writer.write_all(visible_with_styles(&text).as_bytes()))?)
}

/// Refuses formats for documents where there is no table for one, before anything is read.
pub(crate) fn check_format(format: Format, command: &str) -> Result<()> {
    match format {
        Format::Markdown | Format::Latex => Err(no_document(command)),
        Format::Table | Format::Json | Format::Csv | Format::Tsv | Format::Multiqc => Ok(()),
    }
}

/// That a command has no table for documents.
pub(crate) fn no_document(command: &str) -> anyhow::Error {
    anyhow!("--format: slam {command} has no table for documents; slam score and slam compare on one slide have")
}

/// How wide a result may be, and whether it may be toned down: as the terminal allows, and always alike where there is none.
pub(crate) fn look(output: &OutputArguments, all_metrics: bool) -> Look {
    let plain = Look { all_metrics, ..Look::default() };
    let is_shown = output.output.is_none() && io::stdout().is_terminal();
    let is_styled =
        std::env::var_os("NO_COLOR").is_none() && std::env::var_os("TERM").is_some_and(|name| name != "dumb");
    match terminal_size_of(io::stdout()).filter(|_| is_shown) {
        Some((Width(columns), _)) => Look { width: columns.max(NARROWEST).into(), is_styled, ..plain },
        None => plain,
    }
}

/// Says something beside the result, unless asked to be quiet.
pub(crate) fn say(quiet: bool, kind: &str, text: &str) {
    if !quiet {
        tell(&format!("{kind}: {}", one_line(text)));
    }
}

/// An error and its causes, in the command's words.
pub(crate) fn in_words(error: &anyhow::Error) -> String {
    slam_io::in_words(error.as_ref(), as_command)
}

/// Warns, unless asked to be quiet.
pub(crate) fn warn_of(quiet: bool, message: &Message) {
    say(quiet, "warning", &message.spelled(as_command));
}

/// Says why the command could not do what it was asked.
pub(crate) fn complain(text: &str) {
    tell(&format!("error: {}", visible(text)));
}

fn tell(text: &str) {
    // Nobody may be listening, and that is no reason to fail.
    wipe_and(|| drop(writeln!(io::stderr(), "{text}")));
}

/// Whether the reader of our standard output has gone, as `head` does.
pub(crate) fn is_closed_output(error: &anyhow::Error) -> bool {
    let is_closed = |error: &slam_io::Error| {
        let slam_io::Error::Unwritable(Unwritable::Output { cause }) = error else { return false };
        cause.kind() == io::ErrorKind::BrokenPipe
    };
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_closed)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn causes_are_said_once() {
        let cause = slam::Error::TooManyLabels { limit: 10_000 };
        let column = slam_io::Error::Column { file: "f.csv".into(), column: "id".into(), cause };
        let expected = "f.csv, column \"id\": more than 10000 different labels; is it an id?";
        assert_eq!(in_words(&column.into()), expected);
        let other = Err::<(), _>(io::Error::other("no space")).context("standard output").unwrap_err();
        assert_eq!(in_words(&other), "standard output: no space");
    }
}
