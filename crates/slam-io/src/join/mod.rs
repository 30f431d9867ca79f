//! Two files joined by ids, whatever the columns are called; by row only where neither has ids, or where that is asked for.

mod error;
mod names;
mod index;
mod keys;
mod ids;
mod ring;

use std::cmp::Reverse;

use rayon::prelude::*;

pub use error::Error;
use ids::SHOWN_IDS;
pub(crate) use ids::{duplicate, first_few, unknown_ids};
pub use keys::is_id_name;
pub(crate) use keys::{Key, Likely, Standing, likeliest_first, presumed};
pub(crate) use names::Names;
pub use ring::Side;
pub(crate) use ring::{Held, Ring};

use crate::error::Result;
use crate::request::{ExtraIds, Join, Request};

/// How files may be joined, and what becomes of rows that no spot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Rows go together in their order, whatever ids there are.
    pub(crate) is_by_row: bool,
    /// Rows that no spot has are left out.
    pub(crate) skips_extra: bool,
    /// The option that names the ids of the file.
    pub(crate) flag: &'static str,
    /// What to do where ids of the file repeat.
    pub(crate) remedy: &'static str,
}

impl Terms {
    /// The terms on which labels are joined.
    pub(crate) fn of_labels(request: &Request) -> Self {
        let skips_extra = request.extra_ids == ExtraIds::Skip;
        let remedy = "name another column with --labels-id";
        Self { is_by_row: request.join == Join::Row, skips_extra, flag: "--labels-id", remedy }
    }

    /// The terms on which measurements are joined, of which more than are needed are usual.
    pub(crate) fn of_measurements(request: &Request) -> Self {
        let remedy = "name another column with --expression-id";
        Self { is_by_row: request.join == Join::Row, skips_extra: true, flag: "--expression-id", remedy }
    }
}

/// How the rows of a file go with those of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    /// In their order.
    Rows,
    /// By ids.
    Ids(Matched),
}

/// Rows that go together by their ids.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Matched {
    /// The key of the input and that of the file, as places in their rings.
    pub(crate) keys: [usize; 2],
    /// For each spot of the input, the row of the file.
    pub(crate) rows: Vec<Option<u32>>,
    /// The number of rows that no spot has, and the ids of the first.
    pub(crate) n_extra: usize,
    pub(crate) first_extra: String,
}

/// Joins a file to the input by the keys that hold the same ids, if there are any.
pub(crate) fn join(input: &Ring, file: &Ring, pair: Option<Pair>, terms: Terms) -> Result<Joint> {
    let has_no_ids = input.ids().is_none() && file.ids().is_none();
    match pair {
        _ if terms.is_by_row => by_row(input, file),
        Some(pair) => by_ids(input, file, pair, terms).map(Joint::Ids),
        None if has_no_ids => by_row(input, file),
        None => Err(refusal(input, file, terms).into()),
    }
}

fn by_row(input: &Ring, file: &Ring) -> Result<Joint> {
    let (found, expected) = (file.n_rows, input.n_rows);
    let unequal = || Error::RowCount { file: file.file.clone(), found, input: input.file.clone(), expected };
    if found == expected { Ok(Joint::Rows) } else { Err(unequal().into()) }
}

fn by_ids(input: &Ring, file: &Ring, pair: Pair, terms: Terms) -> Result<Matched> {
    let Pair { keys, shared: Shared { rows, extra, repeated, .. } } = pair;
    let (own, other) = (&input.keys[keys[0]], &file.keys[keys[1]]);
    if let Some(rows) = own.repeated() {
        return Err(duplicate(&input.file, &own.names, rows, "name another column with --id").into());
    }
    if let Some(rows) = repeated {
        return Err(duplicate(&file.file, &other.names, rows, terms.remedy).into());
    }
    let first: Vec<&str> = extra.iter().take(SHOWN_IDS + 1).map(|&row| other.names.get(row as usize)).collect();
    let (n_extra, first_extra) = (extra.len(), first_few(&first));
    if n_extra > 0 && !terms.skips_extra {
        let (file, input) = (file.file.clone(), input.file.clone());
        return Err(Error::ExtraIds { file, input, first: first_extra, n: n_extra }.into());
    }
    Ok(Matched { keys, rows, n_extra, first_extra })
}

/// Keys that hold the same ids.
#[derive(Debug)]
pub(crate) struct Pair {
    /// That of the input and that of the file, as places in their rings.
    keys: [usize; 2],
    shared: Shared,
}

/// Whether all ids of one side are on the other, how many are shared, and how likely the names are; the best first.
type Rank = (Reverse<(bool, usize)>, Standing);

