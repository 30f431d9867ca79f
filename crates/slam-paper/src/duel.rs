//! Two labelings of which one is known to be worse: does a metric say so, and how surely?

use std::sync::Arc;

use slam::discrepancy::Exact;
use slam::{Analyzed, Labeling, Observer, Options, Pipeline, Result, SLAM_SCALE, Scale, Score};

use crate::case::Case;

/// The scores of a more erroneous and a less erroneous labeling.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The score of the more erroneous labeling.
    pub worse: Score,
    /// The score of the less erroneous labeling.
    pub better: Score,
    /// The paired standard error of SLAM's Q: what the choice of directions, which both share, leaves open.
    pub q_se: f64,
}

impl Duel {
    /// Judges the first two labelings of a case, the worse one first.
    pub fn of(case: &Case, options: &Options, observer: &dyn Observer) -> Result<Self> {
        let options = case.options(options);
        let slide = &case.slide;
        let (spots, truth) = (Arc::new(slide.spots.clone()), Arc::new(slide.truth.1.clone()));
        let analyze =
            |pred: &Labeling| options.analyze(options.pair(&spots, &truth, &Arc::new(pred.clone()))?, observer);
        let (worse, better) = (analyze(&slide.preds[0].1)?, analyze(&slide.preds[1].1)?);
        let q_se = paired_error(&options, &worse, &better, observer)?;
        Ok(Self { worse: worse.score, better: better.score, q_se })
    }

    /// Q of `slam`, `slam_adjusted`, `slam_pinned` or a benchmark metric: positive where it ranks the two rightly.
    pub fn q(&self, name: &str) -> Option<f64> {
        Scale::named(name)?.q(self.worse.number(name), self.better.number(name))
    }

    /// Whether SLAM is right by more than three standard errors.
    pub fn is_sure(&self) -> bool {
        self.q("slam").is_some_and(|q| q > 3.0 * self.q_se)
    }
}

/// The spread of Q over the batches of directions that both share; on a plane what half of the angles change; on a line 0.
fn paired_error(options: &Options, worse: &Analyzed, better: &Analyzed, observer: &dyn Observer) -> Result<f64> {
    let projections = |analyzed: &Analyzed| analyzed.score.slam.sliced().map_or(0, |sliced| sliced.projections);
    let directions = projections(worse).max(projections(better));
    let pipeline = options.pipeline(worse.analysis.pair.spots());
    let by_batch = |projections: usize| {
        let Options { bandwidth, gamma, seed, .. } = *options;
        let exact = Exact { bandwidth, gamma, projections: Some(projections), seed };
        q_by_batch(&pipeline, &exact, [worse, better], observer)
    };
    match worse.score.n_labels {
        _ if directions == 0 => Ok(0.0),
        1 => Ok(0.0),
        2 => {
            let [whole, half] = [directions, directions / 2].map(|n| by_batch(n.max(1)));
            Ok((whole?[0] - half?[0]).abs())
        }
        _ => Ok(standard_error(&by_batch(directions)?)),
    }
}

/// Q of SLAM from every batch of directions alone.
fn q_by_batch(
    pipeline: &Pipeline,
    exact: &Exact,
    [worse, better]: [&Analyzed; 2],
    observer: &dyn Observer,
) -> Result<Vec<f64>> {
    let batches = |analyzed: &Analyzed| -> Result<Vec<f64>> {
        let [truth, pred] = analyzed.analysis.distributions(pipeline, observer)?;
        exact.by_batch(&truth, &pred, observer)
    };
    let (worse, better) = (batches(worse)?, batches(better)?);
    // Equal distributions are equal in every batch.
    let d = |batches: &[f64], batch: usize| batches.get(batch).or(batches.first()).copied().or(Some(0.0));
    let n_batches = worse.len().max(better.len());
    Ok((0..n_batches).filter_map(|batch| SLAM_SCALE.q(d(&worse, batch), d(&better, batch))).collect())
}

fn standard_error(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (squares / (n * (n - 1.0).max(1.0))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{case1, case3, case6};

    fn duel(case: &Case) -> Duel {
        Duel::of(case, &Options::default(), &()).unwrap()
    }

    #[test]
    fn one_direction_leaves_nothing_open() {
        assert_eq!(duel(&case1().unwrap()).q_se, 0.0);
    }

    #[test]
    fn errors_are_smaller_in_pairs() {
        for case in [case3().unwrap(), case6().unwrap()] {
            let duel = duel(&case);
            let alone = duel.worse.slam.d_se.unwrap().hypot(duel.better.slam.d_se.unwrap()) / 2.0;
            assert!(duel.q_se > 0.0 && duel.q_se < 2.0 * alone, "{} {alone}", duel.q_se);
        }
    }

    #[test]
    fn spread_by_hand() {
        // Mean 2, squares 1 + 0 + 1, over 3·2.
        assert!((standard_error(&[1.0, 2.0, 3.0]) - (1.0f64 / 3.0).sqrt()).abs() < 1e-15);
        assert_eq!(standard_error(&[4.0]), 0.0);
    }
}
