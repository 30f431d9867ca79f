//! Case VII: three methods on a breast cancer section, beside the paper's Table 2; and what the order hangs on.

use serde_json::{Map, Value, json};
use slam::discrepancy::Estimator;
use slam::matcher::Method;
use slam::metrics::Selection;
use slam::{Comparison, Entry, Neighborhood, ONE_LABEL, Observer, Options, RankBy, Result, SHUFFLED, Spots};
use slam_report::exhibit::{Cell, Exhibit, Figure, Table, Tone, Verdict};

use super::published::{METHODS, TABLE_2};
use crate::programme::{Material, Programme};
use crate::slide::Slide;

/// The label with which a pathologist declines to say.
const UNDETERMINED: &str = "undetermined";

/// A comparison of the three methods under one setting.
struct Setting {
    key: &'static str,
    name: &'static str,
    comparison: Comparison,
}

/// Runs the case, if its section was given.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let Some(material) = &programme.case7 else { return Ok(None) };
    let settings = settings(material, &programme.options, observer)?;
    let mut figures = vec![Figure::Table(beside(&settings[0])), Figure::Table(orders(&settings))];
    if material.slide.preds.len() > METHODS.len() {
        figures.push(Figure::Table(everyone(material, &programme.options, observer)?));
    }
    let mut verdicts = vec![as_printed(&settings[0]), by_ari(&settings[0])];
    verdicts.extend(settings[1..].iter().map(still));
    verdicts.push(above_nothing(&settings[0], "slam"));
    verdicts.push(above_nothing(&settings[0], "slam_adjusted"));
    Ok(Some(Exhibit {
        key: "case7".to_owned(),
        title: "Case VII: three methods on a breast cancer section".to_owned(),
        lead: "The paper ranks GraphST before STAGATE before SpaGCN by SLAM, where ARI puts STAGATE first. The labelings here \
               were run anew, so numbers differ; the question is the order, and what it hangs on."
            .to_owned(),
        verdicts,
        figures,
        notes: vec![
            "SLAM's order is an order under a matching. The paper's matching lets several clusters stand for one truth label, \
             so a domain found in two parts is found; one to one, a part is left over and counts as wrong. Where the two \
             disagree, say which one was used."
                .to_owned(),
            "Where most spots carry one label, a constant label or the shuffled truth can come before the methods: a score then \
             tells the methods apart and does not say that they are any good. The references are there to show it."
                .to_owned(),
        ],
        data: data(&settings),
    }))
}

/// The comparisons: the paper's matching first, then whatever might change the order.
fn settings(material: &Material, options: &Options, observer: &dyn Observer) -> Result<Vec<Setting>> {
    let slide = Slide { spots: plain(&material.slide.spots)?, preds: three(&material.slide), ..material.slide.clone() };
    // The paper ranks by SLAM.
    let jaccard = Options { matching: Method::Jaccard, rank_by: RankBy::Slam, ..options.clone() };
    let hungarian = Options { matching: Method::Hungarian, ..jaccard.clone() };
    let mut asked = vec![("jaccard", "jaccard, as in the paper", jaccard.clone(), slide.clone())];
    asked.push(("hungarian", "hungarian, one to one", hungarian, slide.clone()));
    if slide.truth.1.find(UNDETERMINED).is_some() {
        let without = Options { exclude: vec![UNDETERMINED.to_owned()], ..jaccard.clone() };
        asked.push(("without_undetermined", "jaccard, without the undetermined spots", without, slide.clone()));
    }
    if material.slide.spots.measurements().is_some() {
        let weighted = Options { log_normalize: true, ..jaccard.clone() };
        let measured = Slide { spots: material.slide.spots.clone(), ..slide.clone() };
        asked.push(("expression", "jaccard, edges weighted by expression", weighted, measured));
    }
    let graph = match jaccard.graph {
        Neighborhood::Mutual { k, tie } => Estimator::Authors.neighborhood(k, tie),
        ref other => other.clone(),
    };
    let authors = Options { estimator: Estimator::Authors, graph, ..jaccard };
    asked.push(("authors", "jaccard, as the authors' program computes it", authors, slide));
    let one = |(key, name, options, slide): (_, _, Options, Slide)| {
        Ok(Setting { key, name, comparison: slide.compare(&options, observer)?.comparison })
    };
    asked.into_iter().map(one).collect()
}

/// The places alone, without what was measured there.
fn plain(spots: &Spots) -> Result<Spots> {
    Spots::new(spots.dimensions(), spots.coordinates().to_vec())
}

