//! Case XI: who tells methods from chance?

use serde_json::{Map, Value, json};
use slam::metrics::{Better, METRICS, Selection};
use slam::{Comparison, ONE_LABEL, Observer, Options, RANDOM_DOMAINS, Result, SHUFFLED, Scale};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use crate::cases::tissues;
use crate::programme::Programme;
use crate::slide::Slide;

/// The numbers of our own.
const OURS: [&str; 3] = ["slam_adjusted", "slam", "slam_pinned"];
/// What knows nothing of where labels are, in the order of the table.
const REFERENCES: [&str; 3] = [ONE_LABEL, SHUFFLED, RANDOM_DOMAINS];

/// A slide, whose labelings have merit, compared.
struct Judged {
    name: String,
    comparison: Comparison,
}

/// Runs the slides that are made, and those that were given.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let judged = judge(programme, observer)?;
    Ok(Some(Exhibit {
        key: "case11".to_owned(),
        title: "Case XI: who tells methods from chance?".to_owned(),
        lead: "Labelings that are right on more than half of the spots, on each of three tissues that are made; and real methods, where their \
               folders were given. Three references know nothing of where labels belong: one label everywhere, the truth \
               shuffled, and random domains. A number that ranks methods should put them before all three. Shown is the \
               share of methods for which it does."
            .to_owned(),
        verdicts: vec![adjusted(&judged), plain(&judged)],
        figures: vec![Figure::Table(table(&judged)), Figure::Plot(plot(&judged))],
        notes: vec![
            "(random domains) is the strictest of the three: it draws as many smooth patches as there are labels, and is \
             matched as a method is. A method that finds little more than smooth patches comes after it, and should."
                .to_owned(),
            "On the mixture of cells, smoothing twice keeps half of the labels and turns the mixture into patches: \
             slam_adjusted, which counts places as well as contacts, puts that before shuffling, which keeps the mixture and no \
             place."
                .to_owned(),
            "The internal five (asw, chaos, pas, ch, db) never look at the truth: what they prefer says how a labeling looks, \
             not whether it is right."
                .to_owned(),
        ],
        data: data(&judged),
    }))
}

fn judge(programme: &Programme, observer: &dyn Observer) -> Result<Vec<Judged>> {
    let options = Options { metrics: Selection::All, ..programme.options.clone() };
    let made = tissues()?.into_iter().map(|(name, slide)| (name.to_owned(), slide));
    let given = programme.case11.iter().map(|(name, material)| (name.clone(), material.slide.clone()));
    let one =
        |(name, slide): (String, Slide)| Ok(Judged { name, comparison: slide.compare(&options, observer)?.comparison });
    made.chain(given).map(one).collect()
}

impl Judged {
    /// The share of methods that a number puts before a reference, or none where the reference has no such number.
    fn share(&self, number: &str, reference: &str) -> Option<f64> {
        let scale = Scale::named(number)?;
        let reference = self.comparison.references.iter().find(|one| one.pred == reference)?;
        let reference = reference.score.number(number)?;
        let is_before = |found: f64| match scale.better {
            Better::Lower => found < reference,
            Better::Higher => found > reference,
        };
        let methods = &self.comparison.results;
        let before = methods.iter().filter_map(|entry| entry.score.number(number)).filter(|&found| is_before(found));
        Some(before.count() as f64 / methods.len() as f64)
    }

    /// The smallest of the shares over the references.
    fn least(&self, number: &str, references: &[&str]) -> f64 {
        references.iter().filter_map(|reference| self.share(number, reference)).fold(1.0, f64::min)
    }
}

fn adjusted(judged: &[Judged]) -> Verdict {
    let blind = [ONE_LABEL, SHUFFLED];
    let shares: Vec<String> = judged.iter().map(|one| percent(one, "slam_adjusted", &blind)).collect();
    let holds = judged.iter().all(|one| one.least("slam_adjusted", &blind) >= 0.8);
    let claim =
        "slam_adjusted puts four in five methods or more before one label and the shuffled truth, on every slide";
    Verdict::new("XI", claim, holds, format!("share of methods: {}", shares.join(", ")))
}

