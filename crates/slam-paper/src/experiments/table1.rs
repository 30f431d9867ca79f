//! Table 1: Q of SLAM and of the fourteen metrics in five cases, beside the paper's.

use serde_json::{Map, Value, json};
use slam::{Observer, Result};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use super::published::{self, Printed};
use crate::case::Case;
use crate::cases::{case1, case3, case4, case5, case6};
use crate::duel::Duel;
use crate::programme::Programme;

/// What is smaller than this is 0 in a table of three decimals.
const NOTHING: f64 = 0.0005;

/// The two scores beside SLAM, which the paper does not have.
const OURS: [&str; 2] = ["slam_adjusted", "slam_pinned"];

/// A case, its duel, and the paper's numbers.
pub(crate) struct Judged {
    pub(crate) case: Case,
    pub(crate) duel: Duel,
    /// The column of the paper's table.
    place: usize,
}

/// Runs the five cases.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let judged = judge(programme, observer)?;
    let mut figures = vec![Figure::Table(table(&judged)), Figure::Plot(plot(&judged))];
    figures.extend(judged.iter().map(|one| Figure::Map(one.case.map())));
    let mut verdicts: Vec<Verdict> = judged.iter().map(verdict).collect();
    verdicts.push(alone(&judged));
    verdicts.push(adjusted(&judged));
    verdicts.push(pattern(&judged));
    Ok(Some(Exhibit {
        key: "table1".to_owned(),
        title: "Table 1: who sees the difference?".to_owned(),
        lead: "In each case one labeling is known to be worse than the other. Q is positive where a metric says so, and 0 \
               where it sees no difference. Ours with the default settings and equal names matched; beside it what the \
               paper prints."
            .to_owned(),
        verdicts,
        figures,
        notes: vec![
            "Why numbers differ where they do: docs/cases.md, case by case. slam_adjusted and slam_pinned are ours alone."
                .to_owned(),
        ],
        data: data(&judged),
    }))
}

/// The five cases of the table, judged.
pub(crate) fn judge(programme: &Programme, observer: &dyn Observer) -> Result<Vec<Judged>> {
    let cases = [case1()?, case3()?, case4()?, case5()?, case6()?];
    let one = |(place, case): (usize, Case)| {
        let duel = Duel::of(&case, &programme.options, observer)?;
        Ok(Judged { case, duel, place })
    };
    cases.into_iter().enumerate().map(one).collect()
}

impl Judged {
    /// Q of the paper.
    fn paper(&self, name: &str) -> Printed {
        published::q(name, self.place)
    }
}

fn verdict(one: &Judged) -> Verdict {
    let Judged { case, duel, .. } = one;
    let (q, paper) = (duel.q("slam"), one.paper("slam"));
    let [worse, better] = [&case.slide.preds[0].0, &case.slide.preds[1].0];
    let number = |value: Option<f64>| Cell::number(value, 3).text;
    let words = format!(
        "Q = {} ± {} (paper {}): d = {:.3} for {worse}, {:.3} for {better}",
        Cell::number(q, 4).text,
        Cell::error(Some(duel.q_se)).text,
        number(paper),
        duel.worse.slam.d,
        duel.better.slam.d,
    );
    Verdict::new(case.name, case.claim, duel.is_sure(), words).beside(q, duel.q_se, paper)
}

/// The paper's headline: no other metric is right in all cases.
fn alone(judged: &[Judged]) -> Verdict {
    let right = |name: &str| judged.iter().filter(|one| one.duel.q(name).is_some_and(|q| q >= NOTHING)).count();
    let others = published::METRICS.iter().filter(|name| **name != "slam");
    let best = others.clone().map(|name| right(name)).max().unwrap_or(0);
    let names: Vec<&str> = others.filter(|name| right(name) == best).copied().collect();
    let all = judged.len();
    let words = format!(
        "SLAM is positive in {} of {all} cases; of the fourteen metrics the best are positive in {best} ({})",
        right("slam"),
        names.join(", ")
    );
    Verdict::new("", "only SLAM works in all cases", right("slam") == all && best < all, words)
}

