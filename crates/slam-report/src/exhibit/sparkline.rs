//! The outline of a plot in one line of text.

use super::ticks::short;
use super::{Plot, Scale, Series};

const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A series as a line of blocks between its first and last value, on the scale of the whole plot.
pub(super) fn sparkline(plot: &Plot, series: &Series) -> String {
    let height = |value: f64| if plot.y.scale == Scale::Log { value.log10() } else { value };
    let heights = plot.series.iter().flat_map(|series| &series.points).map(|point| height(point[1]));
    let floor = if plot.y.scale == Scale::Log { f64::INFINITY } else { 0.0 };
    let (low, high) = heights.fold((floor, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let span = (high - low).max(f64::MIN_POSITIVE);
    let block = |point: &[f64; 2]| STEPS[(7.0 * (height(point[1]) - low) / span).round() as usize % 8];
    let blocks: String = series.points.iter().map(block).collect();
    let end = |point: Option<&[f64; 2]>| point.map(|point| short(point[1])).unwrap_or_default();
    let widest = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
    let name = format!("{:<widest$}", series.name);
    format!("  {name}  {} {blocks} {}", end(series.points.first()), end(series.points.last()))
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Shape};
    use super::*;

    #[test]
    fn from_low_to_high() {
        let series = Series::new("d", Shape::Line, [[0.0, 0.0], [1.0, 0.5], [2.0, 1.0]]);
        let plot = Plot {
            caption: String::new(),
            x: Axis::linear("errors"),
            y: Axis::linear("d"),
            series: vec![series.clone()],
            marks: Vec::new(),
        };
        assert_eq!(sparkline(&plot, &series), "  d  0 ▁▅█ 1");
    }
}
