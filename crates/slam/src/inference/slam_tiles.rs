//! SLAM's exponent γ·SW² without each tile, in few directions.

use std::cmp::Ordering;

use super::jackknife::{Jackknife, deletions};
use super::tiles::FINE;
use crate::discrepancy::{Discrepancy, Exact, Gamma};
use crate::error::Result;
use crate::extractor::{Atom, Distribution};

/// The directions of each evaluation: the same for all, so that what few directions get wrong is wrong everywhere alike.
const DIRECTIONS: usize = 64;
/// Weights are merged on a grid of so many cells.
const CELLS: usize = 256;

/// What became of the edges, for SLAM: kinds on both sides, weights, and their tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edges<'a> {
    /// The kind of every edge in the truth.
    pub(crate) truth: &'a [u16],
    /// The kind of every edge in the matched pred.
    pub(crate) pred: &'a [u16],
    /// The weights, 1 where none.
    pub(crate) weights: Option<&'a [f64]>,
    /// The number of labels.
    pub(crate) n_labels: usize,
    /// The fine tile of every edge.
    pub(crate) tiles: &'a [u8],
}

/// The exponent γ·SW² = `exponent` without each tile.
///
/// Ratios to the whole are measured in 64 directions and applied to the exponent, which many more went into.
pub(crate) fn exponent(edges: Edges, exponent: f64, gamma: f64, bandwidth: f64, seed: u64) -> Result<Jackknife> {
    let exact = Exact { bandwidth, gamma: Gamma::Fixed(gamma), projections: Some(DIRECTIONS), seed };
    let axes = edges.axes();
    let (truth, pred) = (Bins::count(&edges, edges.truth, &axes), Bins::count(&edges, edges.pred, &axes));
    let measure = |deleted: std::ops::Range<usize>| -> Result<f64> {
        let slam = exact.measure(&truth.without(&deleted)?, &pred.without(&deleted)?, &())?;
        Ok(gamma * slam.sliced().map_or(0.0, |sliced| sliced.sw2))
    };
    let whole = measure(0..0)?;
    let without: Vec<f64> = deletions().map(measure).collect::<Result<_>>()?;
    let factor = if whole > 0.0 { exponent / whole } else { 1.0 };
    let without = without.into_iter().map(|value| value * factor).collect();
    Ok(Jackknife { whole: exponent, without })
}

