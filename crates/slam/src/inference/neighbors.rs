//! Which tiles are neighbours: the pairs whose centres are nearest.

use super::constants::NEIGHBORING_PAIRS;
use super::tiles::FINE;

/// Distances within this share of the last one count as well, so that ties and rounding do not decide.
const TIE: f64 = 1e-9;

/// The pairs of fine tiles whose centres of spots are nearest: 60 and ties with the last, in the order of tiles.
pub(super) fn nearest_pairs<const D: usize>(points: &[[f64; D]], tiles: &[u8]) -> Vec<(u8, u8)> {
    let centers = centers(points, tiles);
    let squared = |a: usize, b: usize| -> f64 {
        (0..D).map(|axis| (centers[a][axis] - centers[b][axis]) * (centers[a][axis] - centers[b][axis])).sum()
    };
    let mut pairs: Vec<(f64, (u8, u8))> =
        (0..FINE).flat_map(|b| (0..b).map(move |a| (a, b))).map(|(a, b)| (squared(a, b), (a as u8, b as u8))).collect();
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let last = pairs[NEIGHBORING_PAIRS - 1].0 * (1.0 + TIE);
    let near = pairs.into_iter().take_while(|(squared, _)| *squared <= last);
    let mut near: Vec<(u8, u8)> = near.map(|(_, pair)| pair).collect();
    near.sort_unstable();
    near
}

/// The mean position of the spots of each tile, relative to the first spot.
fn centers<const D: usize>(points: &[[f64; D]], tiles: &[u8]) -> [[f64; D]; FINE] {
    let (mut sums, mut counts) = ([[0.0; D]; FINE], [0_u32; FINE]);
    for (point, &tile) in points.iter().zip(tiles) {
        let tile = usize::from(tile);
        counts[tile] += 1;
        (0..D).for_each(|axis| sums[tile][axis] += point[axis] - points[0][axis]);
    }
    std::array::from_fn(|tile| sums[tile].map(|sum| sum / f64::from(counts[tile].max(1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_on_a_grid_by_hand() {
        // One spot to a tile, 8 × 4: 7·4 + 8·3 = 52 pairs at distance 1; the 60th is one of 2·7·3 = 42 diagonals.
        let points: Vec<[f64; 2]> = (0..32).map(|tile| [f64::from(tile % 8), f64::from(tile / 8)]).collect();
        let tiles: Vec<u8> = (0..32).collect();
        let pairs = nearest_pairs(&points, &tiles);
        assert_eq!(pairs.len(), 52 + 42);
        assert!(
            pairs.contains(&(0, 1)) && pairs.contains(&(0, 8)) && pairs.contains(&(0, 9)) && !pairs.contains(&(0, 2))
        );
    }
}
