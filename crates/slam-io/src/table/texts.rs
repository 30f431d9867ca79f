//! Labels as they are met: each text once, and a code per row.

use std::collections::HashMap;

use slam::{Labeling, MAX_LABELS, is_missing};

/// As many texts may differ before the labels are normalised: the labels, and the missing one.
const MOST_TEXTS: usize = MAX_LABELS + 1;

/// Labels as they are met: each text once, and a code per row.
///
/// Parts read side by side are appended in order, and the whole is as if read in sequence.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    names: Vec<Box<str>>,
    codes: Vec<u32>,
    index: HashMap<Box<str>, u32>,
    /// Why these are no labels, once that has turned out.
    given_up: Option<String>,
}

/// There are more texts than labels may be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

impl Texts {
    /// Adds the label of the next row.
    pub(crate) fn push(&mut self, text: &str) -> Result<(), TooMany> {
        let text = text.trim();
        let text = if is_missing(text) { "" } else { text };
        // Labels come in runs, so the last one is worth a look before hashing.
        let last = self.codes.last().copied().filter(|&last| *self.names[last as usize] == *text);
        let code = last.map_or_else(|| self.code(text), Ok)?;
        self.codes.push(code);
        Ok(())
    }

    /// Forgets the labels, and remembers why these are none.
    pub(crate) fn give_up(&mut self, why: String) {
        *self = Self { given_up: Some(why), ..Self::default() };
    }

    /// Why these are no labels, if they are none.
    pub(crate) fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// Adds the rows of the next part.
    pub(crate) fn append(&mut self, part: &Self) -> Result<(), TooMany> {
        if let Some(why) = self.given_up().or(part.given_up()) {
            self.give_up(why.to_owned());
            return Ok(());
        }
        let codes = part.names.iter().map(|text| self.code(text)).collect::<Result<Vec<u32>, TooMany>>()?;
        self.codes.extend(part.codes.iter().map(|&code| codes[code as usize]));
        Ok(())
    }

    /// The labeling of all rows.
    pub(crate) fn finish(self) -> slam::Result<Labeling> {
        Labeling::from_codes(&self.names, self.codes.iter().map(|&code| i64::from(code)))
    }

    fn code(&mut self, text: &str) -> Result<u32, TooMany> {
        if let Some(&code) = self.index.get(text) {
            return Ok(code);
        }
        if self.names.len() == MOST_TEXTS {
            return Err(TooMany);
        }
        let code = self.names.len() as u32;
        self.names.push(text.into());
        self.index.insert(text.into(), code);
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part<T: AsRef<str>>(texts: &[T]) -> Texts {
        let mut part = Texts::default();
        for text in texts {
            part.push(text.as_ref()).unwrap();
        }
        part
    }

    #[test]
    fn parts_are_one_labeling() {
        let all = ["1.0", " 1.0", "b", "NA", "", "2.0", "b", "c"];
        for cut in 0..all.len() {
            let mut whole = part(&all[..cut]);
            whole.append(&part(&all[cut..])).unwrap();
            assert_eq!(whole.finish(), Labeling::from_texts(all));
        }
    }

    #[test]
    fn too_many_labels_are_found_early_or_late() {
        let names: Vec<String> = (0..=MOST_TEXTS).map(|i| format!("c{i}")).collect();
        let (left, right) = names.split_at(MOST_TEXTS / 2);
        let mut whole = part(left);
        assert_eq!(whole.append(&part(right)), Err(TooMany));
        assert_eq!(part(&names[..MOST_TEXTS]).push("last"), Err(TooMany));
        let limit = slam::Error::TooManyLabels { limit: MAX_LABELS };
        assert_eq!(part(&names[..MOST_TEXTS]).finish(), Err(limit));
    }
}
