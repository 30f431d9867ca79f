//! The questions about methods on many slices, where donors are what is counted.

use super::donors::{differences, mean_over_donors, paired_donors};
use super::finding::Finding;
use crate::named::Named;
use crate::score::{Score, SliceScore};
use crate::spots::Spots;

/// Whose slice each is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Donors {
    /// The donor of each slice.
    of: Vec<usize>,
}

/// A number of a slice.
type Pick = fn(&SliceScore) -> Option<f64>;

/// The numbers of a slice that are not metrics, by name.
const OWN: [(&str, Pick); 2] = [
    ("slam", |slice| slice.slam.as_ref().map(|slam| slam.d)),
    ("slam_pinned", |slice| slice.slam_pinned.map(|pinned| pinned.d)),
];

impl Donors {
    /// The donors of some spots on several slices; none where there is one slide. Without donors every slice is its own.
    pub(super) fn of(spots: &Spots) -> Option<Self> {
        let slices = spots.slices().filter(|slices| slices.n_labels() > 1)?;
        let mut of: Vec<usize> = (0..slices.n_labels()).collect();
        if let Some(donors) = spots.donors() {
            for spot in 0..spots.n_spots() {
                if let (Some(slice), Some(donor)) = (slices.code(spot), donors.code(spot)) {
                    of[slice] = donor;
                }
            }
        }
        Some(Self { of })
    }

    /// The interval over donors of the mean of every number.
    pub(super) fn intervals(&self, score: &Score) -> Named<Finding> {
        let names = OWN.iter().map(|(name, _)| *name).chain(score.metrics.0.iter().map(|(name, _)| name.as_str()));
        names.map(|name| (name.to_owned(), mean_over_donors(name, &numbers(score, name), &self.of))).collect()
    }

    /// The difference of two methods over donors, and what it is for each.
    pub(super) fn difference(&self, a: &Score, b: &Score, number: &str) -> (Finding, Vec<f64>) {
        let (a, b) = (numbers(a, number), numbers(b, number));
        (paired_donors(number, &a, &b, &self.of), differences(&a, &b, &self.of))
    }
}

/// A number of every slice, none where it is undefined.
fn numbers(score: &Score, name: &str) -> Vec<Option<f64>> {
    let own = OWN.iter().find(|(other, _)| *other == name);
    let of = |slice: &SliceScore| match own {
        Some((_, pick)) => pick(slice),
        None => slice.metrics.get(name).copied().flatten(),
    };
    score.slices.0.iter().map(|(_, slice)| of(slice)).collect()
}
