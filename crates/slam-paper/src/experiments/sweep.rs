//! How far one default serves all: the cases under other γ, k and h.

use serde_json::{Map, Value, json};
use slam::discrepancy::Gamma;
use slam::metrics::Selection;
use slam::{Neighborhood, Observer, Options, Result};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use super::case2::{scores, smallest_step};
use crate::case::Case;
use crate::cases::{case1, case2, case3, case4, case5, case6};
use crate::duel::Duel;
use crate::programme::Programme;

/// γ as a multiple of the number of labels.
const GAMMAS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];
const NEIGHBORS: [usize; 5] = [3, 4, 6, 8, 12];
const BANDWIDTHS: [f64; 5] = [0.01, 0.05, 0.1, 0.2, 0.5];

/// One setting, which differs from the default in one parameter at most.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Setting {
    Gamma(f64),
    Neighbors(usize),
    Bandwidth(f64),
}

/// What a setting gives: Q with its error in the five cases, and the smallest step in Case II.
struct Outcome {
    setting: Setting,
    qs: Vec<(&'static str, f64, f64)>,
    step: f64,
}

/// Runs all cases under all settings.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let cases = [case1()?, case3()?, case4()?, case5()?, case6()?];
    let rising = case2()?;
    let options = Options { metrics: Selection::None, ..programme.options.clone() };
    let outcomes: Vec<Outcome> =
        settings().map(|setting| Outcome::of(setting, &cases, &rising, &options, observer)).collect::<Result<_>>()?;
    let mut figures = vec![Figure::Table(table(&outcomes))];
    figures.extend(["γ", "k", "h"].map(|parameter| Figure::Plot(plot(&outcomes, parameter))));
    Ok(Some(Exhibit {
        key: "sweep".to_owned(),
        title: "Sweep: how far does one default serve all?".to_owned(),
        lead: format!(
            "Q of SLAM in every case, and the smallest step of Case II, when γ, k or h alone is changed from its default ({}).",
            defaults()
                .map(|setting| format!("{} = {}", setting.parameter(), setting.text()))
                .collect::<Vec<_>>()
                .join(", ")
        ),
        verdicts: vec![verdict(&outcomes)],
        figures,
        notes: Vec::new(),
        data: Value::Array(outcomes.iter().map(Outcome::data).collect()),
    }))
}

fn settings() -> impl Iterator<Item = Setting> {
    let gammas = GAMMAS.into_iter().map(Setting::Gamma);
    gammas.chain(NEIGHBORS.into_iter().map(Setting::Neighbors)).chain(BANDWIDTHS.into_iter().map(Setting::Bandwidth))
}

/// The settings that change nothing.
fn defaults() -> impl Iterator<Item = Setting> {
    settings().filter(|setting| setting.is_default())
}

impl Setting {
    fn parameter(self) -> &'static str {
        match self {
            Self::Gamma(_) => "γ",
            Self::Neighbors(_) => "k",
            Self::Bandwidth(_) => "h",
        }
    }

    fn value(self) -> f64 {
        match self {
            Self::Gamma(value) | Self::Bandwidth(value) => value,
            Self::Neighbors(k) => k as f64,
        }
    }

    fn is_default(self) -> bool {
        let default = Options::default();
        match self {
            Self::Gamma(factor) => factor == default.gamma.value(1),
            Self::Neighbors(k) => default.graph.k_and_tie().is_some_and(|(default, _)| k == default),
            Self::Bandwidth(bandwidth) => bandwidth == default.bandwidth,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Gamma(value) => format!("{value}K"),
            _ => self.value().to_string(),
        }
    }

    fn options(self, options: &Options, n_labels: usize) -> Options {
        let mut options = options.clone();
        match self {
            Self::Gamma(factor) => options.gamma = Gamma::Fixed(factor * n_labels as f64),
            Self::Neighbors(k) => options.graph = neighbors(&options.graph, k),
            Self::Bandwidth(bandwidth) => options.bandwidth = bandwidth,
        }
        options
    }
}

fn neighbors(graph: &Neighborhood, k: usize) -> Neighborhood {
    match *graph {
        Neighborhood::Mutual { tie, .. } => Neighborhood::Mutual { k, tie },
        _ => graph.clone(),
    }
}

