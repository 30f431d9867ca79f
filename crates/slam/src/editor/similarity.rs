//! Similarity weights: an edge counts by how alike, or unlike, its two spots are in what was measured there.

use std::borrow::Cow;

use super::{Editor, Weights};
use crate::error::{Error, Result};
use crate::graph::SpatialGraph;
use crate::pair::Pair;
use crate::pair::measurements::{Measurements, Row};
use crate::parallel::each_with;
use crate::parallel::prelude::*;
use crate::score::warning::Warning;

/// The number of edges that a thread weighs at a time.
const CHUNK: usize = 1 << 14;

/// How the measurements of two spots are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Measure {
    /// The cosine of the angle between them.
    #[default]
    Cosine,
    /// The cosine of the angle between their deviations from their means.
    Pearson,
}

/// Weighs an edge by the similarity `s = max(0, Sim)` of its ends: `s` within a truth domain, `1 − s` across a boundary.
///
/// A spot with zero (cosine) or constant (Pearson) measurements has similarity 0 to all. Sparse rows stay sparse; the cost
/// is O(Σ over edges of the values of one end).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Similarity {
    /// How two spots are compared.
    pub measure: Measure,
    /// Whether values are taken as ln(1 + 10⁴·value/total of the spot).
    pub log_normalize: bool,
}

impl Editor for Similarity {
    fn name(&self) -> &'static str {
        "similarity"
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        let missing = Error::Needs { step: "similarity", what: "measurements" };
        let stored = pair.spots().measurements().ok_or(missing)?;
        let matrix =
            if self.log_normalize { Cow::Owned(stored.clone().log_normalized()) } else { Cow::Borrowed(stored) };
        let profile = |spot: usize| Profile::new(self.measure, matrix.row(spot), matrix.n_columns());
        let profiles: Vec<Profile> = (0..matrix.n_rows()).into_par_iter().map(profile).collect();
        let truth = pair.truth().codes();
        let weight = |(u, v): (u32, u32), s: f64| if truth[u as usize] == truth[v as usize] { s } else { 1.0 - s };
        let values = of_edges(&matrix, &profiles, graph, weight);
        let n_flat = profiles.iter().filter(|profile| profile.norm == 0.0).count();
        let warnings = if n_flat > 0 { vec![Warning::FlatMeasurements { n_spots: n_flat }] } else { Vec::new() };
        Ok(Weights { values: Some(values), warnings })
    }
}

/// What is needed of a row besides its values.
struct Profile {
    /// The mean that is taken off every value, 0 for the cosine.
    mean: f64,
    /// The length of the row after that, 0 for a row without direction.
    norm: f64,
}

impl Profile {
    fn new(measure: Measure, row: Row<'_>, n_columns: usize) -> Self {
        let n = n_columns as f64;
        let mean = if measure == Measure::Pearson { row.values.iter().sum::<f64>() / n } else { 0.0 };
        let stored: f64 = row.values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let square = stored + (n - row.values.len() as f64) * mean * mean;
        // A constant row leaves only rounding behind, which is no direction.
        let is_flat = square <= 1e-24 * row.values.iter().map(|value| value * value).sum::<f64>();
        Self { mean, norm: if is_flat { 0.0 } else { square.sqrt() } }
    }
}

/// What becomes of every edge and the similarity of its ends; edges come sorted by their first end, whose row is spread out once.
fn of_edges(
    matrix: &Measurements,
    profiles: &[Profile],
    graph: &SpatialGraph,
    weight: impl Fn((u32, u32), f64) -> f64 + Sync,
) -> Vec<f64> {
    let n_columns = matrix.n_columns();
    let of_fan = |spread: &mut [f64], fan: &[(u32, u32)], weights: &mut [f64]| {
        let first = matrix.row(fan[0].0 as usize);
        first.columns.iter().zip(first.values).for_each(|(&column, &value)| spread[column as usize] = value);
        for (&(u, v), found) in fan.iter().zip(weights) {
            let row = matrix.row(v as usize);
            let dot: f64 =
                row.columns.iter().zip(row.values).map(|(&column, value)| spread[column as usize] * value).sum();
            *found = weight((u, v), cosine(dot, &profiles[u as usize], &profiles[v as usize], n_columns));
        }
        first.columns.iter().for_each(|&column| spread[column as usize] = 0.0);
    };
    let mut weights = vec![0.0; graph.n_edges()];
    let chunks = graph.edges().chunks(CHUNK).zip(weights.chunks_mut(CHUNK));
    each_with(
        chunks,
        || vec![0.0; n_columns],
        |spread, (edges, mut weights)| {
            for fan in edges.chunk_by(|a, b| a.0 == b.0) {
                let (of_this, others) = std::mem::take(&mut weights).split_at_mut(fan.len());
                of_fan(spread, fan, of_this);
                weights = others;
            }
        },
    );
    weights
}

