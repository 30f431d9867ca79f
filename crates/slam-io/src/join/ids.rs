//! Ids in messages.

use super::{Error, Names};
use crate::listing::shown;

/// This many ids stand for all in a message.
pub(super) const SHOWN_IDS: usize = 3;

/// The error that ids unknown to the input are.
pub(crate) fn unknown_ids(file: &str, input: &str, unknown: &[&str]) -> Error {
    Error::UnknownIds { file: file.to_owned(), input: input.to_owned(), first: first_few(unknown), n: unknown.len() }
}

/// The error that two rows with the same id are; `remedy` says what to do.
pub(crate) fn duplicate(file: &str, names: &Names, rows: [usize; 2], remedy: &'static str) -> Error {
    Error::DuplicateId { file: file.to_owned(), id: shown(names.get(rows[0])), rows, remedy }
}

/// The ids that stand for all in a message.
pub(crate) fn first_few(ids: &[&str]) -> String {
    let shown: Vec<String> = ids.iter().take(SHOWN_IDS).map(|id| shown(id)).collect();
    let more = if ids.len() > SHOWN_IDS { ", …" } else { "" };
    shown.join(", ") + more
}
