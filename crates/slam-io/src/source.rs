//! The door: a path becomes a source, whatever its kind of file.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use slam::Labeling;

use crate::error::{Error, Result};
use crate::inspection::Inspection;
use crate::request::Request;
use crate::table::Table;

/// A file whose columns are known and whose rows are still to be read.
pub(crate) trait Source {
    /// The file, as messages name it.
    fn file(&self) -> &str;
    /// The names of the columns.
    fn columns(&self) -> &[String];
    /// Settles where ids come from, and says whether there are any: the named column, or what looks like one and is
    /// not `taken` for something else.
    fn settle_ids(&mut self, named: Option<&str>, taken: &dyn Fn(&str) -> bool) -> Result<bool>;
    /// Whether a column holds the ids that were settled on.
    fn is_id(&self, column: usize) -> bool;
    /// Reads the rows, once.
    fn fetch(&mut self, wanted: &Wanted) -> Result<Fetched>;
    /// Reads the rows, once, to say what is in them.
    fn inspect(self: Box<Self>) -> Result<Inspection>;
}

/// What is wanted of a source.
#[derive(Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// Positions, as the request names them.
    pub(crate) positions: Option<&'a Request>,
    /// Columns of labels; one that is wanted twice is given twice.
    pub(crate) labels: Vec<usize>,
    /// Columns of numbers.
    pub(crate) numbers: Vec<usize>,
    /// The ids that were settled on.
    pub(crate) ids: bool,
}

/// What was wanted of a source, row after row.
#[derive(Debug, Default)]
pub(crate) struct Fetched {
    pub(crate) n_rows: usize,
    /// 2 or 3, or 0 if no positions were wanted.
    pub(crate) dimensions: usize,
    pub(crate) coordinates: Vec<f64>,
    pub(crate) labels: Vec<Labeling>,
    pub(crate) numbers: Vec<Vec<f64>>,
    pub(crate) ids: Option<Vec<Box<str>>>,
    /// What was decided on the way, in words.
    pub(crate) choices: Vec<String>,
}

/// Opens a file by what it is: its first bytes, then its extension.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Source>> {
    Ok(Box::new(open_table(path)?))
}

/// Opens a file that must be a table.
pub(crate) fn open_table(path: &Path) -> Result<Table> {
    let file = path.display().to_string();
    refuse_foreign(&file, &extension(path), &[])?;
    let (head, reader) = open_bytes(path)?;
    let is_gzip = head.starts_with(&[0x1f, 0x8b]);
    refuse_foreign(&file, &extension(path), &head)?;
    let reader: Box<dyn Read + Send> = if is_gzip {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, reader)))
    } else {
        Box::new(reader)
    };
    Table::open(Input { file, reader, is_gzip })
}

/// Bytes to be read, and how to speak of them when that fails.
pub(crate) struct Input {
    pub(crate) file: String,
    pub(crate) reader: Box<dyn Read + Send>,
    pub(crate) is_gzip: bool,
}

impl Input {
    /// What to say when reading fails.
    pub(crate) fn failure(&self, source: io::Error) -> Error {
        let file = self.file.clone();
        if self.is_gzip { Error::Gzip { file, source } } else { Error::Unreadable { file, source } }
    }
}

const HEAD: u64 = 16;

/// The first bytes of a file, and all of them.
fn open_bytes(path: &Path) -> Result<(Vec<u8>, impl Read + Send + use<>)> {
    let file = || path.display().to_string();
    let refuse = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => Error::NotFound { file: file() },
        _ => Error::Unreadable { file: file(), source },
    };
    if fs::metadata(path).map_err(refuse)?.is_dir() {
        return Err(Error::Folder { file: file() });
    }
    let mut reader = File::open(path).map_err(refuse)?;
    let mut head = Vec::new();
    reader.by_ref().take(HEAD).read_to_end(&mut head).map_err(refuse)?;
    Ok((head.clone(), Cursor::new(head).chain(reader)))
}

/// The extension in lower case, that of `x.csv.gz` being `csv`.
pub(crate) fn extension(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').map(|(_, extension)| extension.to_owned()).unwrap_or_default()
}

/// The name of a file without folder and extensions of a table: `BANKSY` for `out/BANKSY.tsv.gz`.
pub(crate) fn stem(file: &str) -> &str {
    let name = Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

const PANDAS: &str = "python -c 'import pandas; pandas.read_{}(\"FILE\").to_csv(\"FILE.csv\", index=False)'";
const SEURAT: &str = "in R: obj <- readRDS(\"FILE\"); \
                      write.csv(cbind(obj@meta.data, GetTissueCoordinates(obj)), \"spots.csv\")";

/// Files that are no tables, and the one line that makes a table of them: extensions, first bytes, line.
const FOREIGN: [(&[&str], &[u8], &str); 12] = [
    (&["parquet"], b"PAR1", "PANDAS parquet"),
    (&["feather", "arrow"], b"ARROW1", "PANDAS feather"),
    (&["xlsx", "xls", "ods"], b"\xd0\xcf\x11\xe0", "PANDAS excel"),
    (&["zarr"], b"", "python -c 'import anndata; anndata.read_zarr(\"FILE\").write_h5ad(\"FILE.h5ad\")'"),
    (&["rds", "rdata", "rda"], b"RDX", SEURAT),
    (&["h5seurat"], b"", "in R: SeuratDisk::Convert(\"FILE\", dest = \"h5ad\")"),
    (&["loom"], b"", "python -c 'import anndata; anndata.read_loom(\"FILE\").write_h5ad(\"FILE.h5ad\")'"),
    (&["h5ad", "h5"], b"\x89HDF", "python -c 'import anndata; anndata.read_h5ad(\"FILE\").obs.to_csv(\"FILE.csv\")'"),
    (
        &["geojson", "json"],
        b"",
        "python -c 'import geopandas; f = geopandas.read_file(\"FILE\"); c = f.centroid; \
                                 f.assign(x=c.x, y=c.y).drop(columns=\"geometry\").to_csv(\"FILE.csv\")'",
    ),
    (&["zip"], b"PK\x03\x04", "unzip FILE"),
    (&["bz2"], b"BZh", "bunzip2 FILE"),
    (&["xz", "zst"], b"\xfd7zXZ", "xz -d FILE, zstd -d FILE"),
];

fn refuse_foreign(file: &str, extension: &str, head: &[u8]) -> Result<()> {
    let is_this = |magic: &[u8], extensions: &[&str]| {
        extensions.contains(&extension) || (!magic.is_empty() && head.starts_with(magic))
    };
    let Some((extensions, _, line)) = FOREIGN.iter().find(|(extensions, magic, _)| is_this(magic, extensions)) else {
        return Ok(());
    };
    let known = if extensions.contains(&extension) { extension } else { extensions[0] };
    let line = line.strip_prefix("PANDAS ").map_or((*line).to_owned(), |what| PANDAS.replace("{}", what));
    // A missing file is reported as missing, whatever its extension.
    if head.is_empty() && fs::metadata(file).is_err() {
        return Ok(());
    }
    Err(Error::Kind { file: file.to_owned(), kind: format!(".{known}"), convert: line.replace("FILE", file) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_folder_and_extensions() {
        assert_eq!(stem("out/BANKSY.tsv.gz"), "BANKSY");
        assert_eq!(stem("v1.2/plain"), "plain");
        assert_eq!((extension(Path::new("a/B.TSV.gz")), extension(Path::new("a.b/c"))), ("tsv".into(), String::new()));
    }
}
