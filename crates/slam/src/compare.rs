//! Many preds against one truth: the leaderboard.

use std::sync::Arc;

use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::Serialize;

use crate::analysis::Analysis;
use crate::discrepancy::Slam;
use crate::error::Result;
use crate::labeling::Labeling;
use crate::matcher::Method;
use crate::observer::{Observer, report};
use crate::options::Options;
use crate::pair::Pair;
use crate::pipeline::Connected;
use crate::random;
use crate::ranks::whole_first;
use crate::score::{Provenance, Score};
use crate::spots::Spots;

/// The name of the reference in which every spot carries the commonest truth label.
pub const ONE_LABEL: &str = "(one label)";
/// The name of the reference in which the truth's labels are permuted within each slice.
pub const SHUFFLED: &str = "(shuffled)";
/// Where a truth and a pred both have more labels than this, `hungarian` takes too long to be tried unasked.
const MOST_UNASKED: usize = 500;

/// Preds ranked by how like the truth they are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The name of the truth.
    pub truth: String,
    /// The preds, best first.
    pub results: Vec<Entry>,
    /// What a constant label and a shuffled truth score on the same spots; unranked.
    pub references: Vec<Reference>,
    /// What a user should know about the comparison as a whole.
    pub warnings: Vec<String>,
    /// How the result came about.
    pub provenance: Provenance,
}

/// One pred of a comparison: its score, which is that of [`Options::analyze`] to the last bit, and its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// The name of the pred.
    pub pred: String,
    /// Its place; preds that cannot be told apart share one.
    pub rank: usize,
    /// Whether it labels fewer than half of the spots that the truth labels; such preds come after all others.
    pub is_partial: bool,
    /// What it would be under `hungarian` matching; none where there are too many labels to try it unasked.
    pub hungarian: Option<Place>,
    /// The score.
    #[serde(flatten)]
    pub score: Score,
}

impl Entry {
    /// Whether its rank under `hungarian` matching is another.
    pub fn is_moved(&self) -> bool {
        self.hungarian.is_some_and(|place| place.rank != self.rank)
    }
}

/// A score and its place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Place {
    /// SLAM.
    pub d: f64,
    /// Its place; scores that cannot be told apart share one.
    pub rank: usize,
}

/// A labeling that shows what the numbers mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reference {
    /// [`ONE_LABEL`] or [`SHUFFLED`].
    pub pred: String,
    /// Its score, under `identity`.
    #[serde(flatten)]
    pub score: Score,
}

/// A comparison and the parts it was made of, in the order of its results.
#[derive(Debug, Clone)]
pub struct Compared {
    /// The result.
    pub comparison: Comparison,
    /// The analyses, best first.
    pub analyses: Vec<Analysis>,
}

/// A named labeling.
pub type NamedLabeling = (String, Arc<Labeling>);

impl Comparison {
    /// All that a user should know, each thing once: what concerns every method alike, then what concerns one, by its
    /// name, then the comparison as a whole.
    pub fn notices(&self) -> Vec<String> {
        let is_own = |word: &String| !self.warnings.contains(word);
        let words =
            |entry: &Entry| entry.score.warnings.iter().map(ToString::to_string).filter(is_own).collect::<Vec<_>>();
        let all: Vec<Vec<String>> = self.results.iter().map(words).collect();
        let is_shared = |word: &&String| all.len() > 1 && all.iter().all(|words| words.contains(word));
        let shared = all.iter().take(1).flatten().filter(is_shared).cloned();
        let own = self.results.iter().zip(&all).flat_map(|(entry, words)| {
            words.iter().filter(|word| !is_shared(word)).map(move |word| format!("{}: {word}", entry.pred))
        });
        shared.chain(own).chain(self.warnings.iter().cloned()).collect()
    }
}

impl Options {
    /// Compares many preds with one truth. Graphs are built once per set of kept spots; preds are scored in parallel.
    pub fn compare(
        &self,
        spots: &Arc<Spots>,
        (truth_name, truth): &NamedLabeling,
        preds: &[NamedLabeling],
        observer: &dyn Observer,
    ) -> Result<Compared> {
        self.check()?;
        let groups = self.groups(spots, truth, preds, observer)?;
        report(observer, "methods", 0, preds.len())?;
        let done = std::sync::atomic::AtomicUsize::new(0);
        let is_short = self.matching == Method::Hungarian || groups.pairs.iter().all(|(pair, _)| is_matched_soon(pair));
        let one = |(pair, group): &(Pair, usize)| {
            let judged = self.judge(pair.clone(), &groups.connected[*group], is_short, observer)?;
            let done = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            report(observer, "methods", done, preds.len())?;
            Ok(judged)
        };
        let judged: Vec<Judged> = groups.pairs.par_iter().map(one).collect::<Result<_>>()?;
        let references = self.references(spots, truth, observer)?;
        Ok(rank(truth_name, preds, judged, references))
    }

