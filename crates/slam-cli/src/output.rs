//! Results on standard output or in a file, notes and warnings on standard error.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Refuses files that could not be written, before anything is read: then none of them is.
pub(crate) fn check_outputs<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    Ok(paths.into_iter().try_for_each(|path| slam_io::check_output(path))?)
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
