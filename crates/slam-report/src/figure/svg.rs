//! A drawing as SVG; words stay words, which any editor can change.

use std::fmt::Write;

use super::drawing::{Anchor, Drawing, Shape, Stroke};
use super::png::png;
use crate::html::css;
use crate::html::pack::base64;

/// What tells a file of ours from others.
pub(crate) const MARK: &str = "written by slam";

pub(crate) fn svg(drawing: &Drawing) -> String {
    let Drawing { width, height, shapes } = drawing;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} \
         {height:.0}\" font-family=\"Helvetica, Arial, sans-serif\">\n<!-- {MARK} {} -->\n<rect width=\"100%\" height=\"100%\" \
         fill=\"#ffffff\"/>\n",
        env!("CARGO_PKG_VERSION")
    );
    shapes.iter().for_each(|shape| write_shape(&mut text, shape));
    text + "</svg>\n"
}

fn write_shape(text: &mut String, shape: &Shape) {
    let written = match shape {
        Shape::Box([x, y, width, height], color) => {
            let [x, y, width, height] = [x, y, width, height].map(|value| round(*value));
            writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", css(*color))
        }
        Shape::Path { data, fill, stroke } => {
            let fill = fill.map_or_else(|| "none".to_owned(), css);
            let stroke = stroke.as_ref().map(pen).unwrap_or_default();
            writeln!(text, "<path d=\"{data}\" fill=\"{fill}\" fill-rule=\"evenodd\"{stroke}/>")
        }
        Shape::Dots { places, radius, color } => {
            // A line of no length with round ends is a disc, and takes a third of the bytes of one.
            let data: Vec<String> = places.iter().map(|[x, y]| format!("M{} {}h0", round(*x), round(*y))).collect();
            let (data, color, width) = (data.concat(), css(*color), (200.0 * radius).round() / 100.0);
            writeln!(
                text,
                "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
            )
        }
        Shape::Words { at: [x, y], text: words, size, anchor, is_bold, color } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if *is_bold { " font-weight=\"bold\"" } else { "" };
            let (x, y, color, words) = (round(*x), round(*y), css(*color), escaped(words));
            writeln!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight} fill=\"{color}\">{words}</text>"
            )
        }
        Shape::Picture { frame: [x, y, width, height], picture } => writeln!(
            text,
            "<image x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" preserveAspectRatio=\"none\" \
             href=\"data:image/png;base64,{}\"/>",
            base64(&png(picture))
        ),
    };
    written.expect("a text can be written to");
}

fn pen(stroke: &Stroke) -> String {
    let dashes = if stroke.is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
    format!(" stroke=\"{}\" stroke-width=\"{}\"{dashes}", css(stroke.color), stroke.width)
}

/// A tenth of a pixel is fine enough.
fn round(value: f64) -> f64 {
    crate::html::number::pixel(value)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::drawing::INK;

    #[test]
    fn words_are_words_and_signs_are_letters() {
        let mut drawing = Drawing::new(100.0, 50.0);
        drawing.words([1.0, 2.0], "a < b & c", 12.0, Anchor::Middle);
        drawing.dots(vec![[1.04, 2.0], [3.0, 4.0]], 1.5, INK);
        let text = svg(&drawing);
        let words =
            "<text x=\"1\" y=\"2\" font-size=\"12\" text-anchor=\"middle\" fill=\"#1d2126\">a &lt; b &amp; c</text>";
        assert!(text.contains(words), "{text}");
        assert!(text.contains("d=\"M1 2h0M3 4h0\"") && text.contains("stroke-width=\"3\""), "{text}");
    }
}
