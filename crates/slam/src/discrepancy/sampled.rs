//! The paper's estimator: distributions of points sampled from the densities, compared pair by pair.

use super::directions;
use super::draw::{Room, Sample};
use super::overlay::Overlay;
use super::{
    Details, Discrepancy, Estimator, Exact, Gamma, Measured, Sliced, check_axes, check_count, check_listed,
    check_positive, on_axes,
};
use crate::chunks::chunks;
use crate::error::{Error, Result};
use crate::extractor::{Distribution, OnAxes};
use crate::observer::{Observer, report};
use crate::parallel::each_with;
use crate::random::stream;

/// The number of directions between two reports.
const DIRECTIONS_PER_REPORT: usize = 64;
/// The number of directions that a thread looks in at a time.
const TOGETHER: usize = 4;
/// The number of points of each projection that are compared together.
const BLOCK: usize = 1024;
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
    /// The number of directions, at most 2²⁰, the same for all pairs and the same as those of `Exact`; on a line one is enough.
    pub projections: usize,
    /// Whether truth and pred see the same random numbers.
    pub draws: Draws,
}

/// Whether truth and pred see the same random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Draws {
    /// The i-th draws of both sides do, so that chance cancels in their difference.
    #[default]
    Shared,
    /// Never.
    Independent,
}

impl Default for Sampled {
    fn default() -> Self {
        let Exact { bandwidth, gamma, seed, .. } = Exact::default();
        Self { bandwidth, gamma, seed, n_draws: 10, n_points: 10_000, projections: 512, draws: Draws::default() }
    }
}

impl Discrepancy for Sampled {
    fn name(&self) -> &'static str {
        "sliced"
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        let (truth, pred) = on_axes("the estimator sampled", truth, pred, "the estimator exact takes all others")?;
        self.check(truth, pred)?;
        let gamma = self.gamma.value(truth.n_axes());
        let sample = self.sample(truth, pred);
        let directions = directions::list(self.seed, &Overlay::new(truth, pred).masses(), self.projections);
        let distances = self.distances(&sample, &directions, observer)?;
        let d = statistic(&distances, self.n_draws, gamma);
        Ok(Measured {
            d,
            d_se: None,
            details: Details::Sliced(Sliced {
                sw2: -libm::log1p(-0.5 * d) / gamma,
                sw2_se: None,
                projections: directions.len(),
                gamma: Some(gamma),
                sigma: None,
                bandwidth: self.bandwidth,
                estimator: Estimator::Sampled,
            }),
        })
    }
}

impl Sampled {
    fn check(&self, truth: &OnAxes, pred: &OnAxes) -> Result<()> {
        check_positive("bandwidth", self.bandwidth)?;
        check_positive("gamma", self.gamma.value(truth.n_axes()))?;
        check_listed(self.projections, truth.n_axes())?;
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

    fn n_points(&self, truth: &OnAxes, pred: &OnAxes) -> usize {
        self.n_points.min(truth.n_items()).min(pred.n_items())
    }

    /// The draws of both sides; their streams are counted from the end, far from those of the directions.
    fn sample(&self, truth: &OnAxes, pred: &OnAxes) -> Sample {
        let n_points = self.n_points(truth, pred);
        let shared = self.draws == Draws::Shared;
        Sample::new([truth, pred], self.n_draws, n_points, self.bandwidth, shared, |index| {
            stream(self.seed, u64::MAX - index)
        })
    }

    /// The squared sliced distance of every two draws, row by row.
    fn distances(&self, sample: &Sample, directions: &[Vec<f64>], observer: &dyn Observer) -> Result<Vec<f64>> {
        let n = 2 * self.n_draws;
        let mut sums = vec![0.0; n * n];
        for (part, some) in directions.chunks(DIRECTIONS_PER_REPORT).enumerate() {
            let tables = |room: &mut Room, few: &[Vec<f64>]| -> Vec<Vec<f64>> {
                let mut tables = Vec::new();
                sample.visit_projected(few, room, |projections| tables.push(pairwise(projections, n)));
                tables
            };
            let tables: Vec<Vec<Vec<f64>>> = each_with(some.chunks(TOGETHER), Room::default, tables);
            for table in tables.into_iter().flatten() {
                sums.iter_mut().zip(table).for_each(|(sum, distance)| *sum += distance);
            }
            report(observer, "discrepancy", part * DIRECTIONS_PER_REPORT + some.len(), directions.len())?;
        }
        Ok(sums.into_iter().map(|sum| sum / directions.len() as f64).collect())
    }
}

/// The mean squared difference of every two of `n` projections, row by row.
///
/// Block by block, so that a processor finds all projections of a block near at hand.
fn pairwise(projections: &[f64], n: usize) -> Vec<f64> {
    let n_points = projections.len() / n;
    let mut table = vec![0.0; n * n];
    for start in (0..n_points).step_by(BLOCK) {
        let block = |projection: usize| {
            &projections[projection * n_points + start
                ..(projection * n_points + start + BLOCK).min((projection + 1) * n_points)]
        };
        for row in 0..n {
            for column in row + 1..n {
                table[row * n + column] += squares(block(row), block(column));
            }
        }
    }
    for row in 0..n {
        for column in row + 1..n {
            table[row * n + column] /= n_points as f64;
            table[column * n + row] = table[row * n + column];
        }
    }
    table
}

/// The sum of squared differences, in lanes that a processor can follow at once.
fn squares(one: &[f64], other: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let (ones, one_rest) = chunks::<8>(one);
    let (others, other_rest) = chunks::<8>(other);
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..8 {
            lanes[lane] += (one[lane] - other[lane]) * (one[lane] - other[lane]);
        }
    }
    let rest: f64 = one_rest.iter().zip(other_rest).map(|(x, y)| (x - y) * (x - y)).sum();
    lanes.iter().sum::<f64>() + rest
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

#[cfg(test)]
mod tests {
    use super::super::from_exponent;
    use super::super::thinned::Thinned;
    use super::super::transport::{Transport, Workspace};
    use super::*;
    use crate::extractor::Atom;
    use crate::testing::assert_close;

