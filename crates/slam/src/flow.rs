//! The flow matrix: what became of the edges of each kind.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::parallel::each;

/// Up to this many cells a chunk of edges is counted densely.
const DENSE_CELLS: usize = 1 << 16;
const CHUNK: usize = 1 << 16;
/// So many chunks are counted side by side: neighbouring edges mostly fall into one cell, where each would wait for the one before.
const LANES: usize = 4;

/// The masses Σw² of edges by truth kind and pred kind; kind 0 is the boundary, kind `t + 1` the inside of label `t`.
///
/// Its margins are the two distributions, its off-diagonal is what is wrong. Flow matrices of slices, tiles or machines
/// add up. Unweighted masses are whole numbers, so neither edge order nor thread count matters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Flow {
    /// The number of kinds, K + 1.
    pub n_kinds: usize,
    /// The number of edges.
    pub n_edges: u64,
    /// The masses of the pairs of kinds that occur: (truth kind, pred kind).
    pub cells: BTreeMap<(u16, u16), f64>,
}

impl Flow {
    /// Counts the edges by kind in one pass; `weights` are those of the edges, 1 where none.
    pub fn count(truth: &[u16], pred: &[u16], weights: Option<&[f64]>, n_kinds: usize) -> Self {
        let edges = Edges { truth, pred, weights };
        let few = |few: usize| Edges::count([0, 1, 2, 3].map(|lane| edges.chunk(LANES * few + lane)), n_kinds);
        let chunks: Vec<[Self; LANES]> = each(0..truth.len().div_ceil(LANES * CHUNK), few);
        let mut flow = Self { n_kinds, ..Self::default() };
        chunks.iter().flatten().for_each(|chunk| flow += chunk);
        flow
    }

    /// The mass of the edges with this truth kind and this pred kind.
    pub fn mass(&self, truth: usize, pred: usize) -> f64 {
        self.cells.get(&(truth as u16, pred as u16)).copied().unwrap_or(0.0)
    }

    /// The mass of each truth kind.
    pub fn truth_margin(&self) -> Vec<f64> {
        let mut margin = vec![0.0; self.n_kinds];
        self.cells.iter().for_each(|(&(truth, _), mass)| margin[usize::from(truth)] += mass);
        margin
    }

    /// The mass of each pred kind.
    pub fn pred_margin(&self) -> Vec<f64> {
        let mut margin = vec![0.0; self.n_kinds];
        self.cells.iter().for_each(|(&(_, pred), mass)| margin[usize::from(pred)] += mass);
        margin
    }

    /// D, the mean over edges of δ = ½‖z⁰ − z¹‖².
    ///
    /// An edge that turned from one label to another counts its mass, one that appeared or vanished half of it.
    pub fn mean_delta(&self) -> f64 {
        let total: f64 = self.cells.iter().map(|(&(truth, pred), mass)| delta(truth, pred) * mass).sum();
        total / self.n_edges as f64
    }

    /// Σ_t |p_t − q_t| over the labels: how far the margins differ, of all edges.
    pub fn margin_difference(&self) -> f64 {
        let (truth, pred) = (self.truth_margin(), self.pred_margin());
        let total: f64 = truth.iter().zip(&pred).skip(1).map(|(p, q)| (p - q).abs()).sum();
        total / self.n_edges as f64
    }

