//! Opens a path as a source of spots and labels, whatever its kind of file: the door of this crate.

use std::path::Path;

use slam::{Labeling, Measurements};

use crate::anndata::AnnData;
use crate::chosen::Chosen;
use crate::drawing::{Drawing, Look};
use crate::error::{Error, Result};
use crate::foreign::{refuse_foreign, refuse_packed};
use crate::format::Formats;
use crate::geojson::GeoJson;
use crate::h5ad;
use crate::input::{Opened, Watch, name};
use crate::inspection::Inspection;
use crate::join::{Key, Likely, Names};
use crate::parquet;
use crate::raster::{self, Grid, Raster, is_tiff};
use crate::request::Request;
use crate::table::Table;

/// A file whose columns are known and whose rows are still to be read.
pub(crate) trait Source {
    /// The file, as messages name it.
    fn file(&self) -> &str;
    /// The names of the columns.
    fn columns(&self) -> &[String];
    /// The places where ids may stand, likeliest first, as far as the first rows tell; a column that is `taken` for
    /// something else is none.
    fn keys(&mut self, taken: &dyn Fn(&str) -> bool) -> Result<Vec<Likely>>;
    /// Further such places with all of their ids, where columns have to be read as a whole to find them.
    fn more_keys(&self, _taken: &dyn Fn(&str) -> bool) -> Result<Vec<(Likely, Names)>> {
        Ok(Vec::new())
    }
    /// Where ids stand, in words.
    fn key_in_words(&self, key: Key) -> String;
    /// Reads the rows, once.
    fn fetch(&mut self, wanted: &Wanted) -> Result<Fetched>;
    /// The column that tells slides apart because the file says so.
    fn slide_key(&self) -> Option<usize> {
        None
    }
    /// Whether measurements go by that name in the file itself: `X`, `layer:counts`.
    fn has_measurements(&self, _name: &str) -> bool {
        false
    }
    /// Reads measurements, and what stands under the keys: those of that name, or, without a name, those that a file of
    /// measurements is expected to hold.
    fn measure(&mut self, _name: Option<&str>, _keys: &[Likely]) -> Result<Measured> {
        Err(self.wrong_kind("--expression", "a table or AnnData (.h5ad, .zarr)"))
    }
    /// The graph of that name, as pairs of spots.
    fn connectivities(&self, _name: &str) -> Result<Vec<(u32, u32)>> {
        Err(self.wrong_kind("--graph obsp", "AnnData (.h5ad, .zarr)"))
    }
    /// The pairs of spots whose polygons touch.
    fn contiguity(&self) -> Result<Vec<(u32, u32)>> {
        Err(self.wrong_kind("--graph contiguity", "polygons (.geojson)"))
    }
    /// Where the cells of a raster are.
    fn grid(&self) -> Option<&Grid> {
        None
    }
    /// How the labels of a column look, as far as the file says.
    fn look(&self, _column: usize) -> Look {
        Look::default()
    }
    /// What kind of file it is, in words.
    fn kind(&self) -> &'static str;
    /// The error that it is to be asked for what this kind of file does not hold.
    fn wrong_kind(&self, flag: &'static str, expected: &'static str) -> Error {
        Error::WrongKind { flag, file: self.file().to_owned(), found: self.kind(), expected }
    }
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
    /// Which of these were found by a pattern, and may turn out to be no labels.
    pub(crate) is_found: Vec<bool>,
    /// Columns of numbers.
    pub(crate) numbers: Vec<usize>,
    /// Where ids may stand.
    pub(crate) keys: Vec<Key>,
}

impl Wanted<'_> {
    /// The labeling of each column of labels; one that was found by a pattern may fail for what it holds.
    pub(crate) fn read_labels(&self, read: impl Fn(usize) -> Result<Labeling>) -> Result<Vec<Found>> {
        let one = |(place, &column): (usize, &usize)| match read(column) {
            Ok(labeling) => Ok(Ok(labeling)),
            Err(error) if self.is_found.get(place) == Some(&true) => no_labels(error).map(Err),
            Err(error) => Err(error),
        };
        self.labels.iter().enumerate().map(one).collect()
    }
}

/// What is wrong with the labels of a column, unless it is something else that is wrong.
fn no_labels(error: Error) -> Result<String> {
    match error {
        Error::Column { cause, .. } | Error::H5ad(h5ad::Error::Content { cause, .. }) => Ok(cause.to_string()),
        Error::H5ad(h5ad::Error::Unexpected { found, .. }) => Ok(found),
        Error::Raster(raster::Error::Fraction { value, .. }) => Ok(format!("{value} is no whole number")),
        other => Err(other),
    }
}

