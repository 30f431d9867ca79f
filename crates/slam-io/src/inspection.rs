//! What is in a file, and what to type next.

use std::path::Path;

use serde::Serialize;
use slam::as_command;

use crate::error::{Error, Result};
use crate::format::Formats;
use crate::h5ad::is_zarr;
use crate::input::{Watch, typed, unwatched};
use crate::slides::FoundSlices;
use crate::source::open;

/// What is in a file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
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
    /// The matrices of an AnnData file, by the names that `--expression` and `--graph` know them by.
    pub matrices: Vec<Matrix>,
    /// What could not be looked at, and why.
    pub problems: Vec<String>,
    /// Columns that look like slices.
    pub slices: Vec<String>,
    /// Whether several slides are in the table: the column that tells them apart, or what was found and no column explains.
    pub several_slides: Option<SlidesFound>,
    /// The line to type next.
    pub next: String,
}

/// What was found of several slides in one table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SlidesFound {
    /// The column that tells them apart, and is used unless another one is named.
    Column(String),
    /// What was found, where no column tells them apart without doubt.
    Unknown(String),
}

/// A column, and what is in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Positions {
    /// The choice, in words.
    pub choice: String,
    /// The smallest and the largest coordinate of each axis, as stored.
    pub ranges: Vec<[f64; 2]>,
}

/// A matrix with a row per spot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Matrix {
    /// Its name: `X`, `raw`, `layer:counts`, `obsm:X_pca`, `obsp:connectivities`.
    pub name: String,
    /// The number of rows.
    pub n_rows: usize,
    /// The number of columns.
    pub n_columns: usize,
    /// Its form and the type of its numbers: `dense float32`, `CSR int64`.
    pub form: String,
    /// The smallest and the largest number of each column, where it may hold positions.
    pub ranges: Option<Vec<[f64; 2]>>,
}

impl Inspection {
    /// The same inspection with what follows from it: the slices and the line to type next, which ends with `more`,
    /// or names positions with `absent` where there are none.
    pub(crate) fn complete(mut self, absent: &str, more: &str) -> Self {
        self.slices = self.columns.iter().filter(|column| column.is_slice()).map(|c| c.name.clone()).collect();
        self.next = next_line(typed(&self.file), &self.columns, &self.slices);
        self.next += if self.positions.is_some() { "" } else { absent };
        self.next += more;
        self
    }

    /// The same inspection of a table whose slides a column tells apart.
    fn with_slides(mut self, column: &str) -> Self {
        let named = |name: &str| format!(" --slice {}", quoted(name));
        let guessed = self.slices.first().map(|name| named(name)).unwrap_or_default();
        self.next = match self.next.find(&guessed) {
            Some(_) if !guessed.is_empty() => self.next.replacen(&guessed, &named(column), 1),
            _ => self.next + &named(column),
        };
        self.several_slides = Some(SlidesFound::Column(column.to_owned()));
        self
    }
}

/// Says what is in a file.
pub fn inspect(path: &Path) -> Result<Inspection> {
    inspect_watched(path, &unwatched())
}

/// Says what is in a file, and tells how far the reading has come.
pub fn inspect_watched(path: &Path, watch: &Watch) -> Result<Inspection> {
    inspect_with(path, &Formats::default(), watch)
}

