//! The directions in which distributions are projected: spread evenly, and the same for every pred.

use std::ops::Range;

use rand::Rng;

use super::normal;
use super::sobol::Sobol;
use crate::random::stream;

/// The number of independent batches of directions in three dimensions and more.
pub(super) const N_BATCHES: usize = 8;
/// The number of directions that are made in one go.
pub(super) const BLOCK: usize = 64;

/// Directions of the plane: equal angles over half a turn, which the other half mirrors.
pub(super) fn circle(n_directions: usize) -> impl Iterator<Item = [f64; 2]> {
    let angle = move |index: usize| std::f64::consts::PI * index as f64 / n_directions as f64;
    (0..n_directions).map(move |index| [libm::cos(angle(index)), libm::sin(angle(index))])
}

/// Endless batches of directions in three dimensions and more.
///
/// Each batch is a scramble of Sobol's sequence of its own, turned normal and then scaled to the sphere: every direction
/// is uniform, those of a batch avoid each other, and batches are independent, so that their spread tells the error.
#[derive(Debug)]
pub(super) struct Sphere {
    seed: u64,
    batches: Vec<Sobol>,
    /// The axis that each coordinate belongs to.
    axes: Vec<usize>,
}

/// Consecutive directions of one batch, within one block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) batch: usize,
    pub(super) range: Range<usize>,
}

impl Sphere {
    /// The directions that descend from a seed; the heaviest axes get the most even coordinates (ties: axis order) where
    /// there are more axes than tabulated coordinates.
    pub(super) fn new(seed: u64, masses: &[f64]) -> Self {
        let sobol = |batch| Sobol::new(masses.len(), &mut stream(seed, batch));
        let batches: Vec<Sobol> = (0..N_BATCHES as u64).map(sobol).collect();
        let mut axes: Vec<usize> = (0..masses.len()).collect();
        if masses.len() > batches[0].n_dimensions() {
            axes.sort_by(|&a, &b| masses[b].total_cmp(&masses[a]));
        }
        Self { seed, batches, axes }
    }

    /// Visits the directions of a task in order.
    pub(super) fn visit(&self, task: &Task, mut visit: impl FnMut(&[f64])) {
        let sobol = &self.batches[task.batch];
        let block = task.range.start / BLOCK;
        let mut random = stream(self.seed, (N_BATCHES + block * N_BATCHES + task.batch) as u64);
        let mut point = sobol.point(task.range.start as u32);
        let mut direction = vec![0.0; self.axes.len()];
        for index in task.range.clone() {
            for (coordinate, &axis) in self.axes.iter().enumerate() {
                let digits = point.get(coordinate).copied().unwrap_or_else(|| random.next_u32());
                direction[axis] = normal::quantile((f64::from(digits) + 0.5) / 4_294_967_296.0);
            }
            normalize(&mut direction);
            visit(&direction);
            sobol.advance(&mut point, index as u32);
        }
    }
}

/// Cuts the directions `from[b]..to[b]` of every batch into tasks, none of which crosses the border of a block.
pub(super) fn tasks(from: &[usize], to: &[usize]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (batch, (&from, &to)) in from.iter().zip(to).enumerate() {
        let mut start = from;
        while start < to {
            let end = to.min((start / BLOCK + 1) * BLOCK);
            tasks.push(Task { batch, range: start..end });
            start = end;
        }
    }
    tasks
}

/// Splits a number of directions over batches, the first ones taking what does not divide.
pub(super) fn split(n_directions: usize) -> Vec<usize> {
    let n_batches = n_directions.min(N_BATCHES);
    (0..n_batches).map(|batch| n_directions / n_batches + usize::from(batch < n_directions % n_batches)).collect()
}

/// Scales a vector to length 1.
pub(super) fn normalize(vector: &mut [f64]) {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.iter_mut().for_each(|x| *x /= length);
}
