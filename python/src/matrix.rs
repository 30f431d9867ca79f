//! Matrices that Python holds: measurements, and edges.

use std::sync::{Arc, Mutex};

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::run::briefly;
use crate::words::value_error;

/// What was measured at each spot; taken over by the first study that it is given to.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Measurements(Mutex<Option<slam::Measurements>>);

#[pymethods]
impl Measurements {
    /// Measurements from a dense matrix with a row per spot.
    #[staticmethod]
    fn dense(py: Python<'_>, cells: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        let cells = cells.as_array();
        let read = briefly(py, || match cells.as_slice() {
            Some(flat) => slam::Measurements::dense(cells.ncols(), flat),
            None => slam::Measurements::dense(cells.ncols(), &cells.iter().copied().collect::<Vec<_>>()),
        });
        read?.map(Self::from).map_err(value_error)
    }

    /// Measurements from compressed sparse rows.
    #[staticmethod]
    fn sparse(
        py: Python<'_>,
        n_columns: usize,
        starts: PyReadonlyArray1<'_, i64>,
        columns: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let starts = starts.as_array().iter().map(|&start| start as usize).collect();
        let (columns, values) = (read_columns(columns)?, read_values(values)?);
        let read = briefly(py, || slam::Measurements::sparse(n_columns, starts, columns, values))?;
        read.map(Self::from).map_err(value_error)
    }
}

impl From<slam::Measurements> for Measurements {
    fn from(measurements: slam::Measurements) -> Self {
        Self(Mutex::new(Some(measurements)))
    }
}

impl Measurements {
    /// The measurements, once.
    pub(crate) fn take(&self) -> Option<slam::Measurements> {
        self.0.lock().ok()?.take()
    }
}

/// A negative column becomes one beyond the last, which the library refuses.
fn read_columns(columns: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    if let Ok(columns) = columns.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(columns.as_array().iter().map(|&column| column as u32).collect());
    }
    let columns: PyReadonlyArray1<'_, i64> = columns.extract()?;
    Ok(columns.as_array().iter().map(|&column| u32::try_from(column).unwrap_or(u32::MAX)).collect())
}

fn read_values(values: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    if let Ok(values) = values.extract::<PyReadonlyArray1<'_, f32>>() {
        return Ok(values.as_array().iter().map(|&value| f64::from(value)).collect());
    }
    let values: PyReadonlyArray1<'_, f64> = values.extract()?;
    Ok(values.as_array().iter().copied().collect())
}

/// Pairs of rows that are neighbours.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Edges {
    pub(crate) pairs: Arc<[(u32, u32)]>,
}

#[pymethods]
impl Edges {
    /// The edges between two columns of rows, as they are given.
    #[new]
    fn new(ends: PyReadonlyArray2<'_, i64>, n_spots: usize) -> PyResult<Self> {
        let ends = ends.as_array();
        let is_known = |&row: &i64| usize::try_from(row).is_ok_and(|row| row < n_spots);
        if let Some(row) = ends.iter().find(|row| !is_known(row)) {
            let message =
                format!("graph: an edge names row {row}, expected rows from 0 to {}", n_spots.saturating_sub(1));
            return Err(PyValueError::new_err(message));
        }
        let pairs: Vec<(u32, u32)> = ends.rows().into_iter().map(|pair| (pair[0] as u32, pair[1] as u32)).collect();
        Ok(Self { pairs: Arc::from(pairs) })
    }

    /// The edges of a graph whatever their direction, each once, no loops: rows and columns of its non-zeros.
    #[staticmethod]
    fn undirected(
        rows: PyReadonlyArray1<'_, i64>,
        columns: PyReadonlyArray1<'_, i64>,
        n_spots: usize,
    ) -> PyResult<Self> {
        let (rows, columns) = (rows.as_array(), columns.as_array());
        let ends = rows.iter().zip(columns.iter()).filter(|(u, v)| u != v);
        let mut pairs: Vec<(u32, u32)> = ends.map(|(&u, &v)| (u.min(v) as u32, u.max(v) as u32)).collect();
        if pairs.iter().any(|&(_, v)| v as usize >= n_spots) {
            return Err(PyValueError::new_err("graph: a column lies beyond the last spot"));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok(Self { pairs: Arc::from(pairs) })
    }

    fn __len__(&self) -> usize {
        self.pairs.len()
    }
}
