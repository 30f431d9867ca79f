//! What an experiment found, once: the terminal, JSON and the page are all written from here.

mod table;
mod plot;
mod map;
mod text;
mod sparkline;
mod rows;
mod json;
mod ticks;
mod chart;
mod panels;
mod page;

use serde::Serialize;
use serde_json::Value;

pub use json::exhibits_json;
pub use map::{Map, Panel};
pub use page::{Cover, exhibits_html};
pub use plot::{Axis, Mark, Plot, Scale, Series, Shape};
pub use rows::exhibit_rows;
pub use table::{Cell, Table, Tone};
pub use text::exhibits_text;

/// One experiment: what was asked, whether the claim holds, and the tables and drawings that show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exhibit {
    /// The name for programs: a key of the JSON, and the place on the page.
    pub key: String,
    /// The name for people.
    pub title: String,
    /// What is shown, in a sentence or two.
    pub lead: String,
    /// Which claims hold.
    pub verdicts: Vec<Verdict>,
    /// What there is to see, in reading order.
    pub figures: Vec<Figure>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// The numbers, for programs.
    pub data: Value,
}

/// Whether a claim holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The case that it is about.
    pub case: String,
    /// The claim, as a statement.
    pub claim: String,
    /// Whether it holds.
    pub holds: bool,
    /// The numbers that decide, in words.
    pub words: String,
    /// Q of SLAM, where the claim is about one.
    pub q: Option<f64>,
    /// The paired standard error of Q.
    pub q_se: Option<f64>,
    /// Q in the paper.
    pub paper: Option<f64>,
}

impl Verdict {
    /// A claim that is decided by other numbers than Q.
    pub fn new(case: &str, claim: &str, holds: bool, words: String) -> Self {
        Self { case: case.to_owned(), claim: claim.to_owned(), holds, words, q: None, q_se: None, paper: None }
    }
}

/// Something to look at.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// Numbers in rows and columns.
    Table(Table),
    /// A drawing of numbers; the terminal shows its outline.
    Plot(Plot),
    /// Labelings side by side; on the page alone.
    Map(Map),
}
