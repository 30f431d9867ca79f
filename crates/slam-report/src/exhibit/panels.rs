//! A map with a size: where every dot goes, and in which colour.

use serde::Serialize;

use super::{Map, Panel};
use crate::html::number::pixel;
use crate::html::palette::{css, palette};

/// The longer side of a panel.
const SIDE: f64 = 128.0;
const MARGIN: f64 = 13.0;

/// A map, ready to be drawn.
#[derive(Debug, Serialize)]
pub(super) struct Panels {
    caption: String,
    width: f64,
    height: f64,
    radius: f64,
    legend: Vec<Entry>,
    drawn: Vec<Drawn>,
}

#[derive(Debug, Serialize)]
struct Entry {
    label: String,
    color: String,
}

#[derive(Debug, Serialize)]
struct Drawn {
    title: String,
    n_wrong: usize,
    dots: Vec<Dot>,
}

#[derive(Debug, Serialize)]
struct Dot {
    x: f64,
    y: f64,
    color: String,
    is_wrong: bool,
}

impl Panels {
    /// The drawing of a map.
    pub(super) fn new(map: &Map) -> Self {
        let labels = map.labels();
        let colors: Vec<String> = palette(labels.len()).into_iter().map(css).collect();
        let color = |label: &str| {
            labels.iter().position(|other| *other == label).map_or_else(String::new, |place| colors[place].clone())
        };
        let (size, places) = spread(&map.places);
        let truth = map.panels.first();
        let drawn = |panel: &Panel| {
            let is_wrong = |spot: usize| truth.is_some_and(|truth| truth.labels[spot] != panel.labels[spot]);
            let dot = |(spot, place): (usize, &[f64; 2])| Dot {
                x: pixel(place[0]),
                y: pixel(place[1]),
                color: color(&panel.labels[spot]),
                is_wrong: is_wrong(spot),
            };
            let dots: Vec<Dot> = places.iter().enumerate().map(dot).collect();
            Drawn { title: panel.title.clone(), n_wrong: dots.iter().filter(|dot| dot.is_wrong).count(), dots }
        };
        let spacing = ((size[0] * size[1]) / places.len().max(1) as f64).sqrt();
        Self {
            caption: map.caption.clone(),
            width: pixel(size[0] + 2.0 * MARGIN),
            height: pixel(size[1] + 2.0 * MARGIN),
            radius: pixel((0.36 * spacing).clamp(1.0, 7.0)),
            legend: labels.iter().map(|&label| Entry { label: label.to_owned(), color: color(label) }).collect(),
            drawn: map.panels.iter().map(drawn).collect(),
        }
    }
}

/// The size of the drawing, and the places on it; y runs upwards.
fn spread(places: &[[f64; 2]]) -> ([f64; 2], Vec<[f64; 2]>) {
    let ends = [0, 1].map(|axis| {
        let values = places.iter().map(|place| place[axis]);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    });
    let sides = ends.map(|(low, high)| (high - low).max(0.0));
    let scale = SIDE / sides[0].max(sides[1]).max(f64::MIN_POSITIVE);
    let place = |place: &[f64; 2]| [MARGIN + scale * (place[0] - ends[0].0), MARGIN + scale * (ends[1].1 - place[1])];
    (sides.map(|side| (side * scale).max(1.0)), places.iter().map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_spots_are_ringed() {
        let panel = |title: &str, labels: [&str; 3]| Panel {
            title: title.to_owned(),
            labels: labels.map(str::to_owned).to_vec(),
        };
        let map = Map {
            caption: String::new(),
            places: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]],
            panels: vec![panel("truth", ["a", "a", "b"]), panel("pred", ["a", "b", "b"])],
        };
        let panels = Panels::new(&map);
        assert_eq!((panels.drawn[0].n_wrong, panels.drawn[1].n_wrong), (0, 1));
        assert!(panels.drawn[1].dots[1].is_wrong);
        assert_eq!(panels.drawn[1].dots[1].color, panels.legend[1].color);
        assert_eq!((panels.width, panels.drawn[0].dots[2].y), (90.0, MARGIN));
    }
}
