//! Many preds against one truth: the leaderboard.

use std::sync::Arc;

use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::Serialize;

use crate::analysis::Analysis;
use crate::discrepancy::Slam;
use crate::error::Result;
use crate::inference::Difference;
use crate::labeling::Labeling;
use crate::matcher::{Hungarian, Identity, Matcher, Method};
use crate::observer::{Observer, report};
use crate::options::Options;
use crate::pair::Pair;
use crate::pipeline::{Connected, Pipeline};
use crate::random;
use crate::score::{Provenance, Score};
use crate::spots::Spots;

/// The name of the reference in which every spot carries the commonest truth label.
pub const ONE_LABEL: &str = "(one label)";
/// The name of the reference in which the truth's labels are permuted within each slice.
pub const SHUFFLED: &str = "(shuffled)";

/// Preds ranked by how like the truth they are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The name of the truth.
    pub truth: String,
    /// The preds, best first.
    pub results: Vec<Entry>,
    /// What a constant label and a shuffled truth score on the same spots; unranked.
    pub references: Vec<Reference>,
    /// Which differences between methods hold, where that was asked: every pair, the better placed method first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<Difference>>,
    /// Methods that cannot be told apart, where that was asked: every longest run in rank of which no two differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<Vec<String>>>,
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
    /// What it would be under `hungarian` matching.
    pub hungarian: Place,
    /// The score.
    #[serde(flatten)]
    pub score: Score,
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
        let one = |(pair, group): &(Pair, usize)| {
            let judged = self.judge(pair.clone(), &groups.connected[*group], observer)?;
            let done = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            report(observer, "methods", done, preds.len())?;
            Ok(judged)
        };
        let judged: Vec<(Analysis, Slam)> = groups.pairs.par_iter().map(one).collect::<Result<_>>()?;
        let references = self.references(spots, truth, observer)?;
        let mut compared = rank(truth_name, preds, judged, references);
        self.infer_comparison(&mut compared, observer);
        Ok(compared)
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

    /// The analysis of a pair, and its SLAM under `hungarian`.
    fn judge(&self, pair: Pair, connected: &Connected, observer: &dyn Observer) -> Result<(Analysis, Slam)> {
        let pipeline = self.pipeline(pair.spots());
        let analysis = self.analyze_on(&pipeline, pair, connected, observer)?;
        let matching = Hungarian.match_labels(&analysis.pair)?;
        let slam = if matching.codes == analysis.matching.codes {
            analysis.score.slam.clone()
        } else {
            pipeline.slam_on(&analysis.pair, &matching, connected, observer)?
        };
        Ok((analysis, slam))
    }

    fn references(&self, spots: &Arc<Spots>, truth: &Arc<Labeling>, observer: &dyn Observer) -> Result<Vec<Reference>> {
        let kept = self.pair(spots, truth, truth)?;
        let options = Self { matching: Method::Identity, ..self.clone() };
        let pipeline = Pipeline { matcher: Box::new(Identity), ..options.pipeline(kept.spots()) };
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

fn rank(truth: &str, preds: &[NamedLabeling], judged: Vec<(Analysis, Slam)>, references: Vec<Reference>) -> Compared {
    let slams = |pick: fn(&(Analysis, Slam)) -> &Slam| -> Vec<(f64, f64)> {
        judged.iter().map(|one| (pick(one).d, pick(one).d_se.unwrap_or(0.0))).collect()
    };
    let (order, own_ranks) = ranks(&slams(|(analysis, _)| &analysis.score.slam));
    let (_, hungarian_ranks) = ranks(&slams(|(_, slam)| slam));
    let entry = |&place: &usize| Entry {
        pred: preds[place].0.clone(),
        rank: own_ranks[place],
        hungarian: Place { d: judged[place].1.d, rank: hungarian_ranks[place] },
        score: judged[place].0.score.clone(),
    };
    let results: Vec<Entry> = order.iter().map(entry).collect();
    let warnings = warnings(&results);
    let provenance = results.first().map(|entry| entry.score.provenance.clone()).unwrap_or_default();
    let mut analyses: Vec<Option<Analysis>> = judged.into_iter().map(|(analysis, _)| Some(analysis)).collect();
    let analyses = order.iter().filter_map(|&place| analyses[place].take()).collect();
    let (pairs, groups) = (None, None);
    let comparison = Comparison { truth: truth.to_owned(), results, references, pairs, groups, warnings, provenance };
    Compared { comparison, analyses }
}

struct Groups {
    /// The pairs with the number of their graph.
    pairs: Vec<(Pair, usize)>,
    connected: Vec<Connected>,
}

/// The order of scores, best first, and the rank of each.
///
/// A score shares the rank of the first one of the group above it when it exceeds that by at most 2·√(se² + se_first²);
/// else its rank is its position. Equal scores keep the order they come in.
pub fn ranks(scores: &[(f64, f64)]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].0.total_cmp(&scores[b].0));
    let mut ranks = vec![0; scores.len()];
    let mut first = 0;
    for (position, &place) in order.iter().enumerate() {
        let ((d, se), (first_d, first_se)) = (scores[place], scores[order[first]]);
        if d - first_d > 2.0 * (se * se + first_se * first_se).sqrt() {
            first = position;
        }
        ranks[place] = first + 1;
    }
    (order, ranks)
}

fn warnings(results: &[Entry]) -> Vec<String> {
    let mut warnings = Vec::new();
    if results.iter().any(|entry| entry.score.n_spots != results[0].score.n_spots) {
        warnings
            .push("the methods label different numbers of spots; their scores are not on the same ground".to_owned());
    }
    if results.iter().any(|entry| entry.rank != entry.hungarian.rank) {
        warnings.push("the order changes under hungarian matching".to_owned());
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
    fn those_that_cannot_be_told_apart_share_a_rank() {
        let (order, ranks) = ranks(&[(0.5, 0.01), (0.1, 0.01), (0.12, 0.01), (0.51, 0.0), (0.9, 0.0)]);
        assert_eq!(order, [1, 2, 0, 3, 4]);
        assert_eq!(ranks, [3, 1, 1, 3, 5]);
    }

    #[test]
    fn the_first_of_a_group_decides_not_the_last() {
        // Each step is within 2·√2·0.01 ≈ 0.028 of the one before, but the third is too far from the first.
        let (_, ranks) = ranks(&[(0.10, 0.01), (0.12, 0.01), (0.14, 0.01)]);
        assert_eq!(ranks, [1, 1, 3]);
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
