//! What slices say together, beside what each says alone and what one file of all of them says.

use std::sync::Arc;

use super::*;
use crate::comparison::Compared;
use crate::comparison::ranking::RankBy;
use crate::error::Error;
use crate::matcher::MatchPer;
use crate::metrics::{Better, Family, Metric};
use crate::options::Options;
use crate::options::own_steps::OwnSteps;
use crate::pair::labeling::Labeling;
use crate::pair::missing::MissingPred;
use crate::pair::spots::Spots;
use crate::score::warning::Warning;
use crate::testing::{hexagonal, labeling};

pub(super) const SIDE: usize = 9;

/// A slide whose rows all carry the same letters.
pub(super) fn rows(row: &str) -> Arc<Labeling> {
    Arc::new(labeling(&row.repeat(SIDE)))
}

fn compared(options: &Options, truth: &str, preds: &[(&str, &str)]) -> Compared {
    let preds: Vec<_> = preds.iter().map(|&(name, row)| (name.to_owned(), rows(row))).collect();
    options.compare(&Arc::new(hexagonal(SIDE, SIDE)), &("truth".to_owned(), rows(truth)), &preds, &()).unwrap()
}

fn partial(slice: &str, truth: &str, preds: &[(&str, &str)]) -> SlicePartial {
    SlicePartial::of(slice, None, &compared(&Options::default(), truth, preds)).unwrap()
}

/// Four slides: the labels of the last are others in part, clusters are numbered anew on each, and one method is missing once.
fn slides() -> Vec<SlicePartial> {
    vec![
        partial("s10", "aaabbbccc", &[("good", "111222333"), ("poor", "121212121")]),
        partial("s1", "aaaabbbcc", &[("good", "333311122"), ("poor", "112211221")]),
        partial("s2", "aaabbbbcc", &[("good", "222333311"), ("poor", "111222333")]),
        partial("s3", "bbbbbcccd", &[("good", "111112223")]),
    ]
}

fn study(slides: impl IntoIterator<Item = SlicePartial>) -> StudyResult {
    let mut parts = Parts::default();
    slides.into_iter().for_each(|part| parts.add(part).unwrap());
    parts.finish(RankBy::default(), &()).unwrap()
}

/// What a study keeps of a method on a slice.
pub(super) fn method() -> MethodPartial {
    partial("s", "aaabbbccc", &[("method", "111122333")]).methods.remove(0)
}

pub(super) fn numbers() -> Numbers {
    method().numbers
}

#[test]
fn slices_pool_to_the_score_of_one_file_with_all_of_them() {
    let (truths, preds) = (["aaabbbccc", "aaaabbbcc", "bbbbbcccd"], ["112222333", "333311122", "111122233"]);
    let lattice = hexagonal(SIDE, SIDE);
    let far = |slide: usize| lattice.coordinates().iter().map(move |value| value + 100.0 * slide as f64);
    let texts = |all: [&str; 3]| labeling(&all.map(|row| row.repeat(SIDE)).concat());
    let slices = Labeling::from_texts((0..3).flat_map(|slide| vec![slide.to_string(); SIDE * SIDE])).unwrap();
    let spots = Spots::new(2, (0..3).flat_map(far).collect()).unwrap().with_slices(slices).unwrap();
    let options = Options { match_per: MatchPer::Slice, ..Options::default() };
    let pair = options.pair(&Arc::new(spots), &Arc::new(texts(truths)), &Arc::new(texts(preds))).unwrap();
    let whole = options.analyze(pair, &()).unwrap().score;

    let part = |slide: usize| partial(&slide.to_string(), truths[slide], &[("method", preds[slide])]);
    let found = study((0..3).map(part)).methods[0].pooled.clone();
    assert_eq!((found.n_spots, found.n_edges, found.n_labels), (whole.n_spots, whole.n_edges, whole.n_labels));
    assert_eq!((&found.flow, &found.domains), (&whole.flow, &whole.domains));
    assert_eq!(found.slam, Some(SlamNumbers { d: whole.slam.d, d_se: whole.slam.d_se }));
    assert_eq!((found.slam_pinned, found.cancelled), (whole.slam_pinned, whole.cancelled));
    let close = |name: &str| {
        let of = |named: &crate::Named<Option<f64>>| named.get(name).copied().flatten().unwrap();
        crate::testing::assert_close(of(&found.metrics), of(&whole.metrics));
    };
    ["accuracy", "ari", "nmi", "pas"].into_iter().for_each(close);
}

