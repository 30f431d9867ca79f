//! The scale profile as a drawing: at which distance do the two labelings part?

use serde::Serialize;
use slam::{Comparison, Score};

use super::number::{length, pixel};
use crate::number::{count, score as four};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 112.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 58.0;

/// d of `slam_local` at every scale, from one cell with all edges to one edge per cell, which is `slam_pinned`.
#[derive(Debug, Serialize)]
pub(crate) struct Profile {
    width: f64,
    height: f64,
    line: String,
    levels: Vec<Point>,
    pinned: Point,
    slam: Point,
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
    left: f64,
    right: f64,
    bottom: f64,
    words: String,
}

#[derive(Debug, Clone, Serialize)]
struct Point {
    x: f64,
    y: f64,
    d: String,
    cells: String,
    edges: String,
    diameter: String,
    is_headline: bool,
}

#[derive(Debug, Serialize)]
struct Tick {
    at: f64,
    text: String,
    under: String,
}

impl Profile {
    /// The profile of a score, on the scale that all methods of a comparison share.
    pub(crate) fn new(score: &Score, comparison: &Comparison) -> Self {
        let most = comparison.results.iter().map(|entry| entry.score.slam_pinned.d).fold(0.0, f64::max);
        let top = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0].into_iter().find(|top| most <= *top).unwrap_or(2.0);
        let decades = (score.n_edges as f64).ln().max(f64::MIN_POSITIVE);
        let x = |edges: f64| pixel(LEFT + (WIDTH - LEFT - RIGHT) * (1.0 - edges.max(1.0).ln() / decades));
        let y = |d: f64| pixel(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - d / top));
        let point = |edges: f64, d: f64, cells: usize, diameter: String| Point {
            x: x(edges),
            y: y(d),
            d: four(Some(d)),
            cells: count(cells),
            edges: length(edges),
            diameter,
            is_headline: cells == score.slam_local.cells,
        };
        let level = |level: &slam::Level| point(level.edges_per_cell, level.d, level.cells, length(level.diameter));
        let levels: Vec<Point> = score.slam_local.profile.iter().map(level).collect();
        let pinned = point(1.0, score.slam_pinned.d, score.n_edges, String::new());
        let line: Vec<String> = levels.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
        Self {
            width: WIDTH,
            height: HEIGHT,
            line: line.join(" "),
            x_ticks: x_ticks(&levels),
            y_ticks: (0..=4).map(|i| 0.25 * f64::from(i) * top).map(|d| tick(y(d), format!("{d}"))).collect(),
            slam: point(score.n_edges as f64, score.slam.d, 1, String::new()),
            levels,
            pinned,
            left: LEFT,
            right: WIDTH - RIGHT,
            bottom: HEIGHT - BOTTOM,
            words: words(score),
        }
    }
}

fn tick(at: f64, text: String) -> Tick {
    Tick { at, text, under: String::new() }
}

/// Every level far enough from the one before gets a tick: the diameter of its cells above their edges.
fn x_ticks(levels: &[Point]) -> Vec<Tick> {
    const APART: f64 = 52.0;
    let mut ticks: Vec<Tick> = Vec::new();
    for level in levels {
        if ticks.last().is_none_or(|last| level.x - last.at >= APART) {
            ticks.push(Tick { at: level.x, text: level.diameter.clone(), under: level.edges.clone() });
        }
    }
    ticks
}

/// The scale at which half of what is wrong has come to light.
fn words(score: &Score) -> String {
    let exponent = |d: f64| -(1.0 - 0.5 * d).max(f64::MIN_POSITIVE).ln();
    let whole = exponent(score.slam_pinned.d);
    if whole <= 0.0 {
        return "Nothing is wrong at any scale.".to_owned();
    }
    let half = score.slam_local.profile.iter().find(|level| exponent(level.d) >= 0.5 * whole);
    match half {
        Some(level) if level.cells == 1 => {
            "Most of what is wrong shows without looking at places: some kinds of edges are too common, others too rare."
                .to_owned()
        }
        Some(level) => format!(
            "Half of what is wrong comes to light in cells about {} across ({} cells); in larger cells it cancels out.",
            length(level.diameter),
            count(level.cells)
        ),
        None => "Most of what is wrong shows only between neighbours: in cells of any size it cancels out.".to_owned(),
    }
}
