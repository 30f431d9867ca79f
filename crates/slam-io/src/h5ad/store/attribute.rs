//! Attributes: the small values that say what a group or dataset is.

use crate::h5ad::error::Result;
use crate::h5ad::values::Values;

/// The value of an attribute.
pub(crate) struct Attribute {
    values: Values,
    address: Option<u64>,
}

impl Attribute {
    /// An attribute of these values, or of the address of an object.
    pub(super) fn new(values: Values, address: Option<u64>) -> Self {
        Self { values, address }
    }

    /// Its texts, none if it holds numbers: an empty list is stored as no numbers at all.
    pub(crate) fn texts(&self) -> Result<Vec<String>> {
        if self.values.n() == 0 {
            return Ok(Vec::new());
        }
        self.values.texts()
    }

    /// Its one text.
    pub(crate) fn text(&self) -> Result<String> {
        let texts = self.texts()?;
        let n = texts.len();
        let expected = || self.values.place().unexpected(format!("{n} texts"), "one");
        texts.into_iter().next().filter(|_| n == 1).ok_or_else(expected)
    }

    /// Its whole numbers.
    pub(crate) fn integers(&self) -> Result<Vec<i64>> {
        self.values.integers(|number| number)
    }

    /// The address that it refers to, if it is a reference.
    pub(crate) fn address(&self) -> Option<u64> {
        self.address
    }
}