#[test]
fn a_slice_has_the_numbers_of_its_own_score() {
    let options = Options::default();
    let (truth, pred) = ("aaaabbbcc", "112211221");
    let pair = options.pair(&Arc::new(hexagonal(SIDE, SIDE)), &rows(truth), &rows(pred)).unwrap();
    let score = options.analyze(pair, &()).unwrap().score;
    let found = study(slides());
    let numbers = found.method("poor").unwrap().slices[0].clone().unwrap();
    assert_eq!((numbers.slam.d, numbers.slam_adjusted.value), (score.slam.d, score.slam_adjusted.value));
    assert_eq!((numbers.metrics, numbers.undefined), (score.metrics, score.undefined));
}

#[test]
fn the_order_of_adding_is_of_no_account() {
    let forward = study(slides());
    assert_eq!(study(slides().into_iter().rev()), forward);
    let [mut one, mut other] = [Parts::default(), Parts::default()];
    for (place, part) in slides().into_iter().enumerate() {
        if place % 2 == 0 { one.add(part).unwrap() } else { other.add(part).unwrap() }
    }
    other.merge(one).unwrap();
    assert_eq!(other.finish(RankBy::default(), &()).unwrap(), forward);
    let names: Vec<&str> = forward.slices.iter().map(|slice| slice.slice.as_str()).collect();
    assert_eq!(names, ["s1", "s2", "s3", "s10"]);
}

#[test]
fn a_missing_combination_is_no_zero_and_no_gain() {
    let found = study(slides());
    let poor = found.method("poor").unwrap();
    assert_eq!((poor.slices[2].is_none(), poor.n_slices, found.n_missing()), (true, 3, 1));
    assert_eq!(found.slices[2].missing, ["poor"]);
    assert_eq!(found.verdict.common, ["s1", "s2", "s10"]);
    // The mean of three slices, not of four with a zero among them.
    let values: Vec<f64> = poor.values(RankBy::SlamAdjusted).into_iter().flatten().collect();
    crate::testing::assert_close(poor.value.unwrap(), values.iter().sum::<f64>() / 3.0);
    let said = "1 combination of method and slice is missing: ranks rest on the 3 slices that all methods have.";
    assert_eq!(found.verdict.sentences.last().map(ToString::to_string).as_deref(), Some(said));
    assert!(
        found.warnings.iter().any(|said| said.to_string().ends_with("is missing: poor on s3")),
        "{:?}",
        found.warnings
    );
}

#[test]
fn ranks_are_by_means_and_duels_count_slices() {
    let found = study(slides());
    let places: Vec<_> = found.methods.iter().map(|method| (method.method.as_str(), method.rank)).collect();
    assert_eq!(places, [("good", Some(1)), ("poor", Some(2))]);
    let duel = &found.pairs[0];
    // Nobody said whose the slices are: they are counted, and nothing is tested.
    assert_eq!(([duel.wins, duel.losses, duel.ties], duel.donors, duel.p), ([3, 0, 0], None, None));
    assert_eq!(found.verdict.best, ["good"]);
    let mean = found.methods[1].means.get("slam_adjusted").unwrap();
    assert!(mean.low < mean.value && mean.value < mean.high && mean.donors.is_none(), "{mean:?}");
}

