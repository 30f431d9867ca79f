//! The colours of labels stay apart for every vision, on light and on dark ground: the distances that `examples/palette`
//! found, stated and held.

#[path = "../examples/palette/vision.rs"]
mod vision;

use slam_report::{css, palette};
use vision::{Seen, distances, seen};

/// Who sees, in the order of [`Seen`].
const VISIONS: [&str; 4] = ["plain", "protan", "deutan", "tritan"];

/// The number of labels, and the smallest distance in OKLab of any two of their colours: plain, and for whichever vision it
/// is smallest. For comparison: Okabe and Ito's eight colours are 0.156 and 0.076 apart, with a plum for their black; two colours that
/// differ by 0.02 can just be told apart side by side.
const STATED: [(usize, f64, f64); 29] = [
    (2, 0.611, 0.525),
    (3, 0.380, 0.292),
    (4, 0.336, 0.258),
    (5, 0.291, 0.224),
    (6, 0.271, 0.209),
    (7, 0.231, 0.177),
    (8, 0.209, 0.161),
    (9, 0.192, 0.147),
    (10, 0.184, 0.140),
    (11, 0.171, 0.130),
    (12, 0.159, 0.122),
    (13, 0.150, 0.116),
    (14, 0.145, 0.111),
    (15, 0.140, 0.107),
    (16, 0.136, 0.105),
    (17, 0.128, 0.099),
    (18, 0.124, 0.095),
    (19, 0.119, 0.091),
    (20, 0.117, 0.090),
    (21, 0.112, 0.086),
    (22, 0.109, 0.084),
    (23, 0.107, 0.081),
    (24, 0.105, 0.079),
    (25, 0.101, 0.078),
    (26, 0.100, 0.077),
    (27, 0.097, 0.074),
    (28, 0.094, 0.072),
    (29, 0.094, 0.071),
    (30, 0.090, 0.069),
];

fn looks(n: usize) -> Vec<Seen> {
    palette(n).into_iter().map(seen).collect()
}

/// The smallest distance of any two, for every vision.
fn smallest(pairs: impl Iterator<Item = [f64; 4]>) -> [f64; 4] {
    pairs.fold([f64::INFINITY; 4], |least, pair| std::array::from_fn(|vision| least[vision].min(pair[vision])))
}

#[test]
fn from_2_to_30_labels_stay_apart_for_every_vision() {
    for (n, plain, worst) in STATED {
        let looks = looks(n);
        let pairs = looks.iter().enumerate().flat_map(|(i, a)| looks[..i].iter().map(move |b| distances(a, b)));
        let found = smallest(pairs);
        assert!(found[0] >= plain, "{n} labels: {:.4} apart, {plain} stated", found[0]);
        for (name, found) in VISIONS.iter().zip(found) {
            assert!(found >= worst, "{n} labels, {name}: {found:.4} apart, {worst} stated");
        }
    }
}

#[test]
fn neighbours_in_the_list_are_farther_apart() {
    for n in 2..=30 {
        let looks = looks(n);
        let found = smallest(looks.windows(2).map(|pair| distances(&pair[0], &pair[1])));
        assert!(found.into_iter().all(|apart| apart >= 0.22), "{n} labels: {found:.3?}");
    }
}

#[test]
fn all_are_seen_on_light_and_on_dark_ground() {
    let [light, dark] = [[0xf4, 0xf4, 0xf1], [0x10, 0x12, 0x16]].map(seen);
    for n in 2..=30 {
        for color in palette(n) {
            let look = seen(color);
            let apart = [distances(&look, &light), distances(&look, &dark)];
            let is_seen = apart[0].iter().all(|&apart| apart >= 0.06) && apart[1].iter().all(|&apart| apart >= 0.19);
            assert!(is_seen, "{n} labels, {}: {apart:.3?}", css(color));
        }
    }
}

#[test]
fn beyond_30_neighbours_differ_in_lightness() {
    let looks = looks(40);
    assert!(looks.windows(2).all(|pair| (pair[0][0][0] - pair[1][0][0]).abs() > 0.1));
}