    /// The pairs, and the distinct graphs that they live on.
    fn groups(
        &self,
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        preds: &[NamedLabeling],
        observer: &dyn Observer,
    ) -> Result<Groups> {
        let mut groups = Groups { pairs: Vec::new(), connected: Vec::new() };
        let mut firsts: Vec<Pair> = Vec::new();
        for (_, pred) in preds {
            let pair = self.pair(spots, truth, pred)?;
            let known = firsts.iter().position(|first| first.has_rows_of(&pair));
            let group = if let Some(group) = known {
                group
            } else {
                groups.connected.push(self.pipeline(pair.spots()).connect(&pair, observer)?);
                firsts.push(pair.clone());
                firsts.len() - 1
            };
            groups.pairs.push((pair.sharing(&firsts[group]), group));
        }
        Ok(groups)
    }

    /// The analysis of a pair, and its SLAM under `hungarian` if that is wanted.
    fn judge(&self, pair: Pair, connected: &Connected, one_to_one: bool, observer: &dyn Observer) -> Result<Judged> {
        let pipeline = self.pipeline(pair.spots());
        let analysis = self.analyze_on(&pipeline, pair, connected, observer)?;
        if !one_to_one || self.matching == Method::Hungarian {
            let slam = one_to_one.then(|| analysis.score.slam.clone());
            return Ok((analysis, slam));
        }
        let hungarian = Self { matching: Method::Hungarian, ..self.clone() };
        let matching = hungarian.matcher().match_labels(&analysis.pair, observer)?;
        let slam = if matching.codes == analysis.matching.codes {
            analysis.score.slam.clone()
        } else {
            pipeline.slam_on(&analysis.pair, &matching, connected, observer)?
        };
        Ok((analysis, Some(slam)))
    }

    fn references(&self, spots: &Arc<Spots>, truth: &Arc<Labeling>, observer: &dyn Observer) -> Result<Vec<Reference>> {
        let kept = self.pair(spots, truth, truth)?;
        let options = Self { matching: Method::Identity, ..self.clone() };
        let pipeline = options.pipeline(kept.spots());
        let connected = pipeline.connect(&kept, observer)?;
        let score = |name: &str, pred: Labeling| {
            let pair = kept.with_pred(pred)?;
            Ok(Reference {
                pred: name.to_owned(),
                score: options.analyze_on(&pipeline, pair, &connected, observer)?.score,
            })
        };
        Ok(vec![score(ONE_LABEL, one_label(&kept))?, score(SHUFFLED, shuffled(&kept, self.seed))?])
    }
}

/// The analysis of a pair, and its SLAM under `hungarian`.
type Judged = (Analysis, Option<Slam>);

/// Whether labels are matched one to one soon enough to be tried unasked.
fn is_matched_soon(pair: &Pair) -> bool {
    pair.truth().n_labels().min(pair.pred().n_labels()) <= MOST_UNASKED
}

fn rank(truth: &str, preds: &[NamedLabeling], judged: Vec<Judged>, references: Vec<Reference>) -> Compared {
    let number = |slam: &Slam| (slam.d, slam.d_se.unwrap_or(0.0));
    let is_partial: Vec<bool> = judged.iter().map(|(analysis, _)| analysis.pair.is_partial()).collect();
    let own: Vec<(f64, f64)> = judged.iter().map(|(analysis, _)| number(&analysis.score.slam)).collect();
    let (order, own_ranks) = whole_first(&own, &is_partial);
    let one_to_one: Option<Vec<(f64, f64)>> = judged.iter().map(|(_, slam)| slam.as_ref().map(number)).collect();
    let hungarian_ranks = one_to_one.map(|scores| whole_first(&scores, &is_partial).1);
    let hungarian =
        |place: usize| Some(Place { d: judged[place].1.as_ref()?.d, rank: hungarian_ranks.as_ref()?[place] });
    let entry = |&place: &usize| Entry {
        pred: preds[place].0.clone(),
        rank: own_ranks[place],
        is_partial: is_partial[place],
        hungarian: hungarian(place),
        score: judged[place].0.score.clone(),
    };
    let results: Vec<Entry> = order.iter().map(entry).collect();
    let warnings = warnings(&results);
    let provenance = results.first().map(|entry| entry.score.provenance.clone()).unwrap_or_default();
    let mut analyses: Vec<Option<Analysis>> = judged.into_iter().map(|(analysis, _)| Some(analysis)).collect();
    let analyses = order.iter().filter_map(|&place| analyses[place].take()).collect();
    Compared { comparison: Comparison { truth: truth.to_owned(), results, references, warnings, provenance }, analyses }
}

