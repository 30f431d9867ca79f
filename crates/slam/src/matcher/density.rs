//! Matching by measurements: kernel densities around the truth labels' means.

use super::overlap::Overlap;
use super::{Matcher, Matching};
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::measurements::{Measurements, Row};
use crate::parallel::each;
use crate::parallel::prelude::*;

/// The number of spots that are looked at together.
const CHUNK: usize = 1 << 12;
/// Shares that differ by less are equal, whatever the order of summing.
const ROUNDING: f64 = 1e-12;

/// Each pred label stands for the truth label that its spots' measurements are most likely under.
///
/// Around the mean μ of each truth label's measurements lies a Gaussian of one deviation s for all, s² being the mean squared
/// distance of a spot from its label's mean, per dimension. A spot belongs to the labels in shares p ∝ exp(−‖x − μ‖²/2s²), and
/// a pred label to that with the largest mean share over its spots; ties: larger overlap, then label order. It is the way of
/// MARS and its kin, it needs measurements, and it never looks at where the spots are. O(K · non-zeros).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Density {
    /// Whether measurements are taken as ln(1 + 10⁴·value/total).
    pub log_normalize: bool,
}

impl Matcher for Density {
    fn name(&self) -> &'static str {
        "density"
    }

    fn match_labels(&self, pair: &Pair, _observer: &dyn Observer) -> Result<Matching> {
        let missing = Error::NoMeasurements { step: "the matching density" };
        let stored = pair.spots().measurements().ok_or(missing)?;
        let normalized = self.log_normalize.then(|| stored.clone().log_normalized());
        let measurements = normalized.as_ref().unwrap_or(stored);
        let shares = Means::of(pair, measurements).shares(pair, measurements);
        let overlap = Overlap::new(pair);
        let best = |pred: usize| {
            let row = &shares[pred * pair.truth().n_labels()..][..pair.truth().n_labels()];
            let most = row.iter().copied().fold(0.0, f64::max);
            let near = (0..row.len()).filter(|&truth| row[truth] >= most - ROUNDING);
            // The first of the largest.
            near.min_by_key(|&truth| std::cmp::Reverse(overlap.shared(pred, truth)))
        };
        let matches: Vec<Option<usize>> = (0..pair.n_pred_labels()).map(best).collect();
        let reason = "each pred label the truth label that its measurements are most likely under";
        Matching::of(pair, self.name(), reason, &matches)
    }
}

/// The mean measurements of the truth labels.
struct Means {
    n_columns: usize,
    /// A row per truth label.
    values: Vec<f64>,
    /// The squared length of each row.
    squares: Vec<f64>,
    /// s².
    variance: f64,
}

impl Means {
    fn of(pair: &Pair, measurements: &Measurements) -> Self {
        let (n_labels, n_columns) = (pair.truth().n_labels(), measurements.n_columns());
        let mut values = vec![0.0; n_labels * n_columns];
        let counts = pair.truth().counts();
        let codes = pair.truth().codes();
        for (spot, &code) in codes.iter().enumerate() {
            let mean = &mut values[usize::from(code) * n_columns..][..n_columns];
            let Row { columns, values: own } = measurements.row(spot);
            columns.iter().zip(own).for_each(|(&column, value)| mean[column as usize] += value);
        }
        for (mean, &count) in values.chunks_mut(n_columns.max(1)).zip(&counts) {
            mean.iter_mut().for_each(|value| *value /= count.max(1) as f64);
        }
        let squares =
            values.chunks(n_columns.max(1)).map(|mean| mean.iter().map(|value| value * value).sum()).collect();
        let mut means = Self { n_columns, values, squares, variance: 0.0 };
        let distance = |spot: usize| {
            let row = measurements.row(spot);
            let square: f64 = row.values.iter().map(|value| value * value).sum();
            (square + means.beyond(row, usize::from(codes[spot]))).max(0.0)
        };
        let distances: Vec<f64> = (0..codes.len()).into_par_iter().map(distance).collect();
        means.variance = distances.iter().sum::<f64>() / (codes.len() * n_columns.max(1)) as f64;
        means
    }

    /// ‖x − μ‖² − ‖x‖².
    fn beyond(&self, row: Row<'_>, label: usize) -> f64 {
        let mean = &self.values[label * self.n_columns..][..self.n_columns];
        let along: f64 = row.columns.iter().zip(row.values).map(|(&column, value)| mean[column as usize] * value).sum();
        self.squares.get(label).copied().unwrap_or(0.0) - 2.0 * along
    }

