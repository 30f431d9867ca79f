//! What a verdict says, and under which conditions it does not.

use std::sync::Arc;

use super::*;
use crate::comparison::Compared;
use crate::comparison::blind::Blind;
use crate::inference::{Finding, Infer, Procedure, Undefined};
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::spots::Spots;
use crate::testing::{hexagonal, labeling};

fn compared(options: &Options, preds: &[(&str, &str)]) -> Compared {
    let rows = |row: &str| Arc::new(labeling(&row.repeat(12)));
    let preds: Vec<_> = preds.iter().map(|&(name, row)| (name.to_owned(), rows(row))).collect();
    let truth = ("truth".to_owned(), rows("aaaaaabbbbbb"));
    options.compare(&Arc::new(hexagonal(12, 12)), &truth, &preds, &()).unwrap()
}

/// Two methods, with the shift test or without.
fn comparison(test: Option<bool>) -> Comparison {
    let options = Options { test, ..Options::default() };
    compared(&options, &[("mirrored", "bbbbbbaaaaaa"), ("shifted", "aaaaaaabbbbb")]).comparison
}

fn texts(verdict: &Verdict) -> Vec<String> {
    verdict.sentences.iter().map(ToString::to_string).collect()
}

fn said(comparison: &Comparison) -> Vec<String> {
    texts(&Verdict::among(comparison, RankBy::default()))
}

/// Sets p of the shift test of a method, or leaves it without an answer.
fn set_p(comparison: &mut Comparison, name: &str, p: Option<f64>) {
    let entry = comparison.results.iter_mut().find(|entry| entry.pred == name).unwrap();
    let mut shift = Finding::new(Procedure::Shift, "ari");
    (shift.p, shift.replicates) = (p, Some(199));
    shift.undefined = p.is_none().then_some(Undefined::OnePredLabel);
    let test = Test { shift, alternatives: Vec::new() };
    entry.better_than_chance = test.is_better_than_chance();
    entry.score.test = Some(test);
}

fn has(sentences: &[String], part: &str) -> bool {
    sentences.iter().any(|sentence| sentence.contains(part))
}

#[test]
fn the_first_row_is_named_with_the_scale_and_the_next() {
    let mut found = comparison(Some(false));
    set_p(&mut found, "shifted", Some(0.005));
    set_p(&mut found, "mirrored", Some(0.4));
    let sentences = said(&found);
    assert!(sentences[0].starts_with("shifted is most like the truth: slam_adjusted is 0."), "{sentences:?}");
    let scale = " (0 = alike, 1 = the same label proportions placed at random); next is mirrored with ";
    assert!(sentences[0].contains(scale), "{sentences:?}");
    assert_eq!(sentences[1], "1 of 2 methods is not better than chance (shift test): mirrored (p = 0.400).");
    let verdict = Verdict::among(&found, RankBy::default());
    assert_eq!((verdict.better_than_chance, verdict.best), (Some(true), vec!["shifted".to_owned()]));
}

#[test]
fn nobody_is_best_by_a_number_without_values() {
    let by = RankBy::Metric("ari");
    let mut found = comparison(Some(false));
    let headline = |found: &Comparison| texts(&Verdict::among(found, by))[0].clone();
    assert!(!headline(&found).starts_with("No method"), "{}", headline(&found));
    found.results.iter_mut().for_each(|entry| entry.rank = None);
    assert_eq!(headline(&found), "No method has a value of ari, so none is best.");
}

#[test]
fn no_sentence_has_both_meanings_of_chance() {
    let mut found = comparison(Some(false));
    for p in [Some(0.005), Some(0.4), None] {
        set_p(&mut found, "shifted", p);
        set_p(&mut found, "mirrored", p);
        for sentence in said(&found) {
            assert!(!(sentence.contains("chance") && sentence.contains("placed at random")), "{sentence}");
        }
    }
}

#[test]
fn a_first_row_with_a_mark_is_not_most_like_the_truth() {
    let mut found = comparison(Some(false));
    set_p(&mut found, "shifted", Some(0.21));
    set_p(&mut found, "mirrored", Some(0.01));
    let sentences = said(&found);
    assert!(sentences[0].ends_with(", but is not better than chance (shift test, p = 0.210)."), "{sentences:?}");
    set_p(&mut found, "shifted", Some(0.01));
    let first = found.results.iter_mut().find(|entry| entry.pred == "shifted").unwrap();
    first.blind = Some(Blind { n_labels: 2, median: 0.1, share_as_good: 0.9, draws: 25, n_spots: 144 });
    let sentences = said(&found);
    let mark = ", but is no better than blind contiguous domains (0.10 with 2 labels).";
    assert!(sentences[0].ends_with(mark) && !has(&sentences, "most like the truth"), "{sentences:?}");
    assert!(has(
        &sentences,
        "2 of 2 methods are no better than blind contiguous domains: shifted (0.10 with 2 labels) and mirrored ("
    ));
}