/// The three methods of the paper, in its order.
fn three(slide: &Slide) -> Vec<(String, slam::Labeling)> {
    METHODS.iter().filter_map(|name| slide.preds.iter().find(|(other, _)| other == name).cloned()).collect()
}

impl Setting {
    fn entry(&self, name: &str) -> Option<&Entry> {
        self.comparison.results.iter().find(|entry| entry.pred == name)
    }

    /// A score of a reference row.
    fn reference(&self, reference: &str, name: &str) -> Option<f64> {
        self.comparison.references.iter().find(|one| one.pred == reference).and_then(|one| one.score.number(name))
    }

    /// Whether the methods come in the paper's order, each with a rank of its own.
    fn is_as_printed(&self) -> bool {
        let ranks: Vec<usize> =
            METHODS.iter().filter_map(|name| self.entry(name)).map(|entry| entry.slam_rank).collect();
        ranks == [1, 2, 3]
    }

    /// The order in words: `GraphST 0.557, STAGATE 0.627, SpaGCN 1.031`.
    fn order(&self) -> String {
        let one = |entry: &Entry| format!("{} {:.3}", entry.pred, entry.score.slam.d);
        self.comparison.results.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Which methods have labels that stand for nothing, in words.
    fn left_over(&self) -> String {
        let left = |entry: &Entry| {
            let unmatched = &entry.score.matching.unmatched;
            (!unmatched.is_empty()).then(|| format!("{} of {}", unmatched.len(), entry.pred))
        };
        let left: Vec<String> = self.comparison.results.iter().filter_map(left).collect();
        if left.is_empty() { String::new() } else { format!("; labels left over: {}", left.join(", ")) }
    }
}

fn as_printed(setting: &Setting) -> Verdict {
    let printed = TABLE_2.iter().filter(|(name, _)| *name == "slam").flat_map(|(_, scores)| scores);
    let printed: Vec<String> = printed.map(|score| format!("{score:.3}")).collect();
    let words = format!("best first: {} (paper: {})", setting.order(), printed.join(", "));
    let claim = "SLAM ranks GraphST before STAGATE before SpaGCN under the paper's matching";
    Verdict::new("VII", claim, setting.is_as_printed(), words)
}

fn by_ari(setting: &Setting) -> Verdict {
    let mut found: Vec<(&str, f64)> =
        METHODS.iter().filter_map(|name| Some((*name, setting.entry(name)?.score.number("ari")?))).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words = found.iter().map(|(name, ari)| format!("{name} {ari:.3}")).collect::<Vec<_>>().join(", ");
    let holds = found.first().is_some_and(|(name, _)| *name == "STAGATE");
    Verdict::new("VII", "ARI puts STAGATE first", holds, format!("best first: {words}"))
}

/// Whether the order stands under another setting.
fn still(setting: &Setting) -> Verdict {
    let claim = format!("the order stands: {}", setting.name);
    let words = format!("best first: {}{}", setting.order(), setting.left_over());
    Verdict::new("VII", &claim, setting.is_as_printed(), words)
}

/// Whether a number puts every method before labelings that nobody would call a result.
fn above_nothing(setting: &Setting, number: &str) -> Verdict {
    let found = METHODS.iter().filter_map(|method| setting.entry(method)?.score.number(number));
    let (best, worst) = found.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), d| (low.min(d), high.max(d)));
    let references = [ONE_LABEL, SHUFFLED].map(|reference| setting.reference(reference, number));
    let holds = references.iter().flatten().all(|reference| worst < *reference);
    let [one, shuffled] = references.map(|d| Cell::number(d, 3).text);
    let words = format!(
        "the methods have {best:.3} to {worst:.3}, every spot with the commonest label {one}, the truth shuffled {shuffled}"
    );
    let claim = format!("{number} puts the methods before a constant label and before the shuffled truth");
    Verdict::new("VII", &claim, holds, words)
}

