//! Edges that are known beforehand: a table with two columns of ids, a graph of AnnData, polygons that touch.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::format::Formats;
use crate::input::Watch;
use crate::join::{self, Held, unknown_ids};
use crate::listing::Columns;
use crate::source::{Source, open_table};
use crate::table::{Fault, Part, Row, Table};

/// Edges that are known beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edges {
    /// A table whose first two columns are ids.
    File(PathBuf),
    /// The graph of that name in `obsp` of an AnnData file: stored non-zeros in either direction.
    Connectivities(String),
    /// Polygons of a GeoJSON file that touch.
    Contiguity,
}

/// As `--graph` spells it.
impl fmt::Display for Edges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "edges:{}", path.display()),
            Self::Connectivities(name) => write!(f, "obsp:{name}"),
            Self::Contiguity => f.write_str("contiguity"),
        }
    }
}

impl Edges {
    /// Whether the ids of the input are needed.
    pub(crate) fn needs_ids(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// Pairs of spots of the input; loops and repeats are the graph's business.
    pub(crate) fn read(
        &self,
        input: &dyn Source,
        ids: Option<&Held>,
        formats: &Formats,
        watch: &Watch,
    ) -> Result<Vec<(u32, u32)>> {
        match self {
            Self::File(path) => {
                let ids = ids.ok_or_else(|| no_ids(input))?;
                read_edges(open_table(path, formats, watch)?, input.file(), ids)
            }
            Self::Connectivities(name) => input.connectivities(name),
            Self::Contiguity => input.contiguity(),
        }
    }
}

fn no_ids(input: &dyn Source) -> Error {
    let (flag, file, columns) = ("--graph edges", input.file().to_owned(), Columns::new(input.columns()));
    join::Error::NoIds { flag, file, columns }.into()
}

/// Pairs of spots, as the file has them: loops and repeats are the graph's business.
///
/// The ids are in the first two columns, an unnamed first column (the row names of R and pandas) aside. A first line
/// of two ids of the input is an edge, any other a header.
fn read_edges(mut table: Table, input: &str, ids: &Held) -> Result<Vec<(u32, u32)>> {
    let columns = two_columns(&table)?;
    let first = columns.map(|column| ids.row(&table.columns[column]));
    let mut edges: Vec<(u32, u32)> = if let [Some(u), Some(v)] = first { vec![(u, v)] } else { Vec::new() };
    let (mut unknown, mut seen) = (Vec::new(), HashSet::new());
    let new = || Known { columns, ids, edges: Vec::new(), unknown: Vec::new() };
    table.read_parts(new, |part| {
        edges.extend(part.edges);
        unknown.extend(part.unknown.into_iter().filter(|id| seen.insert(id.clone())));
        Ok(())
    })?;
    if !unknown.is_empty() {
        let unknown: Vec<&str> = unknown.iter().map(|id| &**id).collect();
        return Err(unknown_ids(table.file(), input, &unknown).into());
    }
    if edges.is_empty() { Err(Error::NoRows { file: table.file().to_owned() }) } else { Ok(edges) }
}

fn two_columns(table: &Table) -> Result<[usize; 2]> {
    match table.columns() {
        [_] => {
            let (flag, file) = ("--graph edges", table.file().to_owned());
            Err(Error::WrongKind { flag, file, found: "a table of one column", expected: "two columns of ids" })
        }
        [first, _, _, ..] if first.is_empty() => Ok([1, 2]),
        _ => Ok([0, 1]),
    }
}

/// The edges of a block, and the ids that no spot has.
struct Known<'a> {
    columns: [usize; 2],
    ids: &'a Held,
    edges: Vec<(u32, u32)>,
    unknown: Vec<Box<str>>,
}

impl Part for Known<'_> {
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        let (u, v) = (row.name(self.columns[0])?, row.name(self.columns[1])?);
        match (self.ids.row(&u), self.ids.row(&v)) {
            (Some(u), Some(v)) => self.edges.push((u, v)),
            (Some(_), None) => self.unknown.push(v.into()),
            (None, Some(_)) => self.unknown.push(u.into()),
            (None, None) => self.unknown.extend([u.into(), v.into()]),
        }
        Ok(())
    }
}
