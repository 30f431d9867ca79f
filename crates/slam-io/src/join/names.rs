//! Ids row after row, in one piece of text: no allocation for each of them.

use std::collections::HashMap;

use slam::Labeling;

/// Ids row after row, in one piece of text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    text: String,
    /// Invariant: rising, on borders of characters; row `i` ends at `ends[i]`, where row `i + 1` begins.
    ends: Vec<usize>,
}

impl Names {
    /// Adds the next row.
    pub(crate) fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// Adds the rows of the next part.
    pub(crate) fn append(&mut self, part: &Self) {
        let start = self.text.len();
        self.text.push_str(&part.text);
        self.ends.extend(part.ends.iter().map(|end| start + end));
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The id of a row.
    pub(crate) fn get(&self, row: usize) -> &str {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.text[start..self.ends[row]]
    }

    /// All ids, row after row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// The ids one by one, as spots hold them.
    pub(crate) fn to_boxes(&self) -> Vec<Box<str>> {
        self.iter().map(Box::from).collect()
    }

    /// The first two rows that have the same id on the same slice, if there are any.
    pub(crate) fn repeated_on(&self, slices: &Labeling) -> Option<[usize; 2]> {
        let mut rows = HashMap::with_capacity(self.len());
        let places = self.iter().enumerate().map(|(row, name)| (row, (slices.code(row), name)));
        places.into_iter().find_map(|(row, place)| rows.insert(place, row).map(|first| [first, row]))
    }

    /// The number from which the ids only count the rows, one after the other, if that is what they do.
    pub(crate) fn count_from(&self) -> Option<usize> {
        let first = self.iter().next()?.parse::<usize>().ok().filter(|&first| first <= 1)?;
        // Numbers are compared as they are written: `01` is an id.
        let is_next = |(row, name): (usize, &str)| name.parse() == Ok(first + row) && name.len() == digits(first + row);
        self.iter().enumerate().all(is_next).then_some(first)
    }
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

impl<T: AsRef<str>> FromIterator<T> for Names {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut names = Self::default();
        texts.into_iter().for_each(|text| names.push(text.as_ref()));
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Names {
        text.split(' ').collect()
    }

    #[test]
    fn parts_are_one_list() {
        let mut all = names("a bb");
        all.append(&names("é  d"));
        assert_eq!(all, names("a bb é  d"));
        assert_eq!((all.len(), all.get(1), all.get(3), all.iter().last()), (5, "bb", "", Some("d")));
    }

    #[test]
    fn ids_may_repeat_on_other_slices() {
        let slices = Labeling::from_texts(["1", "1", "1", "2", "1"]).unwrap();
        assert_eq!(names("a b c b a").repeated_on(&slices), Some([0, 4]));
        assert_eq!(names("a b c b d").repeated_on(&slices), None);
    }

    #[test]
    fn rows_that_are_counted() {
        let from = |text: &str| names(text).count_from();
        assert_eq!((from("0 1 2"), from("1 2 3"), from("9"), from("1")), (Some(0), Some(1), None, Some(1)));
        assert_eq!(
            (from("2 3"), from("1 3"), from("0 2 1"), from("a"), from("1 02"), from("+1 2")),
            Default::default()
        );
        assert_eq!((0..=1000).map(|row| row.to_string()).collect::<Names>().count_from(), Some(0));
    }
}