#[test]
fn slices_of_one_donor_count_once() {
    let options = Options::default();
    let all = [("s1", "d1", "111222333"), ("s2", "d1", "111122333"), ("s3", "d2", "111222233")];
    let part = |(slice, donor, pred): (&str, &str, &str)| {
        SlicePartial::of(slice, Some(donor), &compared(&options, "aaabbbccc", &[("method", pred)])).unwrap()
    };
    let found = study(all.map(part));
    let mean = found.methods[0].means.get("slam_adjusted").unwrap();
    let [Some(a), Some(b), Some(c)] = found.methods[0].values(RankBy::SlamAdjusted)[..] else { panic!("three values") };
    assert_eq!((mean.value, mean.donors), (Some(f64::midpoint(0.5 * (a + b), c)), Some(2)));
    assert_eq!(mean.undefined.as_deref(), Some("2 donors are fewer than the 3 that it takes"));
    assert!(!found.warnings.iter().any(|said| said.to_string().contains("how donors differ")));
}

#[test]
fn other_settings_are_refused_by_name() {
    let mut parts = Parts::default();
    parts.add(partial("s1", "aaabbbccc", &[("m", "111222333")])).unwrap();
    let refused = |part: SlicePartial| parts.clone().add(part).unwrap_err().to_string();
    let made = |options: &Options| {
        SlicePartial::of("s2", None, &compared(options, "aaabbbccc", &[("m", "111222333")])).unwrap()
    };
    let said = refused(made(&Options { bandwidth: 0.2, ..Options::default() }));
    assert_eq!(said, "slices \"s1\" and \"s2\" do not add up: bandwidth is \"0.1\" on one and \"0.2\" on the other");
    let graph = crate::Neighborhood::Mutual { k: 4, tie: 0.01 };
    assert!(refused(made(&Options { graph, ..Options::default() })).contains("k is \"6\" on one and \"4\""));
    let old = SlicePartial { version: "0.0.9".to_owned(), ..made(&Options::default()) };
    assert!(refused(old).contains("version is \"0.1.0\" on one and \"0.0.9\""));
    let other = SlicePartial { truth: "region".to_owned(), ..made(&Options::default()) };
    assert!(refused(other).contains("truth is \"truth\" on one and \"region\""));
    let again = SlicePartial { slice: "s1".to_owned(), ..made(&Options::default()) };
    assert_eq!(refused(again), "slice \"s1\" is there twice; expected every slice once");
}

#[test]
fn what_is_only_shown_is_no_setting() {
    let mut parts = Parts::default();
    for (slice, rank_by) in [("s1", RankBy::SlamAdjusted), ("s2", RankBy::Metric("ari"))] {
        let options = Options { rank_by, ..Options::default() };
        parts
            .add(SlicePartial::of(slice, None, &compared(&options, "aabbbbbcc", &[("m", "112222233")])).unwrap())
            .unwrap();
    }
    assert!(parts.finish(RankBy::Metric("nmi"), &()).is_ok());
}

#[test]
fn other_label_spaces_are_refused() {
    let mut parts = Parts::default();
    parts.add(partial("s1", "aaabbbccc", &[("m", "111222333")])).unwrap();
    parts.add(partial("s2", "cccddddee", &[("m", "111222333")])).unwrap();
    assert!(parts.finish(RankBy::default(), &()).is_ok());
    parts.add(partial("s3", "uuuvvvwww", &[("m", "111222333")])).unwrap();
    let said = parts.finish(RankBy::default(), &()).unwrap_err().to_string();
    let expected = "slices \"s1\" and \"s3\" do not add up: their truth labels have nothing in common (a, b, c on one, u, v, w on \
                    the other)";
    assert_eq!(said, expected);
}

