//! What a comparison leaves out, what it says once, and whom it cannot tell apart.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use slam::discrepancy::Estimator;
use slam::inference::Infer;
use slam::matcher::Method;
use slam::metrics::Selection;
use slam::{
    Comparison, Labeling, MissingPred, Named, NamedLabeling, Neighborhood, Options, Score, Spots, Warning, as_command,
};

fn options() -> Options {
    Options { metrics: Selection::None, ..Options::default() }
}

fn labeling(name: &str, label: impl Fn(usize) -> usize, n_spots: usize) -> NamedLabeling {
    let texts = (0..n_spots).map(|spot| format!("{}", label(spot)));
    (name.to_owned(), Arc::new(Labeling::from_texts(texts).expect("the labels are few")))
}

/// Spots in rows of ten, one apart.
fn square(n_spots: usize) -> Arc<Spots> {
    Arc::new(
        Spots::new(2, (0..n_spots).flat_map(|spot| [(spot % 10) as f64, (spot / 10) as f64]).collect())
            .expect("integers are finite"),
    )
}

/// Two labelings with `n_labels` labels each, of which every label has four spots.
fn compare(n_labels: usize, options: &Options) -> Comparison {
    let n_spots = 4 * n_labels;
    let truth = labeling("truth", |spot| spot / 4, n_spots);
    let shifted = |by: usize| move |spot: usize| (spot + by) % n_spots / 4;
    let preds = [labeling("one", shifted(1), n_spots), labeling("two", shifted(2), n_spots)];
    options.compare(&square(n_spots), &truth, &preds, &()).expect("the spots are neighbours").comparison
}

const LEFT_OUT: Warning = Warning::HungarianLeftOut { limit: 500 };

#[test]
fn very_many_labels_are_matched_one_to_one_only_when_asked() {
    let options = || Options { allow_many_labels: true, ..options() };
    let usual = compare(500, &options());
    assert!(usual.results.iter().all(|entry| entry.hungarian.is_some()));
    let many = compare(501, &options());
    assert!(many.results.iter().all(|entry| entry.hungarian.is_none()));
    assert!(many.warnings.contains(&LEFT_OUT), "{:?}", many.warnings);
    let said = "more than 500 labels on both sides: d under hungarian matching is left out, which would take long; ask for it \
                with --matching hungarian";
    assert_eq!(LEFT_OUT.message().spelled(as_command), said);
    assert_eq!(serde_json::to_value(&many).unwrap()["results"][0]["hungarian"], serde_json::Value::Null);
    let asked = compare(501, &Options { matching: Method::Hungarian, ..options() });
    for entry in &asked.results {
        let place = entry.hungarian.unwrap();
        assert_eq!((place.d, place.rank), (entry.score.slam.d, entry.rank));
    }
    assert!(!asked.warnings.contains(&LEFT_OUT), "{:?}", asked.warnings);
}

#[test]
fn what_concerns_all_methods_is_said_once() {
    let comparison = compare(25, &options());
    let of_lattice = |text: &&String| text.contains("square lattice");
    let said: Vec<String> = comparison.notices().iter().map(ToString::to_string).collect();
    assert_eq!(said.iter().filter(of_lattice).count(), 1, "{said:?}");
    assert!(!said.iter().find(of_lattice).unwrap().starts_with("one: "), "{said:?}");
    for entry in &comparison.results {
        assert!(entry.score.warnings.iter().any(|warning| warning.to_string().contains("square lattice")));
    }
}

#[test]
fn at_the_ceiling_no_method_is_before_another() {
    let graph = Neighborhood::Union { k: 4, tie: 0.01 };
    let authors = Options { estimator: Estimator::Authors, sigma: Some(1e-6), graph, ..options() };
    let alike = compare(25, &authors);
    assert_eq!(alike.results.iter().map(|entry| entry.slam_rank).collect::<Vec<_>>(), [1, 1]);
    assert!(alike.warnings.contains(&Warning::AllAtCeiling), "{:?}", alike.warnings);
    let ceiling = "slam is at its ceiling for every method, so that it ranks none before another";
    assert_eq!(Warning::AllAtCeiling.to_string(), ceiling);
    let own = "slam is within 0.001 of its ceiling 2, where all that is very wrong scores the same; a larger sigma tells it \
               apart";
    assert_eq!(alike.notices().iter().filter(|notice| notice.to_string() == own).count(), 1, "{:?}", alike.notices());
    let wide = compare(25, &Options { sigma: Some(1.0), ..authors });
    assert!(wide.results.iter().all(|entry| entry.score.slam.d < 1.0));
    assert!(wide.notices().iter().all(|notice| !notice.to_string().contains("ceiling")), "{:?}", wide.notices());
}

