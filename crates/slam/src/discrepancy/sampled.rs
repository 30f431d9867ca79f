//! The paper's estimator: distributions of points sampled from the densities, compared pair by pair.

use rand::Rng;
use rayon::prelude::*;
use serde::Serialize;

use super::directions::normalize;
use super::normal;
use super::{Discrepancy, Estimator, Gamma, Slam, check_axes, check_count, check_positive};
use crate::error::{Error, Result};
use crate::extractor::Distribution;
use crate::observer::{Observer, report};
use crate::random::stream;

/// The number of directions between two reports.
const DIRECTIONS_PER_REPORT: usize = 16;
/// More coordinates of sampled points than this do not fit into memory.
const MOST_COORDINATES: usize = 1 << 29;

/// The paper's estimator, from sampled distributions x_i of the truth and y_j of the pred.
///
/// d is the V-statistic of k = exp(−γ·SW²) over all ordered pairs, diagonal included: mean k(x_i, x_j) + mean k(y_i, y_j) −
/// 2 mean k(x_i, y_j). The paper prints half of the sum over i < j, which would be about −1.1 for equal labelings. The
/// `sw2` reported is the one that d stands for, −ln(1 − d/2)/γ.
///
/// O(S·L·E·(K + log E + S)), S draws, L projections, E edges, K labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    /// The deviation h of the densities around the attributes; positive.
    pub bandwidth: f64,
    /// The scale γ of the kernel; positive.
    pub gamma: Gamma,
    /// The seed of draws and directions.
    pub seed: u64,
    /// The number of distributions sampled from each side.
    pub n_draws: usize,
    /// The largest number of points in a sampled distribution; there are never more than edges.
    pub n_points: usize,
    /// The number of directions, the same for all pairs.
    pub projections: usize,
    /// Whether truth and pred see the same random numbers.
    pub draws: Draws,
}

/// Whether truth and pred see the same random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Draws {
    /// The i-th draws of both sides do, so that chance cancels in their difference.
    #[default]
    Shared,
    /// Never.
    Independent,
}

impl Default for Sampled {
    fn default() -> Self {
        Self {
            bandwidth: 0.1,
            gamma: Gamma::Auto,
            seed: 0,
            n_draws: 10,
            n_points: 10_000,
            projections: 512,
            draws: Draws::Shared,
        }
    }
}

impl Discrepancy for Sampled {
    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Slam> {
        self.check(truth, pred)?;
        let gamma = self.gamma.value(truth.n_axes());
        let draws = self.sample(truth, pred);
        let distances = self.distances(&draws, truth.n_axes(), observer)?;
        let d = statistic(&distances, self.n_draws, gamma);
        Ok(Slam {
            d,
            d_se: None,
            sw2: -libm::log1p(-0.5 * d) / gamma,
            sw2_se: None,
            projections: self.projections,
            gamma,
            bandwidth: self.bandwidth,
            estimator: Estimator::Sampled,
        })
    }
}

impl Sampled {
    fn check(&self, truth: &Distribution, pred: &Distribution) -> Result<()> {
        check_positive("bandwidth", self.bandwidth)?;
        check_positive("gamma", self.gamma.value(truth.n_axes()))?;
        check_count("projections", self.projections)?;
        check_count("the number of draws", self.n_draws)?;
        check_count("the number of points", self.n_points)?;
        check_axes(truth, pred)?;
        let n_coordinates = self.n_draws as f64 * self.n_points(truth, pred) as f64 * truth.n_axes() as f64;
        if n_coordinates > MOST_COORDINATES as f64 {
            return Err(Error::Parameter {
                name: "draws × points × labels of the sampled estimator",
                domain: "at most 536,870,912",
                value: n_coordinates,
            });
        }
        Ok(())
    }

    fn n_points(&self, truth: &Distribution, pred: &Distribution) -> usize {
        self.n_points.min(truth.n_edges()).min(pred.n_edges())
    }

    /// The sampled distributions, those of the truth first.
    fn sample(&self, truth: &Distribution, pred: &Distribution) -> Vec<Draw> {
        let n_points = self.n_points(truth, pred);
        let draw = |index: usize| {
            let (side, distribution) = if index < self.n_draws { (0, truth) } else { (1, pred) };
            let side = if self.draws == Draws::Shared { 0 } else { side };
            let number = side * self.n_draws + index % self.n_draws;
            Draw::new(distribution, n_points, stream(self.seed, 1 + number as u64))
        };
        (0..2 * self.n_draws).into_par_iter().map(draw).collect()
    }

