//! Points sampled from the densities of two distributions, and their shadows.

use rand::Rng;
use rayon::prelude::*;

use super::normal;
use crate::extractor::Distribution;

/// Distributions of points sampled from densities, an atom and normal noise in every coordinate for each point.
///
/// Draws that share their random numbers share the noise, which is then kept and projected once.
#[derive(Debug)]
pub(super) struct Sample {
    bandwidth: f64,
    noises: Vec<Vec<f64>>,
    draws: Vec<Draw>,
}

/// The atoms that the points of one draw belong to, by axis and value, and the index of their noise.
#[derive(Debug)]
struct Draw {
    atoms: Vec<(u16, f64)>,
    noise: usize,
}

impl Sample {
    /// Samples `n_draws` distributions from the first density, then as many from the second.
    ///
    /// `shared` says whether draw i of the second sees the random numbers of draw i of the first.
    pub(super) fn new<R: Rng>(
        distributions: [&Distribution; 2],
        n_draws: usize,
        n_points: usize,
        bandwidth: f64,
        shared: bool,
        stream: impl Fn(u64) -> R + Sync,
    ) -> Self {
        let n_axes = distributions[0].n_axes();
        let n_noises = if shared { n_draws } else { 2 * n_draws };
        let numbers = |index: usize| {
            let mut random = stream(index as u64);
            let uniforms: Vec<f64> = (0..n_points).map(|_| uniform(&mut random)).collect();
            let noise: Vec<f64> = (0..n_points * n_axes).map(|_| standard_normal(&mut random)).collect();
            (uniforms, noise)
        };
        let (uniforms, noises): (Vec<_>, Vec<_>) = (0..n_noises).into_par_iter().map(numbers).unzip();
        let draw = |index: usize| {
            let noise = index % n_noises;
            Draw { atoms: atoms(distributions[index / n_draws], &uniforms[noise]), noise }
        };
        Self { bandwidth, draws: (0..2 * n_draws).map(draw).collect(), noises }
    }

    /// The points of every draw projected in a direction, in ascending order.
    pub(super) fn shadows(&self, direction: &[f64]) -> Vec<Vec<f64>> {
        let along = |point: &[f64]| point.iter().zip(direction).map(|(x, y)| x * y).sum::<f64>() * self.bandwidth;
        let project = |noise: &Vec<f64>| noise.chunks_exact(direction.len()).map(along).collect();
        let noises: Vec<Vec<f64>> = self.noises.iter().map(project).collect();
        self.draws.iter().map(|draw| draw.shadow(direction, &noises[draw.noise])).collect()
    }
}

impl Draw {
    fn shadow(&self, direction: &[f64], noise: &[f64]) -> Vec<f64> {
        let place = |(&(axis, value), noise): (&(u16, f64), &f64)| value * direction[usize::from(axis)] + noise;
        let mut shadow: Vec<f64> = self.atoms.iter().zip(noise).map(place).collect();
        // In one dimension optimal transport pairs the sorted values, so no solver is needed.
        shadow.sort_unstable_by(f64::total_cmp);
        shadow
    }
}

/// The atom below which each share of the mass lies.
pub(super) fn atoms(distribution: &Distribution, shares: &[f64]) -> Vec<(u16, f64)> {
    let atoms = distribution.atoms();
    let add = |sum: &mut f64, mass: f64| {
        *sum += mass;
        Some(*sum)
    };
    let sums: Vec<f64> = atoms.iter().map(|atom| atom.mass).scan(0.0, add).collect();
    let atom = |share: &f64| &atoms[sums.partition_point(|sum| sum <= share).min(atoms.len() - 1)];
    shares.iter().map(atom).map(|atom| (atom.axis, atom.value)).collect()
}

/// A random number strictly between 0 and 1.
pub(super) fn uniform(random: &mut impl Rng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
}

pub(super) fn standard_normal(random: &mut impl Rng) -> f64 {
    normal::quantile(uniform(random))
}
