//! Results as tables for a document: Markdown and LaTeX are written from them.

mod score;
mod board;
mod markdown;
mod latex;

use slam::metrics::Better;
use slam::{Comparison, Score};

use crate::look::Look;

/// A result as tables with captions, to be written as Markdown or LaTeX.
///
/// ```
/// # fn show(comparison: &slam::Comparison) {
/// use slam_report::{Document, Look};
/// let tables = Document::of_comparison(comparison, &Look::default());
/// println!("{}\n{}", tables.markdown(), tables.latex());
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Which program made it, for a comment.
    origin: String,
    tables: Vec<Table>,
}

/// A table with what its numbers are.
#[derive(Debug, Clone, PartialEq)]
struct Table {
    /// What it is called in references to it.
    key: &'static str,
    caption: String,
    heads: Vec<Head>,
    rows: Vec<Vec<Cell>>,
    /// What stands below.
    notes: Vec<String>,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq)]
struct Head {
    title: String,
    /// The unit, where there is one.
    unit: Option<&'static str>,
    better: Option<Better>,
    /// Whether it holds words, to the left, or numbers, to the right.
    is_words: bool,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Default)]
struct Cell {
    text: String,
    is_best: bool,
}

impl Document {
    /// The tables of a score: its numbers, then what became of each domain, and each slice.
    pub fn of_score(score: &Score) -> Self {
        Self { origin: origin(score.provenance.version), tables: score::tables(score) }
    }

    /// The tables of a comparison: the leaderboard, then all metrics where they are asked for, and methods by slices.
    pub fn of_comparison(comparison: &Comparison, look: &Look) -> Self {
        Self { origin: origin(comparison.provenance.version), tables: board::tables(comparison, look) }
    }

    /// The tables in Markdown, as GitHub and pandoc read it.
    pub fn markdown(&self) -> String {
        markdown::written(self)
    }

    /// The tables in LaTeX, with the rules of the package `booktabs`.
    pub fn latex(&self) -> String {
        latex::written(self)
    }
}

fn origin(version: &str) -> String {
    format!("written by slam {version}")
}

impl Head {
    fn words(title: &str) -> Self {
        Self { title: title.to_owned(), unit: None, better: None, is_words: true }
    }

    fn number(title: &str, better: Option<Better>) -> Self {
        Self { title: title.to_owned(), unit: None, better, is_words: false }
    }

    fn percent(title: &str) -> Self {
        Self { unit: Some("%"), ..Self::number(title, None) }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, is_best: false }
    }
}

/// A share in percent, without the sign: its head has it.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "N/A".to_owned(), |share| crate::number::percent(share).trim_end_matches(" %").to_owned())
}
