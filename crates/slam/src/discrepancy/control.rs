//! Control variates: means over directions, made more precise by quantities whose means are known.

use super::overlay::Overlay;

/// Fewer directions than this cannot also tell how the controls run with the distance.
const FEWEST: usize = 64;

/// What is measured in one direction: the squared distance and two control variates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Projection {
    pub(super) distance: f64,
    pub(super) controls: [f64; 2],
}

/// The control variates of the squared distance in a direction θ: (θ·Δmean)², and the sum of |Δ second moment|·θ² over axes.
///
/// A direction has length 1, so their means over the sphere are ‖Δmean‖²/K and the sum of |Δ second moment|, over K.
#[derive(Debug)]
pub(super) struct ControlVariates {
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

impl ControlVariates {
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

    /// The means of the controls over the sphere.
    fn expected(&self) -> [f64; 2] {
        let n_axes = self.means.len() as f64;
        [self.means.iter().map(|mean| mean * mean).sum::<f64>() / n_axes, self.squares.iter().sum::<f64>() / n_axes]
    }

    /// The mean of the distance from independent batches of directions.
    pub(super) fn estimate(&self, batches: &[Vec<Projection>]) -> Estimate {
        let means = self.means(batches);
        let n_directions: usize = batches.iter().map(Vec::len).sum();
        let total: f64 = means.iter().zip(batches).map(|(mean, batch)| mean * batch.len() as f64).sum();
        let mean = total / n_directions as f64;
        Estimate { mean, error: spread(&means, mean) }
    }

    /// The mean of every batch, corrected with weights that the others tell, so that it stays without bias.
    pub(super) fn means(&self, batches: &[Vec<Projection>]) -> Vec<f64> {
        (0..batches.len()).map(|batch| self.corrected_mean(batches, batch)).collect()
    }

    fn corrected_mean(&self, batches: &[Vec<Projection>], batch: usize) -> f64 {
        let others: Vec<Projection> =
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

fn mean(projections: &[Projection]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for projection in projections {
        sums[0] += projection.distance;
        sums[1] += projection.controls[0];
        sums[2] += projection.controls[1];
    }
    sums.map(|sum| sum / projections.len() as f64)
}

/// The weights of the controls by least squares over all directions; a control that tells nothing new gets none.
fn regression(projections: &[Projection]) -> [f64; 2] {
    let [distance, first, second] = mean(projections);
    let (mut xx, mut xy, mut yy, mut xd, mut yd) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for projection in projections {
        let (x, y, d) =
            (projection.controls[0] - first, projection.controls[1] - second, projection.distance - distance);
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xd += x * d;
        yd += y * d;
    }
    // A control that is the same in all directions varies by rounding alone.
    let varies = |squares: f64, mean: f64| squares > 1e-20 * mean * mean * projections.len() as f64;
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

    fn controls() -> ControlVariates {
        ControlVariates { means: vec![0.3, -0.3, 0.0], squares: vec![0.3, 0.3, 0.0] }
    }

    #[test]
    fn controls_by_hand() {
        // θ = (0.6, 0, 0.8): (0.3·0.6)², 0.3·0.36; means 0.18/3, 0.6/3.
        let [first, second] = controls().at(&[0.6, 0.0, 0.8]);
        assert_close(first, 0.0324);
        assert_close(second, 0.108);
        assert_close(controls().expected()[0], 0.06);
        assert_close(controls().expected()[1], 0.2);
    }

    #[test]
    fn what_the_controls_tell_is_known_exactly() {
        let projection = |index: usize| {
            let (x, y) = ((index * 37 % 101) as f64, (index * 59 % 103) as f64);
            Projection { distance: 1.0 + 2.0 * x - 0.5 * y, controls: [x, y] }
        };
        let batches: Vec<Vec<Projection>> =
            (0..4).map(|batch| (0..30).map(|index| projection(batch * 30 + index)).collect()).collect();
        let estimate = controls().estimate(&batches);
        assert_close(estimate.mean, 1.0 + 2.0 * 0.06 - 0.5 * 0.2);
        assert!(estimate.error.unwrap() < 1e-10);
    }

    #[test]
    fn controls_that_repeat_each_other_do_no_harm() {
        let projection =
            |index: usize| Projection { distance: index as f64, controls: [2.0 * index as f64, index as f64] };
        assert_eq!(regression(&(0..10).map(projection).collect::<Vec<_>>()), [0.0, 1.0]);
        let noisy =
            |index: usize| Projection { distance: index as f64, controls: [0.1 + (index % 2) as f64 * 1e-16, 0.0] };
        assert_eq!(regression(&(0..10).map(noisy).collect::<Vec<_>>()), [0.0; 2]);
        let flat = Projection { distance: 1.0, controls: [0.0; 2] };
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
        let projection = Projection { distance: 1.0, controls: [0.0; 2] };
        assert_eq!(controls().estimate(&[vec![projection]]), Estimate { mean: 1.0, error: None });
    }
}
