//! Step IV of one's own: the total variation of two distributions.
//!
//! `cargo run -p slam --example own_discrepancy`
#![expect(clippy::disallowed_macros, reason = "an example prints what it finds")]

use std::collections::BTreeMap;
use std::sync::Arc;

use slam::extractor::Extraction;
use slam::{Discrepancy, Distribution, Labeling, Measured, Observer, Options, OwnSteps, Pair, Result, Spots};

/// Half of Σ|p − q| over all points.
#[derive(Debug)]
struct TotalVariation;

impl Discrepancy for TotalVariation {
    fn name(&self) -> &'static str {
        "total variation"
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, _observer: &dyn Observer) -> Result<Measured> {
        let mut differences = BTreeMap::<Vec<u64>, f64>::new();
        for (distribution, sign) in [(truth, 1.0), (pred, -1.0)] {
            let (points, masses) = distribution.points();
            for (point, mass) in points.iter().zip(masses) {
                let place = point.iter().map(|value| value.to_bits()).collect();
                *differences.entry(place).or_insert(0.0) += sign * mass;
            }
        }
        let d = differences.values().map(|difference| difference.abs()).sum::<f64>() / 2.0;
        Ok(Measured::other(self.name(), d, []))
    }
}

fn main() -> Result<()> {
    let spots = Spots::new(2, (0..400).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect())?;
    let truth = Labeling::from_texts((0..400).map(|i| if i % 20 < 10 { "left" } else { "right" }))?;
    let pred = Labeling::from_texts((0..400).map(|i| if i % 20 < 12 { "left" } else { "right" }))?;
    let pair = Pair::new(spots, truth, pred)?;
    for &extractor in Extraction::ALL {
        let own = OwnSteps { discrepancy: Some(Arc::new(TotalVariation)), ..OwnSteps::default() };
        let options = Options { extractor, own, ..Options::default() };
        println!("{extractor}: {:.4}", options.analyze(pair.clone(), &())?.score.slam.d);
    }
    Ok(())
}
