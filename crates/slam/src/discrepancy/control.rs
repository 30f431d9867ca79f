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

/// The companions of the squared distance in a direction θ: (θ·Δmean)², and Σ_t |Δ second moment_t|·θ_t².
///
/// A direction has length 1, so their means over the sphere are ‖Δmean‖²/K and Σ_t |Δ second moment_t|/K.
#[derive(Debug)]
pub(super) struct Companions {
    means: Vec<f64>,
    squares: Vec<f64>,
}

/// A mean over directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    /// Its standard error: the spread of the means of batches over the root of their number.
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
        let n_directions: usize = batches.iter().map(Vec::len).sum();
        let weights = if n_directions < FEWEST { [0.0; 2] } else { regression(batches) };
        let expected = self.expected();
        let adjusted = |batch: &Vec<Shadow>| {
            let [distance, first, second] = mean(batch);
            distance - weights[0] * (first - expected[0]) - weights[1] * (second - expected[1])
        };
        let means: Vec<f64> = batches.iter().map(adjusted).collect();
        let total: f64 = means.iter().zip(batches).map(|(mean, batch)| mean * batch.len() as f64).sum();
        let mean = total / n_directions as f64;
        Estimate { mean, error: spread(&means, mean) }
    }
}

fn spread(means: &[f64], centre: f64) -> Option<f64> {
    let n = means.len() as f64;
    let squares: f64 = means.iter().map(|mean| (mean - centre) * (mean - centre)).sum();
    (means.len() > 1).then(|| (squares / (n * (n - 1.0))).sqrt())
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
fn regression(batches: &[Vec<Shadow>]) -> [f64; 2] {
    let all: Vec<Shadow> = batches.iter().flatten().copied().collect();
    let [distance, first, second] = mean(&all);
    let (mut xx, mut xy, mut yy, mut xd, mut yd) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for shadow in &all {
        let (x, y, d) = (shadow.companions[0] - first, shadow.companions[1] - second, shadow.distance - distance);
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xd += x * d;
        yd += y * d;
    }
    let determinant = xx * yy - xy * xy;
    if determinant > 1e-8 * xx * yy {
        [(yy * xd - xy * yd) / determinant, (xx * yd - xy * xd) / determinant]
    } else if yy > 0.0 {
        [0.0, yd / yy]
    } else if xx > 0.0 {
        [xd / xx, 0.0]
    } else {
        [0.0; 2]
    }
}
