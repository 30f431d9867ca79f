//! Intervals in the leaderboard: whiskers on one scale for all methods.

use serde::Serialize;
use slam::Comparison;
use slam::inference::Finding;

use super::number::short;

/// The interval of a number, in per cent of the width of its cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Whisker {
    left: f64,
    width: f64,
    at: f64,
    /// Whether it goes on beyond the right end.
    is_open: bool,
    words: String,
}

/// The whiskers of all methods, none where there is no interval.
///
/// The scale goes from the lowest end, or 0, to a fourth beyond the largest value; what reaches farther is cut there.
pub(crate) fn whiskers(comparison: &Comparison) -> Vec<Option<Whisker>> {
    let findings: Vec<Option<&Finding>> = comparison.results.iter().map(|entry| finding(comparison, entry)).collect();
    let values = || findings.iter().flatten().filter_map(|finding| finding.value);
    let low =
        findings.iter().flatten().filter_map(|finding| finding.interval).map(|found| found.low).fold(0.0, f64::min);
    let high = low + 1.25 * (values().fold(low, f64::max) - low);
    let share = |value: f64| if high > low { (100.0 * (value - low) / (high - low)).clamp(0.0, 100.0) } else { 0.0 };
    let whisker = |finding: &Finding| {
        let (value, interval) = finding.value.zip(finding.interval)?;
        let (left, right) = (share(interval.low), share(interval.high));
        let words = format!("{} to {}", short(Some(interval.low)), short(Some(interval.high)));
        Some(Whisker { left, width: right - left, at: share(value), is_open: interval.high > high, words })
    };
    findings.iter().map(|finding| finding.and_then(whisker)).collect()
}

/// What the intervals speak of.
pub(crate) fn words(comparison: &Comparison) -> String {
    let first = comparison.results.iter().find_map(|entry| finding(comparison, entry));
    match first.and_then(|finding| finding.donors.map(|n| (n, "donors")).or(finding.slices.map(|n| (n, "slices")))) {
        Some((n, units)) => format!("of the mean over {n} {units}"),
        None => "of another section of this tissue; open where they go on".to_owned(),
    }
}

fn finding<'a>(comparison: &Comparison, entry: &'a slam::Entry) -> Option<&'a Finding> {
    entry.score.intervals.as_ref()?.get(comparison.verdict.by.name())
}
