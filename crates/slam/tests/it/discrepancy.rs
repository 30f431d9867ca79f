//! What holds of every discrepancy, whatever the distributions, seeds and threads.

use std::ops::ControlFlow;

use proptest::prelude::*;
use slam::discrepancy::{Discrepancy, Draws, Exact, Gamma, Sampled, Sliced};
use slam::{Atom, Distribution, Error, Measured};

/// A distribution without weights: the mass at the origin first, then one per axis, to be divided by their sum.
fn plain(masses: &[f64]) -> Distribution {
    let total: f64 = masses.iter().sum();
    let atom = |(index, mass): (usize, &f64)| match index.checked_sub(1) {
        Some(axis) => Atom { axis: axis as u16, value: 1.0, mass: mass / total },
        None => Atom { axis: 0, value: 0.0, mass: mass / total },
    };
    Distribution::on_axes(masses.len() - 1, 100_000, masses.iter().enumerate().map(atom).collect())
        .expect("the masses are divided by their sum")
}

/// A distribution without weights whose masses look arbitrary.
fn arbitrary(n_axes: usize, turn: usize) -> Distribution {
    let mass = |index: usize| (1 + (index + 1) * (index + turn) * 7919 % 97) as f64;
    plain(&(0..=n_axes).map(mass).collect::<Vec<_>>())
}

/// A distribution of a few hundred weighted atoms.
fn weighted(n_axes: usize, turn: usize) -> Distribution {
    let mass = |index: usize| (1 + index * (index + turn) % 13) as f64;
    let value = |index: usize| ((index * (31 + turn)) % 512) as f64 / 511.0;
    let total: f64 = (0..300).map(mass).sum();
    let atom = |index| Atom { axis: (index % n_axes) as u16, value: value(index), mass: mass(index) / total };
    Distribution::on_axes(n_axes, 300, (0..300).map(atom).collect()).expect("the masses are divided by their sum")
}

fn measure(exact: &Exact, truth: &Distribution, pred: &Distribution) -> Measured {
    exact.measure(truth, pred, &()).expect("the parameters are in their domains")
}

fn sliced(measured: &Measured) -> &Sliced {
    measured.sliced().expect("it is SLAM")
}

fn with_threads<T: Send>(n_threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads can be started").install(work)
}

#[test]
fn equal_distributions_have_no_discrepancy() {
    for distribution in [arbitrary(1, 1), arbitrary(2, 1), arbitrary(12, 1), weighted(5, 1)] {
        let slam = measure(&Exact::default(), &distribution, &distribution.clone());
        assert_eq!((slam.d, slam.d_se, sliced(&slam).sw2, sliced(&slam).projections), (0.0, Some(0.0), 0.0, 0));
        let sampled = Sampled { n_points: 100, projections: 8, ..Sampled::default() };
        assert_eq!(sampled.measure(&distribution, &distribution, &()).unwrap().d, 0.0);
    }
}

#[test]
fn all_edges_moved_from_one_kind_to_another() {
    // K = 1: everything moves by 1, d = 2 − 2e⁻². K = 2: (θ₁ − θ₂)² has mean 1, d = 2 − 2e⁻⁴.
    let line = measure(&Exact::default(), &plain(&[1.0, 0.0]), &plain(&[0.0, 1.0]));
    assert!((line.d - (2.0 - 2.0 * (-2.0f64).exp())).abs() < 1e-6, "{line:?}");
    let plane = measure(&Exact::default(), &plain(&[0.0, 1.0, 0.0]), &plain(&[0.0, 0.0, 1.0]));
    assert!((plane.d - (2.0 - 2.0 * (-4.0f64).exp())).abs() < 1e-6, "{plane:?}");
    assert_eq!((sliced(&plane).projections, sliced(&plane).gamma, sliced(&plane).bandwidth), (64, Some(4.0), 0.1));
    let space = measure(&Exact::default(), &plain(&[0.0, 1.0, 0.0, 0.0]), &plain(&[0.0, 0.0, 1.0, 0.0]));
    assert!((space.d - (2.0 - 2.0 * (-4.0f64).exp())).abs() < 1e-6, "{space:?}");
}

