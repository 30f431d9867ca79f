//! The spectrum of the graph inside labels: what shape the domains have, whatever they are called.

mod laplacian;
mod householder;
mod tridiagonal;
mod lanczos;

use super::adjacency::Adjacency;
use super::{Distribution, Extractor, LabeledGraph};
use crate::error::{Error, Result};
use crate::observer::Observer;
use laplacian::Laplacian;

/// The eigenvalues in [0, 2] of the normalised Laplacian of the edges inside labels, weighted by w², each with mass 1/n.
///
/// Spots without such an edge have the eigenvalue 0. No label has a name here: the spectrum sees the shapes of domains alone.
/// Up to `dense` spots it is computed by Householder's and the QL algorithm, O(n³) in the largest domain; beyond, by stochastic
/// Lanczos quadrature, O(probes · steps · E), whose distribution is within about 0.01 of the exact one (W₁).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spectrum {
    /// The seed of the probes.
    pub seed: u64,
    /// The number of random vectors of ±1; at least 1.
    pub probes: usize,
    /// The number of steps from each; at least 1.
    pub steps: usize,
    /// The largest number of spots whose eigenvalues are all computed.
    pub dense: usize,
}

impl Default for Spectrum {
    fn default() -> Self {
        Self { seed: 0, probes: 32, steps: 60, dense: 1500 }
    }
}

impl Extractor for Spectrum {
    fn name(&self) -> &'static str {
        "spectrum"
    }

    fn is_nameless(&self) -> bool {
        true
    }

    fn extract(&self, graph: &LabeledGraph<'_>, observer: &dyn Observer) -> Result<Distribution> {
        for (name, value) in [("probes", self.probes), ("steps", self.steps)] {
            if value == 0 {
                return Err(Error::Parameter { name, domain: "at least 1", value: 0.0 });
            }
        }
        let inside = Adjacency::inside(graph);
        let laplacian = Laplacian::new(&inside);
        let n = inside.n_spots();
        let n_isolated = n - laplacian.n_spots();
        let (mut values, mut masses) = if n <= self.dense {
            let values = laplacian.eigenvalues(observer)?;
            let masses = vec![1.0 / n as f64; values.len()];
            (values, masses)
        } else {
            lanczos::quadrature(&laplacian, self, laplacian.n_spots() as f64 / n as f64, observer)?
        };
        if n_isolated > 0 {
            values.push(0.0);
            masses.push(n_isolated as f64 / n as f64);
        }
        values.iter_mut().for_each(|value| *value = value.clamp(0.0, 2.0));
        Distribution::dense(1, n, &values, &masses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;
    use crate::testing::assert_close;

    fn spectrum(graph: &SpatialGraph, labels: &[u16], weights: Option<&[f64]>, how: Spectrum) -> Vec<(f64, f64)> {
        let labeled = LabeledGraph::new(graph, labels, 3, weights).unwrap();
        let Distribution::Dense(found) = how.extract(&labeled, &()).unwrap() else { panic!("dense") };
        found.points().iter().map(|point| (point.values[0], point.mass)).collect()
    }

    #[test]
    fn small_graphs_by_hand() {
        // A path of three spots (0, 1, 2), a pair (0, 2), a spot alone.
        let graph = SpatialGraph::new(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]).unwrap();
        let labels = [0, 0, 0, 1, 1, 2];
        let expected = [0.0, 0.0, 0.0, 1.0, 2.0, 2.0];
        let found: Vec<f64> = spectrum(&graph, &labels, None, Spectrum::default())
            .into_iter()
            .flat_map(|(value, mass)| std::iter::repeat_n(value, (6.0 * mass).round() as usize))
            .collect();
        assert_eq!(found.len(), 6);
        found.iter().zip(expected).for_each(|(found, expected)| assert!((found - expected).abs() < 1e-12));
    }

    #[test]
    fn a_cycle_has_the_cosines() {
        let edges: Vec<(u32, u32)> = (0..12).map(|spot| (spot, (spot + 1) % 12)).collect();
        let graph = SpatialGraph::new(12, &edges).unwrap();
        let mut expected: Vec<f64> =
            (0..12).map(|k| 1.0 - (std::f64::consts::TAU * f64::from(k) / 12.0).cos()).collect();
        expected.sort_by(f64::total_cmp);
        let weights = [0.5; 12];
        for weights in [None, Some(&weights[..])] {
            let found = spectrum(&graph, &[1; 12], weights, Spectrum::default());
            let all: Vec<f64> = found
                .into_iter()
                .flat_map(|(value, mass)| std::iter::repeat_n(value, (12.0 * mass).round() as usize))
                .collect();
            all.iter().zip(&expected).for_each(|(&found, &expected)| assert!((found - expected).abs() < 1e-12));
        }
    }

    #[test]
    fn lanczos_is_near_the_whole() {
        // Stripes of different widths on a square lattice of 30 × 40 spots.
        let spot = |row: u32, column: u32| 40 * row + column;
        let across = (0..30).flat_map(|row| (0..39).map(move |column| (spot(row, column), spot(row, column + 1))));
        let down = (0..29).flat_map(|row| (0..40).map(move |column| (spot(row, column), spot(row + 1, column))));
        let graph = SpatialGraph::new(1200, &across.chain(down).collect::<Vec<_>>()).unwrap();
        let labels: Vec<u16> = (0..1200).map(|spot| u16::from(spot % 40 > 4) + u16::from(spot % 40 > 17)).collect();
        let whole = spectrum(&graph, &labels, None, Spectrum::default());
        let drawn = spectrum(&graph, &labels, None, Spectrum { dense: 0, ..Spectrum::default() });
        assert_close(drawn.iter().map(|point| point.1).sum(), 1.0);
        let mut places: Vec<(f64, f64)> =
            whole.iter().copied().chain(drawn.iter().map(|&(at, mass)| (at, -mass))).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut difference = 0.0;
        let areas = places.windows(2).map(|pair| {
            difference += pair[0].1;
            f64::abs(difference) * (pair[1].0 - pair[0].0)
        });
        let distance: f64 = areas.sum();
        assert!(distance < 0.01, "{distance}");
    }
}