impl Edges<'_> {
    /// The axis of every label: sorted by truth mass, pred mass, then by these in every tile, so that names do not matter.
    fn axes(&self) -> Vec<u16> {
        let mut masses = vec![[0.0; 2 * FINE + 2]; self.n_labels + 1];
        for (edge, &tile) in self.tiles.iter().enumerate() {
            let weight = self.weights.map_or(1.0, |weights| weights[edge]);
            for (side, kind) in [self.truth[edge], self.pred[edge]].into_iter().enumerate() {
                let masses = &mut masses[usize::from(kind)];
                masses[side] += weight * weight;
                masses[2 + 2 * usize::from(tile) + side] += weight * weight;
            }
        }
        let mut labels: Vec<usize> = (0..self.n_labels).collect();
        labels.sort_by(|&a, &b| {
            let orders = masses[a + 1].iter().zip(&masses[b + 1]).map(|(a, b)| a.total_cmp(b));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        let mut axes = vec![0; labels.len()];
        labels.iter().enumerate().for_each(|(axis, &label)| axes[label] = axis as u16);
        axes
    }
}

/// Numbers of edges and sums of their weights by tile, axis and cell of weights.
struct Bins {
    n_axes: usize,
    n_cells: usize,
    /// By axis and cell, then by tile; the last row is the origin.
    places: Vec<[[f64; 2]; FINE]>,
}

impl Bins {
    fn count(edges: &Edges, kinds: &[u16], axes: &[u16]) -> Self {
        let n_cells = if edges.weights.is_some() { CELLS + 1 } else { 1 };
        let n_axes = axes.len();
        let mut places = vec![[[0.0; 2]; FINE]; n_axes * n_cells + 1];
        for (edge, (&kind, &tile)) in kinds.iter().zip(edges.tiles).enumerate() {
            let weight = edges.weights.map_or(1.0, |weights| weights[edge]);
            let place = match usize::from(kind).checked_sub(1) {
                Some(label) => usize::from(axes[label]) * n_cells + (weight * (n_cells - 1) as f64) as usize,
                None => n_axes * n_cells,
            };
            let [count, sum] = &mut places[place][usize::from(tile)];
            *count += 1.0;
            *sum += weight;
        }
        Self { n_axes, n_cells, places }
    }

    /// The distribution of the edges outside of some tiles.
    fn without(&self, deleted: &std::ops::Range<usize>) -> Result<Distribution> {
        let left = |place: &[[f64; 2]; FINE]| {
            let kept = (0..FINE).filter(|tile| !deleted.contains(tile));
            kept.fold([0.0; 2], |[count, sum], tile| [count + place[tile][0], sum + place[tile][1]])
        };
        let left: Vec<[f64; 2]> = self.places.iter().map(left).collect();
        let total: f64 = left.iter().map(|[count, _]| count).sum();
        let origin = self.places.len() - 1;
        let atom = |(place, &[count, sum]): (usize, &[f64; 2])| Atom {
            axis: if place == origin { 0 } else { (place / self.n_cells) as u16 },
            value: if place == origin { 0.0 } else { (sum / count).min(1.0) },
            mass: count / total,
        };
        let atoms = left.iter().enumerate().filter(|(_, [count, _])| *count > 0.0).map(atom).collect();
        Distribution::on_axes(self.n_axes, total as usize, atoms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 640 edges of four kinds, twenty to a tile, more of them wrong in later tiles.
    fn kinds() -> (Vec<u16>, Vec<u16>, Vec<u8>) {
        let truth: Vec<u16> = (0..640).map(|edge| edge % 4).collect();
        let wrong = |edge: u16| edge * 7 % 640 < edge / 4;
        let pred = (0..640).map(|edge| if wrong(edge) { 1 } else { edge % 4 }).collect();
        (truth, pred, (0..640).map(|edge| (edge / 20) as u8).collect())
    }

    #[test]
    fn few_directions_tell_the_same_spread() {
        let (truth, pred, tiles) = kinds();
        let edges = Edges { truth: &truth, pred: &pred, weights: None, n_labels: 3, tiles: &tiles };
        let exact = Exact::default();
        let of = |bins: (&Bins, &Bins), deleted| {
            let slam = exact.measure(&bins.0.without(&deleted).unwrap(), &bins.1.without(&deleted).unwrap(), &());
            6.0 * slam.unwrap().sliced().unwrap().sw2
        };
        let (truth_bins, pred_bins) =
            (Bins::count(&edges, &truth, &edges.axes()), Bins::count(&edges, &pred, &edges.axes()));
        let many =
            Jackknife::new(of((&truth_bins, &pred_bins), 0..0), |deleted| of((&truth_bins, &pred_bins), deleted));
        let few = exponent(edges, many.whole, 6.0, 0.1, 0).unwrap();
        assert_eq!(few.whole, many.whole);
        let (a, b) = (few.variance(f64::sqrt).sqrt(), many.variance(f64::sqrt).sqrt());
        assert!((a / b - 1.0).abs() < 0.05, "{a} and {b}");
    }

    #[test]
    fn weights_of_one_change_nothing() {
        let (truth, pred, tiles) = kinds();
        let plain = Edges { truth: &truth, pred: &pred, weights: None, n_labels: 3, tiles: &tiles };
        let ones = vec![1.0; 640];
        let weighted = Edges { weights: Some(&ones), ..plain };
        let [a, b] = [plain, weighted].map(|edges| exponent(edges, 0.3, 6.0, 0.1, 0).unwrap());
        a.without.iter().zip(&b.without).for_each(|(a, b)| assert!((a / b - 1.0).abs() < 1e-6));
    }

    #[test]
    fn nothing_wrong_is_nothing_everywhere() {
        let (truth, _, tiles) = kinds();
        let edges = Edges { truth: &truth, pred: &truth, weights: None, n_labels: 3, tiles: &tiles };
        let found = exponent(edges, 0.0, 6.0, 0.1, 0).unwrap();
        assert!(found.without.iter().all(|&value| value == 0.0));
    }

    #[test]
    fn names_do_not_matter() {
        // Labels 1 and 2 have the same masses on both sides, and lie in different tiles.
        let tiles: Vec<u8> = (0..64).map(|edge| edge / 2).collect();
        let truth: Vec<u16> = (0..64).map(|edge| if edge < 32 { 1 } else { 2 }).collect();
        let pred: Vec<u16> = (0..64).map(|edge| if edge % 8 == 3 { 0 } else { 1 + u16::from(edge >= 32) }).collect();
        let swapped = |kinds: &[u16]| kinds.iter().map(|&kind| [0, 2, 1][usize::from(kind)]).collect::<Vec<u16>>();
        let of = |truth: &[u16], pred: &[u16]| {
            exponent(Edges { truth, pred, weights: None, n_labels: 2, tiles: &tiles }, 0.3, 4.0, 0.1, 0).unwrap()
        };
        assert_eq!(of(&truth, &pred), of(&swapped(&truth), &swapped(&pred)));
    }
}
