//! Case I: the same picture with the labels exchanged, so that twice as many spots are wrong.

use slam::Result;

use super::lattice::{labeling, named, spots};
use crate::case::Case;
use crate::slide::Slide;

pub(super) const TITLE: &str = "more against fewer mislabels, same topology";

/// The worse labeling: the 24 spots on the right are called B.
const MORE: [&str; 6] = ["AABBBB", "AABBBB", "AABBBB", "AABBBB", "AABBBB", "AABBBB"];
/// The better labeling: the 12 spots on the left are called B.
const FEWER: [&str; 6] = ["BBAAAA", "BBAAAA", "BBAAAA", "BBAAAA", "BBAAAA", "BBAAAA"];

/// 36 spots of type A; 24 of them are called B in one labeling, 12 in the other, and the border lies in the same place.
pub(crate) fn case1() -> Result<Case> {
    let name = |letter| if letter == 'A' { "A" } else { "B" };
    Ok(Case {
        name: "I",
        title: TITLE,
        shows: "36 spots of type A on a 6 × 6 lattice. One labeling calls 24 of them B, on the right; the other calls 12 of \
                them B, on the left. Without names the two labelings are the same picture.",
        claim: "more mislabels score worse although the picture is the same",
        slide: Slide {
            spots: spots(&MORE)?,
            truth: named("truth", labeling(&MORE, |_| "A"))?,
            preds: vec![
                named("more_mislabels", labeling(&MORE, name))?,
                named("fewer_mislabels", labeling(&FEWER, name))?,
            ],
        },
        severity: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_as_many_are_wrong() {
        let slide = case1().unwrap().slide;
        assert_eq!((slide.spots.n_spots(), slide.truth.1.names()), (36, &["A".to_owned()][..]));
        assert_eq!(slide.preds.iter().map(|(_, pred)| pred.counts()[1]).collect::<Vec<_>>(), [24, 12]);
    }
}
