//! Attributes: the small values that say what a group or dataset is.

use hdf5_reader::RawAttribute;

use super::heap::little_endian;
use super::{Heap, Kind};
use crate::h5ad::error::{Place, Result};
use crate::h5ad::values::Values;
use std::sync::Arc;

/// The value of an attribute.
pub(crate) struct Attribute {
    values: Values,
    address_size: usize,
}

impl Attribute {
    /// The attribute of a name, if it is there.
    pub(super) fn find(
        attributes: Vec<RawAttribute>,
        name: &str,
        heap: &Arc<Heap>,
        place: &Place,
    ) -> Result<Option<Self>> {
        let Some(found) = attributes.into_iter().find(|attribute| attribute.name() == name) else { return Ok(None) };
        let place = Place { path: format!("{}@{name}", place.path), ..place.clone() };
        let (message, _) = found.into_parts();
        let n = message.dataspace.num_elements().unwrap_or(u64::MAX);
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        let kind = Kind::of(&message.datatype, heap.reference_size());
        let values = Values::new(message.raw_data, n, kind, heap.clone(), place)?;
        Ok(Some(Self { values, address_size: heap.address_size() }))
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
        let is_reference = matches!(self.values.kind(), Kind::Reference { size } if *size >= self.address_size);
        (is_reference && self.values.n() == 1).then(|| little_endian(&self.values.element(0)[..self.address_size]))
    }
}
