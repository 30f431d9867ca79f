//! A dataset, or one field of it, whose values are read only when asked for.

use std::ops::Range;
use std::sync::Arc;

use super::{Attribute, Field, Kind, Leaf};
use crate::h5ad::error::{Error, Location, Result};
use crate::h5ad::values::Values;

/// A dataset, or one field of a dataset of records.
#[derive(Clone)]
pub(crate) struct Array {
    inner: Arc<dyn Leaf>,
    pub(crate) place: Location,
    pub(crate) shape: Vec<usize>,
    pub(crate) kind: Kind,
    /// Invariant: `offset + kind.size() <= stride`.
    offset: usize,
    stride: usize,
}

impl Array {
    /// An array whose elements stand `stride` bytes apart.
    pub(super) fn new(
        inner: impl Leaf + 'static,
        shape: Vec<usize>,
        kind: Kind,
        stride: usize,
        place: Location,
    ) -> Result<Self> {
        if kind.size() > stride {
            let found = format!("elements of {} bytes for {}", stride, kind.name());
            return Err(place.unexpected(found, "room for the element"));
        }
        Ok(Self { inner: Arc::new(inner), place, shape, kind, offset: 0, stride })
    }

    /// The fields of a dataset of records, or none.
    pub(crate) fn fields(&self) -> Option<&[Field]> {
        if let Kind::Record { fields, .. } = &self.kind { Some(fields) } else { None }
    }

    /// One field of a dataset of records.
    pub(crate) fn field(&self, field: &Field) -> Result<Self> {
        let place = self.place.child(&field.name);
        let end = field.offset.checked_add(field.kind.size());
        if end.is_none_or(|end| end > self.stride) {
            return Err(place.unexpected("a field beyond its record", "one within"));
        }
        Ok(Self { kind: field.kind.clone(), offset: field.offset, place, ..self.clone() })
    }

    /// The number of rows of a one-dimensional dataset.
    pub(crate) fn n_rows(&self) -> Result<usize> {
        match self.shape[..] {
            [n_rows] => Ok(n_rows),
            _ => Err(self.place.unexpected(format!("{} dimensions", self.shape.len()), "one")),
        }
    }

    /// The number of rows and columns of a two-dimensional dataset.
    pub(crate) fn n_rows_and_columns(&self) -> Result<(usize, usize)> {
        match self.shape[..] {
            [n_rows, n_columns] => Ok((n_rows, n_columns)),
            _ => Err(self.place.unexpected(format!("{} dimensions", self.shape.len()), "two")),
        }
    }

    /// An attribute, if it is there.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<Attribute>> {
        self.inner.attribute(name, &self.place)
    }

    /// All values.
    pub(crate) fn read(&self) -> Result<Values> {
        let (bytes, texts) = self.inner.read(&self.place)?;
        let n = self.shape.iter().product();
        Values::strided(bytes, n, self.stride, self.offset, self.kind.clone(), texts, self.place.clone())
    }

    /// How many rows are best read at once: whole chunks, of about 4 million values.
    pub(crate) fn rows_at_once(&self) -> usize {
        let n_columns = self.shape.get(1).copied().unwrap_or(1).max(1);
        let of_chunk = self.inner.rows_of_chunk().max(1);
        let rows = (4_000_000 / n_columns).max(1);
        (rows / of_chunk).max(1).saturating_mul(of_chunk)
    }

    /// The numbers of some rows of a two-dimensional dataset, row by row.
    pub(crate) fn rows(&self, rows: Range<usize>) -> Result<Vec<f64>> {
        let found = self.inner.rows(rows.clone(), &self.kind, &self.place)?;
        found.map_or_else(|| self.rows_of_all(rows), Ok)
    }

    fn rows_of_all(&self, rows: Range<usize>) -> Result<Vec<f64>> {
        let (_, n_columns) = self.n_rows_and_columns()?;
        let values = self.read()?;
        values.check_numbers()?;
        let end = rows.end.saturating_mul(n_columns).min(values.n());
        Ok((rows.start.saturating_mul(n_columns)..end).map(|i| values.number(i)).collect())
    }

    /// Refuses a dataset that claims more than a file of its length can hold, before anything is read.
    pub(crate) fn check_size(&self) -> Result<()> {
        let n_bytes = self.shape.iter().try_fold(self.stride, |n, &extent| n.checked_mul(extent));
        if n_bytes.is_some_and(|n_bytes| n_bytes <= self.inner.max_read_bytes()) {
            return Ok(());
        }
        let problem = format!("{:?} values of {} bytes", self.shape, self.stride);
        Err(Error::TooLarge { place: self.place.clone(), problem })
    }
}
