//! Case IX: where matching flatters.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use slam::matcher::{Jaccard, Method};
use slam::metrics::Selection;
use slam::{Labeling, Observer, Options, Result, Score};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use crate::case::Case;
use crate::cases::{CONSTANT, EVERY, HONEST, MERGED, case9};
use crate::programme::Programme;

/// The ways to match: many to one by the paper's algorithm, without and with its step 3, and one to one.
const METHODS: [&str; 4] = ["auto", "jaccard_without_split", "jaccard", "hungarian"];

/// A labeling and its scores under every way to match, in the order of `METHODS`.
type Row = (String, [Score; 4]);

/// Runs the four labelings under four ways to match.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let case = case9()?;
    let rows = judge(&case, programme, observer)?;
    Ok(Some(Exhibit {
        key: "case9".to_owned(),
        title: "Case IX: where matching flatters".to_owned(),
        lead: "Matching looks at the truth, so it can give credit that a labeling has not earned. Three labelings without \
               merit, beside one that a good method might find, all with numbers for names. The paper's algorithm is many to \
               one; its last step splits clusters along the truth. It is shown with that step (jaccard) and without it \
               (jaccard_without_split). One to one are the largest total overlap (hungarian) and the default (auto), which \
               is the smallest slam_adjusted where names are not shared."
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
    // One of the preds has a label for every spot.
    let options = Options { metrics, allow_many_labels: true, ..programme.options.clone() };
    let score = |pred: &Arc<Labeling>, matching: Method, split: bool| {
        let options = Options { matching, ..options.clone() };
        let mut pipeline = options.pipeline(&spots);
        if matching == Method::Jaccard {
            pipeline.matcher = Box::new(Jaccard { split });
        }
        Ok(pipeline.analyze(options.pair(&spots, &truth, pred)?, observer)?.score)
    };
    let row = |(name, pred): &(String, Labeling)| {
        let pred = Arc::new(pred.clone());
        let scores = [
            score(&pred, Method::Auto, false)?,
            score(&pred, Method::Jaccard, false)?,
            score(&pred, Method::Jaccard, true)?,
            score(&pred, Method::Hungarian, false)?,
        ];
        Ok((name.clone(), scores))
    };
    case.slide.preds.iter().map(row).collect()
}

/// The scores of a labeling, in the order of `METHODS`.
fn of<'a>(rows: &'a [Row], name: &str) -> [&'a Score; 4] {
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
    let [_, whole, jaccard, _] = of(rows, CONSTANT);
    let words = format!(
        "the split relabels {} of {} spots from the truth: accuracy goes from {:.2} to {:.2}, SLAM from {:.3} to {:.3}",
        n_split(jaccard),
        jaccard.n_spots,
        accuracy(whole),
        accuracy(jaccard),
        whole.slam.d,
        jaccard.slam.d
    );
    let holds = n_split(jaccard) > 0 && jaccard.slam.d < whole.slam.d && accuracy(jaccard) > accuracy(whole);
    Verdict::new("IX", "under jaccard a single constant label borrows its domains from the truth", holds, words)
}

fn every(rows: &[Row]) -> Verdict {
    let [auto, whole, jaccard, hungarian] = of(rows, EVERY);
    let worst_honest = of(rows, HONEST).iter().map(|score| score.slam.d).fold(0.0, f64::max);
    let words = format!(
        "many to one (jaccard, with or without the split), SLAM is {:.3} and accuracy {:.2}, where the honest method has \
         {worst_honest:.3}; one to one, SLAM is {:.3} (hungarian) and {:.3} (auto)",
        jaccard.slam.d,
        accuracy(jaccard),
        hungarian.slam.d,
        auto.slam.d
    );
    let is_flattered = [whole, jaccard].iter().all(|score| score.slam.d == 0.0);
    let is_seen = [auto, hungarian].iter().all(|score| score.slam.d > worst_honest);
    let claim =
        "one label per spot is perfect if many labels may match one, and worse than the honest method one to one";
    Verdict::new("IX", claim, is_flattered && is_seen, words)
}

fn merged(rows: &[Row]) -> Verdict {
    let [_, whole, jaccard, _] = of(rows, MERGED);
    let words = format!(
        "the split relabels {} spots: SLAM goes from {:.3} to {:.3}, accuracy from {:.2} to {:.2}",
        n_split(jaccard),
        whole.slam.d,
        jaccard.slam.d,
        accuracy(whole),
        accuracy(jaccard)
    );
    let holds = whole.slam.d > 0.1 && jaccard.slam.d < 0.01;
    Verdict::new("IX", "under jaccard layers that were never told apart come out told apart", holds, words)
}

fn one_to_one(rows: &[Row]) -> Verdict {
    let d = |name: &str| {
        let [auto, .., hungarian] = of(rows, name);
        [auto.slam.d, hungarian.slam.d]
    };
    let honest = d(HONEST);
    let others = [CONSTANT, EVERY, MERGED].map(d);
    let listed = |place: usize| others.map(|d| format!("{:.3}", d[place])).join(", ");
    let words = format!(
        "SLAM under auto is {:.3} for the honest method, and {} for the others; under hungarian {:.3}, and {}",
        honest[0],
        listed(0),
        honest[1],
        listed(1)
    );
    let holds = others.iter().all(|d| honest[0] < d[0] && honest[1] < d[1]);
    Verdict::new("IX", "one to one (auto, hungarian), the honest method comes first", holds, words)
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
    let mut table = Table::new("Four labelings under four ways to match", &header).named_by(2);
    for (name, scores) in rows {
        for (method, score) in METHODS.iter().zip(scores) {
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
    let place = METHODS.iter().position(|name| *name == method).unwrap_or(0);
    of(rows, HONEST)[place].slam.d
}

fn plot(rows: &[Row]) -> Plot {
    let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    let series = |(place, method): (usize, &&str)| {
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
            METHODS.iter().zip(scores).map(|(method, score)| ((*method).to_owned(), entry(score))).collect();
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
        // Many to one, every spot is right; one to one, 8 spots of 4,011 are, one per label of the truth.
        let accuracy = |method: &str| exhibit.data[EVERY][method]["accuracy"].as_f64().unwrap();
        assert_eq!(["jaccard", "jaccard_without_split"].map(accuracy), [1.0, 1.0]);
        assert_eq!(["auto", "hungarian"].map(accuracy), [8.0 / 4_011.0; 2]);
    }
}
