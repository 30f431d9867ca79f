//! The squared Wasserstein distance of two mixtures of equal Gaussians on a line, to about 1e-7.

mod kernel;
mod deposit;
mod grid;
mod curve;

use grid::Grid;
use kernel::Kernel;

/// Below this deviation mixtures are told apart from their atoms by less than the rounding.
const NARROWEST: f64 = 1e-12;
/// From this deviation on, mixtures of atoms in [−1, 1] differ from Gaussians by less than the rounding.
const WIDEST: f64 = 100.0;

/// Measures squared Wasserstein distances of mixtures of Gaussians with one common deviation.
#[derive(Debug)]
pub(super) struct Transport {
    bandwidth: f64,
    kernel: Kernel,
}

/// A place on the line with its mass in either mixture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Source {
    pub(super) place: f64,
    pub(super) truth: f64,
    pub(super) pred: f64,
}

/// Memory that one thread uses again and again.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The components of both mixtures, to be filled in by the caller.
    pub(super) sources: Vec<Source>,
    fine: Vec<Source>,
    grid: Grid,
}

impl Transport {
    pub(super) fn new(bandwidth: f64) -> Self {
        Self { bandwidth: bandwidth.max(NARROWEST), kernel: Kernel::new() }
    }

    /// The squared distance of the mixtures in `workspace.sources`, whose masses add up to 1 on both sides.
    ///
    /// O(sources + length), the length being that of the sources' surroundings (7 deviations each) in deviations.
    pub(super) fn squared_distance(&self, workspace: &mut Workspace) -> f64 {
        if self.bandwidth >= WIDEST {
            return gaussian_distance(self.bandwidth, &workspace.sources);
        }
        let node = self.bandwidth / kernel::NODES_PER_DEVIATION;
        workspace.sources.iter_mut().for_each(|source| source.place /= node);
        let is_fine = deposit::deposit(&workspace.sources, &mut workspace.fine);
        workspace.grid.fill(&self.kernel, if is_fine { &workspace.fine } else { &workspace.sources });
        node * node * curve::integrate(&workspace.grid)
    }
}

/// The distance of the two Gaussians with the mixtures' means and variances.
fn gaussian_distance(bandwidth: f64, sources: &[Source]) -> f64 {
    let mut moments = [[0.0; 2]; 2];
    for source in sources {
        for (moment, mass) in moments.iter_mut().zip([source.truth, source.pred]) {
            moment[0] += mass * source.place;
            moment[1] += mass * source.place * source.place;
        }
    }
    let [[mean, square], [other_mean, other_square]] = moments;
    let (variance, other_variance) = (square - mean * mean, other_square - other_mean * other_mean);
    let deviation = |variance: f64| (bandwidth * bandwidth + variance).sqrt();
    let spread = (variance - other_variance) / (deviation(variance) + deviation(other_variance));
    (mean - other_mean) * (mean - other_mean) + spread * spread
}
