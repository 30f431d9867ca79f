//! Which method is better? How often the paired test prefers one of two that make the same kind of mistakes.

use slam::inference::tile_difference;
use slam::{RankBy, Result};

use super::errors::{CLUMPS, Errors, LOCAL};
use super::intervals::analyze;
use super::lattice::SQUARE;
use super::tissue::Tissue;
use super::{Effort, random, share};

/// Twice the mistakes of a method.
const WORSE: Errors = Errors::Discs { radius: 1.8, share: 0.32 };

/// The shares of pairs of methods that are told apart at 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paired {
    /// The tissue.
    pub tissue: Tissue,
    /// Equally good methods with local mistakes, by `slam_adjusted`: the type-I error.
    pub adjusted: f64,
    /// The same by `slam_pinned`.
    pub pinned: f64,
    /// Equally good methods whose mistakes clump, by `slam_adjusted`.
    pub clumps: f64,
    /// Methods of which one is wrong twice as often, by `slam_adjusted`: the power.
    pub worse: f64,
}

/// Compares pairs of methods on one slide.
pub fn paired(tissue: Tissue, effort: Effort) -> Result<Paired> {
    let places = tissue.places(SQUARE);
    let mut told = Vec::new();
    for trial in 0..effort.trials {
        let mut random = random(14, tissue as usize, trial);
        let truth = tissue.draw(SQUARE, &mut random);
        let mut draw = |errors: Errors| analyze(&places, &truth, &errors.discs(&places, SQUARE, &truth, &mut random));
        let [one, other, worse, clump, other_clump] =
            [draw(LOCAL)?, draw(LOCAL)?, draw(WORSE)?, draw(CLUMPS)?, draw(CLUMPS)?];
        let differ = |a, b, by| tile_difference(a, b, by).p.is_some_and(|p| p <= 0.05);
        told.push([
            differ(&one, &other, RankBy::SlamAdjusted),
            differ(&one, &other, RankBy::SlamPinned),
            differ(&clump, &other_clump, RankBy::SlamAdjusted),
            differ(&one, &worse, RankBy::SlamAdjusted),
        ]);
    }
    let of = |which: usize| share(told.iter().map(|one| one[which]));
    Ok(Paired { tissue, adjusted: of(0), pinned: of(1), clumps: of(2), worse: of(3) })
}
