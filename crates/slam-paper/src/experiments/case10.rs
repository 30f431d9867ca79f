//! Case X: election maps, and which past year 2024 is nearest to.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use slam::matcher::Method;
use slam::metrics::{Better, METRICS};
use slam::{Neighborhood, Observer, Options, Result, Score, Spots};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use crate::programme::{Material, Programme};

/// The three scores, lower meaning nearer.
const OURS: [&str; 3] = ["slam", "slam_adjusted", "slam_pinned"];

/// The years with their scores, each state counting alike and by its electoral votes.
struct Years {
    names: Vec<String>,
    alike: Vec<Score>,
    by_votes: Option<Vec<Score>>,
}

/// Runs the case, if its maps were given.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let Some(material) = &programme.case10 else { return Ok(None) };
    let years = judge(material, &programme.options, observer)?;
    let truth = &material.slide.truth.0;
    Ok(Some(Exhibit {
        key: "case10".to_owned(),
        title: format!("Case X: which election is {truth} nearest to?"),
        lead: format!(
            "Each state carries its winner; states that share a border are neighbours. Every other year is held against \
             {truth}."
        ),
        verdicts: verdicts(&years, truth),
        figures: vec![Figure::Table(table(&years)), Figure::Plot(plot(&years))],
        notes: vec![note(material, &years)],
        data: data(&years),
    }))
}

fn judge(material: &Material, options: &Options, observer: &dyn Observer) -> Result<Years> {
    let slide = &material.slide;
    let graph = material.edges.clone().map_or_else(|| options.graph.clone(), Neighborhood::Given);
    let options = Options { matching: Method::Identity, graph, ..options.clone() };
    let truth = Arc::new(slide.truth.1.clone());
    let scores = |spots: Spots| -> Result<Vec<Score>> {
        let spots = Arc::new(spots);
        let score = |(_, pred): &(String, slam::Labeling)| {
            Ok(options.analyze(options.pair(&spots, &truth, &Arc::new(pred.clone()))?, observer)?.score)
        };
        slide.preds.iter().map(score).collect()
    };
    Ok(Years {
        names: slide.preds.iter().map(|(name, _)| name.clone()).collect(),
        alike: scores(Spots::new(slide.spots.dimensions(), slide.spots.coordinates().to_vec())?)?,
        by_votes: slide.spots.severities().map(|_| scores(slide.spots.clone())).transpose()?,
    })
}

