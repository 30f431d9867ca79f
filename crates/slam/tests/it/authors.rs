//! What holds of the estimator of the authors' program, whatever the labelings, names and threads.

use std::sync::Arc;

use slam::discrepancy::{Authors, Discrepancy, Estimator};
use slam::matcher::Method;
use slam::{Atom, Distribution, Error, Labeling, Neighborhood, Options, Pair, Score, Spots};

fn options() -> Options {
    Options {
        estimator: Estimator::Authors,
        graph: Estimator::Authors.neighborhood(6, 0.01),
        matching: Method::Identity,
        ..Options::default()
    }
}

/// Two labelings of a 6 × 6 hexagonal lattice, a letter per column.
fn pair(truth: &str, pred: &str) -> Pair {
    let position = |i: usize| [(i % 6) as f64 + 0.5 * (i / 6 % 2) as f64, (i / 6) as f64 * 0.75f64.sqrt()];
    let spots = Spots::new(2, (0..36).flat_map(position).collect()).unwrap();
    let labeling = |letters: &str| Labeling::from_texts(letters.repeat(6).chars().map(String::from)).unwrap();
    Pair::new(spots, labeling(truth), labeling(pred)).unwrap()
}

fn score(options: &Options, truth: &str, pred: &str) -> Score {
    options.analyze(pair(truth, pred), &()).unwrap().score
}

fn with_threads<T: Send>(n_threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap().install(work)
}

#[test]
fn equal_labelings_score_zero() {
    for letters in ["aaabbb", "abcdef", "aaaaaa"] {
        let slam = score(&options(), letters, letters).slam;
        assert_eq!((slam.d, slam.sliced().unwrap().sw2), (0.0, 0.0));
        let slam = slam.sliced().unwrap();
        assert_eq!((slam.gamma, slam.sigma, slam.projections > 0), (None, Some(0.05), true));
    }
}

#[test]
fn same_bits_on_any_number_of_threads() {
    let one = || score(&options(), "aabbcc", "aabccc");
    assert_eq!(with_threads(1, one), with_threads(4, one));
}

#[test]
fn names_do_not_matter() {
    let matched = Options { matching: Method::Hungarian, ..options() };
    assert_eq!(score(&matched, "aabbcc", "aabccc").slam, score(&matched, "yyxxzz", "qqpooo").slam);
}

#[test]
fn an_unmatched_label_has_an_axis_of_its_own() {
    // A third of the spots is called x. With an axis, x is as far from b as a is; without, it is at the origin.
    let wide = score(&options(), "aabbbb", "aaxxbb");
    let narrow = Narrow::score("aabbbb", "aaxxbb");
    assert_ne!(wide.slam.sliced().unwrap().sw2, narrow.slam.sliced().unwrap().sw2);
    // All else stays in the truth's label space.
    assert_eq!((&wide.flow, &wide.domains), (&narrow.flow, &narrow.domains));
    assert_eq!((&wide.slam_adjusted, wide.slam_pinned), (&narrow.slam_adjusted, narrow.slam_pinned));
    // Nothing unmatched, nothing to widen.
    assert_eq!(score(&options(), "aabbbb", "aaabbb").slam, Narrow::score("aabbbb", "aaabbb").slam);
}

/// The same estimator held to the truth's label space.
#[derive(Debug)]
struct Narrow(Authors);

impl Narrow {
    fn score(truth: &str, pred: &str) -> Score {
        let pair = pair(truth, pred);
        let pipeline =
            slam::Pipeline { discrepancy: Box::new(Self(Authors::default())), ..options().pipeline(pair.spots()) };
        pipeline.score(pair).unwrap()
    }
}

impl Discrepancy for Narrow {
    fn name(&self) -> &'static str {
        "narrow"
    }

    fn measure(
        &self,
        truth: &Distribution,
        pred: &Distribution,
        observer: &dyn slam::Observer,
    ) -> slam::Result<slam::Measured> {
        self.0.measure(truth, pred, observer)
    }
}

#[test]
fn a_slice_with_an_unmatched_label_is_measured_alike() {
    let halves = Labeling::from_texts((0..36).map(|i| if i < 18 { "low" } else { "high" })).unwrap();
    let spots = pair("aabbbb", "aaxxbb").spots().clone().with_slices(halves).unwrap();
    let sliced = Pair::new(spots, pair("aabbbb", "aaxxbb").truth().clone(), pair("aabbbb", "aaxxbb").pred().clone());
    let score = options().analyze(sliced.unwrap(), &()).unwrap().score;
    for (name, slice) in &score.slices.0 {
        let slam = slice.slam.as_ref().unwrap();
        assert!(slam.d > 0.0 && slam.sliced().unwrap().estimator == Estimator::Authors, "{name}: {slam:?}");
    }
}

#[test]
fn an_entry_of_a_comparison_is_its_score() {
    let pair = pair("aabbbb", "aaxxbb");
    let (spots, truth, pred) =
        (Arc::new(pair.spots().clone()), Arc::new(pair.truth().clone()), Arc::new(pair.pred().clone()));
    // A comparison runs the shift test unasked, a score does not.
    let untested = Options { test: Some(false), ..options() };
    let compared = untested.compare(&spots, &("truth".to_owned(), truth), &[("x".to_owned(), pred)], &()).unwrap();
    let entry = &compared.comparison.results[0];
    assert_eq!(entry.score, score(&untested, "aabbbb", "aaxxbb"));
    let hungarian = Options { matching: Method::Hungarian, ..options() };
    assert_eq!(entry.hungarian.unwrap().d, score(&hungarian, "aabbbb", "aaxxbb").slam.d);
}

#[test]
fn nonsense_is_refused() {
    let distribution = |mass: f64| {
        let atoms = vec![Atom { axis: 0, value: 1.0, mass }, Atom { axis: 0, value: 0.0, mass: 1.0 - mass }];
        Distribution::on_axes(1, 100, atoms).unwrap()
    };
    let refuses = |authors: Authors| {
        let said = authors.measure(&distribution(0.2), &distribution(0.4), &());
        assert!(matches!(said, Err(Error::Parameter { .. })), "{said:?}");
    };
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        refuses(Authors { sigma: value, ..Authors::default() });
        refuses(Authors { bandwidth: value, ..Authors::default() });
    }
    refuses(Authors { projections: 0, ..Authors::default() });
    refuses(Authors { n_points: 0, ..Authors::default() });
}

#[test]
fn the_union_goes_with_it() {
    assert_eq!(Estimator::Authors.neighborhood(3, 0.0), Neighborhood::Union { k: 3, tie: 0.0 });
    assert_eq!(Estimator::Exact.neighborhood(6, 0.01), Neighborhood::default());
}
