//! The spots that the stopwatch is held on: a raw file that others can read too, or a lattice made on the spot.

use std::fs::File;
use std::io::{BufReader, Read};

use slam::{Labeling, Measurements, Pair, Spots};

use crate::parts::Failure;

const N_LABELS: usize = 12;
/// Genes, and how many of them a spot has.
const N_GENES: usize = 1000;
const N_FOUND: usize = 100;

/// The pair in a raw file, or that of `lattice:N`.
pub(crate) fn open(name: &str) -> Result<Pair, Failure> {
    match name.strip_prefix("lattice:") {
        Some(n_spots) => lattice(n_spots.parse()?),
        None => read(BufReader::with_capacity(1 << 20, File::open(name)?)),
    }
}

/// Little-endian: n as u64, then x and y of each spot as f64, then truth and pred of all as u16.
fn read(mut file: impl Read) -> Result<Pair, Failure> {
    let n_spots = u64::from_le_bytes(word(&mut file)?) as usize;
    let numbers = (0..2 * n_spots).map(|_| word(&mut file).map(f64::from_le_bytes));
    let spots = Spots::new(2, numbers.collect::<Result<_, _>>()?)?;
    let mut codes = || (0..n_spots).map(|_| word(&mut file).map(u16::from_le_bytes)).collect::<Result<Vec<_>, _>>();
    let (truth, pred) = (codes()?, codes()?);
    Ok(Pair::new(spots, labeling(truth)?, labeling(pred)?)?)
}

fn word<const N: usize>(file: &mut impl Read) -> std::io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn labeling(codes: impl IntoIterator<Item = u16>) -> slam::Result<Labeling> {
    let names: Vec<String> = (0..=u16::MAX).map(|code| code.to_string()).collect();
    Labeling::from_codes(&names, codes.into_iter().map(i64::from))
}

/// A hexagonal lattice in bands, one spot in nine wrong.
fn lattice(n_spots: usize) -> Result<Pair, Failure> {
    let side = n_spots.isqrt();
    let place = |i: usize| [(i % side) as f64 + 0.5 * (i / side % 2) as f64, (i / side) as f64 * 0.75f64.sqrt()];
    let band = |i: usize| N_LABELS * (i / side) / side;
    let pred = |i: usize| if chance(i, 0) % 9 == 0 { (band(i) + 1) % N_LABELS } else { band(i) };
    let spots = Spots::new(2, (0..side * side).flat_map(place).collect())?;
    let labels = |label: &dyn Fn(usize) -> usize| labeling((0..side * side).map(|i| label(i) as u16));
    Ok(Pair::new(spots, labels(&band)?, labels(&pred)?)?)
}

/// The same pair with a hundred of a thousand genes at every spot, more or fewer of them those of all spots, so that
/// similarities are spread widely.
pub(crate) fn measured(pair: &Pair) -> slam::Result<Pair> {
    let n_spots = pair.n_spots();
    let step = N_GENES / N_FOUND;
    let gene = |spot: usize, place: usize| {
        let number = chance(spot, place);
        let is_common = number % 1024 < chance(spot, N_FOUND) % 1024;
        place * step + if is_common { 0 } else { (number >> 10) as usize % step }
    };
    let columns = (0..n_spots).flat_map(|spot| (0..N_FOUND).map(move |place| gene(spot, place) as u32)).collect();
    let values = (0..n_spots * N_FOUND).map(|index| (1 + chance(index, N_GENES) % 7) as f64).collect();
    let starts = (0..=n_spots).map(|spot| spot * N_FOUND).collect();
    let spots = pair.spots().clone().with_measurements(Measurements::sparse(N_GENES, starts, columns, values)?)?;
    Pair::new(spots, pair.truth().clone(), pair.pred().clone())
}

/// A number that looks random, the same every time.
fn chance(one: usize, other: usize) -> u64 {
    let mixed = (one as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (other as u64).wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 29)
}
