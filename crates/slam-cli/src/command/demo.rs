//! `slam demo`: seven methods on a made-up slide of cortex, and the report.

use anyhow::Result;
use slam::Options;
use slam_paper::demo;
use slam_report::{Scene, YAxis};

use crate::arguments::DemoArguments;
use crate::command::compare::{render, warn};
use crate::command::drawn::Drawn;
use crate::output::{check_outputs, emit, look, say};
use crate::progress::Progress;

pub(crate) fn run(arguments: &DemoArguments) -> Result<()> {
    let quiet = arguments.output.quiet;
    check_outputs(&[], [&arguments.report], arguments.output.output.as_deref())?;
    let slide = demo()?;
    let progress = Progress::new(quiet);
    let compared = slide.compare(&Options::default(), &*progress)?;
    warn(&compared.comparison, quiet);
    let scene = Scene { y_axis: YAxis::Down, why: "as in images of tissue".to_owned(), ..Scene::default() };
    Drawn { title: None, scene }.write(&arguments.report, &compared, &[], &progress)?;
    let look = look(&arguments.output, false);
    emit(arguments.output.output.as_deref(), &render(&compared.comparison, arguments.output.format, &look)?)?;
    say(quiet, "report", &format!("{} (open it in any browser)", arguments.report.display()));
    Ok(())
}
