//! Maps: the features of a GeoJSON file are spots, their properties columns.

mod error;
mod geometry;
mod features;
mod interior;
mod segments;
mod contiguity;
mod keys;
mod held;
mod survey;

use std::io::Read;

use slam::{Labeling, LabelingBuilder};

pub use error::Error;
pub use geometry::{Polygon, Position, Ring};
pub use held::{contiguous, interior_points};

use crate::chosen::Chosen;
use crate::drawing::{Drawing, are_degrees};
use crate::error::{Error as IoError, Result};
use crate::input::Input;
use crate::inspection::Inspection;
use crate::join::{Key, Likely, Names};
use crate::listing::shown;
use crate::positions::choose;
use crate::request::Request;
use crate::source::{Fetched, Source, Wanted};
use features::Feature;
use geometry::Geometry;
use interior::interior_point;

/// A longer text is not read, nor one with more commas and brackets: each may become some tens of bytes.
const MOST_MIB: usize = 1_024;
const MOST_MARKS: usize = 150_000_000;

/// A map, all of it in memory.
pub(crate) struct GeoJson {
    file: String,
    columns: Vec<String>,
    /// Invariant: not empty.
    features: Vec<Feature>,
}

impl GeoJson {
    /// Reads a map.
    pub(crate) fn open(input: Input) -> Result<Self> {
        let (bytes, file) = read_text(input)?;
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let collection = features::parse(text).map_err(|error| not_json(&file, &error))?;
        if collection.kind != "FeatureCollection" {
            let named = |kind: &str| if kind.is_empty() { "no type".to_owned() } else { shown(kind) };
            return Err(Error::NoCollection { file, found: named(&collection.kind) }.into());
        }
        if collection.features.is_empty() {
            return Err(Error::NoFeatures { file }.into());
        }
        Ok(Self { file, columns: collection.columns, features: collection.features })
    }

    fn labeling(&self, column: usize) -> Result<Labeling> {
        let failure = |cause| IoError::Column { file: self.file.clone(), column: self.columns[column].clone(), cause };
        let mut builder = LabelingBuilder::default();
        self.features.iter().try_for_each(|feature| builder.push(feature.text(column))).map_err(failure)?;
        builder.finish().map_err(failure)
    }

    fn numbers(&self, column: usize) -> Result<Vec<f64>> {
        let number = |(row, feature): (usize, &Feature)| {
            let text = feature.text(column).trim();
            text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| Error::Number {
                file: self.file.clone(),
                feature: self.name(row),
                property: self.columns[column].clone(),
                found: shown(text),
            })
        };
        Ok(self.features.iter().enumerate().map(number).collect::<Result<_, Error>>()?)
    }

    /// What stands under a key; nothing where a feature has no `id`.
    fn names(&self, key: Key) -> Names {
        let name = |feature: &Feature| match key {
            Key::Own => feature.id.clone().unwrap_or_default(),
            Key::Column(column) => feature.text(column).into(),
        };
        self.features.iter().map(name).collect()
    }

    /// Positions: properties if they are named, else points inside the features.
    fn positions(&self, request: &Request) -> Result<(usize, Vec<f64>, Chosen)> {
        if request.x.is_none() && request.y.is_none() && request.z.is_none() {
            return self.interior_points().map(|points| (2, points, self.chosen_positions()));
        }
        let choice = choose(request, &self.file, &self.columns)?;
        let axes = choice.columns.iter().map(|&column| self.numbers(column)).collect::<Result<Vec<_>>>()?;
        let rows = 0..self.features.len();
        let mut coordinates: Vec<f64> = rows.flat_map(|row| axes.iter().map(move |axis| axis[row])).collect();
        let words = choice.settle(&mut coordinates, &self.columns);
        Ok((axes.len(), coordinates, words))
    }

    /// How positions are drawn: properties by their names, and what lies on the globe with north up.
    fn drawing(&self, request: &Request, coordinates: &[f64]) -> Result<Drawing> {
        if request.x.is_some() || request.y.is_some() || request.z.is_some() {
            let choice = choose(request, &self.file, &self.columns)?;
            let rows = choice.image_rows(&self.columns).and_then(|column| self.numbers(column).ok());
            return Ok(choice.drawing(&self.columns, coordinates, rows.as_deref()));
        }
        let why = "as on a map".to_owned();
        let on_globe = self.features.iter().all(|feature| are_degrees(feature.geometry.positions()));
        let drawing = if on_globe { Drawing::of_degrees() } else { Drawing { why, ..Drawing::default() } };
        let polygons = |feature: &Feature| match &feature.geometry {
            Geometry::Polygons(polygons) => polygons.clone(),
            _ => Vec::new(),
        };
        let has_shapes = self.features.iter().any(|feature| matches!(feature.geometry, Geometry::Polygons(_)));
        let is_wanted = request.with_drawing && has_shapes;
        Ok(Drawing { polygons: is_wanted.then(|| self.features.iter().map(polygons).collect()), ..drawing })
    }

    fn interior_points(&self) -> Result<Vec<f64>> {
        let point = |(row, feature): (usize, &Feature)| match &feature.geometry {
            Geometry::Point(position) => Ok(*position),
            Geometry::Polygons(polygons) => Ok(interior_point(polygons)),
            other => Err(self.unplaced(row, other, "Polygon, MultiPolygon or Point")),
        };
        let points = self.features.iter().enumerate().map(point).collect::<Result<Vec<_>>>()?;
        Ok(points.into_iter().flatten().collect())
    }

    fn chosen_positions(&self) -> Chosen {
        let is_point = |feature: &Feature| matches!(feature.geometry, Geometry::Point(_));
        let is_all = self.features.iter().all(is_point);
        Chosen::positions(if is_all { "points" } else { "points inside the polygons" })
    }

    fn polygons(&self) -> Result<Vec<&[Polygon]>> {
        let expected = "Polygon or MultiPolygon, whose contiguity is asked for";
        let polygons = |row: usize| match &self.features[row].geometry {
            Geometry::Polygons(polygons) => Ok(polygons.as_slice()),
            other => Err(self.unplaced(row, other, expected)),
        };
        (0..self.features.len()).map(polygons).collect()
    }

    fn unplaced(&self, row: usize, geometry: &Geometry, expected: &'static str) -> IoError {
        let found = match geometry {
            Geometry::None => "no geometry".to_owned(),
            Geometry::Point(_) => "Point".to_owned(),
            Geometry::Polygons(_) => "polygons".to_owned(),
            Geometry::Other(kind) => shown(kind),
        };
        Error::Geometry { file: self.file.clone(), feature: self.name(row), found, expected }.into()
    }

    /// A feature as messages name it.
    fn name(&self, row: usize) -> String {
        let id = self.features[row].id.as_ref().map(|id| format!(" ({:?})", shown(id)));
        format!("feature {}{}", row + 1, id.unwrap_or_default())
    }
}