#[test]
fn bytes_come_back_to_the_last_bit() {
    let parts = slides();
    for part in &parts {
        assert_eq!(SlicePartial::from_bytes(&part.to_bytes().unwrap()).as_ref(), Ok(part));
    }
    let mut part = parts[0].clone();
    part.methods[0].numbers.warnings = vec![Notice::from(&Warning::SquareLattice { k: 6 })];
    part.methods[0].messages = vec![Warning::SquareLattice { k: 6 }.message()];
    let said = |part| study([part]).warnings.last().map(ToString::to_string).unwrap_or_default();
    let back = said(SlicePartial::from_bytes(&part.to_bytes().unwrap()).unwrap());
    assert!(back.ends_with("neighbours: try k = 4 or k = 8"), "the options come back as options: {back}");
    assert_eq!(back, said(part));
    let found = study(parts);
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<StudyResult>(&text).unwrap(), found);
}

#[test]
fn damaged_bytes_are_an_error_and_never_a_number() {
    let options = Options { metrics: "ari".parse().unwrap(), ..Options::default() };
    let part = SlicePartial::of("s1", None, &compared(&options, "aaaaabbbb", &[("m", "111112222")])).unwrap();
    let bytes = part.to_bytes().unwrap();
    let is_refused = |bytes: &[u8]| matches!(SlicePartial::from_bytes(bytes), Err(Error::DamagedPartial { .. }));
    for place in 0..bytes.len() {
        for change in [1u8, 0x20, 0x80] {
            let mut damaged = bytes.clone();
            damaged[place] ^= change;
            assert!(is_refused(&damaged), "byte {place} of {}", bytes.len());
        }
        assert!(is_refused(&bytes[..place]), "cut at {place}");
    }
    assert!(is_refused(&[&bytes[..], b"x"].concat()));
}

#[test]
fn tables_that_contradict_each_other_are_refused() {
    let mut part = partial("s1", "aaabbbccc", &[("m", "111222333")]);
    part.methods[0].flow.counts[0].2 += 1.0;
    let said = Parts::default().add(part).unwrap_err().to_string();
    assert_eq!(said, "the partial is damaged: slice \"s1\", m: its tables contradict each other");
}

#[test]
fn a_failed_slice_is_said() {
    let mut parts = Parts::default();
    slides().into_iter().for_each(|part| parts.add(part).unwrap());
    parts.fail("s4", "not found".to_owned());
    let found = parts.finish(RankBy::default(), &()).unwrap();
    assert_eq!(found.failures.len(), 1);
    assert_eq!(found.warnings[0].to_string(), "slice \"s4\" is left out: not found");
    assert_eq!(Parts::default().finish(RankBy::default(), &()), Err(Error::NoSlices));
}

#[test]
fn maps_are_thinned_alike_for_all_methods() {
    let compared = compared(&Options::default(), "aaabbbccc", &[("one", "111222333"), ("two", "112222333")]);
    let all = SliceMaps::of("s1", &compared, MOST_DRAWN, 0);
    assert_eq!(all.methods[0].spots.len(), SIDE * SIDE);
    let few = SliceMaps::of("s1", &compared, 20, 0);
    for (map, whole) in few.methods.iter().zip(&all.methods) {
        assert_eq!((map.pair.n_spots(), map.matching.codes.len(), map.spots.len()), (20, 20, 20));
        assert_eq!(map.spacing, whole.spacing);
        for spot in 0..20 {
            let row = map.pair.spots().row(spot);
            assert_eq!(map.spots[spot], whole.spots[row]);
            assert_eq!(map.matching.codes[spot], whole.matching.codes[row]);
            assert_eq!(map.pair.truth().name(spot), whole.pair.truth().name(row));
        }
    }
    assert!(few.methods[0].pair.has_rows_of(&few.methods[1].pair));
}

/// The share of spots with the most frequent pred label.
static LARGEST: Metric = Metric::new("largest", Family::External, Better::Higher, (Some(0.0), Some(1.0)), |evidence| {
    let table = evidence.given();
    Ok(table.pred_sizes.iter().max().copied().unwrap_or(0) as f64 / table.n_spots as f64)
});

