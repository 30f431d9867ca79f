//! What a file says of itself: its columns, their types, and where their values are.

use serde_json::Value as Json;

use super::file::Bytes;
use super::thrift::Value;
use super::{Broken, MARK};

/// A longer footer is refused.
const MOST_FOOTER: u64 = 64 << 20;
/// More columns than this, and it is no table.
const MOST_COLUMNS: usize = 100_000;
/// How pandas names an index that has no name.
const UNNAMED: &str = "__index_level_";
/// What a column holds that says of itself neither that it is text nor what else.
pub(super) const BYTES: &str = "bytes that are no text";

/// What the end of a file tells.
pub(super) struct Footer {
    /// The columns as a table shows them, those of the index first.
    pub(super) columns: Vec<Column>,
    pub(super) groups: Vec<Group>,
    pub(super) index: Index,
}

/// Where pandas keeps the names of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// In the first column.
    Column,
    /// Nowhere: they count.
    Range { start: i64, step: i64 },
}

impl Index {
    /// The number of a row that counts.
    pub(super) fn number(self, row: usize) -> i64 {
        let row = i64::try_from(row).unwrap_or(i64::MAX);
        if let Self::Range { start, step } = self { row.wrapping_mul(step).wrapping_add(start) } else { row }
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    /// Its place among all leaves of the schema.
    pub(super) leaf: usize,
    /// What its values are, or why they are not read.
    pub(super) kind: Result<Kind, String>,
    pub(super) may_be_missing: bool,
    /// Whether values are bytes of any length, text or not.
    pub(super) is_bytes: bool,
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Flag,
    /// Whole numbers of 4 or 8 bytes.
    Integer {
        n: usize,
        signed: bool,
    },
    Float,
    Double,
    Text,
}

impl Kind {
    /// The bytes of a value; none where that varies, or is less than one.
    pub(super) fn width(self) -> Option<usize> {
        match self {
            Self::Integer { n, .. } => Some(n),
            Self::Float => Some(4),
            Self::Double => Some(8),
            Self::Flag | Self::Text => None,
        }
    }
}

/// Some rows, column by column.
pub(super) struct Group {
    pub(super) n_rows: usize,
    /// One for every leaf of the schema.
    pub(super) chunks: Vec<Chunk>,
}

/// The values of a column in a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chunk {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) codec: i64,
}

impl Footer {
    /// Reads the end of a file.
    pub(super) fn read(bytes: &Bytes) -> Result<Self, Broken> {
        let is_marked = bytes.length >= 12 && bytes.read(0, 4)? == MARK;
        let last = bytes.read(bytes.length.saturating_sub(8), 8.min(bytes.length as usize))?;
        if last.ends_with(b"PARE") {
            return Err(Broken::new("it is encrypted"));
        }
        let length = last.first_chunk().map_or(0, |length| u64::from(u32::from_le_bytes(*length)));
        if !is_marked || !last.ends_with(MARK) || length > bytes.length - 12 {
            return Err(Broken::new("it begins or ends as no Parquet does; its end may be missing"));
        }
        if length > MOST_FOOTER {
            return Err(Broken::new(format!("a description of {length} bytes, expected at most {MOST_FOOTER}")));
        }
        let footer = bytes.read(bytes.length - 8 - length, length as usize)?;
        let (said, _) = Value::read(&footer)?;
        let (columns, n_leaves) = columns(said.list(2))?;
        let groups = said.list(4).iter().map(|group| Group::of(group, n_leaves, bytes.length));
        let groups = groups.collect::<Result<_, Broken>>()?;
        let (columns, index) = index_first(columns, said.list(5));
        Ok(Self { columns, groups, index })
    }
}

impl Group {
    fn of(said: &Value<'_>, n_leaves: usize, length: u64) -> Result<Self, Broken> {
        let n_rows = said.size(3).ok_or_else(|| Broken::new("rows that nobody counted"))?;
        let chunks: Option<Vec<Chunk>> = said.list(1).iter().map(|chunk| Chunk::of(chunk, length)).collect();
        let chunks = chunks.filter(|chunks| chunks.len() == n_leaves);
        Ok(Self { n_rows, chunks: chunks.ok_or_else(|| Broken::new("columns that are not where the file says"))? })
    }
}

impl Chunk {
    fn of(said: &Value<'_>, length: u64) -> Option<Self> {
        // Field 1 would name another file.
        let about = said.field(3).filter(|_| said.field(1).is_none())?;
        let start = |number: i64| about.number(number).and_then(|start| u64::try_from(start).ok());
        // Some writers say 0 where there is no dictionary.
        let start = [start(11).filter(|start| *start > 0), start(9)].into_iter().flatten().min()?;
        let end = start.checked_add(about.size(7)? as u64).filter(|end| *end <= length)?;
        Some(Self { start, end, codec: about.number(4)? })
    }
}

