//! The edit distance of two words: how far one is from what was probably meant.

/// How many letters must be put in, taken out or changed to make `b` of `a`.
///
/// O(letters of a · letters of b).
#[doc(hidden)]
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        let pairs = [("ari", "ari"), ("fim", "fmi"), ("kitten", "sitting"), ("", "db"), ("ab", "")];
        assert_eq!(pairs.map(|(a, b)| edit_distance(a, b)), [0, 2, 3, 2, 2]);
    }
}