impl Years {
    /// The years, nearest first by a score or a metric.
    fn order(&self, scores: &[Score], name: &str) -> Vec<usize> {
        let is_higher_better =
            METRICS.iter().any(|metric| metric.name == name && matches!(metric.better, Better::Higher));
        let sign = if is_higher_better { -1.0 } else { 1.0 };
        let far = |year: usize| scores[year].number(name).map_or(f64::INFINITY, |value| sign * value);
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| far(a).total_cmp(&far(b)));
        order
    }

    /// The nearest year, or none where the metric is undefined for all of them.
    fn nearest(&self, scores: &[Score], name: &str) -> Option<&str> {
        let year = *self.order(scores, name).first()?;
        scores[year].number(name).map(|_| self.names[year].as_str())
    }

    /// Whether all metrics that are defined, of which there must be one, find this year nearest.
    fn agree(&self, names: &[&str], year: Option<&str>) -> bool {
        let found: Vec<&str> = names.iter().filter_map(|name| self.nearest(&self.alike, name)).collect();
        !found.is_empty() && found.iter().all(|other| Some(*other) == year)
    }

    /// The order in words: `2016 0.040, 2020 0.358`.
    fn words(&self, scores: &[Score], name: &str) -> String {
        let one = |&year: &usize| format!("{} {}", self.names[year], Cell::number(scores[year].number(name), 3).text);
        self.order(scores, name).iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

fn verdicts(years: &Years, truth: &str) -> Vec<Verdict> {
    let nearest = years.nearest(&years.alike, "slam");
    let said = years.words(&years.alike, "slam");
    let claim = format!("{truth} is nearest to {} by SLAM", nearest.unwrap_or("no year"));
    let mut verdicts = vec![Verdict::new("X", &claim, nearest.is_some(), said)];
    let beside = format!(
        "slam_adjusted: {}; slam_pinned: {}",
        years.words(&years.alike, "slam_adjusted"),
        years.words(&years.alike, "slam_pinned")
    );
    verdicts.push(Verdict::new(
        "X",
        "slam_adjusted and slam_pinned find the same year nearest",
        years.agree(&OURS, nearest),
        beside,
    ));
    let external = ["accuracy", "precision", "recall", "f1", "ari", "nmi", "jaccard", "fmi", "v_measure"];
    verdicts.push(Verdict::new(
        "X",
        "the nine metrics that look at the truth find the same year nearest",
        years.agree(&external, nearest),
        whom(years, &external),
    ));
    let internal = ["asw", "chaos", "pas", "ch", "db"];
    let claim = "the five that look at one map alone find the same year nearest";
    verdicts.push(Verdict::new("X", claim, years.agree(&internal, nearest), whom(years, &internal)));
    if let Some(by_votes) = &years.by_votes {
        let holds = years.nearest(by_votes, "slam") == nearest;
        verdicts.push(Verdict::new(
            "X",
            "SLAM by electoral votes finds the same year nearest",
            holds,
            years.words(by_votes, "slam"),
        ));
    }
    verdicts
}

/// Which year each metric finds nearest, in words.
fn whom(years: &Years, names: &[&str]) -> String {
    let one = |name: &&str| format!("{name} {}", years.nearest(&years.alike, name).unwrap_or("N/A"));
    names.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn table(years: &Years) -> Table {
    let header: Vec<&str> = std::iter::once("score").chain(years.names.iter().map(String::as_str)).collect();
    let mut table = Table::new("By year; the nearest is marked", &header);
    let mut push = |title: String, scores: &[Score], name: &str, decimals: usize| {
        let nearest = years.nearest(scores, name);
        let cell = |(year, score): (&String, &Score)| {
            let tone = if Some(year.as_str()) == nearest { Tone::Good } else { Tone::Plain };
            Cell::number(score.number(name), decimals).toned(tone)
        };
        table.rows.push(std::iter::once(title.into()).chain(years.names.iter().zip(scores).map(cell)).collect());
    };
    OURS.iter().for_each(|name| push((*name).to_owned(), &years.alike, name, 4));
    if let Some(by_votes) = &years.by_votes {
        OURS.iter().for_each(|name| push(format!("{name}, by votes"), by_votes, name, 4));
    }
    METRICS.iter().for_each(|metric| push(metric.name.to_owned(), &years.alike, metric.name, 3));
    let cancelled = years.alike.iter().map(|score| Cell::number(score.cancelled, 2));
    table.rows.push(std::iter::once("cancelled".into()).chain(cancelled).collect());
    table
}

fn plot(years: &Years) -> Plot {
    let names: Vec<&str> = years.names.iter().map(String::as_str).collect();
    let series = |name: &&str| {
        let bar = |(place, score): (usize, &Score)| Some([place as f64, score.number(name)?]);
        Series::new(name, Shape::Bars, years.alike.iter().enumerate().filter_map(bar))
    };
    Plot {
        caption: "How far from each year; lower is nearer".to_owned(),
        x: Axis::named("year", &names),
        y: Axis::linear("score"),
        series: OURS.iter().map(series).collect(),
        marks: Vec::new(),
    }
}

/// What a reader should know: how much of it there is, and whether mistakes cancel.
fn note(material: &Material, years: &Years) -> String {
    let cancelled = years.alike.iter().filter_map(|score| score.cancelled).fold(0.0, f64::max);
    let n_edges = years.alike.first().map_or(0, |score| score.n_edges);
    format!(
        "{} states and {n_edges} borders: few, so slam_adjusted has {} scales. At most {:.0} % of what differs cancels: where \
         states change sides in one direction only, SLAM sees all of it. Weighted and unweighted scores are not to be compared.",
        material.slide.spots.n_spots(),
        years.alike.first().map_or(0, |score| score.slam_adjusted.profile.len()),
        100.0 * cancelled,
    )
}

fn data(years: &Years) -> Value {
    let entry = |score: &Score| {
        let names = OURS.iter().copied().chain(METRICS.iter().map(|metric| metric.name));
        let mut found: Map<String, Value> = names.map(|name| (name.to_owned(), json!(score.number(name)))).collect();
        found.insert("cancelled".to_owned(), json!(score.cancelled));
        Value::Object(found)
    };
    let all = |scores: &[Score]| -> Map<String, Value> {
        years.names.iter().zip(scores).map(|(name, score)| (name.clone(), entry(score))).collect()
    };
    let nearest: Map<String, Value> = OURS
        .iter()
        .copied()
        .chain(METRICS.iter().map(|metric| metric.name))
        .map(|name| (name.to_owned(), json!(years.nearest(&years.alike, name))))
        .collect();
    json!({ "years": all(&years.alike), "by_votes": years.by_votes.as_deref().map(all), "nearest": nearest })
}
