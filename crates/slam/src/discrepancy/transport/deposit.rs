//! Many components on few nodes: masses spread over a grid so fine that their densities cannot tell.

use super::super::lagrange;
use super::Source;

/// The number of fine nodes per node.
const FINE: f64 = 2.0;

/// Spreads the sources over the nodes of a fine grid, if these are fewer than the sources are worth.
///
/// Each mass goes to the six fine nodes around it, a ninth of a deviation apart, which keeps its first five moments and
/// moves the distribution functions by less than 1e-8. Places of `sources` and of the result are in nodes.
pub(super) fn deposit(sources: &[Source], fine: &mut Vec<Source>) -> bool {
    let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
    for source in sources {
        ends = [ends[0].min(source.place), ends[1].max(source.place)];
    }
    let first = (ends[0] * FINE).floor() - lagrange::BEFORE as f64;
    let length = ends[1] * FINE - first + lagrange::NODES as f64;
    // A source costs about as much as two fine nodes, because it lies between the tabulated centres.
    if length >= 2.0 * sources.len() as f64 {
        return false;
    }
    let node = |index: usize| Source { place: (first + index as f64) / FINE, truth: 0.0, pred: 0.0 };
    fine.clear();
    fine.extend((0..length as usize).map(node));
    for source in sources {
        let place = source.place * FINE - first;
        let cell = place as usize;
        let weights = lagrange::weights(place - cell as f64);
        for (node, weight) in fine[cell - lagrange::BEFORE as usize..][..lagrange::NODES].iter_mut().zip(weights) {
            node.truth += weight * source.truth;
            node.pred += weight * source.pred;
        }
    }
    true
}
