//! Step II of one's own: edges near the middle of the tissue matter more.
//!
//! `cargo run -p slam --example own_editor`
#![expect(clippy::disallowed_macros, reason = "an example prints what it finds")]

use std::sync::Arc;

use slam::editor::{Editor, Weights};
use slam::{Labeling, Options, OwnSteps, Pair, Result, SpatialGraph, Spots};

/// Weighs an edge by how near its first end lies to a point: 1 there, falling to ½ at the given distance.
#[derive(Debug)]
struct NearPoint {
    point: [f64; 2],
    distance: f64,
}

impl Editor for NearPoint {
    fn name(&self) -> &'static str {
        "near a point"
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        let weight = |&(u, _): &(u32, u32)| {
            let place = pair.spots().position(u as usize);
            let square = (place[0] - self.point[0]).powi(2) + (place[1] - self.point[1]).powi(2);
            1.0 / (1.0 + square / self.distance.powi(2))
        };
        Ok(Weights::new(graph.edges().iter().map(weight).collect()))
    }
}

fn main() -> Result<()> {
    let spots = Spots::new(2, (0..400).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect())?;
    let truth = Labeling::from_texts((0..400).map(|i| if i % 20 < 10 { "left" } else { "right" }))?;
    let near_middle = NearPoint { point: [9.5, 9.5], distance: 5.0 };
    let own = OwnSteps { editors: vec![Arc::new(near_middle)], ..OwnSteps::default() };
    let (plain, weighted) = (Options::default(), Options { own, ..Options::default() });
    // The same mistake twice: once in a corner, once in the middle.
    let in_corner = |i: i32| i % 20 < 4 && i / 20 < 4;
    let in_middle = |i: i32| (6..10).contains(&(i % 20)) && (8..12).contains(&(i / 20));
    for (name, is_wrong) in [("corner", &in_corner as &dyn Fn(i32) -> bool), ("middle", &in_middle)] {
        let label = |i: i32| if (i % 20 < 10) == is_wrong(i) { "right" } else { "left" };
        let pred = Labeling::from_texts((0..400).map(label))?;
        let pair = Pair::new(spots.clone(), truth.clone(), pred)?;
        let [plain, weighted] = [&plain, &weighted].map(|options| options.analyze(pair.clone(), &()));
        println!("{name}: d = {:.4}, weighted {:.4}", plain?.score.slam.d, weighted?.score.slam.d);
    }
    Ok(())
}
