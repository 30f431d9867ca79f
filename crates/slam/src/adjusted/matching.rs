//! The one-to-one matching of labels under which `slam_adjusted` is smallest.

use super::agreements::Agreements;
use super::pairs::Pairs;
use crate::error::Result;
use crate::matcher::assignment::maximum_assignment;

/// The ratio is settled after four rounds in all cases seen.
const MOST_ROUNDS: usize = 50;
/// Matchings that differ by less than this are tied, and their overlaps decide.
const TIE: f64 = 1e-11;

/// The matching under which D/N is smallest among all full one-to-one matchings: by truth label, the pred label that stands for it.
///
/// D = 1 − ΣW and N = 1 − ΣV are sums over matched pairs, so that the assignment with the largest Σ(W − λV), λ = D/N, is found
/// until nothing changes (Dinkelbach, *On nonlinear fractional programming*, Management Science 13, 1967). With one truth label D is
/// smallest. Ties go to the larger overlap, then to the first label.
pub(crate) fn best(agreements: &Agreements) -> Result<Vec<Option<u32>>> {
    let problem = Problem::of(agreements);
    if agreements.occurs[0].iter().filter(|occurs| **occurs).count() < 2 {
        return problem.assign(0.0);
    }
    let mut ratio = 1.0;
    let mut found = problem.assign(ratio)?;
    for _ in 0..MOST_ROUNDS {
        let [shared, random] = problem.sums(&found);
        let next = if 1.0 - random > 0.0 { ((1.0 - shared) / (1.0 - random)).max(0.0) } else { 0.0 };
        if (next - ratio).abs() < 1e-13 {
            break;
        }
        ratio = next;
        let before = std::mem::replace(&mut found, problem.assign(ratio)?);
        if before == found {
            break;
        }
    }
    Ok(found)
}

/// The square root of the smallest D among all one-to-one matchings.
pub(crate) fn distance(agreements: &Agreements) -> Result<f64> {
    let problem = Problem::of(agreements);
    let found = problem.assign(0.0)?;
    let mean = agreements.adjusted(&found).mean;
    Ok(mean.sqrt())
}

/// The labels that can be matched, and W and V of every pair.
struct Problem<'a> {
    pairs: &'a Pairs,
    truths: Vec<usize>,
    preds: Vec<usize>,
    shared: Vec<f64>,
    random: Vec<f64>,
    /// The share of spots that carry both labels.
    overlaps: Vec<f64>,
}

impl<'a> Problem<'a> {
    fn of(agreements: &'a Agreements) -> Self {
        let [shared, random] = agreements.means();
        let present = |occurs: &[bool]| (0..occurs.len()).filter(|&label| occurs[label]).collect();
        let [truths, preds] = [0, 1].map(|side| present(&agreements.occurs[side]));
        Self { pairs: &agreements.pairs, truths, preds, shared, random, overlaps: agreements.overlaps() }
    }

    /// The full matching with the largest Σ(W − λV).
    fn assign(&self, ratio: f64) -> Result<Vec<Option<u32>>> {
        let n_truth = self.pairs.n_truth();
        let mut partners = vec![None; n_truth];
        if let Pairs::Matched(given) = self.pairs {
            return Ok(given.clone());
        }
        let gain = |truth: usize, pred: usize| {
            let place = self.pairs.place(self.truths[truth], self.preds[pred]).unwrap_or(0);
            self.shared[place] - ratio * self.random[place] + TIE * self.overlaps[place]
        };
        let (n_truths, n_preds) = (self.truths.len(), self.preds.len());
        let found = if n_truths <= n_preds {
            maximum_assignment(n_truths, n_preds, gain, &())?
        } else {
            let found = maximum_assignment(n_preds, n_truths, |pred, truth| gain(truth, pred), &())?;
            found.into_iter().map(|(pred, truth)| (truth, pred)).collect()
        };
        for (truth, pred) in found {
            partners[self.truths[truth]] = Some(self.preds[pred] as u32);
        }
        Ok(partners)
    }

    /// ΣW and ΣV over the matched pairs.
    fn sums(&self, partners: &[Option<u32>]) -> [f64; 2] {
        let places =
            || partners.iter().enumerate().filter_map(|(truth, pred)| self.pairs.place(truth, (*pred)? as usize));
        [&self.shared, &self.random].map(|sums| places().map(|place| sums[place]).sum())
    }
}
