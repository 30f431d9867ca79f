//! The compressions of TIFF that lose nothing.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// How the cells of a block are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    /// Not at all.
    None,
    /// Lempel, Ziv and Welch, the longer codes one early.
    Lzw,
    /// As in zip files.
    Deflate,
    /// Repeats of single bytes.
    PackBits,
    /// Zstandard.
    Zstd,
}

impl Packing {
    /// The packing of that number, or else its name.
    pub(super) fn new(number: u64) -> Result<Self, String> {
        let name = match number {
            1 => return Ok(Self::None),
            5 => return Ok(Self::Lzw),
            8 | 32_946 => return Ok(Self::Deflate),
            32_773 => return Ok(Self::PackBits),
            50_000 => return Ok(Self::Zstd),
            2..=4 => "CCITT",
            6 | 7 => "JPEG",
            34_887 => "LERC",
            34_925 => "LZMA",
            50_001 => "WebP",
            50_002 => "JPEG XL",
            _ => return Err(format!("compression {number}")),
        };
        Err(format!("{name} compression"))
    }

    /// The first `n` bytes that are packed here, or as many as there are; `None` where they make no sense.
    pub(super) fn unpack(self, packed: Vec<u8>, n: usize) -> Option<Vec<u8>> {
        match self {
            Self::None => Some(packed),
            Self::Lzw => unpack_lzw(&packed, n),
            Self::Deflate => read(ZlibDecoder::new(&packed[..]), n),
            Self::PackBits => unpack_bits(&packed, n),
            Self::Zstd => read(ruzstd::decoding::StreamingDecoder::new(&packed[..]).ok()?, n),
        }
    }
}

fn read(reader: impl Read, n: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    reader.take(n as u64).read_to_end(&mut unpacked).ok().map(|_| unpacked)
}

/// Runs of bytes as they are, and bytes that are repeated.
fn unpack_bits(packed: &[u8], n: usize) -> Option<Vec<u8>> {
    let (mut unpacked, mut rest) = (Vec::new(), packed);
    while let (true, Some((&control, after))) = (unpacked.len() < n, rest.split_first()) {
        let length = usize::from(control);
        rest = match length {
            0..=127 => {
                unpacked.extend_from_slice(after.get(..=length)?);
                &after[length + 1..]
            }
            128 => after,
            _ => {
                let (&byte, after) = after.split_first()?;
                unpacked.extend(std::iter::repeat_n(byte, 257 - length));
                after
            }
        };
    }
    unpacked.truncate(n);
    Some(unpacked)
}

const CLEAR: usize = 256;
const END: usize = 257;
const LONGEST_CODE: u32 = 12;

/// Codes of 9 to 12 bits, each a byte or a text that was there before and one byte more.
fn unpack_lzw(packed: &[u8], n: usize) -> Option<Vec<u8>> {
    let mut unpacked: Vec<u8> = Vec::new();
    // Where the text of each code from 258 on stands in what is unpacked, and how long it is.
    let mut texts: Vec<(usize, usize)> = Vec::with_capacity(1 << LONGEST_CODE);
    let (mut bits, mut n_bits, mut width) = (0_u32, 0, 9);
    let mut last: Option<(usize, usize)> = None;
    let mut bytes = packed.iter();
    while unpacked.len() < n {
        while n_bits < width {
            let Some(&byte) = bytes.next() else { return Some(unpacked) };
            (bits, n_bits) = (bits << 8 | u32::from(byte), n_bits + 8);
        }
        n_bits -= width;
        let code = (bits >> n_bits & ((1 << width) - 1)) as usize;
        match code {
            END => break,
            CLEAR => {
                texts.clear();
                (width, last) = (9, None);
                continue;
            }
            _ => {}
        }
        let start = unpacked.len();
        // The text of a new code is the last one and the byte that follows it.
        if let Some((from, length)) = last.filter(|_| texts.len() + 258 < 1 << LONGEST_CODE) {
            texts.push((from, length + 1));
        }
        match (code, texts.get(code.wrapping_sub(258))) {
            (0..=255, _) => unpacked.push(code as u8),
            (_, Some(&(from, length))) => (from..from + length).for_each(|place| unpacked.push(unpacked[place])),
            (_, None) => return None,
        }
        last = Some((start, unpacked.len() - start));
        if texts.len() + 259 >= 1 << width && width < LONGEST_CODE {
            width += 1;
        }
    }
    unpacked.truncate(n);
    Some(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_unpacked() {
        assert_eq!(unpack_bits(&[2, 7, 8, 9, 254, 5, 128], 100).unwrap(), [7, 8, 9, 5, 5, 5]);
        assert_eq!(unpack_bits(&[129, 5], 7).unwrap(), [5; 7]);
        assert_eq!((unpack_bits(&[3, 1], 9), unpack_bits(&[200], 9)), (None, None));
    }

    #[test]
    fn codes_are_unpacked() {
        // The example of the TIFF specification: 7 7 7 8 8 7 7 6 6 as 256 7 258 8 8 258 6 6 257 in 9 bits each.
        let codes = [256, 7, 258, 8, 8, 258, 6, 6, 257];
        let bits: u128 = codes.iter().fold(0, |bits, code| bits << 9 | code) << 7;
        let packed = &bits.to_be_bytes()[5..];
        assert_eq!(unpack_lzw(packed, 100).unwrap(), [7, 7, 7, 8, 8, 7, 7, 6, 6]);
        assert_eq!(unpack_lzw(packed, 4).unwrap(), [7, 7, 7, 8]);
        assert_eq!(unpack_lzw(&[0xff, 0xff], 4), None);
    }

    #[test]
    fn unknown_ones_are_named() {
        assert_eq!(Packing::new(7).unwrap_err(), "JPEG compression");
        assert_eq!(Packing::new(99).unwrap_err(), "compression 99");
    }
}
