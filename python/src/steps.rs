//! Python functions in the place of steps.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use slam::extractor::Extractor;
use slam::matcher::{Matcher, Matching, Split};
use slam::{Discrepancy, Distribution, Error, LabeledGraph, Measured, Observer, OwnSteps, Pair};

/// What a function has raised, to be raised again where it was called from.
pub(crate) type Failure = Arc<Mutex<Option<PyErr>>>;

/// Takes the functions out of the options.
pub(crate) fn own_steps(given: &Bound<'_, PyDict>) -> PyResult<(OwnSteps, Failure)> {
    let failure = Failure::default();
    let take = |name: &'static str| -> PyResult<Option<Step>> {
        let Some(function) = given.get_item(name)?.filter(PyAnyMethods::is_callable) else { return Ok(None) };
        given.del_item(name)?;
        let own = function.getattr("__name__").and_then(|name| name.extract()).unwrap_or_else(|_| name.to_owned());
        Ok(Some(Step { option: name, name: own, function: function.unbind(), failure: Arc::clone(&failure) }))
    };
    let own = OwnSteps {
        matcher: take("matcher")?.map(|step| Arc::new(step) as Arc<dyn Matcher>),
        extractor: take("extractor")?.map(|step| Arc::new(step) as Arc<dyn Extractor>),
        discrepancy: take("discrepancy")?.map(|step| Arc::new(step) as Arc<dyn Discrepancy>),
        ..OwnSteps::default()
    };
    match given.get_item("matcher")? {
        Some(other) => Err(PyValueError::new_err(format!(
            "matcher must be a function of truth, pred and positions, got {}; names go to matching",
            other.repr()?
        ))),
        None => Ok((own, failure)),
    }
}

