//! How many different texts there are, as long as they are few.

use std::collections::BTreeSet;

/// Further texts are not told apart.
const MOST: usize = 1_000;

/// Different texts, as long as they are few.
#[derive(Debug, Default)]
pub(crate) struct Different(BTreeSet<Box<str>>);

impl Different {
    /// Takes the next text.
    pub(crate) fn push(&mut self, text: &str) {
        if self.0.len() < MOST && !self.0.contains(text) {
            self.0.insert(text.into());
        }
    }

    /// Takes the texts of the next part.
    pub(crate) fn append(&mut self, part: &Self) {
        part.0.iter().for_each(|text| self.push(text));
    }

    /// How many there are, a thousand at most.
    pub(crate) fn n(&self) -> usize {
        self.0.len()
    }
}
