//! Step 3 of the paper's matching: spots are split off for truth labels that nobody stands for.

use super::{Matching, Overlap, Split};
use crate::error::Result;
use crate::graph::search::Tree;
use crate::observer::{Observer, report};
use crate::pair::Pair;
use crate::parallel::prelude::*;
use crate::score::warning::Warning;

/// Gives every empty truth label the spots of its best pred label that lie strictly nearer to its domain than to the
/// domain that the pred label stands for; nearest point, same slice.
pub(super) fn split(
    pair: &Pair,
    overlap: &Overlap,
    matches: &[Option<usize>],
    matching: &mut Matching,
    observer: &dyn Observer,
) -> Result<()> {
    let mut is_split = vec![false; pair.n_spots()];
    let empty = overlap.empty(matches);
    for (done, &to) in empty.iter().enumerate() {
        report(observer, "matching", done, empty.len())?;
        let Some(pred) = overlap.preds[to].first().map(|best| best.label) else { continue };
        let Some(from) = matches[pred] else { continue };
        let whole: Vec<u32> = (0..pair.n_spots() as u32)
            .filter(|&spot| pair.pred().code(spot as usize) == Some(pred) && !is_split[spot as usize])
            .collect();
        let (to_distances, from_distances) = (distances(pair, &whole, to), distances(pair, &whole, from));
        let nearer = (whole.iter().zip(to_distances).zip(from_distances))
            .filter(|((_, to), from)| to < from)
            .map(|((&spot, _), _)| spot as usize);
        let mut n_spots = 0;
        for spot in nearer {
            is_split[spot] = true;
            matching.codes[spot] = to as u16;
            n_spots += 1;
        }
        if n_spots > 0 {
            let name = |truth: usize| pair.truth().names()[truth].clone();
            matching.splits.push(Split {
                slice: None,
                pred: pair.pred().names()[pred].clone(),
                from: name(from),
                to: name(to),
                n_spots,
            });
        }
    }
    let n_spots = matching.splits.iter().map(|split| split.n_spots).sum();
    if n_spots > 0 {
        matching.warnings.push(Warning::Split { n_spots });
    }
    Ok(())
}

/// The squared distance of each spot to the nearest spot of a truth domain on its slice, infinite if there is none.
fn distances(pair: &Pair, spots: &[u32], truth: usize) -> Vec<f64> {
    match pair.spots().dimensions() {
        2 => distances_in::<2>(pair, spots, truth),
        _ => distances_in::<3>(pair, spots, truth),
    }
}

fn distances_in<const D: usize>(pair: &Pair, spots: &[u32], truth: usize) -> Vec<f64> {
    let place = |spot: u32| -> [f64; D] { std::array::from_fn(|axis| pair.spots().position(spot as usize)[axis]) };
    let is_domain = |&&spot: &&u32| pair.truth().code(spot as usize) == Some(truth);
    let tree =
        |slice: Vec<u32>| Tree::new(&slice.iter().filter(is_domain).map(|&spot| place(spot)).collect::<Vec<_>>());
    let trees: Vec<Tree<D>> = pair.spots().by_slice().into_iter().map(tree).collect();
    let slice = |spot: u32| pair.spots().slices().and_then(|slices| slices.code(spot as usize)).unwrap_or(0);
    spots.par_iter().map(|&spot| trees[slice(spot)].nearest_squared(&place(spot))).collect()
}

#[cfg(test)]
mod tests {
    use crate::matcher::{Jaccard, Matcher};
    use crate::score::warning::Warning;
    use crate::testing::pair;

    #[test]
    fn a_constant_label_becomes_the_truth() {
        let pair = pair("aaabbb", "xxxxxx");
        let matching = Jaccard::default().match_labels(&pair, &()).unwrap();
        assert_eq!(matching.codes, pair.truth().codes());
        assert_eq!(matching.warnings, [Warning::Split { n_spots: 3 }]);
        let plain = Jaccard { split: false }.match_labels(&pair, &()).unwrap();
        assert_eq!(plain.codes, [0; 6]);
    }

    #[test]
    fn spots_at_equal_distance_stay() {
        // The spot of c in the middle is as far from a as from b; x stands for a, so it stays there.
        let matching = Jaccard::default().match_labels(&pair("aacbb", "xxxxx"), &()).unwrap();
        assert_eq!(matching.codes[2], 2);
        assert_eq!(matching.splits.len(), 2);
    }
}
