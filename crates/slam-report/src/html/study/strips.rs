//! One strip per method: a dot for every slice, those of one donor on one line, and the mean with its interval.

use serde::Serialize;
use slam::study::StudyResult;

use super::super::number::pixel;
use super::super::palette::{css, palette};
use super::numbers::{Number, donors, text};

const WIDTH: f64 = 900.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 30.0;
/// The height of a strip without its lanes.
const ROOM: f64 = 16.0;
const MOST_LANES: usize = 6;

/// All strips on one scale.
#[derive(Debug, Serialize)]
pub(crate) struct Strips {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    ticks: Vec<Tick>,
    rows: Vec<Strip>,
    /// The donors with their colours; empty where nobody said whose the slices are.
    donors: Vec<Donor>,
}

#[derive(Debug, Serialize)]
struct Tick {
    x: f64,
    text: String,
}

#[derive(Debug, Serialize)]
struct Donor {
    name: String,
    color: String,
}

#[derive(Debug, Serialize)]
struct Strip {
    name: String,
    label: String,
    top: f64,
    middle: f64,
    bottom: f64,
    mean: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    dots: Vec<Dot>,
}

#[derive(Debug, Serialize)]
struct Dot {
    slice: usize,
    x: Option<f64>,
    y: f64,
    color: String,
    words: String,
}

impl Strips {
    /// The strips of a study by one of its numbers.
    pub(crate) fn new(study: &StudyResult, number: &Number) -> Self {
        let (names, whose) = donors(study);
        let has_donors = study.slices.iter().any(|slice| slice.donor.is_some());
        let n_lanes = if has_donors { names.len().min(MOST_LANES) } else { 1 };
        let colors: Vec<String> = palette(names.len()).into_iter().map(css).collect();
        let color = |slice: usize| if has_donors { colors[whose[slice]].clone() } else { "var(--accent)".to_owned() };
        let step = ROOM + 9.0 * n_lanes as f64;
        let scale = Scale::new(number.range);
        let row = |method: usize| {
            let top = TOP + step * method as f64;
            let lane = |slice: usize| if has_donors { whose[slice] % n_lanes } else { 0 };
            let dot = |slice: usize| Dot {
                slice,
                x: number.values[method][slice].map(|value| scale.x(value)),
                y: pixel(top + 0.5 * ROOM + 9.0 * (lane(slice) as f64 + 0.5)),
                color: color(slice),
                words: format!("{}: {}", study.slices[slice].slice, text(&number.name, number.values[method][slice])),
            };
            let [mean, low, high] = number.means[method].map(|value| value.map(|value| scale.x(value)));
            let name = study.methods[method].method.clone();
            Strip {
                label: super::super::rank_chart::shortened(&name),
                name,
                top: pixel(top + 3.0),
                middle: pixel(top + 0.5 * step),
                bottom: pixel(top + step - 3.0),
                mean,
                low,
                high,
                dots: (0..study.slices.len())
                    .filter(|&slice| study.methods[method].slices[slice].is_some())
                    .map(dot)
                    .collect(),
            }
        };
        let donor = |(name, color): (&String, &String)| Donor { name: name.clone(), color: color.clone() };
        Self {
            width: WIDTH,
            height: TOP + step * study.methods.len() as f64 + 8.0,
            left: LEFT,
            right: WIDTH - RIGHT,
            ticks: scale.ticks(),
            rows: (0..study.methods.len()).map(row).collect(),
            donors: if has_donors { names.iter().zip(&colors).map(donor).collect() } else { Vec::new() },
        }
    }
}

/// Where values lie between the two ends of all strips.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn new([low, high]: [f64; 2]) -> Self {
        let room = if high > low { 0.04 * (high - low) } else { 0.5 };
        Self { low: low - room, high: high + room }
    }

    fn x(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        pixel(LEFT + share * (WIDTH - LEFT - RIGHT))
    }

    fn ticks(&self) -> Vec<Tick> {
        let value = |part: u8| self.low + (self.high - self.low) * f64::from(part) / 4.0;
        (0..=4).map(|part| Tick { x: self.x(value(part)), text: format!("{:.3}", value(part)) }).collect()
    }
}
