//! The questions about methods on many slices, where donors are what is counted.

use super::answers::{Difference, groups};
use super::ask::every_pair;
use super::donors::{differences, mean_over_donors, mean_over_slices, paired_donors, paired_slices, sign_flips};
use super::finding::Finding;
use super::paired::holm;
use crate::comparison::ranking::RankBy;
use crate::pair::spots::Spots;
use crate::score::Score;
use crate::score::named::Named;
use crate::score::warning::Warning;

/// Whose slice each is, if somebody said so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Donors {
    /// The donor of each slice; without donors every slice has a number of its own.
    of: Vec<usize>,
    is_given: bool,
}

impl Donors {
    /// The donors of slices by number; `is_given` says whether somebody told them, or every slice has a number of its own.
    pub(crate) fn new(of: Vec<usize>, is_given: bool) -> Self {
        Self { of, is_given }
    }

    /// The donors of some spots on several slices; none where there is one slide.
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

    /// The number of slices.
    pub(crate) fn n_slices(&self) -> usize {
        self.of.len()
    }

    /// The donors of some of the slices.
    pub(crate) fn on(&self, slices: &[usize]) -> Self {
        Self { of: slices.iter().map(|&slice| self.of[slice]).collect(), is_given: self.is_given }
    }

    /// The mean over donors of a number that every slice has or lacks; without donors over slices.
    pub(crate) fn mean(&self, number: &str, scores: &[Option<f64>]) -> Finding {
        if self.is_given { mean_over_donors(number, scores, &self.of) } else { mean_over_slices(number, scores) }
    }

    /// The difference of two methods over donors, and what it is for each; without donors it has no p.
    fn paired(&self, number: &str, a: &[Option<f64>], b: &[Option<f64>]) -> (Finding, Vec<f64>) {
        if self.is_given {
            (paired_donors(number, a, b, &self.of), differences(a, b, &self.of))
        } else {
            (paired_slices(number, a, b), Vec::new())
        }
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
            (name.clone(), self.mean(name, &slices.collect::<Vec<_>>()))
        };
        numbers.chain(own.map(of_own)).collect()
    }

    /// The interval over donors of the mean of one number.
    pub(super) fn interval(&self, score: &Score, by: RankBy) -> Finding {
        self.mean(by.name(), &numbers(score, by))
    }

    /// The difference of two methods over donors, and what it is for each.
    pub(super) fn difference(&self, a: &Score, b: &Score, by: RankBy) -> (Finding, Vec<f64>) {
        self.paired(by.name(), &numbers(a, by), &numbers(b, by))
    }
}

/// The differences of all pairs of methods over donors, and the groups that they leave.
///
/// `names` are in the order of rank; `values` are those of the slices, none where a method has none.
pub(crate) fn compare_over_donors(
    number: &str,
    names: &[String],
    values: &[Vec<Option<f64>>],
    donors: &Donors,
) -> (Vec<Difference>, Vec<Vec<String>>) {
    let pair = |(a, b): (usize, usize)| donors.paired(number, &values[a], &values[b]);
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
