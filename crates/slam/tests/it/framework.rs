//! What every combination of steps obeys. A new variant joins by standing in the list of its step.

use std::sync::Arc;

use proptest::prelude::*;
use slam::discrepancy::{Comparer, Discrepancy};
use slam::extractor::{Extraction, Extractor};
use slam::matcher::{Matcher, Matching, Method};
use slam::{
    Distribution, Error, LabeledGraph, Labeling, Measured, Measurements, Observer, Options, OwnSteps, Pair, Result,
    Score, Spots,
};

/// A slide of a few dozen spots with measurements, its slices, and two labelings.
#[derive(Debug, Clone)]
struct Case {
    places: Vec<[f64; 2]>,
    slices: Vec<u8>,
    truth: Vec<u8>,
    pred: Vec<u8>,
}

fn cases() -> impl Strategy<Value = Case> {
    (3..7usize, 3..7usize, 1..3u8).prop_flat_map(|(rows, columns, n_slices)| {
        let n = rows * columns;
        let place = move |i: usize| [(i % columns) as f64 + 0.5 * (i / columns % 2) as f64, (i / columns) as f64 * 0.8];
        let labels = || prop::collection::vec(0..4u8, n);
        (labels(), labels(), prop::collection::vec(0..n_slices, n)).prop_map(move |(truth, pred, slices)| Case {
            places: (0..n).map(place).collect(),
            slices,
            truth,
            pred,
        })
    })
}

/// All extractors with all discrepancies.
fn combinations() -> impl Iterator<Item = Options> {
    let with = |extractor| {
        Comparer::ALL.iter().map(move |&discrepancy| Options {
            extractor,
            discrepancy,
            matching: Method::Identity,
            metrics: "none".parse().unwrap(),
            ..Options::default()
        })
    };
    Extraction::ALL.iter().copied().flat_map(with)
}

impl Case {
    fn score(&self, options: &Options, truth: &[u8], pred: &[u8], names: &[&str; 4]) -> Result<Score> {
        let spots = Spots::new(2, self.places.as_flattened().to_vec())?;
        let slices = Labeling::from_texts(self.slices.iter().map(|slice| format!("s{slice}")))?;
        let values: Vec<f64> = self.truth.iter().map(|&label| f64::from(label)).collect();
        let spots = spots.with_slices(slices)?.with_measurements(Measurements::dense(1, &values)?)?;
        // Measurements of one column have similarity 1 or 0; weights are tried elsewhere.
        let text = |labels: &[u8]| Labeling::from_texts(labels.iter().map(|&label| names[usize::from(label)]));
        Ok(options.analyze(Pair::new(spots, text(truth)?, text(pred)?)?, &())?.score)
    }

