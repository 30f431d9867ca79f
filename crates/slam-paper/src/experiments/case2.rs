//! Case II: SLAM against the error rate, as ever more spots are wrong.

use std::sync::Arc;

use serde_json::json;
use slam::{Observer, Options, Result, Score};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Map, Plot, Series, Shape, Table, Verdict};

use crate::case::Case;
use crate::cases::{ERRORS, case2};
use crate::programme::Programme;

/// The labelings of the first, a middle and the last experiment, which are drawn.
const DRAWN: [usize; 3] = [0, 4, 9];

/// Runs the ten labelings.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let case = case2()?;
    let scores = scores(&case, &programme.options, observer)?;
    let slam: Vec<f64> = scores.iter().map(|score| score.slam.d).collect();
    let adjusted: Vec<f64> = scores.iter().map(|score| score.slam_adjusted.value).collect();
    let rates: Vec<f64> = error_rates(&case);
    Ok(Some(Exhibit {
        key: "case2".to_owned(),
        title: "Case II: ever more mislabels".to_owned(),
        lead: case.shows.to_owned(),
        verdicts: vec![verdict(&case, &slam), adjusted_verdict(&case, &adjusted)],
        figures: vec![
            Figure::Table(table(&rates, &scores)),
            Figure::Plot(plot(&rates, &slam, &adjusted)),
            Figure::Map(map(&case)),
        ],
        notes: Vec::new(),
        data: json!({
            "errors": ERRORS,
            "error_rate": rates,
            "slam": slam,
            "slam_se": scores.iter().map(|score| score.slam.d_se).collect::<Vec<_>>(),
            "slam_adjusted": adjusted,
            "slam_pinned": scores.iter().map(|score| score.slam_pinned.d).collect::<Vec<_>>(),
        }),
    }))
}

/// The score of every labeling of a case.
pub(super) fn scores(case: &Case, options: &Options, observer: &dyn Observer) -> Result<Vec<Score>> {
    let options = case.options(options);
    let (spots, truth) = (Arc::new(case.slide.spots.clone()), Arc::new(case.slide.truth.1.clone()));
    let score = |pred: &slam::Labeling| {
        let pair = options.pair(&spots, &truth, &Arc::new(pred.clone()))?;
        Ok(options.analyze(pair, observer)?.score)
    };
    case.slide.preds.iter().map(|(_, pred)| score(pred)).collect()
}

/// The share of spots that are wrong, labeling by labeling.
pub(super) fn error_rates(case: &Case) -> Vec<f64> {
    ERRORS.iter().map(|&errors| errors as f64 / case.slide.spots.n_spots() as f64).collect()
}

/// The smallest step from one value to the next; positive where all of them rise.
pub(super) fn smallest_step(values: &[f64]) -> f64 {
    values.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min)
}

fn verdict(case: &Case, slam: &[f64]) -> Verdict {
    let step = smallest_step(slam);
    let words = format!(
        "d rises from {:.4} at {} errors to {:.4} at {}; the smallest of the nine steps is {step:.4}",
        slam[0], ERRORS[0], slam[9], ERRORS[9]
    );
    Verdict::new(case.name, case.claim, step > 0.0, words)
}

fn adjusted_verdict(case: &Case, adjusted: &[f64]) -> Verdict {
    let step = smallest_step(adjusted);
    let words = format!(
        "r rises from {:.4} to {:.4}; the smallest of the nine steps is {step:.4}",
        adjusted[0],
        adjusted[adjusted.len() - 1]
    );
    Verdict::new(case.name, "slam_adjusted grows with every further mislabel, too", step > 0.0, words)
}

fn table(rates: &[f64], scores: &[Score]) -> Table {
    let mut table = Table::new(
        "Mislabels and scores",
        &["errors", "error rate", "slam", "± se", "slam_adjusted", "slam_pinned", "cancelled"],
    );
    for ((errors, rate), score) in ERRORS.iter().zip(rates).zip(scores) {
        table.rows.push(vec![
            Cell::from(errors.to_string()),
            Cell::number(Some(*rate), 3),
            Cell::number(Some(score.slam.d), 4),
            Cell::error(score.slam.d_se),
            Cell::number(Some(score.slam_adjusted.value), 4),
            Cell::number(Some(score.slam_pinned.d), 4),
            Cell::number(score.cancelled, 3),
        ]);
    }
    table
}

fn plot(rates: &[f64], slam: &[f64], adjusted: &[f64]) -> Plot {
    let over_errors = |values: &[f64]| -> Vec<[f64; 2]> {
        ERRORS.iter().zip(values).map(|(&errors, &value)| [errors as f64, value]).collect()
    };
    Plot {
        caption: "SLAM, slam_adjusted and the error rate".to_owned(),
        x: Axis::linear("spots of type A taken for B"),
        y: Axis::linear("d, r, error rate"),
        series: vec![
            Series::new("slam", Shape::Line, over_errors(slam)),
            Series::new("slam_adjusted", Shape::Line, over_errors(adjusted)),
            Series::new("error rate", Shape::Dashed, over_errors(rates)),
        ],
        marks: Vec::new(),
    }
}

fn map(case: &Case) -> Map {
    let shown = DRAWN.iter().map(|&place| &case.slide.preds[place]);
    let caption = "The truth, and the first, the fifth and the last of ten labelings";
    Map::new(caption, &case.slide.spots, std::iter::once(&case.slide.truth).chain(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_is_a_negative_step() {
        assert_eq!(smallest_step(&[0.0, 2.0, 1.0]), -1.0);
    }
}
