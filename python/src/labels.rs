//! Labels that Python holds, read once.

use std::sync::Arc;

use numpy::{Element, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use slam::Labeling;

use crate::words::refused;

/// A label for every spot, or none where it is missing.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Labels {
    pub(crate) labeling: Arc<Labeling>,
}

#[pymethods]
impl Labels {
    /// Labels from categories and a code per spot, negative where the label is missing; `name` is for messages.
    #[new]
    fn new(name: &str, categories: Vec<String>, codes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = |codes: &mut dyn Iterator<Item = i64>| Labeling::from_codes(&categories, codes);
        let labeling = with_codes(codes, read)?.map_err(|error| refused(format!("{name}: {error}")))?;
        Ok(Self { labeling: Arc::new(labeling) })
    }

    /// The names of the labels, in natural order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.labeling.names().to_vec()
    }

    /// Why a column that fits a pattern is no labeling, if it is none.
    fn left_out(&self) -> Option<String> {
        slam_io::left_out(&self.labeling, self.labeling.n_spots())
    }

    fn __len__(&self) -> usize {
        self.labeling.n_spots()
    }
}

/// Whether a text counts as missing.
#[pyfunction]
pub(crate) fn is_missing(text: &str) -> bool {
    slam::is_missing(text.trim())
}

/// Hands the codes on, whatever their width, without a copy.
fn with_codes<T>(codes: &Bound<'_, PyAny>, read: impl FnOnce(&mut dyn Iterator<Item = i64>) -> T) -> PyResult<T> {
    if let Ok(codes) = codes.extract::<PyReadonlyArray1<'_, i8>>() {
        return Ok(read(&mut widened(&codes)));
    }
    if let Ok(codes) = codes.extract::<PyReadonlyArray1<'_, i16>>() {
        return Ok(read(&mut widened(&codes)));
    }
    if let Ok(codes) = codes.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(read(&mut widened(&codes)));
    }
    if let Ok(codes) = codes.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(read(&mut widened(&codes)));
    }
    Err(PyTypeError::new_err("codes must be an array of signed whole numbers"))
}

fn widened<'a, T: Element + Copy + Into<i64>>(codes: &'a PyReadonlyArray1<'_, T>) -> impl Iterator<Item = i64> + 'a {
    codes.as_array().into_iter().map(|&code| code.into())
}
