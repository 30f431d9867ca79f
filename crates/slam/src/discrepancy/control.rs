//! Means over directions, sharpened by companions whose means are known.

use super::overlay::Overlay;

/// Fewer directions than this cannot also tell how the companions run with the distance.
const FEWEST: usize = 64;

/// What is measured in one direction: the squared distance and two companions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shadow {
    pub(super) distance: f64,
    pub(super) companions: [f64; 2],
}

/// The companions of the squared distance in a direction θ: (θ·Δmean)², and the sum of |Δ second moment|·θ² over axes.
///
/// A direction has length 1, so their means over the sphere are ‖Δmean‖²/K and the sum of |Δ second moment|, over K.
#[derive(Debug)]
pub(super) struct Companions {
    means: Vec<f64>,
    squares: Vec<f64>,
}

/// A mean over directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    /// Its standard error as the batches tell it: the spread of their means over the root of their number.
    pub(super) error: Option<f64>,
}

impl Companions {
    pub(super) fn new(overlay: &Overlay) -> Self {
        Self { means: overlay.moments(1), squares: overlay.moments(2).into_iter().map(f64::abs).collect() }
    }

    pub(super) fn at(&self, direction: &[f64]) -> [f64; 2] {
        let (mut along, mut sum) = (0.0, 0.0);
        for ((mean, square), x) in self.means.iter().zip(&self.squares).zip(direction) {
            along += mean * x;
            sum += square * x * x;
        }
        [along * along, sum]
    }

    /// The means of the companions over the sphere.
    fn expected(&self) -> [f64; 2] {
        let n_axes = self.means.len() as f64;
        [self.means.iter().map(|mean| mean * mean).sum::<f64>() / n_axes, self.squares.iter().sum::<f64>() / n_axes]
    }

    /// The mean of the distance from independent batches of directions.
    pub(super) fn estimate(&self, batches: &[Vec<Shadow>]) -> Estimate {
        let means = self.means(batches);
        let n_directions: usize = batches.iter().map(Vec::len).sum();
        let total: f64 = means.iter().zip(batches).map(|(mean, batch)| mean * batch.len() as f64).sum();
        let mean = total / n_directions as f64;
        Estimate { mean, error: spread(&means, mean) }
    }

    /// The mean of every batch, corrected with weights that the others tell, so that it stays without bias.
    pub(super) fn means(&self, batches: &[Vec<Shadow>]) -> Vec<f64> {
        (0..batches.len()).map(|batch| self.corrected_mean(batches, batch)).collect()
    }

    fn corrected_mean(&self, batches: &[Vec<Shadow>], batch: usize) -> f64 {
        let others: Vec<Shadow> =
            [&batches[..batch], &batches[batch + 1..]].into_iter().flatten().flatten().copied().collect();
        let weights = if others.len() < FEWEST { [0.0; 2] } else { regression(&others) };
        let [distance, first, second] = mean(&batches[batch]);
        let expected = self.expected();
        distance - weights[0] * (first - expected[0]) - weights[1] * (second - expected[1])
    }
}

fn spread(means: &[f64], centre: f64) -> Option<f64> {
    let n = means.len() as f64;
    let squares: f64 = means.iter().map(|mean| (mean - centre) * (mean - centre)).sum();
    (means.len() > 1).then(|| (squares / (n * (n - 1.0))).sqrt())
}

/// How much larger the error of `n` means is than their spread says.
///
/// Few means tell their own spread badly: (found − true)/spread is Student's t with n − 1 degrees of freedom, whose variance
/// is (n − 1)/(n − 3). Three means or fewer tell too little, and get the factor of four.
pub(super) fn allowance(n: usize) -> f64 {
    let n = n.max(4) as f64;
    ((n - 1.0) / (n - 3.0)).sqrt()
}

fn mean(shadows: &[Shadow]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for shadow in shadows {
        sums[0] += shadow.distance;
        sums[1] += shadow.companions[0];
        sums[2] += shadow.companions[1];
    }
    sums.map(|sum| sum / shadows.len() as f64)
}

/// The weights of the companions by least squares over all directions; a companion that tells nothing new gets none.
fn regression(shadows: &[Shadow]) -> [f64; 2] {
    let [distance, first, second] = mean(shadows);
    let (mut xx, mut xy, mut yy, mut xd, mut yd) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for shadow in shadows {
        let (x, y, d) = (shadow.companions[0] - first, shadow.companions[1] - second, shadow.distance - distance);
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xd += x * d;
        yd += y * d;
    }
    // A companion that is the same in all directions varies by rounding alone.
    let varies = |squares: f64, mean: f64| squares > 1e-20 * mean * mean * shadows.len() as f64;
    let determinant = xx * yy - xy * xy;
    match (varies(xx, first), varies(yy, second)) {
        (true, true) if determinant > 1e-8 * xx * yy => {
            [(yy * xd - xy * yd) / determinant, (xx * yd - xy * xd) / determinant]
        }
        (_, true) => [0.0, yd / yy],
        (true, false) => [xd / xx, 0.0],
        (false, false) => [0.0; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn companions() -> Companions {
        Companions { means: vec![0.3, -0.3, 0.0], squares: vec![0.3, 0.3, 0.0] }
    }

    #[test]
    fn companions_by_hand() {
        // θ = (0.6, 0, 0.8): (0.3·0.6)², 0.3·0.36; means 0.18/3, 0.6/3.
        let [first, second] = companions().at(&[0.6, 0.0, 0.8]);
        assert_close(first, 0.0324);
        assert_close(second, 0.108);
        assert_close(companions().expected()[0], 0.06);
        assert_close(companions().expected()[1], 0.2);
    }

    #[test]
    fn what_the_companions_tell_is_known_exactly() {
        let shadow = |index: usize| {
            let (x, y) = ((index * 37 % 101) as f64, (index * 59 % 103) as f64);
            Shadow { distance: 1.0 + 2.0 * x - 0.5 * y, companions: [x, y] }
        };
        let batches: Vec<Vec<Shadow>> =
            (0..4).map(|batch| (0..30).map(|index| shadow(batch * 30 + index)).collect()).collect();
        let estimate = companions().estimate(&batches);
        assert_close(estimate.mean, 1.0 + 2.0 * 0.06 - 0.5 * 0.2);
        assert!(estimate.error.unwrap() < 1e-10);
    }

    #[test]
    fn companions_that_repeat_each_other_do_no_harm() {
        let shadow = |index: usize| Shadow { distance: index as f64, companions: [2.0 * index as f64, index as f64] };
        assert_eq!(regression(&(0..10).map(shadow).collect::<Vec<_>>()), [0.0, 1.0]);
        let noisy =
            |index: usize| Shadow { distance: index as f64, companions: [0.1 + (index % 2) as f64 * 1e-16, 0.0] };
        assert_eq!(regression(&(0..10).map(noisy).collect::<Vec<_>>()), [0.0; 2]);
        let flat = Shadow { distance: 1.0, companions: [0.0; 2] };
        assert_eq!(regression(&[flat; 10]), [0.0; 2]);
    }

    #[test]
    fn eight_batches_know_their_spread_to_a_fifth() {
        // Student's t with 7 degrees of freedom has variance 7/5.
        assert_close(allowance(8), 1.4f64.sqrt());
        assert_close(allowance(2), 3f64.sqrt());
    }

    #[test]
    fn one_batch_knows_no_error() {
        let shadow = Shadow { distance: 1.0, companions: [0.0; 2] };
        assert_eq!(companions().estimate(&[vec![shadow]]), Estimate { mean: 1.0, error: None });
    }
}
