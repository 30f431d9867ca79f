//! What the authors' published program computes: one clipped sample a side, and a kernel of its own.

use super::directions;
use super::draw::{self, standard_normal};
use super::overlay::Overlay;
use super::{
    Details, Discrepancy, Estimator, Measured, Sampled, Sliced, check_axes, check_count, check_listed, check_positive,
    from_exponent, on_axes,
};
use crate::error::{Error, Result};
use crate::extractor::{Distribution, OnAxes};
use crate::observer::{Observer, report};
use crate::parallel::each;
use crate::random::stream;

/// The number of directions between two reports.
const DIRECTIONS_PER_REPORT: usize = 64;
/// More coordinates of sampled points than this do not fit into memory.
const MOST_COORDINATES: usize = 1 << 28;

/// The estimator of the authors' published program: d = 2 − 2·exp(−(SW²)²/2σ²) between one sample of each density.
///
/// The samples are clipped to [0, 1] in every coordinate, and truth and pred see the same random numbers. The program
/// repeats this ten times from one seed, so that all replicates are equal, the self terms of its sum are 1, and one
/// replicate says it all. Unmatched pred labels have axes of their own. Squaring SW² makes d of the fourth order in small
/// errors, where the paper's kernel makes it quadratic. Equal distributions score 0.
///
/// Departures from the program: directions are the quasi-random ones of [`Exact`](super::Exact); the random numbers pick
/// attributes by their mass and not by the row of an edge, so that row order does not matter; and there are at most
/// `n_points` points.
///
/// O(L·E·(K + log E)), L projections, E edges, K labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Authors {
    /// The deviation h of the densities around the attributes; positive.
    pub bandwidth: f64,
    /// σ of the kernel; positive. The program has no default of its own and its published settings range from 0.01 to 1;
    /// 0.05 is the one for real tissue.
    pub sigma: f64,
    /// The seed of points and directions.
    pub seed: u64,
    /// The largest number of points in a sample; there are never more than edges.
    pub n_points: usize,
    /// The number of directions, at most 2²⁰; on a line one is enough.
    pub projections: usize,
}

impl Default for Authors {
    fn default() -> Self {
        let Sampled { bandwidth, seed, n_points, projections, .. } = Sampled::default();
        Self { bandwidth, sigma: 0.05, seed, n_points, projections }
    }
}

impl Discrepancy for Authors {
    fn name(&self) -> &'static str {
        "sliced"
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        let (truth, pred) = on_axes("the estimator authors", truth, pred, "the estimator exact takes all others")?;
        self.check(truth, pred)?;
        let samples = self.samples(truth, pred);
        let directions = directions::list(self.seed, &Overlay::new(truth, pred).masses(), self.projections);
        let sw2 = squared_distance(&samples, &directions, observer)?;
        Ok(Measured {
            d: discrepancy(self.sigma, sw2),
            d_se: None,
            details: Details::Sliced(Sliced {
                sw2,
                sw2_se: None,
                projections: directions.len(),
                gamma: None,
                sigma: Some(self.sigma),
                bandwidth: self.bandwidth,
                estimator: Estimator::Authors,
            }),
        })
    }

    fn keeps_unmatched(&self) -> bool {
        true
    }
}

impl Authors {
    fn check(&self, truth: &OnAxes, pred: &OnAxes) -> Result<()> {
        check_positive("bandwidth", self.bandwidth)?;
        check_positive("sigma", self.sigma)?;
        check_listed(self.projections, truth.n_axes())?;
        check_count("the number of points", self.n_points)?;
        check_axes(truth, pred)?;
        let n_coordinates = self.n_points(truth, pred) as f64 * truth.n_axes() as f64;
        if n_coordinates > MOST_COORDINATES as f64 {
            return Err(Error::Parameter {
                name: "points × labels of the authors estimator",
                domain: "at most 268,435,456",
                value: n_coordinates,
            });
        }
        Ok(())
    }

