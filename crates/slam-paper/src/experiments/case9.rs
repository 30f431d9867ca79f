//! Case IX: where matching flatters.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use slam::matcher::Method;
use slam::metrics::Selection;
use slam::{Observer, Options, Result, Score};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use crate::case::Case;
use crate::cases::{CONSTANT, EVERY, HONEST, MERGED, case9};
use crate::programme::Programme;

/// The ways to match: best overlap without and with the split, and one to one.
const METHODS: [(&str, Method); 3] =
    [("auto", Method::Auto), ("jaccard", Method::Jaccard), ("hungarian", Method::Hungarian)];

/// A labeling and its scores under every way to match.
type Row = (String, [Score; 3]);

/// Runs the four labelings under three ways to match.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let case = case9()?;
    let rows = judge(&case, programme, observer)?;
    Ok(Some(Exhibit {
        key: "case9".to_owned(),
        title: "Case IX: where matching flatters".to_owned(),
        lead: "Matching looks at the truth, so it can give credit that a labeling has not earned. Three labelings without \
               merit, beside one that a good method might find, all under numbers for names: under best overlap (auto), \
               under the paper's algorithm with its last step, which splits clusters along the truth (jaccard), and one \
               to one (hungarian)."
            .to_owned(),
        verdicts: vec![constant(&rows), every(&rows), merged(&rows), one_to_one(&rows)],
        figures: vec![Figure::Table(table(&rows)), Figure::Plot(plot(&rows))],
        notes: vec![
            "slam_adjusted believes the matching, as SLAM does: what matching flatters, it flatters. \
             ARI matches nothing and sees through the first two. One to one has its own price: a method that finds a \
             true layer in two parts has one of them counted as wrong, however well it is drawn."
                .to_owned(),
        ],
        data: data(&rows),
    }))
}

fn judge(case: &Case, programme: &Programme, observer: &dyn Observer) -> Result<Vec<Row>> {
    let metrics: Selection = "accuracy,ari".parse()?;
    let (spots, truth) = (Arc::new(case.slide.spots.clone()), Arc::new(case.slide.truth.1.clone()));
    let score = |pred: &Arc<slam::Labeling>, matching: Method| {
        // One of the preds has a label for every spot.
        let (metrics, allow_many_labels) = (metrics.clone(), true);
        let options = Options { matching, metrics, allow_many_labels, ..programme.options.clone() };
        Ok(options.analyze(options.pair(&spots, &truth, pred)?, observer)?.score)
    };
    let row = |(name, pred): &(String, slam::Labeling)| {
        let pred = Arc::new(pred.clone());
        let [auto, jaccard, hungarian] = METHODS.map(|(_, method)| score(&pred, method));
        Ok((name.clone(), [auto?, jaccard?, hungarian?]))
    };
    case.slide.preds.iter().map(row).collect()
}

/// The scores of a labeling, under `auto`, `jaccard` and `hungarian`.
fn of<'a>(rows: &'a [Row], name: &str) -> [&'a Score; 3] {
    let row = rows.iter().find(|(other, _)| other == name).expect("the case has all four labelings");
    row.1.each_ref()
}

/// The number of spots that the split relabelled from the truth.
fn n_split(score: &Score) -> usize {
    score.matching.split.iter().map(|split| split.n_spots).sum()
}

fn accuracy(score: &Score) -> f64 {
    score.number("accuracy").unwrap_or(0.0)
}

fn constant(rows: &[Row]) -> Verdict {
    let [auto, jaccard, _] = of(rows, CONSTANT);
    let words = format!(
        "the split relabels {} of {} spots from the truth: accuracy goes from {:.2} to {:.2}, SLAM from {:.3} to {:.3}",
        n_split(jaccard),
        jaccard.n_spots,
        accuracy(auto),
        accuracy(jaccard),
        auto.slam.d,
        jaccard.slam.d
    );
    let holds = n_split(jaccard) > 0 && jaccard.slam.d < auto.slam.d && accuracy(jaccard) > accuracy(auto);
    Verdict::new("IX", "under jaccard a single constant label borrows its domains from the truth", holds, words)
}

fn every(rows: &[Row]) -> Verdict {
    let [auto, jaccard, hungarian] = of(rows, EVERY);
    let [honest, ..] = of(rows, HONEST);
    let words = format!(
        "SLAM is {:.3} and accuracy {:.2} under auto and jaccard alike, where the honest method has {:.3}; one to one SLAM is {:.3}",
        auto.slam.d,
        accuracy(auto),
        honest.slam.d,
        hungarian.slam.d
    );
    let holds = auto.slam.d == 0.0 && jaccard.slam.d == 0.0 && hungarian.slam.d > honest.slam.d;
    Verdict::new("IX", "one label per spot is perfect unless matching is one to one", holds, words)
}