/// Preds that miss as many spots, but others: each must be judged on the graph of its own.
#[test]
fn preds_that_miss_different_spots_have_graphs_of_their_own() {
    let spots = square(100);
    let truth = labeling("truth", |spot| spot / 34, 100);
    let missing = |is_missing: fn(usize) -> bool| {
        let text = |spot: usize| if is_missing(spot) { String::new() } else { format!("{}", (spot + spot % 7) / 34) };
        Arc::new(Labeling::from_texts((0..100).map(text)).expect("the labels are few"))
    };
    // A diagonal of ten spots, and a block of ten.
    let preds = [
        ("diagonal".to_owned(), missing(|spot| spot % 11 == 0)),
        ("block".to_owned(), missing(|spot| (50..60).contains(&spot))),
    ];
    let dropping = Options { missing_pred: MissingPred::Drop, ..options() };
    let compared = dropping.compare(&spots, &truth, &preds, &()).expect("the spots are neighbours").comparison;
    let mut n_edges = Vec::new();
    for (name, pred) in &preds {
        let pair = dropping.pair(&spots, &truth.1, pred).expect("both are as long");
        let alone = dropping.analyze(pair, &()).expect("the spots are neighbours").score;
        let entry = compared.results.iter().find(|entry| entry.pred == *name).expect("every pred is compared");
        let numbers = |score: &Score| (score.n_edges, score.slam.d, score.slam_adjusted.value, score.slam_pinned.d);
        assert_eq!(numbers(&entry.score), numbers(&alone), "{name}");
        n_edges.push(alone.n_edges);
    }
    assert_ne!(n_edges[0], n_edges[1]);
}

/// A score that is there is placed as a comparison with one pred places it, and is not computed again; only the slices and
/// warnings of references are left out.
#[test]
fn a_score_is_placed_as_it_is() {
    let texts = |by: usize| Labeling::from_texts((0..100).map(|spot| (spot / by).to_string())).expect("there are few");
    let spots = Spots::clone(&square(100)).with_slices(texts(50)).expect("every spot has a slice");
    let (spots, truth) = (Arc::new(spots), labeling("truth", |spot| spot / 34, 100));
    let infer = Infer::Asked { test: true, interval: true, pairs: false };
    for (infer, gap) in [(Infer::Auto, 100), (infer, 9)] {
        let options = Options { infer, metrics: Selection::All, replicates: Some(9), ..options() };
        let text = |spot: usize| if spot % gap == 8 { String::new() } else { format!("{}", (spot + 3) / 40) };
        let pred = ("pred".to_owned(), Arc::new(Labeling::from_texts((0..100).map(text)).expect("there are few")));
        let whole = options.compare(&spots, &truth, std::slice::from_ref(&pred), &()).expect("it can be compared");
        let pair = options.pair(&spots, &truth.1, &pred.1).expect("both are as long");
        let analyzed = options.analyze(pair, &()).expect("the spots are neighbours");
        let matched = AtomicUsize::new(0);
        // An analysis reports its matching as one piece; hungarian, which is tried beside, reports label by label.
        let count = |stage: &str, _: usize, total: usize| {
            matched.fetch_add(usize::from(stage == "matching" && total == 1), Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let placed = options.compare_one(&spots, &truth, "pred", analyzed, &count).expect("it can be placed");
        assert_eq!(matched.into_inner(), 3, "references alone are analysed");
        let bare = |mut comparison: Comparison| {
            for score in comparison.references.iter_mut().map(|one| &mut one.score) {
                (score.slices, score.warnings) = (Named::default(), Vec::new());
            }
            comparison
        };
        assert_eq!(bare(placed.comparison), bare(whole.comparison));
    }
}

/// Neighbours are searched, and edges are weighed, once for every set of spots that is kept: that of the references, too.
#[test]
fn spots_are_connected_once() {
    let n_graphs = |missing_pred: MissingPred, preds: &[NamedLabeling]| {
        let options = Options { missing_pred, ..options() };
        let seen = AtomicUsize::new(0);
        let count = |stage: &str, _: usize, _: usize| {
            seen.fetch_add(usize::from(stage == "weights"), Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let truth = labeling("truth", |spot| spot / 34, 100);
        options.compare(&square(100), &truth, preds, &count).expect("the spots are neighbours");
        seen.into_inner()
    };
    let whole = |by: usize| labeling("whole", move |spot| (spot + by) / 34, 100);
    let partly = |name: &str| {
        let texts = (0..100).map(|spot| if spot < 9 { String::new() } else { format!("{}", spot / 40) });
        (name.to_owned(), Arc::new(Labeling::from_texts(texts).expect("the labels are few")))
    };
    let (wrong, drop) = (MissingPred::Wrong, MissingPred::Drop);
    assert_eq!(n_graphs(drop, &[whole(1), whole(2), whole(3)]), 1);
    assert_eq!(n_graphs(drop, &[whole(1), partly("one"), partly("two")]), 2);
    assert_eq!(n_graphs(drop, &[partly("one")]), 2);
    // Spots without a prediction stay.
    assert_eq!(n_graphs(wrong, &[whole(1), partly("one"), partly("two")]), 1);
}
