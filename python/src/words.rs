//! Errors and warnings as Python knows them.

use std::error::Error;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyUserWarning, PyValueError};
use slam::{Message, Warning};

create_exception!(slam_metric, SlamWarning, PyUserWarning, "Something that a user should know about a result.");

/// The `ValueError` that an error of any of our crates is.
pub(crate) fn value_error(error: impl Error + 'static) -> PyErr {
    PyValueError::new_err(slam_io::in_words(&error, as_python))
}

/// The `ValueError` that says so.
pub(crate) fn refused(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// What warnings say.
pub(crate) fn texts<'a>(warnings: impl IntoIterator<Item = &'a Warning>) -> Vec<String> {
    warnings.into_iter().map(|warning| in_python(&warning.message())).collect()
}

/// A message with its options as Python spells them.
pub(crate) fn in_python(message: &Message) -> String {
    message.spelled(as_python)
}

/// An option as Python spells it: `spatial_key`, `k=4`, `z="z"`; a word that follows stays apart: `match_per slice`.
fn as_python(name: &str, value: Option<&str>) -> String {
    if name == "one_slide" {
        return "one_slide=True".to_owned();
    }
    value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"))
}
