//! The ids that a file may be joined by, and how messages speak of them.

use std::fmt;
use std::sync::OnceLock;

use super::index::Index;
use super::{Key, Likely, Names, Standing, first_few};
use crate::listing::Columns;
use crate::source::Source;

/// The ids that a file may be joined by, the likeliest first.
#[derive(Debug)]
pub(crate) struct Ring {
    pub(crate) file: String,
    pub(crate) n_rows: usize,
    pub(crate) keys: Vec<Held>,
    columns: Columns,
}

/// A key and all of its ids.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) key: Key,
    pub(crate) standing: Standing,
    /// Where it stands, in words.
    pub(crate) words: String,
    pub(crate) names: Names,
    /// Made when it is first asked for.
    index: OnceLock<Index>,
    /// The number from which the ids only count the rows.
    pub(crate) counts_from: Option<usize>,
}

impl Ring {
    /// A file of so many rows, without keys.
    pub(crate) fn of(file: String, columns: Columns, n_rows: usize) -> Self {
        Self { file, n_rows, keys: Vec::new(), columns }
    }

    /// The keys of a source with their ids.
    pub(crate) fn new(source: &dyn Source, n_rows: usize, keys: impl IntoIterator<Item = (Likely, Names)>) -> Self {
        let mut ring = Self::of(source.file().to_owned(), Columns::new(source.columns()), n_rows);
        ring.add(source, keys);
        ring
    }

    /// Adds keys of a source, behind those that are there.
    pub(crate) fn add(&mut self, source: &dyn Source, keys: impl IntoIterator<Item = (Likely, Names)>) {
        for (likely, names) in keys {
            let words = source.key_in_words(likely.key);
            self.push(&likely, names, words);
        }
    }

    /// Adds a key, which stands where the words say.
    pub(crate) fn push(&mut self, likely: &Likely, names: Names, words: String) {
        let &Likely { key, standing, .. } = likely;
        let counts_from = names.count_from();
        self.keys.push(Held { key, standing, words, names, index: OnceLock::new(), counts_from });
    }

    /// The first key that holds ids, and not just the numbers of the rows.
    pub(crate) fn ids(&self) -> Option<&Held> {
        self.keys.iter().find(|held| held.is_recognised() && held.row_numbers().is_none())
    }

    /// Whether any key holds one of these ids.
    pub(crate) fn holds_any(&self, ids: &Names) -> bool {
        self.keys.iter().any(|held| ids.iter().any(|id| held.row(id).is_some()))
    }

    /// This file, as the message speaks of it that it cannot be joined.
    pub(crate) fn side(&self) -> Side {
        let examples = |held: &Held| first_few(&held.names.iter().take(4).collect::<Vec<_>>());
        let ids = self.ids().map(|held| format!("{}: {}", held.words, examples(held)));
        let counted = self.keys.iter().find(|held| held.row_numbers().is_some()).map(|held| held.words.clone());
        Side { file: self.file.clone(), ids, columns: self.columns.clone(), counted }
    }
}

impl Held {
    /// The row of an id.
    pub(crate) fn row(&self, id: &str) -> Option<u32> {
        self.index().row(&self.names, id)
    }

    /// The first two rows with the same id.
    pub(crate) fn repeated(&self) -> Option<[usize; 2]> {
        self.index().repeated
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.names))
    }

    /// Whether its name says that it holds ids.
    pub(crate) fn is_recognised(&self) -> bool {
        self.standing < Standing::Other
    }

    /// The number from which it counts, if it does nothing else and no name says that these are ids.
    pub(crate) fn row_numbers(&self) -> Option<usize> {
        self.counts_from.filter(|_| self.standing >= Standing::RowNames)
    }

    /// Whether the ids are numbers, of which those of different things may be equal; the first stands for all.
    pub(crate) fn is_number(&self) -> bool {
        self.names.iter().next().is_some_and(|id| id.trim().parse::<f64>().is_ok())
    }
}

/// One of two files that cannot be joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The file.
    pub file: String,
    /// Where its ids are and what they look like, if it has any.
    pub ids: Option<String>,
    /// Its columns.
    pub columns: Columns,
    /// Where it only counts its rows, if it does.
    pub counted: Option<String>,
}

impl Side {
    /// What there is, and what there is not.
    fn without_ids(&self) -> impl fmt::Display {
        let counted = self.counted.as_ref().map(|words| format!("; the {words} only counts the rows"));
        format!("no column of {} holds them ({}{})", self.file, self.columns, counted.unwrap_or_default())
    }
}

/// Why a file cannot be joined to the input, whose ids `--id` names and those of the file `flag`, and what to do.
pub(crate) fn refusal(file: &Side, input: &Side, flag: &str) -> String {
    let rows = "if the rows of both are in the same order, join them with --join row";
    let (from, to) = (&file.file, &input.file);
    match (&file.ids, &input.ids) {
        (Some(ids), Some(others)) => format!(
            "{from} cannot be joined to {to}: its ids ({ids}) are not those of {to} ({others}); name the right columns with \
             {flag} and --id, or, {rows}"
        ),
        (None, Some(ids)) => format!(
            "{from} cannot be joined to {to}: {to} has ids ({ids}), and {}; name the column with {flag}, or, {rows}",
            file.without_ids()
        ),
        (Some(ids), None) => format!(
            "{from} cannot be joined to {to}: {from} has ids ({ids}), and {}; name the column with --id, or, {rows}",
            input.without_ids()
        ),
        (None, None) => format!("{from} cannot be joined to {to}: neither has ids; {rows}"),
    }
}
