//! Smooth Gaussian random fields in the plane.

use std::f64::consts::TAU;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::normal;

/// The number of waves: enough for a value to be normal to within a fraction of a per cent.
const WAVES: usize = 64;

/// A Gaussian random field with mean 0, variance 1 and correlation exp(−d²/(2·length²)) at distance d, as a sum of waves
/// with random wave vectors.
///
/// Rahimi and Recht, *Random features for large-scale kernel machines*, NIPS (2007).
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Wave vector and phase of each wave.
    waves: Vec<[f64; 3]>,
}

impl Field {
    /// A field drawn at random.
    pub(super) fn draw(length: f64, random: &mut ChaCha8Rng) -> Self {
        let mut wave = || {
            let vector = [normal(random) / length, normal(random) / length];
            [vector[0], vector[1], TAU * random.random::<f64>()]
        };
        Self { waves: (0..WAVES).map(|_| wave()).collect() }
    }

    /// The value at a place.
    pub(super) fn at(&self, place: [f64; 2]) -> f64 {
        let wave = |[x, y, phase]: &[f64; 3]| libm::cos(x * place[0] + y * place[1] + phase);
        (2.0 / WAVES as f64).sqrt() * self.waves.iter().map(wave).sum::<f64>()
    }
}
