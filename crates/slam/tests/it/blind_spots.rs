//! Where plain SLAM is blind, and what is reported beside it.

use slam::matcher::Method;
use slam::{Labeling, Options, Pair, Score, Spots, Warning};

const SIDE: usize = 40;

fn place(i: usize) -> (usize, usize) {
    (i / SIDE, i % SIDE)
}

fn position(i: usize) -> [f64; 2] {
    let (row, column) = place(i);
    [column as f64 + 0.5 * (row % 2) as f64, row as f64 * 0.75f64.sqrt()]
}

/// The mutual neighbours, counted by trying every pair: the rim has some of length √3 besides the lattice's own.
fn plainly_mutual() -> Vec<(usize, usize)> {
    let n = SIDE * SIDE;
    let distance = |i: usize, j: usize| {
        let ([a, b], [c, d]) = (position(i), position(j));
        ((a - c).powi(2) + (b - d).powi(2)).sqrt()
    };
    let reach = |i: usize| {
        let mut all: Vec<f64> = (0..n).filter(|&j| j != i).map(|j| distance(i, j)).collect();
        all.sort_by(f64::total_cmp);
        1.01 * all[5]
    };
    let reaches: Vec<f64> = (0..n).map(reach).collect();
    let is_edge = |&(i, j): &(usize, usize)| distance(i, j) <= reaches[i].min(reaches[j]);
    (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).filter(is_edge).collect()
}

/// A 40 × 40 hexagonal lattice, labelled by row and column.
fn score(truth: impl Fn(usize, usize) -> bool, pred: impl Fn(usize, usize) -> bool) -> Score {
    let spots = Spots::new(2, (0..SIDE * SIDE).flat_map(position).collect()).unwrap();
    let labeling = |is_a: &dyn Fn(usize, usize) -> bool| {
        let label = |i: usize| if is_a(place(i).0, place(i).1) { "A" } else { "B" };
        Labeling::from_texts((0..SIDE * SIDE).map(label)).unwrap()
    };
    let pair = Pair::new(spots, labeling(&truth), labeling(&pred)).unwrap();
    let options = Options { matching: Method::Identity, ..Options::default() };
    options.analyze(pair, &()).unwrap().score
}

#[test]
fn a_mirror_image_is_invisible_to_slam_alone() {
    let left = |_: usize, column: usize| column < SIDE / 2;
    let score = score(left, |row, column| !left(row, column));
    assert!(score.slam.d < 0.05, "{}", score.slam.d);
    // The definition in numpy gives this.
    assert!((score.slam_adjusted.value - 1.833_818_718_111_989_6).abs() < 1e-9, "{}", score.slam_adjusted.value);
    assert!(score.cancelled.unwrap() > 0.95);
    assert!(score.warnings.iter().any(|warning| matches!(warning, Warning::Cancelled { .. })));

    // Across the middle nothing changes; every other edge turns from A to B or from B to A, with δ = 1. Inside, one edge
    // crosses in each of the 40 rows, and one between each of the 39 pairs of rows: an even row lies half a step to the
    // left, so that its column 20 touches column 19 of the rows beside it, and its column 19 columns 18 and 19.
    let n_across = 40 + 39;
    let n_edges = plainly_mutual().len();
    assert_eq!(score.n_edges, n_edges);
    let mean = (n_edges - n_across) as f64 / n_edges as f64;
    assert!((score.slam_pinned.mean - mean).abs() < 1e-15);
    assert!((score.slam_pinned.d - (2.0 - 2.0 * (-4.0 * mean).exp())).abs() < 1e-12);
    assert!(score.slam_pinned.d > 1.95);
}

#[test]
fn north_and_south_look_like_east_and_west() {
    let score = score(|_, column| column < SIDE / 2, |row, _| row < SIDE / 2);
    assert!(score.slam.d < 0.01, "{}", score.slam.d);
    assert!(score.slam_pinned.d > 1.5);
    // The definition in numpy gives this.
    assert!((score.slam_adjusted.value - 0.944_916_207_500_518_7).abs() < 1e-9, "{}", score.slam_adjusted.value);
    assert!(score.cancelled.unwrap() > 0.9);
}
