//! Spots without a prediction: which spots are scored, and what every step makes of those that stay.

use std::sync::Arc;

use proptest::prelude::*;
use slam::discrepancy::{Comparer, Estimator};
use slam::extractor::Extraction;
use slam::matcher::{MatchPer, Matcher, Matching, Method};
use slam::{
    Error, Labeling, MissingPred, MissingTruth, Named, NamedLabeling, Options, OwnSteps, Pair, RankBy, Score, Spots,
};

/// A square of spots.
fn square(side: usize) -> Arc<Spots> {
    let place = |i: usize| [(i % side) as f64, (i / side) as f64];
    Arc::new(Spots::new(2, (0..side * side).flat_map(place).collect()).unwrap())
}

/// A letter per spot, a blank where there is no label.
fn labeling(letters: &str) -> Arc<Labeling> {
    Arc::new(Labeling::from_texts(letters.chars().map(String::from)).unwrap())
}

/// The letters, blank where `is_blank` says so.
fn blanked(letters: &str, is_blank: impl Fn(usize) -> bool) -> String {
    letters.chars().enumerate().map(|(spot, letter)| if is_blank(spot) { ' ' } else { letter }).collect()
}

fn named(name: &str, letters: &str) -> NamedLabeling {
    (name.to_owned(), labeling(letters))
}

fn rows(score: &Pair) -> Vec<usize> {
    (0..score.n_spots()).map(|spot| score.spots().row(spot)).collect()
}

fn metric(score: &Score, name: &str) -> f64 {
    score.metrics.get(name).copied().flatten().unwrap()
}

const TRUTH: &str = "aaaabbbbaaaabbbbaaaabbbbaaaabbbbccccddddccccddddccccddddccccdddd";
const PRED: &str = "1111222211112222111122221112222233334444333344443333444433344444";

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blanking_never_changes_which_spots_are_scored(
        blank in prop::collection::vec(any::<bool>(), 64), without_truth in prop::collection::vec(0..9u8, 64)
    ) {
        let truth = labeling(&blanked(TRUTH, |spot| without_truth[spot] == 0));
        let pred = labeling(&blanked(PRED, |spot| blank[spot] && spot > 1));
        let (spots, options) = (square(8), Options::default());
        let [whole, some] = [&labeling(PRED), &pred].map(|pred| options.pair(&spots, &truth, pred));
        // A pred that labels none of the truth's spots is refused, which gains nothing.
        if let (Ok(whole), Ok(some)) = (whole, some) {
            prop_assert_eq!(rows(&whole), rows(&some));
            let n_blank = (0..64).filter(|&spot| pred.code(spot).is_none() && truth.code(spot).is_some()).count();
            prop_assert_eq!((some.n_unlabelled(), whole.n_unlabelled()), (n_blank, 0));
            // A spot that is blank is wrong, whatever it was.
            let accuracy = |pair: Pair| {
                let options = Options { matching: Method::Identity, metrics: "accuracy".parse().unwrap(), ..Options::default() };
                metric(&options.analyze(pair, &()).unwrap().score, "accuracy")
            };
            prop_assert!(accuracy(some) <= accuracy(whole));
        }
    }
}

