//! Tissues by the dozen: places, and labelings that look like tissue and have nothing to do with each other.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use slam::{Labeling, Result, Spots};

use super::lattice::{Lattice, Places};

/// The number of labels of every labeling.
const N_LABELS: usize = 6;

/// A kind of tissue: its outline, and how its labelings look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tissue {
    /// Polygons around random spots, on a rectangle.
    Voronoi,
    /// Wavy layers in a random direction, on a rectangle.
    Layered,
    /// Patches that grew by each spot joining its neighbours, on a rectangle.
    Potts,
    /// Polygons on a tissue with a ragged outline and holes.
    Irregular,
}

/// All kinds.
pub const TISSUES: [Tissue; 4] = [Tissue::Voronoi, Tissue::Layered, Tissue::Potts, Tissue::Irregular];

impl Tissue {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Voronoi => "polygons",
            Self::Layered => "layers",
            Self::Potts => "patches",
            Self::Irregular => "ragged outline",
        }
    }

    /// The positions of its spots: a hexagonal lattice, or what is left of it.
    pub(super) fn places(self, lattice: Lattice) -> Places {
        let is_inside = |place: &[f64; 2]| self != Self::Irregular || is_inside(lattice, place);
        lattice.places().into_iter().filter(is_inside).collect()
    }

    /// One labeling of the places, whatever the others are.
    pub(super) fn draw(self, lattice: Lattice, random: &mut ChaCha8Rng) -> Vec<usize> {
        let places = self.places(lattice);
        match self {
            Self::Voronoi | Self::Irregular => polygons(&places, lattice, random),
            Self::Layered => layers(&places, lattice, random),
            Self::Potts => patches(&places, lattice, random),
        }
    }
}

/// Spots at the given places.
pub(super) fn spots(places: &[[f64; 2]]) -> Result<Spots> {
    Spots::new(2, places.iter().flatten().copied().collect())
}

/// A labeling with numbers for names.
pub(super) fn labeling(labels: &[usize]) -> Result<Labeling> {
    Labeling::from_texts(labels.iter().map(|label| format!("label{label}")))
}

/// A ragged disc with two holes.
fn is_inside(lattice: Lattice, place: &[f64; 2]) -> bool {
    let half = lattice.width() / 2.0;
    let (x, y) = (place[0] - half, place[1] - half * 0.75_f64.sqrt());
    let angle = libm::atan2(y, x);
    let reach = half * (0.85 + 0.12 * libm::sin(3.0 * angle) + 0.08 * libm::cos(5.0 * angle));
    let is_hole = libm::hypot(x - 8.0, y - 6.0) < 4.0 || libm::hypot(x + 9.0, y + 3.0) < 3.0;
    libm::hypot(x, y) < reach && !is_hole
}

/// Every place has the number of the nearest of some random places.
///
/// They are drawn all around the slide as well, about so many on it: a pattern that ends with the slide would follow its outline.
pub(super) fn nearest(places: &[[f64; 2]], lattice: Lattice, n_on_slide: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let side = lattice.width();
    let seeds: Vec<[f64; 2]> = (0..4 * n_on_slide)
        .map(|_| [random.random_range(-0.5 * side..1.5 * side), random.random_range(-0.5 * side..1.5 * side)])
        .collect();
    let own = |place: &[f64; 2]| {
        let far = |seed: usize| libm::hypot(place[0] - seeds[seed][0], place[1] - seeds[seed][1]);
        (0..seeds.len()).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap_or(0)
    };
    places.iter().map(own).collect()
}

/// Polygons of random labels.
fn polygons(places: &[[f64; 2]], lattice: Lattice, random: &mut ChaCha8Rng) -> Vec<usize> {
    const POLYGONS: usize = 15;
    let labels: Vec<usize> = (0..4 * POLYGONS).map(|_| random.random_range(0..N_LABELS)).collect();
    nearest(places, lattice, POLYGONS, random).into_iter().map(|seed| labels[seed]).collect()
}

/// Layers of about the same width across a random direction, with waves, wherever the first begins.
fn layers(places: &[[f64; 2]], lattice: Lattice, random: &mut ChaCha8Rng) -> Vec<usize> {
    let turn = random.random_range(0.0..std::f64::consts::TAU);
    let (wave, length, phase) =
        (random.random_range(0.0..3.0), random.random_range(5.0..12.0), random.random_range(0.0..6.0));
    let (sin, cos) = (libm::sin(turn), libm::cos(turn));
    let depth = |place: &[f64; 2]| {
        let (along, across) = (cos * place[0] + sin * place[1], cos * place[1] - sin * place[0]);
        across + wave * libm::sin(along / length + phase)
    };
    let depths: Vec<f64> = places.iter().map(depth).collect();
    let low = depths.iter().copied().fold(f64::MAX, f64::min);
    let width = lattice.width() / N_LABELS as f64;
    let mut cuts = vec![low - width * random.random::<f64>()];
    for _ in 0..2 * N_LABELS {
        cuts.push(cuts[cuts.len() - 1] + width * random.random_range(0.6..1.4));
    }
    depths.iter().map(|&depth| cuts.partition_point(|&cut| cut < depth)).collect()
}

/// Random labels that each join the commonest of their neighbours, again and again.
fn patches(places: &[[f64; 2]], lattice: Lattice, random: &mut ChaCha8Rng) -> Vec<usize> {
    const SWEEPS: usize = 40;
    let mut labels: Vec<usize> = places.iter().map(|_| random.random_range(0..N_LABELS)).collect();
    let near = |a: &[f64; 2], b: &[f64; 2]| libm::hypot(a[0] - b[0], a[1] - b[1]) < 1.6;
    let neighbors: Vec<Vec<usize>> = places
        .iter()
        .enumerate()
        .map(|(spot, place)| {
            // The lattice is written row by row, so that neighbours are never far in the list.
            let others = spot.saturating_sub(2 * lattice.columns)..places.len().min(spot + 2 * lattice.columns);
            others.filter(|&other| other != spot && near(place, &places[other])).collect()
        })
        .collect();
    for _ in 0..SWEEPS * places.len() {
        let spot = random.random_range(0..places.len());
        let mut counts = [0; N_LABELS];
        neighbors[spot].iter().for_each(|&other| counts[labels[other]] += 1);
        let most = counts.iter().max().copied().unwrap_or(0);
        let joined: Vec<usize> = (0..N_LABELS).filter(|&label| counts[label] == most).collect();
        labels[spot] = joined[random.random_range(0..joined.len())];
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::lattice::SQUARE;
    use crate::calibration::random;

    #[test]
    fn labelings_are_smooth_and_of_some_labels() {
        for (kind, tissue) in TISSUES.into_iter().enumerate() {
            let places = tissue.places(SQUARE);
            assert!((1300..=2304).contains(&places.len()), "{}", places.len());
            let labels = tissue.draw(SQUARE, &mut random(1, kind, 0));
            let alike = labels.windows(2).filter(|two| two[0] == two[1]).count() as f64 / labels.len() as f64;
            let mut names = labels.clone();
            names.sort_unstable();
            names.dedup();
            assert!(alike > 0.7 && names.len() > 1, "{} {alike} {names:?}", tissue.name());
        }
    }
}
