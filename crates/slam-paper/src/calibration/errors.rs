//! How simulated methods go wrong: errors in discs, errors in smooth fields, and boundaries that are displaced.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::field::Field;
use super::lattice::Lattice;
use super::tissue::Tissue;

/// A model of the errors of a method; all draws from one model are exchangeable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Errors {
    /// Discs of wrong labels of the given radius, in distances between neighbours.
    Discs {
        /// The radius.
        radius: f64,
        /// About the share of spots within discs.
        share: f64,
    },
    /// Discs whose diameter is the given share of the width of the slide.
    Clumps {
        /// The diameter.
        diameter: f64,
    },
    /// Wrong labels where a smooth Gaussian random field is largest.
    Field {
        /// The length of the field, in distances between neighbours.
        length: f64,
    },
    /// Boundaries displaced by a smooth Gaussian random field.
    Displaced {
        /// The length of the field, in distances between neighbours.
        length: f64,
    },
}

/// Discs of a few spots: a sixth of all.
pub(super) const LOCAL: Errors = Errors::Discs { radius: 1.8, share: SHARE };
/// Discs that are a seventh of the slide wide.
pub(super) const CLUMPS: Errors = Errors::Clumps { diameter: 1.0 / 7.0 };

/// The models of the calibration.
pub const ERRORS: [Errors; 8] = [
    LOCAL,
    Errors::Field { length: 2.5 },
    Errors::Field { length: 5.0 },
    Errors::Field { length: 10.0 },
    Errors::Displaced { length: 6.0 },
    Errors::Displaced { length: 15.0 },
    CLUMPS,
    Errors::Clumps { diameter: 0.25 },
];

/// About the share of wrong spots.
const SHARE: f64 = 0.16;
/// A standard normal variable is larger than this with probability 0.2; a sixth of the spots there happen to be right.
const THRESHOLD: f64 = 0.841_621_233_572_914_3;
/// The standard deviation of a displacement along each axis, in distances between neighbours.
const DISPLACEMENT: f64 = 1.5;

impl Errors {
    /// What the model is called in tables.
    pub fn name(self) -> String {
        match self {
            Self::Discs { .. } => "discs of 12 spots".to_owned(),
            Self::Clumps { diameter } => format!("discs of 1/{:.0} of the width", 1.0 / diameter),
            Self::Field { length } => format!("smooth field of length {length}"),
            Self::Displaced { length } => format!("boundaries displaced over {length}"),
        }
    }

    /// A prediction for a truth on a lattice.
    pub(super) fn draw(self, tissue: Tissue, lattice: Lattice, truth: &[usize], random: &mut ChaCha8Rng) -> Vec<usize> {
        let places = lattice.places();
        match self {
            Self::Discs { .. } | Self::Clumps { .. } => self.discs(&places, lattice, truth, random),
            Self::Field { length } => {
                let field = Field::draw(length, random);
                let other = tissue.draw(lattice, random);
                let label = |spot: usize| if field.at(places[spot]) > THRESHOLD { other[spot] } else { truth[spot] };
                (0..truth.len()).map(label).collect()
            }
            Self::Displaced { length } => {
                let [x, y] = [Field::draw(length, random), Field::draw(length, random)];
                let moved =
                    |place: [f64; 2]| [place[0] + DISPLACEMENT * x.at(place), place[1] + DISPLACEMENT * y.at(place)];
                places.iter().map(|&place| truth[lattice.spot_at(moved(place))]).collect()
            }
        }
    }

    /// A truth with discs in which every spot carries one other label.
    pub(super) fn discs(
        self,
        places: &[[f64; 2]],
        lattice: Lattice,
        truth: &[usize],
        random: &mut ChaCha8Rng,
    ) -> Vec<usize> {
        let (radius, share) = match self {
            Self::Discs { radius, share } => (radius, share),
            Self::Clumps { diameter } => (0.5 * diameter * lattice.width(), SHARE),
            Self::Field { .. } | Self::Displaced { .. } => return truth.to_vec(),
        };
        let n_labels = truth.iter().max().map_or(1, |last| last + 1);
        // A disc of radius r on a hexagonal lattice holds about πr²·2/√3 spots.
        let per_disc = std::f64::consts::PI * radius * radius * 2.0 / 3.0_f64.sqrt();
        let expected = -libm::log1p(-share) * places.len() as f64 / per_disc;
        let mut pred = truth.to_vec();
        for _ in 0..poisson(expected, random) {
            let center = places[random.random_range(0..places.len())];
            let label = random.random_range(0..n_labels);
            for (spot, place) in places.iter().enumerate() {
                if libm::hypot(place[0] - center[0], place[1] - center[1]) <= radius {
                    pred[spot] = label;
                }
            }
        }
        pred
    }
}

/// A Poisson variable of the given mean: exponential waiting times are added up.
fn poisson(mean: f64, random: &mut ChaCha8Rng) -> usize {
    let mut waited = 0.0;
    let mut n = 0;
    loop {
        waited -= libm::log(1.0 - random.random::<f64>());
        if waited > mean {
            return n;
        }
        n += 1;
    }
}
