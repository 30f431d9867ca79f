//! An array of a store: which chunks are read, and how much is believed.

use std::ops::Range;
use std::sync::Arc;

use super::chunk::{ArrayLayout, Reading, index, steps_of};
use super::codec::Form;
use super::element::Pool;
use super::keys::Keys;
use super::metadata::Shape;
use super::{attribute, damaged, join};
use crate::h5ad::error::{Error, Location, Result};
use crate::h5ad::store::{self, Attribute, Kind, Leaf, MAX_CHUNK_BYTES, Texts};
use crate::h5ad::values::Values;

/// So many chunks are looked for in any store, and one more for so many of its bytes.
const MOST_CHUNKS: u64 = 4096;
const BYTES_OF_CHUNK: u64 = 8;
/// Shards are longer than chunks; a file of more is refused.
const MOST_PACKED: usize = 2 << 30;

struct Chunks {
    keys: Arc<dyn Keys>,
    path: String,
    n_bytes: u64,
    shape: Shape,
}

/// The array at a key.
pub(super) fn array(
    keys: Arc<dyn Keys>,
    path: String,
    n_bytes: u64,
    shape: Shape,
    place: Location,
) -> Result<store::Array> {
    let (extents, kind) = (shape.extents.clone(), shape.element.kind());
    let size = kind.size();
    store::Array::new(Chunks { keys, path, n_bytes, shape }, extents, kind, size, place)
}

impl Leaf for Chunks {
    fn attribute(&self, name: &str, place: &Location) -> Result<Option<Attribute>> {
        attribute(&self.shape.attributes, name, place)
    }

    fn read(&self, place: &Location) -> Result<(Vec<u8>, Arc<dyn Texts>)> {
        let n_rows = self.shape.extents.first().copied().unwrap_or(1);
        let (bytes, pool) = self.region(0..n_rows, place)?;
        Ok((bytes, Arc::new(pool)))
    }

    fn rows(&self, rows: Range<usize>, kind: &Kind, place: &Location) -> Result<Option<Vec<f64>>> {
        let (bytes, pool) = self.region(rows, place)?;
        let n = bytes.len() / kind.size().max(1);
        Values::new(bytes, n, kind.clone(), Arc::new(pool), place.clone())?.numbers().map(Some)
    }

    fn rows_of_chunk(&self) -> usize {
        self.shape.chunk.first().copied().unwrap_or(1)
    }

    fn max_read_bytes(&self) -> usize {
        store::max_read_bytes(self.n_bytes)
    }
}

impl Chunks {
    /// The elements of some rows, and the texts that they refer to.
    fn region(&self, rows: Range<usize>, place: &Location) -> Result<(Vec<u8>, Pool)> {
        let Shape { chunk, element, .. } = &self.shape;
        let mut extents = self.shape.extents.clone();
        if let Some(first) = extents.first_mut() {
            *first = rows.len();
        }
        let size = element.kind().size();
        let first = rows.start / chunk.first().copied().unwrap_or(1);
        let mut counts: Vec<usize> = extents.iter().zip(chunk).map(|(all, chunk)| all.div_ceil(*chunk)).collect();
        if let (Some(count), Some(chunk)) = (counts.first_mut(), chunk.first()) {
            *count = if rows.is_empty() { 0 } else { (rows.end - 1) / chunk + 1 - first };
        }
        self.check(&extents, &counts, size, place)?;
        let mut pool = Pool::default();
        let fill = element.fill(&self.shape.fill, &mut pool, place)?;
        let mut bytes = fill.repeat(extents.iter().product());
        let mut reading = Reading { element, fill: &fill, pool, cap: self.max_read_bytes() };
        for number in 0..counts.iter().product() {
            let mut at = index(number, &counts);
            at.iter_mut().take(1).for_each(|at| *at += first);
            let Some(elements) = self.chunk(&at, &mut reading, place)? else {
                let n_chunks = self.shape.extents.iter().zip(chunk).map(|(all, chunk)| all.div_ceil(*chunk)).product();
                self.keys.absent().note(&self.path, self.shape.naming.key(&at), n_chunks);
                continue;
            };
            self.put(&mut bytes, &extents, &elements, &at, rows.start, size);
        }
        Ok((bytes, reading.pool))
    }

    /// The elements of a chunk, or none if it was never written.
    fn chunk(&self, at: &[usize], reading: &mut Reading<'_>, place: &Location) -> Result<Option<Vec<u8>>> {
        let key = self.shape.naming.key(at);
        let failed = |problem: String| damaged(place, format!("chunk {key}: {problem}"));
        let packed = self.keys.get(&join(&self.path, &key), MOST_PACKED).map_err(|error| failed(error.to_string()))?;
        let elements = packed.map(|packed| reading.elements(packed, &self.shape.chunk, &self.shape.codecs));
        elements.transpose().map_err(|broken| failed(broken.to_string()))
    }

    /// Puts a chunk where it belongs among rows that begin with `start`.
    fn put(&self, bytes: &mut [u8], extents: &[usize], elements: &[u8], at: &[usize], start: usize, size: usize) {
        let chunk = &self.shape.chunk;
        let mut origin: Vec<usize> = at.iter().zip(chunk).map(|(at, chunk)| at * chunk).collect();
        let (mut skipped, mut part) = (0, chunk.clone());
        if let (Some(origin), Some(extent)) = (origin.first_mut(), part.first_mut()) {
            skipped = start.saturating_sub(*origin);
            *extent -= skipped;
            *origin = origin.saturating_sub(start);
        }
        let steps = steps_of(chunk);
        let from = skipped * steps.first().copied().unwrap_or(1) * size;
        ArrayLayout { shape: extents, size }.put(bytes, &origin, &elements[from..], &part, &steps);
    }

    /// Refuses an array that claims more than a store of its length can hold.
    fn check(&self, extents: &[usize], counts: &[usize], size: usize, place: &Location) -> Result<()> {
        let product = |size: usize, all: &[usize]| all.iter().try_fold(size, |n, &extent| n.checked_mul(extent));
        let too_large = |problem: String| Err(Error::TooLarge { place: place.clone(), problem });
        let Shape { chunk, element, codecs, .. } = &self.shape;
        let most = self.max_read_bytes();
        if product(size, extents).is_none_or(|n_bytes| n_bytes > most) {
            return too_large(format!("{extents:?} values of {size} bytes"));
        }
        let most_chunks = MOST_CHUNKS + self.n_bytes / BYTES_OF_CHUNK;
        let n_chunks = product(1, counts).filter(|&n| n as u64 <= most_chunks);
        let Some(n_chunks) = n_chunks else { return too_large(format!("{counts:?} chunks")) };
        let n_bytes = product(size.max(element.stored().unwrap_or(size)), chunk);
        let is_plain = !matches!(codecs.form, Form::Shards(_));
        let is_small = |n: usize| n_chunks == 0 || !is_plain || n <= MAX_CHUNK_BYTES;
        // Chunks reach over the border of an array, but most of them do not.
        let is_within = |n: usize| n.checked_mul(n_chunks).is_some_and(|all| all <= most.saturating_mul(4));
        if n_bytes.is_some_and(|n| is_small(n) && is_within(n)) {
            return Ok(());
        }
        too_large(format!("{n_chunks} chunks of {chunk:?} values"))
    }
}