#[test]
fn metrics_of_ones_own_are_pooled_and_rank() {
    let own = OwnSteps { metrics: vec![&LARGEST], ..OwnSteps::default() };
    let options = Options { metrics: "ari".parse().unwrap(), own, ..Options::default() };
    let preds = [("even", "111222333"), ("odd", "111111233")];
    let slide = compared(&options, "aaabbbccc", &preds);
    for n_slices in [2, 3] {
        let mut parts = Parts::default();
        for slice in 0..n_slices {
            let part = SlicePartial::of(&slice.to_string(), None, &slide).unwrap();
            parts.add(SlicePartial::from_bytes(&part.to_bytes().unwrap()).unwrap()).unwrap();
        }
        let found = parts.finish(RankBy::Own(&LARGEST), &()).unwrap();
        let order: Vec<_> = found.methods.iter().map(|method| (method.method.as_str(), method.rank)).collect();
        assert_eq!(order, [("odd", Some(1)), ("even", Some(2))]);
        let first = &found.methods[0];
        let mean = first.means.get("largest").and_then(|mean| mean.value);
        // Six of nine columns carry the label 1, on every slice.
        for value in [first.value, mean, first.pooled.value(RankBy::Own(&LARGEST))] {
            crate::testing::assert_close(value.unwrap(), 6.0 / 9.0);
        }
        let names: Vec<&str> = first.means.0.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["slam_adjusted", "slam", "slam_pinned", "ari", "largest"]);
        assert_eq!(found.references[0].means.0.len(), names.len());
    }
}

#[test]
fn the_runner_up_labels_most_of_the_spots() {
    // corner labels two rows of nine, perfectly; it is behind all that label most.
    let slide = |slice: &str| {
        let corner = "111222333".repeat(2) + &" ".repeat(7 * SIDE);
        let preds = [("good", "111222333".repeat(SIDE)), ("corner", corner), ("poor", "111112233".repeat(SIDE))];
        let preds = preds.map(|(name, letters)| (name.to_owned(), Arc::new(labeling(&letters))));
        let truth = ("truth".to_owned(), rows("aaabbbccc"));
        let spots = Arc::new(hexagonal(SIDE, SIDE));
        let options = Options { missing_pred: MissingPred::Drop, ..Options::default() };
        SlicePartial::of(slice, None, &options.compare(&spots, &truth, &preds, &()).unwrap()).unwrap()
    };
    let mut found = study(["s1", "s2", "s3"].map(slide));
    let standing = |study: &StudyResult, name: &str| study.method(name).map(|method| (method.rank, method.is_partial));
    assert_eq!(standing(&found, "corner"), Some((Some(3), true)));
    // Even if it stood second, it would not be named.
    found.methods.swap(1, 2);
    let said = words::verdict(&found, found.verdict.clone(), &[]).sentences.remove(0).to_string();
    assert!(said.contains("; next is poor with "), "{said}");
}

fn said(study: &StudyResult) -> Vec<String> {
    study.verdict.sentences.iter().map(ToString::to_string).collect()
}

/// Slides with two methods, those of the second and the donors by slide.
fn two_methods(all: &[(&str, Option<&str>, &str)]) -> Vec<SlicePartial> {
    let slide = |&(slice, donor, poor): &(&str, Option<&str>, &str)| {
        let preds = [("good", "111222333"), ("poor", poor)];
        SlicePartial::of(slice, donor, &compared(&Options::default(), "aaabbbccc", &preds)).unwrap()
    };
    all.iter().map(slide).collect()
}

