//! Tables: delimited text with one row per spot, compressed or not.

mod records;
mod blocks;
mod header;
mod texts;
mod rows;
mod fetch;
mod measurements;
mod survey;

use blocks::Blocks;
use header::Header;
use records::Dialect;
pub(crate) use rows::{Fault, Part, Row};

use crate::columns::{find, guess_ids};
use crate::error::Result;
use crate::input::Input;
use crate::inspection::Inspection;
use crate::positions;
use crate::source::{Fetched, Measured, Source, Wanted};

/// A table whose header is read.
pub(crate) struct Table {
    pub(crate) file: String,
    pub(crate) columns: Vec<String>,
    dialect: Dialect,
    blocks: Blocks,
    id: Option<usize>,
}

impl Table {
    /// Reads the header.
    pub(crate) fn open(input: Input) -> Result<Self> {
        let file = input.file.clone();
        let mut blocks = Blocks::new(input);
        let Header { dialect, columns } = Header::read(&mut blocks)?;
        Ok(Self { file, columns, dialect, blocks, id: None })
    }

    /// The column that looks like ids: one of the usual names, else an unnamed first column.
    fn guess_ids(&self, taken: &dyn Fn(&str) -> bool) -> Option<usize> {
        let unnamed = self.columns.first().filter(|name| name.is_empty() && !taken(name)).map(|_| 0);
        guess_ids(&self.columns, taken).or(unnamed)
    }

    /// The column of ids in words.
    fn ids_in_words(&self, column: usize) -> String {
        let name = &self.columns[column];
        if name.is_empty() { "ids: first column".to_owned() } else { format!("ids: column {name:?}") }
    }
}

impl Source for Table {
    fn file(&self) -> &str {
        &self.file
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn settle_ids(&mut self, named: Option<&str>, taken: &dyn Fn(&str) -> bool) -> Result<bool> {
        self.id = match named {
            Some(name) => Some(find("--id", name, &self.file, &self.columns)?),
            None => self.guess_ids(taken),
        };
        Ok(self.id.is_some())
    }

    fn is_id(&self, column: usize) -> bool {
        self.id == Some(column)
    }

    fn fetch(&mut self, wanted: &Wanted<'_>) -> Result<Fetched> {
        let positions = wanted.positions.map(|request| positions::choose(request, &self.file, &self.columns));
        let positions = positions.transpose()?;
        let axes = positions.as_ref().map(|positions| positions.columns.clone()).unwrap_or_default();
        let mut fetched = fetch::fetch(self, &axes, wanted)?;
        if let Some(positions) = positions {
            let words = positions.settle(&mut fetched.coordinates, &self.columns);
            fetched.choices.insert(0, words);
        }
        Ok(fetched)
    }

    fn measure(&mut self, _name: Option<&str>, with_ids: bool) -> Result<Measured> {
        measurements::measure(self, with_ids)
    }

    fn kind(&self) -> &'static str {
        "a table"
    }

    fn inspect(self: Box<Self>) -> Result<Inspection> {
        survey::survey(*self)
    }
}
