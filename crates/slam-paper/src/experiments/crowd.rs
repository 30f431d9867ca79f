//! Many spots at random places, half of them mislabeled.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use slam::{Labeling, Result, Spots};

/// Spots with a truth and a pred.
pub(super) struct Crowd {
    pub(super) spots: Arc<Spots>,
    pub(super) truth: Arc<Labeling>,
    pub(super) pred: Arc<Labeling>,
}

/// Spots at random places of a square, labels in as many stripes, and a pred that gives every other label to half of the
/// spots, at random.
pub(super) fn crowd(n_spots: usize, n_labels: usize) -> Result<Crowd> {
    let mut random = ChaCha8Rng::seed_from_u64(n_spots as u64 + n_labels as u64);
    let coordinates: Vec<f64> = (0..2 * n_spots).map(|_| random.random::<f64>()).collect();
    let stripe = |spot: usize| ((coordinates[2 * spot] * n_labels as f64) as usize).min(n_labels - 1);
    let truth: Vec<usize> = (0..n_spots).map(stripe).collect();
    let mislabel = |&label: &usize| {
        let is_wrong = random.random_bool(0.5);
        let other = random.random_range(1..n_labels);
        if is_wrong { (label + other) % n_labels } else { label }
    };
    let pred: Vec<usize> = truth.iter().map(mislabel).collect();
    let names: Vec<String> = (0..n_labels).map(|label| format!("type{label}")).collect();
    let labeling = |labels: &[usize]| Labeling::from_texts(labels.iter().map(|&label| &names[label]));
    Ok(Crowd {
        truth: Arc::new(labeling(&truth)?),
        pred: Arc::new(labeling(&pred)?),
        spots: Arc::new(Spots::new(2, coordinates)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_are_wrong() {
        let crowd = crowd(10_000, 5).unwrap();
        let wrong = (0..10_000).filter(|&spot| crowd.truth.name(spot) != crowd.pred.name(spot)).count();
        assert!((4_800..5_200).contains(&wrong), "{wrong}");
        assert_eq!(crowd.truth.n_labels(), 5);
    }
}