#[test]
fn the_class_of_missing_predictions_is_matched_by_nobody() {
    // The truth has a label of the name that the class would have, and the blanks fill the domain d.
    let truth =
        TRUTH.chars().map(|letter| if letter == 'd' { "(no prediction)".to_owned() } else { letter.to_string() });
    let truth = Arc::new(Labeling::from_texts(truth).unwrap());
    let pred = labeling(&blanked(PRED, |spot| PRED.as_bytes()[spot] == b'4'));
    let spots = square(8);
    let slices = Labeling::from_texts((0..64).map(|spot| if spot % 8 < 4 { "left" } else { "right" })).unwrap();
    let sliced = Arc::new(Spots::clone(&spots).with_slices(slices).unwrap());
    let others = [Method::Auto, Method::Jaccard, Method::Hungarian, Method::Identity];
    for (matching, match_per) in others.iter().flat_map(|&one| [(one, MatchPer::All), (one, MatchPer::Slice)]) {
        let options = Options { matching, match_per, metrics: "accuracy".parse().unwrap(), ..Options::default() };
        let spots = if match_per == MatchPer::Slice { &sliced } else { &spots };
        let pair = options.pair(spots, &truth, &pred).unwrap();
        let class = pair.missing_pred().unwrap();
        assert_eq!((class, pair.n_pred_labels()), (3, 3), "{matching}");
        let found = options.matcher().match_labels(&pair, &()).unwrap();
        let code = found.missing.unwrap();
        assert_eq!(usize::from(code), found.n_labels(), "{matching} {match_per}");
        assert!(
            pair.pred().codes().iter().zip(&found.codes).all(|(&own, &matched)| (own == class) == (matched == code))
        );
        assert!(found.links.iter().all(|link| ["1", "2", "3"].contains(&link.pred.as_str())), "{matching}");
        let names = found.names(pair.truth());
        assert_eq!((names.len(), names.last().unwrap().as_str()), (found.n_classes(), "((no prediction))"));
        let score = options.analyze(pair, &()).unwrap().score;
        assert!(score.matching.map.0.iter().all(|(pred, _)| pred != "((no prediction))"));
        // Edges among spots without a prediction are of no kind.
        let Named(map) = &score.matching.map;
        assert!(match_per == MatchPer::Slice || map.len() == 3, "{map:?}");
        assert!(score.flow.counts.iter().all(|&(_, pred, _)| usize::from(pred) < score.flow.kinds.len()));
    }
}

#[test]
fn the_class_of_missing_predictions_is_no_name_when_names_are_counted() {
    // One of the two pred labels is a name of the truth; of three, one would be too few.
    let truth = TRUTH.replace('d', "c");
    let pred = truth.chars().map(|letter| if letter == 'a' { 'a' } else { 'x' }).collect::<String>();
    let pair = |pred: &str| Options::default().pair(&square(8), &labeling(&truth), &labeling(pred)).unwrap();
    let method = |pred: &str| Method::Auto.matcher().match_labels(&pair(pred), &()).unwrap().reason;
    let reason = "1 of 2 names are shared, so equal names match";
    assert_eq!([method(&pred), method(&blanked(&pred, |spot| spot > 60))], [reason, reason]);
}

/// Gives every spot the first truth label.
#[derive(Debug)]
struct Generous;

impl Matcher for Generous {
    fn name(&self) -> &'static str {
        "generous"
    }

    fn match_labels(&self, pair: &Pair, _: &dyn slam::Observer) -> slam::Result<Matching> {
        // One entry for every name that is there, that of the class included.
        let mut found = Matching::of(pair, self.name(), "all is one", &vec![Some(0); pair.pred().n_labels()])?;
        assert_eq!(found.codes.last().copied(), found.missing);
        found.codes.fill(0);
        Ok(found)
    }
}

#[test]
fn a_matcher_of_ones_own_cannot_label_what_has_no_prediction() {
    let own = OwnSteps { matcher: Some(Arc::new(Generous)), ..OwnSteps::default() };
    let options = Options { own, ..Options::default() };
    let pair = options.pair(&square(8), &labeling(TRUTH), &labeling(&blanked(PRED, |spot| spot == 63))).unwrap();
    let said = options.analyze(pair, &()).unwrap_err().to_string();
    assert_eq!(said, "generous: spot 63 has no prediction, and was given label 0");
}

