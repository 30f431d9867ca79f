//! Errors of steps, which say whose they are.

use crate::error::{Error, Result};

/// What a step returned; what it made that does not fit carries its name.
pub(super) fn of_step<T>(step: &str, returned: Result<T>) -> Result<T> {
    returned.map_err(|error| match error {
        Error::Step { step: part, problem } if part != step => {
            Error::Step { step: step.to_owned(), problem: format!("{part}: {problem}") }
        }
        error => error,
    })
}

/// The same of an extractor, which has no parameters but those of the distribution that it makes.
pub(super) fn of_extractor<T>(step: &str, returned: Result<T>) -> Result<T> {
    of_step(step, returned).map_err(|error| match error {
        Error::Parameter { .. } | Error::Length { .. } => {
            Error::Step { step: step.to_owned(), problem: error.to_string() }
        }
        error => error,
    })
}

/// Refuses an extractor that puts truth and pred into different spaces.
pub(super) fn check_alike(step: &str, [truth, pred]: [usize; 2]) -> Result<()> {
    if truth == pred {
        return Ok(());
    }
    let problem = format!("{truth} dimensions for the truth and {pred} for the pred, expected as many");
    Err(Error::Step { step: step.to_owned(), problem })
}
