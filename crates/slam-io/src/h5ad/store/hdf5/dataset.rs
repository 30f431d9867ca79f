//! A dataset of HDF5, read as bytes or as the numbers of some rows.

use std::ops::Range;
use std::sync::Arc;

use hdf5_reader::{H5Type, SliceInfo, SliceInfoElem};

use super::{Heap, attribute, damaged, kind};
use crate::h5ad::error::{Location, Result};
use crate::h5ad::store::{Array, Attribute, Kind, Leaf, Texts};

struct Dataset {
    inner: Box<hdf5_reader::Dataset>,
    heap: Arc<Heap>,
}

/// The array that a dataset is.
pub(super) fn array(dataset: hdf5_reader::Dataset, heap: Arc<Heap>, place: Location) -> Result<Array> {
    let shape: Option<Vec<usize>> = dataset.shape().iter().map(|&extent| usize::try_from(extent).ok()).collect();
    let n = dataset.num_elements().map_err(|error| damaged(&place, &error))?;
    // A null dataspace has no extents and no elements.
    let shape = shape.map(|shape| if n == 0 && shape.is_empty() { vec![0] } else { shape });
    let shape = shape.ok_or_else(|| place.unexpected("an extent beyond memory", "one within"))?;
    let kind = kind::kind(dataset.dtype(), heap.reference_size());
    let stride = dataset.raw_element_size().map_err(|error| damaged(&place, &error))?;
    Array::new(Dataset { inner: Box::new(dataset), heap }, shape, kind, stride, place)
}

impl Leaf for Dataset {
    fn attribute(&self, name: &str, place: &Location) -> Result<Option<Attribute>> {
        let attributes = self.inner.raw_attributes().map_err(|error| damaged(place, &error))?;
        attribute(attributes, name, &self.heap, place)
    }

    fn read(&self, place: &Location) -> Result<(Vec<u8>, Arc<dyn Texts>)> {
        let bytes = self.inner.read_raw_bytes().map_err(|error| damaged(place, &error))?;
        Ok((bytes, self.heap.clone()))
    }

    /// Half floats and booleans are known to the reader only as bytes.
    fn rows(&self, rows: Range<usize>, kind: &Kind, place: &Location) -> Result<Option<Vec<f64>>> {
        match kind {
            Kind::Integer { size: 1, signed: true, .. } => self.slice(rows, place, |value: i8| f64::from(value)),
            Kind::Integer { size: 1, .. } => self.slice(rows, place, |value: u8| f64::from(value)),
            Kind::Integer { size: 2, signed: true, .. } => self.slice(rows, place, |value: i16| f64::from(value)),
            Kind::Integer { size: 2, .. } => self.slice(rows, place, |value: u16| f64::from(value)),
            Kind::Integer { size: 4, signed: true, .. } => self.slice(rows, place, |value: i32| f64::from(value)),
            Kind::Integer { size: 4, .. } => self.slice(rows, place, |value: u32| f64::from(value)),
            Kind::Integer { signed: true, .. } => self.slice(rows, place, |value: i64| value as f64),
            Kind::Integer { .. } => self.slice(rows, place, |value: u64| value as f64),
            Kind::Float { size: 4, .. } => self.slice(rows, place, |value: f32| f64::from(value)),
            Kind::Float { size: 8, .. } => self.slice(rows, place, |value: f64| value),
            _ => return Ok(None),
        }
        .map(Some)
    }

    fn rows_of_chunk(&self) -> usize {
        self.inner.chunks().and_then(|chunks| chunks.first().copied()).unwrap_or(1) as usize
    }

    fn max_read_bytes(&self) -> usize {
        self.heap.max_read_bytes()
    }
}

impl Dataset {
    fn slice<T: H5Type + Copy>(
        &self,
        rows: Range<usize>,
        place: &Location,
        number: impl Fn(T) -> f64,
    ) -> Result<Vec<f64>> {
        let part = SliceInfoElem::Slice { start: rows.start as u64, end: rows.end as u64, step: 1 };
        let all = SliceInfoElem::Slice { start: 0, end: u64::MAX, step: 1 };
        let selection = SliceInfo { selections: vec![part, all] };
        let cells = self.inner.read_slice::<T>(&selection).map_err(|error| damaged(place, &error))?;
        Ok(cells.iter().map(|&value| number(value)).collect())
    }
}
