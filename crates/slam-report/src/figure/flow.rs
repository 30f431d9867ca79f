//! The flow matrix as a drawing: what became of the edges of each kind.

use slam::Score;

use super::drawing::{Anchor, Drawing, INK, MUTED, WHITE};
use super::font::{fitted, text_width};
use super::map::Labels;
use crate::html::Color;
use crate::html::flow::shown;
use crate::number::mass;

const CELL: [f64; 2] = [64.0, 24.0];
const TOP: f64 = 78.0;
const LONGEST: f64 = 160.0;
/// Edges that kept their kind, and those that did not.
const KEPT: [f64; 3] = [127.0, 168.0, 201.0];
const MOVED: [f64; 3] = [213.0, 94.0, 60.0];

pub(super) fn flow(score: &Score, name: &str, labels: &Labels) -> Drawing {
    let kinds = shown(score);
    let text = |kind: usize| score.flow.kinds[kind].clone().unwrap_or_else(|| "boundary".to_owned());
    let left = 48.0 + kinds.iter().map(|&kind| text_width(&text(kind), 12.0)).fold(0.0, f64::max).min(LONGEST);
    let n = kinds.len() as f64;
    let mut drawing = Drawing::new(left + CELL[0] * n + 16.0, TOP + CELL[1] * n + 44.0);
    drawing.title([16.0, 24.0], &format!("{name}: what became of the edges"));
    drawing.colored_words([left - 8.0, TOP - 26.0], "pred", 12.0, Anchor::End, MUTED);
    drawing.colored_words([16.0, TOP - 8.0], "truth", 12.0, Anchor::Start, MUTED);
    for (place, &kind) in kinds.iter().enumerate() {
        let (x, y) = (left + CELL[0] * place as f64, TOP + CELL[1] * place as f64);
        let name = text(kind);
        if let Some(color) = score.flow.kinds[kind].as_deref().and_then(|name| labels.color(name)) {
            drawing.fill([16.0, y + 6.0, 12.0, 12.0], color);
            drawing.fill([x + 0.5 * CELL[0] - 6.0, TOP - 36.0, 12.0, 12.0], color);
        }
        drawing.words([34.0, y + 16.0], &fitted(&name, 12.0, LONGEST), 12.0, Anchor::Start);
        drawing.words([x + 0.5 * CELL[0], TOP - 8.0], &fitted(&name, 11.0, CELL[0] - 4.0), 11.0, Anchor::Middle);
        add_row(&mut drawing, score, &kinds, kind, [left, y]);
    }
    let words = match score.flow.kinds.len() - kinds.len() {
        0 => "Edges; the deeper the colour, the larger their share of the row.".to_owned(),
        hidden => format!("Edges; the {hidden} kinds with the fewest wrong edges are left out."),
    };
    drawing.colored_words([16.0, TOP + CELL[1] * n + 26.0], &words, 11.0, Anchor::Start, MUTED);
    drawing
}

fn add_row(drawing: &mut Drawing, score: &Score, kinds: &[usize], truth: usize, [left, y]: [f64; 2]) {
    let cells = || score.flow.counts.iter().filter(|count| usize::from(count.0) == truth);
    let total: f64 = cells().map(|count| count.2).sum();
    for (place, &pred) in kinds.iter().enumerate() {
        let found = cells().find(|count| usize::from(count.1) == pred).map_or(0.0, |count| count.2);
        let share = if total > 0.0 { found / total } else { 0.0 };
        let color = tint(if truth == pred { KEPT } else { MOVED }, share);
        let x = left + CELL[0] * place as f64;
        drawing.fill([x + 1.0, y + 1.0, CELL[0] - 2.0, CELL[1] - 2.0], color);
        if found > 0.0 {
            let ink = if truth != pred && share > 0.75 { WHITE } else { INK };
            drawing.colored_words([x + 0.5 * CELL[0], y + 16.0], &mass(found), 11.0, Anchor::Middle, ink);
        }
    }
}

/// A colour on paper, the deeper the larger the share.
fn tint(full: [f64; 3], share: f64) -> Color {
    std::array::from_fn(|axis| (246.0 + share * (full[axis] - 246.0)).round() as u8)
}