    /// The place of every label on the axes: labels sorted by truth mass, pred mass, mass kept, then as they come.
    ///
    /// Labels with equal margins may change places without any effect on SLAM, so names do not matter.
    pub fn axes(&self) -> Vec<u16> {
        let (truth, pred) = (self.truth_margin(), self.pred_margin());
        let key = |label: usize| [truth[label + 1], pred[label + 1], self.mass(label + 1, label + 1)];
        let mut labels: Vec<usize> = (0..self.n_kinds.saturating_sub(1)).collect();
        labels.sort_by(|&a, &b| {
            let orders = key(a).into_iter().zip(key(b)).map(|(a, b)| a.total_cmp(&b));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        let mut axes = vec![0; labels.len()];
        labels.iter().enumerate().for_each(|(axis, &label)| axes[label] = axis as u16);
        axes
    }
}

impl AddAssign<&Flow> for Flow {
    fn add_assign(&mut self, other: &Flow) {
        self.n_kinds = self.n_kinds.max(other.n_kinds);
        self.n_edges += other.n_edges;
        other.cells.iter().for_each(|(&kinds, mass)| *self.cells.entry(kinds).or_insert(0.0) += mass);
    }
}

/// δ of an edge of weight 1: 1 from label to label, ½ from or to the boundary, 0 if it stayed.
pub(crate) fn delta(truth: u16, pred: u16) -> f64 {
    match (truth == pred, truth != 0 && pred != 0) {
        (true, _) => 0.0,
        (false, true) => 1.0,
        (false, false) => 0.5,
    }
}

/// Some edges: their kinds on both sides and their weights.
#[derive(Debug, Clone, Copy)]
struct Edges<'a> {
    truth: &'a [u16],
    pred: &'a [u16],
    weights: Option<&'a [f64]>,
}

impl Edges<'_> {
    /// The edges of a chunk; there are none behind the last.
    fn chunk(self, number: usize) -> Self {
        let n = self.truth.len();
        let range = n.min(number * CHUNK)..n.min((number + 1) * CHUNK);
        let weights = self.weights.map(|weights| &weights[range.clone()]);
        Self { truth: &self.truth[range.clone()], pred: &self.pred[range], weights }
    }

    /// The first edges, and the others.
    fn split(self, n: usize) -> (Self, Self) {
        let ((truth, more_truth), (pred, more_pred)) = (self.truth.split_at(n), self.pred.split_at(n));
        let (weights, more_weights) = self.weights.map(|weights| weights.split_at(n)).unzip();
        (Self { truth, pred, weights }, Self { truth: more_truth, pred: more_pred, weights: more_weights })
    }

    #[inline]
    fn place(&self, edge: usize, n_kinds: usize) -> usize {
        usize::from(self.truth[edge]) * n_kinds + usize::from(self.pred[edge])
    }

    #[inline]
    fn mass(&self, edge: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[edge] * weights[edge])
    }

    fn count(chunks: [Self; LANES], n_kinds: usize) -> [Flow; LANES] {
        let cells =
            if n_kinds * n_kinds <= DENSE_CELLS { count_dense(&chunks, n_kinds) } else { chunks.map(count_sparse) };
        let mut cells = cells.into_iter();
        chunks.map(|chunk| {
            let cells = cells.next().unwrap_or_default();
            Flow { n_kinds, n_edges: chunk.truth.len() as u64, cells }
        })
    }
}

type Cells = BTreeMap<(u16, u16), f64>;

