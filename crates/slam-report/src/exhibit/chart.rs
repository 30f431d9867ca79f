//! A plot with a size: where every line, dot, bar and word goes.

use serde::Serialize;

use super::ticks::{Ruler, short};
use super::{Plot, Series, Shape};
use crate::html::number::pixel;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;
/// The least distance between two names at the right.
const LINE: f64 = 15.0;
/// A line that ends this far from the right has its name where it ends.
const EARLY: f64 = 90.0;

/// A plot, ready to be drawn.
#[derive(Debug, Serialize)]
pub(super) struct Chart {
    caption: String,
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    bottom: f64,
    x_title: String,
    y_title: String,
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
    /// Where 0 is, if something lies below it.
    base: Option<f64>,
    series: Vec<Drawn>,
    marks: Vec<Tick>,
}

#[derive(Debug, Serialize)]
struct Tick {
    at: f64,
    text: String,
}

#[derive(Debug, Serialize)]
struct Drawn {
    name: String,
    /// Where the name stands.
    label: [f64; 2],
    is_dashed: bool,
    line: String,
    dots: Vec<Dot>,
    bars: Vec<Bar>,
}

#[derive(Debug, Serialize)]
struct Dot {
    x: f64,
    y: f64,
    words: String,
}

#[derive(Debug, Serialize)]
struct Bar {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    words: String,
}

/// The two rulers of a plot and the space they fill.
struct Frame<'a> {
    plot: &'a Plot,
    x: Ruler,
    y: Ruler,
    right: f64,
}

impl Chart {
    /// The drawing of a plot.
    pub(super) fn new(plot: &Plot) -> Self {
        let frame = Frame::new(plot);
        let mut series: Vec<Drawn> =
            plot.series.iter().enumerate().map(|(place, one)| frame.draw(place, one)).collect();
        part(&mut series, frame.right);
        let tick = |at: f64, text: String| Tick { at, text };
        let is_low = frame.y.ticks.first().is_some_and(|&low| low < 0.0);
        Self {
            caption: plot.caption.clone(),
            width: WIDTH,
            height: HEIGHT,
            left: LEFT,
            right: frame.right,
            bottom: HEIGHT - BOTTOM,
            x_title: plot.x.title.clone(),
            y_title: plot.y.title.clone(),
            x_ticks: frame.x.ticks.iter().map(|&value| tick(frame.along(value), frame.x.text(value))).collect(),
            y_ticks: frame.y.ticks.iter().map(|&value| tick(frame.up(value), frame.y.text(value))).collect(),
            base: is_low.then(|| frame.up(0.0)),
            series,
            marks: plot.marks.iter().map(|mark| tick(frame.up(mark.y), mark.text.clone())).collect(),
        }
    }
}

impl<'a> Frame<'a> {
    fn new(plot: &'a Plot) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let has_bars = plot.series.iter().any(|series| series.shape == Shape::Bars);
        let mut heights: Vec<f64> = points().map(|point| point[1]).collect();
        heights.extend(plot.marks.iter().map(|mark| mark.y));
        heights.extend(has_bars.then_some(0.0));
        let longest = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
        Self {
            plot,
            x: Ruler::new(&plot.x.scale, &points().map(|point| point[0]).collect::<Vec<_>>()),
            y: Ruler::new(&plot.y.scale, &heights),
            right: WIDTH - (22.0 + 6.8 * longest as f64).clamp(40.0, 190.0),
        }
    }

    fn along(&self, value: f64) -> f64 {
        pixel(LEFT + (self.right - LEFT) * self.x.share(value))
    }

