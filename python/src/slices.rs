//! What a study keeps of its slides, and what all of them say together.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use slam::RankBy;
use slam::study::{Parts, SlicePartial};
use slam_report::{Schema, to_json};

use crate::comparison::Comparison;
use crate::run::briefly;
use crate::words::{in_python, value_error};

/// Slides of a study, each kept small.
///
/// Invariant: they go together, as `Parts` sees to.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Slices(Vec<SlicePartial>);

#[pymethods]
impl Slices {
    /// What a study keeps of a slide whose methods are compared.
    #[staticmethod]
    fn of(py: Python<'_>, comparison: &Comparison, slice: &str, donor: Option<&str>) -> PyResult<Self> {
        let partial = briefly(py, || SlicePartial::of(slice, donor, comparison.compared()))?;
        Ok(Self(vec![partial.map_err(value_error)?]))
    }

    /// Slides as they were packed, each by itself; a byte that was changed is an error.
    #[staticmethod]
    fn from_bytes(packed: Vec<Vec<u8>>) -> PyResult<Self> {
        let slices: slam::Result<Vec<SlicePartial>> =
            packed.iter().map(|bytes| SlicePartial::from_bytes(bytes)).collect();
        Self::checked(slices.map_err(value_error)?)
    }

    /// The slides packed, each by itself.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let pack = |slice: &SlicePartial| slice.to_bytes().map(|bytes| PyBytes::new(py, &bytes)).map_err(value_error);
        self.0.iter().map(pack).collect()
    }

    /// These slides and others; those of other settings are refused by what differs.
    fn plus(&self, other: &Self) -> PyResult<Self> {
        Self::checked(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// The names of the slides.
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|slice| slice.slice.clone()).collect()
    }

    /// The command's JSON of a study, and what a user should know, in Python's words; `failures` are slides that could not be
    /// compared, or methods on one, and why.
    fn finish(
        &self,
        py: Python<'_>,
        rank_by: Option<&str>,
        failures: Vec<(String, Option<String>, String)>,
    ) -> PyResult<(String, Vec<String>)> {
        let by = rank_by.map(str::parse::<RankBy>).transpose().map_err(value_error)?.unwrap_or_default();
        let mut parts = parts(self.0.clone())?;
        for (slice, method, reason) in failures {
            match method {
                Some(method) => parts.fail_method(&slice, &method, reason),
                None => parts.fail(&slice, reason),
            }
        }
        let study = briefly(py, || parts.finish(by, &()))?.map_err(value_error)?;
        let warnings = study.warnings.iter().map(in_python).collect();
        Ok((to_json(Schema::Study, &study).map_err(value_error)?, warnings))
    }
}

impl Slices {
    fn checked(slices: Vec<SlicePartial>) -> PyResult<Self> {
        parts(slices.clone())?;
        Ok(Self(slices))
    }
}

fn parts(slices: Vec<SlicePartial>) -> PyResult<Parts> {
    let mut parts = Parts::default();
    slices.into_iter().try_for_each(|slice| parts.add(slice)).map_err(value_error)?;
    Ok(parts)
}
