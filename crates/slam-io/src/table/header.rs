//! The first line of a table: how it separates fields, and what its columns are called.

use memchr::memchr;

use super::blocks::Blocks;
use super::records::{Dialect, Records};
use crate::error::{Error, Result};
use crate::source::{extension, stem};

/// More columns than this, and it is no table.
const MOST_COLUMNS: usize = 1_000_000;

/// Space Ranger's list of positions has no header; these are its columns.
const SPACE_RANGER: [&str; 6] =
    ["barcode", "in_tissue", "array_row", "array_col", "pxl_row_in_fullres", "pxl_col_in_fullres"];

/// What the first lines of a table tell.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) dialect: Dialect,
    /// One name per field of a row; an unnamed column has an empty name.
    pub(crate) columns: Vec<String>,
}

impl Header {
    /// Reads the header and leaves the stream at the first row.
    pub(crate) fn read(blocks: &mut Blocks) -> Result<Self> {
        let file = blocks.input.file.clone();
        let dialect = begin(blocks)?;
        let bytes = blocks.ahead_records(2, dialect)?;
        let mut records = Records::new(bytes, dialect);
        let (first, end) = (texts(&mut records), records.at);
        let second = texts(&mut records);
        let line = blocks.line();
        let utf8 = |line| Error::Utf8 { file: file.clone(), line, is_utf16: false };
        let first = first.ok_or_else(|| utf8(line))?;
        let second = second.ok_or_else(|| utf8(line + 1))?;
        if first.len() > MOST_COLUMNS {
            return Err(Error::ManyColumns { file, limit: MOST_COLUMNS });
        }
        if is_space_ranger(&file, &first) {
            return Ok(Self { dialect, columns: SPACE_RANGER.map(str::to_owned).to_vec() });
        }
        blocks.skip(end, dialect);
        let mut columns: Vec<String> = first.iter().map(|name| name.trim().to_owned()).collect();
        // R writes row names without a name for their column.
        if second.len() == columns.len() + 1 {
            columns.insert(0, String::new());
        }
        Ok(Self { dialect, columns })
    }
}

/// Skips the byte order mark and empty lines, and settles the dialect by the first line that says something.
fn begin(blocks: &mut Blocks) -> Result<Dialect> {
    let file = blocks.input.file.clone();
    let bytes = blocks.ahead()?;
    if bytes.is_empty() {
        return Err(Error::Empty { file });
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(Error::Utf8 { file, line: 1, is_utf16: true });
    }
    let terminator = if memchr(b'\n', bytes).is_none() && memchr(b'\r', bytes).is_some() { b'\r' } else { b'\n' };
    let mark = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let is_blank = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let blank = bytes[mark..].iter().take_while(|&byte| is_blank(byte)).count();
    if mark + blank == bytes.len() {
        return Err(Error::Empty { file });
    }
    let delimiter = sniff(&bytes[mark + blank..], terminator, &extension(file.as_ref()));
    let dialect = Dialect { delimiter, terminator };
    blocks.skip(mark + blank, dialect);
    Ok(dialect)
}

/// The delimiter: in `.tsv`, `.tab` and `.txt` a tab if there is one, else what is commonest outside quotes in the
/// first line; ties go to the comma, then to the semicolon.
fn sniff(bytes: &[u8], terminator: u8, extension: &str) -> u8 {
    let mut counts = [0usize; 3];
    let mut is_quoted = false;
    for &byte in bytes {
        match byte {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b',' => counts[0] += 1,
            b';' => counts[1] += 1,
            b'\t' => counts[2] += 1,
            _ if byte == terminator => break,
            _ => {}
        }
    }
    let [commas, semicolons, tabs] = counts;
    let is_tabbed = ["tsv", "tab", "txt"].contains(&extension) && tabs > 0;
    if is_tabbed || (tabs > commas && tabs > semicolons) {
        b'\t'
    } else if semicolons > commas {
        b';'
    } else {
        b','
    }
}

/// The fields of the next record, empty at the end, or none if they are not valid text.
fn texts(records: &mut Records<'_>) -> Option<Vec<String>> {
    let (bytes, mut fields) = (records.bytes(), Vec::new());
    let Some(record) = records.read(&mut fields) else {
        return Some(Vec::new());
    };
    let block = std::str::from_utf8(&bytes[record.start..records.at]).ok()?;
    Some(fields.iter().map(|field| field.text_from(block, record.start).into_owned()).collect())
}

/// Whether the first line is a row of Space Ranger's list of positions, by its shape: a barcode, 0 or 1, and four
/// whole numbers; or, whatever the barcode, by the name of the file.
fn is_space_ranger(file: &str, first: &[String]) -> bool {
    let is_whole = |text: &String| text.trim().parse::<i64>().is_ok();
    let is_number = |text: &String| text.trim().parse::<f64>().is_ok();
    let [barcode, in_tissue, row, column, positions @ ..] = first else {
        return false;
    };
    let is_row = positions.len() == 2 && is_whole(row) && is_whole(column) && positions.iter().all(is_number);
    let is_flag = matches!(in_tissue.trim(), "0" | "1");
    is_row && is_flag && (!is_number(barcode) || stem(file) == "tissue_positions_list")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_counted_outside_quotes() {
        assert_eq!(sniff(b"a;b,c;d\n,,,,", b'\n', "csv"), b';');
        assert_eq!(sniff(b"\"a;;;;b\",c\n", b'\n', "csv"), b',');
        assert_eq!(sniff(b"a,b,c\td\n", b'\n', "tsv"), b'\t');
        assert_eq!(sniff(b"a,b,c\td\n", b'\n', "csv"), b',');
        assert_eq!(sniff(b"a,b\n", b'\n', "txt"), b',');
        assert_eq!(sniff(b"a\tb\n", b'\n', ""), b'\t');
        assert_eq!(sniff(b"label\n", b'\n', "csv"), b',');
    }

    #[test]
    fn positions_without_a_header_are_known_by_their_shape() {
        let row = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        assert!(is_space_ranger("p.csv", &row("ACGT-1,0,3,5,100,200")));
        assert!(!is_space_ranger("p.csv", &row("ACGT-1,2,3,5,100,200")));
        assert!(!is_space_ranger("p.csv", &row("1,0,3,5,100,200")));
        assert!(is_space_ranger("a/tissue_positions_list.csv", &row("1,0,3,5,100,200")));
        assert!(!is_space_ranger("tissue_positions_list.csv", &SPACE_RANGER.map(str::to_owned)));
    }
}
