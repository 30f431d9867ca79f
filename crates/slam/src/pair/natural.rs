//! The natural order of names: digit runs as numbers, before text.

use std::cmp::Ordering;

/// Compares two names as a person would: `2 < 10 < A`, `Layer_2 < Layer_10`.
///
/// Runs of digits compare as numbers and come before other characters; names that differ only in leading zeros
/// compare as text, so that the order is total.
///
/// ```
/// use std::cmp::Ordering;
/// assert_eq!(slam::natural_order("Layer_2", "Layer_10"), Ordering::Less);
/// ```
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        match (left.chars().next(), right.chars().next()) {
            (None, None) => return a.cmp(b),
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(x), Some(y)) => {
                let (order, past_left, past_right) = match (x.is_ascii_digit(), y.is_ascii_digit()) {
                    (true, true) => compare_runs(digits(left), digits(right)),
                    (true, false) => (Ordering::Less, 0, 0),
                    (false, true) => (Ordering::Greater, 0, 0),
                    (false, false) => (x.cmp(&y), x.len_utf8(), y.len_utf8()),
                };
                if order != Ordering::Equal {
                    return order;
                }
                (left, right) = (&left[past_left..], &right[past_right..]);
            }
        }
    }
}

fn digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}

/// Without leading zeros the longer run is the larger number, however many digits it has.
fn compare_runs(a: &str, b: &str) -> (Ordering, usize, usize) {
    let (x, y) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    (x.len().cmp(&y.len()).then(x.cmp(y)), a.len(), b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_come_first() {
        let mut names = ["b", "10", "a10", "2", "a2", "a", "02", "-1", "é"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["02", "2", "10", "-1", "a", "a2", "a10", "b", "é"]);
    }
}
