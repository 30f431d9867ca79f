//! Points sampled from the densities of two distributions, and their projections.

use rand::Rng;

use super::normal;
use super::sort::Sorter;
use crate::chunks::chunks;
use crate::extractor::OnAxes;
use crate::parallel::prelude::*;

/// The number of points that are projected together.
const BLOCK: usize = 512;

/// Distributions of points sampled from densities, an atom and normal noise in every coordinate for each point.
///
/// Draws that share their random numbers share the noise, which is then kept and projected once.
#[derive(Debug)]
pub(super) struct Sample {
    bandwidth: f64,
    n_points: usize,
    /// The noise of all points on the first axis, then on the second, and so on.
    noises: Vec<Vec<f64>>,
    /// The axis and value of all atoms of either side.
    atoms: [Vec<(u16, f64)>; 2],
    draws: Vec<Draw>,
}

/// The atoms that the points of one draw belong to, the side that has these atoms, and the index of the noise.
#[derive(Debug)]
struct Draw {
    picks: Vec<u32>,
    side: usize,
    noise: usize,
}

impl Sample {
    /// Samples `n_draws` distributions from the first density, then as many from the second.
    ///
    /// `shared` says whether draw i of the second sees the random numbers of draw i of the first.
    pub(super) fn new<R: Rng>(
        distributions: [&OnAxes; 2],
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
            let (noise, side) = (index % n_noises, index / n_draws);
            Draw { picks: picks(distributions[side], &uniforms[noise]), side, noise }
        };
        let atoms = |distribution: &OnAxes| distribution.atoms().iter().map(|a| (a.axis, a.value)).collect();
        let atoms = distributions.map(atoms);
        Self { bandwidth, n_points, atoms, draws: (0..2 * n_draws).map(draw).collect(), noises }
    }

    /// The points of every draw projected in some directions, in ascending order: for each direction one draw after the
    /// other.
    ///
    /// Several directions at a time, because going through all the noise takes longer than what is done with it.
    pub(super) fn projected<'a>(&self, directions: &[Vec<f64>], room: &'a mut Room) -> &'a [f64] {
        let Room { noise, places, sorter, projected } = room;
        let n_projected = self.draws.len() * self.n_points;
        projected.resize(directions.len() * n_projected, 0.0);
        let centre = |direction: &[f64], &(axis, value): &(u16, f64)| value * direction[usize::from(axis)];
        let centres = |direction: &Vec<f64>| {
            self.atoms.each_ref().map(|atoms| atoms.iter().map(|atom| centre(direction, atom)).collect::<Vec<f64>>())
        };
        let centres: Vec<[Vec<f64>; 2]> = directions.iter().map(centres).collect();
        for (index, all) in self.noises.iter().enumerate() {
            self.project(all, directions, noise);
            let along = noise.chunks_exact(self.n_points).zip(&centres).zip(projected.chunks_exact_mut(n_projected));
            for ((noise, centres), projected) in along {
                let draws = self.draws.iter().zip(projected.chunks_exact_mut(self.n_points));
                for (draw, one) in draws.filter(|(draw, _)| draw.noise == index) {
                    places.clear();
                    let centre = |&pick: &u32| centres[draw.side][pick as usize];
                    places.extend(draw.picks.iter().map(centre).zip(noise).map(|(centre, noise)| centre + noise));
                    // In one dimension optimal transport pairs the sorted values, so no solver is needed.
                    sorter.sort(places, one);
                }
            }
        }
        projected
    }

    /// The noise of every point along each direction, added up axis by axis.
    ///
    /// Block by block, so that sums are near at hand until they are complete.
    fn project(&self, noise: &[f64], directions: &[Vec<f64>], along: &mut Vec<f64>) {
        along.clear();
        along.resize(directions.len() * self.n_points, 0.0);
        for start in (0..self.n_points).step_by(BLOCK) {
            let block = start..self.n_points.min(start + BLOCK);
            for (direction, along) in directions.iter().zip(along.chunks_exact_mut(self.n_points)) {
                let along = &mut along[block.clone()];
                let (fours, rest) = chunks::<4>(direction);
                let (noises, last) = noise.split_at(4 * fours.len() * self.n_points);
                for (four, noises) in fours.iter().zip(noises.chunks_exact(4 * self.n_points)) {
                    let axis = |axis: usize| &noises[axis * self.n_points..][block.clone()];
                    add_four(along, four, [axis(0), axis(1), axis(2), axis(3)]);
                }
                for (component, noise) in rest.iter().zip(last.chunks_exact(self.n_points)) {
                    along.iter_mut().zip(&noise[block.clone()]).for_each(|(along, noise)| *along += noise * component);
                }
                along.iter_mut().for_each(|along| *along *= self.bandwidth);
            }
        }
    }
}

/// Adds the noise on four axes, one after the other as if they came one by one.
fn add_four(along: &mut [f64], components: &[f64; 4], noises: [&[f64]; 4]) {
    let noises = noises.map(|noise| &noise[..along.len()]);
    for (point, along) in along.iter_mut().enumerate() {
        for axis in 0..4 {
            *along += noises[axis][point] * components[axis];
        }
    }
}

/// Room for the projected in some directions, kept from one time to the next.
#[derive(Debug, Default)]
pub(super) struct Room {
    noise: Vec<f64>,
    places: Vec<f64>,
    sorter: Sorter,
    projected: Vec<f64>,
}

/// The axis and value of the atom below which each share of the mass lies.
pub(super) fn atoms(distribution: &OnAxes, shares: &[f64]) -> Vec<(u16, f64)> {
    let atoms = distribution.atoms();
    picks(distribution, shares).into_iter().map(|pick| &atoms[pick as usize]).map(|a| (a.axis, a.value)).collect()
}

/// The atom below which each share of the mass lies.
fn picks(distribution: &OnAxes, shares: &[f64]) -> Vec<u32> {
    let add = |sum: &mut f64, mass: f64| {
        *sum += mass;
        Some(*sum)
    };
    let sums: Vec<f64> = distribution.atoms().iter().map(|atom| atom.mass).scan(0.0, add).collect();
    let pick = |share: &f64| sums.partition_point(|sum| sum <= share).min(sums.len() - 1) as u32;
    shares.iter().map(pick).collect()
}

/// A random number strictly between 0 and 1.
pub(super) fn uniform(random: &mut impl Rng) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
}

pub(super) fn standard_normal(random: &mut impl Rng) -> f64 {
    normal::quantile(uniform(random))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractor::Atom;
    use crate::random::stream;

    #[test]
    fn draws_of_equal_sides_are_equal_only_where_they_share_their_noise() {
        let one = OnAxes::new(1, 8, vec![Atom { axis: 0, value: 1.0, mass: 1.0 }]).unwrap();
        for shared in [true, false] {
            let sample = Sample::new([&one, &one], 1, 8, 0.1, shared, |index| stream(0, index));
            let mut room = Room::default();
            let (truth, pred) = sample.projected(&[vec![1.0]], &mut room).split_at(8);
            assert_eq!(truth == pred, shared, "{truth:?} {pred:?}");
        }
    }
}
