//! A dataset, or one field of it, whose values are read only when asked for.

use std::ops::Range;
use std::sync::Arc;

use hdf5_reader::{Dataset, H5Type, SliceInfo, SliceInfoElem};

use super::{Attribute, Field, Heap, Kind, damaged};
use crate::h5ad::error::{Error, Place, Result};
use crate::h5ad::values::Values;

/// A dataset, or one field of a dataset of records.
#[derive(Clone)]
pub(crate) struct Array {
    dataset: Box<Dataset>,
    heap: Arc<Heap>,
    pub(crate) place: Place,
    pub(crate) shape: Vec<usize>,
    pub(crate) kind: Kind,
    /// Invariant: `offset + kind.size() <= stride`.
    offset: usize,
    stride: usize,
}

impl Array {
    pub(super) fn new(dataset: Dataset, heap: Arc<Heap>, place: Place) -> Result<Self> {
        let shape: Option<Vec<usize>> = dataset.shape().iter().map(|&extent| usize::try_from(extent).ok()).collect();
        let n = dataset.num_elements().map_err(|error| damaged(&place, &error))?;
        // A null dataspace has no extents and no elements.
        let shape = shape.map(|shape| if n == 0 && shape.is_empty() { vec![0] } else { shape });
        let shape = shape.ok_or_else(|| place.unexpected("an extent beyond memory", "one within"))?;
        let kind = Kind::of(dataset.dtype(), heap.reference_size());
        let stride = dataset.raw_element_size().map_err(|error| damaged(&place, &error))?;
        if kind.size() > stride {
            let found = format!("elements of {} bytes for {}", stride, kind.name());
            return Err(place.unexpected(found, "room for the element"));
        }
        Ok(Self { dataset: Box::new(dataset), heap, place, shape, kind, offset: 0, stride })
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
        let attributes = self.dataset.raw_attributes().map_err(|error| damaged(&self.place, &error))?;
        Attribute::find(attributes, name, &self.heap, &self.place)
    }

    /// All values.
    pub(crate) fn read(&self) -> Result<Values> {
        let bytes = self.dataset.read_raw_bytes().map_err(|error| damaged(&self.place, &error))?;
        let n = self.shape.iter().product();
        let (kind, heap) = (self.kind.clone(), self.heap.clone());
        Values::strided(bytes, n, self.stride, self.offset, kind, heap, self.place.clone())
    }

    /// How many rows are best read at once: whole chunks, of about 4 million values.
    pub(crate) fn rows_at_once(&self) -> usize {
        let n_columns = self.shape.get(1).copied().unwrap_or(1).max(1);
        let of_chunk = self.dataset.chunks().and_then(|chunks| chunks.first().copied()).unwrap_or(1).max(1) as usize;
        let rows = (4_000_000 / n_columns).max(1);
        (rows / of_chunk).max(1).saturating_mul(of_chunk)
    }

    /// The numbers of some rows of a two-dimensional dataset, row by row.
    pub(crate) fn rows(&self, rows: Range<usize>) -> Result<Vec<f64>> {
        let kind = self.kind.clone();
        match kind {
            Kind::Integer { size: 1, signed: true, .. } => self.slice(rows, |value: i8| f64::from(value)),
            Kind::Integer { size: 1, .. } => self.slice(rows, |value: u8| f64::from(value)),
            Kind::Integer { size: 2, signed: true, .. } => self.slice(rows, |value: i16| f64::from(value)),
            Kind::Integer { size: 2, .. } => self.slice(rows, |value: u16| f64::from(value)),
            Kind::Integer { size: 4, signed: true, .. } => self.slice(rows, |value: i32| f64::from(value)),
            Kind::Integer { size: 4, .. } => self.slice(rows, |value: u32| f64::from(value)),
            Kind::Integer { signed: true, .. } => self.slice(rows, |value: i64| value as f64),
            Kind::Integer { .. } => self.slice(rows, |value: u64| value as f64),
            Kind::Float { size: 4, .. } => self.slice(rows, |value: f32| f64::from(value)),
            Kind::Float { size: 8, .. } => self.slice(rows, |value: f64| value),
            _ => self.rows_of_all(rows),
        }
    }

    fn slice<T: H5Type + Copy>(&self, rows: Range<usize>, number: impl Fn(T) -> f64) -> Result<Vec<f64>> {
        let part = SliceInfoElem::Slice { start: rows.start as u64, end: rows.end as u64, step: 1 };
        let all = SliceInfoElem::Slice { start: 0, end: u64::MAX, step: 1 };
        let selection = SliceInfo { selections: vec![part, all] };
        let cells = self.dataset.read_slice::<T>(&selection).map_err(|error| damaged(&self.place, &error))?;
        Ok(cells.iter().map(|&value| number(value)).collect())
    }

    /// Half floats and booleans, which the reader knows only as bytes.
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
        if n_bytes.is_some_and(|n_bytes| n_bytes <= self.heap.max_read_bytes()) {
            return Ok(());
        }
        let problem = format!("{:?} values of {} bytes", self.shape, self.stride);
        Err(Error::TooLarge { place: self.place.clone(), problem })
    }
}
