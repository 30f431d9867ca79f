//! Step III of one's own: how many neighbours of its own label a spot has.
//!
//! `cargo run -p slam --example own_extractor`
#![expect(clippy::disallowed_macros, reason = "an example prints what it finds")]

use std::sync::Arc;

use slam::extractor::Extractor;
use slam::{Distribution, LabeledGraph, Labeling, Observer, Options, OwnSteps, Pair, Result, Spots};

/// The number of like neighbours of every spot: a distribution on a line.
#[derive(Debug)]
struct LikeNeighbors;

impl Extractor for LikeNeighbors {
    fn name(&self) -> &'static str {
        "like neighbours"
    }

    fn extract(&self, graph: &LabeledGraph<'_>, _observer: &dyn Observer) -> Result<Distribution> {
        let labels = graph.labels();
        let mut counts = vec![0.0; graph.n_spots()];
        for &(u, v) in graph.edges().iter().filter(|(u, v)| labels[*u as usize] == labels[*v as usize]) {
            counts[u as usize] += 1.0;
            counts[v as usize] += 1.0;
        }
        let masses = vec![1.0 / counts.len() as f64; counts.len()];
        Distribution::dense(1, counts.len(), &counts, &masses)
    }
}

fn main() -> Result<()> {
    let spots = Spots::new(2, (0..400).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect())?;
    let truth = Labeling::from_texts((0..400).map(|i| if i % 20 < 10 { "left" } else { "right" }))?;
    let own = OwnSteps { extractor: Some(Arc::new(LikeNeighbors)), ..OwnSteps::default() };
    let options = Options { own, ..Options::default() };
    let in_block = |i: i32| i % 20 < 5 && i / 20 < 4;
    let in_stripe = |i: i32| i % 20 == 7;
    for (name, is_wrong) in [("block", &in_block as &dyn Fn(i32) -> bool), ("stripe", &in_stripe)] {
        let label = |i: i32| if (i % 20 < 10) == is_wrong(i) { "right" } else { "left" };
        let pair = Pair::new(spots.clone(), truth.clone(), Labeling::from_texts((0..400).map(label))?)?;
        let own = options.analyze(pair.clone(), &())?.score.slam.d;
        println!("{name}: d = {:.4}, with {own:.4}", Options::default().analyze(pair, &())?.score.slam.d);
    }
    Ok(())
}
