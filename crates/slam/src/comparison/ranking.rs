//! Ranks of methods: who comes first, and by which number.

use std::fmt;
use std::str::FromStr;

use crate::discrepancy::is_at_ceiling;
use crate::edit_distance::edit_distance;
use crate::error::{Error, Result};
use crate::metrics::{Better, METRICS, Metric};
use crate::score::{Score, SliceScore};

/// Values of `slam_adjusted` that differ by less than this share of the larger are the grid's doing.
const GRID: f64 = 0.02;

/// The number that methods are ranked by: `slam_adjusted`, `slam`, `slam_pinned` or a benchmark metric.
///
/// ```
/// use slam::RankBy;
///
/// assert_eq!("ari".parse(), Ok(RankBy::Metric("ari")));
/// let wrong = "slam_ajusted".parse::<RankBy>().unwrap_err();
/// assert!(wrong.to_string().starts_with("no metric \"slam_ajusted\"; did you mean slam_adjusted?"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RankBy {
    /// The score at every scale, adjusted for chance.
    #[default]
    SlamAdjusted,
    /// The paper's score.
    Slam,
    /// The score edge by edge.
    SlamPinned,
    /// The benchmark metric of that name.
    Metric(&'static str),
    /// A metric of your own, which must stand in [`OwnSteps::metrics`](crate::OwnSteps::metrics).
    Own(&'static Metric),
}

/// Where a method stands: its value, turned so that lower is better, and how much of it is noise.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    value: Option<f64>,
    /// The numerical error of the value.
    error: f64,
    /// The share of the value within which another cannot be told apart.
    share: f64,
    /// Whether it is SLAM at its ceiling, where nothing can be told apart.
    is_at_ceiling: bool,
}

impl RankBy {
    /// All that can be ranked by.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let own = [Self::SlamAdjusted, Self::Slam, Self::SlamPinned];
        own.into_iter().chain(METRICS.iter().map(|metric| Self::Metric(metric.name)))
    }

    /// The number of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|one| one.name() == name)
    }

    /// The name in every output and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::SlamAdjusted => "slam_adjusted",
            Self::Slam => "slam",
            Self::SlamPinned => "slam_pinned",
            Self::Metric(name) | Self::Own(&Metric { name, .. }) => name,
        }
    }

    /// The metric, if it is one.
    pub fn metric(self) -> Option<&'static Metric> {
        match self {
            Self::Metric(name) => Metric::named(name),
            Self::Own(metric) => Some(metric),
            _ => None,
        }
    }

    /// Which way is better.
    pub fn better(self) -> Better {
        self.metric().map_or(Better::Lower, |metric| metric.better)
    }

    /// The value of a score, none where it is undefined.
    pub fn value(self, score: &Score) -> Option<f64> {
        match self {
            Self::SlamAdjusted => Some(score.slam_adjusted.value),
            Self::Slam => Some(score.slam.d),
            Self::SlamPinned => Some(score.slam_pinned.d),
            Self::Metric(name) | Self::Own(&Metric { name, .. }) => score.metrics.get(name).copied().flatten(),
        }
    }

    /// The value of a slice, none where it is undefined.
    pub fn value_of_slice(self, slice: &SliceScore) -> Option<f64> {
        match self {
            Self::SlamAdjusted => slice.slam_adjusted.as_ref().map(|adjusted| adjusted.value),
            Self::Slam => slice.slam.as_ref().map(|slam| slam.d),
            Self::SlamPinned => slice.slam_pinned.map(|pinned| pinned.d),
            Self::Metric(name) | Self::Own(&Metric { name, .. }) => slice.metrics.get(name).copied().flatten(),
        }
    }

    /// Where a score stands.
    pub fn standing(self, score: &Score) -> Standing {
        self.stand(self.value(score), score.slam.d_se)
    }

    /// Where a slice stands.
    pub fn standing_of_slice(self, slice: &SliceScore) -> Standing {
        self.stand(self.value_of_slice(slice), slice.slam.as_ref().and_then(|slam| slam.d_se))
    }

    /// Where a value stands; the error is that of `slam`.
    pub(crate) fn stand(self, value: Option<f64>, d_se: Option<f64>) -> Standing {
        let signed = |value: f64| if self.better() == Better::Higher { -value } else { value };
        Standing {
            value: value.map(signed),
            error: d_se.filter(|_| self == Self::Slam).unwrap_or(0.0),
            share: if self == Self::SlamAdjusted { GRID } else { 0.0 },
            is_at_ceiling: self == Self::Slam && value.is_some_and(is_at_ceiling),
        }
    }
}

impl Standing {
    /// Whether another value, no better than this one, cannot be told from it.
    fn equals(&self, other: &Self) -> bool {
        let (Some(first), Some(value)) = (self.value, other.value) else { return false };
        let noise = 2.0 * (self.error * self.error + other.error * other.error).sqrt();
        self.is_at_ceiling || value - first <= noise.max(self.share * value.abs())
    }

    /// Whether this is better than another; what has no value is better than nothing.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        match (self.value, other.value) {
            (Some(own), Some(other)) => own < other,
            (own, _) => own.is_some(),
        }
    }
}

