//! Where in a table something is wrong.

use std::fmt;

/// A line of a text, or a row of a table that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// Whether it is a row.
    pub is_row: bool,
}

impl Line {
    pub(crate) fn of_text(number: u64) -> Self {
        Self { number, is_row: false }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.is_row { "row" } else { "line" }, self.number)
    }
}
