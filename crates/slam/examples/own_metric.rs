//! A metric of one's own beside the fourteen: how much larger the largest pred domain is than the largest truth domain.
//!
//! `cargo run -p slam --example own_metric`
#![expect(clippy::disallowed_macros, reason = "an example prints what it finds")]

use std::sync::Arc;

use slam::metrics::{Better, Evidence, Family, Metric, Undefined, Value};
use slam::{Labeling, Options, OwnSteps, RankBy, Result, Spots};

/// |ln(largest pred domain / largest truth domain)|: 0 where they are equally large.
static SWELLING: Metric =
    Metric::new("swelling", Family::External, Better::Lower, (Some(0.0), None), swelling).symmetric();

fn swelling(evidence: &Evidence<'_>) -> Value {
    let largest = |sizes: &[u64]| sizes.iter().max().copied().filter(|&size| size > 0);
    let table = evidence.given();
    match (largest(&table.truth_sizes), largest(&table.pred_sizes)) {
        (Some(truth), Some(pred)) => Ok((pred as f64 / truth as f64).ln().abs()),
        _ => Err(Undefined::Other("there are no spots")),
    }
}

fn main() -> Result<()> {
    let spots = Arc::new(Spots::new(2, (0..400).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect())?);
    let halves = |cut: i32| Labeling::from_texts((0..400).map(|i| if i % 20 < cut { "left" } else { "right" }));
    let preds = [("far_off", 15), ("near", 11)];
    let preds = preds.map(|(name, cut)| Ok((name.to_owned(), Arc::new(halves(cut)?)))).into_iter();
    let preds: Vec<_> = preds.collect::<Result<_>>()?;
    let own = OwnSteps { metrics: vec![&SWELLING], ..OwnSteps::default() };
    let options = Options { own, rank_by: RankBy::Own(&SWELLING), ..Options::default() };
    let truth = ("truth".to_owned(), Arc::new(halves(10)?));
    let found = options.compare(&spots, &truth, &preds, &())?.comparison;
    for entry in &found.results {
        let value = entry.score.metrics.get("swelling").copied().flatten().unwrap_or(f64::NAN);
        println!("{:?} {}: {value:.3}", entry.rank, entry.pred);
    }
    Ok(())
}
