//! The values of a page one by one, in any of the ways that they are written.

use super::Broken;
use super::bits::{Runs, cut, packed};
use super::delta::Deltas;
use super::schema::Kind;

/// The values of a column that are referred to by number.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    bytes: Vec<u8>,
    /// Invariant: rising; value `i` ends at `ends[i]`, where value `i + 1` begins.
    ends: Vec<usize>,
}

impl Dictionary {
    /// The values of a page, written plainly.
    pub(super) fn new(kind: Kind, page: &[u8], n: usize) -> Result<Self, Broken> {
        let (mut values, mut dictionary) = (Values::plain(0), Self::default());
        // A value takes a bit at least, so that no more are believed than there can be.
        for _ in 0..n.min(page.len().saturating_mul(8)) {
            let value = values.next(kind, page, &Self::default())?.to_vec();
            dictionary.bytes.extend(value);
            dictionary.ends.push(dictionary.bytes.len());
        }
        Ok(dictionary)
    }

    /// How much room it takes.
    pub(super) fn n_bytes(&self) -> usize {
        self.bytes.len() + 8 * self.ends.len()
    }

    fn get(&self, number: u32) -> Result<&[u8], Broken> {
        let number = number as usize;
        let end =
            *self.ends.get(number).ok_or_else(|| Broken::new(format!("value {number} of a shorter dictionary")))?;
        Ok(&self.bytes[if number == 0 { 0 } else { self.ends[number - 1] }..end])
    }
}

/// Where in a page the next value is.
#[derive(Debug)]
pub(super) enum Values {
    /// One after the other: numbers as they are, texts with their lengths before them, flags as bits.
    Plain { at: usize, bit: usize },
    /// Numbers of the dictionary.
    Numbered(Runs),
    /// Flags as runs.
    Flags(Runs, [u8; 1]),
    /// Whole numbers as differences.
    Deltas(Deltas, [u8; 8]),
    /// Texts one after the other, their lengths before them all.
    Lengths { lengths: Deltas, at: usize },
    /// Texts without what they share with the one before.
    Shared { shared: Deltas, lengths: Deltas, at: usize, last: Vec<u8> },
    /// The first bytes of all numbers, then the second ones, and so on.
    Split { start: usize, place: usize, value: [u8; 8] },
}

impl Values {
    pub(super) fn plain(at: usize) -> Self {
        Self::Plain { at, bit: 0 }
    }

    /// The values of a page from a byte on.
    pub(super) fn new(encoding: i64, kind: Kind, page: &[u8], at: usize) -> Result<Self, Broken> {
        let is_integer = matches!(kind, Kind::Integer { .. });
        Ok(match encoding {
            0 => Self::plain(at),
            2 | 8 => {
                // A page of missing values alone needs no width.
                let width = page.get(at).map_or(0, |width| usize::from(*width));
                if width > 32 {
                    return Err(Broken::new(format!("numbers of {width} bits")));
                }
                Self::Numbered(Runs::new((at + 1).min(page.len()), page.len(), width))
            }
            3 if kind == Kind::Flag => {
                let length = page.get(at..).and_then(<[u8]>::first_chunk).ok_or_else(cut)?;
                let end = (at + 4).checked_add(u32::from_le_bytes(*length) as usize);
                let end = end.filter(|end| *end <= page.len()).ok_or_else(cut)?;
                Self::Flags(Runs::new(at + 4, end, 1), [0])
            }
            5 if is_integer => Self::Deltas(Deltas::new(page, at)?, [0; 8]),
            6 if kind == Kind::Text => Self::lengths(page, at)?,
            7 if kind == Kind::Text => {
                let lengths = Deltas::new(page, at)?.end(page)?;
                let Self::Lengths { lengths, at: start } = Self::lengths(page, lengths)? else { return Err(cut()) };
                Self::Shared { shared: Deltas::new(page, at)?, lengths, at: start, last: Vec::new() }
            }
            9 if kind.width().is_some() => Self::Split { start: at, place: 0, value: [0; 8] },
            other => return Err(Broken::new(format!("values of {kind:?} in encoding {other}, which is not read"))),
        })
    }