impl Source for GeoJson {
    fn file(&self) -> &str {
        &self.file
    }

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn keys(&mut self, taken: &dyn Fn(&str) -> bool) -> Result<Vec<Likely>> {
        Ok(keys::likely_keys(self, taken))
    }

    fn key_in_words(&self, key: Key) -> String {
        match key {
            Key::Own => "id of each feature".to_owned(),
            Key::Column(column) => format!("property {:?}", self.columns[column]),
        }
    }

    fn fetch(&mut self, wanted: &Wanted<'_>) -> Result<Fetched> {
        let mut fetched = Fetched { n_rows: self.features.len(), ..Fetched::default() };
        if let Some(request) = wanted.positions {
            let (dimensions, coordinates, words) = self.positions(request)?;
            (fetched.dimensions, fetched.coordinates) = (dimensions, coordinates);
            fetched.choices.push(words);
            fetched.drawing = self.drawing(request, &fetched.coordinates)?;
        }
        fetched.labels = wanted.read_labels(|column| self.labeling(column))?;
        fetched.numbers = wanted.numbers.iter().map(|&column| self.numbers(column)).collect::<Result<_>>()?;
        fetched.keys = wanted.keys.iter().map(|&key| self.names(key)).collect();
        Ok(fetched)
    }

    fn contiguity(&self) -> Result<Vec<(u32, u32)>> {
        contiguous(&self.file, &self.polygons()?)
    }

    fn kind(&self) -> &'static str {
        "GeoJSON"
    }

    fn inspect(self: Box<Self>) -> Result<Inspection> {
        Ok(survey::survey(&self))
    }
}

/// All bytes of a file that is not too large.
fn read_text(mut input: Input) -> Result<(Vec<u8>, String)> {
    let (mut bytes, limit) = (Vec::new(), (MOST_MIB as u64) << 20);
    let read = input.reader.by_ref().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|cause| input.failure(cause))?;
    let file = input.file;
    if bytes.is_empty() {
        return Err(IoError::Empty { file });
    }
    if bytes.len() as u64 > limit {
        return Err(Error::TooLarge { file, limit: MOST_MIB, what: "MiB of text" }.into());
    }
    if bytes.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() > MOST_MARKS {
        return Err(Error::TooLarge { file, limit: MOST_MARKS, what: "values" }.into());
    }
    Ok((bytes, file))
}

/// The error that the parser's is, cut where it repeats what it read.
fn not_json(file: &str, error: &serde_json::Error) -> IoError {
    let whole = error.to_string();
    let problem = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(problem, _)| problem);
    let problem = problem.chars().take(200).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    Error::Json { file: file.to_owned(), line: error.line(), column: error.column(), problem }.into()
}
