//! What holds for every row of `METRICS`, whatever the labelings.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use slam::matcher::{Identity, Jaccard, Matcher};
use slam::metrics::{
    Better, Evaluation, Family, METRICS, Metric, MetricValues, Nmi, Selection, evaluate, evaluate_with_slices,
};
use slam::{Labeling, Pair, Spots};

/// Positions, truth and pred codes; small enough to rewrite by hand.
#[derive(Clone)]
struct Case {
    dimensions: usize,
    positions: Vec<Vec<f64>>,
    truth: Vec<usize>,
    pred: Vec<usize>,
}

/// Random labelings of random spots: more or less alike, few or many labels, in the plane or in space.
fn cases() -> Vec<Case> {
    (0..40).map(case).collect()
}

fn case(seed: u64) -> Case {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (n_spots, dimensions) = (rng.random_range(12..200), rng.random_range(2..4));
    let (n_truth, n_pred) = (rng.random_range(1..7), rng.random_range(1..9));
    let noise = rng.random::<f64>();
    let positions = (0..n_spots).map(|_| (0..dimensions).map(|_| rng.random::<f64>()).collect()).collect();
    let truth: Vec<usize> = (0..n_spots).map(|_| rng.random_range(0..n_truth)).collect();
    let redraw = |&label: &usize| if rng.random::<f64>() < noise { rng.random_range(0..n_pred) } else { label };
    let pred = truth.iter().map(redraw).collect();
    Case { dimensions, positions, truth, pred }
}

impl Case {
    fn pair(&self, truth_name: impl Fn(usize) -> String, pred_name: impl Fn(usize) -> String) -> Pair {
        let spots = Spots::new(self.dimensions, self.positions.concat()).expect("finite positions");
        let labeling = |names: Vec<String>| Labeling::from_texts(names).expect("few labels");
        let truth = labeling(self.truth.iter().map(|&label| truth_name(label)).collect());
        let pred = labeling(self.pred.iter().map(|&label| pred_name(label)).collect());
        Pair::new(spots, truth, pred).expect("complete labels")
    }

    fn values(&self) -> MetricValues {
        values_of(&self.pair(plain, plain), &Identity)
    }

    fn moved(&self, motion: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        Self { positions: self.positions.iter().map(|position| motion(position)).collect(), ..self.clone() }
    }
}

fn plain(label: usize) -> String {
    format!("label {label}")
}

fn values_of(pair: &Pair, matcher: &dyn Matcher) -> MetricValues {
    let matching = matcher.match_labels(pair, &()).expect("labels can be matched");
    evaluate(pair, &matching, &Selection::All, Nmi::Arithmetic, &()).expect("nobody stops it")
}

#[track_caller]
fn assert_same(metric: &Metric, one: &MetricValues, other: &MetricValues, tolerance: f64) {
    match (one.get(metric.name).expect("selected"), other.get(metric.name).expect("selected")) {
        (Ok(one), Ok(other)) => {
            let scale = one.abs().max(other.abs()).max(1.0);
            assert!((one - other).abs() <= tolerance * scale, "{metric:?}: {one} and {other}");
        }
        (one, other) => assert_eq!(one, other, "{metric:?}"),
    }
}

#[test]
fn values_lie_within_their_range() {
    for case in cases() {
        let values = case.values();
        for metric in METRICS {
            let Ok(value) = values.get(metric.name).expect("selected") else { continue };
            let (low, high) = metric.range;
            assert!(value.is_finite(), "{metric:?}");
            assert!(low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high), "{metric:?}: {value}");
        }
    }
}

#[test]
fn symmetric_metrics_do_not_know_the_truth() {
    for case in cases() {
        let swapped = Case { truth: case.pred.clone(), pred: case.truth.clone(), ..case.clone() };
        let (values, swapped) = (case.values(), swapped.values());
        for metric in METRICS.iter().filter(|metric| metric.symmetric) {
            let both = [&values, &swapped].map(|values| values.get(metric.name).expect("selected"));
            // A single label leaves information undefined in the truth alone.
            if both.iter().all(Result::is_ok) {
                assert_same(metric, &values, &swapped, 1e-12);
            }
        }
    }
}

#[test]
fn names_do_not_matter() {
    for case in cases() {
        let before = values_of(&case.pair(plain, plain), &Jaccard::default());
        let backwards = |label: usize| format!("{}", 50 - 7 * label);
        let shuffled = |label: usize| format!("z{}", (label * 5 + 3) % 11);
        let after = values_of(&case.pair(backwards, shuffled), &Jaccard::default());
        METRICS.iter().for_each(|metric| assert_same(metric, &before, &after, 1e-12));
    }
}

#[test]
fn the_order_of_spots_does_not_matter() {
    for (seed, case) in (0..).zip(cases()) {
        let mut order: Vec<usize> = (0..case.truth.len()).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let permuted = Case {
            dimensions: case.dimensions,
            positions: order.iter().map(|&spot| case.positions[spot].clone()).collect(),
            truth: order.iter().map(|&spot| case.truth[spot]).collect(),
            pred: order.iter().map(|&spot| case.pred[spot]).collect(),
        };
        METRICS.iter().for_each(|metric| assert_same(metric, &case.values(), &permuted.values(), 1e-12));
    }
}