fn cosine(dot: f64, a: &Profile, b: &Profile, n_columns: usize) -> f64 {
    let norms = a.norm * b.norm;
    if norms == 0.0 { 0.0 } else { ((dot - n_columns as f64 * a.mean * b.mean) / norms).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, labeling, line};

    fn weights(measure: Measure, truth: &str, n_columns: usize, cells: &[f64]) -> Weights {
        let n = truth.len();
        let spots = line(n).with_measurements(Measurements::dense(n_columns, cells).unwrap()).unwrap();
        let pair = Pair::new(spots, labeling(truth), labeling(truth)).unwrap();
        let path: Vec<(u32, u32)> = (1..n as u32).map(|v| (v - 1, v)).collect();
        let graph = SpatialGraph::new(n, &path).unwrap();
        Similarity { measure, ..Similarity::default() }.weigh(&pair, &graph).unwrap()
    }

    #[test]
    fn alike_counts_inside_and_unlike_across() {
        // cos((1, 0), (1, 1)) = 1/√2 inside a; cos((1, 1), (0, 1)) = 1/√2 across.
        let found = weights(Measure::Cosine, "aab", 2, &[1.0, 0.0, 1.0, 1.0, 0.0, 1.0]);
        assert_close(found.get(0), 0.5f64.sqrt());
        assert_close(found.get(1), 1.0 - 0.5f64.sqrt());
    }

    #[test]
    fn pearson_takes_the_means_off() {
        // (1, 2, 3) and (3, 5, 7) rise together; (3, 5, 7) and (3, 2, 1) are opposed, which counts as 0.
        let found = weights(Measure::Pearson, "aaa", 3, &[1.0, 2.0, 3.0, 3.0, 5.0, 7.0, 3.0, 2.0, 1.0]);
        assert_close(found.get(0), 1.0);
        assert_eq!(found.get(1), 0.0);
    }

    #[test]
    fn zeros_count_as_values() {
        // (1, 0, 0, 1) less its mean ½ has length 1, (1, 0, 0, 3) less its mean 1 has length √6; their product is 2.
        let found = weights(Measure::Pearson, "aa", 4, &[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 3.0]);
        assert_close(found.get(0), 2.0 / 6f64.sqrt());
        assert_eq!(found.warnings, []);
    }

    #[test]
    fn a_spot_with_very_many_neighbours_is_weighed_in_parts() {
        // (1, 0) beside (1, 0), then (0, 1), and so on.
        let n = CHUNK + 3;
        let cells: Vec<f64> = (0..n).flat_map(|spot| if spot % 2 == 0 { [1.0, 0.0] } else { [0.0, 1.0] }).collect();
        let spots = line(n).with_measurements(Measurements::dense(2, &cells).unwrap()).unwrap();
        let alike = labeling(&"a".repeat(n));
        let star: Vec<(u32, u32)> = (1..n as u32).map(|spot| (0, spot)).collect();
        let graph = SpatialGraph::new(n, &star).unwrap();
        let pair = Pair::new(spots, alike.clone(), alike).unwrap();
        let found = Similarity::default().weigh(&pair, &graph).unwrap().values.unwrap();
        assert_eq!(found, (1..n).map(|spot| f64::from(u8::from(spot % 2 == 0))).collect::<Vec<f64>>());
    }

    #[test]
    fn rows_without_direction_are_warned_of() {
        let found = weights(Measure::Cosine, "aa", 2, &[0.0, 0.0, 1.0, 1.0]);
        assert_eq!((found.get(0), found.warnings), (0.0, vec![Warning::FlatMeasurements { n_spots: 1 }]));
        let found = weights(Measure::Pearson, "aa", 2, &[0.1, 0.1, 1.0, 2.0]);
        assert_eq!((found.get(0), found.warnings), (0.0, vec![Warning::FlatMeasurements { n_spots: 1 }]));
    }
}
