//! The overlay of two distributions on axes: every point of either, with the mass that each has there.

use crate::extractor::{Atom, OnAxes};

/// The atoms of two distributions, with the mass of either.
#[derive(Debug, Clone)]
pub(super) struct Overlay {
    n_axes: usize,
    /// Invariant: by axis.
    places: Vec<AxisPoint>,
}

/// The point `value · e_axis` with its mass in either distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AxisPoint {
    pub(super) axis: u16,
    pub(super) value: f64,
    pub(super) truth: f64,
    pub(super) pred: f64,
}

impl Overlay {
    /// Lays two distributions on the same axes over each other, both masses made to add up to 1.
    pub(super) fn new(truth: &OnAxes, pred: &OnAxes) -> Self {
        let total = |distribution: &OnAxes| distribution.atoms().iter().map(|atom| atom.mass).sum::<f64>();
        let (truth_total, pred_total) = (total(truth), total(pred));
        let of_truth =
            |atom: &Atom| AxisPoint { axis: atom.axis, value: atom.value, truth: atom.mass / truth_total, pred: 0.0 };
        let of_pred =
            |atom: &Atom| AxisPoint { axis: atom.axis, value: atom.value, truth: 0.0, pred: atom.mass / pred_total };
        let mut places: Vec<AxisPoint> =
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
        let moved = |place: &AxisPoint| (place.truth - place.pred).abs() * place.value * place.value;
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

    /// The atoms of every axis that has some.
    pub(super) fn axes(&self) -> impl Iterator<Item = &[AxisPoint]> {
        self.places.chunk_by(|a, b| a.axis == b.axis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn distribution(atoms: &[(u16, f64, f64)]) -> OnAxes {
        let atoms = atoms.iter().map(|&(axis, value, mass)| Atom { axis, value, mass }).collect();
        OnAxes::new(3, 10, atoms).unwrap()
    }

    #[test]
    fn counted_by_hand() {
        let truth = distribution(&[(0, 0.0, 0.5), (1, 1.0, 0.3), (2, 0.5, 0.2)]);
        let pred = distribution(&[(0, 0.0, 0.4), (1, 1.0, 0.1), (2, 1.0, 0.5)]);
        let overlay = Overlay::new(&truth, &pred);
        assert!(!overlay.is_level() && Overlay::new(&truth, &truth).is_level());
        // |0.3 − 0.1|·1 + 0.2·0.25 + 0.5·1, over K = 3.
        assert_close(overlay.bound(), 0.25);
        let near =
            |found: Vec<f64>, expected: [f64; 3]| found.into_iter().zip(expected).for_each(|(a, b)| assert_close(a, b));
        near(overlay.moments(1), [0.0, 0.2, 0.1 - 0.5]);
        near(overlay.moments(2), [0.0, 0.2, 0.05 - 0.5]);
        near(overlay.masses(), [0.0, 0.4, 0.7]);
    }

    #[test]
    fn masses_that_differ_by_a_factor_are_level() {
        let truth = distribution(&[(0, 0.0, 0.5), (1, 1.0, 0.5)]);
        let pred = distribution(&[(0, 0.0, 0.5 + 2e-10), (1, 1.0, 0.5 + 2e-10)]);
        assert!(Overlay::new(&truth, &pred).is_level());
    }
}
