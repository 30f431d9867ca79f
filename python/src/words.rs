//! Errors and warnings as Python knows them, in the command's words.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyUserWarning, PyValueError};

create_exception!(slam_metric, SlamWarning, PyUserWarning, "Something that a user should know about a result.");

/// The `ValueError` that an error of any of our crates is.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(in_python(&error.to_string()))
}

/// A text of the command with its options as Python spells them: `--spatial-key` is `spatial_key`, `--k 4` is `k=4`, and
/// `--z "z"` is `z="z"`.
pub(crate) fn in_python(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = split_at_option(rest) {
        let end = after.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(after.len());
        written.push_str(before);
        written.push_str(&after[..end].replace('-', "_"));
        rest = &after[end..];
        let is_start = |letter: char| letter.is_ascii_digit() || letter == '"';
        if rest.strip_prefix(' ').is_some_and(|value| value.starts_with(is_start)) {
            written.push('=');
            rest = &rest[1..];
        }
    }
    written + rest
}

/// What stands before the dashes of the first option, and what after.
fn split_at_option(text: &str) -> Option<(&str, &str)> {
    let is_start = |&(place, _): &(usize, &str)| {
        let is_word_start = !text[..place].ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        is_word_start && text[place + 2..].starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    let (place, _) = text.match_indices("--").find(is_start)?;
    Some((&text[..place], &text[place + 2..]))
}
