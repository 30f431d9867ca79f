//! Rasters: the cells of a GeoTIFF are spots, its bands columns.

mod error;
mod bytes;
mod tags;
mod unpack;
mod sample;
mod image;
mod grid;
mod survey;

use std::collections::HashMap;

use slam::{Labeling, MAX_LABELS};

pub use error::Error;
pub(crate) use grid::Grid;

use crate::drawing::Look;
use crate::error::{Error as IoError, Result};
use crate::input::{Gauge, Opened};
use crate::inspection::Inspection;
use crate::join::{Key, Likely};
use crate::request::Request;
use crate::source::{Fetched, Source, Wanted};
use bytes::Bytes;
use image::Image;
use sample::Value;
use tags::Tags;

const NODATA: u16 = 42_113;
const COLOR_MAP: u16 = 320;
/// The column of a raster with one band.
const VALUE: &str = "value";
/// No label is here.
const MISSING: u16 = u16::MAX;

/// A raster whose header is read.
pub(crate) struct Raster {
    file: String,
    columns: Vec<String>,
    image: Image,
    grid: Grid,
    /// The number that stands for none.
    nodata: Option<f64>,
    gauge: Gauge,
}

/// Whether these are the first bytes of a TIFF, classic or big.
pub(crate) fn is_tiff(head: &[u8]) -> bool {
    [&b"II\x2a\0"[..], b"MM\0\x2a", b"II\x2b\0", b"MM\0\x2b"].iter().any(|magic| head.starts_with(magic))
}

impl Raster {
    /// Reads the header.
    pub(crate) fn open(opened: Opened) -> Result<Self> {
        let gauge = opened.gauge.clone();
        let (file, bytes) = opened.into_file()?;
        let image = Image::new(Tags::read(Bytes::new(file.clone(), bytes)?)?)?;
        let grid = Grid::read(&image.tags, image.size)?;
        let nodata = image.tags.text(NODATA)?.and_then(|text| text.parse().ok());
        let columns = match image.n_bands {
            1 => vec![VALUE.to_owned()],
            n => (1..=n).map(|band| format!("band_{band}")).collect(),
        };
        Ok(Self { file, columns, image, grid, nodata, gauge })
    }

    /// The number of a cell, if it has one.
    #[inline]
    fn known(&self, value: Option<Value>) -> Option<Value> {
        let value = value.or_else(|| self.nodata.is_none().then_some(Value::Whole(0)))?;
        let real = value.real();
        let is_nodata = self.nodata.is_some_and(|nodata| real == nodata || self.is_short(nodata, real));
        (!is_nodata && !real.is_nan()).then_some(value)
    }

    /// Whether a number is the one that stands for none, of which it has fewer digits.
    fn is_short(&self, nodata: f64, real: f64) -> bool {
        self.image.sample == sample::Sample::Real(32) && real == f64::from(nodata as f32)
    }

    /// The whole number of a cell; `Err` holds one with a fraction.
    #[inline]
    fn whole(&self, value: Option<Value>) -> Result<Option<i64>, f64> {
        match self.known(value) {
            Some(Value::Whole(number)) => Ok(Some(number)),
            Some(Value::Real(number)) if number % 1.0 == 0.0 && number.abs() < 1e15 => Ok(Some(number as i64)),
            Some(Value::Real(number)) => Err(number),
            None => Ok(None),
        }
    }

    /// The cell at a place, as spots are counted: row after row from the top.
    fn cell(&self, column: u64, row: u64) -> usize {
        (row * self.grid.size[0] + column) as usize
    }

    fn labeling(&self, band: usize) -> Result<Labeling> {
        self.gauge.tell(&self.columns[band]);
        let failure = |cause| IoError::Column { file: self.file.clone(), column: self.columns[band].clone(), cause };
        let mut codes = vec![MISSING; self.grid.n_cells()];
        let (mut names, mut known) = (Vec::new(), HashMap::new());
        let mut last = (None, MISSING);
        self.image.visit(band as u64, |column, row, value| {
            let number = self.whole(value).map_err(|value| self.fraction(band, [column, row], value))?;
            if number != last.0 {
                let code = match number {
                    None => MISSING,
                    Some(number) => *known.entry(number).or_insert_with(|| {
                        names.push(number.to_string());
                        (names.len() - 1) as u16
                    }),
                };
                last = (number, code);
            }
            if names.len() > MAX_LABELS {
                return Err(failure(slam::Error::TooManyLabels { limit: MAX_LABELS }));
            }
            codes[self.cell(column, row)] = last.1;
            Ok(())
        })?;
        let codes = codes.into_iter().map(|code| if code == MISSING { -1 } else { i64::from(code) });
        Labeling::from_codes(&names, codes).map_err(failure)
    }

    fn fraction(&self, band: usize, place: [u64; 2], value: f64) -> IoError {
        Error::Fraction { file: self.file.clone(), band: self.columns[band].clone(), place, value }.into()
    }

