//! What R has gathered: spots with labelings, ready to be compared.

use std::sync::Arc;

use extendr_api::prelude::*;
use slam::metrics::evaluate_with_slices;
use slam::{Analyzed, Input, Labeling, Matched, Named, NamedLabeling, Neighborhood, Observer, Options, Spots, Warning};

use crate::labels::Labels;
use crate::matrix::{Edges, Measurements};
use crate::options::options;
use crate::positions::Positions;
use crate::results::{Comparison, Told};
use crate::run::{briefly, run};
use crate::words::{Outcome, failure, refused, said};

/// Spots, the truth and the preds.
pub(crate) struct Study {
    spots: Arc<Spots>,
    truth: NamedLabeling,
    preds: Vec<NamedLabeling>,
    edges: Option<Arc<[(u32, u32)]>>,
    /// What was read.
    input: Input,
}

/// A study from what `gather()` has put into a list: positions, labels by name, and what else there is.
#[extendr]
fn study_new(gathered: List) -> Outcome<ExternalPtr<Study>> {
    let part = |name: &str| gathered.dollar(name).unwrap_or_else(|_| ().into());
    let positions = pointer::<Positions>(&part("positions"))?;
    let coordinates = positions.take().ok_or_else(|| refused("positions are taken over already"))?;
    let dimensions = positions.dimensions;
    let mut spots = briefly(|| Spots::new(dimensions, coordinates))?.map_err(failure)?;
    if let Some(ids) = part("ids").as_string_vector() {
        spots = spots.with_ids(ids.into_iter().map(String::into_boxed_str).collect()).map_err(failure)?;
    }
    if let Some(slices) = optional::<Labels>(&part("slices"))? {
        spots = spots.with_slices(Labeling::clone(&slices.labeling)).map_err(failure)?;
    }
    if let Some(donors) = optional::<Labels>(&part("donors"))? {
        spots = spots.with_donors(Labeling::clone(&donors.labeling)).map_err(failure)?;
    }
    if let Some(severities) = part("severities").as_real_vector() {
        spots = spots.with_severities(severities).map_err(failure)?;
    }
    if let Some(measurements) = optional::<Measurements>(&part("measurements"))?.and_then(|held| held.take()) {
        spots = spots.with_measurements(measurements).map_err(failure)?;
    }
    let mut preds = labelings(&part("preds"))?;
    let truth = labelings(&part("truth"))?.pop().ok_or_else(|| refused("truth: no labels are given"))?;
    if preds.is_empty() {
        preds.push(truth.clone());
    }
    let edges = optional::<Edges>(&part("edges"))?.map(|edges| Arc::clone(&edges.pairs));
    let (words, warnings) = (Named(texts(&part("input"))), warnings(&part("by_row"), &part("planes")));
    let input = Input { words, warnings };
    Ok(ExternalPtr::new(Study { spots: Arc::new(spots), truth, preds, edges, input }))
}

/// The score of the first pred.
#[extendr]
fn study_score(study: ExternalPtr<Study>, given: Robj, threads: i32, is_interrupted: Function) -> Outcome<List> {
    let options = study.options(&given)?;
    let held = &*study;
    options.check_severity(held.truth.1.names()).map_err(failure)?;
    let work = |observer: &dyn Observer| {
        let (name, pred) = &held.preds[0];
        let pair = options.named_pair(Some(name), &held.spots, &held.truth.1, pred)?;
        let Analyzed { score, mut analysis } = options.analyze(pair, observer)?;
        // What is told of spots needs no kinds of edges, and takes their room.
        (analysis.truth_kinds, analysis.pred_kinds) = (Vec::new(), Vec::new());
        Ok(Told::of(score, &analysis))
    };
    run(threads, &is_interrupted, work)?.parts()
}

/// All preds, best first; one slide of a study may lack labels that other slides have.
#[extendr]
fn study_compare(
    study: ExternalPtr<Study>,
    given: Robj,
    threads: i32,
    is_interrupted: Function,
    is_slide: bool,
) -> Outcome<ExternalPtr<Comparison>> {
    let options = study.options(&given)?;
    let held = &*study;
    if !is_slide {
        options.check_severity(held.truth.1.names()).map_err(failure)?;
    }
    let work = |observer: &dyn Observer| options.compare(&held.spots, &held.truth, &held.preds, observer);
    let compared = run(threads, &is_interrupted, work)?;
    Ok(ExternalPtr::new(Comparison(compared)))
}

