//! Slides small enough to be computed by hand.

use std::sync::Arc;

use slam::matcher::Method;
use slam::metrics::{Nmi, Selection};
use slam::{Labeling, Neighborhood, Options, Score, Spots, Warning};

fn labeling(letters: &str) -> Arc<Labeling> {
    Arc::new(Labeling::from_texts(letters.chars().map(String::from)).expect("an alphabet has few letters"))
}

/// The score of spots that are joined two by two, labels taken by their names.
fn two_by_two(truth: &str, pred: &str, metrics: Selection, nmi: Nmi) -> Score {
    let n = truth.len() as u32;
    let spots =
        Arc::new(Spots::new(2, (0..n).flat_map(|spot| [f64::from(spot), 0.0]).collect()).expect("whole numbers"));
    let edges: Vec<(u32, u32)> = (0..n / 2).map(|edge| (2 * edge, 2 * edge + 1)).collect();
    let graph = Neighborhood::Given(edges.into());
    let options = Options { graph, matching: Method::Identity, metrics, nmi, ..Options::default() };
    let pair = options.pair(&spots, &labeling(truth), &labeling(pred)).expect("as many letters");
    options.analyze(pair, &()).expect("there are edges").score
}

fn cancelled(truth: &str, pred: &str) -> (Option<f64>, Vec<Warning>) {
    let score = two_by_two(truth, pred, Selection::None, Nmi::default());
    let warnings = score.warnings.into_iter().filter(|warning| matches!(warning, Warning::Cancelled { .. }));
    (score.cancelled, warnings.collect())
}

#[test]
fn more_than_seven_tenths_cancelled_are_warned_of() {
    // An edge a and an edge b change places, 2 each, and two edges a become borders, 1 each: D = 6/4. The margins differ by
    // 2/4 at a and at the border, Σ|p − q| = 4/4, so that 1 − (4/2)/6 = 2/3 of the differences cancel.
    let (share, warnings) = cancelled("aabbaaaa", "bbaaabab");
    assert!((share.expect("edges are wrong") - 2.0 / 3.0).abs() < 1e-12, "{share:?}");
    assert_eq!(warnings, []);
    // With one such edge D = 5/3 and Σ|p − q| = 2/3: 1 − (2/2)/5 = 4/5.
    let (share, warnings) = cancelled("aabbaa", "bbaaab");
    let share = share.expect("edges are wrong");
    assert!((share - 0.8).abs() < 1e-12, "{share}");
    assert_eq!(warnings, [Warning::Cancelled { share }]);
}

#[test]
fn mutual_information_is_divided_as_asked() {
    // Truth in halves, pred in a quarter and three: H = ln 2 and ln 4 − ¾ ln 3, I = H(pred) − ½ ln 2.
    let (truth, pred) = ("aaaabbbb", "aabbbbbb");
    let of =
        |nmi: Nmi| two_by_two(truth, pred, Selection::List(vec!["nmi"]), nmi).metrics.0[0].1.expect("two labels each");
    let (h_truth, h_pred) = (2f64.ln(), 4f64.ln() - 0.75 * 3f64.ln());
    let information = h_pred - 0.5 * 2f64.ln();
    for (nmi, divisor) in [(Nmi::Arithmetic, 0.5 * (h_truth + h_pred)), (Nmi::Geometric, (h_truth * h_pred).sqrt())] {
        assert!((of(nmi) - information / divisor).abs() < 1e-12, "{nmi:?}");
    }
}