    fn lengths(page: &[u8], at: usize) -> Result<Self, Broken> {
        Ok(Self::Lengths { at: Deltas::new(page, at)?.end(page)?, lengths: Deltas::new(page, at)? })
    }

    /// The next value: the bytes of a number, smallest first, those of a text, or one byte for a flag.
    pub(super) fn next<'a>(
        &'a mut self,
        kind: Kind,
        page: &'a [u8],
        dictionary: &'a Dictionary,
    ) -> Result<&'a [u8], Broken> {
        match self {
            Self::Plain { at, bit } => plain(kind, page, at, bit),
            Self::Numbered(runs) => dictionary.get(runs.next(page)?),
            Self::Flags(runs, flag) => {
                *flag = [runs.next(page)? as u8];
                Ok(flag)
            }
            Self::Deltas(deltas, value) => {
                *value = deltas.next(page)?.to_le_bytes();
                Ok(&value[..kind.width().unwrap_or(8)])
            }
            Self::Lengths { lengths, at } => text(page, at, length(lengths.next(page)?)?),
            Self::Shared { shared, lengths, at, last } => {
                let kept = length(shared.next(page)?)?;
                if kept > last.len() {
                    return Err(cut());
                }
                last.truncate(kept);
                last.extend_from_slice(text(page, at, length(lengths.next(page)?)?)?);
                Ok(last)
            }
            Self::Split { start, place, value } => {
                let width = kind.width().unwrap_or(8);
                let n = (page.len() - *start) / width;
                for (lane, byte) in value.iter_mut().take(width).enumerate() {
                    *byte = *page.get(*start + lane * n + *place).filter(|_| *place < n).ok_or_else(cut)?;
                }
                *place += 1;
                Ok(&value[..width])
            }
        }
    }
}

fn plain<'a>(kind: Kind, page: &'a [u8], at: &mut usize, bit: &mut usize) -> Result<&'a [u8], Broken> {
    const FLAGS: [&[u8]; 2] = [&[0], &[1]];
    if kind == Kind::Flag {
        let flag = packed(page, 8 * *at + *bit, 1).ok_or_else(cut)?;
        *bit += 1;
        return Ok(FLAGS[usize::from(flag == 1)]);
    }
    if let Some(width) = kind.width() {
        return text(page, at, width);
    }
    let length = page.get(*at..).and_then(<[u8]>::first_chunk).ok_or_else(cut)?;
    *at += 4;
    text(page, at, u32::from_le_bytes(*length) as usize)
}

/// A length that is one.
fn length(number: i64) -> Result<usize, Broken> {
    usize::try_from(number).map_err(|_| Broken::new(format!("a text of {number} bytes")))
}

/// So many bytes from a place on, which moves behind them.
fn text<'a>(page: &'a [u8], at: &mut usize, length: usize) -> Result<&'a [u8], Broken> {
    let end = at.checked_add(length).ok_or_else(cut)?;
    let bytes = page.get(*at..end).ok_or_else(cut)?;
    *at = end;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_what_they_share_with_the_one_before() {
        // Of axis, axle and axle 0, 2 and 4 letters are kept, and 4, 2 and 0 written: differences of 2 and −2, of no bits.
        let page = [&[8, 1, 3, 0, 4, 0][..], &[8, 1, 3, 8, 3, 0], b"axisle"].concat();
        let (mut values, dictionary) = (Values::new(7, Kind::Text, &page, 0).unwrap(), Dictionary::default());
        let texts = [(); 3].map(|()| values.next(Kind::Text, &page, &dictionary).unwrap().to_vec());
        assert_eq!(texts, [b"axis", b"axle", b"axle"]);
    }
}
