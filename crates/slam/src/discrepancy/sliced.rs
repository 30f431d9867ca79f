//! The sliced discrepancy (SLAM's) for distributions of points anywhere in ℝᵐ.

use super::blocks::{SharedPoint, Union};
use super::control::Estimate;
use super::directions::{self, Sphere};
use super::transport::{Source, Transport, Workspace};
use super::{Exact, Measured, check_listed, check_positive};
use crate::error::{Error, Result};
use crate::extractor::Distribution;
use crate::observer::{Observer, report};
use crate::parallel::each;

/// The number of directions where none is asked for.
const N_DIRECTIONS: usize = 1024;
const N_ANGLES: usize = 64;
/// The number of tasks between two reports.
const TASKS_PER_REPORT: usize = 8;
/// Points this many bandwidths apart are more than a grid can hold.
const LONGEST: f64 = 1e6;

impl Exact {
    /// The discrepancy of distributions that lie anywhere: the mean over directions of the squared Wasserstein distance of their
    /// densities on a line. O(L·(points + spread/h)), L directions.
    pub(super) fn anywhere(
        &self,
        truth: &Distribution,
        pred: &Distribution,
        observer: &dyn Observer,
    ) -> Result<Measured> {
        let union = Union::new("sliced", truth, pred)?;
        let gamma = self.gamma.value(union.n_dimensions());
        check_positive("bandwidth", self.bandwidth)?;
        check_positive("gamma", gamma)?;
        check_listed(self.projections.unwrap_or(1), union.n_dimensions())?;
        let longest = union.places.iter().map(SharedPoint::square).fold(0.0, f64::max).sqrt();
        if longest / self.bandwidth > LONGEST {
            let domain = "at least a millionth of how far out points lie";
            return Err(Error::Parameter { name: "bandwidth", domain, value: self.bandwidth });
        }
        if union.is_level() {
            return Ok(self.slam(gamma, Estimate { mean: 0.0, error: Some(0.0) }, 0));
        }
        let view = View { union: &union, transport: Transport::new(self.bandwidth) };
        let (estimate, projections) = match union.n_dimensions() {
            1 => (Estimate { mean: view.distance(&[1.0], &mut Workspace::default()), error: Some(0.0) }, 1),
            2 => {
                let n_angles = self.projections.unwrap_or(N_ANGLES);
                let angles: Vec<[f64; 2]> = directions::circle(n_angles).collect();
                let one = |direction: &[f64; 2]| view.distance(direction, &mut Workspace::default());
                let distances: Vec<f64> = each(&angles, one);
                let mean = distances.iter().sum::<f64>() / n_angles as f64;
                let half = distances.iter().step_by(2).sum::<f64>() / (n_angles as f64 / 2.0);
                (Estimate { mean, error: (n_angles % 2 == 0).then_some((mean - half).abs()) }, n_angles)
            }
            _ => self.in_space(&view, observer)?,
        };
        Ok(self.slam(gamma, Estimate { mean: estimate.mean.max(0.0), ..estimate }, projections))
    }

    fn in_space(&self, view: &View<'_>, observer: &dyn Observer) -> Result<(Estimate, usize)> {
        let n_directions = self.projections.unwrap_or(N_DIRECTIONS);
        // Blocks are in order, and no dimension is heavier than another.
        let sphere = Sphere::new(self.seed, &vec![1.0; view.union.n_dimensions()]);
        let lengths = directions::split(n_directions);
        let tasks = directions::tasks(&vec![0; lengths.len()], &lengths);
        let (mut sums, mut done) = (vec![0.0; lengths.len()], 0);
        for group in tasks.chunks(TASKS_PER_REPORT) {
            let one = |task: &directions::Task| {
                let (mut sum, mut workspace) = (0.0, Workspace::default());
                sphere.visit(task, |direction| sum += view.distance(direction, &mut workspace));
                sum
            };
            let found: Vec<f64> = each(group, one);
            group.iter().zip(found).for_each(|(task, sum)| sums[task.batch] += sum);
            done += group.iter().map(|task| task.range.len()).sum::<usize>();
            report(observer, "discrepancy", done, n_directions)?;
        }
        let means: Vec<f64> = sums.iter().zip(&lengths).map(|(sum, &length)| sum / length as f64).collect();
        let n = means.len() as f64;
        let mean = sums.iter().sum::<f64>() / n_directions as f64;
        let squares: f64 = means.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = (means.len() > 1).then(|| (squares / (n * (n - 1.0))).sqrt());
        Ok((Estimate { mean, error }, n_directions))
    }
}