/// The order of standings, best first, and the rank of each; none where there is no value.
///
/// One shares the rank of the first of the group above it when the two cannot be told apart: their difference is at most
/// 2·√(se² + se_first²), or for `slam_adjusted` 2 % of the larger, which is the grid's; or both are SLAM within 0.001 of its
/// ceiling 2. Else its rank is its position.
/// Equal ones keep the order they come in; those without a value come last.
pub fn ranks(standings: &[Standing]) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut order: Vec<usize> = (0..standings.len()).collect();
    let key = |place: usize| standings[place].value.unwrap_or(f64::INFINITY);
    order.sort_by(|&a, &b| {
        key(a).total_cmp(&key(b)).then(standings[b].value.is_some().cmp(&standings[a].value.is_some()))
    });
    let mut ranks = vec![None; standings.len()];
    let mut first = 0;
    for (position, &place) in order.iter().enumerate() {
        if position > 0 && !standings[order[first]].equals(&standings[place]) {
            first = position;
        }
        ranks[place] = standings[place].value.map(|_| first + 1);
    }
    (order, ranks)
}

/// The rank of each value, best first, equal values sharing the mean of their places; none where there is no value.
pub fn mean_ranks(values: &[Option<f64>], better: Better) -> Vec<Option<f64>> {
    let signed = |value: f64| if better == Better::Higher { -value } else { value };
    let values: Vec<Option<f64>> = values.iter().map(|value| value.map(signed)).collect();
    let rank = |value: f64| {
        let below = values.iter().flatten().filter(|other| **other < value).count();
        let equal = values.iter().flatten().filter(|other| **other == value).count();
        below as f64 + 0.5 * (equal as f64 + 1.0)
    };
    values.iter().map(|value| value.map(rank)).collect()
}

impl fmt::Display for RankBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RankBy {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let name = text.trim();
        let distance = |one: &Self| edit_distance(&name.to_lowercase(), one.name());
        Self::named(name).ok_or_else(|| Error::UnknownMetric {
            name: name.to_owned(),
            nearest: Self::all().min_by_key(distance).unwrap_or_default().name(),
            names: Self::all().map(Self::name).collect::<Vec<_>>().join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_places() {
        let values = [Some(0.2), Some(0.1), None, Some(0.2)];
        assert_eq!(mean_ranks(&values, Better::Lower), [Some(2.5), Some(1.0), None, Some(2.5)]);
        assert_eq!(mean_ranks(&values, Better::Higher), [Some(1.5), Some(3.0), None, Some(1.5)]);
    }

    fn ranked(by: RankBy, values: &[(f64, f64)]) -> (Vec<usize>, Vec<Option<usize>>) {
        ranks(&values.iter().map(|&(value, se)| by.stand(Some(value), Some(se))).collect::<Vec<_>>())
    }

    #[test]
    fn those_that_cannot_be_told_apart_share_a_rank() {
        let values = [(0.5, 0.01), (0.1, 0.01), (0.12, 0.01), (0.51, 0.0), (0.9, 0.0)];
        let (order, ranks) = ranked(RankBy::Slam, &values);
        assert_eq!(order, [1, 2, 0, 3, 4]);
        assert_eq!(ranks, [3, 1, 1, 3, 5].map(Some));
        // The error is that of slam, and of nothing else.
        assert_eq!(ranked(RankBy::SlamPinned, &values).1, [3, 1, 2, 4, 5].map(Some));
    }

    #[test]
    fn the_first_of_a_group_decides_not_the_last() {
        // Each step is within 2·√2·0.01 ≈ 0.028 of the one before, but the third is too far from the first.
        let (_, ranks) = ranked(RankBy::Slam, &[(0.10, 0.01), (0.12, 0.01), (0.14, 0.01)]);
        assert_eq!(ranks, [1, 1, 3].map(Some));
    }

    #[test]
    fn at_the_ceiling_nothing_can_be_told_apart() {
        let values = [(1.9995, 0.0), (1.9999, 0.0)];
        assert_eq!(ranked(RankBy::Slam, &values).1, [Some(1), Some(1)]);
        assert_eq!(ranked(RankBy::SlamPinned, &values).1, [Some(1), Some(2)]);
    }

    #[test]
    fn two_percent_are_the_grids() {
        let values = [0.0, 0.0001, 0.5, 0.51, 0.512].map(|value| (value, 0.0));
        // 0.51 − 0.5 = 0.01 ≤ 0.0102; 0.512 − 0.5 = 0.012 > 0.01024. Nothing is near 0 but 0.
        assert_eq!(ranked(RankBy::SlamAdjusted, &values).1, [1, 2, 3, 3, 5].map(Some));
    }

    #[test]
    fn higher_is_better_where_the_table_of_metrics_says_so() {
        let by = "ari".parse::<RankBy>().unwrap();
        let standings = [Some(0.1), None, Some(0.9), Some(0.9)].map(|value| by.stand(value, None));
        assert_eq!(ranks(&standings), (vec![2, 3, 0, 1], vec![Some(3), None, Some(1), Some(1)]));
        assert!(standings[2].is_better_than(&standings[0]) && standings[0].is_better_than(&standings[1]));
        assert!(!standings[1].is_better_than(&standings[1]) && !standings[2].is_better_than(&standings[3]));
        assert_eq!(("db".parse::<RankBy>().unwrap().better(), by.better()), (Better::Lower, Better::Higher));
    }
}
