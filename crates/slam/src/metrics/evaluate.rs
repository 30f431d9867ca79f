//! The selected metrics of a pair, overall and slice by slice.

use super::evidence::{Evidence, Nmi, mean_where_defined};
use super::value::{Undefined, Value, finite};
use super::{Family, METRICS, Metric, Selection};
use crate::contingency::Contingency;
use crate::error::{Error, Result};
use crate::matcher::{MatchPer, Matching};
use crate::observer::{Observer, report};
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::score::named::Named;

/// The values of the selected metrics, in the order of [`METRICS`], then those of your own.
///
/// As JSON it is `metrics`, a number or null by name, and `undefined`, the reason of each null by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MetricValues {
    /// Invariant: in the order of `METRICS`, then own ones as given; every number is finite.
    values: Vec<(&'static str, Value)>,
}

/// The metrics of a pair, and those of each slice under the matching of the whole.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Evaluation {
    /// All slices together.
    pub overall: MetricValues,
    /// Each slice by name, in label order; empty where there are no slices.
    pub slices: Named<MetricValues>,
}

/// The selected metrics of a pair.
///
/// The supervised ones and `jaccard` after `matching`, the other external ones on the labels as given, the internal
/// ones on positions and pred labels as given, averaged over slices by their spots. Where every slice was matched by
/// itself, a pred label as given does not mean the same on all of them, and the other external ones are such averages, too.
///
/// Spots without a prediction that are not left out are wrong in the supervised metrics and in `jaccard`, one class in the other
/// external ones, and left out of the internal ones.
pub fn evaluate(
    pair: &Pair,
    matching: &Matching,
    which: &Selection,
    nmi: Nmi,
    observer: &dyn Observer,
) -> Result<MetricValues> {
    overall(pair, matching, &which.metrics(), nmi, observer)
}

/// The selected metrics of a pair, and those of each slice; nothing is computed twice.
pub fn evaluate_with_slices(
    pair: &Pair,
    matching: &Matching,
    which: &Selection,
    nmi: Nmi,
    observer: &dyn Observer,
) -> Result<Evaluation> {
    evaluate_these(pair, matching, &which.metrics(), nmi, observer)
}