#[test]
fn a_result_reads_as_the_contract_says() {
    let slam = measure(&Exact::default(), &plain(&[1.0, 0.0]), &plain(&[0.0, 1.0]));
    let json = serde_json::to_value(&slam).unwrap();
    let names: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(names, ["d", "d_se", "sw2", "sw2_se", "projections", "gamma", "bandwidth", "estimator"]);
    assert_eq!(json["estimator"], "exact");
}

#[test]
fn standard_errors_are_honest() {
    let pairs = [
        (arbitrary(3, 1), arbitrary(3, 5)),
        (arbitrary(7, 2), arbitrary(7, 9)),
        (arbitrary(12, 3), arbitrary(12, 4)),
        (weighted(7, 1), weighted(7, 2)),
    ];
    for (truth, pred) in pairs {
        let long = measure(&Exact { projections: Some(16_384), seed: 999, ..Exact::default() }, &truth, &pred);
        let is_near = |seed: u64| {
            let slam = measure(&Exact { projections: Some(128), seed, ..Exact::default() }, &truth, &pred);
            (slam.d - long.d).abs() <= 2.0 * slam.d_se.unwrap()
        };
        let n_near = (0..200).filter(|&seed| is_near(seed)).count();
        assert!(
            (168..=198).contains(&n_near),
            "K = {}: {n_near} of 200 within two standard errors",
            truth.n_dimensions()
        );
    }
}

#[test]
fn directions_are_added_until_the_error_is_small() {
    let slam = measure(&Exact::default(), &arbitrary(12, 3), &arbitrary(12, 4));
    assert!(slam.d_se.unwrap() <= 0.001 || sliced(&slam).projections == 16_384, "{slam:?}");
    let few = measure(&Exact { projections: Some(1), ..Exact::default() }, &arbitrary(12, 3), &arbitrary(12, 4));
    assert_eq!((sliced(&few).projections, few.d_se), (1, None));
}

#[test]
fn same_bits_on_any_number_of_threads() {
    let (truth, pred) = (arbitrary(12, 3), arbitrary(12, 4));
    let sampled = Sampled { n_points: 300, projections: 40, draws: Draws::Independent, ..Sampled::default() };
    let both = || {
        let exact = Exact { projections: Some(1000), ..Exact::default() };
        (measure(&exact, &truth, &pred), sampled.measure(&truth, &pred, &()).unwrap())
    };
    assert_eq!(with_threads(1, both), with_threads(4, both));
}

#[test]
fn many_axes_are_no_obstacle() {
    let (truth, pred) = (arbitrary(10_000, 3), arbitrary(10_000, 4));
    let slam = measure(&Exact { projections: Some(256), ..Exact::default() }, &truth, &pred);
    assert!(slam.d > 0.0 && slam.d.is_finite(), "{slam:?}");
    assert!(Sampled::default().measure(&truth, &pred, &()).is_err());
}

#[test]
fn any_bandwidth_will_do() {
    for bandwidth in [1e-300, 1e-9, 1e-6, 1e-3, 0.5, 10.0, 99.0, 101.0, 1e9] {
        for (truth, pred) in
            [(arbitrary(1, 1), arbitrary(1, 2)), (arbitrary(5, 1), arbitrary(5, 2)), (weighted(3, 1), weighted(3, 2))]
        {
            let slam = measure(&Exact { bandwidth, projections: Some(8), ..Exact::default() }, &truth, &pred);
            assert!(0.0 < slam.d && slam.d <= 1.963_37, "{slam:?}");
        }
    }
}

