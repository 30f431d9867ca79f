//! A drawing before it is a file: shapes and words on a page, measured in pixels from its top left corner.

use super::font::text_width;
use crate::html::Color;

/// What is drawn, back to front.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

/// A thing on a drawing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// A filled box: left, top, width, height.
    Box([f64; 4], Color),
    /// A line or an outline, as SVG writes it with `M`, `L`, `C` and `Z` alone.
    Path { data: String, fill: Option<Color>, stroke: Option<Stroke> },
    /// Discs of one size and colour.
    Dots { places: Vec<[f64; 2]>, radius: f64, color: Color },
    /// Words on a base line.
    Words { at: [f64; 2], text: String, size: f64, anchor: Anchor, is_bold: bool, color: Color },
    /// A picture of dots too many to be drawn one by one.
    Picture { frame: [f64; 4], picture: Picture },
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    pub(crate) width: f64,
    pub(crate) is_dashed: bool,
}

/// Which end of words stands at their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Pixels, row after row from the top.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgb: Vec<u8>,
}

pub(crate) const INK: Color = [0x1d, 0x21, 0x26];
pub(crate) const MUTED: Color = [0x5c, 0x64, 0x6e];
pub(crate) const FAINT: Color = [0xd9, 0xdc, 0xe0];
pub(crate) const WHITE: Color = [0xff; 3];

impl Drawing {
    /// An empty page.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    /// A filled box.
    pub(crate) fn fill(&mut self, frame: [f64; 4], color: Color) {
        self.shapes.push(Shape::Box(frame, color));
    }

    /// A straight line.
    pub(crate) fn line(&mut self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], color: Color, width: f64) {
        self.stroke(format!("M{x0} {y0}L{x1} {y1}"), color, width, false);
    }

    /// A line by its path.
    pub(crate) fn stroke(&mut self, data: String, color: Color, width: f64, is_dashed: bool) {
        self.shapes.push(Shape::Path { data, fill: None, stroke: Some(Stroke { color, width, is_dashed }) });
    }

    /// Discs of one size and colour.
    pub(crate) fn dots(&mut self, places: Vec<[f64; 2]>, radius: f64, color: Color) {
        if !places.is_empty() {
            self.shapes.push(Shape::Dots { places, radius, color });
        }
    }

    /// Words in ink.
    pub(crate) fn words(&mut self, at: [f64; 2], text: &str, size: f64, anchor: Anchor) {
        self.colored_words(at, text, size, anchor, INK);
    }

    /// Words in another colour.
    pub(crate) fn colored_words(&mut self, at: [f64; 2], text: &str, size: f64, anchor: Anchor, color: Color) {
        let text = crate::visible::one_line(text).into_owned();
        self.shapes.push(Shape::Words { at, text, size, anchor, is_bold: false, color });
    }

    /// A headline.
    pub(crate) fn title(&mut self, at: [f64; 2], text: &str) {
        let text = crate::visible::one_line(text).into_owned();
        let (size, anchor, is_bold) = (15.0, Anchor::Start, true);
        self.width = self.width.max(at[0] + 1.08 * text_width(&text, size) + 12.0);
        self.shapes.push(Shape::Words { at, text, size, anchor, is_bold, color: INK });
    }
}