/// The given metrics of a pair, and those of each slice: rows of [`METRICS`] and your own, each name once.
pub fn evaluate_these(
    pair: &Pair,
    matching: &Matching,
    metrics: &[&'static Metric],
    nmi: Nmi,
    observer: &dyn Observer,
) -> Result<Evaluation> {
    check_names(metrics)?;
    let Some(names) = pair.spots().slices().map(Labeling::names) else {
        let evidence = Evidence::new(pair, matching, nmi, observer)?;
        return Ok(Evaluation { overall: values_of(&evidence, metrics, computed)?, slices: Named::default() });
    };
    let groups = pair.spots().by_slice();
    let of_slice = |spots: &Vec<u32>| {
        let evidence = Evidence::of_some(pair, matching, spots, nmi, observer)?;
        values_of(&evidence, metrics, computed)
    };
    let slices = groups.iter().map(of_slice).collect::<Result<Vec<_>>>()?;
    // Internal metrics look at the spots that have a prediction.
    let is_labelled = |&&spot: &&u32| pair.is_labelled(spot as usize);
    let n_labelled: Vec<usize> = groups.iter().map(|spots| spots.iter().filter(is_labelled).count()).collect();
    let mean_of_slices = |metric: &Metric| {
        let value = |(slice, values): (usize, &MetricValues)| {
            let n_spots = if metric.family == Family::Internal { n_labelled[slice] } else { groups[slice].len() };
            Some((n_spots, values.get(metric.name)?))
        };
        mean_where_defined(&slices.iter().enumerate().filter_map(value).collect::<Vec<_>>())
    };
    let evidence = Evidence::new(pair, matching, nmi, observer)?;
    let overall = values_of(&evidence, metrics, |metric, evidence| match metric.family {
        Family::Supervised | Family::External if matching.per == MatchPer::All => (metric.compute)(evidence),
        // Matched labels mean the same on all slices, however they were matched.
        _ if is_matched(metric) => (metric.compute)(evidence),
        _ => mean_of_slices(metric),
    })?;
    Ok(Evaluation { overall, slices: names.iter().cloned().zip(slices).collect() })
}

/// The given metrics of all slices of a pair together.
pub(crate) fn overall(
    pair: &Pair,
    matching: &Matching,
    metrics: &[&'static Metric],
    nmi: Nmi,
    observer: &dyn Observer,
) -> Result<MetricValues> {
    if matching.per == MatchPer::Slice && pair.spots().slices().is_some() {
        return Ok(evaluate_these(pair, matching, metrics, nmi, observer)?.overall);
    }
    values_of(&Evidence::new(pair, matching, nmi, observer)?, metrics, computed)
}

/// The value of a metric that compares labels after matching, from their table alone; none for every other metric.
pub(crate) fn of_table(name: &str, matched: &Contingency) -> Option<Value> {
    let metric = METRICS.iter().find(|metric| metric.name == name).filter(|metric| is_matched(metric))?;
    Some((metric.compute)(&Evidence::of_matched(matched.clone())).and_then(finite))
}

/// Whether a metric compares labels after matching.
fn is_matched(metric: &Metric) -> bool {
    metric.family == Family::Supervised || metric.name == "jaccard"
}

/// The selected metrics that need no more than two tables: truth against pred, labels as given and after matching.
pub(crate) fn evaluate_tables(
    given: Contingency,
    matched: Contingency,
    which: &Selection,
    nmi: Nmi,
    observer: &dyn Observer,
) -> Result<MetricValues> {
    let evidence = Evidence::of_tables(given, matched, nmi, observer);
    values_of(&evidence, &which.metrics(), |metric, evidence| match metric.family {
        Family::Internal => Err(Undefined::InTiles),
        Family::Supervised | Family::External => (metric.compute)(evidence),
    })
}

fn computed(metric: &Metric, evidence: &Evidence<'_>) -> Value {
    (metric.compute)(evidence)
}

fn check_names(metrics: &[&Metric]) -> Result<()> {
    let is_repeated = |&(place, metric): &(usize, &&Metric)| metrics[..place].contains(metric);
    match metrics.iter().enumerate().find(is_repeated) {
        None => Ok(()),
        Some((_, metric)) => Err(Error::Step {
            step: metric.name.to_owned(),
            problem: "two metrics have this name; expected another for your own".to_owned(),
        }),
    }
}

fn values_of(
    evidence: &Evidence<'_>,
    metrics: &[&'static Metric],
    compute: impl Fn(&Metric, &Evidence<'_>) -> Value,
) -> Result<MetricValues> {
    let mut values = Vec::with_capacity(metrics.len());
    for metric in metrics {
        report(evidence.observer, metric.name, 0, 0)?;
        match compute(metric, evidence).and_then(finite) {
            Err(Undefined::Stopped) => return Err(Error::Stopped),
            value => values.push((metric.name, value)),
        }
    }
    report(evidence.observer, "metrics", metrics.len(), metrics.len())?;
    Ok(MetricValues { values })
}

impl MetricValues {
    /// The value of the metric of that name, or none if it was not selected.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Names and values, in the order of [`METRICS`], then those of your own.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.values.iter().copied()
    }

    /// The numbers by name, none where undefined: the JSON map `metrics`.
    pub fn numbers(&self) -> Named<Option<f64>> {
        self.iter().map(|(name, value)| (name.to_owned(), value.ok())).collect()
    }

    /// The reasons by name of those that are undefined: the JSON map `undefined`.
    pub fn reasons(&self) -> Named<String> {
        self.iter().filter_map(|(name, value)| Some((name.to_owned(), value.err()?.to_string()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::{Matcher, Method, PerSlice};
    use crate::testing::{labeling, line};

    #[test]
    fn slices_matched_one_by_one_count_by_their_spots() {
        // The left slice is right, ARI 1. On the right one no pair is together in both, 2 of 6 are in either:
        // (0 − 2/3) / (2 − 2/3) = −1/2. The mean over 6 and 4 spots is 0.4.
        let spots = line(10).with_slices(labeling("llllllrrrr")).unwrap();
        let pair = Pair::new(spots, labeling("aaabbbaabb"), labeling("1112221212")).unwrap();
        let overall = |matching: &Matching| {
            let which = "ari".parse().unwrap();
            let with_slices = evaluate_with_slices(&pair, matching, &which, Nmi::default(), &()).unwrap().overall;
            assert_eq!(evaluate(&pair, matching, &which, Nmi::default(), &()), Ok(with_slices.clone()));
            with_slices.get("ari").unwrap().unwrap()
        };
        let apart = PerSlice::default().match_labels(&pair, &()).unwrap();
        crate::testing::assert_close(overall(&apart), 0.4);
        let together = Method::Auto.matcher().match_labels(&pair, &()).unwrap();
        // Of 45 pairs 20 are together in the truth, 20 in the pred, 12 in both: (12 − 400/45) / (20 − 400/45) = 0.28.
        crate::testing::assert_close(overall(&together), 0.28);
    }

    #[test]
    fn matched_labels_of_slices_are_counted_together() {
        // The left slice is right; on the right one 2 stands for a, 1 for b, and one spot of four is wrong. Together a has
        // 5 spots in the truth, 6 in the pred and 5 in both, b has 5, 4 and 4: F1 is (10/11 + 8/9) / 2 = 89/99.
        let spots = line(10).with_slices(labeling("llllllrrrr")).unwrap();
        let pair = Pair::new(spots, labeling("aaabbbaabb"), labeling("1112222221")).unwrap();
        let apart = PerSlice::default().match_labels(&pair, &()).unwrap();
        let which = "f1".parse().unwrap();
        let found = evaluate_with_slices(&pair, &apart, &which, Nmi::default(), &()).unwrap().overall;
        crate::testing::assert_close(found.get("f1").unwrap().unwrap(), 89.0 / 99.0);
    }
}
