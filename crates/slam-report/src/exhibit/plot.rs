//! What a drawing of numbers shows, before it has a size.

use serde::Serialize;

/// A drawing of numbers: lines, dashes or bars over one horizontal axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plot {
    /// What it shows.
    pub caption: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// What is drawn, each under a name.
    pub series: Vec<Series>,
    /// Levels to compare with.
    pub marks: Vec<Mark>,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Axis {
    /// What runs along it, with its unit.
    pub title: String,
    /// How it runs.
    pub scale: Scale,
}

/// How an axis runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Evenly; a vertical one starts at 0 unless something is below.
    Linear,
    /// By powers of ten; all values are positive.
    Log,
    /// By name: the values are 0, 1, 2 … in the order of the names.
    Named(Vec<String>),
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Series {
    /// Whose points they are.
    pub name: String,
    /// How they are drawn.
    pub shape: Shape,
    /// The points, from left to right.
    pub points: Vec<[f64; 2]>,
}

/// How points are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Dots with a line through them.
    Line,
    /// A broken line without dots, for what others are compared with.
    Dashed,
    /// Bars, side by side where there are several series of them.
    Bars,
}

/// A level to compare with: a broken line across the drawing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    /// Where it is.
    pub y: f64,
    /// What it means.
    pub text: String,
}

impl Axis {
    /// An axis that runs evenly.
    pub fn linear(title: &str) -> Self {
        Self { title: title.to_owned(), scale: Scale::Linear }
    }

    /// An axis that runs by powers of ten.
    pub fn log(title: &str) -> Self {
        Self { title: title.to_owned(), scale: Scale::Log }
    }

    /// An axis of names.
    pub fn named(title: &str, names: &[&str]) -> Self {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Self { title: title.to_owned(), scale: Scale::Named(names) }
    }
}

impl Series {
    /// Points under a name.
    pub fn new(name: &str, shape: Shape, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self { name: name.to_owned(), shape, points: points.into_iter().collect() }
    }
}
