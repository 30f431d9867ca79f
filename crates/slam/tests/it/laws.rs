//! What must hold for every pair of labelings.

use proptest::prelude::*;
use slam::matcher::Method;
use slam::metrics::Selection;
use slam::{Adjusted, Labeling, Options, Pair, Score, Spots};

/// Two labelings of some spots, as plain data that can be shuffled, renamed and moved.
#[derive(Debug, Clone)]
struct Case {
    positions: Vec<[f64; 2]>,
    truth: Vec<usize>,
    pred: Vec<usize>,
}

impl Case {
    fn pair(&self, names: &[&str]) -> Pair {
        let spots = Spots::new(2, self.positions.concat()).unwrap();
        let labeling = |codes: &[usize]| Labeling::from_texts(codes.iter().map(|&code| names[code])).unwrap();
        Pair::new(spots, labeling(&self.truth), labeling(&self.pred)).unwrap()
    }

    fn score(&self) -> Score {
        score(self.pair(&NAMES))
    }

    fn map_positions(&self, change: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        Self { positions: self.positions.iter().copied().map(change).collect(), ..self.clone() }
    }
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn score(pair: Pair) -> Score {
    let options =
        Options { matching: Method::Identity, projections: Some(64), metrics: Selection::None, ..Options::default() };
    options.analyze(pair, &()).unwrap().score
}

fn positions() -> impl Strategy<Value = Vec<[f64; 2]>> {
    let hexagonal = |(rows, columns): (usize, usize)| {
        let spot = move |i: usize| {
            let (row, column) = (i / columns, i % columns);
            [column as f64 + 0.5 * (row % 2) as f64, row as f64 * 0.75f64.sqrt()]
        };
        (0..rows * columns).map(spot).collect::<Vec<_>>()
    };
    let square = |(rows, columns): (usize, usize)| {
        (0..rows * columns).map(|i| [(i % columns) as f64, (i / columns) as f64]).collect::<Vec<_>>()
    };
    let anywhere = prop::collection::vec((0.0..100.0f64, 0.0..100.0f64).prop_map(|(x, y)| [x, y]), 12..80);
    let sides = || (3usize..9, 3usize..9);
    prop_oneof![sides().prop_map(hexagonal), sides().prop_map(square), anywhere]
}

fn cases() -> impl Strategy<Value = Case> {
    (positions(), 1usize..6).prop_flat_map(|(positions, n_labels)| {
        let n = positions.len();
        let codes = || prop::collection::vec(0..n_labels, n);
        (Just(positions), codes(), codes()).prop_map(|(positions, truth, pred)| Case { positions, truth, pred })
    })
}

fn assert_near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * a.abs().max(b.abs()), "{a} and {b} differ");
}

/// Equal but for rounding, which the positions suffer too when the slide is turned.
fn assert_alike(a: &Adjusted, b: &Adjusted) {
    assert_eq!(a.profile.len(), b.profile.len());
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-9, "{a} and {b} differ");
    near(a.value, b.value);
    for (a, b) in a.profile.iter().zip(&b.profile) {
        near(a.place, b.place);
        near(a.contacts, b.contacts);
        near(a.chance_place, b.chance_place);
        near(a.chance_contacts, b.chance_contacts);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equal_labelings_score_exactly_zero(case in cases()) {
        let score = Case { pred: case.truth.clone(), ..case }.score();
        prop_assert_eq!((score.slam.d, score.slam_adjusted.value, score.slam_pinned.d), (0.0, 0.0, 0.0));
        prop_assert_eq!(score.cancelled, None);
    }

    #[test]
    fn slam_is_at_most_margin_at_most_pinned(case in cases()) {
        let score = case.score();
        prop_assert!(0.0 <= score.slam.d && score.slam.d <= 1.9634);
        let share = score.cancelled.map_or(0.0, |cancelled| 1.0 - cancelled);
        let pinned = 4.0 * score.slam_pinned.mean;
        let margin = 2.0 - 2.0 * (-share * pinned).exp();
        let rounding = 1e-12;
        prop_assert!(score.slam.d <= margin + rounding && margin <= score.slam_pinned.d + rounding);
    }

    #[test]
    fn row_order_does_not_matter(case in cases(), keys in prop::collection::vec(any::<u64>(), 100)) {
        let mut order: Vec<usize> = (0..case.truth.len()).collect();
        order.sort_by_key(|&spot| keys[spot]);
        let pick = |codes: &[usize]| order.iter().map(|&spot| codes[spot]).collect::<Vec<_>>();
        let shuffled = Case {
            positions: order.iter().map(|&spot| case.positions[spot]).collect(),
            truth: pick(&case.truth),
            pred: pick(&case.pred),
        };
        let (a, b) = (case.score(), shuffled.score());
        prop_assert_eq!((&a.slam, a.slam_pinned, &a.flow), (&b.slam, b.slam_pinned, &b.flow));
        assert_alike(&a.slam_adjusted, &b.slam_adjusted);
    }

    #[test]
    fn label_names_do_not_matter(case in cases()) {
        let (a, b) = (case.score(), score(case.pair(&["q", "10", "B", "z z", "2", "ä"])));
        prop_assert_eq!((&a.slam, a.slam_pinned), (&b.slam, b.slam_pinned));
        assert_alike(&a.slam_adjusted, &b.slam_adjusted);
    }

    #[test]
    fn moving_the_tissue_does_not_matter(case in cases(), angle in 0.0..6.3f64, x in -1e3..1e3f64, y in -1e3..1e3f64) {
        let (sin, cos) = angle.sin_cos();
        let moved = case.map_positions(|[a, b]| [cos * a - sin * b + x, sin * a + cos * b + y]);
        let (a, b) = (case.score(), moved.score());
        prop_assert_eq!((&a.slam, a.slam_pinned, &a.flow), (&b.slam, b.slam_pinned, &b.flow));
        assert_alike(&a.slam_adjusted, &b.slam_adjusted);
    }

    #[test]
    fn swapping_truth_and_pred_keeps_pinned(case in cases()) {
        let swapped = Case { truth: case.pred.clone(), pred: case.truth.clone(), ..case.clone() };
        // Only where both have the same labels is the label space the same.
        let labels = |codes: &[usize]| codes.iter().copied().collect::<std::collections::BTreeSet<_>>();
        prop_assume!(labels(&case.truth) == labels(&case.pred));
        let (a, b) = (case.score(), swapped.score());
        assert_near(a.slam_pinned.d, b.slam_pinned.d);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let spot = |i: usize| [(i % 150) as f64 + 0.5 * (i / 150 % 2) as f64, (i / 150) as f64 * 0.75f64.sqrt()];
    let n = 150 * 150;
    let case = Case {
        positions: (0..n).map(spot).collect(),
        truth: (0..n).map(|i| (i / 150) / 30).collect(),
        pred: (0..n).map(|i| ((i / 150) / 30 + usize::from(i % 7 == 0)) % 5).collect(),
    };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        serde_json::to_string(&pool.install(|| case.score())).unwrap()
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(5));
}
