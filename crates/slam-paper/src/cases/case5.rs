//! Case V: cancer taken for normal against normal taken for cancer.

use slam::Result;

use super::lattice::{labeling, named, spots};
use crate::case::Case;
use crate::slide::Slide;

pub(super) const TITLE: &str = "false negatives against false positives";

/// The truth: `c` cancer, `n` normal.
const TRUTH: [&str; 5] = ["cccnnn", "cccnnn", "cccnnn", "cccnnn", "cccnnn"];
/// The worse labeling: six cancer spots are called normal.
const NEGATIVES: [&str; 5] = ["cccnnn", "nncnnn", "nncnnn", "nncnnn", "cccnnn"];
/// The better labeling, its mirror image: six normal spots are called cancer.
const POSITIVES: [&str; 5] = ["cccnnn", "cccncc", "cccncc", "cccncc", "cccnnn"];
/// How much a mistake matters. The paper says that one is more severe, but not by how much.
const SEVERITY: [(&str, f64); 2] = [("cancer", 2.0), ("normal", 1.0)];

/// 15 cancer spots beside 15 normal ones; six spots of one kind are taken for the other, in mirrored places.
pub(crate) fn case5() -> Result<Case> {
    let name = |letter| if letter == 'c' { "cancer" } else { "normal" };
    Ok(Case {
        name: "V",
        title: TITLE,
        shows: "15 cancer spots beside 15 normal ones on a 6 × 5 lattice. One labeling calls six cancer spots normal, the \
                other six normal spots cancer, in mirrored places. A mistake in cancer counts twice one in normal tissue.",
        claim: "false negatives score worse than as many false positives",
        slide: Slide {
            spots: spots(&TRUTH)?,
            truth: named("truth", labeling(&TRUTH, name))?,
            preds: vec![
                named("false_negatives", labeling(&NEGATIVES, name))?,
                named("false_positives", labeling(&POSITIVES, name))?,
            ],
        },
        severity: SEVERITY.map(|(label, severity)| (label.to_owned(), severity)).to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images() {
        for (negatives, positives) in NEGATIVES.iter().zip(POSITIVES) {
            let exchange = |letter| if letter == 'c' { 'n' } else { 'c' };
            assert_eq!(negatives.chars().rev().map(exchange).collect::<String>(), positives);
        }
        let slide = case5().unwrap().slide;
        assert_eq!(slide.preds.iter().map(|(_, pred)| pred.counts()[0]).collect::<Vec<_>>(), [9, 21]);
    }
}
