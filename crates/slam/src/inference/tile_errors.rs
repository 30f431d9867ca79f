//! How far errors reach: the correlation of the shares of wrong spots in neighbouring tiles.

use super::constants::{GROWTH, LARGEST_CORRELATION, LOCAL_CORRELATION};
use super::tiles::{FINE, Tiling};
use super::undefined::Undefined;

/// The share of wrong spots in every fine tile, of one method or as a difference of two.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TileErrors {
    shares: [f64; FINE],
}

impl TileErrors {
    /// Counts the spots of every tile whose matched label is not that of the truth.
    pub(crate) fn count(truth: &[u16], matched: &[u16], tiles: &[u8]) -> Self {
        let (mut wrong, mut spots) = ([0_u32; FINE], [0_u32; FINE]);
        for ((truth, matched), &tile) in truth.iter().zip(matched).zip(tiles) {
            wrong[usize::from(tile)] += u32::from(truth != matched);
            spots[usize::from(tile)] += 1;
        }
        Self { shares: std::array::from_fn(|tile| f64::from(wrong[tile]) / f64::from(spots[tile].max(1))) }
    }

    /// The difference of two methods on the same tiles.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self { shares: std::array::from_fn(|tile| self.shares[tile] - other.shares[tile]) }
    }

    /// What to multiply variances by because errors reach from tile to tile: 1 for local errors.
    pub(crate) fn inflation(&self, tiling: &Tiling) -> Result<f64, Undefined> {
        self.correlation(&tiling.neighbors).map(inflation)
    }

    /// The mean over neighbouring tiles of the product of deviations from the mean share, divided by their variance.
    ///
    /// Moran, *Notes on continuous stochastic phenomena*, Biometrika 37 (1950).
    fn correlation(&self, neighbors: &[(u8, u8)]) -> Result<f64, Undefined> {
        let is_same = self.shares.iter().all(|&share| share == self.shares[0]);
        match (is_same, self.shares[0]) {
            (true, 0.0) => return Err(Undefined::NoErrors),
            (true, _) => return Err(Undefined::EvenErrors),
            _ => {}
        }
        let mean = self.shares.iter().sum::<f64>() / FINE as f64;
        let deviation = |tile: u8| self.shares[usize::from(tile)] - mean;
        let variance = self.shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / FINE as f64;
        let products = neighbors.iter().map(|&(a, b)| deviation(a) * deviation(b));
        Ok(products.sum::<f64>() / neighbors.len() as f64 / variance)
    }
}

/// 1 + 100·(r − 0.1) for r between 0.1 and 0.3: from 1 for local errors to 21 for errors that reach far.
fn inflation(correlation: f64) -> f64 {
    1.0 + GROWTH * (correlation.clamp(LOCAL_CORRELATION, LARGEST_CORRELATION) - LOCAL_CORRELATION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// Tiles in a row, each next to the one before and the one behind.
    fn row() -> Vec<(u8, u8)> {
        (1..FINE as u8).map(|tile| (tile - 1, tile)).collect()
    }

    fn errors(share: impl Fn(usize) -> f64) -> TileErrors {
        TileErrors { shares: std::array::from_fn(share) }
    }

    #[test]
    fn wrong_spots_are_counted_by_tile() {
        // Two spots to a tile; one of tile 1 and both of tile 2 are wrong.
        let tiles: Vec<u8> = (0..64).map(|spot| spot / 2).collect();
        let mut matched = [5; 64];
        (matched[3], matched[4], matched[5]) = (0, 1, 2);
        let found = TileErrors::count(&[5; 64], &matched, &tiles);
        assert_eq!((found.shares[0], found.shares[1], found.shares[2]), (0.0, 0.5, 1.0));
        assert_eq!(found.minus(&found), errors(|_| 0.0));
    }

    #[test]
    fn correlation_of_tiles_in_a_row_by_hand() {
        // Deviations are ±½: alternating, every product is −¼, the variance ¼. In two halves, one of 31 products is −¼.
        assert_close(errors(|tile| (tile % 2) as f64).correlation(&row()).unwrap(), -1.0);
        assert_close(errors(|tile| (tile / 16) as f64).correlation(&row()).unwrap(), 29.0 / 31.0);
        // A single tile that is wrong: mean 1/32, variance 31/32²; 29 products of 1/32², two of −31/32².
        let single = errors(|tile| f64::from(u8::from(tile == 7)));
        assert_close(single.correlation(&row()).unwrap(), (29.0 - 62.0) / 31.0 / 31.0);
    }

    #[test]
    fn errors_everywhere_alike_tell_nothing() {
        assert_eq!(errors(|_| 0.0).correlation(&row()), Err(Undefined::NoErrors));
        assert_eq!(errors(|_| 0.25).correlation(&row()), Err(Undefined::EvenErrors));
    }

    #[test]
    fn variances_grow_with_the_correlation() {
        assert_eq!([-1.0, 0.0, 0.1].map(inflation), [1.0; 3]);
        assert_close(inflation(0.2), 11.0);
        assert_close(inflation(0.3), 21.0);
        assert_eq!(inflation(0.9), inflation(0.3));
    }
}
