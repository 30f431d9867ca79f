//! Kinds of files from outside: whatever holds a table is read as the text of that table would be.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::error::Result;
use crate::input::{Input, name, unreadable};
use crate::table::Table;

/// A kind of file of one's own: how a file of it becomes the text of a table.
///
/// The text is comma- or tab-separated and starts with a line of names; columns are then found, joined and checked as those of
/// a `.csv` are. [`table_text`] writes it from rows. It is read as it comes, so nothing needs to be held as a whole.
///
/// ```
/// use std::io::{self, BufRead, BufReader, Read};
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use slam_io::{Format, Formats, Request, read, table_text};
///
/// /// A line for every spot: `x y region>cluster`.
/// #[derive(Debug)]
/// struct Arrows;
///
/// impl Format for Arrows {
///     fn open(&self, path: &Path) -> io::Result<Option<Box<dyn Read + Send>>> {
///         if path.extension().is_none_or(|extension| extension != "arrows") {
///             return Ok(None);
///         }
///         let lines = BufReader::new(std::fs::File::open(path)?).lines();
///         let row = |line: io::Result<String>| Ok(line?.split([' ', '>']).map(str::to_owned).collect());
///         Ok(Some(table_text(&["x", "y", "region", "cluster"], lines.map(row))))
///     }
/// }
///
/// let path = std::env::temp_dir().join(format!("{}.arrows", std::process::id()));
/// std::fs::write(&path, "0 0 a>1\n1 0 a>1\n0 1 b>2\n1 1 b>1\n")?;
/// let formats = Formats(vec![Arc::new(Arrows)]);
/// let (truth, preds) = ("region".to_owned(), vec!["cluster".to_owned()]);
/// let study = read(&Request { path: path.clone(), truth, preds, formats, ..Request::default() })?;
/// assert_eq!((study.spots.n_spots(), study.preds[0].1.n_labels()), (4, 2));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Format: fmt::Debug + Send + Sync {
    /// The text of the table in a file, or none where the file is of another kind.
    ///
    /// It is asked before the kinds that are known, so it should answer for what it alone can read; what is packed it unpacks. Lines
    /// that errors speak of are those of this text, the names of its columns being the first: an error of one's own,
    /// `io::Error::other("line 2: …")`, can name those of the file.
    fn open(&self, path: &Path) -> io::Result<Option<Box<dyn Read + Send>>>;
}

/// The kinds of files from outside, the first that answers being the one.
#[derive(Debug, Clone, Default)]
pub struct Formats(pub Vec<Arc<dyn Format>>);

impl Formats {
    /// The table in a file, if it is of one of these kinds.
    pub(crate) fn open(&self, path: &Path) -> Result<Option<Table>> {
        for format in &self.0 {
            let found = format.open(path).map_err(|cause| unreadable(path, cause))?;
            if let Some(reader) = found {
                return Table::open(Input { file: name(path), reader, is_gzip: false }).map(Some);
            }
        }
        Ok(None)
    }
}

/// Kinds of files are the same if they are one and the same.
impl PartialEq for Formats {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

impl Eq for Formats {}

/// The text of a table with these columns, row after row: what a [`Format`] gives.
pub fn table_text<I>(columns: &[&str], rows: I) -> Box<dyn Read + Send>
where
    I: Iterator<Item = io::Result<Vec<String>>> + Send + 'static,
{
    let mut pending = Vec::new();
    push_row(&mut pending, columns.iter().copied());
    Box::new(Text { rows, pending, n_given: 0 })
}

struct Text<I> {
    rows: I,
    /// The row that is being given.
    pending: Vec<u8>,
    /// Invariant: at most `pending.len()`.
    n_given: usize,
}

impl<I: Iterator<Item = io::Result<Vec<String>>>> Read for Text<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.n_given == self.pending.len() {
            let Some(row) = self.rows.next().transpose()? else { return Ok(0) };
            self.pending.clear();
            self.n_given = 0;
            push_row(&mut self.pending, row.iter().map(String::as_str));
        }
        let n = (&self.pending[self.n_given..]).read(buffer)?;
        self.n_given += n;
        Ok(n)
    }
}

fn push_row<'a>(text: &mut Vec<u8>, cells: impl Iterator<Item = &'a str>) {
    for (place, cell) in cells.enumerate() {
        text.extend((place > 0).then_some(b','));
        if cell.contains([',', '\t', ';', '"', '\n', '\r']) {
            text.extend(format!("\"{}\"", cell.replace('"', "\"\"")).bytes());
        } else {
            text.extend(cell.bytes());
        }
    }
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let rows = [vec!["a,b".to_owned(), "c \"d\"".to_owned()], vec!["e".to_owned(), String::new()]];
        let mut text = String::new();
        table_text(&["one", "t wo"], rows.into_iter().map(Ok)).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one,t wo\n\"a,b\",\"c \"\"d\"\"\"\ne,\n");
    }

    #[test]
    fn a_row_that_cannot_be_read_is_an_error() {
        let rows = [Ok(vec!["a".to_owned()]), Err(io::Error::other("torn"))];
        let said = table_text(&["one"], rows.into_iter()).read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(said.to_string(), "torn");
    }
}
