//! Case VIII: the right shapes in the wrong places, four times, on a hexagonal lattice of 24 × 24 spots.
//!
//! Each scene has a truth, a labeling whose kinds of edges are as common as the truth's but elsewhere, and a labeling that is
//! as the truth but for one spot in twenty. Whoever looks at the map says that the first is worse.

use slam::{Labeling, Result, Spots};

use super::lattice::named;
use crate::case::Case;
use crate::slide::Slide;

const SIDE: usize = 24;
const HALF: usize = SIDE / 2;

/// The labeling with few mistakes, against which the other is held.
pub(crate) const SCATTERED: &str = "one_in_twenty";

pub(super) const MIRRORED: &str = "mirrored halves";
pub(super) const TURNED: &str = "north and south against east and west";
pub(super) const SWAPPED: &str = "two equal domains that exchange their names";
pub(super) const MOVED: &str = "a domain in the wrong place";

/// A rule that names the spot in a row and a column.
type Rule = fn(usize, usize) -> &'static str;

/// All scenes.
pub(crate) fn scenes() -> Result<Vec<Case>> {
    [mirrored, turned, swapped, moved].into_iter().map(|scene| scene()).collect()
}

/// The left half and the right half have changed places: every spot is wrong.
pub(crate) fn mirrored() -> Result<Case> {
    let west: Rule = |_, column| if column < HALF { "A" } else { "B" };
    let east: Rule = |_, column| if column < HALF { "B" } else { "A" };
    scene(
        "VIII-mirrored",
        MIRRORED,
        "A on the left and B on the right, and the other way round.",
        west,
        "mirrored",
        east,
    )
}

/// Two halves beside each other, and one above the other: the paper's own opening example.
pub(crate) fn turned() -> Result<Case> {
    let west: Rule = |_, column| if column < HALF { "A" } else { "B" };
    let north: Rule = |row, _| if row < HALF { "A" } else { "B" };
    scene("VIII-turned", TURNED, "Halves side by side, and one above the other.", west, "turned", north)
}

/// A tumour and an immune infiltrate of 8 × 8 spots each, with exchanged names.
pub(crate) fn swapped() -> Result<Case> {
    let truth: Rule = |row, column| match (is_in(8, row), is_in(2, column), is_in(14, column)) {
        (true, true, _) => "tumor",
        (true, _, true) => "immune",
        _ => "stroma",
    };
    let pred: Rule = |row, column| match (is_in(8, row), is_in(2, column), is_in(14, column)) {
        (true, true, _) => "immune",
        (true, _, true) => "tumor",
        _ => "stroma",
    };
    let shows = "Two domains of 8 × 8 spots in a third, and the same with their names exchanged.";
    scene("VIII-swapped", SWAPPED, shows, truth, "swapped", pred)
}

/// A tumour of 8 × 8 spots, found in the opposite corner.
pub(crate) fn moved() -> Result<Case> {
    let truth: Rule = |row, column| if is_in(2, row) && is_in(2, column) { "tumor" } else { "stroma" };
    let pred: Rule = |row, column| if is_in(14, row) && is_in(14, column) { "tumor" } else { "stroma" };
    let shows = "A domain of 8 × 8 spots in one corner, and in the opposite one.";
    scene("VIII-moved", MOVED, shows, truth, "moved", pred)
}

/// Whether a row or column is one of the eight from `first` on.
fn is_in(first: usize, place: usize) -> bool {
    first <= place && place < first + 8
}

fn scene(
    name: &'static str,
    title: &'static str,
    shows: &'static str,
    truth: Rule,
    pred_name: &str,
    pred: Rule,
) -> Result<Case> {
    let labeling = |rule: &dyn Fn(usize) -> &'static str| Labeling::from_texts((0..SIDE * SIDE).map(rule));
    let by = |rule: Rule| move |spot: usize| rule(spot / SIDE, spot % SIDE);
    let scattered = |spot: usize| {
        let right = by(truth)(spot);
        if spot % 20 == 7 { other(right) } else { right }
    };
    let preds = vec![named(pred_name, labeling(&by(pred)))?, named(SCATTERED, labeling(&scattered))?];
    let slide = Slide { spots: spots()?, truth: named("truth", labeling(&by(truth)))?, preds };
    let claim = "the right shapes in the wrong places are worse than one spot in twenty wrong";
    Ok(Case { name, title, shows, claim, slide, severity: Vec::new() })
}

/// What a spot is taken for where it is taken for something else.
fn other(label: &'static str) -> &'static str {
    match label {
        "A" => "B",
        "B" => "A",
        "stroma" => "tumor",
        _ => "stroma",
    }
}

fn spots() -> Result<Spots> {
    let position = |spot: usize| {
        let (row, column) = (spot / SIDE, spot % SIDE);
        [column as f64 + 0.5 * (row % 2) as f64, (SIDE - row) as f64 * 0.75f64.sqrt()]
    };
    let ids = (1..=SIDE * SIDE).map(|number| format!("spot{number}").into_boxed_str()).collect();
    Spots::new(2, (0..SIDE * SIDE).flat_map(position).collect())?.with_ids(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_wrong(case: &Case, pred: usize) -> usize {
        let (truth, pred) = (&case.slide.truth.1, &case.slide.preds[pred].1);
        (0..truth.n_spots()).filter(|&spot| truth.name(spot) != pred.name(spot)).count()
    }

    #[test]
    fn mistakes_counted_by_hand() {
        let scenes = scenes().unwrap();
        // All spots; two quarters of them; two domains of 64; a domain of 64 missed and one of 64 invented.
        assert_eq!(scenes.iter().map(|case| n_wrong(case, 0)).collect::<Vec<_>>(), [576, 288, 128, 128]);
        // Spots 7, 27, …, 567.
        assert!(scenes.iter().all(|case| n_wrong(case, 1) == 29));
    }

    #[test]
    fn domains_keep_their_size() {
        for case in scenes().unwrap() {
            assert_eq!(case.slide.truth.1.counts(), case.slide.preds[0].1.counts(), "{}", case.name);
        }
    }
}
