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
        let labeling = read(&categories, codes)?.map_err(|error| refused(format!("{name}: {error}")))?;
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

/// The labels that codes mean, whatever the width of the codes.
fn read(categories: &[String], codes: &Bound<'_, PyAny>) -> PyResult<slam::Result<Labeling>> {
    let read = read_as::<i8>(categories, codes)
        .or_else(|| read_as::<i16>(categories, codes))
        .or_else(|| read_as::<i32>(categories, codes))
        .or_else(|| read_as::<i64>(categories, codes));
    read.ok_or_else(|| PyTypeError::new_err("codes must be an array of signed whole numbers"))
}

fn read_as<T: Element + Copy + Into<i64>>(
    categories: &[String],
    codes: &Bound<'_, PyAny>,
) -> Option<slam::Result<Labeling>> {
    let codes = codes.extract::<PyReadonlyArray1<'_, T>>().ok()?;
    let codes = codes.as_array();
    Some(match codes.as_slice() {
        Some(codes) => Labeling::from_codes(categories, codes.iter().map(|&code| code.into())),
        None => Labeling::from_codes(categories, codes.iter().map(|&code| code.into())),
    })
}
