//! Appendix E: does the bandwidth matter?

use serde_json::{Map, Value, json};
use slam::metrics::Selection;
use slam::{Observer, Options, Result};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use super::case2::{error_rates, scores, smallest_step};
use crate::cases::{ERRORS, case2};
use crate::programme::Programme;

/// The bandwidths, from the paper's smallest to its largest.
const BANDWIDTHS: [f64; 7] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5];

/// The bandwidth at which the paper's own trend breaks.
const EXCEPTED: f64 = 0.001;

/// d of every labeling of Case II under one bandwidth.
struct Trend {
    bandwidth: f64,
    slam: Vec<f64>,
}

/// Runs Case II under every bandwidth.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let case = case2()?;
    let trend = |bandwidth: f64| {
        let options = Options { bandwidth, metrics: Selection::None, ..programme.options.clone() };
        let slam = scores(&case, &options, observer)?.iter().map(|score| score.slam.d).collect();
        Ok(Trend { bandwidth, slam })
    };
    let trends: Vec<Trend> = BANDWIDTHS.into_iter().map(trend).collect::<Result<_>>()?;
    let rates = error_rates(&case);
    Ok(Some(Exhibit {
        key: "sensitivity".to_owned(),
        title: "Appendix E: does the bandwidth matter?".to_owned(),
        lead:
            "d over the ten labelings of Case II under bandwidths h from 0.001 to 0.5. (The appendix says case VI; its \
               figure shows mislabels that only Case II has.)"
                .to_owned(),
        verdicts: vec![verdict(&trends)],
        figures: vec![Figure::Plot(plot(&trends, &rates)), Figure::Table(table(&trends, &rates))],
        notes: vec![
            "The paper excepts h = 0.001. The exact estimator draws no samples, and needs no exception.".to_owned(),
        ],
        data: data(&trends, &rates),
    }))
}

fn verdict(trends: &[Trend]) -> Verdict {
    let rises = |trend: &&Trend| smallest_step(&trend.slam) > 0.0;
    let rising: Vec<String> = trends.iter().filter(rises).map(|trend| trend.bandwidth.to_string()).collect();
    let holds = trends.iter().filter(|trend| trend.bandwidth != EXCEPTED).all(|trend| rises(&trend));
    let at = |trend: Option<&Trend>| trend.and_then(|trend| trend.slam.last()).copied().unwrap_or(0.0);
    let words = format!(
        "d rises at every step for h = {}; at 95 errors it is {:.3} for the smallest h and {:.3} for the largest",
        rising.join(", "),
        at(trends.first()),
        at(trends.last())
    );
    let claim = "the trend follows the error rate for every h but 0.001";
    Verdict::new("II", claim, holds, words)
}

fn plot(trends: &[Trend], rates: &[f64]) -> Plot {
    let over_errors = |values: &[f64]| -> Vec<[f64; 2]> {
        ERRORS.iter().zip(values).map(|(&errors, &value)| [errors as f64, value]).collect()
    };
    let line = |trend: &Trend| Series::new(&format!("h = {}", trend.bandwidth), Shape::Line, over_errors(&trend.slam));
    let mut series: Vec<Series> = trends.iter().map(line).collect();
    series.push(Series::new("error rate", Shape::Dashed, over_errors(rates)));
    Plot {
        caption: "SLAM under seven bandwidths".to_owned(),
        x: Axis::linear("spots of type A taken for B"),
        y: Axis::linear("d, error rate"),
        series,
        marks: Vec::new(),
    }
}

fn table(trends: &[Trend], rates: &[f64]) -> Table {
    let names: Vec<String> = trends.iter().map(|trend| format!("h = {}", trend.bandwidth)).collect();
    let header = ["errors", "error rate"].into_iter().chain(names.iter().map(String::as_str));
    let mut table = Table::new("d by mislabels and bandwidth", &header.collect::<Vec<_>>());
    for (place, (errors, rate)) in ERRORS.iter().zip(rates).enumerate() {
        let known = [Cell::from(errors.to_string()), Cell::number(Some(*rate), 3).toned(Tone::Muted)];
        let found = trends.iter().map(|trend| Cell::number(Some(trend.slam[place]), 3));
        table.rows.push(known.into_iter().chain(found).collect());
    }
    table
}

fn data(trends: &[Trend], rates: &[f64]) -> Value {
    let slam: Map<String, Value> =
        trends.iter().map(|trend| (trend.bandwidth.to_string(), json!(trend.slam))).collect();
    json!({ "errors": ERRORS, "error_rate": rates, "bandwidths": BANDWIDTHS, "slam": slam })
}