    fn distribution(masses: &[f64]) -> OnAxes {
        let atom = |(axis, &mass): (usize, &f64)| Atom { axis: axis as u16, value: 1.0, mass };
        let origin = Atom { axis: 0, value: 0.0, mass: 1.0 - masses.iter().sum::<f64>() };
        let atoms = masses.iter().enumerate().map(atom).chain([origin]).collect();
        OnAxes::new(masses.len(), 100_000, atoms).unwrap()
    }

    /// The discrepancy of the densities in the very directions that a sampled estimator uses.
    fn limit(sampled: &Sampled, truth: &OnAxes, pred: &OnAxes) -> f64 {
        let overlay = Overlay::new(truth, pred);
        let (thinned, transport) = (Thinned::new(&overlay, sampled.bandwidth), Transport::new(sampled.bandwidth));
        let mut workspace = Workspace::default();
        let mut distance = |direction: &Vec<f64>| {
            thinned.project(direction, &mut workspace.sources);
            transport.squared_distance(&mut workspace)
        };
        let directions = directions::list(sampled.seed, &overlay.masses(), sampled.projections);
        let sum: f64 = directions.iter().map(&mut distance).sum();
        from_exponent(2.0 * truth.n_axes() as f64 * (sum / directions.len() as f64))
    }

    #[test]
    fn samples_tend_to_the_densities() {
        let truth = distribution(&[0.3, 0.2, 0.1, 0.1, 0.1]);
        let pred = distribution(&[0.1, 0.2, 0.3, 0.05, 0.1]);
        let gap = |n_points: usize, draws: Draws| {
            let sampled = Sampled { n_points, draws, projections: 32, ..Sampled::default() };
            (sampled.measure(&truth.clone().into(), &pred.clone().into(), &()).unwrap().d
                / limit(&sampled, &truth, &pred)
                - 1.0)
                .abs()
        };
        for draws in [Draws::Shared, Draws::Independent] {
            let gaps = [gap(20, draws), gap(10_000, draws)];
            assert!(gaps[1] < 0.5 * gaps[0] && gaps[1] < 0.03, "{draws:?}: {gaps:?}");
        }
    }

    #[test]
    fn pairs_by_hand() {
        // The draws 0 and 1 of the truth are 1 apart, those of the pred too, and each is 4 from each of the others.
        let distances = [[0.0, 1.0, 4.0, 4.0], [1.0, 0.0, 4.0, 4.0], [4.0, 4.0, 0.0, 1.0], [4.0, 4.0, 1.0, 0.0]];
        let within = (2.0 + 2.0 * libm::exp(-0.5)) / 4.0;
        assert_close(statistic(&distances.concat(), 2, 0.5), 2.0 * within - 2.0 * libm::exp(-2.0));
        // (1 + 9) / 5.
        assert_eq!(pairwise(&[0.0, 1.0, 2.0, 3.0, 4.0, 1.0, 1.0, 2.0, 3.0, 7.0], 2), [0.0, 2.0, 2.0, 0.0]);
    }
}