#[test]
fn where_blind_domains_are_scored_on_fewer_spots_the_sentence_says_so() {
    let mut found = comparison(Some(false));
    let thinned = "no better than blind contiguous domains (scored on 50 of 144 spots): ";
    assert!(!has(&said(&found), "scored on"));
    for entry in &mut found.results {
        entry.blind = Some(Blind { n_labels: 2, median: 0.0, share_as_good: 1.0, draws: 25, n_spots: 50 });
    }
    assert!(has(&said(&found), thinned), "{:?}", said(&found));
}

#[test]
fn better_than_chance_is_not_said_of_what_was_not_tested() {
    let mut found = comparison(Some(false));
    let sentences = said(&found);
    assert!(has(&sentences, "Whether the methods are better than chance was not tested."), "{sentences:?}");
    set_p(&mut found, "shifted", Some(0.005));
    set_p(&mut found, "mirrored", None);
    let sentences = said(&found);
    assert!(!has(&sentences, "methods is better than chance"), "{sentences:?}");
    let reason = "Whether mirrored would be better than chance could not be tested: the pred has one label.";
    assert_eq!(sentences[1], reason);
    set_p(&mut found, "mirrored", Some(0.05));
    assert!(has(&said(&found), "Each of the 2 methods is better than chance (shift test, p ≤ 0.05, 199 shifts)."));
    set_p(&mut found, "mirrored", Some(0.051));
    assert!(!has(&said(&found), "Each of the"));
}

#[test]
fn that_nobody_is_better_than_chance_takes_a_test_of_everybody() {
    let mut found = comparison(Some(false));
    set_p(&mut found, "shifted", Some(0.3));
    set_p(&mut found, "mirrored", Some(0.2));
    assert_eq!(said(&found)[1], "None of the 2 methods is better than chance (shift test, p ≥ 0.200).");
    set_p(&mut found, "mirrored", None);
    assert!(!has(&said(&found), "None of the"));
}

#[test]
fn those_that_share_the_first_rank_are_not_called_most_like_the_truth() {
    let preds = [("one", "aaaaaaabbbbb"), ("two", "aaaaaaabbbbb"), ("three", "aaaaaaaabbbb")];
    let found = compared(&Options::default(), &preds).comparison;
    let sentences = said(&found);
    assert!(sentences[0].starts_with("one and two share the first rank: slam_adjusted is 0."), "{sentences:?}");
    assert_eq!(found.verdict.best, ["one", "two"]);
}

#[test]
fn the_mark_does_not_depend_on_row_order_or_other_methods() {
    let alone = compared(&Options::default(), &[("shifted", "aaaaaaabbbbb")]).comparison;
    let both = comparison(None);
    let of = |found: &Comparison| {
        let entry = found.results.iter().find(|entry| entry.pred == "shifted").unwrap();
        (entry.better_than_chance, entry.score.test.clone())
    };
    assert_eq!(of(&alone), of(&both));
    assert!(of(&both).0.is_some());
}

#[test]
fn slam_misses_only_above_its_bar() {
    let mut found = comparison(Some(false));
    let missed = "The column slam misses 100 % of what is wrong with mirrored; do not rank by it, though it puts mirrored first.";
    assert!(has(&said(&found), missed), "{:?}", said(&found));
    assert!(!found.verdict.slam_is_trusted);
    for entry in &mut found.results {
        entry.score.cancelled = Some(BLIND);
    }
    found.references.clear();
    let sentences = said(&found);
    assert!(!has(&sentences, "misses") && has(&sentences, "By slam alone, mirrored would be first."), "{sentences:?}");
    assert!(Verdict::among(&found, RankBy::default()).slam_is_trusted);
}

#[test]
fn slam_that_agrees_is_not_mentioned() {
    let mut found = compared(&Options::default(), &[("one", "aaaaaaabbbbb"), ("two", "aaaaaaaaabbb")]).comparison;
    found.references.clear();
    assert!(!has(&said(&found), "slam alone") && !has(&said(&found), "column slam"), "{:?}", said(&found));
}

#[test]
fn a_baseline_before_methods_is_named() {
    let mut found = comparison(Some(false));
    for entry in &mut found.results {
        (entry.score.cancelled, entry.score.slam.d) = (Some(0.1), 0.5);
    }
    for reference in &mut found.references {
        reference.score.slam.d = if reference.pred == "(shuffled)" { 0.4 } else { 0.6 };
    }
    let warned = "The column slam puts the baseline (shuffled) before every method; do not rank by it.";
    assert!(has(&said(&found), warned), "{:?}", said(&found));
    found.references.iter_mut().for_each(|reference| reference.score.slam.d = 0.6);
    assert!(!has(&said(&found), "baseline"));
}

