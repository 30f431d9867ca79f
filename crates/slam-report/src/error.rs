//! What can go wrong when a report is written.

use thiserror::Error as ThisError;

/// The result of writing a report.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a report could not be written.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The page could not be laid out.
    #[error("the page could not be laid out")]
    Layout(#[from] minijinja::Error),
    /// The settings could not be shown.
    #[error("the settings could not be shown")]
    Settings(#[from] serde_json::Error),
}
