//! Crowded axes thinned out to what a density of a given bandwidth can tell.

use super::lagrange;
use super::overlay::{AxisPoint, Overlay};
use super::transport::Source;
use crate::parallel::each;

/// How many nodes per bandwidth stand for the atoms of a crowded axis that is seen in full length.
const NODES_PER_BANDWIDTH: f64 = 6.0;
/// How often the distance of nodes may double for axes that are seen foreshortened.
const DOUBLINGS: usize = 6;

/// Two distributions laid over each other, with no more atoms on an axis than its projection needs.
///
/// The atoms of a crowded axis are spread over equally spaced nodes, whose projections are at most a sixth of the bandwidth
/// apart. OnAxes functions of that bandwidth change by less than 1e-6, and keep their first five moments.
#[derive(Debug)]
pub(super) struct Thinned {
    axes: Vec<Axis>,
}

/// The atoms of one axis, ever thinner; those at index i serve directions with a coordinate of at most 2⁻ⁱ.
#[derive(Debug)]
struct Axis {
    /// Invariant: not empty.
    levels: Vec<Vec<AxisPoint>>,
}

impl Thinned {
    pub(super) fn new(overlay: &Overlay, bandwidth: f64) -> Self {
        Self { axes: each(overlay.axes(), |places| Axis::new(places, bandwidth / NODES_PER_BANDWIDTH)) }
    }

    /// The projection of all atoms in a direction.
    pub(super) fn project(&self, direction: &[f64], sources: &mut Vec<Source>) {
        sources.clear();
        for axis in &self.axes {
            for place in axis.seen(direction) {
                let at = direction[usize::from(place.axis)] * place.value;
                sources.push(Source { place: at, truth: place.truth, pred: place.pred });
            }
        }
    }
}

impl Axis {
    fn new(places: &[AxisPoint], node: f64) -> Self {
        let mut levels = vec![places.to_vec()];
        for doubling in 0..=DOUBLINGS {
            let node = node * f64::from(1 << doubling);
            if n_nodes(node) < places.len() as f64 {
                levels.resize(doubling, places.to_vec());
                levels.push(spread(places, node));
            }
        }
        Self { levels }
    }

    fn seen(&self, direction: &[f64]) -> &[AxisPoint] {
        let mut level = 0;
        if self.levels.len() > 1 {
            let mut length = direction[usize::from(self.levels[0][0].axis)].abs();
            while level + 1 < self.levels.len() && length <= 0.5 {
                length *= 2.0;
                level += 1;
            }
        }
        &self.levels[level]
    }
}

/// The number of nodes around the cells that cover [0, 1].
fn n_nodes(node: f64) -> f64 {
    (1.0 / node).floor() + lagrange::NODES as f64
}

/// Spreads the atoms of one axis over equally spaced nodes; some nodes lie a little outside of [0, 1].
fn spread(places: &[AxisPoint], node: f64) -> Vec<AxisPoint> {
    let value = |index: usize| (index as f64 - lagrange::BEFORE as f64) * node;
    let empty = |index| AxisPoint { axis: places[0].axis, value: value(index), truth: 0.0, pred: 0.0 };
    let mut nodes: Vec<AxisPoint> = (0..n_nodes(node) as usize).map(empty).collect();
    for place in places {
        let cell = (place.value / node).floor();
        let weights = lagrange::weights(place.value / node - cell);
        for (node, weight) in nodes[cell as usize..].iter_mut().zip(weights) {
            node.truth += weight * place.truth;
            node.pred += weight * place.pred;
        }
    }
    nodes.retain(|node| node.truth != 0.0 || node.pred != 0.0);
    nodes
}

#[cfg(test)]
mod tests {
    use super::super::transport::{Transport, Workspace};
    use super::*;
    use crate::extractor::{Atom, OnAxes};

    fn distribution(seed: usize) -> OnAxes {
        let point = |index: usize| ((index % 3) as u16, (1 + index * (7 + seed) % 997) as f64 / 997.0);
        let weight = |index: usize| (1 + index * index * (seed + 3) % 11) as f64;
        let total: f64 = (0..1200).map(weight).sum();
        let atom = |index| Atom { axis: point(index).0, value: point(index).1, mass: weight(index) / total };
        OnAxes::new(3, 1200, (0..1200).map(atom).collect()).unwrap()
    }

    #[test]
    fn thinning_goes_unnoticed() {
        let overlay = Overlay::new(&distribution(0), &distribution(1));
        let whole = Thinned { axes: overlay.axes().map(|places| Axis { levels: vec![places.to_vec()] }).collect() };
        for direction in [[0.6, 0.0, 0.8], [1.0, 0.0, 0.0], [0.1, -0.2, 0.974_679_434_480_896_4], [0.36, 0.48, -0.8]] {
            for bandwidth in [0.03, 0.1, 0.4] {
                let distance = |thinned: &Thinned| {
                    let mut workspace = Workspace::default();
                    thinned.project(&direction, &mut workspace.sources);
                    (Transport::new(bandwidth).squared_distance(&mut workspace), workspace.sources.len())
                };
                let (all, few) = (distance(&whole), distance(&Thinned::new(&overlay, bandwidth)));
                assert!(few.1 < all.1 && (few.0 - all.0).abs() <= 1e-6 * all.0 + 1e-10, "{few:?} {all:?}");
            }
        }
    }

    #[test]
    fn narrow_densities_see_every_atom() {
        let overlay = Overlay::new(&distribution(0), &distribution(1));
        let mut sources = Vec::new();
        Thinned::new(&overlay, 1e-3).project(&[0.6, 0.6, -0.53], &mut sources);
        assert_eq!(sources.len(), overlay.axes().map(<[AxisPoint]>::len).sum::<usize>());
    }
}
