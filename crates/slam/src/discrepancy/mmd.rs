//! The maximum mean discrepancy.

use rand::Rng;

use super::blocks::{SharedPoint, Union};
use super::{Discrepancy, Measured, check_positive, normal};
use crate::error::Result;
use crate::extractor::Distribution;
use crate::observer::{Observer, report};
use crate::parallel::prelude::*;
use crate::random::stream;

/// From this many points on kernels are replaced by random features.
const MANY: usize = 20_000;
const N_FEATURES: usize = 4096;
/// The features that are computed in one go.
const TOGETHER: usize = 64;

/// The squared maximum mean discrepancy: Σ (p − q)(x)·(p − q)(y)·k(x, y) over all pairs of points of the two densities, with the
/// Gaussian kernel k = exp(−‖x − y‖²/2s²).
///
/// The densities of bandwidth h are folded in: the mean of k over two of them is (s²/(s² + 2h²))^{m/2}·exp(−‖x − y‖²/2(s² + 2h²)).
/// Points of different blocks are at right angles, so that only those of one block are compared in pairs. Above 20,000 points
/// 4,096 random Fourier features take the place of pairs, and d has an error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mmd {
    /// s, the width of the kernel; positive.
    pub kernel_width: f64,
    /// h, the bandwidth of the densities; 0 for the points themselves.
    pub bandwidth: f64,
    /// The seed of the features.
    pub seed: u64,
}

impl Default for Mmd {
    fn default() -> Self {
        Self { kernel_width: 0.5, bandwidth: 0.1, seed: 0 }
    }
}

impl Discrepancy for Mmd {
    fn name(&self) -> &'static str {
        "mmd"
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        check_positive("kernel_width", self.kernel_width)?;
        if self.bandwidth != 0.0 {
            check_positive("bandwidth", self.bandwidth)?;
        }
        let union = Union::new("mmd", truth, pred)?;
        let variance = self.kernel_width * self.kernel_width + 2.0 * self.bandwidth * self.bandwidth;
        let share = self.kernel_width * self.kernel_width / variance;
        let factor = libm::pow(share, union.n_dimensions() as f64 / 2.0);
        let is_many = union.places.len() > MANY && union.width > 1;
        let (sum, error) = if union.is_level() {
            (0.0, None)
        } else if is_many {
            let (sum, error) = by_features(&union, variance, self.seed, observer)?;
            (sum, Some(factor * error))
        } else {
            (in_pairs(&union, variance, observer)?, None)
        };
        let details = [("kernel_width", self.kernel_width), ("bandwidth", self.bandwidth)];
        let details = details.map(|(name, value)| (name.to_owned(), value));
        Ok(Measured { d_se: error, ..Measured::other(self.name(), factor * sum.max(0.0), details) })
    }
}

/// Σ δ(x)·δ(y)·exp(−‖x − y‖²/2v), δ = p − q.
fn in_pairs(union: &Union, variance: f64, observer: &dyn Observer) -> Result<f64> {
    let scale = -0.5 / variance;
    let blocks: Vec<&[SharedPoint]> = union.places.chunk_by(|a, b| a.block == b.block).collect();
    let difference = |place: &SharedPoint| place.truth - place.pred;
    let (mut within, mut across) = (0.0, Vec::with_capacity(blocks.len()));
    for (done, block) in blocks.iter().enumerate() {
        report(observer, "discrepancy", done, blocks.len())?;
        let row = |place: &SharedPoint| {
            let sum: f64 =
                block.iter().map(|other| difference(other) * libm::exp(scale * place.squared_distance(other))).sum();
            difference(place) * sum
        };
        let rows: Vec<f64> = block.par_iter().with_min_len(64).map(row).collect();
        within += rows.iter().sum::<f64>();
        // At right angles the kernel is a product.
        across.push(block.iter().map(|place| difference(place) * libm::exp(scale * place.square())).sum::<f64>());
    }
    let (sum, squares) = across.iter().fold((0.0, 0.0), |(sum, squares), one| (sum + one, squares + one * one));
    Ok(within + (sum * sum - squares))
}

/// The same by random Fourier features, and its standard error.
fn by_features(union: &Union, variance: f64, seed: u64, observer: &dyn Observer) -> Result<(f64, f64)> {
    let deviation = 1.0 / variance.sqrt();
    let one = |index: usize| {
        let mut random = stream(seed, index as u64);
        let uniform = |bits: u32| (f64::from(bits) + 0.5) / 4_294_967_296.0;
        let direction: Vec<f64> =
            (0..union.n_dimensions()).map(|_| deviation * normal::quantile(uniform(random.next_u32()))).collect();
        let mut sums = [0.0; 2];
        for place in &union.places {
            let own = &direction[place.block * union.width..][..union.width];
            let angle: f64 = own.iter().zip(&place.values).map(|(a, b)| a * b).sum();
            let difference = place.truth - place.pred;
            sums[0] += difference * libm::cos(angle);
            sums[1] += difference * libm::sin(angle);
        }
        sums[0] * sums[0] + sums[1] * sums[1]
    };
    let mut squares = Vec::with_capacity(N_FEATURES);
    while squares.len() < N_FEATURES {
        report(observer, "discrepancy", squares.len(), N_FEATURES)?;
        squares.par_extend((squares.len()..squares.len() + TOGETHER).into_par_iter().map(one));
    }
    let n = squares.len() as f64;
    let mean = squares.iter().sum::<f64>() / n;
    let spread: f64 = squares.iter().map(|one| (one - mean) * (one - mean)).sum();
    Ok((mean, (spread / (n * (n - 1.0))).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractor::Point;
    use crate::testing::assert_close;

    #[test]
    fn two_points_by_hand() {
        let at = |place: f64| Distribution::dense(1, 1, &[place], &[1.0]).unwrap();
        let plain = Mmd { bandwidth: 0.0, ..Mmd::default() };
        // 1 + 1 − 2·exp(−1/(2·¼)).
        assert_close(plain.measure(&at(0.0), &at(1.0), &()).unwrap().d, 2.0 - 2.0 * (-2.0f64).exp());
        assert_eq!(plain.measure(&at(3.0), &at(3.0), &()).unwrap().d, 0.0);
        // s² + 2h² = 0.27, and (0.25/0.27)^½.
        let folded = (0.25f64 / 0.27).sqrt() * (2.0 - 2.0 * (-0.5f64 / 0.27).exp());
        assert_close(Mmd::default().measure(&at(0.0), &at(1.0), &()).unwrap().d, folded);
    }

    #[test]
    fn features_are_near_the_pairs() {
        let cloud = |shift: f64| {
            let point = |i: usize| Point {
                block: i % 3,
                values: vec![shift + (i % 17) as f64 / 17.0, (i % 11) as f64 / 11.0],
                mass: 1.0 / 561.0,
            };
            Distribution::in_blocks(3, 2, 561, (0..561).map(point).collect()).unwrap()
        };
        let union = Union::new("mmd", &cloud(0.0), &cloud(0.2)).unwrap();
        let pairs = in_pairs(&union, 0.25, &()).unwrap();
        let (mean, error) = by_features(&union, 0.25, 1, &()).unwrap();
        assert!((mean - pairs).abs() < 4.0 * error && error < 0.05 * pairs, "{pairs}, {mean} ± {error}");
    }
}
