//! The label columns of all files together, found by name, by file or by pattern.

use crate::columns::{find, fits, no_column};
use crate::error::{Error, Result};
use crate::join::Key;
use crate::layout;
use crate::listing::Columns;
use crate::positions::is_position;
use crate::source::{Source, stem};

/// A reference to a column: which file, and which of its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ColumnRef {
    pub(crate) source: usize,
    pub(crate) column: usize,
}

/// The columns of the input and of the files of labels, but for those with their ids.
pub(crate) struct Catalogue<'a> {
    sources: &'a [Box<dyn Source>],
    /// Where each of them has its ids, if anywhere.
    ids: &'a [Option<Key>],
    /// Whether nothing is looked for in a source, for it has one method's labels and a name.
    is_named: Vec<bool>,
}

impl<'a> Catalogue<'a> {
    /// The columns of these sources, the input first, and where their ids are.
    pub(crate) fn new(sources: &'a [Box<dyn Source>], ids: &'a [Option<Key>], is_named: Vec<bool>) -> Self {
        Self { sources, ids, is_named }
    }

    /// The sources in which something is looked for.
    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.sources.len()).filter(|&source| !self.is_named[source])
    }

    /// The one column of labels of a file that has a name; where there are several, the one that is among those asked for.
    pub(crate) fn single(&self, source: usize, method: &str, asked: &[String]) -> Result<ColumnRef> {
        let labels: Vec<ColumnRef> = self.labels(source).filter(|&place| !is_position(self.name(place))).collect();
        let is_asked = |place: &&ColumnRef| asked.iter().any(|name| name.trim() == self.name(**place));
        let chosen: Vec<&ColumnRef> = labels.iter().filter(is_asked).collect();
        match (&labels[..], &chosen[..]) {
            ([only], []) => Ok(*only),
            (_, [only]) => Ok(**only),
            _ => {
                let names: Vec<&str> = labels.iter().map(|&place| self.name(place)).collect();
                let (file, columns) = (self.sources[source].file().to_owned(), Columns::called("labels", &names));
                Err(layout::Error::WhichColumn { file, method: method.to_owned(), columns }.into())
            }
        }
    }

    /// Whether a column of that name is in a source.
    pub(crate) fn has(&self, source: usize, name: &str) -> bool {
        self.sources[source].columns().iter().any(|column| column == name.trim())
    }

    /// The column of that name: in whichever file has it, or named `STEM:COLUMN`, or by the stem of a file of labels
    /// that has a single one.
    pub(crate) fn find(&self, option: &str, name: &str) -> Result<ColumnRef> {
        let name = name.trim();
        let mut places = Vec::new();
        for source in self.open() {
            if let Some(column) = self.find_in(option, name, source)? {
                places.push(ColumnRef { source, column });
            }
        }
        match places[..] {
            [place] => Ok(place),
            [] => Err(no_column(option, name, &self.files(self.open()), &self.all_names())),
            _ => Err(self.ambiguous(option, name, &places)),
        }
    }

    /// The columns that fit a pattern by the name they are shown with, in the order of the files.
    pub(crate) fn matching(&self, pattern: &str) -> Result<Vec<(String, ColumnRef)>> {
        let places = self.open().flat_map(|source| self.labels(source));
        let named = places.map(|place| (self.unambiguous(place), place));
        let fitting: Vec<(String, ColumnRef)> = named.filter(|(name, _)| fits(pattern, name)).collect();
        if fitting.is_empty() {
            let (file, columns) = (self.files(self.open()), Columns::new(&self.all_names()));
            return Err(Error::NoMatch { pattern: pattern.to_owned(), file, columns });
        }
        Ok(fitting)
    }

    fn find_in(&self, option: &str, name: &str, source: usize) -> Result<Option<usize>> {
        let (file, columns) = (self.sources[source].file(), self.sources[source].columns());
        if columns.iter().any(|column| column == name) {
            return find(option, name, file, columns).map(Some);
        }
        if self.alias(source) == Some(name) {
            return Ok(self.labels(source).next().map(|place| place.column));
        }
        let full = name.strip_prefix(stem(file)).and_then(|rest| rest.strip_prefix(':'));
        let is_there = |column: &&str| columns.iter().any(|other| other == column);
        full.filter(is_there).map(|column| find(option, column, file, columns)).transpose()
    }

    /// The label columns of a source: all but the ids.
    fn labels(&self, source: usize) -> impl Iterator<Item = ColumnRef> {
        let columns = 0..self.sources[source].columns().len();
        columns
            .filter(move |&column| self.ids[source] != Some(Key::Column(column)))
            .map(move |column| ColumnRef { source, column })
    }

    /// The stem of a file of labels or a raster that has a single label column.
    fn alias(&self, source: usize) -> Option<&str> {
        let may_go_by_it = source > 0 || self.sources[source].grid().is_some();
        let is_single = may_go_by_it && self.labels(source).take(2).count() == 1;
        is_single.then(|| stem(self.sources[source].file()))
    }

    pub(crate) fn name(&self, place: ColumnRef) -> &str {
        &self.sources[place.source].columns()[place.column]
    }

    /// The shortest name that no other column has: its own, the stem of its file, or both.
    fn unambiguous(&self, place: ColumnRef) -> String {
        let name = self.name(place);
        let others = self.open().filter(|&source| source != place.source);
        let is_elsewhere =
            others.into_iter().any(|source| self.sources[source].columns().iter().any(|other| other == name));
        match self.alias(place.source) {
            _ if !is_elsewhere => name.to_owned(),
            Some(alias) => alias.to_owned(),
            None => format!("{}:{name}", stem(self.sources[place.source].file())),
        }
    }

    fn ambiguous(&self, option: &str, name: &str, places: &[ColumnRef]) -> Error {
        let choices: Vec<String> = places.iter().map(|&place| format!("{:?}", self.unambiguous(place))).collect();
        let files = self.files(places.iter().map(|place| place.source));
        let (option, column) = (option.into(), name.to_owned());
        Error::AmbiguousColumn { option, column, places: files, choices: choices.join(", ") }
    }

    fn files(&self, sources: impl IntoIterator<Item = usize>) -> String {
        let files: Vec<&str> = sources.into_iter().map(|source| self.sources[source].file()).collect();
        files.join(", ")
    }

    /// All names that can be asked for, but the full ones.
    fn all_names(&self) -> Vec<String> {
        let columns = self.open().flat_map(|source| self.sources[source].columns().iter().cloned());
        let aliases = self.open().filter_map(|source| self.alias(source).map(str::to_owned));
        columns.chain(aliases).collect()
    }
}
