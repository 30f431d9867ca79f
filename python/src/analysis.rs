//! A score and the parts it was made of, as arrays and JSON.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slam::SpotScore;

use crate::run::briefly;
use crate::words::{texts, value_error};

/// A score and the parts it was made of.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Analysis(pub(crate) slam::Analyzed);

#[pymethods]
impl Analysis {
    /// The command's JSON.
    fn json(&self) -> PyResult<String> {
        slam_report::to_json(slam_report::Schema::Score, &self.0.score).map_err(value_error)
    }

    /// The command's table.
    fn text(&self) -> String {
        slam_report::score_text(&self.0.score, &slam_report::Look::default())
    }

    /// What a user should know, in Python's words.
    fn warnings(&self) -> Vec<String> {
        texts(&self.0.score.warnings)
    }

    /// The rows of the input that were compared.
    fn rows<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let spots = self.0.analysis.pair.spots();
        PyArray1::from_vec(py, (0..spots.n_spots()).map(|spot| spots.row(spot) as u32).collect())
    }

    /// The coordinates spot after spot, and their number per spot.
    fn positions<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<f64>>, usize) {
        let spots = self.0.analysis.pair.spots();
        (PyArray1::from_slice(py, spots.coordinates()), spots.dimensions())
    }

    /// Names and a code per spot, −1 where there is no prediction, for `truth`, `pred`, `matched` and, if there are slices, `slice`.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (pair, columns) = (&self.0.analysis.pair, PyDict::new(py));
        let matching = &self.0.analysis.matching;
        // Spots without a prediction have no label.
        let array = |codes: &[u16], missing: Option<u16>| {
            let code = |&code: &u16| if Some(code) == missing { -1 } else { i32::from(code) };
            PyArray1::from_vec(py, codes.iter().map(code).collect())
        };
        let matched_names = &self.0.analysis.matched_names()[..matching.n_labels()];
        columns.set_item("truth", (pair.truth().names(), array(pair.truth().codes(), None)))?;
        columns.set_item("pred", (pair.pred().label_names(), array(pair.pred().codes(), pair.missing_pred())))?;
        columns.set_item("matched", (matched_names, array(&matching.codes, matching.missing)))?;
        if let Some(slices) = pair.spots().slices() {
            columns.set_item("slice", (slices.names(), array(slices.codes(), None)))?;
        }
        Ok(columns)
    }

    /// The disagreement of every spot, not a number where it has no edges, and its share of what is wrong.
    fn wrong<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyArray1<f64>>; 2]> {
        let spots = briefly(py, || self.0.analysis.spots())?;
        let disagreement = |spot: &SpotScore| spot.disagreement.unwrap_or(f64::NAN);
        Ok([
            PyArray1::from_vec(py, spots.iter().map(disagreement).collect()),
            PyArray1::from_vec(py, spots.iter().map(|spot| spot.share).collect()),
        ])
    }

    /// The edges of the neighbour graph, one end after the other, as places among the spots compared.
    fn edges<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.0.analysis.graph.edges().iter().flat_map(|&(u, v)| [u, v]).collect())
    }
}
