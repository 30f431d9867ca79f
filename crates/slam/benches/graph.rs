//! How fast the neighbour graph is built: lattices in order, even chance, and clusters of very different widths.

use divan::{Bencher, black_box};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::StandardNormal;
use slam::{Neighborhood, Spots};

fn main() {
    divan::main();
}

const SIZES: [usize; 2] = [100_000, 1_000_000];

#[divan::bench(args = SIZES, sample_count = 10)]
fn hexagonal(bencher: Bencher, n: usize) {
    let side = n.isqrt();
    let place = |i: usize| [(i % side) as f64 + 0.5 * (i / side % 2) as f64, (i / side) as f64 * 0.75f64.sqrt()];
    run(bencher, (0..n).map(place).collect());
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn square(bencher: Bencher, n: usize) {
    let side = n.isqrt();
    run(bencher, (0..n).map(|i| [(i % side) as f64, (i / side) as f64]).collect());
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn random(bencher: Bencher, n: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    run(bencher, (0..n).map(|_| [rng.random(), rng.random()]).collect());
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn clustered(bencher: Bencher, n: usize) {
    run(bencher, clusters(n));
}

/// 1000 Gaussian clusters with widths from 1e-5 to 1e-1, one point in a hundred twice, in random order.
fn clusters(n: usize) -> Vec<[f64; 2]> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let centers: Vec<([f64; 2], f64)> =
        (0..1000).map(|_| (rng.random(), 10f64.powf(rng.random_range(-5.0..-1.0)))).collect();
    let mut points: Vec<[f64; 2]> = Vec::with_capacity(n);
    for i in 0..n {
        let (center, width) = centers[i % 1000];
        let point = center.map(|x| x + width * rng.sample::<f64, _>(StandardNormal));
        points.push(if i % 100 == 99 { points[i - 1] } else { point });
    }
    points.shuffle(&mut rng);
    points
}

fn run(bencher: Bencher, points: Vec<[f64; 2]>) {
    let spots = Spots::new(2, points.into_flattened()).expect("the points are finite");
    bencher.bench(|| Neighborhood::default().connect(black_box(&spots), &()).expect("the graph is small"));
}
