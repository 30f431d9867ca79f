//! Results on standard output or in a file, notes and warnings on standard error.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Refuses files that could not be written, that are read, or that are named twice, before anything is read: then none of
/// them is written.
pub(crate) fn check_outputs<'a>(inputs: &[PathBuf], outputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    let mut taken = Vec::new();
    for path in outputs {
        slam_io::check_output(path)?;
        // Pipes and the like may be read and written at once.
        let Some(file) = regular(path) else { continue };
        if inputs.iter().any(|input| regular(input).as_ref() == Some(&file)) {
            bail!("{}: this file is read, and would be lost; expected another name for the result", path.display());
        }
        if taken.contains(&file) {
            bail!("{}: named for two results; expected a file for each", path.display());
        }
        taken.push(file);
    }
    Ok(())
}

/// Where a file is or will be, if it is a regular one.
fn regular(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = fs::canonicalize(path) {
        return found.is_file().then_some(found);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

/// Writes a result: to the file, whole or not at all, or to standard output.
pub(crate) fn emit(output: Option<&Path>, text: &str) -> Result<()> {
    match output {
        Some(path) => Ok(slam_io::write_atomically(path, |writer| writer.write_all(text.as_bytes()))?),
        None => io::stdout().lock().write_all(text.as_bytes()).context("standard output"),
    }
}

/// Says something beside the result, unless asked to be quiet.
pub(crate) fn say(quiet: bool, kind: &str, text: &str) {
    if !quiet {
        // Nobody may be listening, and that is no reason to fail.
        let _ = writeln!(io::stderr(), "{kind}: {text}");
    }
}

/// Whether the reader of our output has gone, as `head` does.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
