//! The pages of a column: what stands before each, and how it is packed.

use std::io::Read;

use flate2::Crc;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

use super::file::Bytes;
use super::schema::Chunk;
use super::thrift::Value;
use super::{Broken, snappy};

/// A page longer than this, unpacked, is refused; writers keep them at a megabyte.
const MOST_BYTES: usize = 256 << 20;
/// What stands before a page is short, unless long texts are counted in it.
const HEADS: [u64; 2] = [4 << 10, 16 << 20];

/// A page, unpacked.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) bytes: Vec<u8>,
    pub(super) n_values: usize,
    pub(super) encoding: i64,
    pub(super) is_dictionary: bool,
    /// Where the levels end that say which values are missing, if these stand apart: their length is known.
    pub(super) levels: Option<usize>,
}

/// The pages of a column in a group.
#[derive(Debug)]
pub(super) struct Pages {
    chunk: Chunk,
    at: u64,
}

impl Pages {
    pub(super) fn new(chunk: Chunk) -> Self {
        Self { chunk, at: chunk.start }
    }

    /// The next page of values or of a dictionary; none at the end.
    pub(super) fn next(&mut self, bytes: &Bytes) -> Result<Option<Page>, Broken> {
        while self.at < self.chunk.end {
            let (head, n_head) = self.head(bytes)?;
            let said = Value::read(&head)?.0;
            let sizes = said.size(2).zip(said.size(3));
            let (n_bytes, n_packed) = sizes.ok_or_else(|| Broken::new("a page of unknown length"))?;
            let start = self.at + n_head as u64;
            if n_packed as u64 > self.chunk.end.saturating_sub(start) || n_bytes > MOST_BYTES {
                return Err(Broken::new(format!("a page of {n_packed} bytes, {n_bytes} unpacked")));
            }
            self.at = start + n_packed as u64;
            if said.number(1) == Some(1) {
                continue;
            }
            let packed = bytes.read(start, n_packed)?;
            check_sum(&said, &packed)?;
            return page(&said, packed, n_bytes, self.chunk.codec).map(Some);
        }
        Ok(None)
    }

    /// What stands before the page, and how long that is.
    fn head(&self, bytes: &Bytes) -> Result<(Vec<u8>, usize), Broken> {
        let left = self.chunk.end - self.at;
        let mut failed = Broken::new("a page of no bytes");
        for most in HEADS {
            let head = bytes.read(self.at, left.min(most) as usize)?;
            match Value::read(&head).map(|(_, n)| n) {
                Ok(n) => return Ok((head, n)),
                Err(broken) => failed = broken,
            }
            if left <= most {
                break;
            }
        }
        Err(failed)
    }
}

/// Refuses bytes that have another checksum than the one that is said, if one is.
fn check_sum(said: &Value<'_>, packed: &[u8]) -> Result<(), Broken> {
    let Some(expected) = said.number(4) else { return Ok(()) };
    let mut sum = Crc::new();
    sum.update(packed);
    if sum.sum() == expected as u32 { Ok(()) } else { Err(Broken::new("a page with another checksum")) }
}

fn page(said: &Value<'_>, packed: Vec<u8>, n_bytes: usize, codec: i64) -> Result<Page, Broken> {
    let unknown = || Broken::new("a page of a kind that is not known");
    let (about, encoding) = match said.number(1) {
        Some(0) => (said.field(5), 2),
        Some(2) => (said.field(7), 2),
        Some(3) => (said.field(8), 4),
        _ => return Err(unknown()),
    };
    let about = about.ok_or_else(unknown)?;
    let (n_values, encoding) = about.size(1).zip(about.number(encoding)).ok_or_else(unknown)?;
    let is_dictionary = said.number(1) == Some(2);
    if said.number(1) != Some(3) {
        let bytes = unpacked(packed, n_bytes, codec)?;
        return Ok(Page { bytes, n_values, encoding, is_dictionary, levels: None });
    }
    // Levels are not packed.
    let (defined, repeated) = about.size(5).zip(about.size(6)).ok_or_else(unknown)?;
    let n_levels = defined.checked_add(repeated).filter(|n| *n <= packed.len().min(n_bytes)).ok_or_else(unknown)?;
    let is_packed = !matches!(about.field(7), Some(Value::Flag(false)));
    let codec = if is_packed { codec } else { 0 };
    let mut bytes = packed[repeated..n_levels].to_vec();
    bytes.extend(unpacked(packed[n_levels..].to_vec(), n_bytes - n_levels, codec)?);
    Ok(Page { bytes, n_values, encoding, is_dictionary, levels: Some(defined) })
}

/// The bytes of a page, which must be as many as it is said.
fn unpacked(packed: Vec<u8>, n_bytes: usize, codec: i64) -> Result<Vec<u8>, Broken> {
    let broken = |name: &str| Broken::new(format!("broken {name}"));
    let bytes = match codec {
        0 => packed,
        // A page of no values has no bytes to unpack.
        _ if n_bytes == 0 => Vec::new(),
        1 => snappy::unpack(&packed, n_bytes).ok_or_else(|| broken("snappy"))?,
        2 => read(MultiGzDecoder::new(&packed[..]), n_bytes).ok_or_else(|| broken("gzip"))?,
        6 => StreamingDecoder::new(&packed[..]).ok().and_then(|it| read(it, n_bytes)).ok_or_else(|| broken("zstd"))?,
        7 => {
            let mut bytes = vec![0; n_bytes.min(packed.len().saturating_mul(256))];
            let n = lz4_flex::block::decompress_into(&packed, &mut bytes).map_err(|_| broken("lz4"))?;
            bytes.truncate(n);
            bytes
        }
        other => {
            let name = match other {
                3 => "lzo",
                4 => "brotli",
                5 => "lz4 in frames of Hadoop",
                _ => "something unknown",
            };
            return Err(Broken::new(format!("packed with {name}, expected snappy, zstd, gzip, lz4 or nothing")));
        }
    };
    if bytes.len() == n_bytes {
        return Ok(bytes);
    }
    Err(Broken::new(format!("a page of {} bytes, expected {n_bytes}", bytes.len())))
}

fn read(decoder: impl Read, n_bytes: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    decoder.take(n_bytes as u64 + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
