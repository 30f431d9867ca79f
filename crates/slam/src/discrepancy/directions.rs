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

/// A fixed number of directions in any dimension; on a line one is enough.
pub(super) fn list(seed: u64, masses: &[f64], n_directions: usize) -> Vec<Vec<f64>> {
    let mut list = Vec::with_capacity(n_directions);
    match masses.len() {
        1 => list.push(vec![1.0]),
        2 => list.extend(circle(n_directions).map(Vec::from)),
        _ => {
            let sphere = Sphere::new(seed, masses);
            let lengths = split(n_directions);
            for task in tasks(&vec![0; lengths.len()], &lengths) {
                sphere.visit(&task, |direction| list.push(direction.to_vec()));
            }
        }
    }
    list
}

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
        let (mut coordinates, mut direction) = (vec![0.0; self.axes.len()], vec![0.0; self.axes.len()]);
        for index in task.range.clone() {
            for (place, coordinate) in coordinates.iter_mut().enumerate() {
                let digits = point.get(place).copied().unwrap_or_else(|| random.next_u32());
                *coordinate = normal::quantile((f64::from(digits) + 0.5) / 4_294_967_296.0);
            }
            normalize(&mut coordinates);
            self.axes.iter().zip(&coordinates).for_each(|(&axis, coordinate)| direction[axis] = *coordinate);
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
    for x in vector {
        *x /= length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn directions(sphere: &Sphere, batch: usize, range: Range<usize>) -> Vec<Vec<f64>> {
        let mut directions = Vec::new();
        sphere.visit(&Task { batch, range }, |direction| directions.push(direction.to_vec()));
        directions
    }

    #[test]
    fn longer_batches_continue_shorter_ones() {
        let sphere = Sphere::new(3, &[0.1; 40]);
        let whole = directions(&sphere, 2, 64..128);
        assert_eq!(whole[..10], directions(&sphere, 2, 64..74));
        let lengths = |batch: usize| tasks(&[0; 3], &[100, 64, 1])[batch].range.clone();
        assert_eq!([lengths(0), lengths(1), lengths(2), lengths(3)], [0..64, 64..100, 0..64, 0..1]);
    }

    #[test]
    fn moments_of_the_sphere() {
        // On the unit sphere of ℝᴷ the mean of θ_t² is 1/K and that of θ_t⁴ is 3/(K(K + 2)).
        let sphere = Sphere::new(0, &[0.2; 5]);
        let all: Vec<Vec<f64>> =
            (0..16).flat_map(|block| directions(&sphere, 0, block * BLOCK..(block + 1) * BLOCK)).collect();
        for axis in 0..5 {
            let mean =
                |power: i32| all.iter().map(|direction| direction[axis].powi(power)).sum::<f64>() / all.len() as f64;
            assert!((mean(2) - 0.2).abs() < 0.002 && (mean(4) - 3.0 / 35.0).abs() < 0.003, "{} {}", mean(2), mean(4));
        }
        for direction in &all {
            assert_close(direction.iter().map(|x| x * x).sum(), 1.0);
        }
    }

    #[test]
    fn heavy_axes_get_even_coordinates_whatever_their_names() {
        let mut masses = vec![0.0; 50];
        (0..40).for_each(|axis| masses[axis] = 1.0 + axis as f64);
        let first = directions(&Sphere::new(1, &masses), 0, 0..5);
        masses.reverse();
        let mut mirrored = directions(&Sphere::new(1, &masses), 0, 0..5);
        for direction in &mut mirrored {
            direction.reverse();
        }
        // The ten axes without mass are tied, and keep their order.
        first.iter().zip(&mirrored).for_each(|(a, b)| assert_eq!(a[..40], b[..40]));
    }

    #[test]
    fn what_does_not_divide_goes_to_the_first() {
        assert_eq!(split(19), [3, 3, 3, 2, 2, 2, 2, 2]);
        assert_eq!(split(3), [1, 1, 1]);
    }
}
