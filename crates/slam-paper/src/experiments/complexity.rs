//! Appendix D: how long does it take?

use std::time::Instant;

use serde_json::json;
use slam::discrepancy::Estimator;
use slam::metrics::Selection;
use slam::{Error, Observer, Options, Result};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Mark, Plot, Series, Shape, Table, Verdict};

use super::crowd::{Crowd, crowd};
use crate::programme::Programme;

const SPOTS: [usize; 6] = [10, 100, 1_000, 10_000, 100_000, 1_000_000];
/// The paper stops here, and so do the metrics.
const PAPERS_SPOTS: usize = 10_000;
const PAPERS_SECONDS: f64 = 100.0;
const LABELS: [usize; 6] = [5, 7, 9, 11, 13, 15];
/// The paper's estimator takes seconds, and hardly depends on the labels.
const SAMPLED_SPOTS: [usize; 4] = [10, 100, 1_000, 10_000];
const SAMPLED_LABELS: [usize; 2] = [5, 15];
const PAPERS_LABEL_SECONDS: f64 = 30.0;

/// Seconds by number of spots or labels; none where it was not tried.
struct Times {
    counts: Vec<usize>,
    exact: Vec<Option<f64>>,
    with_metrics: Vec<Option<f64>>,
    sampled: Vec<Option<f64>>,
}

/// Takes the time.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let counts: Vec<usize> = SPOTS.into_iter().filter(|&n| n <= programme.most_spots).collect();
    let by_spots = Times::take(&counts, &SAMPLED_SPOTS, |n| crowd(n, LABELS[0]), &programme.options, observer)?;
    let by_labels = Times::take(
        &LABELS,
        &SAMPLED_LABELS,
        |labels| crowd(programme.most_spots.min(1_000), labels),
        &programme.options,
        observer,
    )?;
    Ok(Some(Exhibit {
        key: "complexity".to_owned(),
        title: "Appendix D: how long does it take?".to_owned(),
        lead: "Spots at random places, labels in stripes, half of the spots mislabeled at random. The whole score is timed: \
               graph, matching, SLAM, slam_adjusted and slam_pinned. Times are of this machine and this run."
            .to_owned(),
        verdicts: verdicts(&by_spots, &by_labels),
        figures: vec![
            Figure::Plot(plot(&by_spots, "Time by number of spots, five labels", Axis::log("spots"), PAPERS_SECONDS)),
            Figure::Plot(plot(
                &by_labels,
                "Time by number of labels, 1,000 spots",
                Axis::linear("labels"),
                PAPERS_LABEL_SECONDS,
            )),
            Figure::Table(table(&by_spots, "Seconds by number of spots", "spots")),
            Figure::Table(table(&by_labels, "Seconds by number of labels", "labels")),
        ],
        notes: Vec::new(),
        data: json!({ "spots": by_spots.data("n"), "labels": by_labels.data("labels") }),
    }))
}

impl Times {
    /// Takes the time for every count, and that of the paper's estimator `at` some of them.
    fn take(
        counts: &[usize],
        at: &[usize],
        make: impl Fn(usize) -> Result<Crowd>,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let plain = Options { metrics: Selection::None, ..options.clone() };
        let sampled = Options { estimator: Estimator::Sampled, ..plain.clone() };
        let mut times =
            Self { counts: counts.to_vec(), exact: Vec::new(), with_metrics: Vec::new(), sampled: Vec::new() };
        for (done, &count) in counts.iter().enumerate() {
            if observer.tick("complexity", done, counts.len()).is_break() {
                return Err(Error::Stopped);
            }
            let crowd = make(count)?;
            let is_small = crowd.spots.n_spots() <= PAPERS_SPOTS;
            let time = |options: &Options| seconds(&crowd, options, observer);
            times.exact.push(Some(time(&plain)?));
            times.with_metrics.push(if is_small { Some(time(options)?) } else { None });
            times.sampled.push(if at.contains(&count) { Some(time(&sampled)?) } else { None });
        }
        Ok(times)
    }

    /// The time for a count, with the exact estimator.
    fn at(&self, count: usize) -> Option<f64> {
        self.counts.iter().position(|other| *other == count).and_then(|place| self.exact[place])
    }

    fn data(&self, name: &str) -> serde_json::Value {
        json!({
            name: self.counts,
            "seconds": self.exact,
            "seconds_with_metrics": self.with_metrics,
            "seconds_sampled": self.sampled,
        })
    }
}

/// The time that a score takes: the shortest of three where it is short.
fn seconds(crowd: &Crowd, options: &Options, observer: &dyn Observer) -> Result<f64> {
    const SHORT: f64 = 0.1;
    let mut shortest = f64::INFINITY;
    for _ in 0..3 {
        let begun = Instant::now();
        let pair = options.pair(&crowd.spots, &crowd.truth, &crowd.pred)?;
        options.analyze(pair, observer)?;
        shortest = shortest.min(begun.elapsed().as_secs_f64());
        if shortest > SHORT {
            break;
        }
    }
    Ok(shortest)
}

fn verdicts(by_spots: &Times, by_labels: &Times) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    if let Some(seconds) = by_spots.at(PAPERS_SPOTS) {
        let largest = by_spots.counts.last().zip(by_spots.exact.last().copied().flatten());
        let beyond = largest.map_or_else(String::new, |(n, seconds)| {
            format!("; {} spots take {} s", slam_report::count(*n), digits(seconds))
        });
        let words = format!("{} s here, with the exact estimator{beyond}", digits(seconds));
        verdicts.push(Verdict::new("", "10,000 spots take less than 100 seconds", seconds < PAPERS_SECONDS, words));
    }
    if let Some(seconds) = by_labels.at(15) {
        let words = format!("{} s here, with the exact estimator", digits(seconds));
        let claim = "15 labels on 1,000 spots take less than 30 seconds";
        verdicts.push(Verdict::new("", claim, seconds < PAPERS_LABEL_SECONDS, words));
    }
    verdicts
}

/// Seconds with two digits that matter.
fn digits(seconds: f64) -> String {
    let decimals = if seconds >= 10.0 { 0 } else { (1 - seconds.max(1e-6).log10().floor() as i32) as usize };
    format!("{seconds:.decimals$}")
}

fn table(times: &Times, caption: &str, name: &str) -> Table {
    let mut table = Table::new(caption, &[name, "exact", "with the fourteen metrics", "sampled, as in the paper"]);
    for (place, count) in times.counts.iter().enumerate() {
        let cell = |value: Option<f64>| Cell::from(value.map_or_else(String::new, digits));
        let found = [times.exact[place], times.with_metrics[place], times.sampled[place]].map(cell);
        table.rows.push(std::iter::once(Cell::from(slam_report::count(*count))).chain(found).collect());
    }
    table
}

fn plot(times: &Times, caption: &str, x: Axis, paper: f64) -> Plot {
    let line = |name: &str, values: &[Option<f64>]| {
        let points = times.counts.iter().zip(values).filter_map(|(&count, value)| Some([count as f64, (*value)?]));
        Series::new(name, Shape::Line, points)
    };
    Plot {
        caption: caption.to_owned(),
        x,
        y: Axis::log("seconds"),
        series: vec![
            line("exact", &times.exact),
            line("with metrics", &times.with_metrics),
            line("sampled", &times.sampled),
        ],
        marks: vec![Mark { y: paper, text: format!("the paper: less than {paper} s") }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_matter() {
        assert_eq!([0.000_123, 0.0123, 1.234, 12.34].map(digits), ["0.00012", "0.012", "1.2", "12"]);
    }
}
