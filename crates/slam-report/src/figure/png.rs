//! Pixels as PNG, for drawings of too many dots.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::drawing::Picture;
use crate::html::png::chunk;

/// A picture as a PNG file.
pub(crate) fn png(picture: &Picture) -> Vec<u8> {
    let mut rows = Vec::with_capacity(picture.rgb.len() + picture.height);
    for row in picture.rgb.chunks(3 * picture.width) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX).to_be_bytes();
    let head = [&side(picture.width)[..], &side(picture.height), &[8, 2, 0, 0, 0]].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, content) in [(*b"IHDR", head), (*b"IDAT", deflated(&rows)), (*b"IEND", Vec::new())] {
        chunk(&mut file, kind, &content);
    }
    file
}

/// Bytes as zlib packs them.
pub(crate) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written to")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_carry_their_lengths_and_sums() {
        let file = png(&Picture { width: 1, height: 1, rgb: vec![255, 0, 0] });
        assert_eq!(file[8..29], *b"\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00");
        assert_eq!(file[29..33], [0x90, 0x77, 0x53, 0xde], "the sum that every 1 × 1 PNG of this kind has");
        assert!(file.ends_with(b"IEND\xae\x42\x60\x82"));
    }
}
