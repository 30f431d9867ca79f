//! Why files could not be joined, in words that name both sides, what is in them, and what to do.

use thiserror::Error as ThisError;

use super::ring::{Side, refusal};
use crate::listing::Columns;

/// Why files could not be joined.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// Ids are needed and there are none.
    #[error("{flag} needs ids, and {file} has no column of ids ({columns}); name it with --id")]
    NoIds {
        /// The option that needs them.
        flag: &'static str,
        /// The file.
        file: String,
        /// The columns that there are.
        columns: Columns,
    },
    /// Two rows have the same id.
    #[error("{file}: the id {id:?} is in rows {} and {}; ids must differ: {remedy}", rows[0] + 1, rows[1] + 1)]
    DuplicateId {
        /// The file.
        file: String,
        /// The id.
        id: String,
        /// The rows, from 0.
        rows: [usize; 2],
        /// What to do.
        remedy: &'static str,
    },
    /// A file of edges speaks of spots that the input does not have.
    #[error("{file}: {} not in {input}: {first}", ids_are(*n))]
    UnknownIds {
        /// The file.
        file: String,
        /// The file of spots.
        input: String,
        /// The first few of them.
        first: String,
        /// How many there are.
        n: usize,
    },
    /// A file of labels speaks of spots that the input does not have.
    #[error("{file}: {} not in {input}: {first}; to leave {} out, add --extra-ids skip", ids_are(*n), if *n == 1 { "it" } else { "them" })]
    ExtraIds {
        /// The file.
        file: String,
        /// The file of spots.
        input: String,
        /// The first few of them.
        first: String,
        /// How many there are.
        n: usize,
    },
    /// Spots have no measurements.
    #[error("--expression: {} of {input} {} not in {file}: {first}", if *n == 1 { "1 id".to_owned() } else { format!("{n} ids") }, if *n == 1 { "is" } else { "are" })]
    Unmeasured {
        /// The file of measurements.
        file: String,
        /// The file of spots.
        input: String,
        /// The first few of them.
        first: String,
        /// How many there are.
        n: usize,
    },
    /// Two files cannot be joined by row.
    #[error("{file} has {found} rows and {input} has {expected}; without ids on both sides they must be equal")]
    RowCount {
        /// The file.
        file: String,
        /// Its number of rows.
        found: usize,
        /// The file of spots.
        input: String,
        /// The number of spots.
        expected: usize,
    },
    /// A file has no ids of the other.
    #[error("{}", refusal(file, input, flag))]
    NotJoined {
        /// The file.
        file: Box<Side>,
        /// The file of spots.
        input: Box<Side>,
        /// The option that names the ids of the file.
        flag: &'static str,
    },
    /// Columns of ids are named for some files of labels and not for others.
    #[error(
        "--labels-id is given {found} times for {expected} files of --labels; give it once for all, or once for each"
    )]
    LabelsIds {
        /// How often it is given.
        found: usize,
        /// The number of files.
        expected: usize,
    },
}

/// How many ids do something, with the verb.
fn ids_are(n: usize) -> String {
    if n == 1 { "1 id is".to_owned() } else { format!("{n} ids are") }
}
