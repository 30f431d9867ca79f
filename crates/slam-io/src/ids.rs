//! Ids, and the rows that carry them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::listing::shown;

/// This many ids stand for all in a message.
const SHOWN_IDS: usize = 3;

/// The ids of a file, which differ.
#[derive(Debug)]
pub(crate) struct Ids<'a> {
    ids: &'a [Box<str>],
    /// The row of each id, made when it is first asked for.
    rows: OnceLock<HashMap<&'a str, u32>>,
}

impl<'a> Ids<'a> {
    /// The ids of a file, which must differ.
    pub(crate) fn new(file: &str, ids: &'a [Box<str>]) -> Result<Self> {
        if may_repeat(ids) {
            check(file, ids)?;
        }
        Ok(Self { ids, rows: OnceLock::new() })
    }

    /// The row of an id.
    pub(crate) fn row(&self, id: &str) -> Option<u32> {
        self.rows.get_or_init(|| index(self.ids).collect()).get(id).copied()
    }

    /// All ids, row after row.
    pub(crate) fn all(&self) -> &'a [Box<str>] {
        self.ids
    }

    /// For each of these ids, the row of `file` that carries it.
    pub(crate) fn join(&self, input: &str, file: &str, ids: &[Box<str>]) -> Result<Vec<Option<u32>>> {
        // Files written side by side list the same ids in the same order.
        if ids == self.ids {
            return Ok((0..ids.len() as u32).map(Some).collect());
        }
        let places: Vec<Option<u32>> = ids.par_iter().map(|id| self.row(id)).collect();
        let mut joined = vec![None; self.ids.len()];
        let mut unknown = Vec::new();
        for (row, (id, place)) in ids.iter().zip(places).enumerate() {
            match place.map(|place| joined[place as usize].replace(row as u32)) {
                Some(None) => {}
                Some(Some(first)) => return Err(repeated(file, id, first, row)),
                None => unknown.push(&**id),
            }
        }
        if unknown.is_empty() { Ok(joined) } else { Err(unknown_ids(file, input, &unknown)) }
    }
}

/// The error that ids unknown to the input are.
pub(crate) fn unknown_ids(file: &str, input: &str, unknown: &[&str]) -> Error {
    let first = first_few(unknown);
    Error::UnknownIds { file: file.to_owned(), input: input.to_owned(), first, n: unknown.len() }
}

/// The ids that stand for all in a message.
pub(crate) fn first_few(ids: &[&str]) -> Vec<String> {
    ids.iter().take(SHOWN_IDS).map(|id| shown(id)).collect()
}

fn index(ids: &[Box<str>]) -> impl Iterator<Item = (&str, u32)> {
    ids.iter().enumerate().map(|(row, id)| (&**id, row as u32))
}

/// Whether two ids have the same hash, which takes a fraction of the memory and time of a map.
fn may_repeat(ids: &[Box<str>]) -> bool {
    let hash = |id: &str| {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        hasher.finish()
    };
    let mut hashes: Vec<u64> = ids.par_iter().map(|id| hash(id)).collect();
    hashes.par_sort_unstable();
    hashes.windows(2).any(|pair| pair[0] == pair[1])
}

fn check(file: &str, ids: &[Box<str>]) -> Result<()> {
    let mut rows = HashMap::with_capacity(ids.len());
    for (id, row) in index(ids) {
        if let Some(first) = rows.insert(id, row) {
            return Err(repeated(file, id, first, row as usize));
        }
    }
    Ok(())
}

fn repeated(file: &str, id: &str, first: u32, second: usize) -> Error {
    Error::DuplicateId { file: file.to_owned(), id: shown(id), rows: [first as usize, second] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<Box<str>> {
        text.split(' ').map(Box::from).collect()
    }

    #[test]
    fn ids_join_in_any_order() {
        let input = ids("a b c");
        let index = Ids::new("in", &input).unwrap();
        assert_eq!(index.join("in", "f", &ids("c a")).unwrap(), [Some(1), None, Some(0)]);
        assert_eq!(index.join("in", "f", &ids("a b c")).unwrap(), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn ids_differ_and_are_known() {
        let said = Ids::new("in", &ids("a b a")).unwrap_err().to_string();
        assert_eq!(said, "in: the id \"a\" is in rows 1 and 3; ids must differ, name another column with --id");
        let input = ids("a b");
        let join = |other: &str| Ids::new("in", &input).unwrap().join("in", "f", &ids(other)).unwrap_err().to_string();
        assert_eq!(join("b b"), "f: the id \"b\" is in rows 1 and 2; ids must differ, name another column with --id");
        assert_eq!(join("a c d"), "f: 2 ids are not in in: c, d");
        assert_eq!(join("c d e f"), "f: 4 ids are not in in: c, d, e, …");
    }
}
