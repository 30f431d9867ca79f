//! Why a result could not be written.

use std::io;
use std::path::Path;

use thiserror::Error as ThisError;

/// Why a result could not be written.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Unwritable {
    /// The system refuses to write there.
    #[error("{file} cannot be written: {cause}")]
    Refused {
        /// The file.
        file: String,
        /// What the system says.
        cause: io::Error,
    },
    /// There is no folder to write it in.
    #[error("{file} cannot be written: there is no folder {folder}")]
    NoFolder {
        /// The file.
        file: String,
        /// The folder.
        folder: String,
    },
    /// Standard output takes no more.
    #[error("standard output cannot be written: {cause}")]
    Output {
        /// What the system says.
        cause: io::Error,
    },
}

impl Unwritable {
    pub(crate) fn refused(path: &Path, cause: io::Error) -> Self {
        Self::Refused { file: path.display().to_string(), cause }
    }
}
