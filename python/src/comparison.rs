//! Many preds against one truth, as JSON, rows and the report.

use std::path::PathBuf;

use pyo3::prelude::*;
use slam::{Analyzed, Compared};
use slam_report::{Look, ReportOptions, Schema, Values, comparison_cells, leaderboard_text, report_html, to_json};

use crate::analysis::Analysis;
use crate::run::briefly;
use crate::scene::Scene;
use crate::words::{in_python, value_error};

/// A comparison and the analyses it was made of.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Comparison(pub(crate) Compared);

impl Comparison {
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

    /// The columns of the command's table, which has a row per method and slice, and the references: name, type and values.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, &'static str, Bound<'py, PyAny>)>> {
        let cells = comparison_cells(&self.0.comparison);
        let column = |(name, values): (&str, Values)| match values {
            Values::Texts(values) => Ok((name.to_owned(), "text", values.into_pyobject(py)?)),
            Values::Counts(values) => Ok((name.to_owned(), "count", values.into_pyobject(py)?)),
            Values::Numbers(values) => Ok((name.to_owned(), "number", values.into_pyobject(py)?)),
            Values::Truths(values) => Ok((name.to_owned(), "truth", values.into_pyobject(py)?)),
        };
        cells.columns().into_iter().map(column).collect()
    }

    /// The analyses by name, best first.
    fn analyses(&self) -> Vec<(String, Analysis)> {
        let methods = self.0.comparison.results.iter().zip(&self.0.analyses);
        let analyzed = |(entry, analysis): (&slam::Entry, &slam::Analysis)| {
            let (score, analysis) = (entry.score.clone(), analysis.clone());
            (entry.pred.clone(), Analysis(Analyzed { score, analysis }))
        };
        methods.map(analyzed).collect()
    }

    /// What a user should know about each method and, once, about all of them, in Python's words.
    fn warnings(&self) -> Vec<String> {
        self.0.comparison.notices().iter().map(in_python).collect()
    }

    /// Writes the report, whole or not at all.
    fn report(&self, py: Python<'_>, path: PathBuf, title: Option<String>, scene: Py<Scene>) -> PyResult<()> {
        let title = title.unwrap_or_else(|| format!("Compared with {}", self.0.comparison.truth));
        let options = ReportOptions { title, scene: scene.get().0.clone(), ..ReportOptions::default() };
        let page = briefly(py, || report_html(&self.0, &options))?.map_err(value_error)?;
        py.detach(|| slam_io::write_atomically(&path, |writer| writer.write_all(page.as_bytes()))).map_err(value_error)
    }
}
