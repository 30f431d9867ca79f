//! Points sampled from the densities of two distributions, and their projections.

use rand::Rng;

use super::normal;
use super::sort::Sorter;
use crate::chunks::chunks;
use crate::extractor::OnAxes;
use crate::parallel::prelude::*;

/// The number of points that are projected together.
const BLOCK: usize = 256;

/// Distributions of points sampled from densities, an atom and normal noise in every coordinate for each point.
///
/// Draws that share their random numbers share the noise, which is then kept and projected once. Points stand in the order of the
/// shares that choose their atoms, so that those of an atom lie together.
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
    runs: Vec<Run>,
    side: usize,
    noise: usize,
}

/// The points up to `end`, from where the run before ends, belong to an atom.
#[derive(Debug)]
struct Run {
    atom: usize,
    end: usize,
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
            let mut shares: Vec<(f64, usize)> = (0..n_points).map(|point| (uniform(&mut random), point)).collect();
            shares.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mut places = vec![0; n_points];
            shares.iter().enumerate().for_each(|(place, &(_, point))| places[point] = place);
            let mut noise = vec![0.0; n_points * n_axes];
            for (place, axis) in places.into_iter().flat_map(|place| (0..n_axes).map(move |axis| (place, axis))) {
                noise[axis * n_points + place] = standard_normal(&mut random);
            }
            (shares.into_iter().map(|(share, _)| share).collect::<Vec<f64>>(), noise)
        };
        let (shares, noises): (Vec<_>, Vec<_>) = (0..n_noises).into_par_iter().map(numbers).unzip();
        let draw = |index: usize| {
            let (noise, side) = (index % n_noises, index / n_draws);
            Draw { runs: runs(&picks(distributions[side], &shares[noise])), side, noise }
        };
        let atoms = |distribution: &OnAxes| distribution.atoms().iter().map(|a| (a.axis, a.value)).collect();
        let atoms = distributions.map(atoms);
        Self { bandwidth, n_points, atoms, draws: (0..2 * n_draws).map(draw).collect(), noises }
    }

    /// Visits, direction by direction, the projected points of one draw after the other, those of each in ascending order.
    ///
    /// Noise is projected in all these directions at a time, because going through it takes longer than what is done with it;
    /// points are visited before those of the next direction take their place.
    pub(super) fn visit_projected(&self, directions: &[Vec<f64>], room: &mut Room, mut visit: impl FnMut(&[f64])) {
        let Room { along, places, sorter, projected } = room;
        along.resize(self.noises.len() * directions.len() * self.n_points, 0.0);
        projected.resize(self.draws.len() * self.n_points, 0.0);
        for (noise, along) in self.noises.iter().zip(along.chunks_exact_mut(directions.len() * self.n_points)) {
            self.project(noise, directions, along);
        }
        for (index, direction) in directions.iter().enumerate() {
            let centre = |&(axis, value): &(u16, f64)| value * direction[usize::from(axis)];
            let centres = self.atoms.each_ref().map(|atoms| atoms.iter().map(centre).collect::<Vec<f64>>());
            for (draw, projected) in self.draws.iter().zip(projected.chunks_exact_mut(self.n_points)) {
                let noise = &along[(draw.noise * directions.len() + index) * self.n_points..][..self.n_points];
                draw.place(&centres[draw.side], noise, places);
                // In one dimension optimal transport pairs the sorted values, so no solver is needed.
                sorter.sort(places, projected);
            }
            visit(projected);
        }
    }

    /// The noise of every point along each direction, added up axis by axis.
    ///
    /// Block by block, so that sums are near at hand until they are complete.
    fn project(&self, noise: &[f64], directions: &[Vec<f64>], along: &mut [f64]) {
        for start in (0..self.n_points).step_by(BLOCK) {
            let block = start..self.n_points.min(start + BLOCK);
            for (direction, along) in directions.iter().zip(along.chunks_exact_mut(self.n_points)) {
                let along = &mut along[block.clone()];
                along.fill(0.0);
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

impl Draw {
    /// The projection of every point, given those of the atoms of its side and of its noise.
    fn place(&self, centres: &[f64], noise: &[f64], places: &mut Vec<f64>) {
        places.resize(noise.len(), 0.0);
        let mut start = 0;
        for &Run { atom, end } in &self.runs {
            let (centre, places) = (centres[atom], &mut places[start..end]);
            places.iter_mut().zip(&noise[start..end]).for_each(|(place, noise)| *place = centre + noise);
            start = end;
        }
    }
}

/// Adds the noise on four axes, one after the other as if they came one by one.
fn add_four(along: &mut [f64], components: &[f64; 4], noises: [&[f64]; 4]) {
    let noises = noises.map(|noise| &noise[..along.len()]);
    for (point, along) in along.iter_mut().enumerate() {
        *along = (0..4).fold(*along, |sum, axis| sum + noises[axis][point] * components[axis]);
    }
}

/// Room for the projected in some directions, kept from one time to the next.
#[derive(Debug, Default)]
pub(super) struct Room {
    along: Vec<f64>,
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

/// The atoms one after the other, each with where its points end.
fn runs(picks: &[u32]) -> Vec<Run> {
    let mut end = 0;
    let run = |points: &[u32]| {
        end += points.len();
        Run { atom: points[0] as usize, end }
    };
    picks.chunk_by(|one, other| one == other).map(run).collect()
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
    fn points_are_where_plain_loops_put_them() {
        let side = |masses: [f64; 3]| {
            let places = [(0, 0.0), (0, 1.0), (1, 0.5)];
            let atoms = places.iter().zip(masses).map(|(&(axis, value), mass)| Atom { axis, value, mass });
            OnAxes::new(2, 100, atoms.collect()).unwrap()
        };
        let sides = [side([0.25, 0.5, 0.25]), side([0.5, 0.25, 0.25])];
        let sample = Sample::new([&sides[0], &sides[1]], 2, 100, 0.1, true, |index| stream(3, index));
        let (directions, mut found) = ([vec![0.6, 0.8], vec![-0.8, 0.6]], Vec::new());
        sample.visit_projected(&directions, &mut Room::default(), |projected| found.extend_from_slice(projected));
        let mut expected = Vec::new();
        for direction in &directions {
            for (side, draw) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                // First the shares of all points, then the noise of one point after the other.
                let mut random = stream(3, draw);
                let shares: Vec<f64> = (0..100).map(|_| uniform(&mut random)).collect();
                let centres =
                    atoms(&sides[side], &shares).into_iter().map(|(axis, value)| value * direction[usize::from(axis)]);
                let mut places: Vec<f64> = centres
                    .map(|centre| {
                        let noise = direction.iter().fold(0.0, |sum, x| sum + standard_normal(&mut random) * x);
                        centre + 0.1 * noise
                    })
                    .collect();
                places.sort_by(f64::total_cmp);
                expected.extend(places);
            }
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn draws_of_equal_sides_are_equal_only_where_they_share_their_noise() {
        let one = OnAxes::new(1, 8, vec![Atom { axis: 0, value: 1.0, mass: 1.0 }]).unwrap();
        for shared in [true, false] {
            let sample = Sample::new([&one, &one], 1, 8, 0.1, shared, |index| stream(0, index));
            let mut room = Room::default();
            sample.visit_projected(&[vec![1.0]], &mut room, |projected| {
                let (truth, pred) = projected.split_at(8);
                assert_eq!(truth == pred, shared, "{truth:?} {pred:?}");
            });
        }
    }
}