/// The columns at the top of the schema, and how many leaves there are at all.
fn columns(said: &[Value<'_>]) -> Result<(Vec<Column>, usize), Broken> {
    let (mut columns, mut n_leaves) = (Vec::new(), 0);
    let mut elements = said.iter().skip(1);
    while let Some(element) = elements.next() {
        let name = element.text(4).unwrap_or_default().trim().to_owned();
        let n_children = element.size(5).unwrap_or(0);
        let (leaf, is_repeated) = (n_leaves, element.number(3) == Some(2));
        let kind = match n_children {
            0 if is_repeated => Err("lists".to_owned()),
            0 => kind(element),
            _ => Err("nested values".to_owned()),
        };
        n_leaves += usize::from(n_children == 0);
        // Whatever is nested is skipped, and its leaves are counted.
        let mut left = n_children;
        while left > 0 {
            let Some(inner) = elements.next() else { return Err(Broken::new("a schema that is cut off")) };
            let n_inner = inner.size(5).unwrap_or(0);
            n_leaves += usize::from(n_inner == 0);
            left = (left - 1).saturating_add(n_inner);
        }
        let (may_be_missing, is_bytes) = (element.number(3) == Some(1), element.number(1) == Some(6));
        columns.push(Column {
            name,
            leaf,
            kind,
            may_be_missing,
            is_bytes: is_bytes && n_children == 0 && !is_repeated,
        });
        if columns.len() > MOST_COLUMNS {
            return Err(Broken::new(format!("more than {MOST_COLUMNS} columns")));
        }
    }
    if columns.is_empty() { Err(Broken::new("a table without columns")) } else { Ok((columns, n_leaves)) }
}

/// The kind of values that an element of the schema stands for, or what they are that cannot be read.
fn kind(element: &Value<'_>) -> Result<Kind, String> {
    let logical = match element.field(10) {
        Some(Value::Fields(fields)) => fields.first().map(|(number, _)| *number),
        _ => None,
    };
    let (converted, physical) = (element.number(6), element.number(1).unwrap_or(-1));
    let signed = || match element.field(10).and_then(|logical| logical.field(10)).and_then(|integer| integer.field(2)) {
        Some(Value::Flag(signed)) => *signed,
        _ => !matches!(converted, Some(11..=14)),
    };
    match (logical, converted) {
        (Some(5), _) | (None, Some(5)) => return Err("decimals".to_owned()),
        (Some(6), _) | (None, Some(6)) => return Err("dates".to_owned()),
        (Some(7 | 8), _) | (None, Some(7..=10)) => return Err("times".to_owned()),
        _ => {}
    }
    match (physical, logical, converted) {
        (0, ..) => Ok(Kind::Flag),
        (1, ..) => Ok(Kind::Integer { n: 4, signed: signed() }),
        (2, ..) => Ok(Kind::Integer { n: 8, signed: signed() }),
        (3, ..) => Err("times".to_owned()),
        (4, ..) => Ok(Kind::Float),
        (5, ..) => Ok(Kind::Double),
        (6, Some(1 | 4 | 12), _) | (6, None, Some(0 | 4 | 19)) => Ok(Kind::Text),
        _ => Err(BYTES.to_owned()),
    }
}

/// The columns of pandas' index before all others, as in a table of text; one without a name has none.
fn index_first(columns: Vec<Column>, said: &[Value<'_>]) -> (Vec<Column>, Index) {
    let pandas = said.iter().find(|pair| pair.text(1).as_deref() == Some("pandas")).and_then(|pair| pair.text(2));
    let pandas: Option<Json> = pandas.and_then(|text| serde_json::from_str(&text).ok());
    let index: Vec<&str> = pandas
        .as_ref()
        .and_then(|pandas| pandas.get("index_columns")?.as_array())
        .map(|names| names.iter().filter_map(Json::as_str).collect())
        .unwrap_or_default();
    let (mut first, others): (Vec<Column>, Vec<Column>) = columns
        .into_iter()
        .partition(|column| index.contains(&column.name.as_str()) || column.name.starts_with(UNNAMED));
    first.iter_mut().filter(|column| column.name.starts_with(UNNAMED)).for_each(|column| column.name.clear());
    let range = pandas.as_ref().and_then(|pandas| pandas.pointer("/index_columns/0"));
    let number = |name: &str, or: i64| range.and_then(|range| range.get(name)?.as_i64()).unwrap_or(or);
    let counts = Index::Range { start: number("start", 0), step: number("step", 1) };
    let index = if first.is_empty() { counts } else { Index::Column };
    (first.into_iter().chain(others).collect(), index)
}
