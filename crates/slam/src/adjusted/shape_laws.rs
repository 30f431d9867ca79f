//! What must not change `slam_adjusted`: how a slide lies, and spots that lie far outside of it.

use rand::RngExt;
use rand::seq::SliceRandom;

use super::{Adjusted, Adjuster, Subset, TwoLabelings};
use crate::graph::Neighborhood;
use crate::pair::spots::Spots;
use crate::testing::hexagonal;

/// Spots with their labels in the truth and in the pred.
type Slide = Vec<([f64; 2], [u16; 2])>;

/// Three bands as the truth; the pred is moved by 3 and wrong at one spot in ten.
fn labelled(positions: impl IntoIterator<Item = [f64; 2]>, width: f64) -> Slide {
    let mut rng = crate::random::stream(21, 0);
    let band = |x: f64| (3.0 * x / width).clamp(0.0, 2.0) as u16;
    let label = |[x, y]: [f64; 2]| {
        let pred = if rng.random_bool(0.1) { rng.random_range(0..3) } else { band(x + 0.4 * y - 3.0) };
        ([x, y], [band(x + 0.4 * y), pred])
    };
    positions.into_iter().map(label).collect()
}

fn uniform(n: usize) -> Slide {
    let mut rng = crate::random::stream(22, 0);
    labelled((0..n).map(|_| [0, 1].map(|_| rng.random_range(0.0..100.0))).collect::<Vec<_>>(), 100.0)
}

fn adjusted(slide: &Slide, rule: &Neighborhood) -> Adjusted {
    let spots = Spots::new(2, slide.iter().flat_map(|(position, _)| *position).collect()).unwrap();
    let graph = rule.connect(&spots, &()).unwrap().0;
    let [truth, pred] = [0, 1].map(|side| slide.iter().map(|(_, labels)| labels[side]).collect::<Vec<u16>>());
    let input = TwoLabelings {
        spots: &spots,
        graph: &graph,
        weights: None,
        truth: &truth,
        pred: &pred,
        n_truth: 3,
        n_pred: 3,
        missing: None,
    };
    let slices = spots.each_slice();
    Adjuster::new(input).measure(Subset { slices: &slices, edges: None }, &()).unwrap()
}

#[test]
fn a_turn_a_mirror_and_another_order_change_nothing() {
    let square = (0..400).map(|i| [i % 20, i / 20].map(f64::from));
    for slide in [uniform(900), labelled(square, 20.0), labelled(hexagonal(20, 23).positions().to_vec(), 23.0)] {
        let expected = adjusted(&slide, &Neighborhood::default());
        let (sin, cos) = libm::sincos(0.7);
        let mut moved: Slide = slide
            .iter()
            .map(|&([x, y], labels)| ([7e3 + 12.0 * (cos * x - sin * y), -12.0 * (sin * x + cos * y)], labels))
            .collect();
        moved.shuffle(&mut crate::random::stream(23, 0));
        let found = adjusted(&moved, &Neighborhood::default());
        for (found, expected) in [(found.value, expected.value), (found.place.mean, expected.place.mean)] {
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
        }
    }
}

#[test]
fn strays_change_little() {
    let rule = Neighborhood::default();
    let plain = uniform(5000);
    let expected = adjusted(&plain, &rule).value;
    // Several strays are neighbours, and so belong to the spots that centre and radius come from. They are labelled right: the
    // value of three such slides fell by 0.04 % and by 2.1 to 2.4 % in the reference, of which 1 % is due to the larger slide.
    let with = |n: u32| {
        let mut slide = plain.clone();
        slide.extend((0..n).map(|i| ([6000.0 + 300.0 * f64::from(i % 8), 200.0 * f64::from(i / 8)], [0, 0])));
        adjusted(&slide, &rule).value / expected - 1.0
    };
    assert!(with(1).abs() < 0.002, "{}", with(1));
    assert!(with(50).abs() < 0.025, "{}", with(50));
}
