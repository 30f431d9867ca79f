//! The scale profile as a drawing: at which distance do the two labelings part?

use serde::Serialize;
use slam::{AdjustedLevel, Comparison, Score};

use super::number::{length, pixel};
use super::wording::reword;
use crate::number::score as four;
use crate::scene::Scene;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 112.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 58.0;

/// What truth and pred, and truth and chance, differ by at every scale of `slam_adjusted`.
#[derive(Debug, Serialize)]
pub(crate) struct Profile {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) line: String,
    pub(crate) chance: String,
    pub(crate) levels: Vec<Point>,
    pub(crate) x_ticks: Vec<Tick>,
    pub(crate) y_ticks: Vec<Tick>,
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    pub(crate) mean: String,
    pub(crate) chance_mean: String,
    pub(crate) r: String,
    pub(crate) words: String,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) chance_y: f64,
    pub(crate) width: String,
    pub(crate) mean: String,
    pub(crate) chance: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) text: String,
}

impl Profile {
    /// The same in the words of a scene.
    pub(crate) fn reworded(self, scene: &Scene) -> Self {
        Self { words: reword(scene, &self.words), ..self }
    }

    /// The profile of a score, on the scale that all methods of a comparison share.
    pub(crate) fn new(score: &Score, comparison: &Comparison) -> Self {
        let all = comparison.results.iter().flat_map(|entry| &entry.score.slam_adjusted.profile);
        let most = all.map(|level| level.mean().max(level.chance())).fold(0.0, f64::max);
        let top = [0.1, 0.25, 0.5, 1.0].into_iter().find(|top| most <= *top).unwrap_or(1.0);
        let found = &score.slam_adjusted;
        let steps = (found.profile.len() - 1) as f64;
        let x = |place: usize| pixel(LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / steps);
        let y = |value: f64| pixel(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / top));
        let point = |(place, level): (usize, &AdjustedLevel)| Point {
            x: x(place),
            y: y(level.mean()),
            chance_y: y(level.chance()),
            width: name(level),
            mean: four(Some(level.mean())),
            chance: four(Some(level.chance())),
        };
        let levels: Vec<Point> = found.profile.iter().enumerate().map(point).collect();
        let line = |y: fn(&Point) -> f64| -> String {
            levels.iter().map(|point| format!("{},{}", point.x, y(point))).collect::<Vec<_>>().join(" ")
        };
        Self {
            width: WIDTH,
            height: HEIGHT,
            line: line(|point| point.y),
            chance: line(|point| point.chance_y),
            x_ticks: x_ticks(&levels),
            y_ticks: (0..=4).map(|i| 0.25 * f64::from(i) * top).map(|v| tick(y(v), format!("{v}"))).collect(),
            left: LEFT,
            right: WIDTH - RIGHT,
            bottom: HEIGHT - BOTTOM,
            mean: four(Some(found.mean)),
            chance_mean: four(Some(found.chance)),
            r: four(Some(found.value)),
            words: words(score),
            levels,
        }
    }
}

/// What a level is called: the width of its cells, or one of the two ends.
fn name(level: &AdjustedLevel) -> String {
    match level.width {
        None => "whole".to_owned(),
        Some(0.0) => "single".to_owned(),
        Some(width) => length(width),
    }
}

fn tick(at: f64, text: String) -> Tick {
    Tick { at, text }
}

/// Every level far enough from the one before gets a tick, and the last one in any case.
fn x_ticks(levels: &[Point]) -> Vec<Tick> {
    const APART: f64 = 52.0;
    let Some(last) = levels.last() else { return Vec::new() };
    let mut ticks: Vec<Tick> = Vec::new();
    for level in levels {
        let is_clear = ticks.last().is_none_or(|tick| level.x - tick.at >= APART) && last.x - level.x >= APART;
        if is_clear || level.x == last.x {
            ticks.push(tick(level.x, level.width.clone()));
        }
    }
    ticks
}

/// The scale at which half of what is wrong has come to light.
fn words(score: &Score) -> String {
    let Some(level) = score.slam_adjusted.half_scale() else { return "Nothing is wrong at any scale.".to_owned() };
    match level.width {
        None => {
            "Most of what is wrong shows without looking at places: some kinds of edges are too common, others too rare."
                .to_owned()
        }
        Some(0.0) => "Most of what is wrong shows only between neighbours: in cells of any size it cancels out.".to_owned(),
        Some(width) => format!(
            "Half of what is wrong comes to light in cells {} wide; in larger cells it cancels out.",
            length(width)
        ),
    }
}
