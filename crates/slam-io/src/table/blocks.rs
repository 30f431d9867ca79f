//! A stream of bytes, cut into blocks of whole records.

use std::io::Read;

use memchr::{memchr, memchr_iter, memrchr};

use super::records::{Dialect, Record, Records};
use crate::error::{Error, Result};
use crate::input::Input;

/// Blocks are about this long: small enough to stay in a cache, large enough to be worth a task.
const BLOCK: usize = 1 << 20;

/// A record longer than this is no row of a table.
const LONGEST_RECORD: usize = 64 << 20;

/// Whole records, and the line on which they begin.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) bytes: Vec<u8>,
    /// The first line, from 1.
    line: u64,
    pub(crate) dialect: Dialect,
}

impl Block {
    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> u64 {
        self.line + n_lines(&self.bytes[..at], self.dialect)
    }
}

/// A stream of bytes, cut into blocks of whole records: where it is cut depends on nothing but the bytes.
pub(crate) struct Blocks {
    pub(crate) input: Input,
    buffer: Vec<u8>,
    line: u64,
    is_ended: bool,
    /// How long a block is to be.
    length: usize,
    /// Memory to be used again.
    spare: Vec<Vec<u8>>,
}

impl Blocks {
    pub(crate) fn new(input: Input) -> Self {
        Self { input, buffer: Vec::new(), line: 1, is_ended: false, length: BLOCK, spare: Vec::new() }
    }

    /// Cuts the stream into blocks of about this length, from scratch where nothing but the header is read.
    #[cfg(test)]
    pub(crate) fn set_length(&mut self, length: usize) {
        let ahead = std::io::Cursor::new(std::mem::take(&mut self.buffer));
        let rest = std::mem::replace(&mut self.input.reader, Box::new(std::io::empty()));
        self.input.reader = Box::new(ahead.chain(rest));
        (self.length, self.is_ended) = (length, false);
    }

    /// The bytes read ahead: at least a block, unless the stream is shorter.
    pub(crate) fn ahead(&mut self) -> Result<&[u8]> {
        self.fill(self.length)?;
        Ok(&self.buffer)
    }

    /// The bytes read ahead, at least so many whole records unless the stream holds fewer.
    pub(crate) fn ahead_records(&mut self, n: usize, dialect: Dialect) -> Result<&[u8]> {
        while !self.is_ended && !holds(&self.buffer, n, dialect) {
            self.fill_more(dialect)?;
        }
        Ok(&self.buffer)
    }

    /// Skips bytes that were read ahead.
    pub(crate) fn skip(&mut self, n: usize, dialect: Dialect) {
        self.line += n_lines(&self.buffer[..n], dialect);
        self.buffer.drain(..n);
    }

    /// The line on which the next record begins, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Whether the end of the stream has been seen.
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Whether all bytes are read.
    pub(crate) fn is_done(&self) -> bool {
        self.is_ended && self.buffer.is_empty()
    }

    /// The next whole records, or none at the end.
    pub(crate) fn next(&mut self, dialect: Dialect) -> Result<Option<Block>> {
        self.fill(self.length)?;
        if self.buffer.is_empty() {
            return Ok(None);
        }
        let end = loop {
            if self.is_ended {
                self.check_closed(dialect)?;
                self.drop_empty_lines(dialect);
                break self.buffer.len();
            }
            if let Some(end) = last_end(&self.buffer, dialect) {
                break end;
            }
            self.fill_more(dialect)?;
        };
        if end == 0 {
            return Ok(None);
        }
        let mut rest = self.spare.pop().unwrap_or_default();
        rest.extend_from_slice(&self.buffer[end..]);
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        bytes.truncate(end);
        let line = self.line;
        self.line += n_lines(&bytes, dialect);
        Ok(Some(Block { bytes, line, dialect }))
    }

    /// Takes back blocks that are done with: fresh memory costs as much as parsing it.
    pub(crate) fn reuse(&mut self, blocks: Vec<Block>) {
        self.spare.extend(blocks.into_iter().map(|block| block.bytes));
        self.spare.iter_mut().for_each(Vec::clear);
    }

    fn fill(&mut self, target: usize) -> Result<()> {
        let missing = target.saturating_sub(self.buffer.len());
        if missing > 0 && !self.is_ended {
            self.buffer.reserve_exact(missing);
            let read = self.input.reader.by_ref().take(missing as u64).read_to_end(&mut self.buffer);
            self.is_ended = read.map_err(|cause| self.input.failure(cause))? < missing;
        }
        Ok(())
    }

    /// Reads twice as far ahead, for a record that is not whole yet.
    fn fill_more(&mut self, dialect: Dialect) -> Result<()> {
        if self.buffer.len() > LONGEST_RECORD {
            let whole = last_end(&self.buffer, dialect).unwrap_or(0);
            let line = self.line + n_lines(&self.buffer[..whole], dialect);
            return Err(Error::LongRow { file: self.input.file.clone(), line, limit: LONGEST_RECORD >> 20 });
        }
        self.fill(2 * self.buffer.len().max(self.length / 2))
    }

    /// Empty lines at the end of the stream are no rows.
    fn drop_empty_lines(&mut self, dialect: Dialect) {
        let is_end = |byte: &u8| *byte == dialect.terminator || *byte == b'\r';
        let text = self.buffer.len() - self.buffer.iter().rev().take_while(|byte| is_end(byte)).count();
        let end =
            memchr(dialect.terminator, &self.buffer[text..]).map_or(self.buffer.len(), |length| text + length + 1);
        self.buffer.truncate(if text == 0 { 0 } else { end });
    }

    /// At the end of the stream no quote may be open.
    fn check_closed(&self, dialect: Dialect) -> Result<()> {
        let is_open = |record: &Record| record.is_open;
        if memchr(b'"', &self.buffer).is_none() {
            return Ok(());
        }
        let Some(open) = records(&self.buffer, dialect).find(is_open) else {
            return Ok(());
        };
        let line = self.line + n_lines(&self.buffer[..open.start], dialect);
        Err(Error::OpenQuote { file: self.input.file.clone(), line })
    }
}

fn n_lines(bytes: &[u8], dialect: Dialect) -> u64 {
    memchr_iter(dialect.terminator, bytes).count() as u64
}

fn records(bytes: &[u8], dialect: Dialect) -> impl Iterator<Item = Record> {
    let (mut records, mut fields) = (Records::new(bytes, dialect), Vec::new());
    std::iter::from_fn(move || records.read(&mut fields))
}

fn holds(bytes: &[u8], n: usize, dialect: Dialect) -> bool {
    records(bytes, dialect).take(n).filter(|record| record.is_ended).count() == n
}

/// The end of the last whole record.
fn last_end(bytes: &[u8], dialect: Dialect) -> Option<usize> {
    if memchr(b'"', bytes).is_none() {
        return memrchr(dialect.terminator, bytes).map(|at| at + 1);
    }
    // Quoted newlines end no record, so the records must be walked.
    let mut walk = Records::new(bytes, dialect);
    let (mut fields, mut end) = (Vec::new(), None);
    while let Some(record) = walk.read(&mut fields) {
        if record.is_ended {
            end = Some(walk.at);
        }
    }
    end
}
