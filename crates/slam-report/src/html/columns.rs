//! The columns of the leaderboard: how to read each number, and which way is better.

use slam::metrics::{Better, Metric};
use slam::{Comparison, Entry, Score};

/// A number of a score, as a column.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) family: &'static str,
    /// Which way is better, none where neither is.
    pub(crate) better: Option<Better>,
}

impl Column {
    fn new(name: &str, title: &str, family: &'static str, better: Option<Better>) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), family, better }
    }

    /// The value of a score in this column.
    pub(crate) fn value(&self, score: &Score) -> Option<f64> {
        match self.name.as_str() {
            "cancelled" => score.cancelled,
            name => score.number(name),
        }
    }

    /// Whether a method is best in this column: none of several beats it, or it shares the first rank by SLAM or by what is
    /// ranked by.
    pub(crate) fn is_best(&self, entry: &Entry, comparison: &Comparison) -> bool {
        let values = comparison.results.iter().filter_map(|other| self.value(&other.score));
        let best = match self.better {
            Some(Better::Lower) => values.min_by(f64::total_cmp),
            Some(Better::Higher) => values.max_by(f64::total_cmp),
            None => None,
        };
        let is_first = match self.name.as_str() {
            "slam" => entry.slam_rank == 1,
            name => name == comparison.verdict.by.name() && entry.rank == Some(1),
        };
        comparison.results.len() > 1 && (is_first || (best.is_some() && best == self.value(&entry.score)))
    }

    /// Why a score has no value in this column.
    pub(crate) fn reason(&self, score: &Score) -> Option<String> {
        let nothing = || (self.name == "cancelled").then(|| "nothing is wrong".to_owned());
        score.undefined.get(&self.name).cloned().or_else(nothing)
    }
}

/// SLAM's own numbers, then the metrics that were computed.
pub(crate) fn columns(comparison: &Comparison) -> Vec<Column> {
    let own: [Column; N_SLAM] = [
        "slam_adjusted",
        "slam_adjusted_place",
        "slam_adjusted_contacts",
        "slam_adjusted_lenient",
        "slam",
        "slam_pinned",
        "cancelled",
    ]
    .map(column);
    let score = comparison.results.first().map(|entry| &entry.score);
    let names = score.into_iter().flat_map(|score| score.metrics.0.iter().map(|(name, _)| name));
    own.into_iter().chain(names.map(|name| metric(name, score))).collect()
}

/// The metrics that were computed.
pub(crate) fn metric_columns(comparison: &Comparison) -> Vec<Column> {
    columns(comparison).split_off(N_SLAM)
}

/// A metric of the benchmark, or one from outside that a score was computed with.
pub(crate) fn known(name: &str, score: Option<&Score>) -> Option<&'static Metric> {
    let own = || score?.provenance.options.as_ref()?.own.metrics.iter().copied().find(|metric| metric.name == name);
    Metric::named(name).or_else(own)
}

/// The group of metrics from outside.
pub(crate) const OTHER: &str = "Other";
/// The number of columns of SLAM's own.
pub(crate) const N_SLAM: usize = 7;

/// How to read a number.
pub(crate) fn column(name: &str) -> Column {
    let own = |title, better| Column::new(name, title, "SLAM", better);
    match name {
        "slam_adjusted" => own(
            "At every scale, as a share of what the same label proportions placed at random score",
            Some(Better::Lower),
        ),
        "slam_adjusted_place" => own("The part of slam_adjusted that compares where labels are", Some(Better::Lower)),
        "slam_adjusted_contacts" => {
            own("The part of slam_adjusted that compares which labels touch", Some(Better::Lower))
        }
        "slam_adjusted_lenient" => {
            own("slam_adjusted if splitting a domain is forgiven: matched many to one", Some(Better::Lower))
        }
        "slam" => own("SLAM: the kinds of edges, wherever they are", Some(Better::Lower)),
        "slam_pinned" => own("SLAM edge by edge", Some(Better::Lower)),
        "cancelled" => own("The share of what is wrong that SLAM cannot see", None),
        name => metric(name, None),
    }
}

/// How to read a metric of a score.
fn metric(name: &str, score: Option<&Score>) -> Column {
    let found = known(name, score);
    let family = Metric::named(name).map_or(OTHER, |metric| metric.family.title());
    Column::new(name, found.map_or(name, |metric| metric.title), family, found.map(|metric| metric.better))
}
