//! How the bytes of a chunk are packed, and how that is undone.

use std::fmt;
use std::io::Read;

use flate2::read::{MultiGzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;

use super::blosc;
use super::checksum::crc32c;
use super::element::Element;
use super::metadata::extents;
use crate::h5ad::error::{Location, Result};

/// What is wrong with packed bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Broken(String);

impl Broken {
    pub(super) fn new(problem: impl Into<String>) -> Self {
        Self(problem.into())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The steps that were taken with each chunk.
pub(super) struct Codecs {
    /// The dimensions in the order in which they are stored, the last one fastest; none where that is their own.
    pub(super) order: Option<Vec<usize>>,
    pub(super) form: Form,
    packings: Vec<Packing>,
}

/// What the bytes are before they are packed.
pub(super) enum Form {
    /// Elements side by side.
    Elements,
    /// The number of texts, then each with its length before it.
    Texts,
    /// Chunks within the chunk.
    Shards(Box<Shards>),
}

/// Chunks within a chunk, and a list of where they are.
pub(super) struct Shards {
    pub(super) chunk: Vec<usize>,
    pub(super) codecs: Codecs,
    pub(super) is_listed_first: bool,
    pub(super) has_checksum: bool,
}

/// A step from bytes to bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Blosc,
    Zstd,
    Gzip,
    Zlib,
    Lz4,
    Checksum,
}

/// So many steps at most.
const MOST_STEPS: usize = 16;
/// What can be undone.
const EXPECTED: &str = "blosc, zstd, gzip, zlib, lz4, crc32c, transpose, sharding or vlen-utf8";

impl Codecs {
    /// The steps of version 3, and whether bytes of numbers are stored largest first.
    pub(super) fn of_third(steps: &[Value], n_dimensions: usize, place: &Location) -> Result<(Self, bool)> {
        Self::of_third_within(steps, n_dimensions, true, place)
    }

    fn of_third_within(steps: &[Value], n_dimensions: usize, is_outer: bool, place: &Location) -> Result<(Self, bool)> {
        let (mut order, mut form, mut packings, mut big_endian) = (None, None, Vec::new(), false);
        if steps.len() > MOST_STEPS {
            return Err(place.unexpected(format!("{} codecs", steps.len()), format!("at most {MOST_STEPS}")));
        }
        for step in steps {
            let name = step.as_str().or_else(|| step.get("name")?.as_str()).unwrap_or_default();
            let setting = |name: &str| step.get("configuration").and_then(|all| all.get(name));
            match name {
                "transpose" if form.is_none() && order.is_none() => {
                    let found = setting("order").and_then(extents).unwrap_or_default();
                    order = Some(permutation(found, n_dimensions, place)?);
                }
                "bytes" if form.is_none() => {
                    big_endian = setting("endian").and_then(Value::as_str) == Some("big");
                    form = Some(Form::Elements);
                }
                "vlen-utf8" if form.is_none() => form = Some(Form::Texts),
                "sharding_indexed" if form.is_none() && is_outer => {
                    let shards;
                    (shards, big_endian) = Shards::of(&setting, n_dimensions, place)?;
                    form = Some(Form::Shards(Box::new(shards)));
                }
                other => packings.push(packing(other.trim_start_matches("numcodecs."), place)?),
            }
        }
        let form = form.ok_or_else(|| place.unexpected("codecs without one that makes bytes", "one"))?;
        Ok((Self { order, form, packings }, big_endian))
    }

    /// The steps of version 2; `is_turned` if the first dimension is fastest.
    pub(super) fn of_second(
        compressor: &Value,
        filters: &[Value],
        is_turned: bool,
        n_dimensions: usize,
        place: &Location,
    ) -> Result<Self> {
        let name = |step: &Value| step.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let (mut form, mut packings) = (Form::Elements, Vec::new());
        for (number, filter) in filters.iter().take(MOST_STEPS).enumerate() {
            match name(filter).as_str() {
                "vlen-utf8" if number == 0 => form = Form::Texts,
                other => packings.push(packing(other, place)?),
            }
        }
        if !compressor.is_null() {
            packings.push(packing(&name(compressor), place)?);
        }
        let order = is_turned.then(|| (0..n_dimensions).rev().collect());
        Ok(Self { order, form, packings })
    }

    /// Whether these are steps for such elements.
    pub(super) fn fit(&self, element: &Element) -> bool {
        match &self.form {
            Form::Elements => *element != Element::Text,
            Form::Texts => *element == Element::Text,
            Form::Shards(shards) => shards.codecs.fit(element),
        }
    }

    /// Undoes the packing; what would become more than `cap` bytes is refused.
    pub(super) fn unpack(&self, packed: Vec<u8>, cap: usize) -> Result<Vec<u8>, Broken> {
        // Each checksum on the way takes four bytes.
        let cap = cap.saturating_add(4 * self.packings.len());
        self.packings.iter().rev().try_fold(packed, |bytes, packing| packing.undo(bytes, cap))
    }
}

impl Shards {
    fn of<'a>(
        setting: &dyn Fn(&str) -> Option<&'a Value>,
        n_dimensions: usize,
        place: &Location,
    ) -> Result<(Self, bool)> {
        let list = |name: &str| setting(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let chunk = setting("chunk_shape").and_then(extents).unwrap_or_default();
        if chunk.len() != n_dimensions || chunk.contains(&0) {
            return Err(place.unexpected(format!("shards of {chunk:?}"), "as many extents, none of them zero"));
        }
        let (codecs, big_endian) = Codecs::of_third_within(list("codecs"), n_dimensions, false, place)?;
        let (index, is_reversed) = Codecs::of_third_within(list("index_codecs"), 0, false, place)?;
        let is_plain = matches!(index.form, Form::Elements) && !is_reversed;
        let has_checksum = index.packings == [Packing::Checksum];
        if !is_plain || !has_checksum && !index.packings.is_empty() {
            return Err(place.unexpected("a packed list of shards", "a plain one"));
        }
        let is_listed_first = setting("index_location").and_then(Value::as_str) == Some("start");
        Ok((Self { chunk, codecs, is_listed_first, has_checksum }, big_endian))
    }
}

impl Packing {
    fn undo(self, bytes: Vec<u8>, cap: usize) -> Result<Vec<u8>, Broken> {
        match self {
            Self::Blosc => blosc::unpack(&bytes, cap),
            Self::Zstd => unpack_zstd(&bytes, cap),
            Self::Gzip => unpack(MultiGzDecoder::new(&bytes[..]), cap, "gzip"),
            Self::Zlib => unpack_zlib(&bytes, cap),
            Self::Lz4 => {
                let Some((length, packed)) = bytes.split_first_chunk() else { return Err(Broken::new("broken lz4")) };
                let length = u32::from_le_bytes(*length) as usize;
                if length > cap { Err(Broken::new("lz4 that is too long")) } else { unpack_lz4(packed, length) }
            }
            Self::Checksum => without_checksum(bytes),
        }
    }
}

/// The bytes before a checksum, if it is theirs.
pub(super) fn without_checksum(mut bytes: Vec<u8>) -> Result<Vec<u8>, Broken> {
    let Some((rest, sum)) = bytes.split_last_chunk() else { return Err(Broken::new("a checksum that is cut off")) };
    if crc32c(rest) != u32::from_le_bytes(*sum) {
        return Err(Broken::new("another checksum than the one written"));
    }
    bytes.truncate(bytes.len() - 4);
    Ok(bytes)
}

/// The step of a name.
fn packing(name: &str, place: &Location) -> Result<Packing> {
    Ok(match name {
        "blosc" => Packing::Blosc,
        "zstd" => Packing::Zstd,
        "gzip" => Packing::Gzip,
        "zlib" => Packing::Zlib,
        "lz4" => Packing::Lz4,
        "crc32c" => Packing::Checksum,
        other => {
            let shown: String = other.chars().take(100).collect();
            return Err(place.unexpected(format!("the codec {shown:?}"), EXPECTED));
        }
    })
}

fn permutation(order: Vec<usize>, n: usize, place: &Location) -> Result<Vec<usize>> {
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted.into_iter().eq(0..n) {
        return Ok(order);
    }
    Err(place.unexpected(format!("a transposition to {order:?}"), format!("an order of {n} dimensions")))
}

pub(super) fn unpack_zstd(packed: &[u8], cap: usize) -> Result<Vec<u8>, Broken> {
    let decoder = StreamingDecoder::new(packed).map_err(|error| Broken::new(format!("broken zstd: {error}")))?;
    unpack(decoder, cap, "zstd")
}

pub(super) fn unpack_zlib(packed: &[u8], cap: usize) -> Result<Vec<u8>, Broken> {
    unpack(ZlibDecoder::new(packed), cap, "zlib")
}

/// Undoes a block of LZ4 that is as long as it is said to be.
pub(super) fn unpack_lz4(packed: &[u8], length: usize) -> Result<Vec<u8>, Broken> {
    // A byte unpacks to 255 at most, and what claims more shall not take room.
    let mut bytes = vec![0; length.min(packed.len().saturating_mul(256))];
    let n = lz4_flex::block::decompress_into(packed, &mut bytes);
    let n = n.map_err(|error| Broken::new(format!("broken lz4: {error}")))?;
    bytes.truncate(n);
    Ok(bytes)
}

fn unpack(decoder: impl Read, cap: usize, name: &str) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::new();
    let read = decoder.take(cap as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Broken::new(format!("broken {name}: {error}")))?;
    if bytes.len() > cap { Err(Broken::new(format!("{name} that is too long"))) } else { Ok(bytes) }
}
