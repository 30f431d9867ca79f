//! Errors and warnings as R is told them.

use std::error::Error;

use extendr_api::Robj;
use slam::{Message, Warning};

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error, as R is told it.
    Said(String),
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl From<Failure> for Robj {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Said(text) => text.into(),
            Failure::Interrupted => true.into(),
        }
    }
}

/// A result, or what R is told instead; `extendr` makes a list of it, which `settled()` opens in R.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// An error of any of our crates.
pub(crate) fn failure(error: impl Error + 'static) -> Failure {
    Failure::Said(slam_io::in_words(&error, as_r))
}

/// A failure that says so.
pub(crate) fn refused(text: impl Into<String>) -> Failure {
    Failure::Said(text.into())
}

/// What warnings say.
pub(crate) fn said(warnings: &[Warning]) -> Vec<String> {
    warnings.iter().map(|warning| in_r(&warning.message())).collect()
}

/// A message with its options as R spells them.
pub(crate) fn in_r(message: &Message) -> String {
    message.spelled(as_r)
}

/// An option as R spells it: `spatial_key`, `k = 4`; a word that follows stays apart: `match_per slice`. Since `x` is the data
/// in R, the columns of coordinates are named together.
fn as_r(name: &str, value: Option<&str>) -> String {
    if name == "one_slide" {
        return "one_slide = TRUE".to_owned();
    }
    let name = if matches!(name, "x" | "y" | "z") { "coords" } else { name };
    value.map_or_else(|| name.to_owned(), |value| format!("{name} = {value}"))
}
