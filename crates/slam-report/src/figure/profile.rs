//! The scale profile as a drawing: at which distance do the two labelings part?

use slam::{Comparison, Entry};

use super::drawing::{Anchor, Drawing, FAINT, INK, MUTED};
use crate::html::Color;
use crate::html::profile::Profile;

const LINE: Color = [0xb5, 0x40, 0x2a];
/// The report's chart stands this far below the title.
const DOWN: f64 = 36.0;

pub(super) fn profile(entry: &Entry, comparison: &Comparison) -> Drawing {
    let chart = Profile::new(&entry.score, comparison);
    let mut drawing = Drawing::new(chart.width + 24.0, chart.height + DOWN + 12.0);
    let at = |x: f64, y: f64| [x + 16.0, y + DOWN];
    drawing.title([16.0, 24.0], &format!("{}: how much differs, scale by scale", entry.pred));
    for tick in &chart.y_ticks {
        drawing.line(at(chart.left, tick.at), at(chart.right, tick.at), FAINT, 1.0);
        drawing.words(at(chart.left - 8.0, tick.at + 4.0), &tick.text, 11.0, Anchor::End);
    }
    for tick in &chart.x_ticks {
        drawing.line(at(tick.at, chart.bottom), at(tick.at, chart.bottom + 5.0), INK, 1.0);
        drawing.words(at(tick.at, chart.bottom + 20.0), &tick.text, 11.0, Anchor::Middle);
    }
    let middle = 0.5 * (chart.left + chart.right);
    drawing.words(at(middle, chart.bottom + 40.0), "width of the cells that are compared", 12.0, Anchor::Middle);
    let path = |y: fn(&crate::html::profile::Point) -> f64| {
        let places = chart.levels.iter().map(|level| at(level.x, y(level)));
        let words = places.enumerate().map(|(place, [x, y])| format!("{}{x} {y}", if place == 0 { 'M' } else { 'L' }));
        words.collect::<String>()
    };
    drawing.stroke(path(|level| level.chance_y), MUTED, 1.5, true);
    drawing.stroke(path(|level| level.y), LINE, 2.5, false);
    drawing.dots(chart.levels.iter().map(|level| at(level.x, level.y)).collect(), 3.5, LINE);
    if let Some(last) = chart.levels.last() {
        let apart = 0.5 * (15.0 - (last.y - last.chance_y).abs()).max(0.0) * (last.y - last.chance_y).signum();
        let beside = |y: f64| at(last.x + 12.0, y + 4.0);
        drawing.colored_words(beside(last.y + apart), &format!("pred {}", chart.mean), 12.0, Anchor::Start, LINE);
        let chance = format!("at random {}", chart.chance_mean);
        drawing.colored_words(beside(last.chance_y - apart), &chance, 12.0, Anchor::Start, MUTED);
    }
    drawing
}
