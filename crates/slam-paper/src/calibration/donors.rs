//! Many slides: how often equal methods are told apart when slices, and when donors, are what is counted.

use slam::inference::paired_donors;

use super::{Effort, normal, random, share};

/// Donors, and slices of each.
const N_DONORS: usize = 3;
const N_SLICES: usize = 4;

/// The shares of equal methods that are told apart at 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Donors {
    /// Slices averaged within donors.
    pub by_donor: f64,
    /// Every slice as a donor of its own.
    pub by_slice: f64,
}

/// Compares two equal methods on twelve slices of three donors, who suit one method or the other as much as slices do.
pub fn donors(effort: Effort) -> Donors {
    let all = 0..effort.trials;
    let tried = all.map(|trial| {
        let mut random = random(15, 0, trial);
        let mut scores = [Vec::new(), Vec::new()];
        for _ in 0..N_DONORS {
            let suits = [normal(&mut random), normal(&mut random)];
            for (scores, suits) in scores.iter_mut().zip(suits) {
                scores.extend((0..N_SLICES).map(|_| Some(0.5 + 0.1 * suits + 0.1 * normal(&mut random))));
            }
        }
        let differ = |donors: &[usize]| {
            let found = paired_donors("slam_adjusted", &scores[0], &scores[1], donors);
            found.p.is_some_and(|p| p <= 0.05)
        };
        let of: Vec<usize> = (0..N_DONORS * N_SLICES).map(|slice| slice / N_SLICES).collect();
        let own: Vec<usize> = (0..N_DONORS * N_SLICES).collect();
        [differ(&of), differ(&own)]
    });
    let tried: Vec<[bool; 2]> = tried.collect();
    let of = |which: usize| share(tried.iter().map(|one| one[which]));
    Donors { by_donor: of(0), by_slice: of(1) }
}
