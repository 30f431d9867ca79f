//! The cost of a discrepancy: `cargo bench -p slam --bench discrepancy`.
//!
//! A direction of the exact estimator costs the difference of two rows over the difference of their lengths.

use divan::{Bencher, black_box};
use slam::discrepancy::{Discrepancy, Exact, Sampled};
use slam::{Atom, Distribution};

const N_AXES: u16 = 12;

fn main() {
    divan::main();
}

/// `n_values` atoms on each of 12 axes, 30 % of the mass at the origin; `tilt` moves mass between axes.
fn distribution(n_values: usize, tilt: f64) -> Distribution {
    let value = |index: usize| (index + 1) as f64 / n_values as f64;
    let axis = |axis: u16| (0..n_values).map(move |index| (axis, value(index)));
    let mass = |(axis, value): (u16, f64)| (1.0 + tilt * libm::sin(f64::from(axis))) * (1.0 + tilt * value);
    let points: Vec<(u16, f64)> = (0..N_AXES).flat_map(axis).collect();
    let total: f64 = points.iter().copied().map(mass).sum();
    let mut atoms: Vec<Atom> =
        points.iter().map(|&(axis, value)| Atom { axis, value, mass: 0.7 * mass((axis, value)) / total }).collect();
    atoms.push(Atom { axis: 0, value: 0.0, mass: 0.3 });
    Distribution::on_axes(usize::from(N_AXES), 1_000_000, atoms).expect("the masses add up to 1")
}

#[divan::bench(args = [1, 1024, 2048], sample_count = 20)]
fn exact(bencher: Bencher, projections: usize) {
    let (truth, pred) = (distribution(1, 0.2), distribution(1, 0.5));
    let exact = Exact { projections: Some(projections), ..Exact::default() };
    bencher.bench(|| exact.measure(black_box(&truth), &pred, &()));
}

#[divan::bench(args = [1, 1024, 2048], sample_count = 20)]
fn exact_weighted(bencher: Bencher, projections: usize) {
    let (truth, pred) = (distribution(200, 0.2), distribution(200, 0.5));
    let exact = Exact { projections: Some(projections), ..Exact::default() };
    bencher.bench(|| exact.measure(black_box(&truth), &pred, &()));
}

#[divan::bench(sample_count = 1)]
fn sampled(bencher: Bencher) {
    let (truth, pred) = (distribution(1, 0.2), distribution(1, 0.5));
    bencher.bench(|| Sampled::default().measure(black_box(&truth), &pred, &()));
}
