//! Case IV: mislabels scattered over the tissue against as many in one place.

use slam::Result;

use super::lattice::{labeling, named, spots};
use crate::case::Case;
use crate::slide::Slide;

pub(super) const TITLE: &str = "dispersed against aggregated mislabels";

/// The worse labeling: 40 spots all over the tissue are called cancer (`#`); drawn by lot, once.
const DISPERSED: [&str; 10] = [
    "..##...##.",
    ".#.#.#.#.#",
    ".##.#..##.",
    "##.###.###",
    "...#..##.#",
    "##........",
    ".#..#.#.#.",
    "#.......#.",
    "#......#..",
    "..#...##.#",
];
/// The better labeling: 40 spots side by side in a corner are called cancer.
const AGGREGATED: [&str; 10] = [
    "..........",
    "..........",
    "#####.....",
    "#####.....",
    "#####.....",
    "#####.....",
    "#####.....",
    "#####.....",
    "#####.....",
    "#####.....",
];

/// 100 normal spots; 40 of them are called cancer, here and there or all together.
pub(crate) fn case4() -> Result<Case> {
    let name = |letter| if letter == '#' { "cancer" } else { "normal" };
    Ok(Case {
        name: "IV",
        title: TITLE,
        shows: "100 normal spots on a 10 × 10 lattice. One labeling calls 40 of them cancer all over the tissue, drawn by \
                lot; the other calls 40 of them cancer side by side.",
        claim: "dispersed mislabels score worse than as many in one place",
        slide: Slide {
            spots: spots(&DISPERSED)?,
            truth: named("truth", labeling(&DISPERSED, |_| "normal"))?,
            preds: vec![
                named("dispersed", labeling(&DISPERSED, name))?,
                named("aggregated", labeling(&AGGREGATED, name))?,
            ],
        },
        severity: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_against_forty() {
        let slide = case4().unwrap().slide;
        assert_eq!((slide.truth.1.counts(), slide.truth.1.names()), (vec![100], &["normal".to_owned()][..]));
        assert!(slide.preds.iter().all(|(_, pred)| pred.counts() == [40, 60]));
    }
}
