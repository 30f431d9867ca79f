//! What Python has gathered: spots with labelings, ready to be compared.

use std::sync::Arc;

use numpy::ndarray::ArrayView2;
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use slam::metrics::evaluate_with_slices;
use slam::{Input, Labeling, Matched, Named, NamedLabeling, Neighborhood, Options, Spots, Warning};

use crate::analysis::Analysis;
use crate::comparison::Comparison;
use crate::labels::Labels;
use crate::matrix::{Edges, Measurements};
use crate::options::options;
use crate::run::{briefly, run};
use crate::steps::Failure;
use crate::words::{refused, texts, value_error};

/// Spots, the truth and the preds.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Study {
    spots: Arc<Spots>,
    truth: NamedLabeling,
    preds: Vec<NamedLabeling>,
    edges: Option<Arc<[(u32, u32)]>>,
    /// What was read.
    input: Input,
}

/// What became of a pred: JSON, names with a code per row, negative where it was dropped, and what a user should know.
type MatchedLabels<'py> = (String, Vec<String>, Bound<'py, PyArray1<i32>>, Vec<String>);

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (positions, truth, preds, *, input, slices=None, donors=None, severities=None, measurements=None, edges=None, ids=None,
        by_row=vec![], planes=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called, in one place")]
    fn new(
        py: Python<'_>,
        positions: PyReadonlyArray2<'_, f64>,
        truth: (String, Py<Labels>),
        preds: Vec<(String, Py<Labels>)>,
        input: Vec<(String, String)>,
        slices: Option<Py<Labels>>,
        donors: Option<Py<Labels>>,
        severities: Option<PyReadonlyArray1<'_, f64>>,
        measurements: Option<Py<Measurements>>,
        edges: Option<Py<Edges>>,
        ids: Option<Vec<String>>,
        by_row: Vec<(String, bool)>,
        planes: Option<(String, usize)>,
    ) -> PyResult<Self> {
        let positions = positions.as_array();
        let placed = || Spots::new(positions.ncols(), taken_over(&positions));
        let mut spots = briefly(py, placed)?.map_err(value_error)?;
        if let Some(ids) = ids {
            spots = spots.with_ids(ids.into_iter().map(String::into_boxed_str).collect()).map_err(value_error)?;
        }
        if let Some(slices) = slices {
            spots = spots.with_slices(Labeling::clone(&slices.get().labeling)).map_err(value_error)?;
        }
        if let Some(donors) = donors {
            spots = spots.with_donors(Labeling::clone(&donors.get().labeling)).map_err(value_error)?;
        }
        if let Some(severities) = severities {
            spots = spots.with_severities(severities.as_array().to_vec()).map_err(value_error)?;
        }
        if let Some(measurements) = measurements.and_then(|measurements| measurements.get().take()) {
            spots = spots.with_measurements(measurements).map_err(value_error)?;
        }
        let named = |(name, labels): (String, Py<Labels>)| (name, Arc::clone(&labels.get().labeling));
        Ok(Self {
            spots: Arc::new(spots),
            truth: named(truth),
            preds: preds.into_iter().map(named).collect(),
            edges: edges.map(|edges| Arc::clone(&edges.get().pairs)),
            input: Input { words: Named(input), warnings: warnings(by_row, planes) },
        })
    }

    /// What a user should know about what was read, and about labels that are probably none, in Python's words.
    fn warnings(&self) -> Vec<String> {
        let labelings = [("truth", Some(&self.truth)), ("pred", self.preds.first())].into_iter();
        let doubt = |(role, labeling): (&'static str, Option<&NamedLabeling>)| {
            let doubt = labeling?.1.doubt(self.spots.n_spots())?;
            Some(Warning::NoLabeling { role, doubt })
        };
        let input = self.input.warnings.iter().cloned();
        texts(&input.chain(labelings.filter_map(doubt)).collect::<Vec<Warning>>())
    }

    /// The score of the first pred.
    fn score(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Analysis> {
        let ((options, failure), pred) = (self.options(given)?, self.first()?);
        let name = Some(self.preds[0].0.as_str());
        options.check_severity(self.truth.1.names()).map_err(value_error)?;
        let analyzed = run(py, (threads, progress), &failure, |observer| {
            options.analyze(options.named_pair(name, &self.spots, &self.truth.1, pred)?, observer)
        })?;
        Ok(Analysis(analyzed))
    }

    /// All preds, best first.
    fn compare(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Comparison> {
        self.options(given)?.0.check_severity(self.truth.1.names()).map_err(value_error)?;
        self.compare_slide(py, given, threads, progress)
    }

    /// The same for one slide of a study, which may lack labels that other slides have.
    fn compare_slide(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Comparison> {
        let (options, failure) = self.options(given)?;
        let compared = run(py, (threads, progress), &failure, |observer| {
            options.compare(&self.spots, &self.truth, &self.preds, observer)
        })?;
        Ok(Comparison(compared))
    }

    /// The metrics of the first pred, none where undefined.
    fn metrics(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<(String, Option<f64>)>> {
        let ((options, failure), pred) = (self.options(given)?, self.first()?);
        let work = |observer: &dyn slam::Observer| {
            let pair = options.named_pair(Some(&self.preds[0].0), &self.spots, &self.truth.1, pred)?;
            let matching = options.matcher().match_labels(&pair, observer)?;
            evaluate_with_slices(&pair, &matching, &options.metrics, options.nmi, observer)
        };
        Ok(run(py, (threads, progress), &failure, work)?.overall.numbers().0)
    }

    /// What became of the labels of the first pred.
    fn match_labels<'py>(
        &self,
        py: Python<'py>,
        given: &Bound<'_, PyDict>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<MatchedLabels<'py>> {
        let ((options, failure), pred) = (self.options(given)?, self.first()?);
        let name = &self.preds[0].0;
        let matched = run(py, (threads, progress), &failure, |observer| {
            options.match_labels(name, &self.spots, &self.truth.1, pred, observer)
        })?;
        let warnings = texts(&matched.warnings);
        let json = slam_report::to_json(slam_report::Schema::Match, &matched).map_err(value_error)?;
        let (names, codes) = coded(&matched);
        Ok((json, names, PyArray1::from_vec(py, codes), warnings))
    }

    /// The labels to exclude that no spot carries.
    fn unmet(&self, exclude: Vec<String>) -> Vec<String> {
        let is_met = |name: &str| {
            let labelings = self.preds.iter().chain([&self.truth]);
            labelings.into_iter().any(|(_, labeling)| labeling.find(name.trim()).is_some())
        };
        exclude.into_iter().filter(|name| !is_met(name)).collect()
    }
}

impl Study {
    fn options(&self, given: &Bound<'_, PyDict>) -> PyResult<(Options, Failure)> {
        let (options, failure) = options(given)?;
        let (k, tie) = options.graph.k_and_tie().unzip();
        let given = self.edges.as_ref().map(|edges| Neighborhood::Given(Arc::clone(edges)).with(k, tie)).transpose();
        let graph = given.map_err(value_error)?.unwrap_or_else(|| options.graph.clone());
        Ok((Options { graph, input: self.input.clone(), ..options }, failure))
    }

    fn first(&self) -> PyResult<&Arc<Labeling>> {
        let first = self.preds.first().map(|(_, pred)| pred);
        first.ok_or_else(|| refused("pred: no labels are given"))
    }
}

/// The coordinates spot after spot, copied by many threads where they lie in that order.
fn taken_over(positions: &ArrayView2<'_, f64>) -> Vec<f64> {
    match positions.as_slice() {
        Some(flat) => flat.par_iter().with_min_len(1 << 16).copied().collect(),
        None => positions.iter().copied().collect(),
    }
}

/// What a user should know: what was joined by row, and planes that are left out.
fn warnings(by_row: Vec<(String, bool)>, planes: Option<(String, usize)>) -> Vec<Warning> {
    let joined = |(file, is_asked)| Warning::JoinedByRow { file, input: "the data".to_owned(), is_asked };
    let planes = planes.map(|(column, n_planes)| Warning::Planes { column, n_planes });
    by_row.into_iter().map(joined).chain(planes).collect()
}

/// The matched labels that occur, truth labels first in their order, and the place of each row's among them.
fn coded(matched: &Matched) -> (Vec<String>, Vec<i32>) {
    let mut occurs = vec![false; matched.names.len()];
    matched.codes.iter().flatten().for_each(|&code| occurs[usize::from(code)] = true);
    let mut next = 0..;
    let places: Vec<i32> = occurs.iter().map(|&occurs| if occurs { next.next().unwrap_or(-1) } else { -1 }).collect();
    let names = matched.names.iter().zip(&occurs).filter(|&(_, &occurs)| occurs).map(|(name, _)| name.clone());
    let codes = matched.codes.iter().map(|code| code.map_or(-1, |code| places[usize::from(code)]));
    (names.collect(), codes.collect())
}
