//! The discrepancy of the densities themselves, without sampling a single point.

use super::control::{ControlVariates, Estimate, Projection, allowance};
use super::directions::{self, N_BATCHES, Sphere, Task};
use super::overlay::Overlay;
use super::thinned::Thinned;
use super::transport::{Transport, Workspace};
use super::{
    Details, Discrepancy, Estimator, Gamma, Measured, Sliced, check_axes, check_positive, check_projections,
    from_exponent, on_axes,
};
use crate::error::Result;
use crate::extractor::{Distribution, OnAxes};
use crate::observer::{Observer, report};
use crate::parallel::each;

/// The number of directions in the plane.
const N_ANGLES: usize = 64;
/// The number of directions at first and at most, all batches together.
const FEWEST: usize = 256 * N_BATCHES;
const MOST: usize = 2048 * N_BATCHES;
/// The spread of d over batches that is aimed at; [`allowance`] makes of it an error of at most 0.0012.
const PRECISION: f64 = 0.001;
pub(crate) const IMPRECISE: f64 = 0.0012;
/// The number of tasks between two reports.
const TASKS_PER_REPORT: usize = 32;

/// What the sampled estimator tends to as its samples grow: d = 2 − 2·exp(−γ·SW²) of the two densities.
///
/// SW² is the mean, over directions, of the squared Wasserstein distance of two mixtures of Gaussians on a line, each
/// computed by quadrature to 1e-6. Equal distributions have d = 0 exactly. SW² is capped at a bound that it cannot exceed,
/// `Σ_t |p_t − q_t|/K` for edges without weights, so that chance in the directions cannot break that law.
///
/// O(L·(atoms + 1/h)), L directions.
#[derive(Debug, Clone, PartialEq)]
pub struct Exact {
    /// The deviation h of the densities around the attributes; positive.
    pub bandwidth: f64,
    /// The scale γ of the kernel; positive.
    pub gamma: Gamma,
    /// The number of directions, at most 2²⁰; without it, as many as make the standard error of d at most 0.0012, or 16,384.
    pub projections: Option<usize>,
    /// The seed of the directions.
    pub seed: u64,
}

impl Default for Exact {
    fn default() -> Self {
        Self { bandwidth: 0.1, gamma: Gamma::Auto, projections: None, seed: 0 }
    }
}

impl Discrepancy for Exact {
    fn name(&self) -> &'static str {
        "sliced"
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        match (truth, pred) {
            (Distribution::Axes(truth), Distribution::Axes(pred)) => self.on_axes(truth, pred, observer),
            _ => self.anywhere(truth, pred, observer),
        }
    }
}

impl Exact {
    fn on_axes(&self, truth: &OnAxes, pred: &OnAxes, observer: &dyn Observer) -> Result<Measured> {
        self.check(truth, pred)?;
        let overlay = Overlay::new(truth, pred);
        let gamma = self.gamma.value(truth.n_axes());
        if overlay.is_level() {
            return Ok(self.slam(gamma, Estimate { mean: 0.0, error: Some(0.0) }, 0));
        }
        let projector = Projector::new(&overlay, self.bandwidth);
        let (mut estimate, projections) = match truth.n_axes() {
            1 => {
                (Estimate { mean: projector.project(&[1.0], &mut Workspace::default()).distance, error: Some(0.0) }, 1)
            }
            2 => self.plane(&projector),
            _ => self.space(&projector, &overlay.masses(), gamma, observer)?,
        };
        estimate.mean = estimate.mean.clamp(0.0, overlay.bound());
        Ok(self.slam(gamma, estimate, projections))
    }

    fn check(&self, truth: &OnAxes, pred: &OnAxes) -> Result<()> {
        check_positive("bandwidth", self.bandwidth)?;
        check_positive("gamma", self.gamma.value(truth.n_axes()))?;
        check_projections(self.projections.unwrap_or(1))?;
        check_axes(truth, pred)
    }

    pub(super) fn slam(&self, gamma: f64, estimate: Estimate, projections: usize) -> Measured {
        Measured {
            d: from_exponent(gamma * estimate.mean),
            d_se: estimate.error.map(|error| error_of_d(gamma, estimate.mean, error)),
            details: Details::Sliced(Sliced {
                sw2: estimate.mean,
                sw2_se: estimate.error,
                projections,
                gamma: Some(gamma),
                sigma: None,
                bandwidth: self.bandwidth,
                estimator: Estimator::Exact,
            }),
        }
    }

    /// Equal angles; the error is the difference to every other one of them.
    fn plane(&self, projector: &Projector) -> (Estimate, usize) {
        let n_angles = self.projections.unwrap_or(N_ANGLES);
        let directions: Vec<[f64; 2]> = directions::circle(n_angles).collect();
        let distance = |direction: &[f64; 2]| projector.project(direction, &mut Workspace::default()).distance;
        let distances: Vec<f64> = each(&directions, distance);
        let mean = distances.iter().sum::<f64>() / n_angles as f64;
        let half = distances.iter().step_by(2).sum::<f64>() / (n_angles as f64 / 2.0);
        (Estimate { mean, error: (n_angles % 2 == 0).then_some((mean - half).abs()) }, n_angles)
    }

