//! Times the score on a raw file of spots, for `bench/score.py`: `time_score FILE PART`, once per line on standard input.
//!
//! The file is that of `time_metrics`. Parts: `graph`, `slam` (graph, slam and pinned), `all` (with the local profile).
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a stopwatch reads the clock, files and arguments, and prints"
)]

mod raw_spots;

use std::error::Error;
use std::io::BufRead;
use std::time::Instant;

use slam::discrepancy::Exact;
use slam::editor::kinds;
use slam::extractor::AttributedGraph;
use slam::{Flow, Pair, Pinned, Pipeline};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, part, projections] = arguments.as_slice() else {
        return Err("usage: time_score FILE graph|slam|all PROJECTIONS".into());
    };
    let pair = raw_spots::read(&std::fs::read(file)?)?;
    let exact = Exact { projections: Some(projections.parse()?), ..Exact::default() };
    let pipeline = Pipeline { discrepancy: Box::new(exact), ..Pipeline::default() };
    for line in std::io::stdin().lock().lines() {
        line?;
        let start = Instant::now();
        let result = match part.as_str() {
            "graph" => pipeline.neighborhood.connect(pair.spots(), &())?.0.n_edges() as f64,
            "slam" => slam_and_pinned(&pipeline, &pair)?,
            _ => pipeline.score(pair.clone())?.slam.d,
        };
        println!("{} {result}", start.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The steps without the local profile.
fn slam_and_pinned(pipeline: &Pipeline, pair: &Pair) -> slam::Result<f64> {
    let (graph, _) = pipeline.neighborhood.connect(pair.spots(), &())?;
    let matching = pipeline.matcher.match_labels(pair)?;
    let n_labels = pair.truth().n_labels();
    let (truth, pred) = (kinds(&graph, pair.truth().codes(), n_labels), kinds(&graph, &matching.codes, n_labels));
    let flow = Flow::count(&truth, &pred, None, n_labels + 1);
    let axes = flow.axes();
    let extract = |kinds| pipeline.extractor.extract(&AttributedGraph { kinds, weights: None, axes: &axes });
    let slam = pipeline.discrepancy.measure(&extract(&truth)?, &extract(&pred)?, &())?;
    Ok(slam.d + Pinned::from(&flow).d)
}
