//! The edit distance of two words: how far one is from what was probably meant.

/// How many letters must be put in, taken out, changed or swapped with the next one to make `b` of `a` (optimal string alignment).
///
/// O(letters of a · letters of b).
#[doc(hidden)]
pub fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // The distances of the first i − 1, i and i + 1 letters of `a` to all beginnings of `b`.
    let (mut before, mut row, mut next) = (Vec::new(), (0..=b.len()).collect::<Vec<usize>>(), vec![0; b.len() + 1]);
    for i in 0..a.len() {
        next[0] = i + 1;
        for j in 0..b.len() {
            let changed = row[j] + usize::from(a[i] != b[j]);
            next[j + 1] = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                next[j + 1] = next[j + 1].min(before[j - 1] + 1);
            }
        }
        before.clone_from(&row);
        std::mem::swap(&mut row, &mut next);
    }
    row[b.len()]
}

/// Names longer than this, or beyond so many, are not compared: the work must not grow with hostile names.
const LONGEST_COMPARED: usize = 100;
const MOST_COMPARED: usize = 10_000;

/// The nearest name by edit distance, case aside, if it is near: one character in three may differ. Ties: the first.
#[doc(hidden)]
pub fn nearest<'a>(name: &str, names: &'a [String]) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let n_letters = wanted.chars().count();
    if n_letters > LONGEST_COMPARED {
        return None;
    }
    let compared = names.iter().take(MOST_COMPARED).filter(|other| other.len() <= LONGEST_COMPARED);
    let near = compared.map(|other| (edit_distance(&wanted, &other.to_lowercase()), other.as_str()));
    near.filter(|(distance, _)| *distance <= (n_letters / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        let pairs = [("ari", "ari"), ("fim", "fmi"), ("kitten", "sitting"), ("", "db"), ("ab", ""), ("truht", "truth")];
        assert_eq!(pairs.map(|(a, b)| edit_distance(a, b)), [0, 1, 3, 2, 2, 1]);
        // Letters that were swapped are not parted again.
        assert_eq!(edit_distance("ca", "abc"), 3);
    }
}