/// What was wanted of a source, row after row.
#[derive(Debug, Default)]
pub(crate) struct Fetched {
    pub(crate) n_rows: usize,
    /// 2 or 3, or 0 if no positions were wanted.
    pub(crate) dimensions: usize,
    pub(crate) coordinates: Vec<f64>,
    pub(crate) labels: Vec<Found>,
    pub(crate) numbers: Vec<Vec<f64>>,
    /// What stands under the keys.
    pub(crate) keys: Vec<Names>,
    /// A third coordinate that is left out, and how many different values it has: those of planes, it may be.
    pub(crate) planes: Option<(String, usize)>,
    /// What was decided on the way.
    pub(crate) choices: Vec<Chosen>,
    /// How the places are drawn, if positions were wanted.
    pub(crate) drawing: Drawing,
    /// How wide and high the cells are, where they are those of a raster.
    pub(crate) cell_size: Option<[f64; 2]>,
}

/// A labeling, or why a column that was found by a pattern is none.
pub(crate) type Found = Result<Labeling, String>;

/// Measurements row after row, and what stands under the keys.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) measurements: Measurements,
    /// The columns of a table that were read, those of keys among them that are numbers; empty where there is no table.
    pub(crate) columns: Vec<usize>,
    pub(crate) keys: Vec<Names>,
}

/// Opens a file by what it is: as one of the kinds from outside if it is such; `.h5ad`, `.tif` and `.zarr` by name, others by their first bytes, then by extension. What is
/// nothing else is a table.
pub(crate) fn open(path: &Path, formats: &Formats, watch: &Watch) -> Result<Box<dyn Source>> {
    if let Some(table) = formats.open(path)? {
        return Ok(Box::new(table));
    }
    let extension = extension(path);
    if h5ad::is_zarr(path) || extension == "zarr" && path.exists() {
        return Ok(Box::new(AnnData::open_store(path, watch)?));
    }
    let is_known = ["h5ad", "h5", "hdf5", "geojson", "json", "tif", "tiff", "parquet"].contains(&extension.as_str());
    if !is_known {
        refuse_foreign(&name(path), &extension, &[])?;
    }
    let opened = Opened::new(path, watch)?;
    let (is_packed, is_hdf5) = (opened.input.is_gzip, opened.head.starts_with(HDF5));
    match extension.as_str() {
        "h5ad" | "h5" | "hdf5" if is_packed => Err(refuse_packed(&opened.input.file)),
        "h5ad" | "h5" | "hdf5" => Ok(Box::new(AnnData::open(opened)?)),
        "tif" | "tiff" => Ok(Box::new(Raster::open(opened)?)),
        _ if is_tiff(&opened.head) => Ok(Box::new(Raster::open(opened)?)),
        _ if opened.head.starts_with(parquet::MARK) || extension == "parquet" => Ok(Box::new(parquet::open(opened)?)),
        _ if is_hdf5 => Ok(Box::new(AnnData::open(opened)?)),
        "geojson" | "json" => Ok(Box::new(GeoJson::open(opened.input)?)),
        "csv" | "tsv" | "txt" | "tab" => Ok(Box::new(table(opened, &extension)?)),
        _ if opened.first_letter() == Some(b'{') => Ok(Box::new(GeoJson::open(opened.input)?)),
        _ => Ok(Box::new(table(opened, &extension)?)),
    }
}

/// The first bytes of an HDF5 file, whatever its name.
const HDF5: &[u8] = b"\x89HDF\r\n\x1a\n";

/// Opens a file that must be a table.
pub(crate) fn open_table(path: &Path, formats: &Formats, watch: &Watch) -> Result<Table> {
    if let Some(table) = formats.open(path)? {
        return Ok(table);
    }
    let extension = extension(path);
    refuse_foreign(&name(path), &extension, &[])?;
    let opened = Opened::new(path, watch)?;
    if opened.head.starts_with(parquet::MARK) || extension == "parquet" {
        return parquet::open(opened);
    }
    table(opened, &extension)
}

fn table(opened: Opened, extension: &str) -> Result<Table> {
    refuse_foreign(&opened.input.file, extension, &opened.head)?;
    Table::open(opened.input)
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
    let stem = name.strip_suffix(".zarr.zip");
    stem.or_else(|| name.rsplit_once('.').map(|(stem, _)| stem)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_folder_and_extensions() {
        assert_eq!(stem("out/BANKSY.tsv.gz"), "BANKSY");
        assert_eq!((stem("v1.2/plain"), stem("out/a.zarr.zip"), stem("a.zarr/tables/t")), ("plain", "a", "t"));
        assert_eq!((extension(Path::new("a/B.TSV.gz")), extension(Path::new("a.b/c"))), ("tsv".into(), String::new()));
    }
}
