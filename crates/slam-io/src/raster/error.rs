//! What can be wrong with a raster, in words that name the file, the place and what was expected.

use thiserror::Error as ThisError;

/// Why a GeoTIFF could not be read.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The parts of the file contradict each other.
    #[error("{file} is damaged: {problem}")]
    Damaged {
        /// The file.
        file: String,
        /// What does not fit.
        problem: String,
    },
    /// The file is written in a way that is not read, but can be converted.
    #[error("{file}: {what} is not read; convert it first: gdal_translate -co COMPRESS=DEFLATE {file} OUT.tif")]
    Unsupported {
        /// The file.
        file: String,
        /// The way.
        what: String,
    },
    /// A cell holds no whole number, and cannot be a label.
    #[error(
        "{file}, column {band:?}: the cell in column {}, row {} is {}, expected whole numbers as labels", place[0] + 1, place[1] + 1, in_digits(*value)
    )]
    Fraction {
        /// The file.
        file: String,
        /// The band.
        band: String,
        /// Column and row, from 0.
        place: [u64; 2],
        /// What was found.
        value: f64,
    },
    /// Two rasters do not lie on each other.
    #[error("{file} has {found}, but {input} has {expected}; expected rasters of one grid (gdalwarp makes one)")]
    OtherGrid {
        /// The file.
        file: String,
        /// What its grid is.
        found: String,
        /// The file of spots.
        input: String,
        /// What its grid is.
        expected: String,
    },
    /// Cells that cannot be without a value are.
    #[error("{file}, column {band:?}: {n} cells have no value, expected a number in each")]
    NoValue {
        /// The file.
        file: String,
        /// The band.
        band: String,
        /// How many.
        n: usize,
    },
}

/// A number as it is written, with a power of ten where it would be long.
pub(super) fn in_digits(number: f64) -> String {
    if number == 0.0 || (1e-6..1e15).contains(&number.abs()) { number.to_string() } else { format!("{number:e}") }
}