/// What a function has raised, with the name of its step.
pub(crate) fn raised(failure: &Failure) -> Option<PyErr> {
    failure.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// A function in the place of a step.
struct Step {
    /// The option.
    option: &'static str,
    /// What the function is called.
    name: String,
    function: Py<PyAny>,
    failure: Failure,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Step {
    /// Calls the function, and keeps what it raises.
    fn call<T>(&self, work: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>) -> slam::Result<T> {
        Python::attach(|py| {
            work(py, self.function.bind(py)).map_err(|error| {
                let note = format!("in the step {} ({})", self.option, self.name);
                // Python 3.10 has no notes, and the error says enough without.
                let _ = error.value(py).call_method1("add_note", (&note,));
                let problem = error.to_string();
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                Error::Step { step: self.name.clone(), problem }
            })
        })
    }
}

impl Extractor for Step {
    fn name(&self) -> &str {
        &self.name
    }

    fn extract(&self, graph: &LabeledGraph<'_>, _observer: &dyn Observer) -> slam::Result<Distribution> {
        let (points, n_dimensions, masses) = self.call(|py, function| {
            let seen = namespace(py, graph)?;
            let returned = function.call1((seen,))?;
            let (points, masses) = match returned.cast::<PyTuple>() {
                Ok(both) if both.len() == 2 => (both.get_item(0)?, Some(both.get_item(1)?)),
                _ => (returned, None),
            };
            let points = floats(&points)?;
            let rows = match points.getattr("ndim")?.extract::<usize>()? {
                1 => points.call_method1("reshape", (-1, 1))?,
                2 => points,
                n => return Err(PyValueError::new_err(format!("points must be an array of rows, got {n} dimensions"))),
            };
            let rows: PyReadonlyArray2<'_, f64> = rows.extract()?;
            let (n_points, n_dimensions) = (rows.shape()[0], rows.shape()[1]);
            let masses: Vec<f64> = match masses {
                None => vec![1.0; n_points],
                Some(masses) => floats(&masses)?.extract::<PyReadonlyArray1<'_, f64>>()?.as_array().to_vec(),
            };
            let total: f64 = masses.iter().sum();
            let masses: Vec<f64> = masses.iter().map(|mass| mass / total).collect();
            Ok((rows.as_array().iter().copied().collect::<Vec<f64>>(), n_dimensions, masses))
        })?;
        Distribution::dense(n_dimensions, masses.len(), &points, &masses)
    }
}

/// What an extractor sees: `n_spots`, `n_labels`, `labels`, `edges`, `kinds`, `weights`.
fn namespace<'py>(py: Python<'py>, graph: &LabeledGraph<'_>) -> PyResult<Bound<'py, PyAny>> {
    let seen = PyDict::new(py);
    seen.set_item("n_spots", graph.n_spots())?;
    seen.set_item("n_labels", graph.n_labels())?;
    seen.set_item("labels", PyArray1::from_iter(py, graph.labels().iter().map(|&label| i64::from(label))))?;
    let ends: Vec<i64> = graph.edges().iter().flat_map(|&(u, v)| [i64::from(u), i64::from(v)]).collect();
    seen.set_item("edges", PyArray1::from_vec(py, ends).reshape([graph.n_edges(), 2])?)?;
    seen.set_item("kinds", PyArray1::from_iter(py, graph.kinds().iter().map(|&kind| i64::from(kind))))?;
    seen.set_item("weights", graph.weights().map(|weights| PyArray1::from_slice(py, weights)))?;
    py.import("types")?.getattr("SimpleNamespace")?.call((), Some(&seen))
}

/// Anything as an array of floating-point numbers.
fn floats<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = values.py();
    py.import("numpy")?.call_method1("ascontiguousarray", (values, "float64"))
}

impl Discrepancy for Step {
    fn name(&self) -> &str {
        &self.name
    }

    fn keeps_unmatched(&self) -> bool {
        false
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, _observer: &dyn Observer) -> slam::Result<Measured> {
        let d = self.call(|py, function| {
            let side = |distribution: &Distribution| {
                let (points, masses) = distribution.points();
                Ok::<_, PyErr>((PyArray2::from_vec2(py, &points)?, PyArray1::from_vec(py, masses)))
            };
            let ((truth, truth_masses), (pred, pred_masses)) = (side(truth)?, side(pred)?);
            function.call1((truth, truth_masses, pred, pred_masses))?.extract::<f64>()
        })?;
        Ok(Measured::other(&self.name, d, []))
    }
}

impl Matcher for Step {
    fn name(&self) -> &str {
        &self.name
    }

    fn match_labels(&self, pair: &Pair, _observer: &dyn Observer) -> slam::Result<Matching> {
        self.call(|py, function| {
            // Spots without a prediction have no label.
            let names = |labeling: &slam::Labeling| {
                let text = |&code: &u16| labeling.label_names().get(usize::from(code)).cloned();
                let list: Vec<Option<String>> = labeling.codes().iter().map(text).collect();
                py.import("numpy")?.call_method1("array", (list, "object"))
            };
            let dimensions = pair.spots().dimensions();
            let places: Vec<f64> = (0..pair.n_spots()).flat_map(|spot| pair.spots().position(spot).to_vec()).collect();
            let places = PyArray1::from_vec(py, places).reshape([pair.n_spots(), dimensions])?;
            let returned = function.call1((names(pair.truth())?, names(pair.pred())?, places))?;
            match returned.cast::<PyDict>() {
                Ok(map) => self.by_label(pair, map),
                Err(_) => self.by_spot(pair, &returned),
            }
        })
    }
}

impl Step {
    fn truth_label(&self, pair: &Pair, label: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        if label.is_none() {
            return Ok(None);
        }
        let name = label.str()?.to_string();
        let found = pair.truth().find(&name);
        let problem = || format!("{}: {name:?} is no label of the truth; expected one of them, or None", self.name);
        found.map(Some).ok_or_else(|| PyValueError::new_err(problem()))
    }

    /// A truth label for every pred label; those left out stand for none.
    fn by_label(&self, pair: &Pair, map: &Bound<'_, PyDict>) -> PyResult<Matching> {
        let mut matches = vec![None; pair.n_pred_labels()];
        for (pred, truth) in map {
            // Spots without a prediction stand for nothing.
            if pred.is_none() && truth.is_none() {
                continue;
            }
            let name = pred.str()?.to_string();
            let problem = || PyValueError::new_err(format!("{}: {name:?} is no label of the pred", self.name));
            let pred = pair.pred().find(&name).ok_or_else(problem)?;
            matches[pred] = self.truth_label(pair, &truth)?;
        }
        Matching::of(pair, &self.name, "a function matched them", &matches).map_err(crate::words::value_error)
    }

    /// A truth label for every spot: most of a pred label's spots say what it stands for, and others are taken from there.
    fn by_spot(&self, pair: &Pair, labels: &Bound<'_, PyAny>) -> PyResult<Matching> {
        let labels: Vec<Bound<'_, PyAny>> = labels.try_iter()?.collect::<PyResult<_>>()?;
        if labels.len() != pair.n_spots() {
            let problem = format!("{}: {} labels for {} spots", self.name, labels.len(), pair.n_spots());
            return Err(PyValueError::new_err(problem));
        }
        let codes: Vec<Option<usize>> =
            labels.iter().map(|label| self.truth_label(pair, label)).collect::<PyResult<_>>()?;
        let is_missing = |&pred: &u16| Some(pred) == pair.missing_pred();
        if let Some(spot) =
            (0..codes.len()).find(|&spot| codes[spot].is_some() && is_missing(&pair.pred().codes()[spot]))
        {
            let problem = format!("{}: spot {spot} has no prediction; expected None there, got a label", self.name);
            return Err(PyValueError::new_err(problem));
        }
        let mut counts = HashMap::<(usize, Option<usize>), usize>::new();
        for (&pred, &truth) in pair.pred().codes().iter().zip(&codes).filter(|(pred, _)| !is_missing(pred)) {
            *counts.entry((usize::from(pred), truth)).or_insert(0) += 1;
        }
        let most = |pred: usize| {
            let own = (0..pair.truth().n_labels()).map(Some).chain([None]);
            own.max_by_key(|&truth| (counts.get(&(pred, truth)).copied().unwrap_or(0), std::cmp::Reverse(truth)))
                .flatten()
        };
        let matches: Vec<Option<usize>> = (0..pair.n_pred_labels()).map(most).collect();
        let mut matching = Matching::of(pair, &self.name, "a function matched them, spot by spot", &matches)
            .map_err(crate::words::value_error)?;
        let mut moved: Vec<(usize, usize, usize, usize)> = Vec::new();
        for (&(pred, truth), &n_spots) in &counts {
            match (matches[pred], truth) {
                (main, truth) if main == truth => {}
                (Some(main), Some(truth)) => moved.push((pred, main, truth, n_spots)),
                _ => {
                    let name = &pair.pred().names()[pred];
                    let problem =
                        format!("{}: some spots of {name:?} have a truth label and some have none", self.name);
                    return Err(PyValueError::new_err(problem));
                }
            }
        }
        moved.sort_unstable();
        let name = |label: usize| pair.truth().names()[label].clone();
        let split = |&(pred, from, to, n_spots): &(usize, usize, usize, usize)| Split {
            slice: None,
            pred: pair.pred().names()[pred].clone(),
            from: name(from),
            to: name(to),
            n_spots,
        };
        matching.splits = moved.iter().map(split).collect();
        for (code, truth) in matching.codes.iter_mut().zip(&codes) {
            *code = truth.map_or(*code, |truth| truth as u16);
        }
        Ok(matching)
    }
}
