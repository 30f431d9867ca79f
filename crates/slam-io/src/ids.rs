//! Ids, and the rows that carry them.

use std::collections::HashMap;

use crate::error::{Error, Result, shown};

/// This many ids stand for all in a message.
const SHOWN_IDS: usize = 3;

/// The row of each id of a file; no two are the same.
#[derive(Debug)]
pub(crate) struct Ids<'a> {
    rows: HashMap<&'a str, u32>,
    n_rows: usize,
}

impl<'a> Ids<'a> {
    /// The ids of a file, which must differ.
    pub(crate) fn new(file: &str, ids: &'a [Box<str>]) -> Result<Self> {
        let mut rows = HashMap::with_capacity(ids.len());
        for (row, id) in ids.iter().enumerate() {
            if let Some(first) = rows.insert(&**id, row as u32) {
                let rows = [first as usize, row];
                return Err(Error::DuplicateId { file: file.to_owned(), id: shown(id), rows });
            }
        }
        Ok(Self { rows, n_rows: ids.len() })
    }

    /// The row of an id.
    pub(crate) fn row(&self, id: &str) -> Option<u32> {
        self.rows.get(id).copied()
    }

    /// For each of these rows, the row of `file` that carries its id.
    pub(crate) fn join(&self, input: &str, file: &str, ids: &[Box<str>]) -> Result<Vec<Option<u32>>> {
        let mut joined = vec![None; self.n_rows];
        let mut unknown = Vec::new();
        for (row, id) in ids.iter().enumerate() {
            let Some(place) = self.row(id) else {
                unknown.push(&**id);
                continue;
            };
            if let Some(first) = joined[place as usize].replace(row as u32) {
                let rows = [first as usize, row];
                return Err(Error::DuplicateId { file: file.to_owned(), id: shown(id), rows });
            }
        }
        if unknown.is_empty() { Ok(joined) } else { Err(unknown_ids(file, input, &unknown)) }
    }
}

/// The error that ids unknown to the input are.
pub(crate) fn unknown_ids(file: &str, input: &str, unknown: &[&str]) -> Error {
    let first = unknown.iter().take(SHOWN_IDS).map(|id| shown(id)).collect();
    Error::UnknownIds { file: file.to_owned(), input: input.to_owned(), first, n: unknown.len() }
}