/// Table 2, ours beside the paper's.
fn beside(setting: &Setting) -> Table {
    let header = METHODS.iter().flat_map(|name| [(*name).to_owned(), format!("{name} paper")]);
    let header: Vec<String> = std::iter::once("metric".to_owned()).chain(header).collect();
    let mut table = Table::new("Table 2: ours under the paper's matching, and the paper's", &header);
    for (name, printed) in &TABLE_2 {
        let pair = |(method, printed): (&&str, &f64)| {
            let found = setting.entry(method).and_then(|entry| entry.score.number(name));
            [Cell::number(found, 3), Cell::number(Some(*printed), 3).toned(Tone::Muted)]
        };
        let cells = METHODS.iter().zip(printed).flat_map(pair);
        table.rows.push(std::iter::once(Cell::from(*name)).chain(cells).collect());
    }
    for name in ["slam_adjusted", "slam_pinned"] {
        let pair = |method: &&str| {
            let found = setting.entry(method).and_then(|entry| entry.score.number(name));
            [Cell::number(found, 3), Cell::from("")]
        };
        table.rows.push(std::iter::once(Cell::from(name)).chain(METHODS.iter().flat_map(pair)).collect());
    }
    table
}

/// SLAM of the three methods under every setting, ranks in brackets.
fn orders(settings: &[Setting]) -> Table {
    let header = ["setting", "GraphST", "STAGATE", "SpaGCN", ONE_LABEL, SHUFFLED];
    let mut table = Table::new("SLAM and ranks by setting", &header);
    for setting in settings {
        let tone = if setting.is_as_printed() { Tone::Good } else { Tone::Bad };
        let ranked = |name: &&str| match setting.entry(name) {
            Some(entry) => Cell::new(format!("{:.3} ({})", entry.score.slam.d, entry.slam_rank), tone),
            None => Cell::number(None, 3),
        };
        let references =
            [ONE_LABEL, SHUFFLED].map(|name| Cell::number(setting.reference(name, "slam"), 3).toned(Tone::Muted));
        let cells = METHODS.iter().map(ranked).chain(references);
        table.rows.push(std::iter::once(Cell::from(setting.name)).chain(cells).collect());
    }
    table
}

/// All labelings of the folder, best first by the paper's matching.
fn everyone(material: &Material, options: &Options, observer: &dyn Observer) -> Result<Table> {
    let slide = Slide { spots: plain(&material.slide.spots)?, ..material.slide.clone() };
    let metrics: Selection = "ari".parse()?;
    let options = Options { matching: Method::Jaccard, rank_by: RankBy::Slam, metrics, ..options.clone() };
    let comparison = slide.compare(&options, observer)?.comparison;
    let header = ["labeling", "labels", "slam", "rank", "hungarian", "hungarian rank", "slam_pinned", "ari", "split"];
    let mut table = Table::new("All labelings of the folder", &header);
    for entry in &comparison.results {
        let split: usize = entry.score.matching.split.iter().map(|split| split.n_spots).sum();
        let rank = |rank: Option<usize>| rank.map(|rank| rank.to_string()).unwrap_or_default();
        let tone = if entry.is_moved() { Tone::Bad } else { Tone::Plain };
        table.rows.push(vec![
            entry.pred.as_str().into(),
            entry.score.matching.map.0.len().to_string().into(),
            Cell::number(Some(entry.score.slam.d), 3),
            rank(entry.rank).into(),
            Cell::number(entry.hungarian.map(|place| place.d), 3),
            Cell::new(rank(entry.hungarian.and_then(|place| place.rank)), tone),
            Cell::number(Some(entry.score.slam_pinned.d), 3),
            Cell::number(entry.score.number("ari"), 3),
            if split == 0 { Cell::from("") } else { split.to_string().into() },
        ]);
    }
    Ok(table)
}

fn data(settings: &[Setting]) -> Value {
    let entry = |entry: &Entry| {
        let mut found: Map<String, Value> =
            TABLE_2.iter().map(|(name, _)| ((*name).to_owned(), json!(entry.score.number(name)))).collect();
        found.insert("rank".to_owned(), json!(entry.slam_rank));
        (entry.pred.clone(), Value::Object(found))
    };
    let setting = |setting: &Setting| {
        let mut found: Map<String, Value> = setting.comparison.results.iter().map(entry).collect();
        for name in [ONE_LABEL, SHUFFLED] {
            found.insert(name.to_owned(), json!({ "slam": setting.reference(name, "slam") }));
        }
        (setting.key.to_owned(), Value::Object(found))
    };
    let mut all: Map<String, Value> = settings.iter().map(setting).collect();
    let printed = |place: usize| -> Map<String, Value> {
        TABLE_2.iter().map(|(name, values)| ((*name).to_owned(), json!(values[place]))).collect()
    };
    let paper: Map<String, Value> =
        METHODS.iter().enumerate().map(|(place, name)| ((*name).to_owned(), Value::Object(printed(place)))).collect();
    all.insert("paper".to_owned(), Value::Object(paper));
    Value::Object(all)
}
