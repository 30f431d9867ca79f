//! The report and the figures: how their places are drawn.

use std::path::{Path, PathBuf};

use anyhow::Result;
use slam::{Compared, Observer};
use slam_io::Study;
use slam_report::{ReportOptions, Scene, report_html};

use crate::command::compare::typed;
use crate::drawing::DrawArguments;
use crate::evidence::{read_files, today};
use crate::output::{say, write_to};
use crate::progress::Progress;

/// How a report and figures are drawn.
#[derive(Default)]
pub(crate) struct Drawn {
    /// The headline; if there is none, that it is a comparison with the truth.
    pub(crate) title: Option<String>,
    /// How places are drawn.
    pub(crate) scene: Scene,
}

impl Drawn {
    /// How a study is drawn, whose shapes and pictures it takes; says which way y runs. Where nothing is drawn, nothing may
    /// be asked of it.
    pub(crate) fn new(is_drawn: bool, draw: &DrawArguments, study: &mut Study, quiet: bool) -> Result<Self> {
        if !is_drawn {
            draw.refuse()?;
            return Ok(Self::default());
        }
        let scene = draw.scene(std::mem::take(&mut study.drawing), &study.truth)?;
        say(quiet, "note", &format!("maps: {}", scene.y_in_words()));
        Ok(Self { title: draw.title.clone(), scene })
    }

    /// Writes the report, whole or not at all.
    pub(crate) fn write(&self, path: &Path, compared: &Compared, files: &[PathBuf], progress: &Progress) -> Result<()> {
        let _ = progress.tick("report", 0, 0);
        let title = self.title.clone().unwrap_or_else(|| format!("Compared with {}", compared.comparison.truth));
        let (command, date, files) = (Some(typed()), Some(today()), read_files(files)?);
        let options = ReportOptions { title, command, scene: self.scene.clone(), date, files };
        let page = report_html(compared, &options)?;
        write_to(path, |writer| writer.write_all(page.as_ref()))
    }
}
