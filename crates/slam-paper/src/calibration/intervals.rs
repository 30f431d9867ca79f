//! How far would a number move? How often intervals hold the mean of what the same method finds again and again.

use slam::inference::{Interval, tile_intervals};
use slam::metrics::Selection;
use slam::{Analyzed, Options, Pair, Result};

use super::errors::{CLUMPS, Errors, LOCAL};
use super::lattice::SQUARE;
use super::tissue::{Tissue, labeling, spots};
use super::{Effort, random, share};

/// The numbers whose intervals are tried.
const NUMBERS: [&str; 4] = ["slam_pinned", "slam_adjusted", "slam", "ari"];

/// The share of 95 % intervals that hold the true number, by number.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    /// The tissue.
    pub tissue: Tissue,
    /// Where mistakes are local.
    pub local: Vec<(&'static str, f64)>,
    /// Where they clump to a seventh of the slide.
    pub clumps: Vec<(&'static str, f64)>,
}

/// Draws a method's mistakes again and again on one truth, and looks how often intervals hold the mean over all draws.
pub fn coverage(tissue: Tissue, effort: Effort) -> Result<Coverage> {
    Ok(Coverage { tissue, local: of(tissue, LOCAL, effort)?, clumps: of(tissue, CLUMPS, effort)? })
}

fn of(tissue: Tissue, errors: Errors, effort: Effort) -> Result<Vec<(&'static str, f64)>> {
    let places = tissue.places(SQUARE);
    let truth = tissue.draw(SQUARE, &mut random(12, tissue as usize, 0));
    let mut draws: Vec<Vec<(f64, Interval)>> = vec![Vec::new(); NUMBERS.len()];
    for trial in 0..effort.trials {
        let pred = errors.discs(&places, SQUARE, &truth, &mut random(13, tissue as usize, trial));
        let found = tile_intervals(&analyze(&places, &truth, &pred)?);
        for (number, draws) in NUMBERS.iter().zip(&mut draws) {
            let finding = found.get(number);
            draws.extend(finding.and_then(|finding| finding.value.zip(finding.interval)));
        }
    }
    let covered = |draws: &Vec<(f64, Interval)>| {
        let mean = draws.iter().map(|(value, _)| value).sum::<f64>() / draws.len() as f64;
        share(draws.iter().map(|(_, interval)| interval.low <= mean && mean <= interval.high))
    };
    Ok(NUMBERS.into_iter().zip(draws.iter().map(covered)).collect())
}

/// A labeling against its truth, without anything that intervals do not need.
pub(super) fn analyze(places: &[[f64; 2]], truth: &[usize], pred: &[usize]) -> Result<Analyzed> {
    let options = Options { metrics: Selection::None, projections: Some(64), ..Options::default() };
    options.analyze(Pair::new(spots(places)?, labeling(truth)?, labeling(pred)?)?, &())
}
