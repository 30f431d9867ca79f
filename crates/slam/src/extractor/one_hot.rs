//! The paper's attribute of an edge: its kind as a unit vector, scaled by its weight.

use super::{Atom, Distribution, Extractor, LabeledGraph};
use crate::error::Result;
use crate::observer::Observer;
use crate::parallel::each;

/// The number of weighted edges that are counted together.
const CHUNK: usize = 1 << 19;

/// z = w · onehot(kind), kind 0 at the origin.
///
/// Edges with equal z are one atom, so that everything after this step costs what the atoms cost: K + 1 without weights,
/// however many edges. Weights that fall into the same cell of a grid are merged at their mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneHot {
    /// The number of cells between weight 0 and weight 1.
    pub cells: usize,
}

impl Default for OneHot {
    fn default() -> Self {
        Self { cells: 2048 }
    }
}

impl OneHot {
    /// The distribution of edges without weights that are counted by kind.
    pub(crate) fn of_counts(counts: &[f64], n_edges: usize, axes: &[u16]) -> Result<Distribution> {
        Distribution::on_axes(axes.len(), n_edges, atoms(counts, n_edges, axes))
    }
}

impl Extractor for OneHot {
    fn name(&self) -> &'static str {
        "one_hot"
    }

    fn keeps_unmatched(&self) -> bool {
        false
    }

    fn is_in_order(&self) -> bool {
        true
    }

    fn extract(&self, graph: &LabeledGraph<'_>, _observer: &dyn Observer) -> Result<Distribution> {
        let (kinds, axes) = (graph.kinds(), graph.axes());
        let n_labels = axes.len();
        let Some(weights) = graph.weights() else {
            return Distribution::on_axes(n_labels, kinds.len(), unweighted(kinds, axes));
        };
        let cells = self.cells.max(1);
        let bins = |kinds: &[u16], weights: &[f64]| Bins::count(kinds, weights, axes, cells);
        let chunks = kinds.chunks(CHUNK).zip(weights.chunks(CHUNK));
        let chunks: Vec<Bins> = each(chunks, |(kinds, weights)| bins(kinds, weights));
        let mut all = bins(&[], &[]);
        chunks.iter().for_each(|chunk| all.add(chunk));
        let total = kinds.len() as f64;
        let atom = |(place, &[count, sum]): (usize, &[f64; 2])| Atom {
            axis: (place / (cells + 1)) as u16,
            value: sum / count,
            mass: count / total,
        };
        let found = all.places.iter().enumerate().filter(|(_, [count, _])| *count > 0.0);
        let mut atoms: Vec<Atom> = found.map(atom).collect();
        if all.origin > 0.0 {
            atoms.push(Atom { axis: 0, value: 0.0, mass: all.origin / total });
        }
        Distribution::on_axes(n_labels, kinds.len(), atoms)
    }
}

/// The number of edges and the sum of their weights in the cells of every axis; those at the origin come apart.
struct Bins {
    origin: f64,
    places: Vec<[f64; 2]>,
}

impl Bins {
    fn count(kinds: &[u16], weights: &[f64], axes: &[u16], cells: usize) -> Self {
        // Boundaries have cells of their own while they are counted, so that no branch hangs on a kind.
        let rows = std::iter::once(axes.len()).chain(axes.iter().map(|&axis| usize::from(axis)));
        let starts: Vec<usize> = rows.map(|row| row * (cells + 1)).collect();
        let mut places = vec![[0.0; 2]; (axes.len() + 1) * (cells + 1)];
        for (&kind, &weight) in kinds.iter().zip(weights) {
            let [count, sum] = &mut places[starts[usize::from(kind)] + (weight * cells as f64) as u32 as usize];
            *count += 1.0;
            *sum += weight;
        }
        let origin = places.drain(starts[0]..).map(|[count, _]| count).sum();
        Self { origin, places }
    }

    fn add(&mut self, other: &Self) {
        self.origin += other.origin;
        for ([count, sum], [other_count, other_sum]) in self.places.iter_mut().zip(&other.places) {
            *count += other_count;
            *sum += other_sum;
        }
    }
}

/// One atom for each kind that occurs, by axis, the origin last.
fn unweighted(kinds: &[u16], axes: &[u16]) -> Vec<Atom> {
    let count = |chunk: &[u16]| {
        let mut counts = vec![0u32; axes.len() + 1];
        chunk.iter().for_each(|&kind| counts[usize::from(kind)] += 1);
        counts
    };
    let chunks: Vec<Vec<u32>> = each(kinds.chunks(1 << 16), count);
    let count = |kind: usize| chunks.iter().map(|counts| f64::from(counts[kind])).sum::<f64>();
    atoms(&(0..=axes.len()).map(count).collect::<Vec<_>>(), kinds.len(), axes)
}

/// The atoms of edges that are counted by kind.
fn atoms(counts: &[f64], n_edges: usize, axes: &[u16]) -> Vec<Atom> {
    let mass = |kind: usize| counts[kind] / n_edges as f64;
    let inside = |(label, &axis): (usize, &u16)| Atom { axis, value: 1.0, mass: mass(label + 1) };
    let mut atoms: Vec<Atom> = axes.iter().enumerate().map(inside).collect();
    atoms.sort_by_key(|atom| atom.axis);
    atoms.push(Atom { axis: 0, value: 0.0, mass: mass(0) });
    atoms.retain(|atom| atom.mass > 0.0);
    atoms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;

    #[test]
    fn weights_move_edges_along_their_axes_and_take_no_mass() {
        let graph = SpatialGraph::new(5, &[(0, 1), (0, 2), (2, 3), (3, 4)]).unwrap();
        let weights = [0.5, 0.75, 0.25, 0.125];
        let labeled = LabeledGraph::new(&graph, &[0, 0, 0, 1, 1], 2, Some(&weights)).unwrap();
        let found = OneHot { cells: 2 }.extract(&labeled, &()).unwrap();
        // Two edges inside label 0 share the upper cell, one of label 1 lies in its lower one, one is a boundary.
        let atom = |axis, value, mass| Atom { axis, value, mass };
        let atoms = vec![atom(0, 0.625, 0.5), atom(1, 0.125, 0.25), atom(0, 0.0, 0.25)];
        assert_eq!(found, Distribution::on_axes(2, 4, atoms).unwrap());
    }
}
