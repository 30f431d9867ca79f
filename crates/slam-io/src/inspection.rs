//! What is in a file, and what to type next.

use std::path::Path;

use serde::Serialize;

use crate::error::Result;
use crate::source::open;

/// What is in a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inspection {
    /// The file.
    pub file: String,
    /// The number of spots.
    pub n_spots: usize,
    /// The columns, in the order of the file.
    pub columns: Vec<Column>,
    /// The number of further columns, which were not looked at.
    pub n_more_columns: usize,
    /// Where ids come from, in words, if there are any.
    pub ids: Option<String>,
    /// Where positions come from, if they are found.
    pub positions: Option<Positions>,
    /// Columns that look like slices.
    pub slices: Vec<String>,
    /// The line to type next.
    pub next: String,
}

/// A column, and what is in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The number of spots where it says nothing.
    pub n_missing: usize,
    /// What it says elsewhere.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What is in a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// An id per spot.
    Id,
    /// Labels: at most 1,000 different ones, and most of them repeated.
    Label {
        /// The number of different labels.
        n_labels: usize,
        /// The commonest, with their counts; ties in label order.
        top: Vec<(String, usize)>,
    },
    /// Numbers that are no labels.
    Number {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// Text that is neither label nor number.
    Text,
    /// Nothing.
    Empty,
}

/// Where positions come from, and how far they reach.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Positions {
    /// The choice, in words.
    pub choice: String,
    /// The smallest and the largest coordinate of each axis, as stored.
    pub ranges: Vec<[f64; 2]>,
}

/// Says what is in a file.
pub fn inspect(path: &Path) -> Result<Inspection> {
    open(path)?.inspect()
}

/// Names by which truths go, best first, as a part of a column's name.
const TRUTH_WORDS: [&str; 9] =
    ["truth", "ground", "manual", "annotat", "patholog", "label", "region", "layer", "domain"];

/// Names by which slices go, as a whole column's name.
const SLICE_NAMES: [&str; 14] = [
    "slice",
    "slice_id",
    "sample",
    "sample_id",
    "sample_name",
    "section",
    "section_id",
    "library",
    "library_id",
    "slide",
    "slide_id",
    "batch",
    "fov",
    "donor",
];

impl Column {
    /// Whether the column looks like slices, of which there are several, and every spot lies on one.
    pub(crate) fn is_slice(&self) -> bool {
        let name = self.name.to_lowercase();
        let is_several = matches!(self.kind, Kind::Label { n_labels, .. } if n_labels > 1);
        is_several && self.n_missing == 0 && SLICE_NAMES.contains(&name.as_str())
    }

    /// Whether the column may be a labeling to compare.
    fn is_candidate(&self) -> bool {
        let name = self.name.to_lowercase();
        matches!(self.kind, Kind::Label { .. }) && name != "in_tissue" && !SLICE_NAMES.contains(&name.as_str())
    }
}

/// The line to type next, with a guess which column is the truth.
pub(crate) fn next_line(file: &str, columns: &[Column], has_positions: bool, slices: &[String]) -> String {
    let candidates: Vec<&str> = columns.iter().filter(|c| c.is_candidate()).map(|c| c.name.as_str()).collect();
    let named = |word: &&str| candidates.iter().position(|name| name.to_lowercase().contains(word));
    let truth = TRUTH_WORDS.iter().find_map(named).unwrap_or(0);
    let preds: Vec<&str> = (0..candidates.len()).filter(|&i| i != truth).map(|i| candidates[i]).collect();
    let mut line = format!("slam score {}", quoted(file));
    line += &format!(" --truth {}", candidates.get(truth).map_or_else(|| "COLUMN".to_owned(), |name| quoted(name)));
    line += &format!(" --pred {}", preds.first().map_or_else(|| "COLUMN".to_owned(), |name| quoted(name)));
    if preds.is_empty() {
        line += " --labels FILE";
    }
    if !has_positions {
        line += " --x COLUMN --y COLUMN";
    }
    if let Some(slice) = slices.first() {
        line += &format!(" --slice {}", quoted(slice));
    }
    line
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:+,@%=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(name: &str) -> Column {
        Column { name: name.into(), n_missing: 0, kind: Kind::Label { n_labels: 2, top: Vec::new() } }
    }

    #[test]
    fn the_next_line_guesses_the_truth() {
        let columns = [label("leiden"), label("in_tissue"), label("sample"), label("Region name")];
        let line = next_line("my spots.csv", &columns, true, &["sample".into()]);
        assert_eq!(line, "slam score 'my spots.csv' --truth 'Region name' --pred leiden --slice sample");
        let line = next_line("a.csv", &columns[..1], false, &[]);
        assert_eq!(line, "slam score a.csv --truth leiden --pred COLUMN --labels FILE --x COLUMN --y COLUMN");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
