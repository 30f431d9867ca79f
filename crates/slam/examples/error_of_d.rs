//! Whether `d_se` is the error that d has: `cargo run --release -p slam --example error_of_d -- [SEEDS]`.
//!
//! Pairs of distributions with three to thirty labels and errors from small to large, each measured with many seeds and
//! once with 2¹⁷ directions. Prints the root mean square of (d − long d)/`d_se`, which is 1 where `d_se` is right, and the
//! share beyond twice `d_se`, which is 0.085 for Student's t with seven degrees of freedom.

#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "an example is told what to do, and prints what it finds"
)]

use slam::discrepancy::Exact;
use slam::{Atom, Discrepancy, Distribution};

const LABELS: [usize; 6] = [3, 5, 7, 12, 20, 30];
const ERRORS: [f64; 3] = [0.02, 0.1, 0.5];

fn main() -> slam::Result<()> {
    let n_seeds: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut all = Vec::new();
    println!("labels  error     d      directions  rms   beyond 2");
    for (n_labels, error) in LABELS.into_iter().flat_map(|n| ERRORS.map(|error| (n, error))) {
        let (truth, pred) = distributions(n_labels, error)?;
        let long = Exact { projections: Some(1 << 17), seed: u64::MAX, ..Exact::default() };
        let long = long.measure(&truth, &pred, &())?;
        let (mut ratios, mut directions) = (Vec::new(), 0);
        for seed in 0..n_seeds {
            let found = Exact { seed, ..Exact::default() }.measure(&truth, &pred, &())?;
            directions += found.sliced().map_or(0, |sliced| sliced.projections);
            ratios.push((found.d - long.d) / found.d_se.unwrap_or(f64::NAN));
        }
        let mean = directions as u64 / n_seeds.max(1);
        println!("{n_labels:6}  {error:5}  {:.4}  {mean:10}  {:.3}  {:.3}", long.d, rms(&ratios), beyond(&ratios));
        all.extend(ratios);
    }
    println!("all {} x {n_seeds}: rms {:.3}, beyond 2: {:.3}", LABELS.len() * ERRORS.len(), rms(&all), beyond(&all));
    Ok(())
}

/// Two distributions on the axes of some labels: uneven masses, and what an error of that size moves from each to the next.
fn distributions(n_labels: usize, error: f64) -> slam::Result<(Distribution, Distribution)> {
    let raw: Vec<f64> = (0..n_labels).map(|label| 1.0 + ((label * 7) % 5) as f64).collect();
    let total: f64 = raw.iter().sum();
    let masses: Vec<f64> = raw.iter().map(|mass| 0.8 * mass / total).collect();
    let moved = |label: usize| {
        let (own, before) = (masses[label], masses[(label + n_labels - 1) % n_labels]);
        let share = |label: usize| error * ((label * 3) % 4) as f64 / 3.0;
        own - own * share(label) + before * share((label + n_labels - 1) % n_labels)
    };
    let truth = distribution(&masses)?;
    Ok((truth, distribution(&(0..n_labels).map(moved).collect::<Vec<_>>())?))
}

fn distribution(masses: &[f64]) -> slam::Result<Distribution> {
    let origin = Atom { axis: 0, value: 0.0, mass: 1.0 - masses.iter().sum::<f64>() };
    let atom = |(axis, &mass): (usize, &f64)| Atom { axis: axis as u16, value: 1.0, mass };
    Distribution::on_axes(masses.len(), 10_000, masses.iter().enumerate().map(atom).chain([origin]).collect())
}

fn rms(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio * ratio).sum::<f64>() / ratios.len() as f64).sqrt()
}

fn beyond(ratios: &[f64]) -> f64 {
    ratios.iter().filter(|ratio| ratio.abs() > 2.0).count() as f64 / ratios.len() as f64
}
