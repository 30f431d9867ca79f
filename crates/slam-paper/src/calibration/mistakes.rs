//! Methods that mostly find the truth: discs of wrong labels at random places, local or as large as a clump.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How wide and how common mistakes are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mistakes {
    /// The radius of a disc, in distances between neighbours.
    pub(super) radius: f64,
    /// About the share of places that are wrong.
    pub(super) share: f64,
}

/// Discs of a few spots, here and there: a sixth of all.
pub(super) const LOCAL: Mistakes = Mistakes { radius: 1.8, share: 0.16 };
/// Discs that are a seventh of the slide wide.
pub(super) const CLUMPS: Mistakes = Mistakes { radius: 3.4, share: 0.16 };

impl Mistakes {
    /// A truth with discs in which every spot carries one other label.
    pub(super) fn make(self, places: &[[f64; 2]], truth: &[usize], random: &mut ChaCha8Rng) -> Vec<usize> {
        let n_labels = truth.iter().max().map_or(1, |last| last + 1);
        // A disc of radius r on a hexagonal lattice holds about πr²·2/√3 spots.
        let per_disc = std::f64::consts::PI * self.radius * self.radius * 2.0 / 3.0_f64.sqrt();
        let expected = -libm::log1p(-self.share) * places.len() as f64 / per_disc;
        let mut pred = truth.to_vec();
        for _ in 0..poisson(expected, random) {
            let center = places[random.random_range(0..places.len())];
            let label = random.random_range(0..n_labels);
            for (spot, place) in places.iter().enumerate() {
                if libm::hypot(place[0] - center[0], place[1] - center[1]) <= self.radius {
                    pred[spot] = label;
                }
            }
        }
        pred
    }
}

/// How often something happens that is expected so often: waiting times are added up.
fn poisson(expected: f64, random: &mut ChaCha8Rng) -> usize {
    let mut waited = 0.0;
    let mut n = 0;
    loop {
        waited -= libm::log(1.0 - random.random::<f64>());
        if waited > expected {
            return n;
        }
        n += 1;
    }
}