fn plain(judged: &[Judged]) -> Verdict {
    let blind = [ONE_LABEL, SHUFFLED];
    let shares: Vec<String> = judged.iter().map(|one| percent(one, "slam", &blind)).collect();
    let holds = judged.iter().any(|one| one.least("slam", &blind) < 1.0);
    let claim = "by SLAM alone a shuffled truth comes before methods that are mostly right";
    Verdict::new("XI", claim, holds, format!("share of methods before both references: {}", shares.join(", ")))
}

fn percent(one: &Judged, number: &str, references: &[&str]) -> String {
    format!("{} {:.0} %", one.name, 100.0 * one.least(number, references))
}

/// Our numbers, then the metrics.
fn numbers() -> impl Iterator<Item = &'static str> {
    OURS.into_iter().chain(METRICS.iter().map(|metric| metric.name))
}

fn table(judged: &[Judged]) -> Table {
    let columns = judged.iter().flat_map(|one| REFERENCES.map(|reference| format!("{} {reference}", one.name)));
    let header: Vec<String> = std::iter::once("number".to_owned()).chain(columns).collect();
    let mut table = Table::new("Share of methods that come before each reference, in per cent", &header);
    for number in numbers() {
        let cell = |share: Option<f64>| {
            let tone = if share == Some(1.0) { Tone::Good } else { Tone::Bad };
            Cell::number(share.map(|share| 100.0 * share), 0).toned(tone)
        };
        let cells = judged.iter().flat_map(|one| REFERENCES.map(|reference| cell(one.share(number, reference))));
        table.rows.push(std::iter::once(Cell::from(number)).chain(cells).collect());
    }
    table
}

fn plot(judged: &[Judged]) -> Plot {
    let names: Vec<&str> = judged.iter().map(|one| one.name.as_str()).collect();
    let series = |number: &'static str| {
        let bar = |(place, one): (usize, &Judged)| [place as f64, 100.0 * one.least(number, &[ONE_LABEL, SHUFFLED])];
        Series::new(number, Shape::Bars, judged.iter().enumerate().map(bar))
    };
    Plot {
        caption: "Methods before one label and the shuffled truth; higher is better".to_owned(),
        x: Axis::named("slide", &names),
        y: Axis::linear("per cent of methods"),
        series: OURS.map(series).to_vec(),
        marks: Vec::new(),
    }
}

fn data(judged: &[Judged]) -> Value {
    let one = |one: &Judged| {
        let shares = |number: &str| -> Value {
            REFERENCES
                .iter()
                .map(|name| ((*name).to_owned(), json!(one.share(number, name))))
                .collect::<Map<_, _>>()
                .into()
        };
        let mut found: Map<String, Value> = numbers().map(|number| (number.to_owned(), shares(number))).collect();
        found.insert("methods".to_owned(), json!(one.comparison.results.len()));
        (one.name.clone(), Value::Object(found))
    };
    Value::Object(judged.iter().map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adjusted_number_tells_methods_from_chance() {
        let exhibit = run(&Programme::default(), &()).unwrap().unwrap();
        for verdict in &exhibit.verdicts {
            assert!(verdict.holds, "{verdict:?}");
        }
        let share = |tissue: &str, number: &str| exhibit.data[tissue][number][SHUFFLED].as_f64().unwrap();
        assert_eq!(["domains", "patches"].map(|tissue| share(tissue, "slam_adjusted")), [1.0, 1.0]);
        // Of six labelings of the mixture, all come before the shuffled truth by slam_adjusted, which counts where labels are,
        // and three by SLAM.
        assert_eq!([share("cells", "slam_adjusted"), share("cells", "slam")], [1.0, 0.5]);
    }
}
