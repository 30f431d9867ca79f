//! Names in messages: decent in length and number, with what was probably meant.

use std::fmt;

/// The columns of a file, or other names in it, shown in a message: the first dozen and how many more there are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Columns {
    /// What they are: columns, layers.
    pub what: &'static str,
    /// The first columns.
    pub first: Vec<String>,
    /// The number of columns that are not shown.
    pub n_more: usize,
}

const SHOWN_COLUMNS: usize = 12;
const SHOWN_CHARACTERS: usize = 60;

impl Columns {
    /// The columns of these names.
    pub fn new<T: AsRef<str>>(names: &[T]) -> Self {
        Self::called("columns", names)
    }

    /// Names of something else than columns.
    pub fn called<T: AsRef<str>>(what: &'static str, names: &[T]) -> Self {
        let name = |name: &T| if name.as_ref().is_empty() { "(unnamed)".to_owned() } else { shown(name.as_ref()) };
        let first = names.iter().take(SHOWN_COLUMNS).map(name).collect();
        Self { what, first, n_more: names.len().saturating_sub(SHOWN_COLUMNS) }
    }
}

/// What to do where names are separated by spaces, which make one name of them.
const SPACED: &str = "names with spaces between are one column: in R, write the table with write.csv(table, FILE), or with \
                      write.table(table, FILE, sep = \"\\t\")";

impl Columns {
    /// What to do where a single name looks like several.
    pub(crate) fn spaced(&self) -> Option<&'static str> {
        let is_spaced = self.first.len() == 1 && self.first[0].contains(' ');
        is_spaced.then_some(SPACED)
    }

    /// What to do where one of the names looks like several, this one among them.
    fn spaced_with(&self, name: &str) -> Option<&'static str> {
        let words =
            |other: &&String| other.contains(' ') && other.split(' ').any(|word| word.trim_matches('"') == name);
        self.first.iter().find(words).map(|_| SPACED)
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first.is_empty() {
            return write!(f, "no {}", self.what);
        }
        write!(f, "{}: {}", self.what, self.first.join(", "))?;
        if self.n_more > 0 { write!(f, " and {} more", self.n_more) } else { Ok(()) }
    }
}

/// A name as a message shows it: on one line, of a decent length.
pub(crate) fn shown(name: &str) -> String {
    let clean = name.chars().take(SHOWN_CHARACTERS).map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let ellipsis = name.chars().nth(SHOWN_CHARACTERS).map(|_| '…');
    clean.chain(ellipsis).collect()
}

/// The end of a message that a column is not there.
pub(crate) fn missed(columns: &Columns, name: &str, suggestion: Option<&str>) -> String {
    columns.spaced_with(name).map_or_else(|| did_you_mean(suggestion), |advice| format!("; {advice}"))
}

/// The end of a message that has a suggestion.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map(|name| format!("; did you mean {name:?}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (1..=15).map(|i| format!("c{i}")).collect();
        let said = Columns::new(&names).to_string();
        assert_eq!(said, "columns: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 and 3 more");
        assert_eq!(Columns::new(&["", "a\nb"]).to_string(), "columns: (unnamed), a\u{fffd}b");
        assert_eq!(Columns::called("layers", &[""; 0]).to_string(), "no layers");
        assert_eq!(shown(&"é".repeat(61)), "é".repeat(60) + "…");
    }
}