impl Outcome {
    fn of(setting: Setting, cases: &[Case], rising: &Case, options: &Options, observer: &dyn Observer) -> Result<Self> {
        let under = |case: &Case| setting.options(options, case.slide.truth.1.n_labels());
        let q = |case: &Case| {
            let duel = Duel::of(case, &under(case), observer)?;
            Ok((case.name, duel.q("slam").unwrap_or(0.0), duel.q_se))
        };
        let slam: Vec<f64> = scores(rising, &under(rising), observer)?.iter().map(|score| score.slam.d).collect();
        Ok(Self { setting, qs: cases.iter().map(q).collect::<Result<_>>()?, step: smallest_step(&slam) })
    }

    /// The cases whose claim does not hold.
    fn failing(&self) -> Vec<&'static str> {
        let failing = self.qs.iter().filter(|(_, q, se)| *q <= 3.0 * se).map(|(name, ..)| *name);
        failing.chain((self.step <= 0.0).then_some("II")).collect()
    }

    fn data(&self) -> Value {
        let q: Map<String, Value> =
            self.qs.iter().map(|(name, q, se)| ((*name).to_owned(), json!({ "q": q, "q_se": se }))).collect();
        json!({
            "parameter": self.setting.parameter(),
            "value": self.setting.value(),
            "is_default": self.setting.is_default(),
            "q": q,
            "smallest_step": self.step,
            "failing": self.failing(),
        })
    }
}

fn verdict(outcomes: &[Outcome]) -> Verdict {
    let words = |outcome: &Outcome| {
        let setting = outcome.setting;
        format!("{} = {} in {}", setting.parameter(), setting.text(), outcome.failing().join(", "))
    };
    let failing: Vec<String> = outcomes.iter().filter(|outcome| !outcome.failing().is_empty()).map(words).collect();
    let holds = outcomes.iter().filter(|outcome| outcome.setting.is_default()).all(|one| one.failing().is_empty());
    let but = if failing.is_empty() { String::new() } else { format!("; not under {}", failing.join(", nor under ")) };
    let words =
        format!("every claim holds under {} of {} settings{but}", outcomes.len() - failing.len(), outcomes.len());
    Verdict::new("", "one default serves all cases", holds, words)
}

fn table(outcomes: &[Outcome]) -> Table {
    let names = outcomes.first().map_or_else(Vec::new, |one| one.qs.iter().map(|(name, ..)| *name).collect());
    let header = std::iter::once("setting").chain(names).chain(["II, smallest step"]);
    let mut table = Table::new("Q of SLAM under other settings", &header.collect::<Vec<_>>());
    for outcome in outcomes {
        let setting = outcome.setting;
        let mark = if setting.is_default() { " (default)" } else { "" };
        let name = Cell::from(format!("{} = {}{mark}", setting.parameter(), setting.text()));
        let tone = |holds: bool| if holds { Tone::Good } else { Tone::Bad };
        let qs = outcome.qs.iter().map(|(_, q, se)| Cell::number(Some(*q), 4).toned(tone(*q > 3.0 * se)));
        let step = Cell::number(Some(outcome.step), 4).toned(tone(outcome.step > 0.0));
        table.rows.push(std::iter::once(name).chain(qs).chain([step]).collect());
    }
    table
}

fn plot(outcomes: &[Outcome], parameter: &str) -> Plot {
    let chosen: Vec<&Outcome> = outcomes.iter().filter(|one| one.setting.parameter() == parameter).collect();
    let texts: Vec<String> = chosen.iter().map(|one| one.setting.text()).collect();
    let names = chosen.first().map_or_else(Vec::new, |one| one.qs.iter().map(|(name, ..)| *name).collect());
    let line = |(case, name): (usize, &&str)| {
        let points = chosen.iter().enumerate().map(|(place, one)| [place as f64, one.qs[case].1]);
        Series::new(name, Shape::Line, points)
    };
    Plot {
        caption: format!("Q over {parameter}"),
        x: Axis::named(parameter, &texts.iter().map(String::as_str).collect::<Vec<_>>()),
        y: Axis::linear("Q"),
        series: names.iter().enumerate().map(line).collect(),
        marks: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_its_default_among_its_settings() {
        assert_eq!(defaults().map(Setting::parameter).collect::<Vec<_>>(), ["γ", "k", "h"]);
    }
}