#[test]
fn donors_are_never_invented() {
    let poor = ["112211221", "121212121", "112233112", "111122223"];
    let names = ["s1", "s2", "s3", "s4"];
    let slides = |donors: [Option<&'static str>; 4]| {
        two_methods(&std::array::from_fn::<_, 4, _>(|slide| (names[slide], donors[slide], poor[slide])))
    };
    let without = study(slides([None; 4]));
    let unknown = "Whether the lead of good over poor is significant is not known on 4 slices: how donors differ is unknown (donor).";
    assert!(said(&without).contains(&unknown.to_owned()), "{:?}", said(&without));
    assert!(!said(&without).iter().any(|sentence| sentence.contains("over 4 donors")));
    assert!(without.pairs.iter().all(|pair| pair.p.is_none() && pair.p_max_t.is_none() && pair.donors.is_none()));
    assert_eq!(without.verdict.lead, crate::Lead::Untested);
    let with = study(slides([Some("p"), Some("q"), Some("r"), Some("s")]));
    assert!(said(&with).iter().any(|sentence| sentence.contains("over 4 donors (p = ")), "{:?}", said(&with));
    assert!(with.pairs[0].p.is_some());
}

#[test]
fn a_method_that_lacks_slices_is_not_best_over_all_of_them() {
    let all = study(two_methods(&[("s1", None, "112211221"), ("s2", None, "121212121"), ("s3", None, "112233112")]));
    assert!(
        said(&all)[0].contains("good is most like the truth over 3 slices: mean slam_adjusted is "),
        "{:?}",
        said(&all)
    );
    assert!(!said(&all).iter().any(|sentence| sentence.contains("missing")));
    assert!(said(&all).iter().any(|sentence| sentence.contains("is first on ")));
    let alone = study([partial("s1", "aaabbbccc", &[("good", "111222333"), ("poor", "112211221")])]);
    assert!(!said(&alone).iter().any(|sentence| sentence.contains("is first on ")), "{:?}", said(&alone));
    // One method on two slices of four, the other on all: nothing is common to three.
    let lacking = |slice: &str, preds: &[(&str, &str)]| partial(slice, "aaabbbccc", preds);
    let found = study([
        lacking("s1", &[("good", "111222333"), ("poor", "112211221")]),
        lacking("s2", &[("good", "111222333"), ("poor", "112211221")]),
        lacking("s3", &[("poor", "112211221")]),
        lacking("s4", &[("poor", "112211221")]),
    ]);
    let first = &said(&found)[0];
    assert!(first.starts_with("good has the best mean slam_adjusted, 0.000"), "{first}");
    assert!(first.contains(" on the 2 of 4 slices that it has"), "{first}");
    assert!(!said(&found).iter().any(|sentence| sentence.contains("most like the truth")));
    let found = study(slides());
    assert!(said(&found)[0].contains(" on the 3 of 4 slices that all methods have"), "{:?}", said(&found));
}

#[test]
fn chance_is_a_matter_of_the_tests_of_all_slices() {
    let set = |ps: [Option<f64>; 3]| {
        let mut all = two_methods(&[("s1", None, "112211221"), ("s2", None, "121212121"), ("s3", None, "112233112")]);
        for (part, p) in all.iter_mut().zip(ps) {
            for method in &mut part.methods {
                method.numbers.test_p = if method.method == "poor" { p } else { Some(0.005) };
            }
        }
        study(all)
    };
    // 3/2·0.02 ≤ 0.05; 3/2·0.04 > 0.05.
    let found = set([Some(0.9), Some(0.02), Some(0.01)]);
    assert_eq!(found.method("poor").map(|method| method.better_than_chance), Some(Some(true)));
    let found = set([Some(0.9), Some(0.04), Some(0.01)]);
    let (poor, sentence) =
        (found.method("poor").unwrap(), "1 of 2 methods is not better than chance (shift test): poor (p = 0.060).");
    assert_eq!(poor.better_than_chance, Some(false));
    assert!(said(&found).contains(&sentence.to_owned()), "{:?}", said(&found));
    let found = set([None, None, None]);
    assert_eq!(found.method("poor").map(|method| method.better_than_chance), Some(None));
    assert!(!said(&found).iter().any(|sentence| sentence.contains("than chance")), "{:?}", said(&found));
}
