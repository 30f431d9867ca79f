//! Values as the file holds them, turned into numbers or text one by one.

use std::borrow::Cow;
use std::sync::Arc;

use super::error::{Error, Location, Result};
use super::store::{Kind, TextEnd, Texts};

/// The values of a dataset, of a field of it, or of an attribute.
pub(crate) struct Values {
    /// Invariant: at least `n * stride`.
    bytes: Vec<u8>,
    n: usize,
    stride: usize,
    /// Invariant: `offset + kind.size() <= stride`.
    offset: usize,
    kind: Kind,
    heap: Arc<dyn Texts>,
    place: Location,
}

impl Values {
    /// Values that stand side by side.
    pub(crate) fn new(bytes: Vec<u8>, n: usize, kind: Kind, heap: Arc<dyn Texts>, place: Location) -> Result<Self> {
        let stride = kind.size();
        Self::strided(bytes, n, stride, 0, kind, heap, place)
    }

    /// Values that stand `stride` bytes apart, the first of them at `offset`.
    pub(crate) fn strided(
        bytes: Vec<u8>,
        n: usize,
        stride: usize,
        offset: usize,
        kind: Kind,
        heap: Arc<dyn Texts>,
        place: Location,
    ) -> Result<Self> {
        if n.checked_mul(stride).is_none_or(|expected| expected > bytes.len()) {
            let found = format!("{} bytes", bytes.len());
            return Err(place.unexpected(found, format!("{n} elements of {stride} bytes")));
        }
        if offset.checked_add(kind.size()).is_none_or(|end| end > stride) {
            return Err(place.unexpected("an element beyond its room", "one within"));
        }
        Ok(Self { bytes, n, stride, offset, kind, heap, place })
    }

    /// How many there are.
    pub(crate) fn n(&self) -> usize {
        self.n
    }

    /// Their type.
    pub(crate) fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Where they come from.
    pub(crate) fn place(&self) -> &Location {
        &self.place
    }

    /// The bytes of one of them.
    pub(crate) fn element(&self, i: usize) -> &[u8] {
        &self.bytes[i * self.stride + self.offset..][..self.kind.size()]
    }

    /// Refuses values that are no whole numbers; afterwards [`integer`](Self::integer) has a meaning.
    pub(crate) fn check_integers(&self) -> Result<()> {
        let is_integer = matches!(self.kind, Kind::Integer { .. } | Kind::Boolean { .. }) || self.n == 0;
        if is_integer { Ok(()) } else { Err(self.place.unexpected(self.kind.name(), "whole numbers")) }
    }

    /// Refuses values that are no numbers; afterwards [`number`](Self::number) has a meaning.
    pub(crate) fn check_numbers(&self) -> Result<()> {
        let is_number = self.kind.is_number() || self.n == 0;
        if is_number { Ok(()) } else { Err(self.place.unexpected(self.kind.name(), "numbers")) }
    }

    /// A whole number; those above the largest `i64` wrap to negative ones, which no caller accepts.
    pub(crate) fn integer(&self, i: usize) -> i64 {
        integer(&self.kind, self.element(i))
    }

    /// A number, whole or not.
    pub(crate) fn number(&self, i: usize) -> f64 {
        match self.kind {
            Kind::Float { big_endian, .. } => float(self.element(i), big_endian),
            Kind::Integer { size: 8, signed: false, .. } => self.integer(i) as u64 as f64,
            _ => self.integer(i) as f64,
        }
    }

    /// Every value as a number.
    pub(crate) fn numbers(&self) -> Result<Vec<f64>> {
        self.check_numbers()?;
        Ok(match self.kind {
            Kind::Float { size: 2, .. } => self.each(|bytes| half(u16::from_le_bytes(bytes))),
            Kind::Float { size: 4, .. } => self.each(|bytes| f64::from(f32::from_le_bytes(bytes))),
            Kind::Float { .. } => self.each(f64::from_le_bytes),
            Kind::Integer { size: 8, signed: false, .. } => self.each(|bytes| u64::from_le_bytes(bytes) as f64),
            _ => self.integers(|number| number as f64)?,
        })
    }

    /// Every value as a whole number, handed to `take`; much faster than one by one.
    pub(crate) fn integers<T>(&self, take: impl Fn(i64) -> T) -> Result<Vec<T>> {
        self.check_integers()?;
        let signed = matches!(self.kind, Kind::Integer { signed: true, .. });
        Ok(match (self.kind.size(), signed) {
            (1, true) => self.each(|bytes| take(i8::from_le_bytes(bytes).into())),
            (1, false) => self.each(|bytes| take(u8::from_le_bytes(bytes).into())),
            (2, true) => self.each(|bytes| take(i16::from_le_bytes(bytes).into())),
            (2, false) => self.each(|bytes| take(u16::from_le_bytes(bytes).into())),
            (4, true) => self.each(|bytes| take(i32::from_le_bytes(bytes).into())),
            (4, false) => self.each(|bytes| take(u32::from_le_bytes(bytes).into())),
            _ => self.each(|bytes| take(i64::from_le_bytes(bytes))),
        })
    }

    /// Every element as its `N` bytes, the smallest first; none if elements have fewer.
    fn each<const N: usize, T>(&self, take: impl Fn([u8; N]) -> T) -> Vec<T> {
        let big_endian =
            matches!(self.kind, Kind::Integer { big_endian: true, .. } | Kind::Float { big_endian: true, .. });
        let element = |record: &[u8]| {
            let mut bytes: [u8; N] = record.get(self.offset..)?.first_chunk().copied()?;
            if big_endian {
                bytes.reverse();
            }
            Some(take(bytes))
        };
        self.bytes.chunks_exact(self.stride.max(1)).take(self.n).filter_map(element).collect()
    }

