//! Small pictures with few colours, as PNG that an HTML page carries inside itself.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use serde::Serialize;

use super::pack::base64;

/// A colour with its opacity.
pub(crate) type Ink = [u8; 4];

/// A picture that the page can show without asking anybody.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Picture {
    width: usize,
    height: usize,
    /// The address that holds it.
    source: String,
}

impl Picture {
    /// Pixels row by row, each the number of one of at most 256 inks.
    pub(crate) fn new(width: usize, pixels: &[u8], inks: &[Ink]) -> Self {
        let height = pixels.len() / width.max(1);
        let source = format!("data:image/png;base64,{}", base64(&png([width, height], pixels, inks)));
        Self { width, height, source }
    }
}

/// Portable Network Graphics, third edition (W3C, 2023): indexed colour, eight bits, no filter.
fn png([width, height]: [usize; 2], pixels: &[u8], inks: &[Ink]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let sides = [width, height].map(|side| (side as u32).to_be_bytes());
    chunk(&mut file, *b"IHDR", &[&sides[0][..], &sides[1], &[8, 3, 0, 0, 0]].concat());
    chunk(&mut file, *b"PLTE", &inks.iter().flat_map(|ink| [ink[0], ink[1], ink[2]]).collect::<Vec<_>>());
    chunk(&mut file, *b"tRNS", &inks.iter().map(|ink| ink[3]).collect::<Vec<_>>());
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let rows =
        pixels.chunks(width.max(1)).try_for_each(|row| encoder.write_all(&[0]).and_then(|()| encoder.write_all(row)));
    let packed = rows.and_then(|()| encoder.finish()).expect("a vector takes every byte");
    chunk(&mut file, *b"IDAT", &packed);
    chunk(&mut file, *b"IEND", &[]);
    file
}

pub(crate) fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(data);
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    #[test]
    fn four_pixels_are_four_pixels() {
        let file = png([2, 2], &[0, 1, 1, 0], &[[0; 4], [255, 0, 0, 255]]);
        assert_eq!(&file[16..29], [0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
        let start = file.windows(4).position(|bytes| bytes == b"IDAT").unwrap() + 4;
        let mut rows = Vec::new();
        ZlibDecoder::new(&file[start..]).read_to_end(&mut rows).unwrap();
        assert_eq!(rows, [0, 0, 1, 0, 1, 0], "every row begins with the number of its filter");
        // The end of every PNG there is.
        assert_eq!(file[file.len() - 12..], [0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xAE, 0x42, 0x60, 0x82]);
    }
}
