//! Runs the tests and intervals that the options ask for, on one score or on a comparison.

use std::sync::Arc;

use super::answers::{Test, groups};
use super::donors::sign_flips;
use super::finding::{Finding, Procedure};
use super::infer::Infer;
use super::number::Number;
use super::replicates::{ASKED_REPLICATES, Replicates, UNASKED_REPLICATES};
use super::slide::{Leaves, Slide};
use super::study::{Donors, adjusted};
use super::undefined::Undefined;
use crate::comparison::ranking::RankBy;
use crate::comparison::{Compared, Entry};
use crate::error::Result;
use crate::observer::{Observer, report};
use crate::options::Options;
use crate::score::Score;
use crate::score::analysis::{Analysis, Analyzed};
use crate::score::named::Named;
use crate::score::warning::Warning;
use crate::verdict::Verdict;

/// How far the numbers of a method would move on another section of the same tissue: `slam_adjusted`, `slam`,
/// `slam_pinned`, `ari`.
///
/// The slide is cut into tiles, which are left out in turn; the matching is held fixed.
pub fn tile_intervals(Analyzed { score, analysis }: &Analyzed) -> Named<Finding> {
    Slide::default().leaves(score, analysis, &Number::ALL).intervals()
}

/// Which of two methods on the same spots of one slide is better, by a number.
pub fn tile_difference(a: &Analyzed, b: &Analyzed, by: RankBy) -> Finding {
    let number = match Number::ranking(by) {
        Ok(number) if a.analysis.pair.has_rows_of(&b.analysis.pair) => number,
        Ok(_) => return Finding::new(Procedure::PairedTiles, by.name()).undefined(Undefined::DifferentSpots),
        Err(reason) => return Finding::new(Procedure::PairedTiles, by.name()).undefined(reason),
    };
    let slide = Slide::default();
    let [a, b] = [a, b].map(|one| slide.leaves(&one.score, &one.analysis, &[number]));
    a.difference(&b, number)
}

/// The same for all pairs of methods: the first with all that follow, then the second, and so on.
///
/// What is computed of one method serves all its pairs.
pub fn tile_differences(methods: &[Analyzed], by: RankBy) -> Vec<Finding> {
    let is_same_slide = methods.windows(2).all(|two| two[0].analysis.pair.has_rows_of(&two[1].analysis.pair));
    let pairs = every_pair(methods.len());
    match Number::ranking(by) {
        Ok(number) if is_same_slide => {
            let slide = Slide::default();
            let leaves = |one: &Analyzed| slide.leaves(&one.score, &one.analysis, &[number]);
            let leaves: Vec<Leaves> = methods.iter().map(leaves).collect();
            pairs.map(|(a, b)| leaves[a].difference(&leaves[b], number)).collect()
        }
        _ => pairs.map(|(a, b)| tile_difference(&methods[a], &methods[b], by)).collect(),
    }
}

impl Options {
    /// Whether the shift test, and what is shown beside it, is asked for outright.
    fn is_test_asked(&self) -> bool {
        self.test.unwrap_or_else(|| self.infer.test())
    }

    /// Whether a comparison runs the shift test unasked.
    fn is_test_unasked(&self) -> bool {
        self.test.is_none() && !self.infer.test()
    }

    fn replicates(&self) -> Replicates {
        let usual = if self.is_test_asked() { ASKED_REPLICATES } else { UNASKED_REPLICATES };
        Replicates { n: self.replicates.unwrap_or(usual), seed: self.seed }
    }

    /// Adds to a score what is asked beside it.
    pub(crate) fn infer_score(&self, score: &mut Score, analysis: &Analysis, observer: &dyn Observer) {
        let slide = Slide::default();
        if self.infer.interval() {
            let intervals = match Donors::of(analysis.pair.spots()) {
                Some(donors) => {
                    score.warnings.extend(donors.warning());
                    donors.intervals(score)
                }
                None => slide.leaves(score, analysis, &Number::ALL).intervals(),
            };
            score.intervals = Some(intervals);
        }
        if self.is_test_asked() {
            self.add_test(slide.test(analysis, self.replicates(), observer), score);
        }
    }

    fn add_test(&self, test: Test, score: &mut Score) {
        let asked = self.replicates().n;
        if let Some(done) = test.shift.replicates.filter(|&done| done < asked) {
            score.warnings.push(Warning::Stopped { done, asked });
        }
        score.test = Some(test);
        score.verdict = Verdict::on(score);
    }

    /// Adds the shift test alone to every method; the methods of a slide share their shifts.
    fn add_shift_tests(&self, compared: &mut Compared, slides: &[Slide], of: &[usize], observer: &dyn Observer) {
        for (slide, shared) in slides.iter().enumerate() {
            let here: Vec<usize> = (0..of.len()).filter(|&method| of[method] == slide).collect();
            let analyses: Vec<&Analysis> = here.iter().map(|&method| &compared.analyses[method]).collect();
            let tests = shared.shift_tests(&analyses, self.replicates(), observer);
            for (&method, test) in here.iter().zip(tests) {
                self.add_test(test, &mut compared.comparison.results[method].score);
            }
        }
    }

