//! Case II: ever more spots of one type are taken for the other.

use slam::{Labeling, Result};

use super::lattice::{labeling, letters, named, spots};
use crate::case::Case;
use crate::slide::Slide;

pub(super) const TITLE: &str = "ever more mislabels";

/// The numbers of errors: ten even steps from 9 to 95, rounded.
pub(crate) const ERRORS: [usize; 10] = [9, 19, 28, 38, 47, 57, 66, 76, 85, 95];

/// The spots: `b` is of type B, everything else of type A. A digit is the first labeling that calls the spot B, and all
/// later ones do so too; a spot with a dot is called A by all.
///
/// The paper gives the numbers and says that a spot once wrong stays wrong; the order was drawn by lot, once.
const MAP: [&str; 18] = [
    "......32.1bbbbbbbbbb",
    "....0.....bbbbbbbbbb",
    ".0.0....8.bbbbbbbbbb",
    ".6..46..99bbbbbbbbbb",
    "1530434...bbbbbbbbbb",
    ".5..1...73bbbbbbbbbb",
    "396607962.bbbbbbbbbb",
    ".87.....0.bbbbbbbbbb",
    ".2.47....8bbbbbbbbbb",
    "55026153..bbbbbbbbbb",
    "17.98.5.38bbbbbbbbbb",
    "1..24..8.2bbbbbbbbbb",
    "975..9.827bbbbbbbbbb",
    "14753.5.42bbbbbbbbbb",
    "76736.3.1.bbbbbbbbbb",
    "8...50..9.bbbbbbbbbb",
    "9.41....2.bbbbbbbbbb",
    ".0691.48..bbbbbbbbbb",
];

/// 180 spots of type A beside 180 of type B, and ten labelings that call 9 to 95 of the A spots B.
pub(crate) fn case2() -> Result<Case> {
    Ok(Case {
        name: "II",
        title: TITLE,
        shows: "180 spots of type A beside 180 of type B on a 20 × 18 lattice. Ten labelings call 9 to 95 of the A spots B; \
                which ones was drawn by lot, and a spot once wrong stays wrong.",
        claim: "the score grows with every further mislabel, as the error rate does",
        slide: Slide {
            spots: spots(&MAP)?,
            truth: named("truth", labeling(&MAP, |letter| if letter == 'b' { "B" } else { "A" }))?,
            preds: ERRORS
                .iter()
                .enumerate()
                .map(|(experiment, errors)| named(&format!("errors_{errors}"), until(experiment)))
                .collect::<Result<_>>()?,
        },
        severity: Vec::new(),
    })
}

/// The labeling of an experiment: B, and every spot that is wrong by then.
fn until(experiment: usize) -> Result<Labeling> {
    let is_b = |letter: char| letter == 'b' || letter.to_digit(10).is_some_and(|first| first as usize <= experiment);
    Labeling::from_texts(letters(&MAP).map(|letter| if is_b(letter) { "B" } else { "A" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_errors_are_those_announced() {
        let slide = case2().unwrap().slide;
        assert_eq!(slide.truth.1.counts(), [180, 180]);
        let errors: Vec<usize> = slide.preds.iter().map(|(_, pred)| pred.counts()[1] - 180).collect();
        assert_eq!(errors, ERRORS);
        for (step, errors) in ERRORS.iter().enumerate() {
            assert_eq!(*errors, (9.0 + 86.0 * step as f64 / 9.0).round() as usize);
        }
    }

    #[test]
    fn once_wrong_stays_wrong() {
        let slide = case2().unwrap().slide;
        for pair in slide.preds.windows(2) {
            assert!((0..360).all(|spot| pair[0].1.name(spot) == Some("A") || pair[1].1.name(spot) == Some("B")));
        }
    }
}
