//! The paper's estimator: distributions of points sampled from the densities, compared pair by pair.

use rayon::prelude::*;
use serde::Serialize;

use super::directions::normalize;
use super::draw::{Sample, standard_normal};
use super::{Discrepancy, Estimator, Gamma, Slam, check_axes, check_count, check_positive};
use crate::error::{Error, Result};
use crate::extractor::Distribution;
use crate::observer::{Observer, report};
use crate::random::stream;

/// The number of directions between two reports.
const DIRECTIONS_PER_REPORT: usize = 16;
/// More coordinates of sampled points than this do not fit into memory.
const MOST_COORDINATES: usize = 1 << 29;

/// The paper's estimator, from sampled distributions `x_i` of the truth and `y_j` of the pred.
///
/// d is the V-statistic of k = exp(−γ·SW²) over all ordered pairs, diagonal included: mean `k(x_i`, `x_j`) + mean `k(y_i`, `y_j`) −
/// 2 mean `k(x_i`, `y_j`). The paper prints half of the sum over i < j, which would be about −1.1 for equal labelings. The
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
        let sample = self.sample(truth, pred);
        let distances = self.distances(&sample, truth.n_axes(), observer)?;
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

    fn sample(&self, truth: &Distribution, pred: &Distribution) -> Sample {
        let n_points = self.n_points(truth, pred);
        let shared = self.draws == Draws::Shared;
        Sample::new([truth, pred], self.n_draws, n_points, self.bandwidth, shared, |index| stream(self.seed, 1 + index))
    }

    /// The squared sliced distance of every two draws, row by row.
    fn distances(&self, sample: &Sample, n_axes: usize, observer: &dyn Observer) -> Result<Vec<f64>> {
        let directions = self.directions(n_axes);
        let mut sums = vec![0.0; 4 * self.n_draws * self.n_draws];
        for (part, some) in directions.chunks(DIRECTIONS_PER_REPORT).enumerate() {
            let tables: Vec<Vec<f64>> = some.par_iter().map(|direction| pairwise(&sample.shadows(direction))).collect();
            for table in tables {
                sums.iter_mut().zip(table).for_each(|(sum, distance)| *sum += distance);
            }
            report(observer, "discrepancy", part * DIRECTIONS_PER_REPORT + some.len(), directions.len())?;
        }
        Ok(sums.into_iter().map(|sum| sum / directions.len() as f64).collect())
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
}

/// The squared distance of every two shadows, row by row.
fn pairwise(shadows: &[Vec<f64>]) -> Vec<f64> {
    let n = shadows.len();
    let mut table = vec![0.0; n * n];
    for (row, one) in shadows.iter().enumerate() {
        for (column, other) in shadows.iter().enumerate().skip(row + 1) {
            let distance = mean_square(one, other);
            table[row * n + column] = distance;
            table[column * n + row] = distance;
        }
    }
    table
}

/// The mean squared difference, added up in four lanes that a processor can follow at once.
fn mean_square(one: &[f64], other: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    for (one, other) in one.chunks(4).zip(other.chunks(4)) {
        for (lane, (x, y)) in lanes.iter_mut().zip(one.iter().zip(other)) {
            *lane += (x - y) * (x - y);
        }
    }
    lanes.iter().sum::<f64>() / one.len() as f64
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
