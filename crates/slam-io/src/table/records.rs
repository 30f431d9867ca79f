//! Records and fields of delimited text, quotes understood.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// More columns than this, and it is no table.
pub(crate) const MOST_COLUMNS: usize = 1_000_000;

/// How a table separates its fields and ends its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// A comma, a semicolon, a tab or a space.
    pub(crate) delimiter: u8,
    /// A newline, or a carriage return in files that know no newline.
    pub(crate) terminator: u8,
}

/// Where a field lies in its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    start: u32,
    end: u32,
    /// Whether quotes are left in it.
    is_quoted: bool,
}

impl Field {
    /// Whether nothing is written in the field, not even quotes.
    pub(crate) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The text of the field, without its quotes.
    pub(crate) fn text<'a>(&self, block: &'a str) -> Cow<'a, str> {
        self.text_from(block, 0)
    }

    /// The text of the field, where only what follows `offset` in its block is at hand.
    pub(crate) fn text_from<'a>(&self, block: &'a str, offset: usize) -> Cow<'a, str> {
        let raw = &block[self.start as usize - offset..self.end as usize - offset];
        if self.is_quoted { unquote(raw) } else { Cow::Borrowed(raw) }
    }
}

/// A row: where it begins, and how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    /// Its first byte in the block.
    pub(crate) start: usize,
    /// Whether a terminator ended it, rather than the end of the block.
    pub(crate) is_ended: bool,
    /// Whether the block ended inside quotes.
    pub(crate) is_open: bool,
}

/// Walks the records of a block.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    bytes: &'a [u8],
    dialect: Dialect,
    /// The first byte that is not read yet.
    pub(crate) at: usize,
}

impl<'a> Records<'a> {
    /// The records of `bytes`, which begin with a record.
    pub(crate) fn new(bytes: &'a [u8], dialect: Dialect) -> Self {
        Self { bytes, dialect, at: 0 }
    }

    /// All bytes, read or not.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Reads the fields of the next record, or none at the end; an empty line is a record of one empty field.
    pub(crate) fn read(&mut self, fields: &mut Vec<Field>) -> Option<Record> {
        fields.clear();
        let start = self.at;
        if start == self.bytes.len() {
            return None;
        }
        loop {
            let (end, is_open) = self.field_end();
            let stop = self.bytes.get(end).copied();
            let is_last = stop != Some(self.dialect.delimiter);
            // A line of nothing but delimiters must not fill the memory; one field too many is enough to refuse it.
            if fields.len() <= MOST_COLUMNS {
                fields.push(self.field(self.at, end, is_last));
            }
            self.at = end + usize::from(stop.is_some());
            if is_last {
                return Some(Record { start, is_ended: stop.is_some(), is_open });
            }
        }
    }

    /// The end of the field that begins here, and whether the block ends inside its quotes.
    fn field_end(&self) -> (usize, bool) {
        let Dialect { delimiter, terminator } = self.dialect;
        let mut from = self.at;
        // A quote means something at the beginning of a field only; a doubled one inside closes and opens again.
        while self.bytes.get(from) == Some(&b'"') {
            match memchr(b'"', &self.bytes[from + 1..]) {
                Some(length) => from += length + 2,
                None => return (self.bytes.len(), true),
            }
        }
        let rest = memchr2(delimiter, terminator, &self.bytes[from..]);
        (rest.map_or(self.bytes.len(), |length| from + length), false)
    }

    fn field(&self, start: usize, end: usize, is_last: bool) -> Field {
        let bytes = &self.bytes[start..end];
        let end = if is_last && bytes.ends_with(b"\r") { end - 1 } else { end };
        let is_quoted = bytes.first() == Some(&b'"');
        // The common case, quotes around and none inside, is settled here and costs no copy.
        let inner = start + 1..end.saturating_sub(1).max(start + 1);
        let is_simple = is_quoted && end >= start + 2 && memchr(b'"', &self.bytes[inner.clone()]).is_none();
        let is_simple = is_simple && self.bytes[end - 1] == b'"';
        let (start, end) = if is_simple { (inner.start, inner.end) } else { (start, end) };
        Field { start: start as u32, end: end as u32, is_quoted: is_quoted && !is_simple }
    }
}

/// Quoted text without its quotes; a doubled quote is one, text behind the closing quote stays as it is.
fn unquote(raw: &str) -> Cow<'_, str> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(inner) = rest.strip_prefix('"') {
        let (part, behind) = inner.split_once('"').unwrap_or((inner, ""));
        text.push_str(part);
        if behind.starts_with('"') {
            text.push('"');
        }
        rest = behind;
    }
    text.push_str(rest);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMA: Dialect = Dialect { delimiter: b',', terminator: b'\n' };

    fn rows(text: &str) -> Vec<Vec<String>> {
        let (mut records, mut fields, mut rows) = (Records::new(text.as_bytes(), COMMA), Vec::new(), Vec::new());
        while records.read(&mut fields).is_some() {
            rows.push(fields.iter().map(|field| field.text(text).into_owned()).collect());
        }
        rows
    }

    #[test]
    fn quotes_hold_delimiters_newlines_and_quotes() {
        assert_eq!(rows("a,\"b,c\"\r\n\"d\ne\",\"f\"\"g\"\n"), [["a", "b,c"], ["d\ne", "f\"g"]]);
        assert_eq!(rows("\"\",\"\"\"\"\n5\" nail,x\"y\"\n"), [["", "\""], ["5\" nail", "x\"y\""]]);
        assert_eq!(rows("\"a\"b,c"), [["ab", "c"]]);
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(rows("a,b\nc,"), [["a", "b"], ["c", ""]]);
        assert_eq!(rows("a\n\nb"), [["a"], [""], ["b"]]);
        let mut records = Records::new(b"a,\"b\n", COMMA);
        let open = Record { start: 0, is_ended: false, is_open: true };
        assert_eq!(records.read(&mut Vec::new()), Some(open));
    }

    #[test]
    fn the_csv_crate_reads_the_same() {
        // All texts of up to six of these characters.
        let letters = ["a", ",", "\n", "\"", "\r\n", " "];
        for code in 0..6usize.pow(6) {
            let text: String = (0..6).map(|place| letters[code / 6usize.pow(place) % 6]).collect();
            let mut reader = csv::ReaderBuilder::new();
            let mut reader = reader.has_headers(false).flexible(true).buffer_capacity(64).from_reader(text.as_bytes());
            let expected: Vec<Vec<String>> =
                reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
            // The csv crate leaves out empty lines.
            let mut found = rows(&text);
            found.retain(|row| row != &[""]);
            let expected: Vec<_> = expected.into_iter().filter(|row| row != &[""]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
