//! Tables: delimited text with one row per spot, compressed or not.

mod records;
mod blocks;
mod header;
mod texts;
mod rows;
mod sample;
mod fetch;
mod measurements;
mod survey;

use blocks::Blocks;
use fetch::Axes;
use header::Header;
use records::Dialect;
pub(crate) use rows::{Fault, Part, Row};

use crate::error::{Error, Result};
use crate::input::Input;
use crate::inspection::Inspection;
use crate::join::{Key, Likely};
use crate::parquet::Selection;
use crate::positions;
use crate::source::{Fetched, Measured, Source, Wanted};

/// What ends fields and rows where no text has them: in tables that were no text before.
pub(crate) const FIELD_END: u8 = 0x1f;
pub(crate) const ROW_END: u8 = 0x1e;

/// A table whose header is read.
pub(crate) struct Table {
    pub(crate) file: String,
    pub(crate) columns: Vec<String>,
    dialect: Dialect,
    blocks: Blocks,
    /// Which columns are wanted, where that spares reading the others.
    selection: Option<Selection>,
}

impl Table {
    /// Reads the header.
    pub(crate) fn open(input: Input) -> Result<Self> {
        let file = input.file.clone();
        let mut blocks = Blocks::new(input);
        let Header { dialect, columns } = Header::read(&mut blocks)?;
        Ok(Self { file, columns, dialect, blocks, selection: None })
    }

    /// Rows without a header, whose columns are known.
    pub(crate) fn of_columns(input: Input, columns: Vec<String>, selection: Selection) -> Self {
        let dialect = Dialect { delimiter: FIELD_END, terminator: ROW_END };
        let (file, blocks) = (input.file.clone(), Blocks::new(input));
        Self { file, columns, dialect, blocks, selection: Some(selection) }
    }

    /// Reads no columns but these, where that spares something; a column that cannot be read is refused.
    fn narrow(&self, columns: &[usize]) -> Result<()> {
        let Some(selection) = &self.selection else { return Ok(()) };
        selection.narrow(columns).map_err(|(column, found)| Error::Foreign {
            file: self.file.clone(),
            column: self.columns[column].clone(),
            found,
        })
    }

    /// Whether a column holds what cannot be read.
    fn is_foreign(&self, column: usize) -> bool {
        self.selection.as_ref().is_some_and(|selection| selection.foreign().any(|(other, _)| other == column))
    }
}

impl Source for Table {
    fn file(&self) -> &str {
        &self.file
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn keys(&mut self, taken: &dyn Fn(&str) -> bool) -> Result<Vec<Likely>> {
        sample::likely_keys(self, taken)
    }

    fn key_in_words(&self, key: Key) -> String {
        match key {
            Key::Column(0) if self.columns[0].is_empty() => "first column".to_owned(),
            Key::Column(column) => format!("column {:?}", self.columns[column]),
            Key::Own => "ids".to_owned(),
        }
    }

    fn fetch(&mut self, wanted: &Wanted<'_>) -> Result<Fetched> {
        let positions = wanted.positions.map(|request| positions::choose(request, &self.file, &self.columns));
        let positions = positions.transpose()?;
        let axes = positions.as_ref().map(|positions| positions.columns.clone()).unwrap_or_default();
        let is_flat = wanted.positions.is_some_and(|request| request.slice.is_none());
        let plane = positions.as_ref().and_then(|positions| positions.unused).filter(|_| is_flat);
        let is_drawn = wanted.positions.is_some_and(|request| request.with_drawing);
        let rows = positions.as_ref().and_then(|positions| positions.image_rows(&self.columns));
        let rows = rows.filter(|&column| is_drawn && !self.is_foreign(column));
        let (mut fetched, rows) = fetch::fetch(self, &Axes { columns: &axes, plane, rows }, wanted)?;
        if let Some(positions) = positions {
            let words = positions.settle(&mut fetched.coordinates, &self.columns);
            fetched.choices.insert(0, words);
            fetched.drawing = positions.drawing(&self.columns, &fetched.coordinates, rows.as_deref());
        }
        Ok(fetched)
    }

    fn measure(&mut self, _name: Option<&str>, keys: &[Likely]) -> Result<Measured> {
        measurements::measure(self, keys)
    }

    fn kind(&self) -> &'static str {
        "a table"
    }

    fn inspect(self: Box<Self>) -> Result<Inspection> {
        survey::survey(*self)
    }
}