    /// d from every batch of directions alone.
    ///
    /// Given `projections`, batch b has the same directions for all preds, so that the spread of a difference over batches
    /// is its error. On a line, in the plane and for equal distributions there is one batch.
    pub fn by_batch(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Vec<f64>> {
        let means = self.batch_means(truth, pred, observer)?;
        let (axes, _) = on_axes("batches of directions", truth, pred, "there are none elsewhere")?;
        let gamma = self.gamma.value(axes.n_axes());
        Ok(means.iter().map(|sw2| from_exponent(gamma * sw2)).collect())
    }

    /// SW² from every batch of directions alone: independent of each other, and their mean is that of [`Exact::measure`].
    fn batch_means(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Vec<f64>> {
        let (truth, pred) = on_axes("batches of directions", truth, pred, "there are none elsewhere")?;
        self.check(truth, pred)?;
        let overlay = Overlay::new(truth, pred);
        if truth.n_axes() <= 2 || overlay.is_level() {
            return Ok(self.on_axes(truth, pred, observer)?.sliced().map(|sliced| sliced.sw2).into_iter().collect());
        }
        let projector = Projector::new(&overlay, self.bandwidth);
        let batches = self.batches(&projector, &overlay.masses(), self.gamma.value(truth.n_axes()), observer)?;
        Ok(projector.controls.means(&batches))
    }

    fn space(
        &self,
        projector: &Projector,
        masses: &[f64],
        gamma: f64,
        observer: &dyn Observer,
    ) -> Result<(Estimate, usize)> {
        let batches = self.batches(projector, masses, gamma, observer)?;
        let estimate = projector.controls.estimate(&batches);
        let error = estimate.error.map(|error| allowance(batches.len()) * error);
        Ok((Estimate { error, ..estimate }, batches.iter().map(Vec::len).sum()))
    }

    /// Batches of directions, each twice as long as before until they agree.
    fn batches(
        &self,
        projector: &Projector,
        masses: &[f64],
        gamma: f64,
        observer: &dyn Observer,
    ) -> Result<Vec<Vec<Projection>>> {
        let sphere = Sphere::new(self.seed, masses);
        let mut n_directions = self.projections.unwrap_or(FEWEST);
        let mut batches = vec![Vec::new(); n_directions.min(N_BATCHES)];
        loop {
            projector.extend(&sphere, &mut batches, &directions::split(n_directions), observer)?;
            let estimate = projector.controls.estimate(&batches);
            let error = estimate.error.map_or(0.0, |error| error_of_d(gamma, estimate.mean, error));
            if self.projections.is_some() || error <= PRECISION || n_directions >= MOST {
                return Ok(batches);
            }
            n_directions *= 2;
        }
    }
}

/// The standard error of d = 2 − 2·exp(−γ·SW²), given that of SW².
fn error_of_d(gamma: f64, sw2: f64, error: f64) -> f64 {
    2.0 * gamma * libm::exp(-gamma * sw2) * error
}

/// Two distributions, ready to be looked at from any direction.
struct Projector {
    thinned: Thinned,
    transport: Transport,
    controls: ControlVariates,
}

impl Projector {
    fn new(overlay: &Overlay, bandwidth: f64) -> Self {
        let controls = ControlVariates::new(overlay);
        Self { thinned: Thinned::new(overlay, bandwidth), transport: Transport::new(bandwidth), controls }
    }

    fn project(&self, direction: &[f64], workspace: &mut Workspace) -> Projection {
        self.thinned.project(direction, &mut workspace.sources);
        let distance = self.transport.squared_distance(workspace);
        Projection { distance, controls: self.controls.at(direction) }
    }

    fn projected(&self, sphere: &Sphere, task: &Task) -> Vec<Projection> {
        let mut workspace = Workspace::default();
        let mut projected = Vec::with_capacity(task.range.len());
        sphere.visit(task, |direction| projected.push(self.project(direction, &mut workspace)));
        projected
    }

    /// Makes every batch as long as `lengths` says; tasks run in parallel and are put in order.
    fn extend(
        &self,
        sphere: &Sphere,
        batches: &mut [Vec<Projection>],
        lengths: &[usize],
        observer: &dyn Observer,
    ) -> Result<()> {
        let from: Vec<usize> = batches.iter().map(Vec::len).collect();
        let (mut done, total) = (from.iter().sum(), lengths.iter().sum());
        for tasks in directions::tasks(&from, lengths).chunks(TASKS_PER_REPORT) {
            let projected: Vec<Vec<Projection>> = each(tasks, |task| self.projected(sphere, task));
            for (task, projected) in tasks.iter().zip(projected) {
                done += projected.len();
                batches[task.batch].extend(projected);
            }
            report(observer, "discrepancy", done, total)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::standard_normal;
    use super::super::transport::tests::plain_distance;
    use super::*;
    use crate::extractor::Atom;
    use crate::random::stream;
    use rand::Rng;

    /// A distribution of `n_values` atoms on every axis with masses at random, a quarter at the origin.
    fn distribution(n_axes: usize, n_values: usize, seed: u64) -> OnAxes {
        let mut random = stream(seed, 77);
        let masses: Vec<f64> = (0..n_axes * n_values).map(|_| f64::from(1 + random.next_u32() % 100)).collect();
        let total: f64 = masses.iter().sum();
        let atom = |(index, mass): (usize, &f64)| Atom {
            axis: (index / n_values) as u16,
            value: (index % n_values + 1) as f64 / n_values as f64,
            mass: 0.75 * mass / total,
        };
        let origin = Atom { axis: 0, value: 0.0, mass: 0.25 };
        OnAxes::new(n_axes, 100, masses.iter().enumerate().map(atom).chain([origin]).collect()).unwrap()
    }

    /// The mean over plain random directions of plain distances, and its standard error.
    fn restated(overlay: &Overlay, n_axes: usize, n_directions: usize) -> (f64, f64) {
        let distance = |index: usize| {
            let mut random = stream(5, index as u64);
            let mut direction: Vec<f64> = (0..n_axes).map(|_| standard_normal(&mut random)).collect();
            directions::normalize(&mut direction);
            let place = |place: &super::super::overlay::AxisPoint| {
                (direction[usize::from(place.axis)] * place.value, place.truth, place.pred)
            };
            plain_distance(0.1, 8.0, &overlay.axes().flatten().map(place).collect::<Vec<_>>())
        };
        let distances: Vec<f64> = each(0..n_directions, distance);
        let n = n_directions as f64;
        let mean = distances.iter().sum::<f64>() / n;
        let squares: f64 = distances.iter().map(|distance| (distance - mean) * (distance - mean)).sum();
        (mean, (squares / (n * (n - 1.0))).sqrt())
    }

    #[test]
    fn agrees_with_the_plain_restatement() {
        for (n_axes, n_values, n_directions) in [
            (1, 1, 2),
            (1, 40, 2),
            (2, 1, 4000),
            (2, 20, 1000),
            (5, 1, 4000),
            (5, 10, 1000),
            (12, 1, 4000),
            (12, 8, 1000),
        ] {
            let (truth, pred) = (distribution(n_axes, n_values, 1), distribution(n_axes, n_values, 2));
            let (mean, error) = restated(&Overlay::new(&truth, &pred), n_axes, n_directions);
            let slam = Exact::default().on_axes(&truth, &pred, &()).unwrap().sliced().unwrap().clone();
            let tolerance = 3.0 * (error + slam.sw2_se.unwrap()) + 0.005 * mean;
            assert!(
                (slam.sw2 - mean).abs() <= tolerance,
                "K = {n_axes}, {n_values} values: {slam:?}, {mean} ± {error}"
            );
        }
    }

    #[test]
    fn the_plane_is_the_sphere_of_two_axes() {
        let (truth, pred) = (distribution(2, 1, 1), distribution(2, 1, 2));
        let overlay = Overlay::new(&truth, &pred);
        let projector = Projector::new(&overlay, 0.1);
        let plane = Exact::default().on_axes(&truth, &pred, &()).unwrap().sliced().unwrap().clone();
        let exact = Exact { projections: Some(4096), ..Exact::default() };
        let (space, _) = exact.space(&projector, &overlay.masses(), 4.0, &()).unwrap();
        assert!(
            (space.mean - plane.sw2).abs() < 4.0 * space.error.unwrap() + plane.sw2_se.unwrap(),
            "{space:?} {plane:?}"
        );
    }

    #[test]
    fn batches_agree_on_the_mean() {
        for (n_axes, n_batches) in [(1, 1), (2, 1), (4, N_BATCHES)] {
            let (truth, pred) = (distribution(n_axes, 3, 1), distribution(n_axes, 3, 2));
            let means = Exact::default().batch_means(&truth.clone().into(), &pred.clone().into(), &()).unwrap();
            let mean = means.iter().sum::<f64>() / n_batches as f64;
            let slam = Exact::default().on_axes(&truth, &pred, &()).unwrap().sliced().unwrap().clone();
            assert_eq!(means.len(), n_batches);
            assert!((mean - slam.sw2).abs() < 1e-12 * slam.sw2, "{means:?} {slam:?}");
        }
        let level = distribution(4, 3, 1);
        assert_eq!(Exact::default().batch_means(&level.clone().into(), &level.into(), &()).unwrap(), [0.0]);
    }

    #[test]
    fn the_error_of_d_is_its_slope_times_that_of_sw2() {
        // d' = 2γ·exp(−γ·SW²): 8 at SW² = 0, half of that where γ·SW² = ln 2.
        assert_eq!(error_of_d(4.0, 0.0, 0.01), 0.08);
        crate::testing::assert_close(error_of_d(4.0, std::f64::consts::LN_2 / 4.0, 0.01), 0.04);
    }
}