/// Two distributions, ready to be looked at from any direction.
struct View<'a> {
    union: &'a Union,
    transport: Transport,
}

impl View<'_> {
    fn distance(&self, direction: &[f64], workspace: &mut Workspace) -> f64 {
        let width = self.union.width;
        let source = |place: &SharedPoint| {
            let own = &direction[place.block * width..][..width];
            let at = own.iter().zip(&place.values).map(|(a, b)| a * b).sum();
            Source { place: at, truth: place.truth, pred: place.pred }
        };
        workspace.sources.clear();
        workspace.sources.extend(self.union.places.iter().map(source));
        self.transport.squared_distance(workspace)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Discrepancy;
    use super::*;
    use crate::extractor::{Atom, Point};

    /// The same two distributions, on axes and as blocks of one dimension.
    #[test]
    fn on_axes_it_is_the_same() {
        let masses = [[0.1, 0.3, 0.2, 0.4], [0.3, 0.2, 0.4, 0.1]];
        let axes = masses.map(|masses| {
            let atom = |(axis, &mass): (usize, &f64)| Atom { axis: axis as u16, value: 1.0, mass };
            Distribution::on_axes(4, 10, masses.iter().enumerate().map(atom).collect()).unwrap()
        });
        let blocks = masses.map(|masses| {
            let point = |(block, &mass): (usize, &f64)| Point { block, values: vec![1.0], mass };
            Distribution::in_blocks(4, 1, 10, masses.iter().enumerate().map(point).collect()).unwrap()
        });
        let exact = Exact { projections: Some(8192), ..Exact::default() };
        let [one, other] = [&axes, &blocks].map(|pair| exact.measure(&pair[0], &pair[1], &()).unwrap());
        let error = one.d_se.unwrap() + other.d_se.unwrap();
        assert!((one.d - other.d).abs() < 4.0 * error && error < 0.01, "{one:?} {other:?}");
    }

    #[test]
    fn a_shift_on_a_line_is_its_square() {
        let at = |places: &[f64]| Distribution::dense(1, 2, places, &[0.5, 0.5]).unwrap();
        let found = Exact::default().measure(&at(&[0.0, 1.0]), &at(&[0.25, 1.25]), &()).unwrap();
        let sliced = found.sliced().unwrap();
        assert!((sliced.sw2 - 0.0625).abs() < 1e-6, "{found:?}");
        assert_eq!((sliced.gamma, sliced.projections), (Some(2.0), 1));
    }

    #[test]
    fn a_grid_that_no_memory_holds_is_refused() {
        let at = |place: f64| Distribution::dense(1, 1, &[place], &[1.0]).unwrap();
        let said = Exact::default().measure(&at(0.0), &at(1e9), &()).unwrap_err().to_string();
        assert_eq!(said, "bandwidth must be at least a millionth of how far out points lie, got 0.1");
    }

    #[test]
    fn the_error_is_that_of_the_mean_of_batches() {
        let at = |masses: [f64; 3]| {
            let places = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
            Distribution::dense(3, 10, &places, &masses).unwrap()
        };
        let (truth, pred) = (at([0.7, 0.2, 0.1]), at([0.1, 0.3, 0.6]));
        let n = directions::N_BATCHES;
        let union = Union::new("sliced", &truth, &pred).unwrap();
        let view = View { union: &union, transport: Transport::new(0.1) };
        let sphere = Sphere::new(0, &[1.0; 3]);
        let mut distances = Vec::new();
        for task in directions::tasks(&vec![0; n], &directions::split(n)) {
            sphere.visit(&task, |direction| distances.push(view.distance(direction, &mut Workspace::default())));
        }
        // A batch is one direction here; the variance of a mean is that of one, over their number.
        assert_eq!(distances.len(), n);
        let mean = distances.iter().sum::<f64>() / n as f64;
        let variance = distances.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let found = Exact { projections: Some(n), ..Exact::default() }.measure(&truth, &pred, &()).unwrap();
        let error = found.sliced().unwrap().sw2_se.unwrap();
        assert!((error - (variance / n as f64).sqrt()).abs() < 1e-12 && error > 0.0, "{error} {variance}");
    }
}
