//! How long each metric takes, by number of spots.

use divan::Bencher;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use slam::matcher::{Identity, Matcher};
use slam::metrics::{METRICS, Nmi, Selection, evaluate};
use slam::{Labeling, Pair, Spots};

fn main() {
    divan::main();
}

/// Twelve layers in a square, a tenth of the pred labels drawn at random.
fn layers(n_spots: usize) -> Pair {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let coordinates: Vec<f64> = (0..2 * n_spots).map(|_| rng.random()).collect();
    let truth: Vec<i64> = coordinates.iter().step_by(2).map(|x| (12.0 * x) as i64).collect();
    let redraw = |&label: &i64| if rng.random::<f64>() < 0.1 { rng.random_range(0..12) } else { label };
    let pred: Vec<i64> = truth.iter().map(redraw).collect();
    let names: Vec<String> = (0..12).map(|label| label.to_string()).collect();
    let labeling = |codes: Vec<i64>| Labeling::from_codes(&names, codes).expect("twelve labels");
    let spots = Spots::new(2, coordinates).expect("finite positions");
    Pair::new(spots, labeling(truth), labeling(pred)).expect("complete labels")
}

#[divan::bench(sample_count = 10, args = METRICS.iter().map(|metric| metric.name), consts = [10_000, 100_000])]
fn metric<const N: usize>(bencher: Bencher<'_, '_>, name: &str) {
    let pair = layers(N);
    let matching = Identity.match_labels(&pair, &()).expect("names are compared");
    let selection: Selection = name.parse().expect("a metric's name");
    bencher.bench(|| evaluate(&pair, &matching, &selection, Nmi::Arithmetic, &()));
}