    fn reordered(&self) -> Self {
        let turned = |labels: &[u8]| labels.iter().rev().copied().collect();
        Self {
            places: self.places.iter().rev().copied().collect(),
            slices: turned(&self.slices),
            truth: turned(&self.truth),
            pred: turned(&self.pred),
        }
    }
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn near(a: &Score, b: &Score) -> bool {
    let of = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
    let slices = a.slices.0.iter().zip(&b.slices.0);
    let slam = |score: Option<&Measured>| score.map_or(0.0, |slam| slam.d);
    of(a.slam.d, b.slam.d)
        && slices.into_iter().all(|((_, a), (_, b))| of(slam(a.slam.as_ref()), slam(b.slam.as_ref())))
}

fn with_threads<T: Send>(n_threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap().install(work)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_combination_obeys(case in cases()) {
        for options in combinations() {
            let named = format!("{} with {}", options.extractor, options.discrepancy);
            let Ok(found) = case.score(&options, &case.truth, &case.pred, &NAMES) else {
                // Spots without neighbours on their slices are refused by all.
                prop_assert!(case.score(&Options::default(), &case.truth, &case.pred, &NAMES).is_err(), "{}", named);
                continue;
            };
            prop_assert!(found.slam.d >= 0.0 && found.slam.d.is_finite());
            let equal = case.score(&options, &case.truth, &case.truth, &NAMES).unwrap();
            prop_assert!(equal.slam.d == 0.0, "{}: {:?} for equal labelings", named, equal.slam);
            let turned = case.reordered();
            let other = turned.score(&options, &turned.truth, &turned.pred, &NAMES).unwrap();
            prop_assert!(near(&found, &other), "{}: rows: {:?} {:?}", named, found.slam, other.slam);
            let renamed = case.score(&options, &case.truth, &case.pred, &["q", "10", "B", "ä"]).unwrap();
            prop_assert!(near(&found, &renamed), "{}: names: {:?} {:?}", named, found.slam, renamed.slam);
            let alone = with_threads(1, || case.score(&options, &case.truth, &case.pred, &NAMES)).unwrap();
            prop_assert!(alone.slam == found.slam, "{}: threads", named);
        }
    }

    #[test]
    fn shapes_have_no_names(case in cases(), turn in 1..4u8) {
        let turned: Vec<u8> = case.pred.iter().map(|label| (label + turn) % 4).collect();
        for &discrepancy in Comparer::ALL {
            let options =
                Options { extractor: Extraction::Spectrum, discrepancy, matching: Method::Identity, ..Options::default() };
            if let Ok(one) = case.score(&options, &case.truth, &case.pred, &NAMES) {
                prop_assert_eq!(one.slam.d, case.score(&options, &case.truth, &turned, &NAMES).unwrap().slam.d);
            }
        }
    }

    #[test]
    fn every_matcher_writes_in_the_words_of_the_truth(case in cases()) {
        for &matching in Method::ALL {
            let options = Options { matching, ..Options::default() };
            if let Ok(found) = case.score(&options, &case.truth, &case.pred, &NAMES) {
                let names: Vec<&str> = found.matching.map.0.iter().filter_map(|(_, truth)| truth.as_deref()).collect();
                prop_assert!(names.iter().all(|name| NAMES.contains(name)));
                prop_assert!(found.matching.requested == matching.name());
                let other = case.reordered();
                let other = other.score(&options, &other.truth, &other.pred, &NAMES).unwrap();
                prop_assert_eq!(found.matching.map, other.matching.map, "{}", matching);
            }
        }
    }
}

/// A step that returns whatever it is told to.
#[derive(Debug)]
struct Wrong(f64);

impl Discrepancy for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn measure(&self, _truth: &Distribution, _pred: &Distribution, _observer: &dyn Observer) -> Result<Measured> {
        Ok(Measured::other("wrong", self.0, []))
    }
}

impl Extractor for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn extract(&self, graph: &LabeledGraph<'_>, _observer: &dyn Observer) -> Result<Distribution> {
        let masses = if self.0 > 1.0 { vec![0.5; 2] } else { vec![self.0] };
        let n_first = graph.labels().iter().filter(|&&label| label == 0).count();
        let n_dimensions = if self.0 == 1.0 { n_first } else { 1 };
        Distribution::dense(n_dimensions, graph.n_spots(), &vec![0.0; n_dimensions], &masses)
    }
}

impl Matcher for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn match_labels(&self, pair: &Pair, _observer: &dyn Observer) -> Result<Matching> {
        let mut matching = Matching::of(pair, "wrong", "", &vec![Some(0); pair.pred().n_labels()])?;
        matching.codes.truncate(self.0 as usize);
        Ok(matching)
    }
}

impl slam::editor::Editor for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn weigh(&self, _pair: &Pair, graph: &slam::SpatialGraph) -> Result<slam::editor::Weights> {
        let n = if self.0 == 0.5 { 0 } else { graph.n_edges() };
        Ok(slam::editor::Weights::new(vec![self.0; n]))
    }
}

