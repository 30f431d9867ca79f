//! The compact protocol of Thrift, in which Parquet describes itself.

use super::Broken;

/// Structures are not followed deeper than this.
const DEEPEST: usize = 32;

/// A value, and of structures and lists all that is in them.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value<'a> {
    Flag(bool),
    Number(i64),
    Bytes(&'a [u8]),
    List(Vec<Value<'a>>),
    /// The fields by their numbers.
    Fields(Vec<(i64, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// Reads a structure, and says how long it was.
    pub(super) fn read(bytes: &'a [u8]) -> Result<(Self, usize), Broken> {
        let mut reader = Reader { rest: bytes };
        let fields = reader.fields(0)?;
        Ok((fields, bytes.len() - reader.rest.len()))
    }

    /// A field of a structure.
    pub(super) fn field(&self, number: i64) -> Option<&Self> {
        let Self::Fields(fields) = self else { return None };
        fields.iter().find(|(other, _)| *other == number).map(|(_, value)| value)
    }

    /// A field that is a number.
    pub(super) fn number(&self, number: i64) -> Option<i64> {
        if let Self::Number(found) = self.field(number)? { Some(*found) } else { None }
    }

    /// A field that is a number of things.
    pub(super) fn size(&self, number: i64) -> Option<usize> {
        self.number(number).and_then(|size| usize::try_from(size).ok())
    }

    /// A field that is a text.
    pub(super) fn text(&self, number: i64) -> Option<String> {
        if let Self::Bytes(bytes) = self.field(number)? {
            Some(String::from_utf8_lossy(bytes).into_owned())
        } else {
            None
        }
    }

    /// A field that is a list.
    pub(super) fn list(&self, number: i64) -> &[Self] {
        if let Some(Self::List(values)) = self.field(number) { values } else { &[] }
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn fields(&mut self, depth: usize) -> Result<Value<'a>, Broken> {
        let (mut fields, mut number) = (Vec::new(), 0_i64);
        loop {
            let lead = self.byte()?;
            let (step, kind) = (lead >> 4, lead & 15);
            if kind == 0 {
                return Ok(Value::Fields(fields));
            }
            number = if step == 0 { self.signed()? } else { number.wrapping_add(step.into()) };
            let value = if kind <= 2 { Value::Flag(kind == 1) } else { self.value(kind, depth)? };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Result<Value<'a>, Broken> {
        if depth > DEEPEST {
            return Err(Broken::new("structures too deep inside each other"));
        }
        Ok(match kind {
            1 | 2 => Value::Flag(self.byte()? == 1),
            3 => Value::Number(i8::from_le_bytes([self.byte()?]).into()),
            4..=6 => Value::Number(self.signed()?),
            7 => Value::Bytes(self.take(8)?),
            8 => {
                let length = self.length()?;
                Value::Bytes(self.take(length)?)
            }
            9 | 10 => {
                let lead = self.byte()?;
                let n = if lead >> 4 == 15 { self.length()? } else { usize::from(lead >> 4) };
                // Every value takes a byte, so that no more are believed than there can be.
                let is_there = n <= self.rest.len();
                let values = (0..if is_there { n } else { 0 }).map(|_| self.value(lead & 15, depth + 1));
                let values = values.collect::<Result<_, Broken>>()?;
                if is_there { Value::List(values) } else { return Err(cut()) }
            }
            11 => return Err(Broken::new("a map, which Parquet does not use")),
            12 => self.fields(depth + 1)?,
            _ => return Err(Broken::new(format!("a value of type {kind}"))),
        })
    }

    fn byte(&mut self) -> Result<u8, Broken> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Broken> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or_else(cut)?;
        self.rest = rest;
        Ok(taken)
    }

    fn length(&mut self) -> Result<usize, Broken> {
        let (length, n) = unsigned(self.rest).ok_or_else(cut)?;
        self.take(n)?;
        usize::try_from(length).map_err(|_| cut())
    }

    fn signed(&mut self) -> Result<i64, Broken> {
        let (number, n) = unsigned(self.rest).ok_or_else(cut)?;
        self.take(n)?;
        Ok(unfolded(number))
    }
}

fn cut() -> Broken {
    Broken::new("a description that is cut off")
}

/// A number written seven bits at a time, and how many bytes it took.
pub(super) fn unsigned(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0_u64;
    for (place, &byte) in bytes.iter().take(10).enumerate() {
        number |= u64::from(byte & 127).checked_shl(7 * place as u32).unwrap_or(0);
        if byte < 128 {
            return Some((number, place + 1));
        }
    }
    None
}

/// A signed number that was folded into an unsigned one: 0, −1, 1, −2, …
pub(super) fn unfolded(number: u64) -> i64 {
    i64::from_le_bytes((number >> 1 ^ (number & 1).wrapping_neg()).to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_seven_bits() {
        assert_eq!((unsigned(&[0x7f]), unsigned(&[0x80, 1, 9])), (Some((127, 1)), Some((128, 2))));
        assert_eq!((unsigned(&[0x80]), unsigned(&[0xff; 12])), (None, None));
        assert_eq!([0, 1, 2, 3, u64::MAX].map(unfolded), [0, -1, 1, -2, i64::MIN]);
    }

    #[test]
    fn structures_and_what_is_cut_off() {
        // Field 1 is −3, field 2 the text "ab", field 4 a list of two flags.
        let bytes = [0x15, 5, 0x18, 2, b'a', b'b', 0x29, 0x21, 1, 2, 0];
        let (value, n) = Value::read(&bytes).unwrap();
        assert_eq!((value.number(1), value.text(2), n), (Some(-3), Some("ab".into()), bytes.len()));
        assert_eq!(value.list(4), [Value::Flag(true), Value::Flag(false)]);
        (0..bytes.len()).for_each(|n| assert!(Value::read(&bytes[..n]).is_err()));
        assert!(Value::read(&[0x1c; 100]).is_err());
        assert!(Value::read(&[0x19, 0xfc, 0xff, 0xff, 0xff, 0x7f]).is_err());
    }
}
