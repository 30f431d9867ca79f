//! Points sampled from the densities of two distributions, and their shadows.

use rand::Rng;
use rayon::prelude::*;

use super::normal;
use super::sort::Sorter;
use crate::extractor::Distribution;

/// Distributions of points sampled from densities, an atom and normal noise in every coordinate for each point.
///
/// Draws that share their random numbers share the noise, which is then kept and projected once.
#[derive(Debug)]
pub(super) struct Sample {
    bandwidth: f64,
    n_points: usize,
    /// The noise of all points on the first axis, then on the second, and so on.
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
            let mut noise = vec![0.0; n_points * n_axes];
            for (point, axis) in (0..n_points).flat_map(|point| (0..n_axes).map(move |axis| (point, axis))) {
                noise[axis * n_points + point] = standard_normal(&mut random);
            }
            (uniforms, noise)
        };
        let (uniforms, noises): (Vec<_>, Vec<_>) = (0..n_noises).into_par_iter().map(numbers).unzip();
        let draw = |index: usize| {
            let noise = index % n_noises;
            Draw { atoms: atoms(distributions[index / n_draws], &uniforms[noise]), noise }
        };
        Self { bandwidth, n_points, draws: (0..2 * n_draws).map(draw).collect(), noises }
    }

    /// The points of every draw projected in a direction, in ascending order, one draw after the other.
    pub(super) fn shadows<'a>(&self, direction: &[f64], room: &'a mut Room) -> &'a [f64] {
        let Room { noise, places, sorter, shadows } = room;
        shadows.resize(self.draws.len() * self.n_points, 0.0);
        for (index, all) in self.noises.iter().enumerate() {
            self.project(all, direction, noise);
            for (draw, shadow) in self.draws.iter().zip(shadows.chunks_exact_mut(self.n_points)) {
                if draw.noise == index {
                    draw.place(direction, noise, places);
                    // In one dimension optimal transport pairs the sorted values, so no solver is needed.
                    sorter.sort(places, shadow);
                }
            }
        }
        shadows
    }

    /// The noise of every point along a direction, added up axis by axis.
    fn project(&self, noise: &[f64], direction: &[f64], along: &mut Vec<f64>) {
        along.clear();
        along.resize(self.n_points, 0.0);
        for (noise, component) in noise.chunks_exact(self.n_points).zip(direction) {
            along.iter_mut().zip(noise).for_each(|(along, noise)| *along += noise * component);
        }
        along.iter_mut().for_each(|along| *along *= self.bandwidth);
    }
}

/// Room for the shadows in one direction, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Room {
    noise: Vec<f64>,
    places: Vec<f64>,
    sorter: Sorter,
    shadows: Vec<f64>,
}

impl Draw {
    fn place(&self, direction: &[f64], noise: &[f64], places: &mut Vec<f64>) {
        let place = |(&(axis, value), noise): (&(u16, f64), &f64)| value * direction[usize::from(axis)] + noise;
        places.clear();
        places.extend(self.atoms.iter().zip(noise).map(place));
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
