//! The parts of the work that can be timed, each with what it needs made beforehand.
//!
//! Whole: `graph`, `slam` (graph, slam and pinned), `all` (with `slam_adjusted`), `weighted` (`slam` with similarities),
//! `read`, `metrics`, `shift` (that many replicates). With the graph at hand: `kinds`, `similarity`, `measure` (the rest of `slam`), `measure_all` (the rest
//! of `all`), `intervals`. With the distributions at hand: `exact`, `exact_weighted`, `sampled`. And `arithmetic`.

use std::error::Error;
use std::path::PathBuf;

use rayon::prelude::*;
use serde_json::{Value, json};
use slam::discrepancy::{Discrepancy, Exact, Sampled};
use slam::editor::{Editor, Similarity, kinds};
use slam::inference::{Replicates, shift_test, tile_intervals};
use slam::matcher::{Identity, Matcher};
use slam::metrics::{Nmi, Selection, evaluate};
use slam::{Connected, Distribution, Flow, Pair, Pinned, Pipeline};

use crate::spots::measured;

/// A part of the work, ready to run, and to run again.
pub(crate) type Part = Box<dyn Fn() -> Result<Value, Failure> + Send + Sync>;
/// Whatever may have gone wrong.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// What a part needs, and the part.
///
/// The argument is the number of projections, the metrics for `metrics`, a file for `read`.
pub(crate) fn prepare(pair: &Pair, part: &str, argument: &str) -> Result<Part, Failure> {
    let pair = pair.clone();
    Ok(match part {
        "arithmetic" => Box::new(|| Ok(json!(arithmetic()))),
        "read" => reading(argument),
        "metrics" => metrics(pair, argument)?,
        "graph" => {
            Box::new(move || Ok(json!(Pipeline::default().neighborhood.connect(pair.spots(), &())?.0.n_edges())))
        }
        "slam" => {
            let pipeline = unweighted(argument)?;
            Box::new(move || Ok(json!(measure(&pipeline, &pair, &pipeline.connect(&pair, &())?)?)))
        }
        "all" => {
            let pipeline = unweighted(argument)?;
            Box::new(move || Ok(json!(pipeline.score(pair.clone())?.slam.d)))
        }
        "weighted" => {
            let (pipeline, pair) = (weighted(argument)?, measured(&pair)?);
            Box::new(move || Ok(json!(measure(&pipeline, &pair, &pipeline.connect(&pair, &())?)?)))
        }
        "similarity" => {
            let (pair, graph) = (measured(&pair)?, unweighted("1")?.connect(&pair, &())?.graph);
            Box::new(move || Ok(json!(Similarity::default().weigh(&pair, &graph)?.get(0))))
        }
        "shift" => {
            let replicates = Replicates { n: argument.parse()?, seed: 0 };
            Box::new(move || Ok(json!(shift_test(&pair, replicates, &()).p)))
        }
        "exact" => discrepancy(Box::new(exact(argument)?), &pair, &unweighted("1")?)?,
        "exact_weighted" => discrepancy(Box::new(exact(argument)?), &measured(&pair)?, &weighted("1")?)?,
        "sampled" => discrepancy(Box::new(sampled(argument)?), &pair, &unweighted("1")?)?,
        _ => on_graph(pair, part, argument)?,
    })
}

/// The parts that begin with the graph at hand.
fn on_graph(pair: Pair, part: &str, argument: &str) -> Result<Part, Failure> {
    let pipeline = unweighted(argument)?;
    let connected = pipeline.connect(&pair, &())?;
    Ok(match part {
        "kinds" => {
            Box::new(move || Ok(json!(kinds(&connected.graph, pair.truth().codes(), pair.truth().n_labels())[0])))
        }
        "intervals" => {
            let analyzed = pipeline.analyze_on(pair, &connected, &())?;
            Box::new(move || Ok(json!(tile_intervals(&analyzed).get("ari").and_then(|found| found.value))))
        }
        "measure" => Box::new(move || Ok(json!(measure(&pipeline, &pair, &connected)?))),
        "measure_all" => {
            Box::new(move || Ok(json!(pipeline.analyze_on(pair.clone(), &connected, &())?.score.slam_adjusted.value)))
        }
        _ => return Err(format!("no part {part}").into()),
    })
}

fn exact(projections: &str) -> Result<Exact, Failure> {
    let projections = if projections.is_empty() { None } else { Some(projections.parse()?) };
    Ok(Exact { projections, ..Exact::default() })
}

fn sampled(projections: &str) -> Result<Sampled, Failure> {
    Ok(Sampled { projections: projections.parse()?, ..Sampled::default() })
}

fn unweighted(projections: &str) -> Result<Pipeline, Failure> {
    Ok(Pipeline { discrepancy: Box::new(exact(projections)?), ..Pipeline::default() })
}

fn weighted(projections: &str) -> Result<Pipeline, Failure> {
    Ok(Pipeline { editors: vec![Box::new(Similarity::default())], ..unweighted(projections)? })
}

/// The steps after the graph, without `slam_adjusted`.
fn measure(pipeline: &Pipeline, pair: &Pair, connected: &Connected) -> slam::Result<f64> {
    let (flow, [truth, pred]) = extract(pipeline, pair, connected)?;
    Ok(pipeline.discrepancy.measure(&truth, &pred, &())?.d + Pinned::from(&flow).d)
}

fn extract(pipeline: &Pipeline, pair: &Pair, connected: &Connected) -> slam::Result<(Flow, [Distribution; 2])> {
    let matching = pipeline.matcher.match_labels(pair, &())?;
    pipeline.distributions(pair, &matching, connected, &())
}

/// The discrepancy alone.
fn discrepancy(estimator: Box<dyn Discrepancy>, pair: &Pair, pipeline: &Pipeline) -> Result<Part, Failure> {
    let (_, [truth, pred]) = extract(pipeline, pair, &pipeline.connect(pair, &())?)?;
    Ok(Box::new(move || Ok(json!(estimator.measure(&truth, &pred, &())?.d))))
}

/// The values by name; the clock is on the metrics, not on the matching.
fn metrics(pair: Pair, which: &str) -> Result<Part, Failure> {
    let (matching, which) = (Identity.match_labels(&pair, &())?, which.parse::<Selection>()?);
    let metrics = move || evaluate(&pair, &matching, &which, Nmi::Arithmetic, &());
    Ok(Box::new(move || Ok(serde_json::to_value(metrics()?.numbers())?)))
}

/// Two labelings and the positions, read from a table.
fn reading(path: &str) -> Part {
    let (truth, pred) = ("truth".to_owned(), "pred".to_owned());
    let request = slam_io::Request { path: PathBuf::from(path), truth, preds: vec![pred], ..Default::default() };
    Box::new(move || Ok(json!(slam_io::read(&request)?.spots.n_spots())))
}

/// Nothing but arithmetic, without a byte of memory: what two threads can reach at best on this machine.
fn arithmetic() -> u64 {
    let step = |state: u64| (state ^ (state >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let walk = |start: u64| (0..1 << 18).fold(start, |state, _| step(state));
    (1..=256).into_par_iter().map(walk).reduce(|| 0, |a, b| a ^ b)
}
