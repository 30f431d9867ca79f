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
use std::sync::Arc;

pub(crate) use rows::Selection;
pub(crate) use shapes::shapes;

use crate::error::{Error, Result};
use crate::input::{Gauge, Input, Opened};
use crate::table::Table;
use column::Column;
use file::Bytes;
use rows::{Rows, room};
use schema::{BYTES, Footer, Kind};

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
    let mut footer = Footer::read(&bytes)?;
    take_texts(&bytes, &mut footer);
    let selection = Selection::new(&footer.columns);
    let columns = footer.columns.iter().map(|column| column.name.clone()).collect();
    let reader = Box::new(Rows::new(bytes, footer, selection.clone(), gauge));
    Ok(Table::of_columns(Input { file: name.to_owned(), reader, is_gzip: false }, columns, selection))
}

/// Takes columns of bytes for text where all of their values are: some writers do not say so, that of Xenium among them.
fn take_texts(bytes: &Bytes, footer: &mut Footer) {
    let room = Arc::new(room(bytes));
    let groups = &footer.groups;
    let is_text = |column: &schema::Column| {
        groups.iter().all(|group| {
            let mut values =
                Column::new(Kind::Text, column.may_be_missing, group.chunks[column.leaf], Arc::clone(&room));
            let is_text = |value: Option<&[u8]>| value.is_none_or(|value| std::str::from_utf8(value).is_ok());
            (0..group.n_rows).all(|_| values.next(bytes).is_ok_and(is_text))
        })
    };
    for column in &mut footer.columns {
        let is_bare = column.is_bytes && column.kind.as_ref().is_err_and(|what| what == BYTES);
        if is_bare && is_text(column) {
            column.kind = Ok(Kind::Text);
        }
    }
}

fn damaged(file: &str, broken: &Broken) -> Error {
    Error::Parquet { file: file.to_owned(), problem: broken.to_string() }
}
