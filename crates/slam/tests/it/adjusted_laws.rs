//! What must hold for `slam_adjusted`: in the plane and in space, with slices and without.

use proptest::prelude::*;
use slam::matcher::Method;
use slam::{Adjusted, Analyzed, Labeling, Options, Pair, Score, Spots};

/// Three labelings of some spots, as plain data that can be shuffled, renamed and moved.
#[derive(Debug, Clone)]
struct Case {
    places: Vec<Vec<f64>>,
    slices: Vec<usize>,
    severities: Option<Vec<f64>>,
    labelings: [Vec<usize>; 3],
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

impl Case {
    fn spots(&self) -> Spots {
        let slices = Labeling::from_texts(self.slices.iter().map(|slice| format!("slice {slice}"))).unwrap();
        let spots = Spots::new(self.places[0].len(), self.places.concat()).unwrap().with_slices(slices).unwrap();
        match &self.severities {
            Some(severities) => spots.with_severities(severities.clone()).unwrap(),
            None => spots,
        }
    }

    fn analyze(&self, truth: usize, pred: usize, names: &[&str]) -> Analyzed {
        let labeling = |codes: &[usize]| Labeling::from_texts(codes.iter().map(|&code| names[code])).unwrap();
        let [truth, pred] = [truth, pred].map(|which| labeling(&self.labelings[which]));
        let options = Options { matching: Method::Identity, projections: Some(1), ..Options::default() };
        options.analyze(Pair::new(self.spots(), truth, pred).unwrap(), &()).unwrap()
    }

    fn score(&self) -> Score {
        self.analyze(0, 1, &NAMES).score
    }

    fn between(&self, truth: usize, pred: usize) -> Adjusted {
        self.analyze(truth, pred, &NAMES).score.slam_adjusted
    }

    fn moved(&self, change: impl Fn(&[f64]) -> Vec<f64>) -> Self {
        Self { places: self.places.iter().map(|place| change(place)).collect(), ..self.clone() }
    }

    fn reordered(&self, keys: &[u64]) -> Self {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|&spot| keys[spot]);
        let pick = |codes: &Vec<usize>| order.iter().map(|&spot| codes[spot]).collect::<Vec<_>>();
        Self {
            places: order.iter().map(|&spot| self.places[spot].clone()).collect(),
            slices: pick(&self.slices),
            severities: self.severities.as_ref().map(|all| order.iter().map(|&spot| all[spot]).collect()),
            labelings: self.labelings.each_ref().map(pick),
        }
    }
}

fn hexagonal((rows, columns): (usize, usize)) -> Vec<Vec<f64>> {
    let spot =
        |i: usize| vec![(i % columns) as f64 + 0.5 * (i / columns % 2) as f64, (i / columns) as f64 * 0.75f64.sqrt()];
    (0..rows * columns).map(spot).collect()
}

fn places() -> impl Strategy<Value = Vec<Vec<f64>>> {
    let square = |(rows, columns): (usize, usize)| {
        (0..rows * columns).map(|i| vec![(i % columns) as f64, (i / columns) as f64]).collect::<Vec<_>>()
    };
    let block = |(x, y, z): (usize, usize, usize)| {
        (0..x * y * z).map(|i| [i % x, i / x % y, i / x / y].map(|place| place as f64).to_vec()).collect::<Vec<_>>()
    };
    let anywhere = |dimensions: usize| prop::collection::vec(prop::collection::vec(0.0..100.0f64, dimensions), 12..90);
    let side = || 3usize..10;
    prop_oneof![
        (side(), side()).prop_map(hexagonal),
        (side(), side()).prop_map(square),
        (2usize..5, 2usize..5, 2usize..5).prop_map(block),
        anywhere(2),
        anywhere(3),
    ]
}

/// The first slice has a third of the spots, or all.
fn cases() -> impl Strategy<Value = Case> {
    (places(), 2usize..6, any::<bool>()).prop_flat_map(|(places, n_labels, is_sliced)| {
        let n = places.len();
        let slices = (0..n).map(|i| usize::from(is_sliced && 3 * i > n)).collect::<Vec<_>>();
        let codes = || prop::collection::vec(0..n_labels, n);
        let labelings = [codes(), codes(), codes()];
        (Just(places), Just(slices), labelings).prop_map(|(places, slices, labelings)| Case {
            places,
            slices,
            severities: None,
            labelings,
        })
    })
}