#[test]
fn missing_predictions_are_wrong_in_supervised_metrics_one_class_in_external_ones_and_left_out_of_internal_ones() {
    let scored = |truth: &str, pred: &str, missing_pred| {
        let options = Options { missing_pred, matching: Method::Identity, ..Options::default() };
        let pair = options.pair(&square(4), &labeling(truth), &labeling(pred)).unwrap();
        options.analyze(pair, &()).unwrap().score
    };
    let (truth, pred) = ("aabbaabbaabbaabb", "aabbaabbaabb    ");
    let wrong = scored(truth, pred, MissingPred::Wrong);
    // 12 of 16 are right; both labels keep 6 of 8 and are never given wrongly, so the class is not among the labels.
    assert_eq!(metric(&wrong, "accuracy"), 0.75);
    assert_eq!([metric(&wrong, "precision"), metric(&wrong, "recall")], [1.0, 0.75]);
    assert_eq!([metric(&wrong, "f1"), metric(&wrong, "jaccard")], [6.0 / 7.0, 0.75]);
    // Pairs together: 2·28 in the truth, 2·15 + 6 in the pred, 2·15 + 2·1 in both, 120 in all.
    let (both, expected, most) = (32.0, 56.0 * 36.0 / 120.0, 0.5 * (56.0 + 36.0));
    assert!((metric(&wrong, "ari") - (both - expected) / (most - expected)).abs() < 1e-12);
    let dropped = scored(truth, pred, MissingPred::Drop);
    for internal in ["asw", "chaos", "pas", "ch", "db"] {
        assert_eq!(metric(&wrong, internal), metric(&dropped, internal), "{internal}");
    }
    assert_eq!((wrong.n_spots, wrong.n_truth_spots, wrong.n_unlabelled), (16, 16, 4));
    assert_eq!((dropped.n_spots, dropped.n_truth_spots, dropped.n_unlabelled), (12, 16, 4));
}

#[test]
fn steps_that_look_at_spots_know_the_class() {
    let pred = blanked(PRED, |spot| spot % 5 == 0);
    for extractor in Extraction::ALL {
        for discrepancy in Comparer::ALL {
            let options = Options { extractor: *extractor, discrepancy: *discrepancy, ..Options::default() };
            let pair = options.pair(&square(8), &labeling(TRUTH), &labeling(&pred)).unwrap();
            assert!(options.analyze(pair, &()).unwrap().score.slam.d > 0.0, "{extractor:?} {discrepancy:?}");
        }
    }
    let authors = Options { estimator: Estimator::Authors, ..Options::default() };
    let pair = authors.pair(&square(8), &labeling(TRUTH), &labeling(&pred)).unwrap();
    assert!(authors.analyze(pair, &()).unwrap().score.slam.d > 0.0);
}

#[test]
fn common_scores_each_method_on_the_spots_that_all_label() {
    let is_corner = |spot: usize| spot % 8 > 5 && spot / 8 > 5;
    let preds = [
        named("whole", PRED),
        named("corner", &blanked(PRED, is_corner)),
        named("sparse", &blanked(PRED, |spot| spot % 11 == 3)),
    ];
    let (spots, truth) = (square(8), named("truth", TRUTH));
    let common = Options { missing_pred: MissingPred::Common, ..Options::default() };
    let found = common.compare(&spots, &truth, &preds, &()).unwrap().comparison;
    // The same spots alone, as an input of their own.
    let kept: Vec<u32> = (0..64).filter(|&spot| !is_corner(spot as usize) && spot % 11 != 3).collect();
    let subset = Arc::new(spots.subset(&kept));
    let only: Vec<NamedLabeling> =
        preds.iter().map(|(name, pred)| (name.clone(), Arc::new(pred.subset(&kept)))).collect();
    let truth_only = (truth.0.clone(), Arc::new(truth.1.subset(&kept)));
    let alone = Options::default().compare(&subset, &truth_only, &only, &()).unwrap().comparison;
    let numbers = |score: &Score| (score.n_spots, score.slam.d, score.slam_adjusted.clone(), score.metrics.clone());
    for (own, other) in found.results.iter().zip(&alone.results) {
        assert_eq!((&own.pred, own.rank, numbers(&own.score)), (&other.pred, other.rank, numbers(&other.score)));
        assert!(!own.is_partial);
    }
    for (own, other) in found.references.iter().zip(&alone.references) {
        assert_eq!(numbers(&own.score), numbers(&other.score), "{}", own.pred);
    }
    let unlabelled = |name: &str| found.results.iter().find(|one| one.pred == name).unwrap().score.n_unlabelled;
    assert_eq!(["whole", "corner", "sparse"].map(unlabelled), [0, 4, 6]);
    let said: Vec<String> = found.notices().iter().map(ToString::to_string).collect();
    let sentence = "all methods are scored on the 54 of 64 spots that every one of them labels (missing_pred = common)";
    assert_eq!(said.iter().filter(|one| *one == sentence).count(), 1, "{said:?}");
    let two = [named("left", &blanked(PRED, |spot| spot > 30)), named("right", &blanked(PRED, |spot| spot < 30))];
    let refused = common.compare(&spots, &truth, &two, &()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "1 spots have a prediction by every method, and at least 2 are needed: missing_pred wrong keeps all spots that the truth \
         labels"
    );
}

