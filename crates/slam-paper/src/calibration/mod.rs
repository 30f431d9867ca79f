//! Do the procedures of inference keep what they promise? Slides made by the dozen on which the right answer is known.

mod lattice;
mod tissue;
mod field;
mod errors;
mod shifts;
mod intervals;
mod pairs;
mod range;
mod page;
mod donors;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

pub use donors::{Donors, donors};
pub use errors::{ERRORS, Errors};
pub use intervals::{Coverage, coverage};
pub use lattice::{LATTICES, Lattice};
pub use page::table_of;
pub use pairs::{Paired, paired};
pub use range::{RangeRow, ranges};
pub use shifts::{Tested, shifts};
pub use tissue::{TISSUES, Tissue};

/// How much is made of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Pairs of labelings, or slides, of every kind.
    pub trials: usize,
    /// Replicates of each test.
    pub replicates: usize,
}

/// The random numbers of one trial; those of another are others.
fn random(question: u64, tissue: usize, trial: usize) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(question);
    random.set_stream(((tissue as u64) << 32) | trial as u64);
    random
}

/// The share of `true`.
fn share(flags: impl ExactSizeIterator<Item = bool>) -> f64 {
    let n = flags.len() as f64;
    flags.filter(|flag| *flag).count() as f64 / n
}

/// A normal number, by Box and Muller.
fn normal(random: &mut ChaCha8Rng) -> f64 {
    let (u, v) = (1.0 - random.random::<f64>(), random.random::<f64>());
    (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v)
}