    fn up(&self, value: f64) -> f64 {
        pixel(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - self.y.share(value)))
    }

    fn draw(&self, place: usize, series: &Series) -> Drawn {
        let is_bars = series.shape == Shape::Bars;
        let spot = |point: &[f64; 2]| format!("{},{}", self.along(point[0]), self.up(point[1]));
        let dot =
            |point: &[f64; 2]| Dot { x: self.along(point[0]), y: self.up(point[1]), words: self.words(series, point) };
        let end = series.points.last().map_or([self.right, TOP], |point| [self.along(point[0]), self.up(point[1])]);
        Drawn {
            name: series.name.clone(),
            label: if is_bars { [self.right, TOP + LINE * place as f64] } else { self.beside(end) },
            is_dashed: series.shape == Shape::Dashed,
            line: if is_bars { String::new() } else { series.points.iter().map(spot).collect::<Vec<_>>().join(" ") },
            dots: if series.shape == Shape::Line { series.points.iter().map(dot).collect() } else { Vec::new() },
            bars: if is_bars {
                series.points.iter().map(|point| self.bar(series, point)).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// Where a name stands beside the end of a line: at the right, unless the line ends long before.
    fn beside(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        if x < self.right - EARLY { [x, y] } else { [self.right, y] }
    }

    /// A bar from 0, beside those of the other series at the same place.
    fn bar(&self, series: &Series, point: &[f64; 2]) -> Bar {
        let bars: Vec<&Series> = self.plot.series.iter().filter(|series| series.shape == Shape::Bars).collect();
        let place = bars.iter().position(|other| std::ptr::eq(*other, series)).unwrap_or(0) as f64;
        let n_places = self.x.ticks.len().max(1) as f64;
        let room = 0.72 * (self.right - LEFT) / n_places;
        let width = room / bars.len() as f64;
        let (base, end) = (self.up(0.0), self.up(point[1]));
        Bar {
            x: pixel(self.along(point[0]) - 0.5 * room + width * place),
            y: base.min(end),
            width: pixel((width - 1.5).max(1.0)),
            height: pixel((base - end).abs().max(0.8)),
            words: self.words(series, point),
        }
    }

    fn words(&self, series: &Series, point: &[f64; 2]) -> String {
        let text = if self.x.ticks.contains(&point[0]) { self.x.text(point[0]) } else { short(point[0]) };
        format!("{}: {} at {text}", series.name, short(point[1]))
    }
}

/// Moves the names at the right apart, in the order of their heights, and back up where they would leave the drawing.
fn part(series: &mut [Drawn], right: f64) {
    let mut names: Vec<&mut f64> =
        series.iter_mut().filter(|one| one.label[0] == right).map(|one| &mut one.label[1]).collect();
    names.sort_by(|a, b| a.total_cmp(b));
    let mut floor = TOP;
    for name in &mut names {
        **name = name.max(floor);
        floor = **name + LINE;
    }
    let mut ceiling = HEIGHT - BOTTOM;
    for name in names.iter_mut().rev() {
        **name = pixel(name.min(ceiling));
        ceiling = **name - LINE;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Mark};
    use super::*;

    fn plot(series: Vec<Series>) -> Plot {
        let mark = Mark { y: 1.0, text: "the most".to_owned() };
        Plot { caption: String::new(), x: Axis::linear("x"), y: Axis::linear("y"), series, marks: vec![mark] }
    }

    #[test]
    fn lines_go_from_corner_to_corner() {
        let chart = Chart::new(&plot(vec![Series::new("up", Shape::Line, [[0.0, 0.0], [1.0, 1.0]])]));
        assert_eq!(chart.series[0].line, format!("52,{} {},34", HEIGHT - BOTTOM, chart.right));
        assert_eq!(chart.marks[0].at, TOP);
        assert_eq!(chart.series[0].dots[1].words, "up: 1 at 1");
    }

    #[test]
    fn names_do_not_overlap() {
        let flat = |name: &str| Series::new(name, Shape::Line, [[0.0, 0.0], [1.0, 0.0]]);
        let chart = Chart::new(&plot(vec![flat("a"), flat("b"), flat("c")]));
        let labels: Vec<f64> = chart.series.iter().map(|series| series.label[1]).collect();
        assert_eq!(labels, [222.0, 237.0, 252.0]);
    }

    #[test]
    fn a_line_that_ends_early_is_named_there() {
        let short = Series::new("short", Shape::Line, [[0.0, 0.0], [0.5, 0.5]]);
        let chart = Chart::new(&plot(vec![short, Series::new("long", Shape::Line, [[0.0, 0.0], [1.0, 1.0]])]));
        assert_eq!(chart.series[0].label, [chart.series[0].dots[1].x, chart.series[0].dots[1].y]);
        assert_eq!(chart.series[1].label, [chart.right, TOP]);
    }

    #[test]
    fn bars_stand_on_zero() {
        let bars = Plot {
            x: Axis::named("case", &["I", "II"]),
            marks: Vec::new(),
            ..plot(vec![Series::new("q", Shape::Bars, [[0.0, 0.5], [1.0, -0.5]])])
        };
        let chart = Chart::new(&bars);
        let [above, below] = [&chart.series[0].bars[0], &chart.series[0].bars[1]];
        assert_eq!((chart.base, above.y + above.height), (Some(below.y), below.y));
        assert_eq!(above.words, "q: 0.5 at I");
    }
}
