//! The leaderboard as a drawing: the number that ranks, a dot for each method with its interval, and the references.

use slam::metrics::Better;
use slam::{BoardRow as Row, Comparison, Score};

use super::drawing::{Anchor, Drawing, FAINT, INK, MUTED};
use super::font::{fitted, text_width};
use crate::exhibit::Scale;
use crate::exhibit::ticks::Ruler;
use crate::html::Color;
use crate::html::number::short;

const ROW: f64 = 24.0;
const TOP: f64 = 52.0;
const WIDTH: f64 = 420.0;
const LONGEST: f64 = 220.0;
const DOT: Color = [0x1f, 0x5f, 0x99];

pub(super) fn board(comparison: &Comparison) -> Drawing {
    let by = comparison.verdict.by;
    let rows = comparison.rows();
    let left = 32.0 + rows.iter().map(|row| text_width(row.pred(), 12.0)).fold(0.0, f64::max).min(LONGEST);
    let ends = |score: &Score| score.intervals.as_ref().and_then(|all| all.get(by.name())).and_then(|one| one.interval);
    let mut values: Vec<f64> = rows.iter().filter_map(|row| by.value(row.score())).collect();
    let most = values.iter().copied().fold(0.0, f64::max);
    // An interval may go on far beyond all values; it is cut a fourth beyond them.
    let cut = |value: f64| value.min(1.25 * most.max(f64::MIN_POSITIVE));
    values.extend(rows.iter().filter_map(|row| ends(row.score())).flat_map(|one| [one.low, cut(one.high)]));
    values.push(0.0);
    let ruler = Ruler::new(&Scale::Linear, &values);
    let bottom = TOP + ROW * rows.len() as f64;
    let mut drawing = Drawing::new(left + WIDTH + 70.0, bottom + 52.0);
    let x = |value: f64| left + WIDTH * ruler.share(value).clamp(0.0, 1.0);
    let way = if by.better() == Better::Lower { "lower is better" } else { "higher is better" };
    drawing.title([16.0, 24.0], &format!("Compared with {}", comparison.truth));
    for &tick in &ruler.ticks {
        drawing.line([x(tick), TOP - 8.0], [x(tick), bottom], FAINT, 1.0);
        drawing.words([x(tick), bottom + 18.0], &ruler.text(tick), 11.0, Anchor::Middle);
    }
    drawing.words([left + 0.5 * WIDTH, bottom + 38.0], &format!("{by} ({way})"), 12.0, Anchor::Middle);
    for (place, row) in rows.iter().enumerate() {
        let middle = TOP + ROW * (place as f64 + 0.5);
        let color = if matches!(row, Row::Method(_)) { DOT } else { MUTED };
        let ink = if matches!(row, Row::Method(_)) { INK } else { MUTED };
        drawing.colored_words([left - 12.0, middle + 4.0], &fitted(row.pred(), 12.0, LONGEST), 12.0, Anchor::End, ink);
        if let Some(interval) = ends(row.score()) {
            let [from, to] = [x(interval.low), x(cut(interval.high))];
            drawing.line([from, middle], [to, middle], color, 2.0);
            drawing.line([from, middle - 4.0], [from, middle + 4.0], color, 2.0);
            if interval.high <= cut(interval.high) {
                drawing.line([to, middle - 4.0], [to, middle + 4.0], color, 2.0);
            }
        }
        if let Some(value) = by.value(row.score()) {
            drawing.dots(vec![[x(value), middle]], 5.0, color);
            drawing.colored_words([left + WIDTH + 12.0, middle + 4.0], &short(Some(value)), 12.0, Anchor::Start, ink);
        }
    }
    drawing
}
