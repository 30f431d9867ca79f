//! The types of elements of an array, and what stands where nothing was written.

use serde_json::Value;

use crate::h5ad::error::{Location, Result};
use crate::h5ad::store::{Kind, TextEnd, Texts};

/// How an element is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Element {
    /// As so many bytes that are taken as they are.
    Plain(Kind),
    /// As so many characters of four bytes.
    Wide { n: usize, big_endian: bool },
    /// As text of any length.
    Text,
}

/// The bytes of a reference to text: where it starts, and how long it is.
pub(super) const REFERENCE: usize = 16;

impl Element {
    /// The type that a name of numpy means: `<f8`, `|b1`, `|S3`, `<U5`, `|O`.
    pub(super) fn of_numpy(name: &str) -> Option<Self> {
        let (order, rest) = name.split_at_checked(1)?;
        let (letter, size) = rest.split_at_checked(1)?;
        let big_endian = order == ">";
        if !["<", ">", "|"].contains(&order) {
            return None;
        }
        if letter == "O" {
            return Some(Self::Text);
        }
        let size: usize = size.parse().ok()?;
        let whole = |signed| Kind::Integer { size, signed, big_endian };
        Some(match (letter, size) {
            ("b", 1) => Self::Plain(Kind::Boolean { size }),
            ("i", 1 | 2 | 4 | 8) => Self::Plain(whole(true)),
            ("u", 1 | 2 | 4 | 8) => Self::Plain(whole(false)),
            ("f", 2 | 4 | 8) => Self::Plain(Kind::Float { size, big_endian }),
            ("S", 1..=0xffff) => Self::Plain(Kind::FixedText { size, ends: TextEnd::Zeros }),
            ("U", 1..=0xffff) => Self::Wide { n: size, big_endian },
            _ => return None,
        })
    }

    /// The type that a name of Zarr 3 means, with its bytes in this order.
    pub(super) fn of_zarr(data_type: &Value, big_endian: bool) -> Option<Self> {
        let name = data_type.as_str().or_else(|| data_type.get("name")?.as_str())?;
        let length = data_type.pointer("/configuration/length_bytes").and_then(Value::as_u64);
        let length = length.and_then(|length| usize::try_from(length).ok()).filter(|n| (1..=0xffff).contains(n));
        match name {
            "string" => return Some(Self::Text),
            "bool" => return Some(Self::Plain(Kind::Boolean { size: 1 })),
            "fixed_length_utf32" => return Some(Self::Wide { n: length?.div_ceil(4), big_endian }),
            "null_terminated_bytes" => {
                return Some(Self::Plain(Kind::FixedText { size: length?, ends: TextEnd::Zeros }));
            }
            _ => {}
        }
        let digits = name.find(|letter: char| letter.is_ascii_digit())?;
        let (letter, bits) = match name.split_at(digits) {
            ("int", bits) => ("i", bits),
            ("uint", bits) => ("u", bits),
            ("float", bits) => ("f", bits),
            _ => return None,
        };
        let order = if big_endian { '>' } else { '<' };
        Self::of_numpy(&format!("{order}{letter}{}", bits.parse::<usize>().ok().filter(|bits| bits % 8 == 0)? / 8))
    }

    /// The type of an element once it is read.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Plain(kind) => kind.clone(),
            Self::Wide { .. } | Self::Text => Kind::HeapText { size: REFERENCE },
        }
    }

    /// The bytes of an element as it is stored; none where that varies.
    pub(super) fn stored(&self) -> Option<usize> {
        match self {
            Self::Plain(kind) => Some(kind.size()),
            Self::Wide { n, .. } => Some(4 * n),
            Self::Text => None,
        }
    }

    /// What stands where nothing was written.
    pub(super) fn fill(&self, value: &Value, pool: &mut Pool, place: &Location) -> Result<Vec<u8>> {
        let Self::Plain(kind) = self else {
            return Ok(pool.put(value.as_str().unwrap_or_default()).to_vec());
        };
        let unexpected = || place.unexpected(format!("the fill value {value}"), format!("one of {}", kind.name()));
        let (size, bits) = match (kind, value) {
            (kind, Value::Null) => (kind.size(), 0),
            (Kind::Boolean { size }, value) => (*size, value.as_bool().map(u64::from).or(value.as_u64()).unwrap_or(0)),
            (Kind::Integer { size, .. }, value) => {
                let signed = value.as_i64().map(|number| number as u64);
                (*size, signed.or_else(|| value.as_u64()).ok_or_else(unexpected)?)
            }
            (Kind::Float { size, .. }, value) => (*size, float_bits(*size, value).ok_or_else(unexpected)?),
            (kind, _) => (kind.size(), 0),
        };
        let mut bytes = vec![0; size];
        bytes.iter_mut().zip(bits.to_le_bytes()).for_each(|(byte, bits)| *byte = bits);
        if matches!(kind, Kind::Integer { big_endian: true, .. } | Kind::Float { big_endian: true, .. }) {
            bytes.reverse();
        }
        Ok(bytes)
    }
}

