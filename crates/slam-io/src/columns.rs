//! Columns by name, by pattern, and by what was probably meant.

pub use slam::nearest;

use crate::error::{Error, Result};
use crate::listing::Columns;

/// The column of that name, which an option asks for.
pub fn find(option: &str, name: &str, file: &str, columns: &[String]) -> Result<usize> {
    let mut found = (0..columns.len()).filter(|&column| columns[column] == name.trim());
    match (found.next(), found.count()) {
        (Some(column), 0) => Ok(column),
        (Some(_), more) => {
            let (option, file, column) = (option.into(), file.to_owned(), name.to_owned());
            Err(Error::RepeatedColumn { option, file, column, n: more + 1 })
        }
        (None, _) => Err(no_column(option, name, file, columns)),
    }
}

/// The error that a missing column is, with the nearest name as a suggestion.
pub(crate) fn no_column(option: &str, name: &str, file: &str, columns: &[String]) -> Error {
    let suggestion = nearest(name, columns).map(str::to_owned);
    let (column, file, columns) = (name.to_owned(), file.to_owned(), Box::new(Columns::new(columns)));
    Error::NoColumn { option: option.into(), column, file, columns, suggestion }
}

/// Whether a name fits a pattern, in which `*` stands for any text and `?` for any character.
///
/// O(name · pattern), however many stars.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    let letters: Vec<char> = name.chars().collect();
    let mut reached = vec![false; letters.len() + 1];
    reached[0] = true;
    for wanted in pattern.chars() {
        if wanted == '*' {
            let first = reached.iter().position(|&is_reached| is_reached).unwrap_or(reached.len());
            reached[first..].fill(true);
            continue;
        }
        for end in (0..letters.len()).rev() {
            reached[end + 1] = reached[end] && (wanted == '?' || wanted == letters[end]);
        }
        reached[0] = false;
    }
    reached[letters.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_met_with_a_suggestion() {
        let columns = ["spot", "x", "y", "cluster", "x"].map(str::to_owned);
        let said = |name: &str| find("pred", name, "spots.csv", &columns).unwrap_err().to_string();
        let list = "(columns: spot, x, y, cluster, x)";
        let slip = format!("--pred: no column \"cluser\" in spots.csv {list}; did you mean \"cluster\"?");
        assert_eq!(said("cluser"), slip);
        assert_eq!(said("wholly"), format!("--pred: no column \"wholly\" in spots.csv {list}"));
        assert_eq!(said("Spot"), format!("--pred: no column \"Spot\" in spots.csv {list}; did you mean \"spot\"?"));
        assert_eq!(said("x"), "--pred: spots.csv has 2 columns \"x\"; rename one");
        assert_eq!(find("pred", "y", "spots.csv", &columns).unwrap(), 2);
    }

    #[test]
    fn patterns() {
        let fitting = |pattern: &str| ["a", "ab", "abc", "x_b"].iter().filter(|name| fits(pattern, name)).count();
        assert_eq!(["*", "a*", "*b*", "?b", "a?c", "", "**c", "a"].map(fitting), [4, 3, 3, 1, 1, 0, 1, 1]);
    }
}