fn merged(rows: &[Row]) -> Verdict {
    let [auto, jaccard, _] = of(rows, MERGED);
    let words = format!(
        "the split relabels {} spots: SLAM goes from {:.3} to {:.3}, accuracy from {:.2} to {:.2}",
        n_split(jaccard),
        auto.slam.d,
        jaccard.slam.d,
        accuracy(auto),
        accuracy(jaccard)
    );
    let holds = auto.slam.d > 0.1 && jaccard.slam.d < 0.01;
    Verdict::new("IX", "under jaccard layers that were never told apart come out told apart", holds, words)
}

fn one_to_one(rows: &[Row]) -> Verdict {
    let [.., honest] = of(rows, HONEST);
    let others = [CONSTANT, EVERY, MERGED].map(|name| of(rows, name)[2].slam.d);
    let words = format!(
        "SLAM is {:.3} for the honest method, and {:.3}, {:.3} and {:.3} for the others",
        honest.slam.d, others[0], others[1], others[2]
    );
    let holds = others.iter().all(|d| honest.slam.d < *d);
    Verdict::new("IX", "one to one, the honest method comes first", holds, words)
}

fn table(rows: &[Row]) -> Table {
    let header = [
        "labeling",
        "matching",
        "slam",
        "slam_adjusted",
        "slam_pinned",
        "accuracy",
        "relabelled from the truth",
        "ari",
    ];
    let mut table = Table::new("Four labelings under three ways to match", &header).named_by(2);
    for (name, scores) in rows {
        for ((method, _), score) in METHODS.iter().zip(scores) {
            let tone = if name != HONEST && score.slam.d < honest(rows, method) { Tone::Bad } else { Tone::Plain };
            let n_split = n_split(score);
            let relabelled = if n_split == 0 { String::new() } else { n_split.to_string() };
            table.rows.push(vec![
                name.as_str().into(),
                (*method).into(),
                Cell::number(Some(score.slam.d), 3).toned(tone),
                Cell::number(Some(score.slam_adjusted.value), 3),
                Cell::number(Some(score.slam_pinned.d), 3),
                Cell::number(score.number("accuracy"), 3),
                relabelled.into(),
                Cell::number(score.number("ari"), 3).toned(Tone::Muted),
            ]);
        }
    }
    table
}

/// SLAM of the honest method under a way to match.
fn honest(rows: &[Row], method: &str) -> f64 {
    let place = METHODS.iter().position(|(name, _)| *name == method).unwrap_or(0);
    of(rows, HONEST)[place].slam.d
}

fn plot(rows: &[Row]) -> Plot {
    let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    let series = |(place, (method, _)): (usize, &(&str, Method))| {
        let bar = |(row, (_, scores)): (usize, &Row)| [row as f64, scores[place].slam.d];
        Series::new(method, Shape::Bars, rows.iter().enumerate().map(bar))
    };
    Plot {
        caption: "SLAM by matching; lower is better".to_owned(),
        x: Axis::named("labeling", &names),
        y: Axis::linear("SLAM"),
        series: METHODS.iter().enumerate().map(series).collect(),
        marks: Vec::new(),
    }
}

fn data(rows: &[Row]) -> Value {
    let entry = |score: &Score| {
        json!({
            "slam": score.slam.d,
            "slam_adjusted": score.slam_adjusted.value,
            "slam_pinned": score.slam_pinned.d,
            "accuracy": score.number("accuracy"),
            "ari": score.number("ari"),
            "relabelled": n_split(score),
        })
    };
    let row = |(name, scores): &Row| {
        let entries: Map<String, Value> =
            METHODS.iter().zip(scores).map(|((method, _), score)| ((*method).to_owned(), entry(score))).collect();
        (name.clone(), Value::Object(entries))
    };
    Value::Object(rows.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_flatters_what_has_no_merit() {
        let exhibit = run(&Programme::default(), &()).unwrap().unwrap();
        for verdict in &exhibit.verdicts {
            assert!(verdict.holds, "{verdict:?}");
        }
        // What is flattered has no merit: ARI is 0 for a constant label and for one label per spot.
        for name in [CONSTANT, EVERY] {
            assert!(exhibit.data[name]["jaccard"]["ari"].as_f64().unwrap().abs() < 1e-12);
        }
    }
}