/// The metrics of the first pred, missing where undefined.
#[extendr]
fn study_metrics(study: ExternalPtr<Study>, given: Robj, threads: i32, is_interrupted: Function) -> Outcome<List> {
    let options = study.options(&given)?;
    let held = &*study;
    let work = |observer: &dyn Observer| {
        options.check()?;
        let (name, pred) = &held.preds[0];
        let pair = options.named_pair(Some(name), &held.spots, &held.truth.1, pred)?;
        let matching = options.matcher().match_labels(&pair, observer)?;
        evaluate_with_slices(&pair, &matching, &options.metrics, options.nmi, observer)
    };
    let numbers = run(threads, &is_interrupted, work)?.overall.numbers().0;
    let (names, values): (Vec<String>, Vec<Option<f64>>) = numbers.into_iter().unzip();
    let warnings = said(&held.input.warnings);
    Ok(list!(names = names, values = values, warnings = warnings))
}

/// What became of the labels of the first pred.
#[extendr]
fn study_match(study: ExternalPtr<Study>, given: Robj, threads: i32, is_interrupted: Function) -> Outcome<List> {
    let options = study.options(&given)?;
    let held = &*study;
    let (name, pred) = &held.preds[0];
    let work = |observer: &dyn Observer| options.match_labels(name, &held.spots, &held.truth.1, pred, observer);
    let matched = run(threads, &is_interrupted, work)?;
    let warnings = said(&matched.warnings);
    let json = slam_report::to_json(slam_report::Schema::Match, &matched).map_err(failure)?;
    let (names, codes) = coded(&matched);
    Ok(list!(json = json, names = names, codes = codes, warnings = warnings))
}

/// The labels to exclude that no spot carries.
#[extendr]
fn study_unmet(study: ExternalPtr<Study>, exclude: Vec<String>) -> Vec<String> {
    let is_met = |name: &str| {
        let mut labelings = study.preds.iter().chain([&study.truth]);
        labelings.any(|(_, labeling)| labeling.find(name.trim()).is_some())
    };
    exclude.into_iter().filter(|name| !is_met(name)).collect()
}

impl Study {
    fn options(&self, given: &Robj) -> Outcome<Options> {
        let options = options(given)?;
        let (k, tie) = options.graph.k_and_tie().unzip();
        let given = self.edges.as_ref().map(|edges| Neighborhood::Given(Arc::clone(edges)).with(k, tie)).transpose();
        let graph = given.map_err(failure)?.unwrap_or_else(|| options.graph.clone());
        Ok(Options { graph, input: self.input.clone(), ..options })
    }
}

fn pointer<T: 'static>(held: &Robj) -> Outcome<ExternalPtr<T>> {
    ExternalPtr::try_from(held).map_err(|_| refused("an object of this session was expected"))
}

fn optional<T: 'static>(held: &Robj) -> Outcome<Option<ExternalPtr<T>>> {
    if held.is_null() { Ok(None) } else { pointer(held).map(Some) }
}

/// Labels by name.
fn labelings(named: &Robj) -> Outcome<Vec<NamedLabeling>> {
    let Some(list) = named.as_list() else { return Ok(Vec::new()) };
    list.iter().map(|(name, held)| Ok((name.to_owned(), Arc::clone(&pointer::<Labels>(&held)?.labeling)))).collect()
}

/// Texts by name.
fn texts(named: &Robj) -> Vec<(String, String)> {
    names(named).zip(named.as_string_vector().unwrap_or_default()).collect()
}

/// What a user should know: what was joined by row and whether that was asked for, and how many planes are left out.
fn warnings(by_row: &Robj, planes: &Robj) -> Vec<Warning> {
    let joined = |(file, asked): (String, Rbool)| Warning::JoinedByRow {
        file,
        input: "x".to_owned(),
        is_asked: asked.is_true(),
    };
    let plane =
        |(column, count): (String, i32)| Warning::Planes { column, n_planes: usize::try_from(count).unwrap_or(0) };
    let asked = names(by_row).zip(by_row.as_logical_vector().unwrap_or_default());
    let counted = names(planes).zip(planes.as_integer_vector().unwrap_or_default());
    asked.map(joined).chain(counted.map(plane)).collect()
}

/// The names of a vector.
fn names(named: &Robj) -> impl Iterator<Item = String> {
    named.names().into_iter().flatten().map(str::to_owned)
}

/// The matched labels that occur, truth labels first in their order, and the place of each row's among them from 1.
fn coded(matched: &Matched) -> (Vec<String>, Vec<Option<i32>>) {
    let mut occurs = vec![false; matched.names.len()];
    matched.codes.iter().flatten().for_each(|&code| occurs[usize::from(code)] = true);
    let mut next = 1..;
    let places: Vec<Option<i32>> = occurs.iter().map(|&occurs| occurs.then(|| next.next()).flatten()).collect();
    let names = matched.names.iter().zip(&occurs).filter(|&(_, &occurs)| occurs).map(|(name, _)| name.clone());
    (names.collect(), matched.codes.iter().map(|code| code.and_then(|code| places[usize::from(code)])).collect())
}

extendr_module! {
    mod study;
    fn study_new;
    fn study_score;
    fn study_compare;
    fn study_metrics;
    fn study_match;
    fn study_unmet;
}
