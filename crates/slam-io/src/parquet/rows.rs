//! The rows of a file as delimited text, so that they are read as every other table is.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Broken;
use super::column::{Column, Room};
use super::file::Bytes;
use super::schema::{self, Footer, Kind};
use crate::h5ad::python_number;
use crate::input::Gauge;
use crate::table::{FIELD_END, ROW_END};

/// About so much text is made at once.
const PORTION: usize = 1 << 16;
/// A file becomes text of at most so many times its length, beyond the first bytes: what becomes more is a trap.
const MOST_TIMES: u64 = 200;
const ALWAYS_MADE: u64 = 64 << 20;
/// All open pages take at most so much, and so many times the length of the file.
const MOST_ROOM: usize = 512 << 20;
const ROOM_TIMES: u64 = 4;
/// All pages together, unpacked, are as long, and so many times as long as the file.
const READ_TIMES: u64 = 256;

/// Which columns are wanted, and which cannot be had.
#[derive(Clone)]
pub(crate) struct Selection {
    wanted: Arc<[AtomicBool]>,
    /// What a column holds that cannot be read.
    foreign: Arc<[Option<String>]>,
}

impl Selection {
    /// All columns.
    pub(super) fn new(columns: &[schema::Column]) -> Self {
        let wanted = columns.iter().map(|_| AtomicBool::new(true)).collect();
        Self { wanted, foreign: columns.iter().map(|column| column.kind.clone().err()).collect() }
    }

    /// Leaves all columns empty but these, or says which of them cannot be read and what it holds.
    pub(crate) fn narrow(&self, columns: &[usize]) -> Result<(), (usize, String)> {
        if let Some(&column) = columns.iter().find(|&&column| self.foreign[column].is_some()) {
            return Err((column, self.foreign[column].clone().unwrap_or_default()));
        }
        for (column, wanted) in self.wanted.iter().enumerate() {
            wanted.store(columns.contains(&column), Ordering::Relaxed);
        }
        Ok(())
    }

    /// The columns that cannot be read, and what they hold.
    pub(crate) fn foreign(&self) -> impl Iterator<Item = (usize, &str)> {
        self.foreign.iter().enumerate().filter_map(|(column, what)| what.as_deref().map(|what| (column, what)))
    }

    fn is_wanted(&self, column: usize) -> bool {
        self.wanted[column].load(Ordering::Relaxed)
    }
}

/// The rows of a file as text.
pub(super) struct Rows {
    bytes: Bytes,
    footer: Footer,
    selection: Selection,
    gauge: Gauge,
    room: Arc<Room>,
    /// The group that is read, its columns, and how many of its rows are left.
    group: usize,
    columns: Vec<Option<Column>>,
    n_left: usize,
    /// The rows that are done, and the bytes of text made of them.
    n_done: u64,
    n_made: u64,
    text: Vec<u8>,
    at: usize,
}

impl Rows {
    pub(super) fn new(bytes: Bytes, footer: Footer, selection: Selection, gauge: Gauge) -> Self {
        let room = Arc::new(room(&bytes));
        let (columns, text) = (Vec::new(), Vec::new());
        Self { bytes, footer, selection, gauge, room, group: 0, columns, n_left: 0, n_done: 0, n_made: 0, text, at: 0 }
    }

    /// Makes the text of the next rows; none at the end.
    fn make(&mut self) -> Result<(), Broken> {
        self.at = 0;
        self.text.clear();
        while self.text.len() < PORTION {
            while self.n_left == 0 {
                if self.group == self.footer.groups.len() {
                    return Ok(());
                }
                self.begin();
            }
            self.n_left -= 1;
            self.row()?;
        }
        self.n_made += self.text.len() as u64;
        self.gauge.count(self.group as u64, Some(self.footer.groups.len() as u64));
        let most = self.bytes.length.saturating_mul(MOST_TIMES).max(ALWAYS_MADE);
        if self.n_made <= most {
            return Ok(());
        }
        Err(Broken::new(format!("it unpacks to more than {MOST_TIMES} times its size")))
    }

