//! The polygons of a map: a point inside each feature, and which of them touch.

use std::ops::Range;
use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use slam_io::geojson::{Polygon, Position, contiguous, interior_points};

use crate::matrix::Edges;
use crate::words::{refused, value_error};

/// Features, which are polygons, which are rings, which are corners.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Features(pub(crate) Vec<Vec<Polygon>>);

#[pymethods]
impl Features {
    /// Features from the corners of all, and from where each ring, polygon and feature starts; the last entry is the end.
    #[new]
    fn new(
        corners: PyReadonlyArray2<'_, f64>,
        rings: PyReadonlyArray1<'_, i64>,
        polygons: PyReadonlyArray1<'_, i64>,
        features: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Self> {
        let corners = corners.as_array();
        if corners.ncols() != 2 {
            return Err(refused("corners must have two coordinates"));
        }
        let corners: Vec<Position> = corners.rows().into_iter().map(|corner| [corner[0], corner[1]]).collect();
        let rings = ranges(&rings, corners.len())?.into_iter().map(|part| corners[part].to_vec()).collect::<Vec<_>>();
        let polygons = ranges(&polygons, rings.len())?.into_iter().map(|part| rings[part].to_vec()).collect::<Vec<_>>();
        let features = ranges(&features, polygons.len())?.into_iter().map(|part| polygons[part].to_vec());
        Ok(Self(features.collect()))
    }

    /// A point inside each feature, x and y one after the other.
    fn interior_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let placed = |(row, point): (usize, Option<Position>)| {
            point.ok_or_else(|| refused(format!("feature {}: it has no corners", row + 1)))
        };
        let points = py.detach(|| interior_points(&self.0));
        let points = points.into_iter().enumerate().map(placed).collect::<PyResult<Vec<Position>>>()?;
        Ok(PyArray1::from_vec(py, points.into_flattened()))
    }

    /// The features that touch; `holder` is for messages.
    fn contiguous(&self, py: Python<'_>, holder: &str) -> PyResult<Edges> {
        let pairs = py.detach(|| contiguous(holder, &self.0)).map_err(value_error)?;
        Ok(Edges { pairs: Arc::from(pairs) })
    }
}

/// The ranges between starts, all of which lie below an end.
fn ranges(starts: &PyReadonlyArray1<'_, i64>, end: usize) -> PyResult<Vec<Range<usize>>> {
    let starts: Vec<usize> =
        starts.as_array().iter().map(|&start| usize::try_from(start).unwrap_or(usize::MAX)).collect();
    let is_ordered = starts.windows(2).all(|pair| pair[0] <= pair[1]) && starts.iter().all(|&start| start <= end);
    let parts = || starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
    is_ordered.then(parts).ok_or_else(|| refused("the starts of rings, polygons and features must be in order"))
}
