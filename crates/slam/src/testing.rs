//! Small inputs for tests, written on one line: a letter is a label, a blank is a missing one.

use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::spots::Spots;

/// A labeling with a letter per spot.
pub(crate) fn labeling(letters: &str) -> Labeling {
    Labeling::from_texts(letters.chars().map(String::from)).expect("an alphabet has few letters")
}

/// `n` spots on a line, one apart.
pub(crate) fn line(n: usize) -> Spots {
    Spots::new(2, (0..n).flat_map(|i| [i as f64, 0.0]).collect()).expect("integers are finite")
}

/// Two labelings of spots on a line.
pub(crate) fn pair(truth: &str, pred: &str) -> Pair {
    Pair::new(line(truth.chars().count()), labeling(truth), labeling(pred)).expect("the letters are as many")
}

/// A hexagonal lattice, row after row, neighbours one apart.
pub(crate) fn hexagonal(n_rows: usize, n_columns: usize) -> Spots {
    let row = |r: usize| (0..n_columns).flat_map(move |c| [c as f64 + 0.5 * (r % 2) as f64, r as f64 * 0.75f64.sqrt()]);
    Spots::new(2, (0..n_rows).flat_map(row).collect()).expect("a lattice is finite")
}

/// Asserts that two numbers differ by at most 1e-12, relative to the larger where it exceeds 1.
#[track_caller]
pub(crate) fn assert_close(found: f64, expected: f64) {
    let tolerance = 1e-12 * found.abs().max(expected.abs()).max(1.0);
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
}
