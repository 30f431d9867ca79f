//! The median edge length over many tiles, exactly: lengths are counted by the first bits of their squares, then by the next
//! ones of those around the middle, until one is left.

use serde::{Deserialize, Serialize};

use super::codec::record;

/// So many more bits are told apart in every round.
const STEP: u32 = 21;
/// Those that are left out in the first: all but sign, exponent and ten more.
const FIRST: u32 = 42;

/// Squares of lengths that agree in their first bits.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Bin {
    bits: u64,
    n: u64,
    /// The smallest and the largest of them.
    low: f64,
    high: f64,
}
record!(Bin { bits, n, low, high });

/// The edges of a tile, and those lengths that are asked for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Lengths {
    pub(super) n_edges: u64,
    /// Positive lengths. Invariant: by rising bits.
    bins: Vec<Bin>,
}
record!(Lengths { n_edges, bins });

/// What is known of the middle lengths.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Search {
    pub(super) n_edges: u64,
    /// The two middle ones; none before the first round.
    middle: Vec<Middle>,
}
record!(Search { n_edges, middle });

/// What is known of one of the two middle lengths: its square, or its first bits and how many with the same are smaller.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Middle {
    square: Option<f64>,
    bits: u64,
    shift: u32,
    rank: u64,
}
record!(Middle { square, bits, shift, rank });

impl Lengths {
    /// The squares that a search asks for.
    pub(super) fn of(search: &Search, squares: impl Iterator<Item = f64>) -> Self {
        let wanted: Vec<Middle> = search.open().collect();
        let mut lengths = Self::default();
        let mut found: Vec<(u64, f64)> = Vec::new();
        for square in squares {
            lengths.n_edges += 1;
            let bits = square.to_bits();
            if search.middle.is_empty() {
                if square > 0.0 {
                    found.push((bits >> FIRST, square));
                }
            } else if let Some(middle) = wanted.iter().find(|middle| bits >> middle.shift == middle.bits) {
                found.push((bits >> middle.shift.saturating_sub(STEP), square));
            }
        }
        found.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
        let bin =
            |run: &[(u64, f64)]| Bin { bits: run[0].0, n: run.len() as u64, low: run[0].1, high: run[run.len() - 1].1 };
        lengths.bins = found.chunk_by(|a, b| a.0 == b.0).map(bin).collect();
        lengths
    }

    /// Those of two tiles.
    pub(super) fn plus(self, other: Self) -> Self {
        let mut all = self.bins;
        all.extend(other.bins);
        all.sort_by_key(|bin| bin.bits);
        let sum = |run: &[Bin]| Bin {
            bits: run[0].bits,
            n: run.iter().map(|bin| bin.n).sum(),
            low: run.iter().map(|bin| bin.low).fold(f64::INFINITY, f64::min),
            high: run.iter().map(|bin| bin.high).fold(0.0, f64::max),
        };
        let bins = all.chunk_by(|a, b| a.bits == b.bits).map(sum).collect();
        Self { n_edges: self.n_edges + other.n_edges, bins }
    }
}

impl Search {
    fn open(&self) -> impl Iterator<Item = Middle> {
        self.middle.iter().copied().filter(|middle| middle.square.is_none())
    }

    /// Whether the median is known.
    pub(super) fn is_over(&self) -> bool {
        !self.middle.is_empty() && self.open().next().is_none()
    }

    /// The median of the positive lengths: of an even number the mean of the middle two; 0 if there are none.
    pub(super) fn median(&self) -> f64 {
        let root = |place: usize| self.middle.get(place).and_then(|middle| middle.square).unwrap_or(0.0).sqrt();
        0.5 * (root(0) + root(1))
    }

    /// What follows from the answers of all tiles.
    pub(super) fn after(&self, lengths: &Lengths) -> Self {
        if self.middle.is_empty() {
            let n: u64 = lengths.bins.iter().map(|bin| bin.n).sum();
            let ranks = [n.saturating_sub(1) / 2, n / 2];
            let middle = |rank: u64| settle(&lengths.bins, rank, FIRST);
            return Self { n_edges: lengths.n_edges, middle: ranks.map(middle).to_vec() };
        }
        let next = |middle: &Middle| {
            if middle.square.is_some() {
                return *middle;
            }
            let shift = middle.shift.saturating_sub(STEP);
            let low = middle.bits << (middle.shift - shift);
            let high = (middle.bits + 1) << (middle.shift - shift);
            let own: Vec<Bin> = lengths.bins.iter().filter(|bin| low <= bin.bits && bin.bits < high).copied().collect();
            settle(&own, middle.rank, shift)
        };
        Self { n_edges: self.n_edges, middle: self.middle.iter().map(next).collect() }
    }
}

/// The bin that holds a rank, or the value if it holds one only.
fn settle(bins: &[Bin], mut rank: u64, shift: u32) -> Middle {
    for bin in bins {
        if rank < bin.n {
            let square = (bin.low.to_bits() == bin.high.to_bits()).then_some(bin.low);
            return Middle { square, bits: bin.bits, shift, rank };
        }
        rank -= bin.n;
    }
    Middle { square: Some(0.0), ..Middle::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn median(squares: &[f64], size: usize) -> (f64, usize) {
        let (mut search, mut n_rounds) = (Search::default(), 0);
        while !search.is_over() {
            let tiles = squares.chunks(size).map(|tile| Lengths::of(&search, tile.iter().copied()));
            search = search.after(&tiles.fold(Lengths::default(), Lengths::plus));
            n_rounds += 1;
        }
        (search.median(), n_rounds)
    }

    #[test]
    fn the_middle_of_a_list() {
        assert_eq!(median(&[9.0, 1.0, 4.0], 2), (2.0, 1));
        assert_eq!(median(&[16.0, 1.0, 4.0, 81.0], 3), (3.0, 1));
        assert_eq!(median(&[], 1).0, 0.0);
        // Only of those that are positive.
        assert_eq!(
            (median(&[0.0, 0.0, 16.0, 4.0], 2).0, median(&[0.0, 4.0], 2).0, median(&[0.0; 3], 2).0),
            (3.0, 2.0, 0.0)
        );
    }

    #[test]
    fn as_sorting_has_it() {
        let all: [fn(u32) -> f64; 3] = [
            |i| f64::from(i * 7919 % 50_021) + 0.1,
            |i| 1.0 + f64::from(i * 7919 % 50_021) * 1e-15,
            |i| 1.0 + f64::from(i * 7919 % 50_021) * 1e-9,
        ];
        for value in all {
            for n in [20_001, 20_000] {
                let squares: Vec<f64> = (0..n).map(value).collect();
                let mut sorted = squares.clone();
                sorted.sort_unstable_by(f64::total_cmp);
                let roots = [(sorted.len() - 1) / 2, sorted.len() / 2].map(|place| sorted[place].sqrt());
                let (found, n_rounds) = median(&squares, 777);
                assert_eq!(found, 0.5 * (roots[0] + roots[1]));
                assert!(n_rounds <= 3);
            }
        }
    }
}
