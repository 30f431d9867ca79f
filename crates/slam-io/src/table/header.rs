//! The first line of a table: how it separates fields, and what its columns are called.

use memchr::{memchr, memchr_iter};

use super::blocks::Blocks;
use super::records::{Dialect, MOST_COLUMNS, Records};
use crate::error::{Error, Result};
use crate::line::Line;
use crate::source::{extension, stem};

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
        let line = blocks.line();
        let mut records = Records::new(blocks.ahead_records(2, dialect)?, dialect);
        let first = texts(&mut records, &file, line)?;
        let end = records.at;
        let second = texts(&mut records, &file, line + 1)?;
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
        return Err(Error::Utf8 { file, line: Line::of_text(1), is_utf16: true });
    }
    let terminator = if memchr(b'\n', bytes).is_none() && memchr(b'\r', bytes).is_some() { b'\r' } else { b'\n' };
    let mark = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let is_blank = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let blank = bytes[mark..].iter().take_while(|&byte| is_blank(byte)).count();
    if mark + blank == bytes.len() {
        return Err(Error::Empty { file });
    }
    let mut lines = bytes[mark + blank..].split(|&byte| byte == terminator);
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let delimiter = delimiter(first, second, &extension(file.as_ref()));
    let dialect = Dialect { delimiter, terminator };
    blocks.skip(mark + blank, dialect);
    Ok(dialect)
}

/// The delimiter: what is commonest outside quotes in the first line, or in the second if R left the only name of the
/// first without its delimiter; ties go to the comma, then to the semicolon. In `.tsv`, `.tab` and `.txt` a tab goes
/// before all others. Where there is none of them, names in quotes with spaces between, as R's `write.table` leaves them,
/// are separated by spaces.
fn delimiter(first: &[u8], second: &[u8], extension: &str) -> u8 {
    let is_tabbed = ["tsv", "tab"].contains(&extension);
    let found = sniff(first, is_tabbed || extension == "txt");
    let spaces = is_spaced(first, second).then_some(b' ');
    let found = found.or(spaces).or(is_tabbed.then_some(b'\t'));
    found.or_else(|| sniff(second, extension == "txt")).unwrap_or(b',')
}

/// Whether a header is one of `write.table`: every name in quotes, a space between, and in the first row as many fields, or
/// one more for its name.
fn is_spaced(first: &[u8], second: &[u8]) -> bool {
    let dialect = Dialect { delimiter: b' ', terminator: b'\n' };
    let [first, second] = [first, second].map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let n_fields = |line: &[u8]| {
        let mut fields = Vec::new();
        Records::new(line, dialect).read(&mut fields).map_or(0, |_| fields.len())
    };
    let is_quoted = first.starts_with(b"\"") && first.ends_with(b"\"");
    let n_names = n_fields(first);
    // Quotes that neither begin nor end the line stand on both sides of a space.
    let n_quotes = memchr_iter(b'"', first).count();
    let is_list = is_quoted && n_quotes == 2 * n_names;
    is_list && (n_fields(second) == n_names + 1 || (n_names > 1 && n_fields(second) == n_names))
}

fn sniff(line: &[u8], prefers_tabs: bool) -> Option<u8> {
    let mut counts = [(b',', 0usize), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in line {
        is_quoted ^= *byte == b'"';
        counts.iter_mut().filter(|(delimiter, _)| delimiter == byte && !is_quoted).for_each(|(_, count)| *count += 1);
    }
    if prefers_tabs && counts[2].1 > 0 {
        return Some(b'\t');
    }
    // Of equal counts the last would be the largest, so the order is turned round.
    counts.into_iter().rev().max_by_key(|&(_, count)| count).filter(|&(_, count)| count > 0).map(|(byte, _)| byte)
}

/// The fields of the next record, empty at the end.
fn texts(records: &mut Records<'_>, file: &str, line: u64) -> Result<Vec<String>> {
    let (bytes, mut fields) = (records.bytes(), Vec::new());
    let Some(record) = records.read(&mut fields) else {
        return Ok(Vec::new());
    };
    if record.is_open {
        return Err(Error::OpenQuote { file: file.to_owned(), line });
    }
    let block = std::str::from_utf8(&bytes[record.start..records.at]);
    let block = block.map_err(|_| Error::Utf8 { file: file.to_owned(), line: Line::of_text(line), is_utf16: false })?;
    Ok(fields.iter().map(|field| field.text_from(block, record.start).into_owned()).collect())
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
        let of = |first: &str, extension: &str| delimiter(first.as_bytes(), b"", extension);
        assert_eq!(of("a;b,c;d", "csv"), b';');
        assert_eq!(of("\"a;;;;b\",c", "csv"), b',');
        assert_eq!((of("a,b,c\td", "tsv"), of("a,b,c\td", "txt"), of("a,b,c\td", "csv")), (b'\t', b'\t', b','));
        assert_eq!((of("a,b", "txt"), of("a,b", "tsv"), of("a\tb", "")), (b',', b',', b'\t'));
        assert_eq!((of("a;b,c", "csv"), of("a\tb;c", "csv")), (b',', b';'));
        assert_eq!((of("label", "csv"), of("label", "tsv")), (b',', b'\t'));
    }

    #[test]
    fn a_lonely_name_leaves_it_to_the_first_row() {
        assert_eq!(delimiter(b"label", b"u;a", "csv"), b';');
        assert_eq!(delimiter(b"label", b"T cell, CD4", "tsv"), b'\t');
    }

    #[test]
    fn what_r_writes_with_spaces_is_known_by_its_quotes() {
        let of = |first: &str, second: &str, extension: &str| delimiter(first.as_bytes(), second.as_bytes(), extension);
        assert_eq!(of("\"x\" \"cell type\"", "\"u\" 0.5 \"T cell, CD4\"", "txt"), b' ');
        assert_eq!((of("\"x\" \"y\"\r", "0 1\r", "csv"), of("\"label\"", "\"u\" \"a\"", "tsv")), (b' ', b' '));
        // A column of one name, with spaces in it, or in its labels.
        assert_eq!((of("\"cell type\"", "\"T cell\"", "csv"), of("cell type", "T cell", "csv")), (b',', b','));
        assert_eq!((of("cell type", "CD4 T cell", "txt"), of("\"label\"", "\"a b\"", "csv")), (b',', b','));
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