    /// The squared sliced distance of every two draws, row by row.
    fn distances(&self, draws: &[Draw], n_axes: usize, observer: &dyn Observer) -> Result<Vec<f64>> {
        let directions = self.directions(n_axes);
        let mut sums = vec![0.0; draws.len() * draws.len()];
        for (part, some) in directions.chunks(DIRECTIONS_PER_REPORT).enumerate() {
            let tables: Vec<Vec<f64>> = some.par_iter().map(|direction| self.pairwise(draws, direction)).collect();
            for table in tables {
                sums.iter_mut().zip(table).for_each(|(sum, distance)| *sum += distance);
            }
            report(observer, "discrepancy", part * DIRECTIONS_PER_REPORT + some.len(), directions.len())?;
        }
        sums.iter_mut().for_each(|sum| *sum /= directions.len() as f64);
        Ok(sums)
    }

    /// Directions at random, as in the paper.
    fn directions(&self, n_axes: usize) -> Vec<Vec<f64>> {
        let mut random = stream(self.seed, 0);
        let mut direction = || {
            let mut direction: Vec<f64> = (0..n_axes).map(|_| standard_normal(&mut random)).collect();
            normalize(&mut direction);
            direction
        };
        (0..self.projections).map(|_| direction()).collect()
    }

    /// The squared distance of every two draws in one direction, row by row.
    fn pairwise(&self, draws: &[Draw], direction: &[f64]) -> Vec<f64> {
        let shadows: Vec<Vec<f64>> = draws.iter().map(|draw| draw.shadow(direction, self.bandwidth)).collect();
        let mut table = vec![0.0; draws.len() * draws.len()];
        for (row, one) in shadows.iter().enumerate() {
            for (column, other) in shadows.iter().enumerate().skip(row + 1) {
                let distance = mean_square(one, other);
                table[row * draws.len() + column] = distance;
                table[column * draws.len() + row] = distance;
            }
        }
        table
    }
}

/// Points sampled from a density: an atom each, and normal noise in every coordinate.
struct Draw {
    atoms: Vec<(u16, f64)>,
    noise: Vec<f64>,
}

impl Draw {
    fn new(distribution: &Distribution, n_points: usize, mut random: impl Rng) -> Self {
        let n_axes = distribution.n_axes();
        let sums: Vec<f64> = distribution
            .atoms()
            .iter()
            .scan(0.0, |sum, atom| {
                *sum += atom.mass;
                Some(*sum)
            })
            .collect();
        let atom = |probability: f64| {
            let index = sums.partition_point(|&sum| sum <= probability).min(sums.len() - 1);
            (distribution.atoms()[index].axis, distribution.atoms()[index].value)
        };
        let atoms = (0..n_points).map(|_| atom(uniform(&mut random))).collect();
        let noise = (0..n_points * n_axes).map(|_| standard_normal(&mut random)).collect();
        Self { atoms, noise }
    }

    /// The points projected in a direction, in ascending order.
    fn shadow(&self, direction: &[f64], bandwidth: f64) -> Vec<f64> {
        let project = |(&(axis, value), noise): (&(u16, f64), &[f64])| {
            let along: f64 = noise.iter().zip(direction).map(|(x, y)| x * y).sum();
            value * direction[usize::from(axis)] + bandwidth * along
        };
        let mut shadow: Vec<f64> =
            self.atoms.iter().zip(self.noise.chunks_exact(direction.len())).map(project).collect();
        // In one dimension optimal transport pairs the sorted values, so no solver is needed.
        shadow.sort_unstable_by(f64::total_cmp);
        shadow
    }
}

fn mean_square(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| (x - y) * (x - y)).sum::<f64>() / one.len() as f64
}

/// The V-statistic of exp(−γ·distance) between the first and the second half of the draws.
fn statistic(distances: &[f64], n_draws: usize, gamma: f64) -> f64 {
    let mean = |rows: usize, columns: usize| {
        let row = |i: usize| &distances[(rows + i) * 2 * n_draws + columns..][..n_draws];
        let kernels = (0..n_draws).flat_map(row).map(|distance| libm::exp(-gamma * distance));
        kernels.sum::<f64>() / (n_draws * n_draws) as f64
    };
    (mean(0, 0) + mean(n_draws, n_draws) - 2.0 * mean(0, n_draws)).max(0.0)
}

/// A random number strictly between 0 and 1.
fn uniform(random: &mut impl Rng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
}

fn standard_normal(random: &mut impl Rng) -> f64 {
    normal::quantile(uniform(random))
}