/// The bits of a floating-point number of so many bytes, given as JSON gives it.
fn float_bits(size: usize, value: &Value) -> Option<u64> {
    if let Some(digits) = value.as_str().and_then(|text| text.strip_prefix("0x")) {
        return u64::from_str_radix(digits, 16).ok();
    }
    let number = match value.as_str() {
        Some("NaN") => f64::NAN,
        Some("Infinity") => f64::INFINITY,
        Some("-Infinity") => f64::NEG_INFINITY,
        Some(_) => return None,
        None => value.as_f64()?,
    };
    match size {
        8 => Some(number.to_bits()),
        4 => Some((number as f32).to_bits().into()),
        // Nobody fills half floats with anything else.
        _ if number == 0.0 => Some(0),
        _ if number.is_nan() => Some(0x7e00),
        _ => None,
    }
}

/// Texts one after the other, to which references lead.
#[derive(Debug, Default)]
pub(super) struct Pool {
    pub(super) bytes: Vec<u8>,
}

impl Pool {
    /// Adds a text, and refers to it.
    pub(super) fn put(&mut self, text: &str) -> [u8; REFERENCE] {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text.as_bytes());
        Self::reference(start, text.len())
    }

    /// A reference to bytes of the pool.
    pub(super) fn reference(start: usize, length: usize) -> [u8; REFERENCE] {
        let mut reference = [0; REFERENCE];
        reference[..8].copy_from_slice(&(start as u64).to_le_bytes());
        reference[8..].copy_from_slice(&(length as u64).to_le_bytes());
        reference
    }
}

impl Texts for Pool {
    fn resolve(&self, reference: &[u8], place: &Location) -> Result<Vec<u8>> {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0_usize, |n, &byte| n << 8 | usize::from(byte));
        let (start, length) = (number(&reference[..8]), number(&reference[8..]));
        let found = start.checked_add(length).and_then(|end| self.bytes.get(start..end));
        found.map(<[u8]>::to_vec).ok_or_else(|| place.unexpected("a text beyond the end", "one within"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_of_both_versions() {
        let integer = |size, signed, big_endian| Some(Element::Plain(Kind::Integer { size, signed, big_endian }));
        assert_eq!(Element::of_numpy("<i4"), integer(4, true, false));
        assert_eq!(Element::of_numpy(">u8"), integer(8, false, true));
        assert_eq!(Element::of_numpy("<U5"), Some(Element::Wide { n: 5, big_endian: false }));
        assert_eq!(["<i3", "<M8[ns]", "", "<", "<f", "é8", "|V8"].map(Element::of_numpy), [const { None }; 7]);
        assert_eq!(Element::of_zarr(&json!("uint16"), true), integer(2, false, true));
        assert_eq!(Element::of_zarr(&json!({"name": "int8"}), false), integer(1, true, false));
        assert_eq!(Element::of_zarr(&json!("string"), false), Some(Element::Text));
        for other in [json!("complex64"), json!("int"), json!("float12"), json!(7), json!({}), json!("r16")] {
            assert_eq!(Element::of_zarr(&other, false), None, "{other}");
        }
    }

    #[test]
    fn fills_have_the_bytes_of_their_type() {
        let fill = |name: &str, value: Value| {
            let element = Element::of_numpy(name).unwrap();
            element.fill(&value, &mut Pool::default(), &Location::root("f")).ok()
        };
        assert_eq!(fill("<i2", json!(-2)), Some(vec![0xfe, 0xff]));
        assert_eq!(fill(">i4", json!(1)), Some(vec![0, 0, 0, 1]));
        assert_eq!(fill("<f4", json!("NaN")), Some(f32::NAN.to_le_bytes().to_vec()));
        assert_eq!(fill("<f8", json!("0x3ff0000000000000")), Some(1f64.to_le_bytes().to_vec()));
        assert_eq!((fill("|b1", json!(true)), fill("<f8", Value::Null)), (Some(vec![1]), Some(vec![0; 8])));
        assert_eq!((fill("<f8", json!("one")), fill("<i8", json!(0.5))), (None, None));
    }
}
