//! Square lattices drawn as text, a letter per spot.

use slam::{Labeling, Result, Spots};

/// The spots of a drawing: column 1, 2, … from the left as x, row 1, 2, … from the bottom as y, ids `spot1`, `spot2`, … in
/// reading order.
pub(super) fn spots(map: &[&str]) -> Result<Spots> {
    let on_row = |(row, line): (usize, &&str)| {
        let y = (map.len() - row) as f64;
        (1..=line.len()).flat_map(move |x| [x as f64, y]).collect::<Vec<f64>>()
    };
    let coordinates: Vec<f64> = map.iter().enumerate().flat_map(on_row).collect();
    let ids = (1..=coordinates.len() / 2).map(|number| format!("spot{number}").into_boxed_str()).collect();
    Spots::new(2, coordinates)?.with_ids(ids)
}

/// The labeling of a drawing, given what every letter stands for.
pub(super) fn labeling(map: &[&str], name: impl Fn(char) -> &'static str) -> Result<Labeling> {
    Labeling::from_texts(letters(map).map(name))
}

/// The letters of a drawing in reading order.
pub(super) fn letters(map: &[&str]) -> impl Iterator<Item = char> {
    map.iter().flat_map(|line| line.chars()).collect::<Vec<_>>().into_iter()
}

/// A labeling under a name.
pub(super) fn named(name: &str, labeling: Result<Labeling>) -> Result<(String, Labeling)> {
    Ok((name.to_owned(), labeling?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_read_from_the_top() {
        let map = ["ab", "aa"];
        let spots = spots(&map).unwrap();
        assert_eq!(spots.coordinates(), [1.0, 2.0, 2.0, 2.0, 1.0, 1.0, 2.0, 1.0]);
        let labeling = labeling(&map, |letter| if letter == 'a' { "left" } else { "right" }).unwrap();
        assert_eq!(labeling.name(1), Some("right"));
        assert_eq!(labeling.counts(), [3, 1]);
    }
}
