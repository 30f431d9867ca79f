//! Tables that the library holds: the metrics, colours, and the demo's slide.

use numpy::PyArray1;
use pyo3::prelude::*;
use slam::Scale;
use slam::metrics::{Better, METRICS, Selection};
use slam_report::css;

use crate::words::{refused, value_error};

/// Name, title, family and whether larger is better, for each metric.
#[pyfunction]
pub(crate) fn metric_table() -> Vec<(&'static str, &'static str, &'static str, bool)> {
    let row = |metric: &slam::metrics::Metric| {
        (metric.name, metric.title, metric.family.name(), metric.better == Better::Higher)
    };
    METRICS.iter().map(row).collect()
}

/// The *Q* coefficient of two scores, or none where it is undefined.
#[pyfunction]
pub(crate) fn q(name: &str, worse: Option<f64>, better: Option<f64>) -> PyResult<Option<f64>> {
    match Scale::named(name) {
        Some(scale) => Ok(scale.q(worse, better)),
        None => Err(name.parse::<Selection>().map_or_else(value_error, |_| refused("one metric is expected"))),
    }
}

/// A colour for each of `n` labels.
#[pyfunction]
pub(crate) fn palette(n: usize) -> Vec<String> {
    slam_report::palette(n).into_iter().map(css).collect()
}

/// The rank of each value, best first, equal ones sharing the mean of their places.
#[pyfunction]
pub(crate) fn mean_ranks(values: Vec<Option<f64>>, higher_is_better: bool) -> Vec<Option<f64>> {
    slam::mean_ranks(&values, if higher_is_better { Better::Higher } else { Better::Lower })
}

/// Coordinates spot after spot, and names with a code per spot for each labeling.
type Slide<'py> = (Bound<'py, PyArray1<f64>>, Vec<(String, Vec<String>, Bound<'py, PyArray1<i32>>)>);

/// The demo's slide: the coordinates, the truth, and what seven methods found.
#[pyfunction]
pub(crate) fn demo(py: Python<'_>) -> PyResult<Slide<'_>> {
    let slide = slam_paper::demo().map_err(value_error)?;
    let column = |(name, labeling): &(String, slam::Labeling)| {
        let codes = PyArray1::from_vec(py, labeling.codes().iter().map(|&code| i32::from(code)).collect());
        (name.clone(), labeling.names().to_vec(), codes)
    };
    let columns = [&slide.truth].into_iter().chain(&slide.preds).map(column).collect();
    Ok((PyArray1::from_slice(py, slide.spots.coordinates()), columns))
}
