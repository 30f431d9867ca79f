//! Better than chance? How often the tests say so of labelings that have nothing in common, and of some that have.

use slam::inference::{Replicates, permutation_test, shift_test};
use slam::{Pair, Result};

use super::lattice::{Places, SQUARE};
use super::tissue::{Tissue, labeling, nearest, spots};
use super::{Effort, random, share};

/// What tests said of labelings of one tissue, as shares that were called better than chance at 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tested {
    /// The tissue.
    pub tissue: Tissue,
    /// The shift test of unrelated labelings: its type-I error.
    pub shift: f64,
    /// The permutation test of the same.
    pub permutation: f64,
    /// The shift test where three tenths of the area are right.
    pub third: f64,
    /// The shift test where six tenths of the area are right: its power.
    pub most: f64,
    /// The mean adjusted Rand index of unrelated labelings.
    pub index: f64,
}

/// Tests pairs of labelings of a tissue.
pub fn shifts(tissue: Tissue, effort: Effort) -> Result<Tested> {
    let places = tissue.places(SQUARE);
    let (mut found, mut index) = (Vec::new(), 0.0);
    for trial in 0..effort.trials {
        let mut random = random(11, tissue as usize, trial);
        let (truth, other) = (tissue.draw(SQUARE, &mut random), tissue.draw(SQUARE, &mut random));
        let mask = nearest(&places, SQUARE, 15, &mut random);
        let replicates = Replicates { n: effort.replicates, seed: trial as u64 };
        let ask = |pred: &[usize]| -> Result<[bool; 2]> {
            let pair = Pair::new(spots(&places)?, labeling(&truth)?, labeling(pred)?)?;
            let tests = [shift_test(&pair, replicates, &()), permutation_test(&pair, replicates)];
            Ok(tests.map(|test| test.p.is_some_and(|p| p <= 0.05)))
        };
        let pair = Pair::new(spots(&places)?, labeling(&truth)?, labeling(&other)?)?;
        index += permutation_test(&pair, Replicates { n: 1, seed: 0 }).value.unwrap_or(0.0);
        let [shift, permutation] = ask(&other)?;
        let [third, _] = ask(&partly(&places, &truth, &other, &mask, 0.3))?;
        let [most, _] = ask(&partly(&places, &truth, &other, &mask, 0.6))?;
        found.push([shift, permutation, third, most]);
    }
    let of = |which: usize| share(found.iter().map(|one| one[which]));
    let index = index / effort.trials as f64;
    Ok(Tested { tissue, shift: of(0), permutation: of(1), third: of(2), most: of(3), index })
}

/// The truth in a part of the area, made of whole polygons and the part of one that is needed, and another labeling elsewhere.
fn partly(places: &Places, truth: &[usize], other: &[usize], mask: &[usize], area: f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&spot| mask[spot]);
    let mut pred = other.to_vec();
    let n_right = (area * places.len() as f64).round() as usize;
    order[..n_right].iter().for_each(|&spot| pred[spot] = truth[spot]);
    pred
}