    fn n_points(&self, truth: &OnAxes, pred: &OnAxes) -> usize {
        self.n_points.min(truth.n_items()).min(pred.n_items())
    }

    /// The points of both sides, coordinate by coordinate; the stream is the last one, far from those of the directions.
    fn samples(&self, truth: &OnAxes, pred: &OnAxes) -> [Vec<f64>; 2] {
        let n_axes = truth.n_axes();
        let mut random = stream(self.seed, u64::MAX);
        let shares: Vec<f64> = (0..self.n_points(truth, pred)).map(|_| draw::uniform(&mut random)).collect();
        let noise = (0..shares.len() * n_axes).map(|_| self.bandwidth * standard_normal(&mut random));
        let mut one: Vec<f64> = noise.collect();
        let mut other = one.clone();
        for (points, distribution) in [(&mut one, truth), (&mut other, pred)] {
            let atoms = draw::atoms(distribution, &shares);
            for (point, (axis, value)) in points.chunks_exact_mut(n_axes).zip(atoms) {
                point[usize::from(axis)] += value;
                point.iter_mut().for_each(|coordinate| *coordinate = coordinate.clamp(0.0, 1.0));
            }
        }
        [one, other]
    }
}

/// 2 − 2·exp(−(SW²)²/2σ²), without loss where it is small.
fn discrepancy(sigma: f64, sw2: f64) -> f64 {
    let ratio = sw2 / sigma;
    from_exponent(0.5 * ratio * ratio)
}

/// The mean over directions of the squared distance of the two projections.
fn squared_distance(samples: &[Vec<f64>; 2], directions: &[Vec<f64>], observer: &dyn Observer) -> Result<f64> {
    let along = |direction: &Vec<f64>| {
        let [one, other] = samples.each_ref().map(|points| projection(points, direction));
        let squares = one.iter().zip(&other).map(|(x, y)| (x - y) * (x - y));
        squares.sum::<f64>() / one.len() as f64
    };
    let mut sum = 0.0;
    for (part, some) in directions.chunks(DIRECTIONS_PER_REPORT).enumerate() {
        let distances: Vec<f64> = each(some, along);
        sum = distances.iter().fold(sum, |sum, distance| sum + distance);
        report(observer, "discrepancy", part * DIRECTIONS_PER_REPORT + some.len(), directions.len())?;
    }
    Ok(sum / directions.len() as f64)
}

