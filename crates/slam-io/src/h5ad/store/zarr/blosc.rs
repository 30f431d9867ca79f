//! Blosc: blocks of shuffled bytes, packed by one of several means.

use super::codec::{Broken, unpack_lz4, unpack_zlib, unpack_zstd};

/// The length of the header, and what is never packed in parts.
const HEADER: usize = 16;
const MOST_PARTS: usize = 16;
const LEAST_PART: usize = 128;

/// What a header says.
struct Header {
    flags: u8,
    /// The bytes of an element.
    width: usize,
    n_bytes: usize,
    n_block: usize,
}

/// Undoes blosc; what would become more than `cap` bytes is refused.
pub(super) fn unpack(packed: &[u8], cap: usize) -> Result<Vec<u8>, Broken> {
    let header = Header::read(packed)?;
    let Header { flags, n_bytes, n_block, .. } = header;
    if n_bytes > cap {
        return Err(Broken::new(format!("blosc of {n_bytes} bytes, expected at most {cap}")));
    }
    if flags & 2 != 0 {
        let bytes = packed.get(HEADER..HEADER + n_bytes);
        return bytes.map(<[u8]>::to_vec).ok_or_else(|| Broken::new("blosc that is cut off"));
    }
    let mut bytes = Vec::with_capacity(n_bytes.min(packed.len().saturating_mul(256)));
    for place in 0..n_bytes.div_ceil(n_block) {
        let start = number(packed, HEADER + 4 * place)?;
        let length = n_block.min(n_bytes - place * n_block);
        let block = header.block(packed, start, length, length < n_block)?;
        bytes.extend(header.unshuffled(block));
    }
    Ok(bytes)
}

impl Header {
    fn read(packed: &[u8]) -> Result<Self, Broken> {
        let Some(&[_, _, flags, width]) = packed.first_chunk() else {
            return Err(Broken::new("blosc that is cut off"));
        };
        let (n_bytes, n_block) = (number(packed, 4)?, number(packed, 8)?);
        if n_block == 0 && n_bytes > 0 {
            return Err(Broken::new("blosc of empty blocks"));
        }
        Ok(Self { flags, width: usize::from(width).max(1), n_bytes, n_block: n_block.max(1) })
    }

    /// The bytes of a block, still shuffled; `is_last` if it is shorter than the others.
    fn block(&self, packed: &[u8], start: usize, length: usize, is_last: bool) -> Result<Vec<u8>, Broken> {
        let is_whole = self.flags & 16 != 0;
        let is_split = !is_whole && self.width <= MOST_PARTS && length / self.width >= LEAST_PART && !is_last;
        let n_parts = if is_split { self.width } else { 1 };
        let (mut bytes, mut at) = (Vec::new(), start);
        for _ in 0..n_parts {
            let n = number(packed, at)?;
            let part = at.checked_add(4).and_then(|from| packed.get(from..from.checked_add(n)?));
            let part = part.ok_or_else(|| Broken::new("a block of blosc beyond its end"))?;
            let expected = length / n_parts;
            let unpacked = if n == expected { part.to_vec() } else { self.unpack_part(part, expected)? };
            if unpacked.len() != expected {
                return Err(Broken::new(format!("a block of {} bytes, expected {expected}", unpacked.len())));
            }
            bytes.extend(unpacked);
            at += 4 + n;
        }
        if bytes.len() == length { Ok(bytes) } else { Err(Broken::new("a block of blosc that is not whole")) }
    }

    fn unpack_part(&self, part: &[u8], length: usize) -> Result<Vec<u8>, Broken> {
        match self.flags >> 5 {
            0 => unpack_blosclz(part, length).ok_or_else(|| Broken::new("broken blosclz")),
            1 => unpack_lz4(part, length),
            3 => unpack_zlib(part, length),
            4 => unpack_zstd(part, length),
            2 => Err(Broken::new("blosc with snappy, expected lz4, zstd, zlib or blosclz")),
            other => Err(Broken::new(format!("blosc with packing {other}, expected lz4, zstd, zlib or blosclz"))),
        }
    }

    fn unshuffled(&self, block: Vec<u8>) -> Vec<u8> {
        let n = block.len() / self.width;
        match self.flags & 5 {
            1 if self.width > 1 => unshuffled(&block, self.width, n),
            4 if n % 8 == 0 && n > 0 => bits_unshuffled(&block, self.width, n),
            _ => block,
        }
    }
}