/// Ours beside it: the number that ranks is right in all cases, too.
fn adjusted(judged: &[Judged]) -> Verdict {
    let q = |one: &Judged| one.duel.q("slam_adjusted");
    let words: Vec<String> =
        judged.iter().map(|one| format!("{} {}", one.case.name, Cell::number(q(one), 3).text)).collect();
    let holds = judged.iter().all(|one| q(one).is_some_and(|q| q >= NOTHING));
    Verdict::new("", "slam_adjusted is positive in all cases", holds, format!("Q: {}", words.join(", ")))
}

/// Whether the fourteen metrics are zero, positive, negative and undefined where the paper's are.
fn pattern(judged: &[Judged]) -> Verdict {
    let mut others = Vec::new();
    for one in judged {
        for name in published::METRICS.iter().filter(|name| **name != "slam") {
            let (ours, paper) = (one.duel.q(name), one.paper(name));
            if sign(ours) != sign(paper) {
                let [ours, paper] = [ours, paper].map(|value| Cell::number(value, 3).text);
                others.push(format!("{name} in {} is {ours}, in the paper {paper}", one.case.name));
            }
        }
    }
    let total = 14 * judged.len();
    let but = if others.is_empty() { String::new() } else { format!(": {}", others.join("; ")) };
    let words = format!("{} of {total} agree{but}", total - others.len());
    let claim = "the fourteen metrics are zero, positive and N/A where the paper has them so";
    Verdict::new("", claim, others.is_empty(), words)
}

/// −1, 0 or 1 at the precision of the table, or none.
fn sign(value: Option<f64>) -> Option<i8> {
    value.map(|value| i8::from(value >= NOTHING) - i8::from(value <= -NOTHING))
}

fn table(judged: &[Judged]) -> Table {
    let header = judged.iter().flat_map(|one| [one.case.name.to_owned(), format!("{} paper", one.case.name)]);
    let header: Vec<String> = std::iter::once("metric".to_owned()).chain(header).collect();
    let mut table = Table::new("Q, by metric and case", &header);
    for name in published::METRICS.iter().chain(&OURS) {
        let cells = judged.iter().flat_map(|one| {
            let paper = if OURS.contains(name) { Cell::from("") } else { Cell::number(one.paper(name), 3) };
            [toned(one.duel.q(name)), paper.toned(Tone::Muted)]
        });
        table.rows.push(std::iter::once(Cell::from(*name)).chain(cells).collect());
    }
    table
}

fn toned(q: Option<f64>) -> Cell {
    let tone = if sign(q) == Some(1) { Tone::Good } else { Tone::Bad };
    Cell::number(q, 3).toned(tone)
}

fn plot(judged: &[Judged]) -> Plot {
    let names: Vec<&str> = judged.iter().map(|one| one.case.name).collect();
    let bars = |name: &str, q: &dyn Fn(&Judged) -> Option<f64>| {
        let bar = |(place, one): (usize, &Judged)| Some([place as f64, q(one)?]);
        Series::new(name, Shape::Bars, judged.iter().enumerate().filter_map(bar))
    };
    Plot {
        caption: "Q of SLAM".to_owned(),
        x: Axis::named("case", &names),
        y: Axis::linear("Q"),
        series: vec![bars("ours", &|one| one.duel.q("slam")), bars("paper", &|one| one.paper("slam"))],
        marks: Vec::new(),
    }
}

fn data(judged: &[Judged]) -> Value {
    let entry = |one: &Judged, name: &str| {
        let Duel { worse, better, .. } = &one.duel;
        let mut entry = json!({ "q": one.duel.q(name) });
        if name == "slam" {
            entry["q_se"] = json!(one.duel.q_se);
        }
        if !OURS.contains(&name) {
            entry["paper"] = json!(one.paper(name));
        }
        entry["worse"] = json!(worse.number(name));
        entry["better"] = json!(better.number(name));
        entry
    };
    let case = |one: &Judged| {
        let names = published::METRICS.iter().chain(&OURS);
        let entries: Map<String, Value> = names.map(|name| ((*name).to_owned(), entry(one, name))).collect();
        (one.case.name.to_owned(), Value::Object(entries))
    };
    Value::Object(judged.iter().map(case).collect())
}
