//! Many preds against one truth: the leaderboard.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::comparison::ground::Ground;
use crate::comparison::ranking::{RankBy, Standing};
use crate::comparison::reference::Baselines;
use crate::comparison::{Compared, Comparison, Entry, MOST_UNASKED, OneToOneRank, warnings, whole_first};
use crate::error::{Error, Result};
use crate::inference::Infer;
use crate::matcher::Method;
use crate::metrics::{Metric, overall};
use crate::observer::{Observer, report};
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::spots::Spots;
use crate::parallel::each;
use crate::pipeline::Connected;
use crate::score::analysis::{Analysis, Analyzed};
use crate::score::{Provenance, Score};
use crate::verdict::Verdict;

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
        match self.rank_by {
            by @ RankBy::Metric(name) if !self.metrics.includes(name) => return Err(Error::Unranked { by }),
            by @ RankBy::Own(metric) if !self.own.metrics.contains(&metric) => return Err(Error::Unranked { by }),
            _ => {}
        }
        let ground = self.ground(spots, truth, preds)?;
        let groups = self.groups(&ground, observer)?;
        report(observer, "methods", 0, preds.len())?;
        let done = AtomicUsize::new(0);
        let is_short = self.is_hungarian() || groups.pairs.iter().all(|(pair, _)| is_matched_soon(pair));
        let one = |((pair, group), (pred, _)): (&(Pair, usize), &NamedLabeling)| {
            let (pipeline, connected) = (self.pipeline(pair.spots()), &groups.connected[*group]);
            let Analyzed { mut score, analysis } = self.analyze_on(&pipeline, pair.clone(), connected, observer)?;
            score.warnings.extend(ground.warning.clone());
            let hungarian = self.one_to_one(&score, &analysis, connected, is_short, observer)?;
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            report(observer, "methods", done, preds.len())?;
            Ok(Judged { pred: pred.clone(), score, analysis, hungarian })
        };
        let judged: Vec<Judged> = each(groups.pairs.iter().zip(preds), one).into_iter().collect::<Result<_>>()?;
        let known = groups.of(&ground.kept).map(|group| groups.connected[group].clone());
        let counts: Vec<usize> = judged.iter().map(|one| one.analysis.pair.n_pred_labels()).collect();
        let baselines = self.baselines(&ground.kept, known, true, &counts, observer)?;
        let mut compared = self.rank(truth_name, judged, baselines);
        self.infer_comparison(&mut compared, observer)?;
        compared.comparison.verdict = Verdict::among(&compared.comparison, self.rank_by);
        Ok(compared)
    }

    fn is_hungarian(&self) -> bool {
        self.own.matcher.is_none() && self.matching == Method::Hungarian
    }

    /// The distinct graphs that the pairs live on.
    fn groups(&self, ground: &Ground, observer: &dyn Observer) -> Result<Groups> {
        let mut groups = Groups { pairs: Vec::new(), firsts: Vec::new(), connected: Vec::new() };
        for pair in &ground.pairs {
            let group = if let Some(group) = groups.of(pair) {
                group
            } else {
                groups.connected.push(self.pipeline(pair.spots()).connect(pair, observer)?);
                groups.firsts.push(pair.clone());
                groups.firsts.len() - 1
            };
            groups.pairs.push((pair.clone().sharing(&groups.firsts[group]), group));
        }
        Ok(groups)
    }

    /// Places a score that is there already beside what labelings score that know nothing: a comparison with one entry.
    ///
    /// Nothing of the score is computed again, and references have no scores of slices and no warnings about their graph. What
    /// [`compare`](Self::compare) adds unasked is added.
    pub fn compare_one(
        &self,
        spots: &Arc<Spots>,
        (truth_name, truth): &NamedLabeling,
        pred: &str,
        Analyzed { score, analysis }: Analyzed,
        observer: &dyn Observer,
    ) -> Result<Compared> {
        let connected = analysis.connected();
        let is_short = self.is_hungarian() || is_matched_soon(&analysis.pair);
        let hungarian = self.one_to_one(&score, &analysis, &connected, is_short, observer)?;
        let kept = self.kept(spots, truth)?;
        let known = analysis.pair.has_rows_of(&kept).then_some(connected);
        let baselines = self.baselines(&kept, known, false, &[analysis.pair.n_pred_labels()], observer)?;
        let judged = Judged { pred: pred.to_owned(), score, analysis, hungarian };
        let mut compared = self.rank(truth_name, vec![judged], baselines);
        // What was asked outright, the score has answered.
        let infer = if self.infer == Infer::Auto { Infer::Auto } else { Infer::NONE };
        let is_tested = compared.comparison.results.iter().any(|entry| entry.score.test.is_some());
        let test = if is_tested { Some(false) } else { self.test };
        Self { infer, test, ..self.clone() }.infer_comparison(&mut compared, observer)?;
        compared.comparison.verdict = Verdict::among(&compared.comparison, self.rank_by);
        Ok(compared)
    }

    /// The score under `hungarian` if that is wanted.
    fn one_to_one(
        &self,
        score: &Score,
        analysis: &Analysis,
        connected: &Connected,
        is_wanted: bool,
        observer: &dyn Observer,
    ) -> Result<Option<OneToOne>> {
        let own = OneToOne { r: score.slam_adjusted.value, d: score.slam.d, standing: self.rank_by.standing(score) };
        if !is_wanted || self.is_hungarian() {
            return Ok(is_wanted.then_some(own));
        }
        let hungarian = self.with_matching(Method::Hungarian);
        let matching = hungarian.matcher().match_on(&analysis.pair, connected, observer)?;
        if matching.codes == analysis.matching.codes {
            return Ok(Some(own));
        }
        let pipeline = self.pipeline(analysis.pair.spots());
        let found = pipeline.scores_on(&analysis.pair, &matching, connected, observer)?;
        let (r, d) = (found.adjusted.value, found.slam.d);
        let value = match self.rank_by {
            RankBy::SlamAdjusted => Some(r),
            RankBy::Slam => Some(d),
            RankBy::SlamPinned => Some(found.pinned.d),
            RankBy::Metric(name) | RankBy::Own(&Metric { name, .. }) => {
                let metric: Vec<_> = self.rank_by.metric().into_iter().collect();
                let values = overall(&analysis.pair, &matching, &metric, self.nmi, observer)?;
                values.get(name).and_then(std::result::Result::ok)
            }
        };
        let standing = self.rank_by.stand(value, found.slam.d_se);
        Ok(Some(OneToOne { r, d, standing }))
    }

    fn rank(&self, truth: &str, judged: Vec<Judged>, baselines: Baselines) -> Compared {
        let is_partial: Vec<bool> = judged.iter().map(|one| one.analysis.pair.is_partial()).collect();
        let ranked = |by: RankBy| {
            let standings: Vec<Standing> = judged.iter().map(|one| by.standing(&one.score)).collect();
            whole_first(&standings, &is_partial)
        };
        let (order, own_ranks) = ranked(self.rank_by);
        let (_, slam_ranks) = ranked(RankBy::Slam);
        let one_to_one: Option<Vec<OneToOne>> = judged.iter().map(|one| one.hungarian).collect();
        let standings = |found: &[OneToOne]| found.iter().map(|one| one.standing).collect::<Vec<_>>();
        let hungarian_ranks = one_to_one.as_ref().map(|found| whole_first(&standings(found), &is_partial).1);
        let hungarian = |place: usize| {
            let OneToOne { r, d, .. } = one_to_one.as_ref()?[place];
            Some(OneToOneRank { r, d, rank: hungarian_ranks.as_ref()?[place] })
        };
        let mut judged: Vec<Option<Judged>> = judged.into_iter().map(Some).collect();
        let entry = |&place: &usize| {
            let Judged { pred, score, analysis, .. } = judged[place].take()?;
            let entry = Entry {
                pred,
                rank: own_ranks[place],
                slam_rank: slam_ranks[place].unwrap_or(0),
                is_partial: is_partial[place],
                better_than_chance: None,
                blind: baselines.blind(analysis.pair.n_pred_labels(), score.slam_adjusted.value),
                hungarian: hungarian(place),
                score,
            };
            Some((entry, analysis))
        };
        let (results, analyses): (Vec<Entry>, Vec<Analysis>) = order.iter().filter_map(entry).unzip();
        let warnings = self.input.warnings.iter().cloned().chain(warnings(&results)).collect();
        let unjudged = || Provenance { input: self.input.words.clone(), ..Provenance::default() };
        let provenance = results.first().map_or_else(unjudged, |entry| entry.score.provenance.clone());
        let (truth, verdict, pairs, groups) = (truth.to_owned(), Verdict::default(), None, None);
        let references = baselines.references;
        let comparison = Comparison { verdict, truth, results, references, pairs, groups, warnings, provenance };
        Compared { comparison, analyses }
    }
}