#[test]
fn moving_the_tissue_changes_nothing() {
    for case in cases() {
        let turned = case.moved(|position| {
            let (x, y) = (position[0], position[1]);
            let (sin, cos) = (0.28, 0.96);
            [&[cos * x - sin * y + 3.0, sin * x + cos * y - 2.0], &position[2..]].concat()
        });
        // Standardising by axis, CHAOS knows the axes.
        let others = METRICS.iter().filter(|metric| metric.name != "chaos");
        others.for_each(|metric| assert_same(metric, &case.values(), &turned.values(), 1e-9));
        let flipped = case.moved(|position| [&[5.0 - position[0]], &position[1..]].concat());
        METRICS.iter().for_each(|metric| assert_same(metric, &case.values(), &flipped.values(), 1e-9));
    }
}

#[test]
fn equal_labelings_are_best() {
    for case in cases() {
        let equal = Case { pred: case.truth.clone(), ..case }.values();
        for metric in METRICS.iter().filter(|metric| metric.family != Family::Internal) {
            let (low, high) = metric.range;
            let best = if metric.better == Better::Higher { high } else { low };
            if let Ok(value) = equal.get(metric.name).expect("selected") {
                assert!((value - best.expect("a best value")).abs() <= 1e-12, "{metric:?}: {value}");
            }
        }
    }
}

#[test]
fn slices_stand_alone_and_add_up() {
    let case = case(7);
    let slice = |spot: usize| ["left", "middle", "right"][spot % 3];
    let n_spots = case.truth.len();
    let spots = Spots::new(case.dimensions, case.positions.concat()).expect("finite positions");
    let spots = spots.with_slices(Labeling::from_texts((0..n_spots).map(slice)).expect("few slices")).expect("as long");
    let pair = case.pair(plain, plain);
    let pair = Pair::new(spots, pair.truth().clone(), pair.pred().clone()).expect("complete labels");
    let matching = Identity.match_labels(&pair, &()).expect("names are compared");
    let whole = evaluate(&pair, &matching, &Selection::All, Nmi::Arithmetic, &()).expect("nobody stops it");
    let Evaluation { overall, slices, .. } =
        evaluate_with_slices(&pair, &matching, &Selection::All, Nmi::Arithmetic, &()).expect("nobody stops it");
    assert_eq!(whole, overall);

    let part = |codes: &[usize], start: usize| codes.iter().skip(start).step_by(3).copied().collect();
    for (start, (_, found)) in slices.0.iter().enumerate() {
        let positions = case.positions.iter().skip(start).step_by(3).cloned().collect();
        let alone = Case { positions, truth: part(&case.truth, start), pred: part(&case.pred, start), ..case };
        METRICS.iter().for_each(|metric| assert_same(metric, found, &alone.values(), 1e-12));
    }
    for metric in METRICS.iter().filter(|metric| metric.family == Family::Internal) {
        let value = |place: usize| slices.0[place].1.get(metric.name).expect("selected").expect("defined");
        let weight = |place: usize| (n_spots + 2 - place) / 3;
        let mean = (0..3).map(|place| weight(place) as f64 * value(place)).sum::<f64>() / n_spots as f64;
        assert!(
            (whole.get(metric.name).expect("selected").expect("defined") - mean).abs() <= 1e-12 * mean.abs().max(1.0)
        );
    }
}

#[test]
fn a_matching_of_other_spots_is_refused() {
    let (one, other) = (case(1).pair(plain, plain), case(2).pair(plain, plain));
    let matching = Identity.match_labels(&other, &()).expect("names are compared");
    assert!(evaluate(&one, &matching, &Selection::All, Nmi::Arithmetic, &()).is_err());
}

#[test]
fn the_largest_and_the_smallest_positions_score_as_any_others() {
    let values = |scale: f64| case(3).moved(|position| position.iter().map(|x| (x - 0.5) * scale).collect()).values();
    let usual = values(1.0);
    for scale in [2e150, 1e-149] {
        for ((name, found), (_, expected)) in values(scale).iter().zip(usual.iter()) {
            let is_close = |(found, expected): (f64, f64)| (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
            assert!(
                found.ok().zip(expected.ok()).is_some_and(is_close),
                "{name} at {scale:e}: {found:?}, {expected:?}"
            );
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let n_spots = 25_000;
    let positions: Vec<Vec<f64>> = (0..n_spots).map(|_| vec![rng.random(), rng.random()]).collect();
    let truth: Vec<usize> = positions.iter().map(|position| (6.0 * position[0]) as usize).collect();
    let pred = truth.iter().map(|&label| if rng.random::<f64>() < 0.2 { 6 - label } else { label }).collect();
    let pair = Case { dimensions: 2, positions, truth, pred }.pair(plain, plain);
    let with_threads = |n_threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        pool.install(|| values_of(&pair, &Identity))
    };
    assert_eq!(with_threads(1), with_threads(3));
}
