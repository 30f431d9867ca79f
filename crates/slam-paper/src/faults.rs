//! The characteristic faults of methods, each a way to name the spots of a cortex.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use slam::{Labeling, Result};

use crate::cortex::{Cortex, LAYERS, LESION, layer};

/// What the expert drew: layers by depth, and the lesion.
pub(crate) fn truth(cortex: &Cortex) -> Vec<&'static str> {
    names(cortex, |spot| at(cortex.depths[spot], cortex.rims[spot]))
}

/// Every boundary lies a row or two too deep, and the lesion a little too small.
pub(crate) fn boundary_shift(cortex: &Cortex) -> Vec<&'static str> {
    names(cortex, |spot| at(cortex.depths[spot] - 0.02, cortex.rims[spot] + 60.0))
}

/// One spot in twelve carries a label drawn at random.
pub(crate) fn salt_and_pepper(cortex: &Cortex) -> Vec<&'static str> {
    let mut random = ChaCha8Rng::seed_from_u64(SALT);
    let mut found = truth(cortex);
    for name in &mut found {
        if random.random_bool(1.0 / 12.0) {
            *name = any_label(&mut random);
        }
    }
    found
}

/// Layer2 and Layer3 are not told apart.
pub(crate) fn layers_merged(cortex: &Cortex) -> Vec<&'static str> {
    renamed(cortex, |name| if name == "Layer2" { "Layer3" } else { name })
}

/// The deep half of Layer5 is taken for a layer of its own.
pub(crate) fn layer_split(cortex: &Cortex) -> Vec<&'static str> {
    let middle = LAYERS[..4].iter().map(|(_, share)| share).sum::<f64>() + 0.5 * LAYERS[4].1;
    let halves = |spot: usize| match at(cortex.depths[spot], cortex.rims[spot]) {
        "Layer5" if cortex.depths[spot] >= middle => "Layer5b",
        name => name,
    };
    names(cortex, halves)
}

/// The lesion is taken for the layers it lies in.
pub(crate) fn lesion_missed(cortex: &Cortex) -> Vec<&'static str> {
    names(cortex, |spot| layer(cortex.depths[spot]))
}

/// Layer3 and Layer5 have exchanged their names: nearly as many edges each, so their kinds are as common as before.
pub(crate) fn layers_swapped(cortex: &Cortex) -> Vec<&'static str> {
    let exchange = |name| match name {
        "Layer3" => "Layer5",
        "Layer5" => "Layer3",
        name => name,
    };
    renamed(cortex, exchange)
}

/// Good layers under the numbers of clusters: boundaries that waver by a spot, and one spot in fifty at random.
pub(crate) fn cluster_numbers(cortex: &Cortex) -> Vec<&'static str> {
    const NUMBERS: [&str; 8] = ["4", "1", "6", "3", "0", "7", "2", "5"];
    let number = |name: &str| LAYERS.iter().position(|(layer, _)| *layer == name).unwrap_or(LAYERS.len());
    let mut random = ChaCha8Rng::seed_from_u64(WAVER);
    names(cortex, |spot| {
        let depth = cortex.depths[spot] + random.random_range(-0.008..0.008);
        let rim = cortex.rims[spot] + random.random_range(-60.0..60.0);
        let name = if random.random_bool(0.02) { any_label(&mut random) } else { at(depth, rim) };
        NUMBERS[number(name)]
    })
}

/// A labeling from one name per spot.
pub(crate) fn labeling(names: &[&str]) -> Result<Labeling> {
    Labeling::from_texts(names)
}

const SALT: u64 = 1;
const WAVER: u64 = 2;

fn at(depth: f64, rim: f64) -> &'static str {
    if rim < 0.0 { LESION } else { layer(depth) }
}

fn any_label(random: &mut ChaCha8Rng) -> &'static str {
    LAYERS.get(random.random_range(0..=LAYERS.len())).map_or(LESION, |(name, _)| name)
}

fn names(cortex: &Cortex, mut name: impl FnMut(usize) -> &'static str) -> Vec<&'static str> {
    (0..cortex.depths.len()).map(&mut name).collect()
}

fn renamed(cortex: &Cortex, rename: impl Fn(&'static str) -> &'static str) -> Vec<&'static str> {
    names(cortex, |spot| rename(at(cortex.depths[spot], cortex.rims[spot])))
}
