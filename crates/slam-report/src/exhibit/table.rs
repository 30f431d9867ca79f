//! Numbers in rows and columns, and which of them are good news.

/// A table; the first columns name the rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The names of the columns, no two alike, those that name the rows first.
    pub header: Vec<String>,
    /// The number of columns that name the rows, no two of which have the same names.
    pub n_names: usize,
    /// The rows, as long as the header.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
}

/// How a cell is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// As hoped for.
    Good,
    /// Not as hoped for.
    Bad,
    /// For comparison.
    Muted,
}

impl Table {
    /// A table without rows, whose first column will name them.
    pub fn new(caption: &str, header: &[impl AsRef<str>]) -> Self {
        let header = header.iter().map(|name| name.as_ref().to_owned()).collect();
        Self { caption: caption.to_owned(), header, n_names: 1, rows: Vec::new() }
    }

    /// The same table, whose rows are named by so many columns together.
    #[must_use]
    pub fn named_by(self, n_names: usize) -> Self {
        Self { n_names, ..self }
    }
}

impl Cell {
    /// A cell in a tone.
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }

    /// A number with so many decimals, or `N/A`; what rounds to nothing has no sign.
    pub fn number(value: Option<f64>, decimals: usize) -> Self {
        let text = value.map_or_else(|| "N/A".to_owned(), |value| format!("{value:.decimals$}"));
        let is_nothing = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
        Self::from(if is_nothing { text.trim_start_matches('-').to_owned() } else { text })
    }

    /// A standard error with four decimals, or that it is smaller.
    pub fn error(value: Option<f64>) -> Self {
        match value {
            Some(value) if value > 0.0 && value < 0.000_05 => Self::from("<0.0001"),
            Some(0.0) => Self::from("0"),
            value => Self::number(value, 4),
        }
    }

    /// The same cell in another tone.
    #[must_use]
    pub fn toned(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, tone: Tone::Plain }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_cells() {
        let texts = [Some(0.2764), Some(-0.0001), Some(-0.25), None].map(|value| Cell::number(value, 3).text);
        assert_eq!(texts, ["0.276", "0.000", "-0.250", "N/A"]);
        let errors = [Some(0.0), Some(0.0012), Some(3.4e-7), None].map(|value| Cell::error(value).text);
        assert_eq!(errors, ["0", "0.0012", "<0.0001", "N/A"]);
    }
}