    /// Begins with the next group.
    fn begin(&mut self) {
        let group = &self.footer.groups[self.group];
        let column = |(place, column): (usize, &schema::Column)| {
            let kind = column.kind.as_ref().ok().filter(|_| self.selection.is_wanted(place))?;
            Some(Column::new(*kind, column.may_be_missing, group.chunks[column.leaf], self.room.clone()))
        };
        self.columns = self.footer.columns.iter().enumerate().map(column).collect();
        self.n_left = group.n_rows;
        self.group += 1;
    }

    fn row(&mut self) -> Result<(), Broken> {
        let is_single = self.columns.len() == 1;
        self.n_done += 1;
        for (place, column) in self.columns.iter_mut().enumerate() {
            if place > 0 {
                self.text.push(FIELD_END);
            }
            let about = &self.footer.columns[place];
            let (Some(column), Ok(kind)) = (column.as_mut().filter(|_| self.selection.is_wanted(place)), &about.kind)
            else {
                continue;
            };
            let start = self.text.len();
            let failed = |broken: Broken| broken.within(&format!("column {:?}, row {}", about.name, self.n_done));
            if let Some(value) = column.next(&self.bytes).map_err(failed)? {
                write(*kind, value, &mut self.text);
            }
            // An empty row at the end of a table of one column would be none.
            if is_single && self.text.len() == start {
                self.text.extend_from_slice(b"\"\"");
            }
        }
        self.text.push(ROW_END);
        Ok(())
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() {
            self.make().map_err(|broken| io::Error::other(broken.to_string()))?;
        }
        let n = (&self.text[self.at..]).read(buffer)?;
        self.at += n;
        Ok(n)
    }
}

/// The room that pages of a file may take.
pub(super) fn room(bytes: &Bytes) -> Room {
    let times =
        |n: u64| usize::try_from(bytes.length.saturating_mul(n)).unwrap_or(usize::MAX).saturating_add(MOST_ROOM);
    Room { most: times(ROOM_TIMES), taken: 0.into(), left: times(READ_TIMES).into() }
}

/// Writes a value as pandas would write it into a table of text; what is not a number is missing.
pub(super) fn write(kind: Kind, value: &[u8], text: &mut Vec<u8>) {
    let bits = value.iter().rev().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
    let written = match kind {
        Kind::Text => return write_text(value, text),
        Kind::Flag => write!(text, "{}", if bits == 0 { "False" } else { "True" }),
        Kind::Integer { n: 4, signed: true } => write!(text, "{}", i32::from_le_bytes((bits as u32).to_le_bytes())),
        Kind::Integer { signed: true, .. } => write!(text, "{}", i64::from_le_bytes(bits.to_le_bytes())),
        Kind::Integer { .. } => write!(text, "{bits}"),
        Kind::Float => match f32::from_bits(bits as u32) {
            number if number.is_nan() => Ok(()),
            number => write!(text, "{}", python_number(format!("{number:?}"))),
        },
        Kind::Double => match f64::from_bits(bits) {
            number if number.is_nan() => Ok(()),
            number => write!(text, "{}", python_number(format!("{number:?}"))),
        },
    };
    written.expect("memory takes every letter");
}

/// Writes a text, in quotes where it could be misread.
fn write_text(value: &[u8], text: &mut Vec<u8>) {
    let is_special = |byte: &u8| [FIELD_END, ROW_END, b'\r'].contains(byte);
    if value.first() != Some(&b'"') && !value.iter().any(is_special) {
        text.extend_from_slice(value);
        return;
    }
    text.push(b'"');
    for &byte in value {
        text.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled_where_a_text_is_quoted() {
        let written = |value: &str| {
            let mut text = Vec::new();
            write(Kind::Text, value.as_bytes(), &mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(written("\"T\" cell"), "\"\"\"T\"\" cell\"");
        assert_eq!(written("5\"\r"), "\"5\"\"\r\"");
        // A quote that neither begins a text nor stands beside an end is a letter.
        assert_eq!(written("5\" disc, 7"), "5\" disc, 7");
    }
}
