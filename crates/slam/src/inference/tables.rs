//! Numbers of a slide without each of its tiles, from tables that add up.

use super::jackknife::{Jackknife, deletions};
use super::tiles::FINE;
use crate::contingency::{Cell, Contingency};
use crate::flow::delta;
use crate::metrics::external::adjusted_rand_index;
use crate::pair::Pair;

/// The table of a pair's labels as given.
pub(super) fn contingency(pair: &Pair) -> Contingency {
    Contingency::of(pair)
}

/// The adjusted Rand index without each tile of spots. O(n + 40·cells).
pub(crate) fn rand_index(pair: &Pair, tiles: &[u8]) -> Jackknife {
    let whole = contingency(pair);
    let counts = by_tile(&whole, pair, tiles);
    let without = deletions().map(|deleted| {
        let left = |(cell, counts): (&Cell, &[u32; FINE])| {
            let gone: u32 = counts[deleted.clone()].iter().sum();
            Cell { n_spots: cell.n_spots - u64::from(gone), ..*cell }
        };
        let cells = whole.cells.iter().zip(&counts).map(left).collect();
        adjusted_rand_index(&Contingency::from_cells(cells, whole.truth_sizes.len(), whole.pred_sizes.len()))
    });
    Jackknife { whole: adjusted_rand_index(&whole), without: without.collect() }
}

/// How many spots of every tile are in each cell of the whole table.
fn by_tile(whole: &Contingency, pair: &Pair, tiles: &[u8]) -> Vec<[u32; FINE]> {
    let mut counts = vec![[0; FINE]; whole.cells.len()];
    let starts: Vec<usize> =
        (0..=whole.truth_sizes.len()).map(|truth| whole.cells.partition_point(|cell| cell.truth < truth)).collect();
    let labels = pair.truth().codes().iter().zip(pair.pred().codes());
    let mut last = (u16::MAX, u16::MAX, 0);
    for ((&truth, &pred), &tile) in labels.zip(tiles) {
        // Neighbours in a file mostly share their labels.
        if (truth, pred) != (last.0, last.1) {
            let row = &whole.cells[starts[usize::from(truth)]..starts[usize::from(truth) + 1]];
            let place = row.partition_point(|cell| cell.pred < usize::from(pred));
            last = (truth, pred, starts[usize::from(truth)] + place);
        }
        counts[last.2][usize::from(tile)] += 1;
    }
    counts
}

/// D, the mean over edges of δ, without each tile of edges. O(E).
pub(crate) fn mean_delta(truth: &[u16], pred: &[u16], weights: Option<&[f64]>, tiles: &[u8]) -> Jackknife {
    let (mut sums, mut counts) = ([0.0; FINE], [0.0; FINE]);
    for (edge, &tile) in tiles.iter().enumerate() {
        let weight = weights.map_or(1.0, |weights| weights[edge]);
        sums[usize::from(tile)] += delta(truth[edge], pred[edge]) * weight * weight;
        counts[usize::from(tile)] += 1.0;
    }
    let total = |values: &[f64; FINE]| values.iter().sum::<f64>();
    let left = |values: &[f64; FINE], deleted: std::ops::Range<usize>| {
        (0..FINE).filter(|tile| !deleted.contains(tile)).map(|tile| values[tile]).sum::<f64>()
    };
    let without = |deleted: std::ops::Range<usize>| left(&sums, deleted.clone()) / left(&counts, deleted);
    Jackknife::new(total(&sums) / total(&counts), without)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, pair};

    #[test]
    fn a_deleted_tile_is_as_if_it_had_never_been() {
        let (truth, pred) = ("aabbccabcabcaabbccab".repeat(16), "xyxyzzxyzzxyzxxyyzxx".repeat(16));
        let whole = pair(&truth, &pred);
        let tiles: Vec<u8> = (0..320).map(|spot: u32| (spot / 10) as u8).collect();
        let found = rand_index(&whole, &tiles);
        assert_eq!(found.whole, adjusted_rand_index(&contingency(&whole)));
        for (place, deleted) in deletions().enumerate() {
            let pick = |letters: &str| -> String {
                letters
                    .chars()
                    .enumerate()
                    .filter(|(spot, _)| !deleted.contains(&(spot / 10)))
                    .map(|(_, c)| c)
                    .collect()
            };
            let rest = pair(&pick(&truth), &pick(&pred));
            assert_close(found.without[place], adjusted_rand_index(&contingency(&rest)));
        }
    }

    #[test]
    fn mean_delta_by_hand() {
        // 64 edges, two to a tile; only the edges of tiles 0 and 1 are wrong, by 1 and by ½.
        let tiles: Vec<u8> = (0..64).map(|edge| edge / 2).collect();
        let mut pred = vec![1; 64];
        (pred[0], pred[2]) = (2, 0);
        let found = mean_delta(&[1; 64], &pred, None, &tiles);
        assert_close(found.whole, 1.5 / 64.0);
        assert_eq!((found.without[0], found.without[8], found.without[9]), (0.0, 0.5 / 62.0, 1.0 / 62.0));
        let halved = mean_delta(&[1; 64], &pred, Some(&[0.5; 64]), &tiles);
        assert_close(halved.whole, 1.5 / 256.0);
    }
}