    /// Adds to a comparison what is asked beside it; tests, which may be stopped, come last.
    pub(crate) fn infer_comparison(&self, compared: &mut Compared, observer: &dyn Observer) -> Result<()> {
        let (slides, of) = slides(&compared.analyses);
        let donors = compared.analyses.first().and_then(|analysis| Donors::of(analysis.pair.spots()));
        match &donors {
            Some(donors) => self.infer_study(compared, donors),
            None => self.infer_tiles(compared, &slides, &of, observer)?,
        }
        if self.is_test_asked() {
            let methods = compared.comparison.results.iter_mut().zip(&compared.analyses);
            for ((entry, analysis), &slide) in methods.zip(&of) {
                self.add_test(slides[slide].test(analysis, self.replicates(), observer), &mut entry.score);
            }
        } else if self.is_test_unasked() {
            self.add_shift_tests(compared, &slides, &of, observer);
        }
        for entry in &mut compared.comparison.results {
            entry.better_than_chance = entry.score.test.as_ref().and_then(Test::is_better_than_chance);
        }
        Ok(())
    }

    fn infer_tiles(
        &self,
        compared: &mut Compared,
        slides: &[Slide],
        of: &[usize],
        observer: &dyn Observer,
    ) -> Result<()> {
        let ranking = Number::ranking(self.rank_by);
        let numbers: Vec<Number> = match &ranking {
            _ if self.infer.interval() => Number::ALL.to_vec(),
            Ok(number) if self.infer == Infer::Auto || self.infer.pairs() => vec![*number],
            _ => Vec::new(),
        };
        let n_methods = if numbers.is_empty() { 0 } else { of.len() };
        let mut leaves = Vec::with_capacity(n_methods);
        let results = &mut compared.comparison.results;
        let methods = results.iter().zip(&compared.analyses).zip(of).take(n_methods);
        for (done, ((entry, analysis), &slide)) in methods.enumerate() {
            report(observer, "intervals", done, n_methods)?;
            leaves.push(slides[slide].leaves(&entry.score, analysis, &numbers));
        }
        // Unasked, nobody needs to hear why there is none.
        let is_shown = self.infer.interval() || self.infer == Infer::Auto && leaves.iter().any(Leaves::has_interval);
        for (entry, leaves) in results.iter_mut().zip(&leaves).filter(|_| is_shown) {
            entry.score.intervals = Some(leaves.intervals());
        }
        if self.infer.pairs() {
            let undefined = |reason| Finding::new(Procedure::PairedTiles, self.rank_by.name()).undefined(reason);
            let difference = |a: usize, b: usize| match &ranking {
                Err(reason) => undefined(reason.clone()),
                Ok(_) if of[a] != of[b] => undefined(Undefined::DifferentSpots),
                Ok(number) => leaves[a].difference(&leaves[b], *number),
            };
            let pairs = every_pair(of.len()).map(|(a, b)| (difference(a, b), None)).collect();
            add_pairs(compared, pairs);
        }
        Ok(())
    }

    fn infer_study(&self, compared: &mut Compared, donors: &Donors) {
        let results = &mut compared.comparison.results;
        if self.infer.interval() || self.infer.pairs() {
            results.iter_mut().for_each(|entry| entry.score.warnings.extend(donors.warning()));
        }
        if self.infer.interval() {
            for Entry { score, .. } in &mut *results {
                score.intervals = Some(donors.intervals(score));
            }
        }
        if self.infer.pairs() {
            let scores: Vec<&Score> = results.iter().map(|entry| &entry.score).collect();
            let all = every_pair(scores.len()).map(|(a, b)| donors.difference(scores[a], scores[b], self.rank_by));
            let (findings, differences): (Vec<Finding>, Vec<Vec<f64>>) = all.unzip();
            let flips = sign_flips(&differences);
            add_pairs(compared, findings.into_iter().zip(flips).collect());
        }
    }
}

/// The distinct sets of spots that methods live on, and which of them each has.
fn slides(analyses: &[Analysis]) -> (Vec<Slide>, Vec<usize>) {
    let mut firsts: Vec<&Analysis> = Vec::new();
    let mut of = Vec::with_capacity(analyses.len());
    for analysis in analyses {
        let known = firsts.iter().position(|first| Arc::ptr_eq(&first.graph, &analysis.graph));
        of.push(known.unwrap_or(firsts.len()));
        if known.is_none() {
            firsts.push(analysis);
        }
    }
    (firsts.iter().map(|_| Slide::default()).collect(), of)
}

/// All pairs of methods, the better placed one first.
pub(super) fn every_pair(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

/// Adds the differences of all pairs in order, adjusted for each other, and the groups that they leave.
fn add_pairs(compared: &mut Compared, found: Vec<(Finding, Option<f64>)>) {
    let names: Vec<String> = compared.comparison.results.iter().map(|entry| entry.pred.clone()).collect();
    let pairs = adjusted(&names, found);
    compared.comparison.groups = Some(groups(&names, &pairs));
    compared.comparison.pairs = Some(pairs);
}
