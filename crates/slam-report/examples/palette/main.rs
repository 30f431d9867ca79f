//! Searches the colours of labels: for every number of them those whose two nearest stay farthest apart, for every vision.
//!
//! `cargo run --release -p slam-report --example palette > crates/slam-report/src/html/palette.txt` repeats the search, and
//! `tests/palette.rs` holds what was found to its distances.
//!
//! Wanted are n colours that can be seen on light and on dark ground, the smallest distance in OKLab between any two of
//! them as large as it can be, plain and with any of three deficiencies. Annealing moves one colour at a time; the energy
//! is the sum of a power of 1/distance over pairs and visions, and tends to the smallest distance as the power grows.
//! Plain distances count for less, so that most readers gain what the deficiencies leave free. Of several starts the
//! best is put into an order in which neighbours are far apart, for neighbours in the list are often neighbours on the map.

mod vision;

use vision::{Color, Seen, distances, seen};

const COUNTS: std::ops::RangeInclusive<usize> = 2..=30;
const STARTS: u64 = 12;
const MOVES: usize = 120_000;
/// Plain distances are divided by this before they are compared with those of other visions.
const PLAIN: f64 = 1.3;
/// The powers of 1/distance², one after the other.
const POWERS: [i32; 4] = [3, 8, 20, 60];
/// Lightness in OKLab lies between these for every vision; the grounds of the report have 0.18 and 0.97.
const LIGHTNESS: [f64; 2] = [0.38, 0.90];
/// Chroma in OKLab lies between these: greys stand for what has no match, and neon tires the eye on large areas and does
/// not print. Without the upper end distances would be 5 to 8 % larger from 8 labels on.
const CHROMA: [f64; 2] = [0.05, 0.17];

fn main() {
    let only: Vec<usize> = std::env::args().skip(1).filter_map(|n| n.parse().ok()).collect();
    for n in COUNTS.filter(|n| only.is_empty() || only.contains(n)) {
        let found = (0..STARTS).map(|start| anneal(n, start));
        let best = found.max_by(|a, b| smallest(a).total_cmp(&smallest(b))).unwrap_or_default();
        let ordered = ordered(&best);
        eprintln!("{n}: {:.4}, neighbours {:.4}", smallest(&best), nearest_neighbours(&ordered));
        println!("{}", ordered.iter().map(|patch| hex(patch.color)).collect::<Vec<_>>().join(" "));
    }
}

/// A colour and how it is seen.
#[derive(Clone, Copy)]
struct Patch {
    color: Color,
    seen: Seen,
}

impl Patch {
    fn new(color: Color) -> Self {
        Self { color, seen: seen(color) }
    }

    fn is_fit(&self) -> bool {
        let [_, a, b] = self.seen[0];
        let is_between = |lab: &[f64; 3]| LIGHTNESS[0] <= lab[0] && lab[0] <= LIGHTNESS[1];
        let chroma = (a * a + b * b).sqrt();
        (CHROMA[0]..=CHROMA[1]).contains(&chroma) && self.seen.iter().all(is_between)
    }

    /// The distance for the vision that sees it as smallest.
    fn apart(&self, other: &Self) -> f64 {
        let [plain, protan, deutan, tritan] = distances(&self.seen, &other.seen);
        (plain / PLAIN).min(protan).min(deutan).min(tritan)
    }

    fn energy(&self, other: &Self, power: i32, unit: f64) -> f64 {
        let [plain, others @ ..] = distances(&self.seen, &other.seen);
        let term = |distance: f64| (unit / distance.max(1e-3)).powi(2).powi(power);
        term(plain / PLAIN) + others.into_iter().map(term).sum::<f64>()
    }
}

/// One start: colours at random, then moved one at a time, less and less far.
fn anneal(n: usize, start: u64) -> Vec<Patch> {
    let mut chance = Chance(start.wrapping_mul(1000).wrapping_add(n as u64));
    let mut patches: Vec<Patch> = (0..n).map(|_| chance.patch()).collect();
    let mut best = patches.clone();
    for (phase, &power) in POWERS.iter().enumerate() {
        if phase > 1 {
            patches.clone_from(&best);
        }
        for step in 0..MOVES {
            let cold = 1.0 - step as f64 / MOVES as f64;
            let reach = (90.0 * cold / (1.0 + 3.0 * phase as f64)).max(1.5);
            let place = chance.below(n);
            let moved = chance.near(patches[place].color, reach);
            if !moved.is_fit() {
                continue;
            }
            let unit = smallest_of(&patches, place);
            let energy = |patch: &Patch| {
                let others = patches.iter().enumerate().filter(|(other, _)| *other != place);
                others.map(|(_, other)| patch.energy(other, power, unit)).sum::<f64>()
            };
            let (before, after) = (energy(&patches[place]), energy(&moved));
            let heat = 0.3 * cold * cold / (1.0 + phase as f64);
            if after < before || chance.unit() < ((before - after) / (heat * before).max(1e-12)).exp() {
                patches[place] = moved;
                if phase > 0 && smallest(&patches) > smallest(&best) {
                    best.clone_from(&patches);
                }
            }
        }
    }
    best
}

fn smallest_of(patches: &[Patch], place: usize) -> f64 {
    let others = patches.iter().enumerate().filter(|(other, _)| *other != place);
    others.map(|(_, other)| patches[place].apart(other)).fold(f64::INFINITY, f64::min)
}

fn smallest(patches: &[Patch]) -> f64 {
    (0..patches.len()).map(|place| smallest_of(patches, place)).fold(f64::INFINITY, f64::min)
}

fn nearest_neighbours(patches: &[Patch]) -> f64 {
    patches.windows(2).map(|pair| pair[0].apart(&pair[1])).fold(f64::INFINITY, f64::min)
}

/// The order whose nearest neighbours are farthest apart, by exchanges of two and turned stretches.
fn ordered(patches: &[Patch]) -> Vec<Patch> {
    let mut best = patches.to_vec();
    for start in 0..20 {
        let mut chance = Chance(start);
        let mut order = patches.to_vec();
        (1..order.len()).for_each(|place| order.swap(place, chance.below(place + 1)));
        for _ in 0..20_000 {
            let (a, b) = (chance.below(order.len()), chance.below(order.len()));
            let mut other = order.clone();
            if chance.unit() < 0.5 {
                other.swap(a, b);
            } else {
                other[a.min(b)..=a.max(b)].reverse();
            }
            if strain(&other) <= strain(&order) {
                order = other;
            }
        }
        if nearest_neighbours(&order) > nearest_neighbours(&best) {
            best = order;
        }
    }
    best
}

fn strain(patches: &[Patch]) -> f64 {
    patches.windows(2).map(|pair| (0.1 / pair[0].apart(&pair[1])).powi(12)).sum()
}

fn hex([red, green, blue]: Color) -> String {
    format!("{red:02x}{green:02x}{blue:02x}")
}

/// Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014): the same numbers on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn patch(&mut self) -> Patch {
        loop {
            let patch = Patch::new([0; 3].map(|_: u8| self.below(256) as u8));
            if patch.is_fit() {
                return patch;
            }
        }
    }

    fn near(&mut self, color: Color, reach: f64) -> Patch {
        let moved = color.map(|value| (f64::from(value) + reach * (2.0 * self.unit() - 1.0)).round().clamp(0.0, 255.0));
        Patch::new(moved.map(|value| value as u8))
    }
}
