//! The compressions that anndata writes and the HDF5 reader does not undo by itself.

use std::io::Read;

use hdf5_reader::FilterRegistry;
use hdf5_reader::error::Error;

const LZF: u16 = 32000;
const ZSTD: u16 = 32015;

/// The built-in filters, LZF and zstd; no chunk may become longer than `cap`.
pub(crate) fn registry(cap: usize) -> FilterRegistry {
    let mut registry = FilterRegistry::new();
    let lzf = move |bytes: &[u8]| unpack_lzf(bytes, cap).ok_or(Error::DecompressionError("broken LZF".into()));
    registry.register(LZF, Box::new(move |_, bytes, _| lzf(bytes)));
    registry.register(ZSTD, Box::new(move |_, bytes, _| unpack_zstd(bytes, cap)));
    registry
}

/// The name of a filter, by its registered number.
pub(crate) fn name(number: &str) -> String {
    let name = match number {
        "307" => "bzip2",
        "32001" => "blosc",
        "32008" => "bitshuffle",
        "32013" => "zfp",
        "32026" => "blosc2",
        _ => return format!("HDF5 filter {number}"),
    };
    format!("{name} (HDF5 filter {number})")
}

/// Undoes LZF: literals, and copies of at most 264 bytes from up to 8 KiB back.
///
/// None if the bytes are no LZF, or would become more than `cap`.
fn unpack_lzf(packed: &[u8], cap: usize) -> Option<Vec<u8>> {
    let mut bytes = packed.iter().copied();
    let mut unpacked = Vec::new();
    while let Some(control) = bytes.next() {
        let control = usize::from(control);
        if control < 32 {
            let before = unpacked.len();
            unpacked.extend(bytes.by_ref().take(control + 1));
            (unpacked.len() == before + control + 1).then_some(())?;
        } else {
            let extra = if control >> 5 == 7 { usize::from(bytes.next()?) } else { 0 };
            let back = ((control & 31) << 8) + usize::from(bytes.next()?) + 1;
            let start = unpacked.len().checked_sub(back)?;
            (0..(control >> 5) + extra + 2).for_each(|i| unpacked.push(unpacked[start + i]));
        }
        (unpacked.len() <= cap).then_some(())?;
    }
    Some(unpacked)
}

fn unpack_zstd(packed: &[u8], cap: usize) -> Result<Vec<u8>, Error> {
    let broken = |problem: String| Error::DecompressionError(format!("broken zstd: {problem}"));
    let decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(|error| broken(error.to_string()))?;
    let mut unpacked = Vec::new();
    decoder.take(cap as u64 + 1).read_to_end(&mut unpacked).map_err(|error| broken(error.to_string()))?;
    if unpacked.len() > cap { Err(broken("longer than a chunk may be".to_owned())) } else { Ok(unpacked) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_may_overlap_what_they_write() {
        // One literal `a`, then 2 + 3 bytes from one byte back.
        assert_eq!(unpack_lzf(&[0, b'a', 3 << 5, 0], 100).unwrap(), b"aaaaaa");
        // A long copy: 7 + 9 + 2 bytes.
        assert_eq!(unpack_lzf(&[1, b'a', b'b', 7 << 5, 9, 1], 100).unwrap().len(), 20);
    }

    #[test]
    fn broken_lzf_is_refused() {
        assert_eq!(unpack_lzf(&[5, b'a'], 100), None);
        assert_eq!(unpack_lzf(&[0, b'a', 3 << 5, 1], 100), None);
        assert_eq!(unpack_lzf(&[0, b'a', 7 << 5, 255, 0], 100), None);
        assert!(unpack_zstd(b"nonsense", 100).is_err());
    }
}
