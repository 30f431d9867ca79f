//! Arrays as the page carries them: little-endian numbers, gzip, base64.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

/// An array of numbers or a text, packed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Block {
    /// `u8`, `u16`, `u32` or `text`.
    pub(crate) kind: &'static str,
    /// The packed bytes.
    pub(crate) base64: String,
}

impl Block {
    /// Numbers in the narrowest type that holds them all.
    pub(crate) fn numbers(values: &[u32]) -> Self {
        match values.iter().max().copied().unwrap_or(0) {
            most if most <= u8::MAX.into() => Self::bytes(&values.iter().map(|&value| value as u8).collect::<Vec<_>>()),
            most if most <= u16::MAX.into() => Self::shorts(&values.iter().map(|&v| v as u16).collect::<Vec<_>>()),
            _ => Self::new("u32", &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>()),
        }
    }

    /// Bytes.
    pub(crate) fn bytes(values: &[u8]) -> Self {
        Self::new("u8", values)
    }

    /// Numbers of two bytes.
    pub(crate) fn shorts(values: &[u16]) -> Self {
        Self::new("u16", &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>())
    }

    /// Lines of text.
    pub(crate) fn lines<T: AsRef<str>>(lines: &[T]) -> Self {
        let lines: Vec<String> = lines.iter().map(|line| line.as_ref().replace(['\n', '\r'], " ")).collect();
        Self::new("text", lines.join("\n").as_bytes())
    }

    fn new(kind: &'static str, bytes: &[u8]) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(7));
        let packed = encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("a vector takes every byte");
        Self { kind, base64: base64(&packed) }
    }
}

/// Bytes as letters that any text may hold.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        let letter = |place: usize| char::from(LETTERS[(bits >> (18 - 6 * place)) as usize & 63]);
        (0..4).for_each(|place| text.push(if place <= group.len() { letter(place) } else { '=' }));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_bytes_are_four_letters() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn the_narrowest_type_is_taken() {
        assert_eq!(
            [&[1, 255][..], &[256], &[70_000], &[]].map(|values| Block::numbers(values).kind),
            ["u8", "u16", "u32", "u8"]
        );
    }
}