/// The keys that hold the same ids.
///
/// All ids of one side must be on the other; else as many as can be no accident. Of several the pair with the most ids,
/// then the one whose names are likelier.
pub(crate) fn best_pair(input: &Ring, file: &Ring) -> Option<Pair> {
    let mut best: Option<(Rank, Pair)> = None;
    for (place, own) in input.keys.iter().enumerate() {
        for (other_place, other) in file.keys.iter().enumerate().filter(|(_, other)| may_pair(own, other)) {
            let shared = Shared::of(own, other);
            let (n, n_smaller) = (shared.n, own.names.len().min(other.names.len()));
            let is_whole = n == n_smaller && own.repeated().is_none() && shared.repeated.is_none();
            let is_text = own.is_recognised() && other.is_recognised() && !other.is_number();
            let rank = (Reverse((is_whole, n)), own.standing.max(other.standing));
            let is_better = best.as_ref().is_none_or(|(others, _)| rank < *others);
            if n > 0 && (is_whole || is_text || 2 * n >= n_smaller) && is_better {
                best = Some((rank, Pair { keys: [place, other_place], shared }));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// The rows of two keys that have the same ids.
#[derive(Debug)]
struct Shared {
    /// The number of rows of the other whose id the one has.
    n: usize,
    /// For each row of the one, that of the other.
    rows: Vec<Option<u32>>,
    /// The rows of the other whose id the one lacks.
    extra: Vec<u32>,
    /// The first two rows of the other that have the same id of the one.
    repeated: Option<[usize; 2]>,
}

impl Shared {
    fn of(own: &Held, other: &Held) -> Self {
        let (n_own, n_other) = (own.names.len(), other.names.len());
        // Files written side by side list the same ids in the same order.
        if own.names == other.names {
            let rows = (0..n_own as u32).map(Some).collect();
            return Self { n: n_own, rows, extra: Vec::new(), repeated: None };
        }
        let places: Vec<Option<u32>> = (0..n_other).into_par_iter().map(|row| own.row(other.names.get(row))).collect();
        let mut shared = Self { n: 0, rows: vec![None; n_own], extra: Vec::new(), repeated: None };
        for (row, place) in (0..n_other as u32).zip(places) {
            let Some(place) = place else {
                shared.extra.push(row);
                continue;
            };
            shared.n += 1;
            let first = shared.rows[place as usize].replace(row);
            shared.repeated = shared.repeated.or(first.map(|first| [first as usize, row as usize]));
        }
        shared
    }
}

/// Whether two keys may mean the same: a column that only counts the rows of its file goes with one that counts as well.
fn may_pair(own: &Held, other: &Held) -> bool {
    let counts_alike = own.counts_from == other.counts_from && own.names.len() == other.names.len();
    match (own.row_numbers(), other.row_numbers()) {
        (None, None) => true,
        (None, Some(_)) => counts_alike,
        (Some(_), None) => other.is_recognised() && (other.counts_from.is_none() || counts_alike),
        // They say nothing that the order of the rows does not.
        (Some(_), Some(_)) => false,
    }
}

fn refusal(input: &Ring, file: &Ring, terms: Terms) -> Error {
    let (file, input) = (Box::new(file.side()), Box::new(input.side()));
    Error::NotJoined { file, input, flag: terms.flag }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::Columns;

    /// A file with one column of ids.
    fn ring(column: &str, ids: &str) -> Ring {
        let names: Names = ids.split(' ').collect();
        let likely = Likely { key: Key::Column(0), standing: Standing::of(column), first: Names::default() };
        let mut ring = Ring::of("f.csv".to_owned(), Columns::new(&[column]), names.len());
        ring.push(&likely, names, format!("column {column:?}"));
        ring
    }

    #[test]
    fn fewer_than_half_of_the_ids_in_common_are_an_accident() {
        let n_shared = |columns: [&str; 2], ids: [&str; 2]| {
            best_pair(&ring(columns[0], ids[0]), &ring(columns[1], ids[1])).map(|pair| pair.shared.n)
        };
        // One of three or four is less than half, two of four and one of two are half; the smaller side counts.
        let found = ["u a b c", "u a b", "u v a b", "u a"].map(|ids| n_shared(["name", "code"], ["u v w q", ids]));
        assert_eq!(found, [None, None, Some(2), Some(1)]);
        // One is enough where both columns are called ids, unless these are numbers.
        assert_eq!(n_shared(["id", "barcode"], ["u v w q", "u a b c"]), Some(1));
        assert_eq!(n_shared(["id", "barcode"], ["5 6 7 8", "5 2 3 4"]), None);
    }
}
