//! The rows of a table, block by block on all threads, put together in order.

use std::borrow::Cow;

use rayon::prelude::*;

use super::Table;
use super::blocks::Block;
use super::records::{Field, Records};
use crate::error::{Error, Result};
use crate::line::Line;
use crate::listing::shown;

/// A label or id longer than this is neither.
pub(crate) const LONGEST_TEXT: usize = 10_000;

/// What is wrong in a block, and at which byte.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: What,
}

/// What is wrong with a row.
#[derive(Debug)]
pub(crate) enum What {
    Utf8,
    Ragged { found: usize },
    Number { column: usize, found: String },
    LongText { column: usize, found: usize },
    TooManyLabels { column: usize },
}

impl What {
    /// What is wrong with the labels of a column, without saying where.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::LongText { found, .. } => format!("a text of {found} bytes"),
            _ => slam::Error::TooManyLabels { limit: slam::MAX_LABELS }.to_string(),
        }
    }
}

/// One row of a block.
pub(crate) struct Row<'a> {
    block: &'a str,
    fields: &'a [Field],
    /// The first byte of the row.
    at: usize,
}

impl Row<'_> {
    /// The number in a column; anything but a finite number is at fault.
    pub(crate) fn number(&self, column: usize) -> Result<f64, Fault> {
        let text = self.text(column);
        let number = text.parse::<f64>().or_else(|_| text.trim().parse()).ok().filter(|number| number.is_finite());
        number.ok_or_else(|| self.fault(What::Number { column, found: shown(text.trim()) }))
    }

    /// The label or id in a column; one too long to be either is at fault.
    pub(crate) fn name(&self, column: usize) -> Result<Cow<'_, str>, Fault> {
        let text = self.text(column);
        let found = text.len();
        if found > LONGEST_TEXT { Err(self.fault(What::LongText { column, found })) } else { Ok(text) }
    }

    /// The text in a column, however long.
    pub(crate) fn text(&self, column: usize) -> Cow<'_, str> {
        self.fields[column].text(self.block)
    }

    pub(crate) fn fault(&self, what: What) -> Fault {
        Fault { at: self.at, what }
    }
}

/// What becomes of the rows of a block.
pub(crate) trait Part: Send {
    /// Takes the next row.
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault>;
}

impl Table {
    /// Reads all rows: those of a block become a part, on any thread; the parts are taken in order.
    pub(crate) fn read_parts<P: Part>(
        &mut self,
        new: impl Fn() -> P + Sync,
        mut take: impl FnMut(P) -> Result<()>,
    ) -> Result<()> {
        let n_columns = self.columns.len();
        let mut batch = self.batch()?;
        while !batch.is_empty() {
            let parse = || batch.par_iter().map(|block| parse_block(block, n_columns, new())).collect::<Vec<_>>();
            // The next blocks are read, and decompressed, while these are parsed; the last ones are parsed on the spot.
            let (parts, next) = match &batch[..] {
                [only] if self.blocks.is_done() => (vec![parse_block(only, n_columns, new())], Ok(Vec::new())),
                _ => rayon::join(parse, || self.batch()),
            };
            for (part, block) in parts.into_iter().zip(&batch) {
                let part = part.map_err(|fault| self.explain(fault, block))?;
                take(part)?;
            }
            self.blocks.reuse(std::mem::replace(&mut batch, next?));
        }
        Ok(())
    }

    /// Two blocks per thread; how many has no influence on where they are cut.
    fn batch(&mut self) -> Result<Vec<Block>> {
        let mut batch = Vec::new();
        while batch.len() < 2 * rayon::current_num_threads() {
            match self.blocks.next(self.dialect)? {
                Some(block) => batch.push(block),
                None => break,
            }
        }
        Ok(batch)
    }

    /// The error that a fault in a block is.
    pub(crate) fn explain(&self, fault: Fault, block: &Block) -> Error {
        let line = Line { number: block.line(fault.at), is_row: self.selection.is_some() };
        let file = self.file.clone();
        let name = |column: usize| self.columns[column].clone();
        match fault.what {
            What::Utf8 => Error::Utf8 { file, line, is_utf16: false },
            What::Ragged { found } => Error::Ragged { file, line: line.number, found, expected: self.columns.len() },
            What::Number { column, found } => {
                let has_comma = found.contains(',') && found.replacen(',', ".", 1).parse::<f64>().is_ok();
                Error::Number { file, line, column: name(column), found, has_comma }
            }
            What::LongText { column, found } => {
                Error::LongText { file, line, column: name(column), found, limit: LONGEST_TEXT }
            }
            What::TooManyLabels { column } => self.too_many_labels(column),
        }
    }

    /// The error that a column of ids is when labels are expected.
    pub(crate) fn too_many_labels(&self, column: usize) -> Error {
        let cause = slam::Error::TooManyLabels { limit: slam::MAX_LABELS };
        Error::Column { file: self.file.clone(), column: self.columns[column].clone(), cause }
    }
}

fn parse_block<P: Part>(block: &Block, n_columns: usize, mut part: P) -> Result<P, Fault> {
    let text = std::str::from_utf8(&block.bytes).map_err(|e| Fault { at: e.valid_up_to(), what: What::Utf8 })?;
    let mut records = Records::new(text.as_bytes(), block.dialect);
    let mut fields = Vec::new();
    while let Some(record) = records.read(&mut fields) {
        // An empty line is no row, except in a table of one column, where it is an empty field.
        if fields.len() == n_columns {
            part.push(&Row { block: text, fields: &fields, at: record.start })?;
        } else if fields.len() != 1 || !fields[0].is_empty() {
            return Err(Fault { at: record.start, what: What::Ragged { found: fields.len() } });
        }
    }
    Ok(part)
}