/// The first bytes of all elements, then the second ones, and so on, put together; what is over stays.
fn unshuffled(block: &[u8], width: usize, n: usize) -> Vec<u8> {
    let mut bytes = block.to_vec();
    for (place, lane) in block[..width * n].chunks_exact(n.max(1)).enumerate() {
        for (element, &byte) in bytes.chunks_exact_mut(width).zip(lane) {
            element[place] = byte;
        }
    }
    bytes
}

/// The lowest bits of all elements, then the second ones, and so on, put together; what is over stays.
fn bits_unshuffled(block: &[u8], width: usize, n: usize) -> Vec<u8> {
    let mut bytes = block.to_vec();
    bytes[..width * n].fill(0);
    for (plane, bits) in block[..width * n].chunks_exact(n / 8).enumerate() {
        for (place, element) in bytes.chunks_exact_mut(width).take(n).enumerate() {
            element[plane / 8] |= (bits[place / 8] >> (place % 8) & 1) << (plane % 8);
        }
    }
    bytes
}

/// Undoes blosclz: literals, and copies from what is unpacked already. None if the bytes are none such.
fn unpack_blosclz(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    /// Copies from farther back have two more bytes of distance.
    const FAR: usize = 8191;
    let mut bytes = packed.iter().copied().map(usize::from);
    let mut unpacked = Vec::with_capacity(length.min(packed.len().saturating_mul(256)));
    let mut control = bytes.next()? & 31;
    loop {
        if control < 32 {
            let literals = bytes.by_ref().take(control + 1).map(|byte| byte as u8);
            let before = unpacked.len();
            unpacked.extend(literals);
            (unpacked.len() == before + control + 1).then_some(())?;
        } else {
            let mut n = (control >> 5) + 2;
            if control >> 5 == 7 {
                loop {
                    let more = bytes.next()?;
                    n += more;
                    if more != 255 || n > length {
                        break;
                    }
                }
            }
            let (high, low) = ((control & 31) << 8, bytes.next()?);
            let is_far = low == 255 && high == 31 << 8;
            let distance = if is_far { FAR + 1 + (bytes.next()? << 8) + bytes.next()? } else { high + low + 1 };
            let start = unpacked.len().checked_sub(distance)?;
            (unpacked.len() + n <= length).then_some(())?;
            (0..n).for_each(|i| unpacked.push(unpacked[start + i]));
        }
        (unpacked.len() <= length).then_some(())?;
        match bytes.next() {
            Some(next) => control = next,
            None => return Some(unpacked),
        }
    }
}

/// A number of 4 bytes, the smallest first.
fn number(bytes: &[u8], at: usize) -> Result<usize, Broken> {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk).map(|bytes| i32::from_le_bytes(*bytes));
    found.and_then(|number| usize::try_from(number).ok()).ok_or_else(|| Broken::new("blosc that is cut off"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_bits_are_put_together() {
        assert_eq!(unshuffled(&[1, 2, 3, 11, 12, 13, 9], 2, 3), [1, 11, 2, 12, 3, 13, 9]);
        // Eight elements of one byte: plane k holds bit k of each, element i at bit i.
        let elements: Vec<u8> = vec![1, 2, 4, 255, 0, 128, 7, 64];
        let planes: Vec<u8> = (0..8).map(|k| (0..8).map(|i| (elements[i] >> k & 1) << i).sum()).collect();
        assert_eq!(bits_unshuffled(&planes, 1, 8), elements);
    }

    #[test]
    fn copies_may_overlap_what_they_write() {
        // One literal `a`, then a copy of 3 + 0 bytes from one byte back; then one of 7 + 2 + 4 bytes.
        assert_eq!(unpack_blosclz(&[0, b'a', 1 << 5, 0], 4).unwrap(), b"aaaa");
        assert_eq!(unpack_blosclz(&[0, b'a', 7 << 5, 4, 0], 14).unwrap().len(), 14);
        assert_eq!(unpack_blosclz(&[0, b'a', 1 << 5, 1], 9), None);
        assert_eq!(unpack_blosclz(&[5, b'a'], 9), None);
    }

    #[test]
    fn headers_that_lie_are_refused() {
        let header = |n_bytes: i32, n_block: i32| {
            [&[2, 1, 0x21, 4][..], &n_bytes.to_le_bytes(), &n_block.to_le_bytes(), &[0; 4]].concat()
        };
        for (n_bytes, n_block) in [(100, 0), (-1, 4), (i32::MAX, 1), (8, i32::MAX), (100, 100)] {
            assert!(unpack(&header(n_bytes, n_block), 1000).is_err(), "{n_bytes} {n_block}");
        }
        assert_eq!(unpack(&header(0, 0), 1000), Ok(Vec::new()));
    }
}
