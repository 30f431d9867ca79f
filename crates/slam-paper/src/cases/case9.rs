//! Case IX: three labelings without merit that matching can make look good, beside one that a method might find.

use slam::{Labeling, Result};

use super::lattice::named;
use crate::case::Case;
use crate::cortex::{LAYERS, cortex};
use crate::faults;
use crate::slide::Slide;

pub(super) const TITLE: &str = "labelings that matching flatters";

/// The labeling that has earned its score.
pub(crate) const HONEST: &str = "honest";
/// Every spot with the same label.
pub(crate) const CONSTANT: &str = "one_label";
/// Every spot with a label of its own.
pub(crate) const EVERY: &str = "label_per_spot";
/// Neighbouring layers in pairs.
pub(crate) const MERGED: &str = "layers_in_pairs";

/// The cortex of the demo, about 4,000 spots in seven layers and a lesion; all preds call their labels by numbers, so that
/// names tell nothing.
pub(crate) fn case9() -> Result<Case> {
    let cortex = cortex()?;
    let truth = faults::truth(&cortex);
    let n_spots = truth.len();
    let number = |name: &str| LAYERS.iter().position(|(layer, _)| *layer == name).unwrap_or(LAYERS.len());
    let preds = vec![
        named(HONEST, faults::labeling(&faults::cluster_numbers(&cortex)))?,
        named(CONSTANT, Labeling::from_texts(vec!["0"; n_spots]))?,
        named(EVERY, Labeling::from_texts((0..n_spots).map(|spot| spot.to_string())))?,
        named(MERGED, Labeling::from_texts(truth.iter().map(|name| (number(name) / 2).to_string())))?,
    ];
    let slide = Slide { truth: named("truth", faults::labeling(&truth))?, preds, spots: cortex.spots };
    Ok(Case {
        name: "IX",
        title: TITLE,
        shows: "A cortex; one constant label, one label per spot, and its layers in pairs, beside what a good method finds.",
        claim: "a labeling without merit is worse than one that a good method finds",
        slide,
        severity: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_labels() {
        let slide = case9().unwrap().slide;
        let n_labels: Vec<usize> = slide.preds.iter().map(|(_, pred)| pred.n_labels()).collect();
        assert_eq!((slide.truth.1.n_labels(), n_labels), (8, vec![8, 1, slide.spots.n_spots(), 4]));
    }
}
