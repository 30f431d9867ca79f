//! `slam merge`: slides that were compared one by one, together.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use slam::study::{Parts, SlicePartial};
use slam_io::unreadable;

use crate::arguments::MergeArguments;
use crate::command::study::render;
use crate::output::{check_outputs, emit, look, warn_of};
use crate::progress::Progress;

pub(crate) fn run(arguments: &MergeArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    check_outputs(&arguments.files, [], arguments.output.output.as_deref())?;
    let mut parts = Parts::default();
    for file in &arguments.files {
        parts.add(read(file)?).with_context(|| file.display().to_string())?;
    }
    let progress = Progress::new(quiet);
    let study = parts.finish(arguments.rank_by.unwrap_or_default(), &*progress)?;
    drop(progress);
    study.warnings.iter().for_each(|warning| warn_of(quiet, warning));
    let look = look(&arguments.output, false);
    emit(arguments.output.output.as_deref(), &render(&study, arguments.output.format, &look)?)
}

fn read(file: &Path) -> Result<SlicePartial> {
    let bytes = fs::read(file).map_err(|cause| unreadable(file, cause))?;
    SlicePartial::from_bytes(&bytes).with_context(|| file.display().to_string())
}
