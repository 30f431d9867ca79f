//! Why a file could not be read or written, in words that name the file, the place and what was expected.

use std::io;

use slam::as_command;
use thiserror::Error as ThisError;

use crate::geojson;
use crate::h5ad;
use crate::join;
use crate::layout;
use crate::line::Line;
use crate::listing::Columns;
use crate::raster;
use crate::slides::SeveralSlides;
use crate::unwritable::Unwritable;

/// The result of reading or writing a file.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a file could not be read or written.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The file does not exist.
    #[error("{file}: no such file")]
    NotFound {
        /// The file.
        file: String,
    },
    /// The path is a folder.
    #[error("{file} is a folder, expected a file")]
    Folder {
        /// The folder.
        file: String,
    },
    /// The system refuses to read the file.
    #[error("{file} cannot be read: {cause}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        cause: io::Error,
    },
    /// A pipe is named twice.
    #[error("{file} is named twice, but what comes through a pipe can be read once; save it as a file first")]
    Repeated {
        /// The pipe.
        file: String,
    },
    /// The file is of a kind that is not read, but can be converted.
    #[error("{file}: {kind} is not read; convert it first: {convert}")]
    Kind {
        /// The file.
        file: String,
        /// What kind of file it is.
        kind: String,
        /// The line that converts it.
        convert: String,
    },
    /// There is nothing in the file.
    #[error("{file} is empty")]
    Empty {
        /// The file.
        file: String,
    },
    /// There is nothing but a header in the file.
    #[error("{file} has a header but no rows")]
    NoRows {
        /// The file.
        file: String,
    },
    /// Compressed data end too early or make no sense.
    #[error("{file}: the gzip data are damaged or cut off ({cause})")]
    Gzip {
        /// The file.
        file: String,
        /// What the decoder says.
        cause: io::Error,
    },
    /// The text is no text.
    #[error("{file}, {line}: not valid UTF-8{}", if *is_utf16 { "; it looks like UTF-16, save it as UTF-8" } else { "" })]
    Utf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: Line,
        /// Whether the file begins like UTF-16.
        is_utf16: bool,
    },
    /// A row has more or fewer fields than the header.
    #[error("{file}, line {line}: {found} fields, expected {expected} as in the first line")]
    Ragged {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The number of fields.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// A quote is opened and never closed.
    #[error("{file}, line {line}: a quote is opened and never closed")]
    OpenQuote {
        /// The file.
        file: String,
        /// The line on which the row begins, from 1.
        line: u64,
    },
    /// A row is longer than any row of a table should be.
    #[error("{file}, line {line}: a row of more than {limit} MiB; is this a table, is a quote left open?")]
    LongRow {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The limit, in MiB.
        limit: usize,
    },
    /// A header has more columns than any table should have.
    #[error("{file}: more than {limit} columns")]
    ManyColumns {
        /// The file.
        file: String,
        /// The limit.
        limit: usize,
    },
    /// A label or an id is longer than any should be.
    #[error("{file}, {line}, column {column:?}: {found} bytes, expected a label or id of at most {limit}")]
    LongText {
        /// The file.
        file: String,
        /// The line, from 1.
        line: Line,
        /// The column.
        column: String,
        /// Its length.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// A field is not a finite number.
    #[error(
        "{file}, {line}, column {column:?}: {found:?} is not a finite number{}",
        if *has_comma { "; write decimals with a point" } else { "" }
    )]
    Number {
        /// The file.
        file: String,
        /// The line, from 1.
        line: Line,
        /// The column.
        column: String,
        /// What was found.
        found: String,
        /// Whether it would be a number if a comma were a point.
        has_comma: bool,
    },
    /// A Parquet file is damaged, or of a kind that is not read.
    #[error("{file}: damaged or unsupported Parquet: {problem}")]
    Parquet {
        /// The file.
        file: String,
        /// What does not fit.
        problem: String,
    },
    /// A column of a Parquet file holds what cannot be read.
    #[error("{file}, column {column:?}: {found}, expected text, numbers or booleans")]
    Foreign {
        /// The file.
        file: String,
        /// The column.
        column: String,
        /// What it holds.
        found: String,
    },
    /// A column holds texts where numbers are expected.
    #[error("{file}, {column}: {found:?} is not a finite number")]
    Texts {
        /// The file.
        file: String,
        /// The column, in words.
        column: String,
        /// The first of them.
        found: String,
    },
    /// A column that is asked for does not exist.
    #[error("{}", self.message().spelled(as_command))]
    NoColumn {
        /// The name of the option that asks.
        option: Box<str>,
        /// The column asked for.
        column: String,
        /// The file, or the files.
        file: String,
        /// The columns that there are.
        columns: Box<Columns>,
        /// The nearest of them.
        suggestion: Option<String>,
    },
    /// A column that is asked for exists twice in a file.
    #[error("{}", self.message().spelled(as_command))]
    RepeatedColumn {
        /// The name of the option that asks.
        option: Box<str>,
        /// The file.
        file: String,
        /// The column asked for.
        column: String,
        /// How many there are.
        n: usize,
    },
    /// A column that is asked for exists in several files.
    #[error("{}", self.message().spelled(as_command))]
    AmbiguousColumn {
        /// The name of the option that asks.
        option: Box<str>,
        /// The column asked for.
        column: String,
        /// The files that have it.
        places: String,
        /// The names that are not ambiguous.
        choices: String,
    },
    /// A pattern fits no column of labels.
    #[error("--pred-glob: no column of labels fits {pattern:?} in {file} ({columns})")]
    NoMatch {
        /// The pattern.
        pattern: String,
        /// The file, or the files.
        file: String,
        /// The columns that there are.
        columns: Columns,
    },
    /// No column looks like a coordinate.
    #[error("{}", self.message().spelled(as_command))]
    NoPositions {
        /// The file.
        file: String,
        /// The columns that there are.
        columns: Columns,
    },
    /// One coordinate is named and the other is not.
    #[error("{}", self.message().spelled(as_command))]
    HalfPositions {
        /// The name of the option that is given.
        given: &'static str,
        /// The name of the option that is not.
        absent: &'static str,
    },
    /// A column cannot be what it is asked to be.
    #[error("{file}, column {column:?}: {cause}")]
    Column {
        /// The file.
        file: String,
        /// The column.
        column: String,
        /// What is wrong with it.
        cause: slam::Error,
    },
    /// The spots of a file cannot be used.
    #[error("{file}: {cause}")]
    Spots {
        /// The file.
        file: String,
        /// What is wrong with them.
        cause: slam::Error,
    },
    /// A file holds several slides, and nothing says without doubt what tells them apart.
    #[error(transparent)]
    Slides(#[from] SeveralSlides),
    /// A result cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// Something that is asked for by name is not in an AnnData file.
    #[error("{}", self.message().spelled(as_command))]
    NoKey {
        /// The name of the option that asks.
        option: Box<str>,
        /// What it asks for: an array of `obsm`, a layer.
        what: &'static str,
        /// Its name.
        name: String,
        /// The file.
        file: String,
        /// What there is.
        available: Box<Columns>,
        /// The nearest of it.
        suggestion: Option<String>,
    },
    /// Nothing in an AnnData file looks like positions.
    #[error(
        "{file}: no positions found, neither in obsm ({keys}) nor in obs ({columns}); name them with --spatial-key, or --x and --y"
    )]
    NoSpatialKey {
        /// The file.
        file: String,
        /// The arrays of `obsm`.
        keys: Columns,
        /// The columns of `obs`.
        columns: Columns,
    },
    /// A table of SpatialData is about something that has no positions.
    #[error(
        "{file}: no positions found, neither in obsm nor in obs, and column {region:?} names no shapes; write positions first: in Python, table.obsm[\"spatial\"] = spatialdata.get_centroids(data[REGION]).compute().loc[table.obs[INSTANCE]].values"
    )]
    NoShapes {
        /// The store.
        file: String,
        /// The column that names the elements.
        region: String,
    },
    /// Spots of a table of SpatialData are not among its shapes.
    #[error("{file}: {n} spots are not among the shapes {regions}: {first}")]
    NoShape {
        /// The store.
        file: String,
        /// The shapes.
        regions: String,
        /// The first of the spots.
        first: String,
        /// How many there are.
        n: usize,
    },
    /// A file does not hold what is asked of it.
    #[error("{flag}: {file} is {found}, expected {expected}")]
    WrongKind {
        /// The option that asks.
        flag: &'static str,
        /// The file.
        file: String,
        /// What kind of file it is.
        found: &'static str,
        /// What kind of file would do.
        expected: &'static str,
    },
    /// An AnnData file, or a part of it, cannot be read.
    #[error(transparent)]
    H5ad(#[from] h5ad::Error),
    /// A map cannot be read.
    #[error(transparent)]
    GeoJson(#[from] geojson::Error),
    /// A raster cannot be read.
    #[error(transparent)]
    Raster(#[from] raster::Error),
    /// Files are not where they are looked for.
    #[error(transparent)]
    Layout(#[from] layout::Error),
    /// Files cannot be joined.
    #[error(transparent)]
    Join(#[from] join::Error),
}
