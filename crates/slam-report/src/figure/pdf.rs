//! A drawing as PDF: one page, words as words in Helvetica, which every reader has.

use std::fmt::Write;

use super::drawing::{Anchor, Drawing, Picture, Shape};
use super::font::{text_width, windows_1252};
use super::png::deflated;
use super::svg::MARK;
use crate::html::Color;

/// Points for a pixel.
const POINT: f64 = 0.75;

pub(crate) fn pdf(drawing: &Drawing) -> Vec<u8> {
    let mut content = String::new();
    let (width, height) = (POINT * drawing.width, POINT * drawing.height);
    // From here on y runs down, and a unit is a pixel.
    say(&mut content, &format!("{POINT} 0 0 -{POINT} 0 {height} cm 1 J 1 j"));
    let mut pictures = Vec::new();
    drawing.shapes.iter().for_each(|shape| write_shape(&mut content, shape, &mut pictures));
    let names: Vec<String> = (0..pictures.len()).map(|place| format!("/P{place} {} 0 R ", 7 + place)).collect();
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2} {height:.2}]/Contents 4 0 R/Resources<</Font<</F0 5 0 R/F1 6 0 \
         R>>/XObject<<{}>>>>>>",
        names.concat()
    );
    let font =
        |name: &str| format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>").into_bytes();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.into_bytes(),
        stream("", content.as_bytes()),
        font("Helvetica"),
        font("Helvetica-Bold"),
    ];
    objects.extend(pictures.into_iter().map(image));
    file(&objects)
}

/// The objects behind each other, and where each begins.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = format!("%PDF-1.4\n% {MARK} {}\n", env!("CARGO_PKG_VERSION")).into_bytes();
    let mut places = String::new();
    for (number, object) in objects.iter().enumerate() {
        say(&mut places, &format!("{:010} 00000 n ", file.len()));
        file.extend(format!("{} 0 obj\n", number + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (n, start) = (objects.len() + 1, file.len());
    let end = format!(
        "xref\n0 {n}\n0000000000 65535 f \n{places}trailer\n<</Size {n}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend(end.bytes());
    file
}

fn stream(words: &str, bytes: &[u8]) -> Vec<u8> {
    let packed = deflated(bytes);
    let head = format!("<<{words}/Filter/FlateDecode/Length {}>>\nstream\n", packed.len());
    [head.as_bytes(), &packed, b"\nendstream"].concat()
}

fn image(picture: &Picture) -> Vec<u8> {
    let words = format!(
        "/Type/XObject/Subtype/Image/Width {}/Height {}/ColorSpace/DeviceRGB/BitsPerComponent 8",
        picture.width, picture.height
    );
    stream(&words, &picture.rgb)
}

fn write_shape<'a>(content: &mut String, shape: &'a Shape, pictures: &mut Vec<&'a Picture>) {
    match shape {
        Shape::Box([x, y, width, height], color) => {
            say(content, &format!("{} rg {x:.2} {y:.2} {width:.2} {height:.2} re f", shade(*color)));
        }
        Shape::Path { data, fill, stroke } => {
            if let Some(stroke) = stroke {
                let dashes = if stroke.is_dashed { "[5 4]" } else { "[]" };
                say(content, &format!("{} RG {} w {dashes} 0 d", shade(stroke.color), stroke.width));
            }
            if let Some(color) = fill {
                say(content, &format!("{} rg", shade(*color)));
            }
            let paint = match (fill, stroke) {
                (Some(_), Some(_)) => "B*",
                (Some(_), None) => "f*",
                _ => "S",
            };
            say(content, &format!("{}{paint}", operators(data)));
        }
        Shape::Dots { places, radius, color } => {
            say(content, &format!("{} RG {:.2} w [] 0 d", shade(*color), 2.0 * radius));
            places.iter().for_each(|[x, y]| say(content, &format!("{x:.1} {y:.1} m {x:.1} {y:.1} l S")));
        }
        Shape::Words { at: [x, y], text, size, anchor, is_bold, color } => {
            let wide = text_width(text, *size) * if *is_bold { 1.07 } else { 1.0 };
            let x = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - 0.5 * wide,
                Anchor::End => x - wide,
            };
            let (color, font) = (shade(*color), u8::from(*is_bold));
            let words = format!("BT {color} rg /F{font} {size} Tf 1 0 0 -1 {x:.2} {y:.2} Tm <{}> Tj ET", hex(text));
            say(content, &words);
        }
        Shape::Picture { frame: [x, y, width, height], picture } => {
            let (name, bottom) = (pictures.len(), y + height);
            say(content, &format!("q {width:.2} 0 0 -{height:.2} {x:.2} {bottom:.2} cm /P{name} Do Q"));
            pictures.push(picture);
        }
    }
}

fn say(content: &mut String, words: &str) {
    writeln!(content, "{words}").expect("a text can be written to");
}

fn shade(color: Color) -> String {
    color.map(|value| format!("{:.3}", f64::from(value) / 255.0)).join(" ")
}

/// A path of SVG as PDF has it: numbers first, then what is done with them.
fn operators(data: &str) -> String {
    let mut written = String::new();
    let starts: Vec<usize> =
        data.char_indices().filter(|(_, letter)| "MLCZ".contains(*letter)).map(|(i, _)| i).collect();
    for (place, &start) in starts.iter().enumerate() {
        let end = starts.get(place + 1).copied().unwrap_or(data.len());
        let numbers = data[start + 1..end].replace(',', " ");
        let operator = match data.as_bytes()[start] {
            b'M' => "m",
            b'L' => "l",
            b'C' => "c",
            _ => "h",
        };
        // Several points behind one L are as many lines.
        let numbers: Vec<&str> = numbers.split_whitespace().collect();
        let step = if operator == "c" { 6 } else { 2 };
        for point in numbers.chunks(step) {
            written.extend([&point.join(" "), " ", operator, " "]);
        }
        if numbers.is_empty() {
            written.extend([operator, " "]);
        }
    }
    written
}

/// The letters of a text, those that the font lacks as question marks.
fn hex(text: &str) -> String {
    let bytes = text.chars().map(|letter| format!("{:02x}", windows_1252(letter).unwrap_or(b'?')));
    bytes.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::drawing::INK;

    #[test]
    fn paths_turn_around() {
        assert_eq!(operators("M1,2C3,4 5,6 7,8Z"), "1 2 m 3 4 5 6 7 8 c h ");
        assert_eq!(operators("M1 2L3 4 5 6"), "1 2 m 3 4 l 5 6 l ");
    }

    #[test]
    fn every_object_is_where_the_table_says() {
        let mut drawing = Drawing::new(100.0, 50.0);
        drawing.words([1.0, 2.0], "é λ", 12.0, Anchor::End);
        drawing.dots(vec![[1.0, 2.0]], 1.5, INK);
        let picture = Picture { width: 1, height: 1, rgb: vec![1, 2, 3] };
        drawing.shapes.push(Shape::Picture { frame: [0.0; 4], picture });
        let file = pdf(&drawing);
        let text = String::from_utf8_lossy(&file);
        let table = text.split("65535 f \n").nth(1).unwrap();
        let places = table.lines().map_while(|line| line.strip_suffix(" 00000 n ")).map(|at| at.parse().unwrap());
        let places: Vec<usize> = places.collect();
        assert_eq!(places.len(), 7);
        for (number, &place) in places.iter().enumerate() {
            assert!(file[place..].starts_with(format!("{} 0 obj", number + 1).as_bytes()), "object {}", number + 1);
        }
        assert_eq!(hex("é λ"), "e9203f");
    }
}