#[test]
fn nonsense_is_refused() {
    let (truth, pred) = (arbitrary(3, 1), arbitrary(3, 2));
    let refuses =
        |discrepancy: &dyn Discrepancy| matches!(discrepancy.measure(&truth, &pred, &()), Err(Error::Parameter { .. }));
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(refuses(&Exact { bandwidth: value, ..Exact::default() }));
        assert!(refuses(&Exact { gamma: Gamma::Fixed(value), ..Exact::default() }));
        assert!(refuses(&Sampled { bandwidth: value, ..Sampled::default() }));
        assert!(refuses(&Sampled { gamma: Gamma::Fixed(value), ..Sampled::default() }));
    }
    assert!(refuses(&Exact { projections: Some(0), ..Exact::default() }));
    assert!(refuses(&Sampled { projections: 0, ..Sampled::default() }));
    assert!(refuses(&Sampled { n_draws: 0, ..Sampled::default() }));
    assert!(refuses(&Sampled { n_points: 0, ..Sampled::default() }));
    assert!(Exact::default().measure(&truth, &arbitrary(4, 1), &()).is_err());
}

#[test]
fn an_observer_may_stop_it() {
    let stop = |_: &str, _: usize, _: usize| ControlFlow::Break(());
    let (truth, pred) = (arbitrary(3, 1), arbitrary(3, 2));
    assert_eq!(Exact::default().measure(&truth, &pred, &stop), Err(Error::Stopped));
    let sampled = Sampled { n_points: 10, ..Sampled::default() };
    assert_eq!(sampled.measure(&truth, &pred, &stop), Err(Error::Stopped));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn never_more_than_all_that_is_wrong(
        pairs in prop::collection::vec((0.001..1.0f64, prop_oneof![Just(0.0), 0.0..1.0f64]), 2..9),
        seed in any::<u64>(),
        projections in 1..40usize,
    ) {
        let (truth, mut pred): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        pred[0] += 1e-9;
        let share = |masses: &[f64], index: usize| masses[index] / masses.iter().sum::<f64>();
        let wrong: f64 = (1..truth.len()).map(|index| (share(&truth, index) - share(&pred, index)).abs()).sum();
        let slam = measure(&Exact { projections: Some(projections), seed, ..Exact::default() }, &plain(&truth), &plain(&pred));
        prop_assert!(sliced(&slam).gamma.unwrap() * sliced(&slam).sw2 <= 2.0 * wrong * (1.0 + 1e-12), "{slam:?} {wrong}");
        prop_assert!(0.0 <= slam.d && slam.d <= 2.0 - 2.0 * (-4.0f64).exp() + 1e-12);
        prop_assert!(slam.d_se.is_none_or(f64::is_finite) && sliced(&slam).sw2_se.is_none_or(f64::is_finite));
    }

    #[test]
    fn weighted_atoms_give_numbers(
        atoms in prop::collection::vec((0..4u16, 0.0..=1.0f64, 0.0..1.0f64, 0.0..1.0f64), 1..40),
        bandwidth in prop_oneof![Just(0.1), 1e-6..2.0f64],
    ) {
        let side = |mass: fn(&(u16, f64, f64, f64)) -> f64| {
            let total: f64 = atoms.iter().map(|atom| mass(atom) + 1e-6).sum();
            let atom = |atom: &(u16, f64, f64, f64)| Atom { axis: atom.0, value: atom.1, mass: (mass(atom) + 1e-6) / total };
            Distribution::on_axes(4, 100, atoms.iter().map(atom).collect()).unwrap()
        };
        let (truth, pred) = (side(|atom| atom.2), side(|atom| atom.3));
        let exact = measure(&Exact { bandwidth, projections: Some(16), ..Exact::default() }, &truth, &pred);
        let sampled = Sampled { bandwidth, n_draws: 2, n_points: 20, projections: 4, ..Sampled::default() };
        let sampled = sampled.measure(&truth, &pred, &()).unwrap();
        prop_assert!(0.0 <= exact.d && exact.d <= 1.963_37 && 0.0 <= sampled.d && sampled.d < 2.0, "{exact:?} {sampled:?}");
    }
}
