//! Files that are not read, and the one line that converts them.

use std::fs;

use crate::error::{Error, Result};

const PANDAS: &str = "python -c 'import pandas; pandas.read_{}(\"FILE\").to_csv(\"FILE.csv\", index=False)'";
const SEURAT: &str = "in R: obj <- {}; write.csv(cbind(obj@meta.data, GetTissueCoordinates(obj)), \"spots.csv\")";

/// Files that are no tables, and the one line that makes a table of them: extensions, first bytes, line.
const FOREIGN: [(&[&str], &[u8], &str); 11] = [
    (&["feather", "arrow"], b"ARROW1", "PANDAS feather"),
    (&["xlsx", "xls", "ods"], b"\xd0\xcf\x11\xe0", "PANDAS excel"),
    (&["rds"], b"", "SEURAT readRDS(\"FILE\")"),
    (&["rda", "rdata"], b"RDX", "SEURAT get(load(\"FILE\")[1])"),
    (&["h5seurat"], b"", "in R: SeuratDisk::Convert(\"FILE\", dest = \"h5ad\")"),
    (&["loom"], b"", "python -c 'import anndata; anndata.read_loom(\"FILE\").write_h5ad(\"FILE.h5ad\")'"),
    (
        &["h5ad", "h5", "hdf5"],
        b"\x89HDF",
        "python -c 'import anndata; anndata.read_h5ad(\"FILE\").obs.to_csv(\"FILE.csv\")'",
    ),
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

/// Refuses a file of a kind that is not read, by its extension or its first bytes.
pub(crate) fn refuse_foreign(file: &str, extension: &str, head: &[u8]) -> Result<()> {
    let is_this = |magic: &[u8], extensions: &[&str]| {
        extensions.contains(&extension) || (!magic.is_empty() && head.starts_with(magic))
    };
    let Some((extensions, _, line)) = FOREIGN.iter().find(|(extensions, magic, _)| is_this(magic, extensions)) else {
        return Ok(());
    };
    let known = if extensions.contains(&extension) { extension } else { extensions[0] };
    let filled = |how: &str, form: &str| line.strip_prefix(how).map(|what| form.replace("{}", what));
    let line = filled("PANDAS ", PANDAS).or_else(|| filled("SEURAT ", SEURAT)).unwrap_or_else(|| (*line).to_owned());
    // A missing file is reported as missing, whatever its extension.
    if head.is_empty() && fs::metadata(file).is_err() {
        return Ok(());
    }
    Err(Error::Kind { file: file.to_owned(), kind: format!(".{known}"), convert: line.replace("FILE", file) })
}

/// The error that a compressed file is when it can only be read in any order.
pub(crate) fn refuse_packed(file: &str) -> Error {
    Error::Kind { file: file.to_owned(), kind: "compressed .h5ad".to_owned(), convert: format!("gunzip {file}") }
}
