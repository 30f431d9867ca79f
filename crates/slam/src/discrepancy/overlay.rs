//! Two distributions laid over each other, atom by atom.

use super::lagrange;
use super::transport::Source;
use crate::extractor::{Atom, Distribution};

/// How many nodes per bandwidth stand for the atoms of a crowded axis.
const NODES_PER_BANDWIDTH: f64 = 6.0;

/// The atoms of two distributions, with the mass of either.
#[derive(Debug, Clone)]
pub(super) struct Overlay {
    n_axes: usize,
    /// Invariant: by axis.
    places: Vec<Place>,
}

/// The point `value · e_axis` with its mass in either distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    axis: u16,
    value: f64,
    truth: f64,
    pred: f64,
}

impl Overlay {
    /// Lays two distributions on the same axes over each other, both masses made to add up to 1.
    pub(super) fn new(truth: &Distribution, pred: &Distribution) -> Self {
        let total = |distribution: &Distribution| distribution.atoms().iter().map(|atom| atom.mass).sum::<f64>();
        let (truth_total, pred_total) = (total(truth), total(pred));
        let of_truth =
            |atom: &Atom| Place { axis: atom.axis, value: atom.value, truth: atom.mass / truth_total, pred: 0.0 };
        let of_pred =
            |atom: &Atom| Place { axis: atom.axis, value: atom.value, truth: 0.0, pred: atom.mass / pred_total };
        let mut places: Vec<Place> =
            truth.atoms().iter().map(of_truth).chain(pred.atoms().iter().map(of_pred)).collect();
        places.sort_by(|a, b| a.axis.cmp(&b.axis).then(a.value.total_cmp(&b.value)));
        places.dedup_by(|next, kept| {
            let same = next.axis == kept.axis && next.value == kept.value;
            if same {
                kept.truth += next.truth;
                kept.pred += next.pred;
            }
            same
        });
        Self { n_axes: truth.n_axes(), places }
    }

    /// Whether the two distributions are the same.
    pub(super) fn is_level(&self) -> bool {
        self.places.iter().all(|place| place.truth == place.pred)
    }

    /// What the squared sliced distance cannot exceed: Σ |p − q|·value² / K over the atoms.
    ///
    /// What both have in common may stay where it is, and no two atoms form an obtuse angle with the origin, so moving the
    /// rest costs no more than moving it by way of the origin.
    pub(super) fn bound(&self) -> f64 {
        let moved = |place: &Place| (place.truth - place.pred).abs() * place.value * place.value;
        self.places.iter().map(moved).sum::<f64>() / self.n_axes as f64
    }

    /// The difference of the moments of the given order, truth minus pred, along each axis.
    pub(super) fn moments(&self, order: i32) -> Vec<f64> {
        let mut moments = vec![0.0; self.n_axes];
        for place in &self.places {
            moments[usize::from(place.axis)] += (place.truth - place.pred) * place.value.powi(order);
        }
        moments
    }

    /// The mass of both distributions along each axis, the origin left out.
    pub(super) fn masses(&self) -> Vec<f64> {
        let mut masses = vec![0.0; self.n_axes];
        for place in self.places.iter().filter(|place| place.value > 0.0) {
            masses[usize::from(place.axis)] += place.truth + place.pred;
        }
        masses
    }

    /// The shadow of all atoms in a direction.
    pub(super) fn project(&self, direction: &[f64], sources: &mut Vec<Source>) {
        sources.clear();
        sources.extend(self.places.iter().map(|place| Source {
            place: direction[usize::from(place.axis)] * place.value,
            truth: place.truth,
            pred: place.pred,
        }));
    }

    /// The same with the atoms of every crowded axis spread over nodes a sixth of the bandwidth apart.
    ///
    /// Densities of that bandwidth change by less than 1e-6 of their size, and keep their first five moments.
    pub(super) fn thinned(&self, bandwidth: f64) -> Self {
        let node = bandwidth / NODES_PER_BANDWIDTH;
        let n_nodes = 1.0 / node + lagrange::NODES as f64;
        let thin = |axis: &[Place]| {
            if axis.len() as f64 > n_nodes { spread(axis, node) } else { axis.to_vec() }
        };
        let places = self.places.chunk_by(|a, b| a.axis == b.axis).flat_map(thin).collect();
        Self { n_axes: self.n_axes, places }
    }
}

/// Spreads the atoms of one axis over equally spaced nodes; some nodes lie a little outside of [0, 1].
fn spread(axis: &[Place], node: f64) -> Vec<Place> {
    let cell = |value: f64| (value / node).floor();
    let n_nodes = cell(1.0) as usize + lagrange::NODES;
    let place = |index: usize| (index as f64 - lagrange::BEFORE as f64) * node;
    let mut nodes: Vec<Place> =
        (0..n_nodes).map(|index| Place { axis: axis[0].axis, value: place(index), truth: 0.0, pred: 0.0 }).collect();
    for atom in axis {
        let first = cell(atom.value);
        let weights = lagrange::weights(atom.value / node - first);
        for (node, weight) in nodes[first as usize..].iter_mut().zip(weights) {
            node.truth += weight * atom.truth;
            node.pred += weight * atom.pred;
        }
    }
    nodes.retain(|node| node.truth != 0.0 || node.pred != 0.0);
    nodes
}
