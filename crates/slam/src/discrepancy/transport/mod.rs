//! The squared Wasserstein distance of two mixtures of equal Gaussians on a line, to about 1e-7.

mod kernel;
mod deposit;
mod grid;
mod curve;

use grid::Grid;
use kernel::Kernel;

/// Below this deviation mixtures are told apart from their atoms by less than the rounding.
const NARROWEST: f64 = 1e-12;
/// From this deviation on, mixtures of atoms in [−1, 1] differ from Gaussians by less than the rounding.
const WIDEST: f64 = 100.0;

/// Measures squared Wasserstein distances of mixtures of Gaussians with one common deviation.
#[derive(Debug)]
pub(super) struct Transport {
    bandwidth: f64,
    kernel: Kernel,
}

/// A place on the line with its mass in either mixture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Source {
    pub(super) place: f64,
    pub(super) truth: f64,
    pub(super) pred: f64,
}

/// Memory that one thread uses again and again.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The components of both mixtures, to be filled in by the caller.
    pub(super) sources: Vec<Source>,
    fine: Vec<Source>,
    grid: Grid,
}

impl Transport {
    pub(super) fn new(bandwidth: f64) -> Self {
        Self { bandwidth: bandwidth.max(NARROWEST), kernel: Kernel::new() }
    }

    /// The squared distance of the mixtures in `workspace.sources`, whose masses add up to 1 on both sides.
    ///
    /// O(sources + length), the length being that of the sources' surroundings (7 deviations each) in deviations.
    pub(super) fn squared_distance(&self, workspace: &mut Workspace) -> f64 {
        if self.bandwidth >= WIDEST {
            return gaussian_distance(self.bandwidth, &workspace.sources);
        }
        let node = self.bandwidth / kernel::NODES_PER_DEVIATION;
        workspace.sources.iter_mut().for_each(|source| source.place /= node);
        let is_fine = deposit::deposit(&workspace.sources, &mut workspace.fine);
        workspace.grid.fill(&self.kernel, if is_fine { &workspace.fine } else { &workspace.sources });
        node * node * curve::integrate(&workspace.grid)
    }
}