    /// The numbers of a band, of which none may be missing.
    fn numbers(&self, band: usize) -> Result<Vec<f64>> {
        let (mut numbers, mut n_missing) = (vec![0.0; self.grid.n_cells()], 0);
        self.image.visit(band as u64, |column, row, value| {
            match self.known(value) {
                Some(value) => numbers[self.cell(column, row)] = value.real(),
                None => n_missing += 1,
            }
            Ok(())
        })?;
        let (file, band) = (self.file.clone(), self.columns[band].clone());
        if n_missing == 0 { Ok(numbers) } else { Err(Error::NoValue { file, band, n: n_missing }.into()) }
    }

    fn coordinates(&self) -> Vec<f64> {
        let [columns, rows] = self.grid.size;
        let mut coordinates = Vec::with_capacity(2 * self.grid.n_cells());
        for row in 0..rows {
            (0..columns).for_each(|column| coordinates.extend(self.grid.centre(column, row)));
        }
        coordinates
    }

    /// Refuses positions by name, for cells are where they are.
    fn check_positions(&self, request: &Request) -> Result<()> {
        let axes = [("--x", &request.x), ("--y", &request.y), ("--z", &request.z)];
        match axes.into_iter().find(|(_, name)| name.is_some()) {
            Some((flag, _)) => Err(self.wrong_kind(flag, "a table; the cells of a raster have their places")),
            None => Ok(()),
        }
    }
}

impl Source for Raster {
    fn file(&self) -> &str {
        &self.file
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn keys(&mut self, _taken: &dyn Fn(&str) -> bool) -> Result<Vec<Likely>> {
        Ok(Vec::new())
    }

    fn key_in_words(&self, _key: Key) -> String {
        "cells".to_owned()
    }

    fn grid(&self) -> Option<&Grid> {
        Some(&self.grid)
    }

    fn fetch(&mut self, wanted: &Wanted<'_>) -> Result<Fetched> {
        let mut fetched = Fetched { n_rows: self.grid.n_cells(), ..Fetched::default() };
        fetched.labels = wanted.read_labels(|column| self.labeling(column))?;
        fetched.numbers = wanted.numbers.iter().map(|&column| self.numbers(column)).collect::<Result<_>>()?;
        if let Some(request) = wanted.positions {
            self.check_positions(request)?;
            (fetched.dimensions, fetched.coordinates) = (2, self.coordinates());
            fetched.cell_size = Some(self.grid.cell_size());
            fetched.choices.push(self.grid.chosen());
            fetched.drawing = self.grid.drawing();
        }
        Ok(fetched)
    }

    /// The colours of a palette, of numbers that are not black.
    fn look(&self, _column: usize) -> Look {
        let Ok(Some(map)) = self.image.tags.numbers(COLOR_MAP, 3 << 16) else { return Look::default() };
        let n = map.len() / 3;
        let color = |number: usize| [0, 1, 2].map(|channel| (map[channel * n + number] >> 8) as u8);
        let named = (0..n).map(|number| (number.to_string(), color(number)));
        Look { colors: named.filter(|(_, color)| *color != [0; 3]).collect(), order: Vec::new() }
    }

    fn kind(&self) -> &'static str {
        "a raster"
    }

    fn inspect(self: Box<Self>) -> Result<Inspection> {
        survey::survey(&self)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tempfile::NamedTempFile;

    use super::*;
    use crate::input::unwatched;

    /// A TIFF of some tags (name, type, number of values, and these or their place) and the bytes behind them.
    pub(super) fn tiff(tags: &[(u16, u16, u32, [u8; 4])], behind: &[u8]) -> NamedTempFile {
        let mut bytes = b"II\x2a\0\x08\0\0\0".to_vec();
        bytes.extend((tags.len() as u16).to_le_bytes());
        for (name, kind, n, value) in tags {
            bytes.extend([name.to_le_bytes(), kind.to_le_bytes()].concat());
            bytes.extend([n.to_le_bytes(), *value].concat());
        }
        bytes.extend(behind);
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(&bytes).unwrap();
        file
    }

    #[test]
    fn numbers_of_few_digits_are_none_where_those_of_more_digits_are() {
        // Two cells, of 32 bits each, behind 8 + 2 + 6·12 bytes: as a real number of 32 bits 0.1 is 0.10000000149….
        let number = |name: u16, value: u32| (name, 4, 1, value.to_le_bytes());
        let numbers = [(256, 2), (257, 1), (258, 32), (273, 82), (339, 3)].map(|(name, value)| number(name, value));
        let tags = [&numbers[..], &[(NODATA, 2, 4, *b"0.1\0")]].concat();
        let file = tiff(&tags, &[0.1_f32, 7.0].map(f32::to_le_bytes).concat());
        let raster = Raster::open(Opened::new(file.path(), &unwatched()).unwrap()).unwrap();
        let labeling = raster.labeling(0).unwrap();
        assert_eq!([labeling.name(0), labeling.name(1)], [None, Some("7")]);
    }
}
