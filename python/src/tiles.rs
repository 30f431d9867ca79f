//! One slide in tiles: the library's plan, tallies and partials, which travel between processes as bytes.

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use slam::partial::Region;

use crate::options::options;
use crate::run::run;
use crate::steps::Failure;
use crate::words::{refused, texts, value_error};

/// What Python calls to read a value again, and the bytes that it needs.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>,));

/// Labels as texts, and the place of each spot's among them, negative where it is missing.
type Coded<'py> = (Vec<String>, PyReadonlyArray1<'py, i64>);

fn reduced<'py>(held: &Bound<'py, PyAny>, bytes: &[u8]) -> PyResult<Reduced<'py>> {
    Ok((held.get_type().getattr("from_bytes")?, (PyBytes::new(held.py(), bytes),)))
}

/// A part of a slide, and what lies around it.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Tile(slam::partial::Tile);

#[pymethods]
impl Tile {
    #[new]
    fn new(
        positions: PyReadonlyArray2<'_, f64>,
        truth: Coded<'_>,
        pred: Coded<'_>,
        core: [f64; 4],
        halo: f64,
    ) -> PyResult<Self> {
        let positions = positions.as_array();
        if positions.ncols() != 2 {
            return Err(refused("a slide in tiles has positions in the plane: x and y"));
        }
        let places = positions.rows().into_iter().map(|row| [row[0], row[1]]).collect();
        let [left, bottom, right, top] = core;
        let core = Region { low: [left, bottom], high: [right, top] };
        let codes = |coded: &Coded<'_>| coded.1.as_array().to_vec();
        let (of_truth, of_pred) = (codes(&truth), codes(&pred));
        slam::partial::Tile::from_codes(places, (&truth.0, &of_truth), (&pred.0, &of_pred), core, halo)
            .map(Self)
            .map_err(value_error)
    }

    fn __len__(&self) -> usize {
        self.0.n_spots()
    }
}

/// What is known of a slide in tiles, and what its tiles are asked for next.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Plan(slam::partial::Plan);

#[pymethods]
impl Plan {
    #[new]
    fn new(given: &Bound<'_, PyDict>) -> PyResult<Self> {
        slam::partial::Plan::new(&options(given)?.0).map(Self).map_err(value_error)
    }

    /// How far around its core a tile must hold every spot.
    #[getter]
    fn halo(&self) -> f64 {
        self.0.halo()
    }

    #[getter]
    fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    #[getter]
    fn round(&self) -> usize {
        self.0.round()
    }

    /// What the answers of all tiles teach.
    fn after(&self, py: Python<'_>, tally: &Tally) -> PyResult<Self> {
        run(py, (None, None), &Failure::default(), |observer| self.0.after(&tally.0, observer)).map(Self)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        slam::partial::Plan::from_bytes(bytes).map(Self).map_err(value_error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf.as_any(), &slf.get().0.to_bytes())
    }
}

/// What tiles answer to what a plan asks for.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Tally(slam::partial::Tally);

#[pymethods]
impl Tally {
    #[staticmethod]
    fn of(py: Python<'_>, tile: &Tile, plan: &Plan, threads: Option<usize>) -> PyResult<Self> {
        let work = |observer: &dyn slam::Observer| slam::partial::Tally::of(&tile.0, &plan.0, observer);
        run(py, (threads, None), &Failure::default(), work).map(Self)
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        self.0.clone().plus(other.0.clone()).map(Self).map_err(value_error)
    }

    fn to_json(&self) -> PyResult<String> {
        self.0.to_json().map_err(value_error)
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        slam::partial::Tally::from_json(text).map(Self).map_err(value_error)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        slam::partial::Tally::from_bytes(bytes).map(Self).map_err(value_error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf.as_any(), &slf.get().0.to_bytes())
    }
}

/// What tiles know of a slide.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Partial(slam::partial::Partial);

#[pymethods]
impl Partial {
    #[staticmethod]
    fn of(py: Python<'_>, tile: &Tile, plan: &Plan, threads: Option<usize>) -> PyResult<Self> {
        let work = |observer: &dyn slam::Observer| slam::partial::Partial::of(&tile.0, &plan.0, observer);
        run(py, (threads, None), &Failure::default(), work).map(Self)
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        self.0.clone().plus(other.0.clone()).map(Self).map_err(value_error)
    }

    /// The number of spots that were counted.
    #[getter]
    fn n_spots(&self) -> u64 {
        self.0.n_spots()
    }

    /// The score, once all tiles are added.
    fn finish(&self, py: Python<'_>, plan: &Plan, input: Vec<(String, String)>) -> PyResult<Finished> {
        let mut score =
            run(py, (None, None), &Failure::default(), |observer| self.0.clone().finish(&plan.0, observer))?;
        score.provenance.input = slam::Named(input);
        Ok(Finished(score))
    }

    fn to_json(&self) -> PyResult<String> {
        self.0.to_json().map_err(value_error)
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        slam::partial::Partial::from_json(text).map(Self).map_err(value_error)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        slam::partial::Partial::from_bytes(bytes).map(Self).map_err(value_error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf.as_any(), &slf.get().0.to_bytes())
    }
}

/// The score of a slide that came in tiles.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Finished(slam::Score);

#[pymethods]
impl Finished {
    /// The command's JSON.
    fn json(&self) -> PyResult<String> {
        slam_report::to_json(slam_report::Schema::Score, &self.0).map_err(value_error)
    }

    /// The command's table.
    fn text(&self) -> String {
        slam_report::score_text(&self.0, &slam_report::Look::default())
    }

    /// What a user should know, in Python's words.
    fn warnings(&self) -> Vec<String> {
        texts(&self.0.warnings)
    }
}
