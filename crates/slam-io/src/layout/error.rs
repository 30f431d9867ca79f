//! Why files could not be found in their layout, in words that say what is there.

use thiserror::Error as ThisError;

use crate::listing::{Columns, did_you_mean};

/// The result of finding files.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Why files could not be found.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A pattern names a part that nobody knows.
    #[error("{flag} {pattern:?}: {found} is no part that is known; expected {{slice}}, {{method}} or {{donor}}")]
    UnknownPart {
        /// The option, or the input.
        flag: &'static str,
        /// The pattern.
        pattern: String,
        /// The part.
        found: String,
    },
    /// No file fits a pattern.
    #[error("{flag} {:?}: nothing fits {} in {} ({there}){}", place[0], place[1], place[2], did_you_mean(nearest.as_deref()))]
    NothingFits {
        /// The option, or the input.
        flag: &'static str,
        /// The pattern, the component of it that nothing fits, and the folder in which it was looked for.
        place: Box<[String; 3]>,
        /// What is nearest.
        nearest: Option<String>,
        /// What is there.
        there: Box<Columns>,
    },
    /// Inputs are called alike.
    #[error("two inputs are called {slice:?}: {} and {}; a pattern names them, such as '{{slice}}/spots.csv'", files[0], files[1])]
    SameSlice {
        /// The name.
        slice: String,
        /// The inputs.
        files: Box<[String; 2]>,
    },
    /// A pattern of the input has no name for slices.
    #[error("INPUT {pattern:?}: a {{slice}} is missing, which names the slices")]
    NoSlice {
        /// The pattern.
        pattern: String,
    },
    /// A part has no place in a pattern.
    #[error("{flag} {pattern:?}: {part} has no place here: {reason}")]
    Misplaced {
        /// The option, or the input.
        flag: &'static str,
        /// The pattern.
        pattern: String,
        /// The part.
        part: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// Two files have labels of the same method on the same slice.
    #[error("{method:?} has two files of labels{}: {} and {}; --labels NAME=FILE gives each a name of its own", slice.as_ref().map(|slice| format!(" on {slice:?}")).unwrap_or_default(), files[0], files[1])]
    SameMethod {
        /// The method.
        method: String,
        /// The slice, where there are several.
        slice: Option<String>,
        /// The files.
        files: Box<[String; 2]>,
    },
    /// None of the files of labels belongs to a slice of the input.
    #[error("{flag} {pattern:?}: none of its slices is one of the input's (labels: {found}; input: {expected})")]
    NoneShared {
        /// The option.
        flag: &'static str,
        /// The pattern.
        pattern: String,
        /// Some of the slices that have labels.
        found: String,
        /// Some of those of the input.
        expected: String,
    },
    /// A file of labels of a method has several columns of labels.
    #[error("{file}: which column is that of {method:?}? ({columns}); name it with --pred")]
    WhichColumn {
        /// The file.
        file: String,
        /// The method.
        method: String,
        /// The columns of labels.
        columns: Columns,
    },
}
