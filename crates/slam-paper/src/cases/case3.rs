//! Case III: mislabels in the core of a tumor against mislabels at its edge.

use slam::Result;

use super::lattice::{labeling, named, spots};
use crate::case::Case;
use crate::slide::Slide;

pub(super) const TITLE: &str = "mislabels in the core against the edge";

/// The truth: `t` tumor, `n` normal.
const TRUTH: [&str; 5] = ["tttnnn", "tttnnn", "tttnnn", "tttnnn", "tttnnn"];
/// The worse labeling: three spots inside the tumor are called normal.
const CORE: [&str; 5] = ["tttnnn", "tntnnn", "tntnnn", "tntnnn", "tttnnn"];
/// The better labeling: three spots at its edge are called normal.
const EDGE: [&str; 5] = ["tttnnn", "ttnnnn", "ttnnnn", "ttnnnn", "tttnnn"];

/// 15 tumor spots beside 15 normal ones; three tumor spots are called normal, in the core or at the edge.
pub(crate) fn case3() -> Result<Case> {
    let name = |letter| if letter == 't' { "tumor" } else { "normal" };
    Ok(Case {
        name: "III",
        title: TITLE,
        shows: "15 tumor spots beside 15 normal ones on a 6 × 5 lattice. One labeling calls three spots in the tumor's core \
                normal, the other three at its edge.",
        claim: "mislabels in the core score worse than as many at the edge",
        slide: Slide {
            spots: spots(&TRUTH)?,
            truth: named("truth", labeling(&TRUTH, name))?,
            preds: vec![named("core", labeling(&CORE, name))?, named("edge", labeling(&EDGE, name))?],
        },
        severity: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_against_three() {
        let slide = case3().unwrap().slide;
        assert_eq!(slide.truth.1.counts(), [15, 15]);
        assert!(slide.preds.iter().all(|(_, pred)| pred.counts() == [18, 12]));
    }
}