fn count_dense(chunks: &[Edges<'_>; LANES], n_kinds: usize) -> [Cells; LANES] {
    // What is added to −0.0 makes +0.0 of it at least: a cell without edges differs from one whose edges have no weight.
    let mut dense = vec![[-0.0; LANES]; n_kinds * n_kinds];
    let n_shared = chunks.iter().map(|chunk| chunk.truth.len()).min().unwrap_or(0);
    let shared = chunks.map(|chunk| chunk.split(n_shared).0);
    for edge in 0..n_shared {
        for (lane, chunk) in shared.iter().enumerate() {
            dense[chunk.place(edge, n_kinds)][lane] += chunk.mass(edge);
        }
    }
    for (lane, chunk) in chunks.iter().enumerate() {
        (n_shared..chunk.truth.len()).for_each(|edge| dense[chunk.place(edge, n_kinds)][lane] += chunk.mass(edge));
    }
    let kinds = |place: usize| ((place / n_kinds) as u16, (place % n_kinds) as u16);
    [0, 1, 2, 3].map(|lane| {
        let masses = dense.iter().map(|masses| masses[lane]).enumerate();
        masses.filter(|(_, mass)| mass.is_sign_positive()).map(|(place, mass)| (kinds(place), mass)).collect()
    })
}

fn count_sparse(chunk: Edges<'_>) -> Cells {
    let mut cells = BTreeMap::new();
    for (edge, (&truth, &pred)) in chunk.truth.iter().zip(chunk.pred).enumerate() {
        *cells.entry((truth, pred)).or_insert(0.0) += chunk.mass(edge);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_the_two_histograms() {
        let flow = Flow::count(&[0, 1, 1, 2, 2], &[0, 1, 2, 2, 0], None, 3);
        assert_eq!((flow.truth_margin(), flow.pred_margin()), (vec![1.0, 2.0, 2.0], vec![2.0, 1.0, 2.0]));
        // One edge changed its label (1), one vanished (½), of five.
        assert_eq!(flow.mean_delta(), 1.5 / 5.0);
        assert_eq!(flow.margin_difference(), 1.0 / 5.0);
    }

    #[test]
    fn weights_enter_squared() {
        let flow = Flow::count(&[1, 1], &[1, 0], Some(&[0.5, 0.5]), 2);
        assert_eq!((flow.mass(1, 1), flow.mean_delta()), (0.25, 0.0625));
    }

    #[test]
    fn tiles_add_up() {
        let (truth, pred): (Vec<u16>, Vec<u16>) = (0..1000u16).map(|i| (i % 5, i % 7 % 5)).unzip();
        let mut sum = Flow::count(&truth[..333], &pred[..333], None, 5);
        sum += &Flow::count(&truth[333..], &pred[333..], None, 5);
        assert_eq!(sum, Flow::count(&truth, &pred, None, 5));
    }

    #[test]
    fn chunks_side_by_side_are_chunks_one_after_the_other() {
        // Five chunks and a bit, so that lanes are full, short and empty.
        let n = 5 * CHUNK + 7;
        let kinds = |step: usize| (0..n).map(|edge| (edge / step % 3) as u16).collect::<Vec<u16>>();
        let (truth, pred) = (kinds(5), kinds(7));
        let weights: Vec<f64> = (0..n).map(|edge| (edge % 1009) as f64 / 1009.0).collect();
        let mut expected = [[0.0; 3]; 3];
        for start in (0..n).step_by(CHUNK) {
            let mut cells = [[0.0; 3]; 3];
            for edge in start..n.min(start + CHUNK) {
                cells[usize::from(truth[edge])][usize::from(pred[edge])] += weights[edge] * weights[edge];
            }
            expected.iter_mut().flatten().zip(cells.iter().flatten()).for_each(|(sum, cell)| *sum += cell);
        }
        let flow = Flow::count(&truth, &pred, Some(&weights), 3);
        assert_eq!([0, 1, 2].map(|truth| [0, 1, 2].map(|pred| flow.mass(truth, pred))), expected);
        assert_eq!(flow.n_edges, n as u64);
    }

    #[test]
    fn edges_without_weight_are_edges() {
        let flow = Flow::count(&[1, 1], &[1, 0], Some(&[0.0, 0.5]), 2);
        assert_eq!(flow.cells, BTreeMap::from([((1, 0), 0.25), ((1, 1), 0.0)]));
    }

    #[test]
    fn many_labels_are_counted_sparsely() {
        let kinds: Vec<u16> = (0..2000).collect();
        let flow = Flow::count(&kinds, &kinds, None, 2000);
        assert_eq!((flow.cells.len(), flow.mean_delta()), (2000, 0.0));
    }

    #[test]
    fn axes_follow_the_masses() {
        let flow = Flow::count(&[1, 1, 1, 2, 3, 3], &[1, 1, 1, 2, 3, 3], None, 4);
        assert_eq!(flow.axes(), [2, 0, 1]);
    }
}
