//! What travels between machines, as bytes: small, and refused where a single one of them is wrong.

use crate::error::{Error, Result};

const MAGIC: &[u8; 8] = b"slamtile";

/// A value as bytes, and back.
pub(crate) trait Pack: Sized {
    /// Writes the value behind what is there.
    fn pack(&self, bytes: &mut Vec<u8>);
    /// Reads a value from the front, none if it does not stand there.
    fn unpack(bytes: &mut &[u8]) -> Option<Self>;
}

/// A value of that name, with the version that wrote it and a checksum.
pub(crate) fn seal(name: &'static str, value: &impl Pack) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    name.to_owned().pack(&mut bytes);
    env!("CARGO_PKG_VERSION").to_owned().pack(&mut bytes);
    value.pack(&mut bytes);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The value of that name; what was damaged, is something else or is of another version is an error.
pub(crate) fn open<T: Pack>(name: &'static str, bytes: &[u8]) -> Result<T> {
    let damaged = |problem: &str| Error::Damaged { what: name, problem: problem.to_owned() };
    let Some((mut rest, sum)) = bytes.split_last_chunk::<8>() else { return Err(damaged("it is cut short")) };
    if u64::from_le_bytes(*sum) != checksum(rest) {
        return Err(damaged("its checksum does not fit"));
    }
    rest = rest.strip_prefix(MAGIC).ok_or_else(|| damaged("it is no part of a slide"))?;
    let found = String::unpack(&mut rest).ok_or_else(|| damaged("it has no name"))?;
    if found != name {
        return Err(damaged(&format!("it is a {found}")));
    }
    let version = String::unpack(&mut rest).ok_or_else(|| damaged("it has no version"))?;
    if version != env!("CARGO_PKG_VERSION") {
        return Err(Error::Parts {
            setting: "version".to_owned(),
            values: Box::new([env!("CARGO_PKG_VERSION").to_owned(), version]),
        });
    }
    let value = T::unpack(&mut rest).ok_or_else(|| damaged("its contents cannot be read"))?;
    if rest.is_empty() { Ok(value) } else { Err(damaged("something follows its end")) }
}

/// FNV-1a: every step is one to one, so that no single byte can change without it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Pack for u64 {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let mut rest = *self;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = bytes.split_first()?;
            *bytes = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }
}

/// Narrower numbers that are not negative, by way of a wider one.
macro_rules! narrow {
    ($($type:ty),*) => {$(
        impl Pack for $type {
            fn pack(&self, bytes: &mut Vec<u8>) {
                u64::try_from(*self).unwrap_or(u64::MAX).pack(bytes);
            }

            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                u64::unpack(bytes)?.try_into().ok()
            }
        }
    )*};
}
narrow!(u16, u32, usize, i32);

impl Pack for bool {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.push((*self).into());
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(u64::unpack(bytes)? == 1)
    }
}

impl Pack for f64 {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (first, rest) = bytes.split_first_chunk::<8>()?;
        *bytes = rest;
        Some(Self::from_le_bytes(*first))
    }
}

impl Pack for i128 {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (first, rest) = bytes.split_first_chunk::<16>()?;
        *bytes = rest;
        Some(Self::from_le_bytes(*first))
    }
}

impl Pack for String {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.len().pack(bytes);
        bytes.extend(self.as_bytes());
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::unpack(bytes)?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Self::from_utf8(text.to_vec()).ok()
    }
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.len().pack(bytes);
        self.iter().for_each(|item| item.pack(bytes));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::unpack(bytes)?;
        // Every item has a byte at least, so that a wrong length reserves no memory.
        let mut items = Self::with_capacity(length.min(bytes.len()));
        for _ in 0..length {
            items.push(T::unpack(bytes)?);
        }
        Some(items)
    }
}

impl<T: Pack> Pack for Option<T> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.is_some().pack(bytes);
        self.iter().for_each(|item| item.pack(bytes));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        if bool::unpack(bytes)? { T::unpack(bytes).map(Some) } else { Some(None) }
    }
}

impl<T: Pack + Copy + Default, const N: usize> Pack for [T; N] {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|item| item.pack(bytes));
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::unpack(bytes)?;
        }
        Some(items)
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.0.pack(bytes);
        self.1.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::unpack(bytes)?, B::unpack(bytes)?))
    }
}

/// A struct, field by field.
macro_rules! record {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::partial::codec::Pack for $type {
            fn pack(&self, bytes: &mut Vec<u8>) {
                $(self.$field.pack(bytes);)*
            }

            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::partial::codec::Pack::unpack(bytes)?),* })
            }
        }
    };
}
pub(crate) use record;

#[cfg(test)]
mod tests {
    use super::*;

    type Value = (Vec<(String, Option<f64>)>, [u64; 3]);

    fn value() -> Value {
        (vec![("a".to_owned(), Some(0.1)), ("ß".to_owned(), None)], [0, 127, u64::MAX])
    }

    #[test]
    fn values_come_back() {
        assert_eq!(open::<Value>("tally", &seal("tally", &value())), Ok(value()));
        let mut bytes = Vec::new();
        (-5_i128).pack(&mut bytes);
        300_u16.pack(&mut bytes);
        assert_eq!(<(i128, u16)>::unpack(&mut bytes.as_slice()), Some((-5, 300)));
    }

    #[test]
    fn every_wrong_byte_is_an_error() {
        let bytes = seal("tally", &value());
        for place in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut wrong = bytes.clone();
                wrong[place] ^= change;
                assert!(open::<Value>("tally", &wrong).is_err(), "byte {place}");
            }
            assert!(open::<Value>("tally", &bytes[..place]).is_err());
            assert!(open::<Value>("tally", &bytes[place + 1..]).is_err());
        }
        assert!(open::<Value>("partial", &bytes).unwrap_err().to_string().contains("it is a tally"));
    }
}
