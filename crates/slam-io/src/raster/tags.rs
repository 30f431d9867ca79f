//! The header of a TIFF: numbered tags with values, of the first image in the file.

use std::collections::BTreeMap;

use super::bytes::Bytes;
use crate::error::Result;

/// No image has so many tags.
const MOST_TAGS: u64 = 4_096;

/// The tags of the first image.
pub(super) struct Tags {
    pub(super) bytes: Bytes,
    entries: BTreeMap<u16, Entry>,
}

/// Where the values of a tag are.
struct Entry {
    kind: u16,
    n: u64,
    place: u64,
}

impl Tags {
    /// Reads the header: classic or big, in either order of bytes.
    pub(super) fn read(mut bytes: Bytes) -> Result<Self> {
        let head = bytes.read(0, 8.min(bytes.n), "the header")?;
        bytes.is_big_endian = head.starts_with(b"MM");
        let version = head.get(2..4).map_or(0, |version| bytes.number(version));
        if head.len() < 8 || !(version == 42 || version == 43) {
            return Err(bytes.damaged("its header is that of no TIFF"));
        }
        let is_big = version == 43;
        let first = if is_big { bytes.number(&bytes.read(8, 8, "the header")?) } else { bytes.number(&head[4..8]) };
        // How long the number of tags is, and a tag, and a number in it.
        let (n_count, n_tag, n_number) = if is_big { (8, 20, 8) } else { (2, 12, 4) };
        let n_tags = bytes.number(&bytes.read(first, n_count, "the number of tags")?);
        if n_tags == 0 || n_tags > MOST_TAGS {
            return Err(bytes.damaged(format!("{n_tags} tags, expected 1 to {MOST_TAGS}")));
        }
        let table = bytes.read(first + n_count, n_tags * n_tag, "the tags")?;
        let mut entries = BTreeMap::new();
        for (which, tag) in table.chunks_exact(n_tag as usize).enumerate() {
            let [name, kind] = [&tag[..2], &tag[2..4]].map(|part| bytes.number(part) as u16);
            let (n, value) = tag[4..].split_at(n_number);
            let n = bytes.number(n);
            let is_inside = size(kind).is_some_and(|size| n.saturating_mul(size) <= n_number as u64);
            let own = first + n_count + which as u64 * n_tag + 4 + n_number as u64;
            let place = if is_inside { own } else { bytes.number(value) };
            entries.entry(name).or_insert(Entry { kind, n, place });
        }
        Ok(Self { bytes, entries })
    }

    /// Whether there is such a tag.
    pub(super) fn has(&self, tag: u16) -> bool {
        self.entries.contains_key(&tag)
    }

    /// The first `most` values of a tag, as bytes of so many each; none where there is no such tag.
    fn raw(&self, tag: u16, most: u64, kinds: &[u16]) -> Result<Option<(Vec<u8>, usize)>> {
        let Some(entry) = self.entries.get(&tag) else { return Ok(None) };
        let Some(size) = size(entry.kind).filter(|_| kinds.contains(&entry.kind)) else {
            return Err(self.bytes.damaged(format!("tag {tag} is of the type {}", entry.kind)));
        };
        let bytes = self.bytes.read(entry.place, entry.n.min(most).saturating_mul(size), &format!("tag {tag}"))?;
        Ok(Some((bytes, size as usize)))
    }

    /// The first `most` whole numbers of a tag.
    pub(super) fn numbers(&self, tag: u16, most: u64) -> Result<Option<Vec<u64>>> {
        let raw = self.raw(tag, most, &[1, 3, 4, 13, 16, 18])?;
        Ok(raw.map(|(bytes, size)| bytes.chunks_exact(size).map(|number| self.bytes.number(number)).collect()))
    }

    /// The only or first whole number of a tag.
    pub(super) fn number(&self, tag: u16) -> Result<Option<u64>> {
        Ok(self.numbers(tag, 1)?.and_then(|numbers| numbers.first().copied()))
    }

    /// The first `most` real numbers of a tag.
    pub(super) fn reals(&self, tag: u16, most: u64) -> Result<Option<Vec<f64>>> {
        let raw = self.raw(tag, most, &[12])?;
        let real = |bytes: &[u8]| f64::from_bits(self.bytes.number(bytes));
        Ok(raw.map(|(bytes, size)| bytes.chunks_exact(size).map(real).collect()))
    }

    /// The text of a tag, up to its end.
    pub(super) fn text(&self, tag: u16) -> Result<Option<String>> {
        let raw = self.raw(tag, 256, &[2, 1])?;
        let text = |(bytes, _): (Vec<u8>, usize)| {
            let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
            String::from_utf8_lossy(text).trim().to_owned()
        };
        Ok(raw.map(text))
    }
}

/// How many bytes a value of a type has.
fn size(kind: u16) -> Option<u64> {
    match kind {
        1 | 2 | 6 | 7 => Some(1),
        3 | 8 => Some(2),
        4 | 9 | 11 | 13 => Some(4),
        5 | 10 | 12 | 16 | 17 | 18 => Some(8),
        _ => None,
    }
}