/// All preds, and a graph for every set of spots that some of them keep.
struct Groups {
    /// The pairs with the number of their graph.
    pairs: Vec<(Pair, usize)>,
    /// The first pair of each graph.
    firsts: Vec<Pair>,
    connected: Vec<Connected>,
}

impl Groups {
    /// The number of the graph of a pair's spots, if there is one.
    fn of(&self, pair: &Pair) -> Option<usize> {
        self.firsts.iter().position(|first| first.has_rows_of(pair))
    }
}

/// A pred by name, its score, what it was made of, and what it would be under `hungarian`.
struct Judged {
    pred: String,
    score: Score,
    analysis: Analysis,
    hungarian: Option<OneToOne>,
}

/// A score under `hungarian`.
#[derive(Debug, Clone, Copy)]
struct OneToOne {
    r: f64,
    d: f64,
    standing: Standing,
}

/// Whether labels are matched one to one soon enough to be tried unasked.
fn is_matched_soon(pair: &Pair) -> bool {
    pair.truth().n_labels().min(pair.n_pred_labels()) <= MOST_UNASKED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Row;
    use crate::comparison::reference::{ONE_LABEL, RANDOM_DOMAINS, SHUFFLED};
    use crate::metrics::Selection;
    use crate::pair::missing::MissingPred;
    use crate::testing::{hexagonal, labeling};

    fn compared(options: &Options, truth: &str, preds: &[(&str, &str)]) -> Comparison {
        let spots = Arc::new(hexagonal(12, 12));
        let rows = |row: &str| Arc::new(labeling(&row.repeat(12)));
        let preds: Vec<NamedLabeling> = preds.iter().map(|&(name, row)| (name.to_owned(), rows(row))).collect();
        options.compare(&spots, &("truth".to_owned(), rows(truth)), &preds, &()).unwrap().comparison
    }

    #[test]
    fn an_entry_is_its_score() {
        let spots = Arc::new(hexagonal(6, 6));
        let truth = Arc::new(labeling(&("aaabbb".repeat(6))));
        let preds: Vec<NamedLabeling> = [("good", "aaabbb"), ("gaps", "aa bbb"), ("poor", "ababab")]
            .map(|(name, row)| (name.to_owned(), Arc::new(labeling(&row.repeat(6)))))
            .to_vec();
        let options = Options { missing_pred: MissingPred::Drop, ..Options::default() };
        let compared = options.compare(&spots, &("truth".to_owned(), Arc::clone(&truth)), &preds, &()).unwrap();
        for entry in &compared.comparison.results {
            let pred = &preds.iter().find(|(name, _)| *name == entry.pred).unwrap().1;
            let alone = options.analyze(options.pair(&spots, &truth, pred).unwrap(), &()).unwrap();
            // The shift test, which a comparison runs unasked, stands beside the numbers.
            let plain = Score { test: None, verdict: alone.score.verdict.clone(), ..entry.score.clone() };
            assert_eq!(plain, alone.score);
        }
        let names: Vec<&str> = compared.comparison.results.iter().map(|entry| entry.pred.as_str()).collect();
        assert_eq!(names[2], "poor");
        let references = compared.comparison.references.iter().map(|one| one.pred.as_str());
        assert_eq!(references.collect::<Vec<_>>(), [ONE_LABEL, SHUFFLED, RANDOM_DOMAINS]);
        assert_eq!(compared.comparison.warnings.len(), 1);
    }

    #[test]
    fn place_decides_and_slam_keeps_a_rank_of_its_own() {
        // Mirrored, every kind of edge is as common as before: slam is 0, and every spot is wrong.
        let preds = [("mirrored", "bbbbbbaaaaaa"), ("shifted", "aaaaaaabbbbb")];
        let found = compared(&Options::default(), "aaaaaabbbbbb", &preds);
        let places = |found: &Comparison| {
            found.results.iter().map(|entry| (entry.pred.clone(), entry.rank, entry.slam_rank)).collect::<Vec<_>>()
        };
        let (shifted, mirrored) = ("shifted".to_owned(), "mirrored".to_owned());
        assert_eq!(places(&found), [(shifted.clone(), Some(1), 2), (mirrored.clone(), Some(2), 1)]);
        let by_slam = Options { rank_by: RankBy::Slam, ..Options::default() };
        let found = compared(&by_slam, "aaaaaabbbbbb", &preds);
        assert_eq!(places(&found), [(mirrored, Some(1), 1), (shifted, Some(2), 2)]);
    }

    #[test]
    fn references_stand_where_they_belong() {
        let preds = [("mirrored", "bbbbbbaaaaaa"), ("shifted", "aaaaaaabbbbb")];
        let found = compared(&Options::default(), "aaaaaabbbbbb", &preds);
        let rows: Vec<&str> = found.rows().into_iter().map(Row::pred).collect();
        // One label scores 1, and nobody is worse than the mirror image.
        assert_eq!((rows[0], rows[4]), ("shifted", "mirrored"));
        let place = |name: &str| rows.iter().position(|row| *row == name).unwrap();
        assert!(place(RANDOM_DOMAINS) < place(ONE_LABEL), "{rows:?}");
    }

    #[test]
    fn a_part_of_the_spots_is_never_ahead_of_the_whole() {
        let standings = [0.5, 0.1, 0.4, 0.1].map(|value| RankBy::SlamPinned.stand(Some(value), None));
        let (order, ranks) = whole_first(&standings, &[false, true, false, true]);
        assert_eq!((order, ranks), (vec![2, 0, 1, 3], [2, 3, 1, 3].map(Some).to_vec()));
        let spots = Arc::new(hexagonal(6, 6));
        let truth = ("truth".to_owned(), Arc::new(labeling(&"aaabbb".repeat(6))));
        let corner = "aaabbb".repeat(2) + &" ".repeat(24);
        let preds = [("corner", corner), ("poor", "aabbbb".repeat(6))]
            .map(|(name, row)| (name.to_owned(), Arc::new(labeling(&row))));
        let dropping = Options { missing_pred: MissingPred::Drop, ..Options::default() };
        let comparison = dropping.compare(&spots, &truth, &preds, &()).unwrap().comparison;
        let found: Vec<_> = comparison.results.iter().map(|one| (&one.pred[..], one.rank, one.is_partial)).collect();
        assert_eq!(found, [("poor", Some(1), false), ("corner", Some(2), true)]);
        assert!(comparison.results[1].score.slam.d < comparison.results[0].score.slam.d);
        assert_eq!(comparison.rows().last().map(|row| row.pred()), Some("corner"));
    }

    #[test]
    fn what_is_ranked_by_must_be_computed() {
        let options = Options { rank_by: RankBy::Metric("ari"), metrics: Selection::None, ..Options::default() };
        let (spots, truth) = (Arc::new(hexagonal(2, 2)), ("t".to_owned(), Arc::new(labeling("aabb"))));
        let said = options.compare(&spots, &truth, std::slice::from_ref(&truth), &()).unwrap_err().to_string();
        assert_eq!(said, "rank_by ari needs that metric: name it in metrics");
    }
}
