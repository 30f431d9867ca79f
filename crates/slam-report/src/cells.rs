//! Tables of results whose cells keep their types, so that nothing has to read a number back from text.

/// A cell of a table of results: its type is that of its column, its value is missing where there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A name or a word, never anything else, however much it looks like a number.
    Text(Option<String>),
    /// A whole number: a rank or a count.
    Count(Option<usize>),
    /// A number.
    Number(Option<f64>),
    /// True or false.
    Truth(Option<bool>),
}

impl Cell {
    /// A text.
    pub(crate) fn text(value: impl Into<String>) -> Self {
        Self::Text(Some(value.into()))
    }

    /// A cell of the same type without a value.
    pub(crate) fn without_value(&self) -> Self {
        match self {
            Self::Text(_) => Self::Text(None),
            Self::Count(_) => Self::Count(None),
            Self::Number(_) => Self::Number(None),
            Self::Truth(_) => Self::Truth(None),
        }
    }

    /// Whether there is no value.
    pub(crate) fn is_missing(&self) -> bool {
        *self == self.without_value()
    }

    /// The value with all its digits, empty where it is missing.
    fn written(&self) -> String {
        match self {
            Self::Text(value) => value.clone().unwrap_or_default(),
            Self::Count(value) => value.map(|value| value.to_string()).unwrap_or_default(),
            Self::Number(value) => value.map(|value| value.to_string()).unwrap_or_default(),
            Self::Truth(value) => value.map(|value| value.to_string()).unwrap_or_default(),
        }
    }
}

/// A table of results.
///
/// Invariant: every row has a cell for each name of the header, and the cells of a column are of one type.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The values of a column, missing where there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Names and words.
    Texts(Vec<Option<String>>),
    /// Ranks and counts.
    Counts(Vec<Option<usize>>),
    /// Numbers.
    Numbers(Vec<Option<f64>>),
    /// True or false.
    Truths(Vec<Option<bool>>),
}

impl Cells {
    /// The header and the rows as text, with all digits; empty where a value is missing.
    pub fn written(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::written).collect());
        std::iter::once(self.header.clone()).chain(rows).collect()
    }

    /// The names of the columns with their values.
    pub fn columns(&self) -> Vec<(&str, Values)> {
        self.header.iter().enumerate().map(|(place, name)| (name.as_str(), self.values(place))).collect()
    }

    fn values(&self, column: usize) -> Values {
        let cells = || self.rows.iter().map(move |row| &row[column]);
        match cells().next() {
            None | Some(Cell::Text(_)) => Values::Texts(
                cells().map(|cell| if let Cell::Text(value) = cell { value.clone() } else { None }).collect(),
            ),
            Some(Cell::Count(_)) => {
                Values::Counts(cells().map(|cell| if let Cell::Count(value) = cell { *value } else { None }).collect())
            }
            Some(Cell::Number(_)) => Values::Numbers(
                cells().map(|cell| if let Cell::Number(value) = cell { *value } else { None }).collect(),
            ),
            Some(Cell::Truth(_)) => {
                Values::Truths(cells().map(|cell| if let Cell::Truth(value) = cell { *value } else { None }).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_like_a_number_stays_text() {
        let row = |name: &str, rank| vec![Cell::text(name), Cell::Count(rank), Cell::Number(None), Cell::Truth(None)];
        let header = ["pred", "rank", "ari", "holds"].map(str::to_owned).to_vec();
        let table = Cells { header, rows: vec![row("01", Some(1)), row("1e5", None)] };
        let columns = table.columns();
        assert_eq!(columns[0], ("pred", Values::Texts(vec![Some("01".into()), Some("1e5".into())])));
        assert_eq!(columns[1].1, Values::Counts(vec![Some(1), None]));
        // A column without any value has its type all the same.
        assert_eq!(columns[2].1, Values::Numbers(vec![None, None]));
        assert_eq!(columns[3].1, Values::Truths(vec![None, None]));
        assert_eq!(table.written()[1..], [["01", "1", "", ""], ["1e5", "", "", ""]]);
    }
}