/// Says what is in a file, which may be of a kind from outside; where nobody watches, the last is
/// `&(Arc::new(()) as Watch)`.
pub fn inspect_with(path: &Path, formats: &Formats, watch: &Watch) -> Result<Inspection> {
    let found = open(path, formats, watch)?.inspect()?;
    // What comes through a pipe comes once.
    if found.positions.is_none() || !(path.is_file() || is_zarr(path)) {
        return Ok(found);
    }
    match FoundSlices::read(path, formats) {
        Ok(None) => Ok(found),
        Ok(Some(slices)) => Ok(found.with_slides(slices.name())),
        Err(Error::Slides(several)) => {
            let unknown = SlidesFound::Unknown(several.found.spelled(as_command));
            Ok(Inspection { several_slides: Some(unknown), ..found })
        }
        Err(error) => Err(error),
    }
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

/// Names by which places go, as a part of a column's name.
const PLACE_WORDS: [&str; 4] = ["in_tissue", "array_", "pxl_", "image"];

impl Column {
    /// Whether the column looks like slices, of which there are several, and every spot lies on one.
    pub(crate) fn is_slice(&self) -> bool {
        let name = self.name.to_lowercase();
        let is_several = matches!(self.kind, Kind::Label { n_labels, .. } if n_labels > 1);
        is_several && self.n_missing == 0 && SLICE_NAMES.contains(&name.as_str())
    }

    /// Whether the column may be a labeling to compare; where every spot says the same there is nothing to compare.
    fn is_candidate(&self) -> bool {
        let name = self.name.to_lowercase();
        let is_place = PLACE_WORDS.iter().any(|word| name.contains(word)) || ["row", "col"].contains(&name.as_str());
        let is_several = matches!(self.kind, Kind::Label { n_labels, .. } if n_labels > 1);
        is_several && !is_place && !SLICE_NAMES.contains(&name.as_str())
    }

    /// The commonest labels.
    fn top(&self) -> impl Iterator<Item = &str> {
        let top = if let Kind::Label { top, .. } = &self.kind { &top[..] } else { &[] };
        top.iter().map(|(name, _)| name.as_str())
    }
}

/// The line to type next, with a guess which columns to compare: as the truth one that is called so, else the first
/// with names rather than numbers; as the pred the first with some of the truth's labels, else the first.
fn next_line(file: &str, columns: &[Column], slices: &[String]) -> String {
    let candidates: Vec<&Column> = columns.iter().filter(|column| column.is_candidate()).collect();
    let called = |word: &&str| candidates.iter().position(|column| column.name.to_lowercase().contains(word));
    let named = || candidates.iter().position(|column| column.top().any(|label| label.parse::<f64>().is_err()));
    let truth = candidates.get(TRUTH_WORDS.iter().find_map(called).or_else(named).unwrap_or(0)).copied();
    let others = || candidates.iter().filter(|column| Some(&column.name) != truth.map(|truth| &truth.name));
    let is_alike =
        |column: &&&Column| column.top().any(|label| truth.is_some_and(|truth| truth.top().any(|t| t == label)));
    let pred = others().find(is_alike).or_else(|| others().next()).copied();
    let labels = if pred.is_none() { " --labels FILE" } else { "" };
    let word = |column: Option<&Column>| column.map_or_else(|| "COLUMN".to_owned(), |column| quoted(&column.name));
    let (truth, pred) = (word(truth), word(pred));
    let slice = slices.first().map(|slice| format!(" --slice {}", quoted(slice))).unwrap_or_default();
    format!("slam score {} --truth {truth} --pred {pred}{labels}{slice}", quoted(file))
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
    fn names_are_likelier_than_numbers_and_like_goes_with_like() {
        let with = |name: &str, top: &str| Column {
            kind: Kind::Label { n_labels: 2, top: vec![(top.to_owned(), 1)] },
            ..label(name)
        };
        let columns = [with("votes", "3"), with("2008", "D"), with("wins", "7"), with("2012", "D")];
        assert_eq!(next_line("a.csv", &columns, &[]), "slam score a.csv --truth 2008 --pred 2012");
    }

    #[test]
    fn the_next_line_guesses_the_truth() {
        let columns = [label("leiden"), label("in_tissue"), label("sample"), label("Region name")];
        let line = next_line("my spots.csv", &columns, &["sample".into()]);
        assert_eq!(line, "slam score 'my spots.csv' --truth 'Region name' --pred leiden --slice sample");
        let alone = Inspection { file: "a.csv".into(), columns: columns[..1].to_vec(), ..Inspection::default() };
        let line = alone.complete(" --x COLUMN --y COLUMN", "").next;
        assert_eq!(line, "slam score a.csv --truth leiden --pred COLUMN --labels FILE --x COLUMN --y COLUMN");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