/// The distance of the two Gaussians with the mixtures' means and variances.
fn gaussian_distance(bandwidth: f64, sources: &[Source]) -> f64 {
    let mut moments = [[0.0; 2]; 2];
    for source in sources {
        for (moment, mass) in moments.iter_mut().zip([source.truth, source.pred]) {
            moment[0] += mass * source.place;
            moment[1] += mass * source.place * source.place;
        }
    }
    let [[mean, square], [other_mean, other_square]] = moments;
    let (variance, other_variance) = (square - mean * mean, other_square - other_mean * other_mean);
    let deviation = |variance: f64| (bandwidth * bandwidth + variance).sqrt();
    let spread = (variance - other_variance) / (deviation(variance) + deviation(other_variance));
    (mean - other_mean) * (mean - other_mean) + spread * spread
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{Rng, RngExt};

    use super::*;

    fn distance(bandwidth: f64, sources: &[(f64, f64, f64)]) -> f64 {
        let sources = sources.iter().map(|&(place, truth, pred)| Source { place, truth, pred }).collect();
        Transport::new(bandwidth).squared_distance(&mut Workspace { sources, ..Workspace::default() })
    }

    /// The plain restatement: distribution functions on a dense grid, straight lines between, quantiles level by level.
    pub(in super::super) fn plain_distance(bandwidth: f64, nodes: f64, sources: &[(f64, f64, f64)]) -> f64 {
        let ends = sources.iter().fold((0.0f64, 0.0f64), |ends, source| (ends.0.min(source.0), ends.1.max(source.0)));
        let (first, node) = (ends.0 - 8.0 * bandwidth, bandwidth / nodes);
        let n_nodes = ((ends.1 - ends.0) / node + 16.0 * nodes) as usize + 1;
        let below = |place: f64, centre: f64| match (place - centre) / bandwidth {
            z if z < -9.0 => 0.0,
            z if z > 9.0 => 1.0,
            z => 0.5 * libm::erfc(-z / std::f64::consts::SQRT_2),
        };
        let table = |mass: fn(&(f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
            let level = |place: f64| sources.iter().map(|source| mass(source) * below(place, source.0)).sum();
            (0..n_nodes).map(|index| first + index as f64 * node).map(|place| (level(place), place)).collect()
        };
        merge(&table(|source| source.1), &table(|source| source.2))
    }

    /// ∫ (difference of quantiles)² over the levels, for two tables of (level, place).
    fn merge(truth: &[(f64, f64)], pred: &[(f64, f64)]) -> f64 {
        let quantile =
            |[a, b]: [(f64, f64); 2], level: f64| a.1 + (b.1 - a.1) * ((level - a.0) / (b.0 - a.0)).clamp(0.0, 1.0);
        let (mut i, mut j, mut level, mut sum) = (1, 1, truth[0].0.max(pred[0].0), 0.0);
        while i < truth.len() && j < pred.len() {
            let next = truth[i].0.min(pred[j].0);
            if next > level {
                let [x, y] = [[truth[i - 1], truth[i]], [pred[j - 1], pred[j]]];
                let (a, b) = (quantile(x, level) - quantile(y, level), quantile(x, next) - quantile(y, next));
                sum += (next - level) * (a * a + a * b + b * b) / 3.0;
                level = next;
            }
            if truth[i].0 <= pred[j].0 { i += 1 } else { j += 1 }
        }
        sum
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, relative: f64) {
        assert!((found - expected).abs() <= relative * expected + 1e-10, "found {found:e}, expected {expected:e}");
    }

    #[test]
    fn a_shift_costs_its_square() {
        for bandwidth in [1e-9, 1e-3, 0.1, 0.5, 10.0, 1000.0] {
            assert_near(distance(bandwidth, &[(0.0, 1.0, 0.0), (0.7, 0.0, 1.0)]), 0.49, 1e-7);
        }
        let both = [(0.0, 0.25, 0.0), (0.5, 0.75, 0.25), (1.0, 0.0, 0.75)];
        assert_near(distance(0.1, &both), 0.25, 1e-7);
    }

    #[test]
    fn far_atoms_move_their_surplus() {
        // A quarter of the mass moves by 1; the edges of the clusters blur it by about the bandwidth.
        assert_near(distance(1e-6, &[(0.0, 0.5, 0.25), (1.0, 0.5, 0.75)]), 0.25, 1e-5);
        assert_near(distance(1e-12, &[(0.0, 0.5, 0.25), (1.0, 0.5, 0.75)]), 0.25, 1e-7);
    }

    #[test]
    fn nothing_moves_between_equals() {
        assert!(distance(0.1, &[(-0.3, 0.5, 0.5), (0.2, 0.5, 0.5)]) < 1e-20);
    }

    #[test]
    fn agrees_with_the_plain_restatement() {
        let overlapping = [(-0.2, 0.2, 0.5), (0.0, 0.3, 0.1), (0.1, 0.1, 0.3), (0.3, 0.4, 0.1)];
        let far = [(-0.9, 0.2, 0.3), (0.0, 0.5, 0.3), (0.9, 0.3, 0.4)];
        let close = [(-0.5, 0.3, 0.3 + 1e-6), (0.0, 0.3, 0.3 - 3e-6), (0.6, 0.4, 0.4 + 2e-6)];
        let apart = [(-0.5, 0.5, 0.0), (-0.1, 0.0, 0.7), (0.2, 0.5, 0.0), (0.7, 0.0, 0.3)];
        let swapped = [(-0.4, 0.9, 0.1), (0.4, 0.1, 0.9)];
        for bandwidth in [0.01, 0.1, 0.5] {
            for sources in [&overlapping[..], &far, &close, &apart, &swapped] {
                let expected = plain_distance(bandwidth, 400.0, sources);
                assert_near(distance(bandwidth, sources), expected, 3e-6);
            }
        }
    }

    /// A few atoms anywhere, some of them on one side only; masses differ by much, by little, or by next to nothing.
    fn random_mixture(random: &mut impl Rng, case: usize) -> Vec<(f64, f64, f64)> {
        let n_atoms = random.random_range(3..15);
        let mut mass = |is_sparse: bool| {
            let mass: f64 = random.random();
            if is_sparse && random.random::<f64>() < 0.2 { 0.0 } else { mass * mass * mass }
        };
        let masses: Vec<(f64, f64)> = (0..n_atoms).map(|atom| (mass(atom > 0), mass(atom > 0))).collect();
        let alike = [None, Some(1e-2), Some(1e-5)][case % 3];
        let pred = |(truth, pred): (f64, f64)| alike.map_or(pred, |alike| truth * (1.0 + alike * (pred - 0.5)));
        let total: f64 = masses.iter().map(|mass| mass.0).sum();
        let pred_total: f64 = masses.iter().copied().map(pred).sum();
        let place = |_: &_| 2.0 * random.random::<f64>() - 1.0;
        let places: Vec<f64> = masses.iter().map(place).collect();
        places.into_iter().zip(masses).map(|(place, mass)| (place, mass.0 / total, pred(mass) / pred_total)).collect()
    }

    #[test]
    fn random_mixtures_to_a_millionth() {
        let mut random = crate::random::stream(7, 0);
        for case in 0..36 {
            let (sources, bandwidth) = (random_mixture(&mut random, case), [0.03, 0.1, 0.3][case / 12]);
            // The error of straight lines is quartered by nodes twice as dense.
            let [coarse, fine] = [100.0, 200.0].map(|nodes| plain_distance(bandwidth, nodes, &sources));
            assert_near(distance(bandwidth, &sources), fine + (fine - coarse) / 3.0, 1e-6);
        }
    }

    #[test]
    fn many_atoms_agree_too() {
        let mass = |index: usize, turn: usize| (1 + index * turn % 17) as f64;
        let total = |turn| (0..400).map(|index| mass(index, turn)).sum::<f64>();
        let atom = |index: usize| (index as f64 / 320.0 - 0.6, mass(index, 5) / total(5), mass(index, 11 + index / 40));
        let mut sources: Vec<_> = (0..400).map(atom).collect();
        let pred: f64 = sources.iter().map(|source| source.2).sum();
        for source in &mut sources {
            source.2 /= pred;
        }
        for bandwidth in [0.02, 0.1, 0.4] {
            assert_near(distance(bandwidth, &sources), plain_distance(bandwidth, 100.0, &sources), 1e-4);
        }
    }

    #[test]
    fn seen_from_either_side_it_is_the_same() {
        let there = [(-0.2, 0.2, 0.5), (0.0, 0.3, 0.1), (0.1, 0.1, 0.3), (0.3, 0.4, 0.1)];
        let back = there.map(|(place, truth, pred)| (place, pred, truth));
        let mirrored = there.map(|(place, truth, pred)| (-place, truth, pred));
        assert_near(distance(0.1, &back), distance(0.1, &there), 1e-9);
        assert_near(distance(0.1, &mirrored), distance(0.1, &there), 1e-7);
    }

    #[test]
    fn widths_count_under_a_wide_kernel() {
        // Variances 1 and 0 beside h² = 10⁶: deviations √(10⁶ + 1) and 1000, means alike.
        let sources = [(-1.0, 0.5, 0.0), (0.0, 0.0, 1.0), (1.0, 0.5, 0.0)].map(|(place, truth, pred)| Source {
            place,
            truth,
            pred,
        });
        let spread: f64 = 1.0 / (1_000_001f64.sqrt() + 1000.0);
        assert!((gaussian_distance(1000.0, &sources) / (spread * spread) - 1.0).abs() < 1e-9);
    }
}