#[test]
fn one_labeling_has_a_verdict_of_its_own() {
    let score = |pred: &str| {
        let pair = Pair::new(hexagonal(12, 12), labeling(&"aaaaaabbbbbb".repeat(12)), labeling(&pred.repeat(12)));
        Options::default().analyze(pair.unwrap(), &()).unwrap().score
    };
    let alike = score("aaaaaabbbbbb").verdict;
    assert_eq!(texts(&alike), ["The two labelings agree on every spot that has a neighbour: slam_adjusted is 0."]);
    let mirrored = score("bbbbbbaaaaaa").verdict;
    let [reading, misses, faults] = &texts(&mirrored)[..] else { panic!("{:?}", mirrored.sentences) };
    assert!(reading.ends_with(" (0 = alike, 1 = the same label proportions placed at random)."), "{reading}");
    assert_eq!(misses, "The number slam misses 100 % of what is wrong; do not rank by it.");
    let expected = "It goes wrong most in a (50 % of all faults: 100 % of the edges inside a changed, most of them to b) and in b \
                    (50 % of all faults: 100 % of the edges inside b changed, most of them to a).";
    assert_eq!((faults.as_str(), mirrored.better_than_chance, mirrored.slam_is_trusted), (expected, None, false));
}

#[test]
fn slam_is_blind_above_its_bar() {
    let pair = crate::testing::pair("aabb", "aaab");
    let mut score = Options::default().analyze(pair, &()).unwrap().score;
    score.cancelled = Some(BLIND);
    assert!(!is_blind(&score));
    score.cancelled = Some(BLIND + 1e-9);
    assert!(is_blind(&score));
}

#[test]
fn a_caution_needs_its_warning() {
    let found = comparison(Some(false));
    for part in ["Matching gave", "labels where the truth has", "clustered one by one", "is compared on", "one to one"]
    {
        assert!(!has(&said(&found), part), "{part}");
    }
    let mut found = comparison(Some(false));
    found.references.iter_mut().for_each(|reference| reference.score.n_spots = 200);
    assert!(has(&said(&found), "shifted is compared on 144 of 200 spots."), "{:?}", said(&found));
}

/// The label of a spot of a lattice by its position.
fn map(spots: &Spots, label: impl Fn(f64, f64) -> bool) -> Arc<Labeling> {
    let at = |spot: usize| (spots.position(spot)[0], spots.position(spot)[1]);
    let names = (0..spots.n_spots()).map(|spot| if label(at(spot).0, at(spot).1) { "left" } else { "right" });
    Arc::new(Labeling::from_texts(names).unwrap())
}

/// Who is left, by position.
type Map<'a> = &'a dyn Fn(f64, f64) -> bool;

fn lead_of(side: usize, pairs: bool, preds: &[(&str, Map<'_>)]) -> (Lead, String) {
    let spots = Arc::new(hexagonal(side, side));
    let truth = ("truth".to_owned(), map(&spots, |x, _| x < 0.5 * side as f64));
    let preds: Vec<_> = preds.iter().map(|(name, label)| ((*name).to_owned(), map(&spots, label))).collect();
    let infer = Infer::Asked { test: false, interval: false, pairs };
    let verdict =
        Options { infer, ..Options::default() }.compare(&spots, &truth, &preds, &()).unwrap().comparison.verdict;
    (verdict.lead, verdict.sentences.last().map(ToString::to_string).unwrap_or_default())
}

/// The truth with one spot in so many taken for the other side, wherever it is.
fn peppered(one_in: i64, from: i64) -> impl Fn(f64, f64) -> bool {
    move |x, y| (x < 18.0) != ((7 * (2.0 * x) as i64 + 31 * y as i64 + from) % one_in == 0)
}

#[test]
fn the_lead_is_said_of_the_first_two_rows_with_its_p() {
    let (few, many) = (peppered(23, 0), peppered(5, 0));
    let (lead, said) = lead_of(36, true, &[("many", &many), ("few", &few)]);
    assert!(said.starts_with("The lead of few over many is significant on this slide (p "), "{said}");
    assert_eq!(lead, Lead::Shown);
}

#[test]
fn a_lead_over_the_third_alone_is_not_shown() {
    let (one, two, many) = (peppered(23, 0), peppered(23, 5), peppered(5, 0));
    let (lead, said) = lead_of(36, true, &[("many", &many), ("one", &one), ("two", &two)]);
    assert_eq!(lead, Lead::NotShown);
    assert!(said.contains(" is not shown on this slide (p = ") && !said.contains("not real"), "{said}");
}

#[test]
fn a_lead_that_was_not_tested_is_not_claimed() {
    let (lead, said) = lead_of(12, true, &[("far", &|x, _| x < 9.0), ("near", &|x, _| x < 7.0)]);
    let reason = "could not be tested: 144 spots are fewer than the 1200 that it takes to tell errors that reach far from local ones.";
    assert_eq!(
        (lead, said),
        (Lead::Untested, format!("Whether the lead of near over far is significant on this slide {reason}"))
    );
    let (lead, said) = lead_of(12, false, &[("far", &|x, _| x < 9.0), ("near", &|x, _| x < 7.0)]);
    assert_eq!(
        (lead, said.as_str()),
        (Lead::Untested, "Whether the lead of near over far is significant was not tested.")
    );
}

#[test]
fn equal_methods_have_no_lead() {
    let (lead, said) = lead_of(36, true, &[("one", &|x, _| x < 17.0), ("two", &|x, _| x < 17.0)]);
    assert_eq!((lead, said.as_str()), (Lead::NotShown, "one and two do not differ anywhere on this slide."));
}
