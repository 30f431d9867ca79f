//! What can be wrong with an AnnData file, in words that name the file, the place in it and what was expected.

use std::fmt;
use std::sync::Arc;

use thiserror::Error as ThisError;

/// The result of reading an `.h5ad` file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Where in a file something is: `spots.h5ad: /obs/region`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file, as the user named it.
    pub file: Arc<str>,
    /// The path inside the file, from its root.
    pub path: String,
}

impl Location {
    pub(crate) fn root(file: &str) -> Self {
        Self { file: file.into(), path: String::new() }
    }

    pub(crate) fn child(&self, name: &str) -> Self {
        Self { file: self.file.clone(), path: format!("{}/{name}", self.path) }
    }

    pub(crate) fn unexpected(&self, found: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::Unexpected { place: self.clone(), found: found.into(), expected: expected.into() }
    }

    pub(crate) fn check_length(&self, found: usize, expected: usize) -> Result<()> {
        if found == expected { Ok(()) } else { Err(Error::Length { place: self.clone(), found, expected }) }
    }

    pub(crate) fn refused(&self, cause: slam::Error) -> Error {
        Error::Content { place: self.clone(), cause }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, if self.path.is_empty() { "/" } else { &self.path })
    }
}

/// Why an `.h5ad` file, or a part of it, could not be read.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be opened at all.
    #[error("{file}: {cause}")]
    Open {
        /// The file.
        file: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A Zarr store lacks positions.
    #[error("{file}: {problem}: spots need positions; was a copy of the store broken off?")]
    Absent {
        /// The store.
        file: String,
        /// What is missing.
        problem: String,
    },
    /// The file is no HDF5 file.
    #[error("{file}: expected an HDF5 file, found none ({problem})")]
    NotHdf5 {
        /// The file.
        file: String,
        /// What the superblock lacks.
        problem: String,
    },
    /// The file ends before its superblock says it does.
    #[error("{file}: the file is truncated: {found} bytes, expected {expected}")]
    Truncated {
        /// The file.
        file: String,
        /// Its length.
        found: u64,
        /// The length its superblock promises.
        expected: u64,
    },
    /// The folder is no Zarr store.
    #[error("{file}: expected a Zarr store, found none (no zarr.json, no .zgroup)")]
    NotZarr {
        /// The folder.
        file: String,
    },
    /// SpatialData without a table.
    #[error("{file}: SpatialData without tables, expected one that names spots")]
    NoTable {
        /// The store.
        file: String,
    },
    /// SpatialData with several tables.
    #[error("{file}: SpatialData with several tables; name one of them: {}", paths(file, tables))]
    SeveralTables {
        /// The store.
        file: String,
        /// The tables.
        tables: Vec<String>,
    },
    /// Something asked for is not there.
    #[error("{place}: no {what} {name:?} ({})", listed(available))]
    Missing {
        /// Where it was looked for.
        place: Location,
        /// What was looked for: a column, a layer.
        what: &'static str,
        /// Its name.
        name: String,
        /// The names that are there.
        available: Vec<String>,
    },
    /// Something is there, of another kind than expected.
    #[error("{place}: found {found}, expected {expected}")]
    Unexpected {
        /// Where.
        place: Location,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Two parts that describe the same rows have different lengths.
    #[error("{place}: found {found} entries, expected {expected}")]
    Length {
        /// Where.
        place: Location,
        /// The length found.
        found: usize,
        /// The length expected.
        expected: usize,
    },
    /// Text is not UTF-8.
    #[error("{place}: row {}: the text is not UTF-8", row + 1)]
    Text {
        /// Where.
        place: Location,
        /// The row, from 0.
        row: usize,
    },
    /// The file asks for more memory than a file of its length can need.
    #[error("{place}: {problem}; this is far more than a file of this length can hold, so it is taken for damaged")]
    TooLarge {
        /// Where.
        place: Location,
        /// What would not fit.
        problem: String,
    },
    /// A compression that is not supported.
    #[error("{place}: compressed with {filter}, expected gzip, lzf, zstd, lz4, szip or none")]
    Filter {
        /// Where.
        place: Location,
        /// The filter, with its number.
        filter: String,
    },
    /// The HDF5 structures are damaged, or of a kind that is not supported.
    #[error("{place}: damaged or unsupported: {problem}")]
    Damaged {
        /// Where.
        place: Location,
        /// What does not fit.
        problem: String,
    },
    /// The values were read, and cannot be used.
    #[error("{place}: {cause}")]
    Content {
        /// Where.
        place: Location,
        /// What is wrong with them.
        cause: slam::Error,
    },
}

/// The paths of tables, the first twenty of them.
fn paths(file: &str, tables: &[String]) -> String {
    let paths: Vec<String> =
        tables.iter().take(20).map(|table| format!("{}/{table}", file.trim_end_matches('/'))).collect();
    paths.join(", ")
}

/// What there is instead, the first twenty names of it.
fn listed(names: &[String]) -> String {
    let first = names.iter().take(20).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => "there is none".to_owned(),
        1 => format!("there is: {first}"),
        2..=20 => format!("there are: {first}"),
        more => format!("there are: {first} and {} more", more - 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_file_place_and_what_there_is() {
        let place = Location::root("a.h5ad").child("obs");
        let available = vec!["region".to_owned()];
        let missing = Error::Missing { place, what: "column", name: "regoin".to_owned(), available };
        assert_eq!(missing.to_string(), "a.h5ad: /obs: no column \"regoin\" (there is: region)");
        let many: Vec<String> = (0..25).map(|i| i.to_string()).collect();
        assert!(listed(&many).ends_with("19 and 5 more"));
    }
}
