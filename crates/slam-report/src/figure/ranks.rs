//! The ranks of all methods by every number, as the report draws them: lines for few methods, a heat map for many.

use slam::{Comparison, mean_ranks};

use super::drawing::{Anchor, Drawing, FAINT, INK, MUTED};
use super::font::{fitted, text_width};
use crate::html::Color;
use crate::html::columns::{Column, columns};

/// Lines of more methods than this cannot be followed.
const MOST_LINES: usize = 15;
const STEP: f64 = 58.0;
const ROW: f64 = 24.0;
const TOP: f64 = 66.0;
const LONGEST: f64 = 200.0;
const BEST: [f64; 3] = [31.0, 95.0, 153.0];
const LAST: [f64; 3] = [240.0, 243.0, 246.0];

/// The chart; none where there is nothing to rank.
pub(super) fn ranks(comparison: &Comparison) -> Option<Drawing> {
    let results = &comparison.results;
    if results.len() < 2 {
        return None;
    }
    let columns: Vec<Column> = columns(comparison).into_iter().filter(|column| column.better.is_some()).collect();
    let rank = |column: &Column| {
        let values: Vec<_> = results.iter().map(|entry| column.value(&entry.score)).collect();
        column.better.map(|better| mean_ranks(&values, better)).unwrap_or_default()
    };
    let ranks: Vec<Vec<Option<f64>>> = columns.iter().map(rank).collect();
    let left = 28.0 + results.iter().map(|entry| text_width(&entry.pred, 12.0)).fold(0.0, f64::max).min(LONGEST);
    let bottom = TOP + ROW * results.len() as f64;
    let mut drawing = Drawing::new(left + STEP * columns.len() as f64 + 16.0, bottom + 16.0);
    drawing.title([16.0, 24.0], "Ranks by every number, the best on top");
    for (place, column) in columns.iter().enumerate() {
        let name = column.name.strip_prefix("slam_").unwrap_or(&column.name);
        let height = if place % 2 == 0 { TOP - 20.0 } else { TOP - 8.0 };
        drawing.words([along(left, place), height], name, 11.0, Anchor::Middle);
    }
    for (method, entry) in results.iter().enumerate() {
        let name = fitted(&entry.pred, 12.0, LONGEST);
        drawing.words([left - 12.0, down(method as f64 + 1.0) + 4.0], &name, 12.0, Anchor::End);
    }
    if results.len() > MOST_LINES {
        heat(&mut drawing, left, &ranks);
    } else {
        lines(&mut drawing, left, bottom, &ranks);
    }
    Some(drawing)
}

fn along(left: f64, column: usize) -> f64 {
    left + STEP * (column as f64 + 0.5)
}

fn down(rank: f64) -> f64 {
    TOP + ROW * (rank - 0.5)
}

/// A line for each method through its ranks.
fn lines(drawing: &mut Drawing, left: f64, bottom: f64, ranks: &[Vec<Option<f64>>]) {
    let n_methods = ranks.first().map_or(0, Vec::len);
    (0..ranks.len()).for_each(|place| {
        drawing.line([along(left, place), TOP - 4.0], [along(left, place), bottom], FAINT, 1.0);
    });
    for method in (0..n_methods).rev() {
        let color = if method == 0 { heat_color(0.0) } else { MUTED };
        let mut from = [left - 6.0, down(method as f64 + 1.0)];
        let mut data = vec![format!("M{} {}", from[0], from[1])];
        let mut dots = Vec::new();
        for (place, rank) in ranks.iter().enumerate().filter_map(|(place, of)| of[method].map(|rank| (place, rank))) {
            let to = [along(left, place), down(rank)];
            let middle = 0.5 * (from[0] + to[0]);
            data.push(format!("C{middle} {} {middle} {} {} {}", from[1], to[1], to[0], to[1]));
            dots.push(to);
            from = to;
        }
        drawing.stroke(data.concat(), color, if method == 0 { 2.5 } else { 1.5 }, false);
        drawing.dots(dots, 4.5, color);
    }
}

/// A cell for each rank, the darker the better.
fn heat(drawing: &mut Drawing, left: f64, ranks: &[Vec<Option<f64>>]) {
    for (place, column) in ranks.iter().enumerate() {
        for (method, rank) in column.iter().enumerate().filter_map(|(method, rank)| rank.map(|rank| (method, rank))) {
            let share = (rank - 1.0) / (column.len() as f64 - 1.0);
            let (x, y) = (along(left, place), down(method as f64 + 1.0));
            drawing.fill([x - 0.5 * STEP + 1.0, y - 0.5 * ROW + 1.0, STEP - 2.0, ROW - 2.0], heat_color(share));
            let ink = if share < 0.5 { [0xff; 3] } else { INK };
            drawing.colored_words([x, y + 4.0], &rank.to_string(), 11.0, Anchor::Middle, ink);
        }
    }
}

fn heat_color(share: f64) -> Color {
    std::array::from_fn(|axis| (BEST[axis] + share * (LAST[axis] - BEST[axis])).round() as u8)
}