fn said(own: OwnSteps) -> String {
    let spots = Spots::new(2, (0..6).flat_map(|i| [f64::from(i), 0.0]).collect()).unwrap();
    let labels = |letters: &str| Labeling::from_texts(letters.chars().map(String::from)).unwrap();
    let pair = Pair::new(spots, labels("aaabbb"), labels("aabbbb")).unwrap();
    let graph = slam::Neighborhood::Given(vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)].into());
    let options = Options { own, graph, ..Options::default() };
    match options.analyze(pair, &()) {
        Err(error @ (Error::Step { .. } | Error::Parameter { .. } | Error::NoWeight { .. })) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_steps_return_is_checked_at_the_door() {
    let discrepancy = |d: f64| said(OwnSteps { discrepancy: Some(Arc::new(Wrong(d))), ..OwnSteps::default() });
    assert_eq!(discrepancy(f64::NAN), "wrong: d is NaN, expected a finite number that is not negative");
    assert_eq!(discrepancy(-1.0), "wrong: d is -1, expected a finite number that is not negative");
    let extractor = |mass: f64| said(OwnSteps { extractor: Some(Arc::new(Wrong(mass))), ..OwnSteps::default() });
    assert_eq!(extractor(0.5), "wrong: the sum of the masses must be 1, got 0.5");
    assert_eq!(extractor(1.5), "wrong: the distribution: 1 coordinates for 2 masses, expected 1 for each");
    assert_eq!(extractor(1.0), "wrong: 3 dimensions for the truth and 2 for the pred, expected as many");
    let matcher = said(OwnSteps { matcher: Some(Arc::new(Wrong(5.0))), ..OwnSteps::default() });
    assert_eq!(matcher, "wrong: 5 labels for 6 spots");
    let editor = |weight: f64| said(OwnSteps { editors: vec![Arc::new(Wrong(weight))], ..OwnSteps::default() });
    assert_eq!(editor(1.5), "wrong: the weight of edge 0 is 1.5, expected 0 to 1");
    assert_eq!(editor(0.5), "wrong: 0 weights for 5 edges");
    assert_eq!(editor(0.0), "the weights of all edges are zero (wrong), so nothing would count");
}

#[test]
fn own_steps_reach_the_leaderboard_and_name_themselves() {
    let spots = Arc::new(Spots::new(2, (0..36).flat_map(|i| [f64::from(i % 6), f64::from(i / 6)]).collect()).unwrap());
    let rows = |row: &str| Arc::new(Labeling::from_texts(row.repeat(6).chars().map(String::from)).unwrap());
    let own = OwnSteps { discrepancy: Some(Arc::new(Wrong(7.0))), ..OwnSteps::default() };
    let options = Options { own, ..Options::default() };
    let preds = [("one".to_owned(), rows("aabbbb")), ("other".to_owned(), rows("aaaabb"))];
    let compared = options.compare(&spots, &("truth".to_owned(), rows("aaabbb")), &preds, &()).unwrap().comparison;
    for entry in &compared.results {
        assert_eq!(entry.score.slam.d, 7.0);
        assert_eq!(entry.score.provenance.steps.get("discrepancy").map(String::as_str), Some("Wrong(7.0)"));
        assert_eq!(entry.hungarian.unwrap().d, 7.0);
    }
    assert!(compared.references.iter().all(|reference| reference.score.slam.d == 7.0));
}

#[test]
fn a_given_graph_is_not_listed_in_the_provenance() {
    let spots = Spots::new(2, (0..6).flat_map(|i| [f64::from(i), 0.0]).collect()).unwrap();
    let labels = |letters: &str| Labeling::from_texts(letters.chars().map(String::from)).unwrap();
    let pair = Pair::new(spots, labels("aaabbb"), labels("aabbbb")).unwrap();
    let graph = slam::Neighborhood::Given(vec![(0, 1), (1, 2)].into());
    let score = Options { graph, ..Options::default() }.analyze(pair, &()).unwrap().score;
    assert_eq!(score.provenance.steps.get("graph").map(String::as_str), Some("Given(2 edges)"));
}

#[test]
fn what_a_discrepancy_has_no_use_for_is_refused() {
    let pair = || {
        let spots = Spots::new(2, (0..6).flat_map(|i| [f64::from(i), 0.0]).collect()).unwrap();
        let labels = |letters: &str| Labeling::from_texts(letters.chars().map(String::from)).unwrap();
        Pair::new(spots, labels("aaabbb"), labels("aabbbb")).unwrap()
    };
    let said = |options: &Options| options.analyze(pair(), &()).unwrap_err().to_string();
    let mmd = Options { discrepancy: Comparer::Mmd, ..Options::default() };
    assert_eq!(
        said(&Options { projections: Some(9), ..mmd.clone() }),
        "projections has no place in the discrepancy mmd: sliced alone has it"
    );
    let width = Options { kernel_width: 0.1, ..Options::default() };
    assert_eq!(said(&width), "kernel_width has no place in this discrepancy: mmd alone has such a kernel");
    assert_eq!(said(&Options { kernel_width: -1.0, ..mmd }), "kernel_width must be a positive number, got -1");
}
