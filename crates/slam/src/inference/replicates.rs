//! Monte Carlo replicates of a test: chance, many times over, until all are done or somebody has seen enough.

use super::finding::Chance;
use super::undefined::Undefined;
use crate::observer::Observer;
use crate::parallel::each_with;

/// About this many spots are moved between two reports, and at most this many replicates.
const COST_PER_REPORT: usize = 1 << 25;
const MOST_PER_REPORT: usize = 256;

/// So many replicates has a test that is asked for.
pub const ASKED_REPLICATES: usize = 999;
/// So many replicates has the shift test that a comparison runs unasked.
pub const UNASKED_REPLICATES: usize = 199;

/// The steps that consist of replicates, by which an observer knows them.
pub(super) const SHIFT_STEP: &str = "shift test";
pub(super) const COLOUR_STEP: &str = "colours";

/// Whether a step that an observer hears of may be stopped without loss: what is done of it counts, and the rest goes on.
pub fn is_kept(step: &str) -> bool {
    [SHIFT_STEP, COLOUR_STEP].contains(&step)
}

/// How many replicates, and where their chance comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replicates {
    /// B, their number.
    pub n: usize,
    /// The seed.
    pub seed: u64,
}

impl Replicates {
    /// Runs replicates in parallel until all are done or the observer asks to stop: then those that are done count.
    ///
    /// `cost` is about the number of spots that one replicate looks at; `room` is made once for each thread.
    pub(super) fn repeat<T: Send, R: Send>(
        self,
        step: &str,
        cost: usize,
        observer: &dyn Observer,
        room: impl Fn() -> R + Sync + Send,
        one: impl Fn(&mut R, usize) -> Result<T, Undefined> + Sync + Send,
    ) -> Result<Vec<T>, Undefined> {
        let chunk = (COST_PER_REPORT / cost).clamp(2 * crate::parallel::current_num_threads(), MOST_PER_REPORT);
        let mut done = Vec::with_capacity(self.n);
        while done.len() < self.n {
            if observer.tick(step, done.len(), self.n).is_break() {
                break;
            }
            let range = done.len()..self.n.min(done.len() + chunk);
            let some = each_with(range, &room, &one);
            done.extend(some.into_iter().collect::<Result<Vec<_>, _>>()?);
        }
        if done.is_empty() { Err(Undefined::Stopped) } else { Ok(done) }
    }
}

/// A stream for every replicate and slice that no other part of the library uses.
pub(super) fn stream_index(replicate: usize, slice: usize) -> u64 {
    (1 << 63) | ((replicate as u64) << 32) | slice as u64
}

impl Chance {
    /// The mean and the 95 % quantile of what replicates reached, between neighbours in proportion.
    pub(super) fn of(mut values: Vec<f64>) -> Self {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.sort_by(f64::total_cmp);
        let place = 0.95 * (values.len() - 1) as f64;
        let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
        Self { mean, q95: below + (place - place.floor()) * (above - below) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn quantiles_lie_between_neighbours() {
        // Of 0 … 10 the 95 % quantile is 9.5.
        let chance = Chance::of((0..=10).rev().map(f64::from).collect());
        assert_close(chance.mean, 5.0);
        assert_close(chance.q95, 9.5);
    }
}
