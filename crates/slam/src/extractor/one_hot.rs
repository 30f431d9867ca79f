//! The paper's attribute of an edge: its kind as a unit vector, scaled by its weight.

use rayon::prelude::*;

use super::{AttributedGraph, Extractor};
use crate::error::Result;
use crate::extractor::{Atom, Distribution};

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

impl Extractor for OneHot {
    fn extract(&self, graph: &AttributedGraph<'_>) -> Result<Distribution> {
        let n_labels = graph.axes.len();
        let Some(weights) = graph.weights else {
            return Distribution::new(n_labels, graph.kinds.len(), unweighted(graph.kinds, graph.axes));
        };
        let cells = self.cells.max(1);
        // The cells of each axis hold the number of edges and the sum of their weights; the origin comes apart.
        let (mut origin, mut counts, mut sums) =
            (0u64, vec![0u64; n_labels * (cells + 1)], vec![0.0; n_labels * (cells + 1)]);
        for (edge, &kind) in graph.kinds.iter().enumerate() {
            let Some(label) = usize::from(kind).checked_sub(1) else {
                origin += 1;
                continue;
            };
            let weight = weights[edge];
            let place = usize::from(graph.axes[label]) * (cells + 1) + (weight * cells as f64) as usize;
            counts[place] += 1;
            sums[place] += weight;
        }
        let total = graph.kinds.len() as f64;
        let atom = |place: usize| Atom {
            axis: (place / (cells + 1)) as u16,
            value: sums[place] / counts[place] as f64,
            mass: counts[place] as f64 / total,
        };
        let mut atoms: Vec<Atom> = (0..counts.len()).filter(|&place| counts[place] > 0).map(atom).collect();
        if origin > 0 {
            atoms.push(Atom { axis: 0, value: 0.0, mass: origin as f64 / total });
        }
        Distribution::new(n_labels, graph.kinds.len(), atoms)
    }
}

/// One atom for each kind that occurs, by axis, the origin last.
fn unweighted(kinds: &[u16], axes: &[u16]) -> Vec<Atom> {
    let count = |chunk: &[u16]| {
        let mut counts = vec![0u32; axes.len() + 1];
        chunk.iter().for_each(|&kind| counts[usize::from(kind)] += 1);
        counts
    };
    let chunks: Vec<Vec<u32>> = kinds.par_chunks(1 << 16).map(count).collect();
    let mass = |kind: usize| chunks.iter().map(|counts| f64::from(counts[kind])).sum::<f64>() / kinds.len() as f64;
    let inside = |(label, &axis): (usize, &u16)| Atom { axis, value: 1.0, mass: mass(label + 1) };
    let mut atoms: Vec<Atom> = axes.iter().enumerate().map(inside).collect();
    atoms.sort_by_key(|atom| atom.axis);
    atoms.push(Atom { axis: 0, value: 0.0, mass: mass(0) });
    atoms.retain(|atom| atom.mass > 0.0);
    atoms
}