struct Groups {
    /// The pairs with the number of their graph.
    pairs: Vec<(Pair, usize)>,
    connected: Vec<Connected>,
}

fn warnings(results: &[Entry]) -> Vec<String> {
    let mut warnings = Vec::new();
    if results.iter().any(|entry| entry.score.n_spots != results[0].score.n_spots) {
        warnings
            .push("the methods label different numbers of spots; their scores are not on the same ground".to_owned());
    }
    if results.iter().any(Entry::is_moved) {
        warnings.push("the order changes under hungarian matching".to_owned());
    }
    if results.iter().any(|entry| entry.hungarian.is_none()) {
        warnings.push(format!(
            "more than {MOST_UNASKED} labels on both sides: d under hungarian matching is left out, which would take long; ask \
             for it with --matching hungarian"
        ));
    }
    if results.len() > 1 && results.iter().all(|entry| entry.score.slam.is_at_ceiling()) {
        warnings.push("slam is at its ceiling for every method, so that it ranks none before another".to_owned());
    }
    if results.iter().any(|entry| !entry.score.matching.split.is_empty()) {
        warnings.push("matching wrote the truth into some predictions (split); their scores flatter them".to_owned());
    }
    warnings
}

/// Every spot with the commonest truth label; ties in label order.
fn one_label(pair: &Pair) -> Labeling {
    let counts = pair.truth().counts();
    let most = counts.iter().max();
    let commonest = counts.iter().position(|count| Some(count) == most);
    let example = (0..pair.n_spots()).find(|&spot| pair.truth().code(spot) == commonest).unwrap_or(0);
    pair.truth().subset(&vec![example as u32; pair.n_spots()])
}

/// The truth's labels, permuted within each slice.
fn shuffled(pair: &Pair, seed: u64) -> Labeling {
    let mut taken = vec![0; pair.n_spots()];
    for (slice, spots) in pair.spots().by_slice().iter().enumerate() {
        let mut others = spots.clone();
        others.shuffle(&mut random::stream(seed, slice as u64));
        spots.iter().zip(others).for_each(|(&spot, other)| taken[spot as usize] = other);
    }
    pair.truth().subset(&taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{hexagonal, labeling};

    #[test]
    fn a_part_of_the_spots_is_never_ahead_of_the_whole() {
        let spots = Arc::new(hexagonal(6, 6));
        let truth = ("truth".to_owned(), Arc::new(labeling(&"aaabbb".repeat(6))));
        let corner = "aaabbb".repeat(2) + &" ".repeat(24);
        let preds = [("corner", corner), ("poor", "aabbbb".repeat(6))]
            .map(|(name, row)| (name.to_owned(), Arc::new(labeling(&row))));
        let compared = Options::default().compare(&spots, &truth, &preds, &()).unwrap();
        let found: Vec<_> =
            compared.comparison.results.iter().map(|one| (&one.pred[..], one.rank, one.is_partial)).collect();
        assert_eq!(found, [("poor", 1, false), ("corner", 2, true)]);
        assert!(compared.comparison.results[1].score.slam.d < compared.comparison.results[0].score.slam.d);
    }

    #[test]
    fn references_keep_the_truths_names() {
        let truth = Labeling::from_texts(["1.0", "b", "1.0", "1.0"]).unwrap();
        let pair = Pair::new(crate::testing::line(4), truth.clone(), truth).unwrap();
        assert_eq!(one_label(&pair).names(), ["1.0"]);
        assert_eq!(shuffled(&pair, 3).counts(), [3, 1]);
    }

    #[test]
    fn an_entry_is_its_score() {
        let spots = Arc::new(hexagonal(6, 6));
        let truth = Arc::new(labeling(&("aaabbb".repeat(6))));
        let preds: Vec<NamedLabeling> = [("good", "aaabbb"), ("gaps", "aa bbb"), ("poor", "ababab")]
            .map(|(name, row)| (name.to_owned(), Arc::new(labeling(&row.repeat(6)))))
            .to_vec();
        let options = Options::default();
        let compared = options.compare(&spots, &("truth".to_owned(), Arc::clone(&truth)), &preds, &()).unwrap();
        for entry in &compared.comparison.results {
            let pred = &preds.iter().find(|(name, _)| *name == entry.pred).unwrap().1;
            let alone = options.analyze(options.pair(&spots, &truth, pred).unwrap(), &()).unwrap();
            assert_eq!(entry.score, alone.score);
        }
        let names: Vec<&str> = compared.comparison.results.iter().map(|entry| entry.pred.as_str()).collect();
        assert_eq!(names[2], "poor");
        assert_eq!(compared.comparison.references[0].pred, ONE_LABEL);
        assert_eq!(compared.comparison.warnings.len(), 1);
    }
}
