//! Keyword arguments as the options of the library.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Deserialize;
use slam::{Neighborhood, Options};

use crate::plain::{Plain, Unfit};
use crate::steps::{Failure, own_steps};
use crate::words::{refused, value_error};

/// The options that a dictionary spells out, and what its functions raise; what it leaves open is the default.
pub(crate) fn options(given: &Bound<'_, PyDict>) -> PyResult<(Options, Failure)> {
    let given = given.copy()?;
    let (own, failure) = own_steps(&given)?;
    let Plain::Map(pairs) = Plain::new(&given)? else { return Ok((Options::default(), failure)) };
    let mut options = read(pairs.clone()).map_err(|error| blame(pairs, &error))?;
    if let (false, Neighborhood::Mutual { k, tie }) = (given.contains("graph")?, &options.graph) {
        options.graph = options.estimator.neighborhood(*k, *tie);
    }
    options.own = own;
    Ok((options, failure))
}

fn read(pairs: Vec<(String, Plain)>) -> Result<Options, Unfit> {
    Options::deserialize(Plain::Map(pairs))
}

/// The error with the name of the option that causes it: the one that fails alone.
fn blame(pairs: Vec<(String, Plain)>, error: &Unfit) -> PyErr {
    let said = error.to_string();
    let culprit = pairs.into_iter().find(|pair| read(vec![pair.clone()]).is_err());
    match culprit {
        Some((name, _)) if !said.starts_with(&name) => refused(format!("{name}: {said}")),
        _ => refused(said),
    }
}

/// The defaults of all options, as JSON.
#[pyfunction]
pub(crate) fn defaults() -> PyResult<String> {
    serde_json::to_string(&Options::default()).map_err(value_error)
}
