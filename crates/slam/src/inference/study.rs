//! The questions about methods on many slices, where donors are what is counted.

use super::answers::{Difference, groups};
use super::ask::every_pair;
use super::donors::{differences, mean_over_donors, paired_donors, sign_flips};
use super::finding::Finding;
use super::paired::holm;
use crate::comparison::ranking::RankBy;
use crate::pair::spots::Spots;
use crate::score::Score;
use crate::score::named::Named;
use crate::score::warning::Warning;

/// Whose slice each is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Donors {
    /// The donor of each slice.
    of: Vec<usize>,
    /// Whether somebody said so; else every slice is its own.
    is_given: bool,
}

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
        Some(Self { of, is_given: spots.donors().is_some() })
    }

    /// What a user should know: that nobody said which slices share a donor.
    pub(super) fn warning(&self) -> Option<Warning> {
        (!self.is_given).then_some(Warning::OwnDonors { n_slices: self.of.len() })
    }

    /// The interval over donors of the mean of every number.
    pub(super) fn intervals(&self, score: &Score) -> Named<Finding> {
        let is_there = |by: &RankBy| by.metric().is_none_or(|metric| score.metrics.get(metric.name).is_some());
        let numbers = RankBy::all().filter(is_there).map(|by| (by.name().to_owned(), self.interval(score, by)));
        let own = score.metrics.0.iter().map(|(name, _)| name).filter(|name| RankBy::named(name).is_none());
        let of_own = |name: &String| {
            let slices = score.slices.0.iter().map(|(_, slice)| slice.metrics.get(name).copied().flatten());
            (name.clone(), mean_over_donors(name, &slices.collect::<Vec<_>>(), &self.of))
        };
        numbers.chain(own.map(of_own)).collect()
    }

    /// The interval over donors of the mean of one number.
    pub(super) fn interval(&self, score: &Score, by: RankBy) -> Finding {
        mean_over_donors(by.name(), &numbers(score, by), &self.of)
    }

    /// The difference of two methods over donors, and what it is for each.
    pub(super) fn difference(&self, a: &Score, b: &Score, by: RankBy) -> (Finding, Vec<f64>) {
        let (a, b) = (numbers(a, by), numbers(b, by));
        (paired_donors(by.name(), &a, &b, &self.of), differences(&a, &b, &self.of))
    }
}

/// The differences of all pairs of methods over donors, and the groups that they leave.
///
/// `names` are in the order of rank; `values` are those of the slices, none where a method has none; `donors` says whose slice
/// each is.
pub(crate) fn compare_over_donors(
    number: &str,
    names: &[String],
    values: &[Vec<Option<f64>>],
    donors: &[usize],
) -> (Vec<Difference>, Vec<Vec<String>>) {
    let pair = |(a, b): (usize, usize)| {
        let (a, b) = (&values[a], &values[b]);
        (paired_donors(number, a, b, donors), differences(a, b, donors))
    };
    let (findings, by_donor): (Vec<Finding>, Vec<Vec<f64>>) = every_pair(names.len()).map(pair).unzip();
    let flips = sign_flips(&by_donor);
    let pairs = adjusted(names, findings.into_iter().zip(flips).collect());
    let groups = groups(names, &pairs);
    (pairs, groups)
}

/// The differences of all pairs in order, adjusted for each other.
pub(super) fn adjusted(names: &[String], found: Vec<(Finding, Option<f64>)>) -> Vec<Difference> {
    let adjusted = holm(&found.iter().map(|(finding, _)| finding.p).collect::<Vec<_>>());
    let named = every_pair(names.len()).zip(found).zip(adjusted);
    named
        .map(|(((a, b), (finding, p_max_t)), p_holm)| Difference {
            a: names[a].clone(),
            b: names[b].clone(),
            finding,
            p_holm,
            p_max_t,
        })
        .collect()
}

/// A number of every slice, none where it is undefined.
fn numbers(score: &Score, by: RankBy) -> Vec<Option<f64>> {
    score.slices.0.iter().map(|(_, slice)| by.value_of_slice(slice)).collect()
}
