//! What a labeling gains by tricks: leaving spots blank, and splitting its labels.

use rand::{RngExt, SeedableRng};
use slam::matcher::Method;
use slam::metrics::Selection;
use slam::{Labeling, Options, Spots};

const SIDE: usize = 24;
const N_SPOTS: usize = SIDE * SIDE;
const TRIALS: u64 = 60;

fn place(spot: usize) -> [f64; 2] {
    let (row, column) = (spot / SIDE, spot % SIDE);
    [column as f64 + 0.5 * (row % 2) as f64, row as f64 * 0.75f64.sqrt()]
}

/// Every spot the label of the nearest of some random places.
fn domains(random: &mut impl rand::Rng, n_labels: usize) -> Vec<usize> {
    let seeds: Vec<[f64; 2]> = (0..n_labels).map(|_| place(random.random_range(0..N_SPOTS))).collect();
    let nearest = |spot: usize| {
        let distance = |seed: &[f64; 2]| (0..2).map(|axis| (seed[axis] - place(spot)[axis]).powi(2)).sum::<f64>();
        (0..n_labels).min_by(|&a, &b| distance(&seeds[a]).total_cmp(&distance(&seeds[b]))).unwrap()
    };
    (0..N_SPOTS).map(nearest).collect()
}

/// A truth of five to eight domains, and a labeling with one to four of ten spots wrong at random.
fn labelings(trial: u64) -> (Vec<usize>, Vec<usize>, impl rand::Rng) {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(trial);
    let n_labels = random.random_range(5..9);
    let truth = domains(&mut random, n_labels);
    let share = random.random_range(0.1..0.4);
    let wrong = |&label: &usize| if random.random_bool(share) { random.random_range(0..n_labels) } else { label };
    let pred = truth.iter().map(wrong).collect();
    (truth, pred, random)
}

/// The value of a labeling whose names tell nothing; none is a spot without a prediction.
fn value(truth: &[usize], pred: &[Option<usize>]) -> f64 {
    let spots = Spots::new(2, (0..N_SPOTS).flat_map(place).collect()).unwrap();
    let truth = Labeling::from_texts(truth.iter().map(|label| format!("t{label}"))).unwrap();
    let texts = pred.iter().map(|label| label.map_or_else(String::new, |label| format!("p{label}")));
    let pred = Labeling::from_texts(texts).unwrap();
    let options =
        Options { matching: Method::Best, metrics: Selection::None, projections: Some(1), ..Options::default() };
    let pair = options.pair(&spots.into(), &truth.into(), &pred.into()).unwrap();
    options.analyze(pair, &()).unwrap().score.slam_adjusted.value
}

fn whole(pred: &[usize]) -> Vec<Option<usize>> {
    pred.iter().map(|&label| Some(label)).collect()
}

#[test]
fn blanking_spots_does_not_help() {
    for trial in 0..TRIALS {
        let (truth, pred, mut random) = labelings(trial);
        let own = value(&truth, &whole(&pred));
        let share = random.random_range(0.05..0.9);
        // Wrong spots alone, which only somebody who knows the truth could blank, or any spots.
        let blanked: Vec<Option<usize>> = (truth.iter().zip(&pred))
            .map(|(truth, &label)| {
                let is_candidate = trial % 2 == 1 || *truth != label;
                (!(is_candidate && random.random_bool(share))).then_some(label)
            })
            .collect();
        let found = value(&truth, &blanked);
        assert!(found >= 0.999 * own, "trial {trial}: {own} became {found}");
    }
}

#[test]
fn splitting_a_label_seldom_helps_and_never_much() {
    let mut n_better = 0;
    for trial in 0..TRIALS {
        let (truth, pred, mut random) = labelings(1000 + trial);
        let own = value(&truth, &whole(&pred));
        let split = pred[random.random_range(0..N_SPOTS)];
        let parted: Vec<usize> =
            pred.iter().map(|&label| if label == split && random.random_bool(0.5) { 99 } else { label }).collect();
        let found = value(&truth, &whole(&parted));
        n_better += u64::from(found < own);
        assert!(found >= 0.9 * own, "trial {trial}: {own} became {found}");
    }
    // At most 8 % of the trials.
    assert!(n_better * 100 <= 8 * TRIALS, "{n_better} of {TRIALS}");
}