    /// A value as text: as it stands, or as Python would write the number.
    pub(crate) fn text(&self, i: usize) -> Result<Cow<'_, str>> {
        let element = self.element(i);
        let not_utf8 = || Error::Text { place: self.place.clone(), row: i };
        match self.kind {
            Kind::FixedText { ends, .. } => {
                let bytes = ended(element, ends);
                std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| not_utf8())
            }
            Kind::HeapText { .. } => {
                let mut bytes = self.heap.resolve(element, &self.place)?;
                bytes.truncate(ended(&bytes, TextEnd::FirstZero).len());
                String::from_utf8(bytes).map(Cow::Owned).map_err(|_| not_utf8())
            }
            Kind::Boolean { .. } => Ok(Cow::Borrowed(if self.integer(i) == 0 { "False" } else { "True" })),
            Kind::Integer { size: 8, signed: false, .. } => Ok((self.integer(i) as u64).to_string().into()),
            Kind::Integer { .. } => Ok(self.integer(i).to_string().into()),
            Kind::Float { size: 8, .. } => Ok(written(format!("{:?}", self.number(i))).into()),
            // The shortest text of a narrow number is shorter than that of the same number made wide.
            Kind::Float { .. } => Ok(written(format!("{:?}", self.number(i) as f32)).into()),
            _ => Err(self.place.unexpected(self.kind.name(), "text or numbers")),
        }
    }

    /// Blocks of numbers as their numbers, one after the other.
    pub(crate) fn spread(self) -> Result<Self> {
        let Kind::Block { base, n } = &self.kind else { return Ok(self) };
        let (base, n) = (base.as_ref().clone(), *n);
        let bytes = (0..self.n).flat_map(|i| self.element(i)).copied().collect();
        Self::new(bytes, self.n.saturating_mul(n), base, self.heap, self.place)
    }

    /// Every value as text.
    pub(crate) fn texts(&self) -> Result<Vec<String>> {
        (0..self.n).map(|i| self.text(i).map(Cow::into_owned)).collect()
    }
}

fn integer(kind: &Kind, bytes: &[u8]) -> i64 {
    let (signed, big_endian) = match kind {
        Kind::Integer { signed, big_endian, .. } => (*signed, *big_endian),
        _ => (false, false),
    };
    let unused = 64 - 8 * bytes.len().clamp(1, 8) as u32;
    let number = i64::from_le_bytes(widened(bytes, big_endian));
    if signed { number << unused >> unused } else { number }
}

fn float(bytes: &[u8], big_endian: bool) -> f64 {
    let bits = u64::from_le_bytes(widened(bytes, big_endian));
    match bytes.len() {
        2 => half(bits as u16),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The bytes of a number, the smallest first, and zeros.
fn widened(bytes: &[u8], big_endian: bool) -> [u8; 8] {
    let mut wide = [0; 8];
    let n = bytes.len().min(8);
    wide[..n].copy_from_slice(&bytes[..n]);
    if big_endian {
        wide[..n].reverse();
    }
    wide
}

/// A half float: 1 bit of sign, 5 of exponent, 10 of fraction.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023) / 1024.0);
    let size = match exponent {
        0 => fraction * 2_f64.powi(-14),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction) * 2_f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// Rust's text of a number as Python writes it: an exponent has a sign and two digits, and not a number is `nan`.
pub(crate) fn written(text: String) -> String {
    if text == "NaN" {
        return "nan".to_owned();
    }
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    format!("{}e{sign}{exponent:0>2}", digits.strip_suffix(".0").unwrap_or(digits))
}

fn ended(bytes: &[u8], ends: TextEnd) -> &[u8] {
    let end = match ends {
        TextEnd::FirstZero => bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()),
        TextEnd::Zeros => bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1),
        TextEnd::Spaces => bytes.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1),
    };
    &bytes[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_size_and_order() {
        let kind = |size, signed, big_endian| Kind::Integer { size, signed, big_endian };
        assert_eq!(integer(&kind(1, true, false), &[255]), -1);
        assert_eq!(integer(&kind(1, false, false), &[255]), 255);
        assert_eq!(integer(&kind(2, true, true), &[0xff, 0xfe]), -2);
        assert_eq!(integer(&kind(8, true, false), &[1, 0, 0, 0, 0, 0, 0, 0]), 1);
    }

    #[test]
    fn floats_of_every_size_and_order() {
        assert_eq!(float(&[0x00, 0x3c], false), 1.0);
        assert_eq!(float(&[0xc0, 0x00], true), -2.0);
        assert_eq!(half(1), 2_f64.powi(-24));
        assert_eq!((half(0x7c00), half(0xfc00)), (f64::INFINITY, f64::NEG_INFINITY));
        assert!(half(0x7e00).is_nan());
        assert_eq!(float(&1.5_f32.to_be_bytes(), true), 1.5);
    }

    #[test]
    fn numbers_are_written_as_python_writes_them() {
        let text = |number: f64| written(format!("{number:?}"));
        assert_eq!([1.0, 0.1, 1e16, 1.5e-7, 1e100].map(text), ["1.0", "0.1", "1e+16", "1.5e-07", "1e+100"]);
        assert_eq!([f64::NAN, f64::NEG_INFINITY].map(text), ["nan", "-inf"]);
    }

    #[test]
    fn fixed_text_ends_in_three_ways() {
        assert_eq!(ended(b"a\0b\0", TextEnd::FirstZero), b"a");
        assert_eq!(ended(b"a\0b\0", TextEnd::Zeros), b"a\0b");
        assert_eq!(ended(b"a b  ", TextEnd::Spaces), b"a b");
    }
}
