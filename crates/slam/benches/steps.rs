//! What matching, weights, kinds, flow and `slam_adjusted` cost, and the whole pipeline.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use divan::{Bencher, black_box};
use slam::discrepancy::Exact;
use slam::editor::{Editor, Similarity, kinds};
use slam::matcher::{Hungarian, Jaccard, Matcher};
use slam::{Flow, Labeling, Measurements, Neighborhood, Pair, Pipeline, Spots};

fn main() {
    divan::main();
}

/// A hexagonal lattice of about `n` spots, twelve bands, one spot in nine wrong.
fn lattice(n: usize) -> Pair {
    let side = (n as f64).sqrt() as usize;
    let spot = |i: usize| {
        let (row, column) = (i / side, i % side);
        [column as f64 + 0.5 * (row % 2) as f64, row as f64 * 0.75f64.sqrt()]
    };
    let band = |i: usize| 12 * (i / side) / side;
    let pred = |i: usize| if (i * 7) % 9 == 0 { (band(i) + 1) % 12 } else { band(i) };
    let labeling = |label: &dyn Fn(usize) -> usize| {
        Labeling::from_texts((0..side * side).map(|i| format!("band {}", label(i)))).unwrap()
    };
    let spots = Spots::new(2, (0..side * side).flat_map(spot).collect()).unwrap();
    Pair::new(spots, labeling(&band), labeling(&pred)).unwrap()
}

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

#[divan::bench(args = SIZES)]
fn matching_by_jaccard(bencher: Bencher, n: usize) {
    let pair = lattice(n);
    bencher.bench(|| Jaccard::default().match_labels(black_box(&pair), &()));
}

#[divan::bench(args = SIZES)]
fn matching_by_hungarian(bencher: Bencher, n: usize) {
    let pair = lattice(n);
    bencher.bench(|| Hungarian.match_labels(black_box(&pair), &()));
}

#[divan::bench(args = SIZES)]
fn kinds_and_flow(bencher: Bencher, n: usize) {
    let pair = lattice(n);
    let (graph, _) = Neighborhood::default().connect(pair.spots(), &()).unwrap();
    let codes: Vec<u16> = (0..pair.n_spots()).map(|spot| pair.truth().code(spot).unwrap_or(0) as u16).collect();
    bencher.bench(|| {
        let kinds = kinds(&graph, &codes, 12);
        Flow::count(&kinds, &kinds, None, 13)
    });
}

#[divan::bench(args = [10_000])]
fn similarity_of_sparse_rows(bencher: Bencher, n: usize) {
    let pair = lattice(n);
    let n = pair.n_spots();
    let columns: Vec<u32> = (0..n).flat_map(|spot| (0..200).map(move |j| (j * 10 + spot % 10) as u32)).collect();
    let values: Vec<f64> = (0..columns.len()).map(|i| (i % 7 + 1) as f64).collect();
    let matrix = Measurements::sparse(2000, (0..=n).map(|spot| spot * 200).collect(), columns, values).unwrap();
    let spots = pair.spots().clone().with_measurements(matrix).unwrap();
    let pair = Pair::new(spots, pair.truth().clone(), pair.pred().clone()).unwrap();
    let (graph, _) = Neighborhood::default().connect(pair.spots(), &()).unwrap();
    bencher.bench(|| Similarity::default().weigh(black_box(&pair), &graph));
}

#[divan::bench(args = SIZES)]
fn whole_score(bencher: Bencher, n: usize) {
    let pair = lattice(n);
    let exact = Exact { projections: Some(1024), ..Exact::default() };
    let pipeline = Pipeline { discrepancy: Box::new(exact), ..Pipeline::default() };
    bencher.bench(|| pipeline.score(pair.clone()));
}
