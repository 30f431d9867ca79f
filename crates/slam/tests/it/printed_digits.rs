//! Turning, mirroring or shuffling a slide changes no printed digit of our numbers.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value as Json;
use slam::matcher::Method;
use slam::metrics::Selection;
use slam::{Labeling, Options, Pair, Spots};

/// Positions with a truth label and a pred label.
type Slide = Vec<([f64; 2], usize, usize)>;

/// Five wavy layers, one spot in eight wrong.
fn labelled(places: impl Iterator<Item = [f64; 2]>, size: f64) -> Slide {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let label = |[x, y]: [f64; 2]| {
        let truth = (5.0 * (y / size + 0.1 * (9.0 * x / size).sin())).clamp(0.0, 4.0) as usize;
        let pred = if rng.random_bool(0.125) { rng.random_range(0..5) } else { truth };
        ([x, y], truth, pred)
    };
    places.map(label).collect()
}

fn hexagonal() -> Slide {
    let place = |i: usize| [(i % 60) as f64 + 0.5 * (i / 60 % 2) as f64, (i / 60) as f64 * 0.75f64.sqrt()];
    labelled((0..3600).map(place), 55.0)
}

fn uniform() -> Slide {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(6);
    let places: Vec<[f64; 2]> = (0..2000).map(|_| [rng.random_range(0.0..70.0), rng.random_range(0.0..50.0)]).collect();
    labelled(places.into_iter(), 55.0)
}

/// All numbers but the benchmark metrics, of which some look at the axes, as a table prints them.
fn printed(slide: &Slide) -> Json {
    let spots = Spots::new(2, slide.iter().flat_map(|spot| spot.0).collect()).unwrap();
    let truth = Labeling::from_texts(slide.iter().map(|spot| format!("layer {}", spot.1))).unwrap();
    let pred = Labeling::from_texts(slide.iter().map(|spot| format!("layer {}", spot.2))).unwrap();
    let options = Options { matching: Method::Auto, metrics: Selection::None, ..Options::default() };
    let score = options.analyze(Pair::new(spots, truth, pred).unwrap(), &()).unwrap().score;
    rounded(serde_json::to_value(score).unwrap())
}

fn rounded(value: Json) -> Json {
    match value {
        Json::Number(number) if number.is_f64() => Json::from(format!("{:.4}", number.as_f64().unwrap())),
        Json::Array(values) => values.into_iter().map(rounded).collect(),
        Json::Object(entries) => Json::Object(entries.into_iter().map(|(key, value)| (key, rounded(value))).collect()),
        value => value,
    }
}

#[test]
fn no_printed_digit_changes() {
    for slide in [hexagonal(), uniform()] {
        let expected = printed(&slide);
        assert!(expected["slam_adjusted"]["profile"].as_array().unwrap().len() > 6);
        for angle in [0.3f64, 1.1, 2.9, 4.0] {
            let (sin, cos) = angle.sin_cos();
            let turn = |[x, y]: [f64; 2]| [cos * x - sin * y + 1000.0, sin * x + cos * y - 300.0];
            let turned: Slide = slide.iter().map(|&(place, truth, pred)| (turn(place), truth, pred)).collect();
            assert_eq!(printed(&turned), expected, "turned by {angle}");
            let mirror = |[x, y]: [f64; 2]| [-x, y];
            let mirrored: Slide = turned.iter().map(|&(place, truth, pred)| (mirror(place), truth, pred)).collect();
            assert_eq!(printed(&mirrored), expected, "turned by {angle} and mirrored");
        }
        let mut shuffled = slide.clone();
        shuffled.shuffle(&mut rand_chacha::ChaCha8Rng::seed_from_u64(7));
        assert_eq!(printed(&shuffled), expected, "shuffled");
    }
}
