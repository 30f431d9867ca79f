//! Many preds against one truth, as JSON, rows and the report.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use slam::{Compared, Named, Warning};
use slam_report::{Look, ReportOptions, Schema, comparison_rows, leaderboard_text, report_html, to_json};

use crate::analysis::Analysis;
use crate::scene::Scene;
use crate::words::{in_python, value_error};

/// A comparison and the analyses it was made of.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Comparison(Compared);

impl Comparison {
    pub(crate) fn new(mut compared: Compared, input: &Named<String>, warnings: &[Warning]) -> Self {
        let entries = compared.comparison.results.iter_mut().map(|entry| &mut entry.score);
        for score in entries.chain(compared.analyses.iter_mut().map(|analysis| &mut analysis.score)) {
            score.provenance.input = input.clone();
            score.warnings.splice(0..0, warnings.iter().cloned());
        }
        compared.comparison.warnings.splice(0..0, warnings.iter().cloned());
        compared.comparison.provenance.input = input.clone();
        Self(compared)
    }

    /// What was compared, with all that it was made of.
    pub(crate) fn compared(&self) -> &Compared {
        &self.0
    }
}

#[pymethods]
impl Comparison {
    /// The command's JSON.
    fn json(&self) -> PyResult<String> {
        to_json(Schema::Compare, &self.0.comparison).map_err(value_error)
    }

    /// The command's table.
    fn text(&self) -> String {
        leaderboard_text(&self.0.comparison, &Look::default())
    }

    /// The command's rows: a header, a row per method and slice, and the references.
    fn rows(&self) -> Vec<Vec<String>> {
        comparison_rows(&self.0.comparison)
    }

    /// The analyses by name, best first.
    fn analyses(&self) -> Vec<(String, Analysis)> {
        let names = self.0.comparison.results.iter().map(|entry| entry.pred.clone());
        names.zip(&self.0.analyses).map(|(name, one)| (name, Analysis(Arc::new(one.clone())))).collect()
    }

    /// What a user should know about each method and, once, about all of them, in Python's words.
    fn warnings(&self) -> Vec<String> {
        self.0.comparison.notices().iter().map(in_python).collect()
    }

    /// Writes the report, whole or not at all.
    fn report(&self, py: Python<'_>, path: PathBuf, title: Option<String>, scene: Py<Scene>) -> PyResult<()> {
        let title = title.unwrap_or_else(|| format!("Compared with {}", self.0.comparison.truth));
        let options = ReportOptions { title, scene: scene.get().0.clone(), ..ReportOptions::default() };
        py.detach(|| {
            let page = report_html(&self.0, &options).map_err(value_error)?;
            slam_io::write_atomically(&path, |writer| writer.write_all(page.as_bytes())).map_err(value_error)
        })
    }
}