    /// The mean share of every truth label over the spots of every pred label, a row per pred label.
    fn shares(&self, pair: &Pair, measurements: &Measurements) -> Vec<f64> {
        let (n_truth, n_pred) = (pair.truth().n_labels(), pair.pred().n_labels());
        let (codes, sizes) = (pair.pred().codes(), pair.truth().counts());
        let chunk = |index: usize| {
            let mut sums = vec![0.0; n_truth * n_pred];
            for spot in index * CHUNK..codes.len().min((index + 1) * CHUNK) {
                let row = measurements.row(spot);
                // A label without spots has no mean.
                let distance = |label: usize| if sizes[label] == 0 { f64::INFINITY } else { self.beyond(row, label) };
                let distances: Vec<f64> = (0..n_truth).map(distance).collect();
                let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
                let weight = |distance: f64| match distance - least {
                    0.0 => 1.0,
                    _ if self.variance == 0.0 => 0.0,
                    further => libm::exp(-further / (2.0 * self.variance)),
                };
                let weights: Vec<f64> = distances.into_iter().map(weight).collect();
                let total: f64 = weights.iter().sum();
                let own = &mut sums[usize::from(codes[spot]) * n_truth..][..n_truth];
                own.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight / total);
            }
            sums
        };
        let chunks: Vec<Vec<f64>> = each(0..codes.len().div_ceil(CHUNK), chunk);
        let mut shares = vec![0.0; n_truth * n_pred];
        for sums in chunks {
            shares.iter_mut().zip(sums).for_each(|(share, sum)| *share += sum);
        }
        for (row, &count) in shares.chunks_mut(n_truth.max(1)).zip(&pair.pred().counts()) {
            row.iter_mut().for_each(|share| *share /= count.max(1) as f64);
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::labeling::Labeling;
    use crate::testing::line;

    fn matched(measurements: Option<&[f64]>, truth: &[&str], pred: &[&str]) -> Result<Vec<Option<String>>> {
        let mut spots = line(truth.len());
        if let Some(values) = measurements {
            spots = spots.with_measurements(Measurements::dense(1, values)?)?;
        }
        let pair = Pair::new(spots, Labeling::from_texts(truth)?, Labeling::from_texts(pred)?)?;
        Ok(Density::default().match_labels(&pair, &())?.links.into_iter().map(|link| link.truth).collect())
    }

    #[test]
    fn measurements_decide_and_not_places() {
        // The pred overlaps a more, and measures like b: means 0 and 10, its own spots 0, 9, 10.
        let truth = ["a", "a", "a", "b", "b", "b"];
        let pred = ["1", "1", "2", "2", "2", "2"];
        let found = matched(Some(&[0.0, 0.5, 9.5, 10.0, 10.5, 9.0]), &truth, &pred).unwrap();
        assert_eq!(found, [Some("a".to_owned()), Some("b".to_owned())]);
        let found = matched(Some(&[10.0, 9.0, 0.0, 0.0, 9.0, 0.0]), &truth, &["1", "1", "2", "2", "1", "2"]).unwrap();
        assert_eq!(found, [Some("a".to_owned()), Some("b".to_owned())]);
    }

    #[test]
    fn the_kernel_is_as_wide_as_a_measurement_varies() {
        // Means 0 and 4; the squares beyond them, 1.5², 1.5² and 3², are 13.5 in 6 spots: σ² = 2.25. Of label 1, two spots at 1.5
        // are under a with 1 / (1 + exp(−4 / 2σ²)) = 0.71, and one at 4 is under b: (0.71 + 0.71 + 0.03) / 3 < 1/2.
        let (truth, pred) = (["a", "a", "a", "b", "b", "b"], ["1", "1", "2", "1", "2", "2"]);
        let values = [1.5, 1.5, -3.0, 4.0, 4.0, 4.0];
        assert_eq!(matched(Some(&values), &truth, &pred).unwrap(), ["b", "b"].map(|name| Some(name.to_owned())));
        // A second measurement that never varies halves σ²: 0.86 + 0.86 of 3 is more than 1/2.
        let both = Measurements::dense(2, &values.map(|value| [value, 7.0]).concat()).unwrap();
        let spots = line(6).with_measurements(both).unwrap();
        let [truth, pred] = [truth, pred].map(|texts| Labeling::from_texts(texts).unwrap());
        let found = Density::default().match_labels(&Pair::new(spots, truth, pred).unwrap(), &()).unwrap();
        assert_eq!(found.links[0].truth.as_deref(), Some("a"));
    }

    #[test]
    fn equal_measurements_leave_it_to_the_overlap() {
        let found = matched(Some(&[1.0; 4]), &["a", "b", "b", "a"], &["1", "1", "1", "2"]).unwrap();
        assert_eq!(found, [Some("b".to_owned()), Some("a".to_owned())]);
    }

    #[test]
    fn without_measurements_it_says_so() {
        let said = matched(None, &["a", "b"], &["1", "2"]).unwrap_err().to_string();
        assert_eq!(said, "the matching density needs measurements (expression), and there is none");
    }
}
