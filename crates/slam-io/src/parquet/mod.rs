//! Parquet: a table by columns, which is read as the same table in text would be.
//!
//! The first bytes and the footer are read at once, everything else page by page. Whatever a file claims, no more is believed
//! than a file of its length can hold.

mod thrift;
mod bits;
mod delta;
mod snappy;
mod file;
mod schema;
mod page;
mod values;
mod column;
mod rows;
mod wkb;
mod shapes;

use std::fmt;
use std::fs::File;

pub(crate) use rows::Selection;
pub(crate) use shapes::shapes;

use crate::error::{Error, Result};
use crate::input::{Gauge, Input, Opened};
use crate::table::Table;
use file::Bytes;
use rows::Rows;
use schema::Footer;

/// The first and the last bytes of a file.
pub(crate) const MARK: &[u8] = b"PAR1";

/// What is wrong with a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken(String);

impl Broken {
    fn new(problem: impl Into<String>) -> Self {
        Self(problem.into())
    }

    /// The same, and where it was found.
    fn within(self, place: &str) -> Self {
        Self(format!("{place}: {self}"))
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Opens a file as a table; what comes through a pipe is copied first.
pub(crate) fn open(opened: Opened) -> Result<Table> {
    let gauge = opened.gauge.clone();
    let (file, handle) = opened.into_file()?;
    table(&file, handle, gauge).map_err(|broken| damaged(&file, &broken))
}

fn table(name: &str, handle: File, gauge: Gauge) -> Result<Table, Broken> {
    let bytes = Bytes::new(handle)?;
    let footer = Footer::read(&bytes)?;
    let selection = Selection::new(&footer.columns);
    let columns = footer.columns.iter().map(|column| column.name.clone()).collect();
    let reader = Box::new(Rows::new(bytes, footer, selection.clone(), gauge));
    Ok(Table::of_columns(Input { file: name.to_owned(), reader, is_gzip: false }, columns, selection))
}

fn damaged(file: &str, broken: &Broken) -> Error {
    Error::Parquet { file: file.to_owned(), problem: broken.to_string() }
}