fn weighted() -> impl Strategy<Value = Case> {
    let severities = prop::collection::vec(prop_oneof![Just(0.0), 0.1..3.0f64], 100);
    (cases(), severities).prop_filter_map("something must matter", |(case, severities)| {
        let severities: Vec<f64> = severities[..case.places.len()].to_vec();
        severities.iter().any(|&value| value > 0.0).then_some(Case { severities: Some(severities), ..case })
    })
}

fn either() -> impl Strategy<Value = Case> {
    prop_oneof![cases(), weighted()]
}

/// Equal but for rounding.
#[track_caller]
fn assert_alike(a: &Adjusted, b: &Adjusted) {
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-9, "{a} and {b} differ");
    assert_eq!(a.profile.len(), b.profile.len());
    near(a.value, b.value);
    for (a, b) in a.profile.iter().zip(&b.profile) {
        near(a.place, b.place);
        near(a.contacts, b.contacts);
        near(a.chance_place, b.chance_place);
        near(a.chance_contacts, b.chance_contacts);
    }
}

const ROUNDING: f64 = 1e-12;

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finer_cells_never_show_less(case in cases()) {
        let Adjusted { mean, profile, .. } = case.score().slam_adjusted;
        for pair in profile.windows(2) {
            prop_assert!(pair[0].place <= pair[1].place + ROUNDING, "{pair:?}");
            prop_assert!(pair[0].contacts <= pair[1].contacts + ROUNDING, "{pair:?}");
        }
        prop_assert!(profile[0].mean() <= mean + ROUNDING && mean <= profile.last().unwrap().mean() + ROUNDING);
        prop_assert!(profile.iter().all(|level| 0.0 <= level.mean() && level.mean() <= 1.0 + ROUNDING));
    }

    #[test]
    fn nothing_is_wrong_exactly_when_labels_agree(case in either()) {
        let same = Case { labelings: [case.labelings[0].clone(), case.labelings[0].clone(), vec![]], ..case.clone() };
        prop_assert_eq!((same.score().slam_adjusted.mean, same.score().slam_adjusted.value), (0.0, 0.0));
        // One spot wrong, which may have no edge that counts.
        let mut near = case.labelings[0].clone();
        near[0] = (near[0] + 1) % 6;
        let near = Case { labelings: [case.labelings[0].clone(), near, vec![]], ..case };
        let Analyzed { score, analysis } = near.analyze(0, 1, &NAMES);
        let counts = |(edge, &(u, _)): (usize, &(u32, u32))| u == 0 && analysis.weights.get(edge) > 0.0;
        // Without weights every spot counts, with or without edges.
        let is_weighted = analysis.weights.values.is_some();
        let is_seen = !is_weighted || analysis.graph.edges().iter().enumerate().any(counts);
        let found = score.slam_adjusted;
        prop_assert_eq!((found.mean > 0.0, found.value > 0.0), (is_seen, is_seen));
    }

    #[test]
    fn distances_obey_the_triangle_inequality(case in cases()) {
        let [ab, bc, ac] = [(0, 1), (1, 2), (0, 2)].map(|(a, b)| case.between(a, b).distance);
        prop_assert!(ac <= ab + bc + ROUNDING, "{ac} is more than {ab} + {bc}");
        prop_assert!((case.between(1, 0).distance - ab).abs() <= ROUNDING, "it has no direction");
    }

    #[test]
    fn one_label_is_chance(case in either()) {
        let n_labels = case.labelings[0].iter().collect::<std::collections::BTreeSet<_>>().len();
        for label in [0, 5] {
            let one = Case { labelings: [case.labelings[0].clone(), vec![label; case.places.len()], vec![]], ..case.clone() };
            let found = one.score().slam_adjusted;
            // Where all that counts carries the one label, nothing is wrong.
            prop_assert!(n_labels == 1 || found.value == 1.0 || found.mean == 0.0, "{}", found.value);
            prop_assert!(n_labels > 1 || found.value == found.mean);
        }
    }

    #[test]
    fn turning_mirroring_moving_and_scaling_do_not_matter(
        case in either(),
        angles in [0.0..6.3f64, 0.0..6.3f64],
        shift in [-1e3..1e3f64, -1e3..1e3f64, -1e3..1e3f64],
        scale in 0.1..10.0f64,
        is_mirrored in any::<bool>(),
    ) {
        let turn = |place: &mut [f64], i: usize, j: usize, angle: f64| {
            let (sin, cos) = angle.sin_cos();
            (place[i], place[j]) = (cos * place[i] - sin * place[j], sin * place[i] + cos * place[j]);
        };
        let moved = case.moved(|place| {
            let mut place = place.to_vec();
            turn(&mut place, 0, 1, angles[0]);
            if place.len() == 3 {
                turn(&mut place, 1, 2, angles[1]);
            }
            place[0] *= if is_mirrored { -1.0 } else { 1.0 };
            place.iter().zip(shift).map(|(x, by)| scale * (x + by)).collect()
        });
        let (a, b) = (case.score(), moved.score());
        prop_assume!(a.n_edges == b.n_edges);
        assert_alike(&a.slam_adjusted, &b.slam_adjusted);
        for (a, b) in a.slam_adjusted.profile.iter().zip(&b.slam_adjusted.profile) {
            let near = |(a, b): (f64, f64)| (scale * a - b).abs() <= 1e-9 * b.abs();
            prop_assert!(a.width.zip(b.width).is_none_or(near));
        }
        for ((_, a), (_, b)) in a.slices.0.iter().zip(&b.slices.0) {
            if let (Some(a), Some(b)) = (&a.slam_adjusted, &b.slam_adjusted) {
                assert_alike(a, b);
            }
        }
    }

    #[test]
    fn rows_and_names_do_not_matter(case in either(), keys in prop::collection::vec(any::<u64>(), 100)) {
        let whole = case.score();
        assert_alike(&whole.slam_adjusted, &case.reordered(&keys).score().slam_adjusted);
        assert_alike(&whole.slam_adjusted, &case.analyze(0, 1, &["q", "10", "B", "z z", "2", "ä"]).score.slam_adjusted);
    }

    #[test]
    fn a_slice_is_judged_as_if_it_were_alone(case in cases()) {
        let whole = case.score();
        for (slice, (_, found)) in whole.slices.0.iter().enumerate() {
            let own: Vec<usize> = (0..case.places.len()).filter(|&spot| case.slices[spot] == slice).collect();
            let pick = |codes: &Vec<usize>| own.iter().map(|&spot| codes[spot]).collect::<Vec<_>>();
            let alone = Case {
                places: own.iter().map(|&spot| case.places[spot].clone()).collect(),
                slices: pick(&case.slices),
                severities: None,
                labelings: case.labelings.each_ref().map(pick),
            };
            if let Some(found) = &found.slam_adjusted {
                // Labels that the slice lacks change the order of sums, and so perhaps the last bit.
                assert_alike(found, &alone.score().slam_adjusted);
            }
        }
    }
}

#[test]
fn slices_share_widths_and_no_cells() {
    // Two slices in the same places, one label each; the pred exchanges the labels between them.
    let places: Vec<Vec<f64>> = [hexagonal((6, 6)), hexagonal((6, 6))].concat();
    let slices: Vec<usize> = (0..72).map(|i| i / 36).collect();
    let case = Case {
        places,
        labelings: [slices.clone(), slices.iter().map(|slice| 1 - slice).collect(), vec![]],
        slices,
        severities: None,
    };
    let found = case.score().slam_adjusted;
    // In the whole nothing is wrong; in cells, which cross no slice, everything is.
    assert_eq!(found.profile[0].mean(), 0.0);
    assert!(found.profile[1..].iter().all(|level| level.mean() == 1.0), "{found:?}");
    // a = 1 and R = √(2.75² + 2.17²) ≈ 3.5, so that the widths are 4 and 2.
    let widths: Vec<Option<f64>> = found.profile.iter().map(|level| level.width).collect();
    assert_eq!(
        widths.iter().map(|width| width.map(f64::round)).collect::<Vec<_>>(),
        [None, Some(4.0), Some(2.0), Some(0.0)]
    );
}