#[test]
fn methods_are_ranked_on_common_spots_by_numbers_that_blanks_may_raise() {
    let preds = [named("whole", PRED), named("gaps", &blanked(PRED, |spot| (40..43).contains(&spot)))];
    let (spots, truth) = (square(8), named("truth", TRUTH));
    let n_spots = |by: RankBy| {
        let options = Options { rank_by: by, ..Options::default() };
        let found = options.compare(&spots, &truth, &preds, &()).unwrap().comparison;
        let warned =
            found.notices().iter().any(|one| one.to_string().contains(&format!("because rank_by = {by} may rise")));
        (found.results[0].score.n_spots, warned)
    };
    for by in ["slam_adjusted", "slam", "accuracy", "f1", "jaccard"] {
        assert_eq!(n_spots(by.parse().unwrap()), (64, false), "{by}");
    }
    for by in ["ari", "nmi", "pas", "asw"] {
        assert_eq!(n_spots(by.parse().unwrap()), (61, true), "{by}");
    }
}

#[test]
fn excluded_labels_are_missing_on_their_side() {
    let (exclude, missing_truth) = (vec!["d".to_owned(), "4".to_owned()], MissingTruth::Keep);
    let options = Options { exclude: exclude.clone(), ..Options::default() };
    let pair = options.pair(&square(8), &labeling(TRUTH), &labeling(PRED)).unwrap();
    // 16 spots have the truth label d, and of the others one has the pred label 4.
    assert_eq!((pair.n_spots(), pair.n_unlabelled()), (48, 1));
    let kept = Options { exclude, missing_truth, ..Options::default() };
    let pair = kept.pair(&square(8), &labeling(TRUTH), &labeling(PRED)).unwrap();
    assert_eq!((pair.n_spots(), pair.n_unlabelled(), pair.truth().names().len()), (64, 17, 4));
}

#[test]
fn what_is_probably_no_labeling_is_refused_as_a_method() {
    let spots = square(20);
    let numbered = |n: usize| Arc::new(Labeling::from_texts((0..400).map(|spot| format!("c{}", spot % n))).unwrap());
    let halves = (0..400).map(|spot| if spot % 20 < 10 { "a" } else { "b" });
    let truth = ("truth".to_owned(), Arc::new(Labeling::from_texts(halves).unwrap()));
    let compare = |pred: &Arc<Labeling>, allow_many_labels| {
        let options = Options { allow_many_labels, ..Options::default() };
        options.compare(&spots, &truth, &[("clusters".to_owned(), Arc::clone(pred))], &())
    };
    assert!(compare(&numbered(50), false).is_ok());
    let many = compare(&numbered(51), false).unwrap_err();
    assert!(matches!(many, Error::NoLabeling { .. }));
    let said = "pred \"clusters\" is probably no labeling (51 labels for 400 spots), so it is refused; allow_many_labels lets it pass";
    assert_eq!(many.to_string(), said);
    assert!(compare(&numbered(51), true).is_ok());
    let floats = Arc::new(Labeling::from_texts((0..400).map(|spot| format!("{}.5", spot % 3))).unwrap());
    assert!(compare(&floats, false).unwrap_err().to_string().contains("(real numbers)"));
    assert!(compare(&floats, true).is_ok());
    // A truth like that is a warning.
    let many = ("many".to_owned(), numbered(51));
    let found = Options::default().compare(&spots, &many, &[("halves".to_owned(), truth.1)], &()).unwrap().comparison;
    assert!(found.notices().iter().any(|one| one.to_string().contains("truth: 51 labels for 400 spots")));
}