/// Points projected in a direction, in ascending order.
fn projection(points: &[f64], direction: &[f64]) -> Vec<f64> {
    let place = |point: &[f64]| point.iter().zip(direction).map(|(x, y)| x * y).sum();
    let mut projection: Vec<f64> = points.chunks_exact(direction.len()).map(place).collect();
    // In one dimension optimal transport pairs the sorted values, so no solver is needed.
    projection.sort_unstable_by(f64::total_cmp);
    projection
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractor::Atom;
    use crate::testing::assert_close;

    fn distribution(masses: &[f64], n_edges: usize) -> OnAxes {
        let atom = |(axis, &mass): (usize, &f64)| Atom { axis: axis as u16, value: 1.0, mass };
        let origin = Atom { axis: 0, value: 0.0, mass: 1.0 - masses.iter().sum::<f64>() };
        let atoms = masses.iter().enumerate().map(atom).chain([origin]).collect();
        OnAxes::new(masses.len(), n_edges, atoms).unwrap()
    }

    /// The same by plain loops: ten replicates a side from one seed, every pair of them compared.
    fn plainly(authors: &Authors, truth: &OnAxes, pred: &OnAxes) -> f64 {
        let n_axes = truth.n_axes();
        let replicate = |distribution: &OnAxes| {
            let mut random = stream(authors.seed, u64::MAX);
            let n_points = truth.n_items().min(authors.n_points);
            let shares: Vec<f64> = (0..n_points).map(|_| draw::uniform(&mut random)).collect();
            let mut points = Vec::new();
            for share in shares {
                let mut point = vec![0.0; n_axes];
                let mut left = share;
                for atom in distribution.atoms() {
                    if 0.0 <= left && left < atom.mass {
                        point[usize::from(atom.axis)] = atom.value;
                    }
                    left -= atom.mass;
                }
                for coordinate in &mut point {
                    *coordinate += 0.1 * standard_normal(&mut random);
                    *coordinate = coordinate.clamp(0.0, 1.0);
                }
                points.push(point);
            }
            points
        };
        let directions = directions::list(authors.seed, &Overlay::new(truth, pred).masses(), authors.projections);
        let kernel = |one: &Vec<Vec<f64>>, other: &Vec<Vec<f64>>| {
            let mut sw2 = 0.0;
            for direction in &directions {
                let project = |points: &Vec<Vec<f64>>| {
                    let dot = |point: &Vec<f64>| (0..n_axes).map(|axis| point[axis] * direction[axis]).sum::<f64>();
                    let mut values: Vec<f64> = points.iter().map(dot).collect();
                    values.sort_by(f64::total_cmp);
                    values
                };
                let (x, y) = (project(one), project(other));
                let n = x.len() as f64;
                sw2 += (0..x.len()).map(|i| (x[i] - y[i]).powi(2)).sum::<f64>() / n / directions.len() as f64;
            }
            libm::exp(-sw2 * sw2 / (2.0 * authors.sigma * authors.sigma))
        };
        let sides = [truth, pred].map(|side| (0..10).map(|_| replicate(side)).collect::<Vec<_>>());
        let mean = |one: usize, other: usize| {
            let pairs = sides[one].iter().flat_map(|x| sides[other].iter().map(move |y| (x, y)));
            pairs.map(|(x, y)| kernel(x, y)).sum::<f64>() / 100.0
        };
        mean(0, 0) + mean(1, 1) - 2.0 * mean(0, 1)
    }

    #[test]
    fn ten_equal_replicates_are_one() {
        let (truth, pred) = (distribution(&[0.5, 0.2, 0.1], 40), distribution(&[0.3, 0.2, 0.25], 40));
        for sigma in [0.01, 0.05, 1.0] {
            let authors = Authors { sigma, projections: 9, seed: 5, ..Authors::default() };
            let slam = authors.measure(&truth.clone().into(), &pred.clone().into(), &()).unwrap();
            assert_close(slam.d, plainly(&authors, &truth, &pred));
            assert!(slam.d > 0.0);
        }
    }

    #[test]
    fn what_lies_outside_is_clipped() {
        // On a line, all edges at 1 against all at 0: clipping takes what exceeds 1 and what falls below 0, so that the
        // two samples are nearer than 1.
        let authors = Authors { bandwidth: 1e-9, ..Authors::default() };
        let (all, none) = (distribution(&[1.0], 1000), distribution(&[0.0], 1000));
        assert!(
            (authors.measure(&all.clone().into(), &none.clone().into(), &()).unwrap().sliced().unwrap().sw2 - 1.0)
                .abs()
                < 1e-8
        );
        let wide = Authors { bandwidth: 0.5, ..Authors::default() };
        let sw2 = wide.measure(&all.clone().into(), &none.clone().into(), &()).unwrap().sliced().unwrap().sw2;
        assert!(0.2 < sw2 && sw2 < 0.9, "{sw2}");
        let samples = wide.samples(&all, &none);
        assert!(samples.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
    }

    #[test]
    fn the_kernel_squares_what_is_squared() {
        // SW² = 0.1 and σ = 0.05: exp(−0.01/0.005) = e⁻².
        assert_close(discrepancy(0.05, 0.1), 2.0 - 2.0 * libm::exp(-2.0));
        assert_eq!(discrepancy(1e-300, 0.0).to_bits(), 0.0f64.to_bits());
        assert_eq!(discrepancy(1e-300, 1.0), 2.0);
    }
}
