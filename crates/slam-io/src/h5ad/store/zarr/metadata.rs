//! What a store says about its groups and arrays, in the words of version 2 or 3.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::codec::Codecs;
use super::element::Element;
use super::keys::Keys;
use super::{damaged, join};
use crate::h5ad::error::{Error, Location, Result};

/// A longer text about a group or array is refused.
const MOST_BYTES: usize = 16 << 20;
/// An array of more dimensions is refused.
const MOST_DIMENSIONS: usize = 32;

/// What is at a key.
pub(super) enum Metadata {
    /// A group with attributes.
    Group(Map<String, Value>),
    /// An array.
    Array(Box<Shape>),
}

/// What an array looks like.
pub(super) struct Shape {
    pub(super) attributes: Map<String, Value>,
    pub(super) extents: Vec<usize>,
    /// Invariant: as many extents as the shape has, none of them zero.
    pub(super) chunk: Vec<usize>,
    pub(super) element: Element,
    pub(super) fill: Value,
    pub(super) codecs: Codecs,
    pub(super) naming: Naming,
}

/// How the keys of chunks are written: `0.1`, `c/0/1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Naming {
    prefix: Option<&'static str>,
    separator: String,
}

impl Naming {
    /// The key of a chunk.
    pub(super) fn key(&self, chunk: &[usize]) -> String {
        let mut parts: Vec<String> = self.prefix.iter().map(|&prefix| prefix.to_owned()).collect();
        parts.extend(chunk.iter().map(usize::to_string));
        if parts.is_empty() { "0".to_owned() } else { parts.join(&self.separator) }
    }
}

/// A group or array of version 3; what else is said of it is skipped.
#[derive(Deserialize)]
struct Third {
    node_type: String,
    #[serde(default)]
    attributes: Map<String, Value>,
    #[serde(default)]
    shape: Vec<usize>,
    #[serde(default)]
    data_type: Value,
    #[serde(default)]
    chunk_grid: Value,
    #[serde(default)]
    chunk_key_encoding: Value,
    #[serde(default)]
    fill_value: Value,
    #[serde(default)]
    codecs: Vec<Value>,
}

/// An array of version 2.
#[derive(Deserialize)]
struct Second {
    shape: Vec<usize>,
    chunks: Vec<usize>,
    dtype: Value,
    #[serde(default)]
    compressor: Value,
    #[serde(default)]
    fill_value: Value,
    #[serde(default)]
    order: Option<String>,
    #[serde(default)]
    filters: Option<Vec<Value>>,
    #[serde(default)]
    dimension_separator: Option<String>,
}

impl Metadata {
    /// What is at a key, or none if nothing is.
    pub(super) fn read(keys: &dyn Keys, path: &str, place: &Location) -> Result<Option<Self>> {
        if let Some(third) = parse::<Third>(keys, &join(path, "zarr.json"), place)? {
            return third.metadata(place).map(Some);
        }
        let attributes = || parse(keys, &join(path, ".zattrs"), place).map(Option::unwrap_or_default);
        if let Some(second) = parse::<Second>(keys, &join(path, ".zarray"), place)? {
            return second.shape(attributes()?, place).map(|shape| Some(Self::Array(Box::new(shape))));
        }
        if keys.has(&join(path, ".zgroup")) { attributes().map(|found| Some(Self::Group(found))) } else { Ok(None) }
    }
}

fn parse<T: for<'a> Deserialize<'a>>(keys: &dyn Keys, key: &str, place: &Location) -> Result<Option<T>> {
    let bytes = keys.get(key, MOST_BYTES).map_err(|error| damaged(place, error.to_string()))?;
    let parsed = bytes.map(|bytes| serde_json::from_slice(&bytes)).transpose();
    parsed.map_err(|error| damaged(place, format!("{}: {error}", key.rsplit('/').next().unwrap_or(key))))
}

impl Third {
    fn metadata(self, place: &Location) -> Result<Metadata> {
        match self.node_type.as_str() {
            "group" => Ok(Metadata::Group(self.attributes)),
            "array" => self.array(place).map(|shape| Metadata::Array(Box::new(shape))),
            other => Err(place.unexpected(format!("a node of type {other:?}"), "a group or an array")),
        }
    }

    fn array(self, place: &Location) -> Result<Shape> {
        let grid = self.chunk_grid.get("name").and_then(Value::as_str).unwrap_or_default();
        if grid != "regular" {
            return Err(place.unexpected(format!("a chunk grid {grid:?}"), "a regular one"));
        }
        let chunk = self.chunk_grid.pointer("/configuration/chunk_shape").and_then(extents).unwrap_or_default();
        let encoding = &self.chunk_key_encoding;
        let name = encoding.as_str().or_else(|| encoding.get("name")?.as_str()).unwrap_or("default");
        let separator = encoding.pointer("/configuration/separator").and_then(Value::as_str);
        let naming = match name {
            "default" => naming(Some("c"), separator.unwrap_or("/"), place)?,
            "v2" => naming(None, separator.unwrap_or("."), place)?,
            other => return Err(place.unexpected(format!("keys encoded as {other:?}"), "\"default\" or \"v2\"")),
        };
        let (codecs, big_endian) = Codecs::of_third(&self.codecs, self.shape.len(), place)?;
        let element = Element::of_zarr(&self.data_type, big_endian);
        let element = element.ok_or_else(|| no_element(&self.data_type, place))?;
        let Self { attributes, shape: extents, fill_value: fill, .. } = self;
        Shape { attributes, extents, chunk, element, fill, codecs, naming }.checked(place)
    }
}

impl Second {
    fn shape(self, attributes: Map<String, Value>, place: &Location) -> Result<Shape> {
        let element = self.dtype.as_str().and_then(Element::of_numpy).ok_or_else(|| no_element(&self.dtype, place))?;
        let filters = self.filters.unwrap_or_default();
        let is_turned = self.order.as_deref() == Some("F");
        let codecs = Codecs::of_second(&self.compressor, &filters, is_turned, self.shape.len(), place)?;
        let naming = naming(None, self.dimension_separator.as_deref().unwrap_or("."), place)?;
        let Self { shape: extents, chunks: chunk, fill_value: fill, .. } = self;
        Shape { attributes, extents, chunk, element, fill, codecs, naming }.checked(place)
    }
}

impl Shape {
    /// The same, if chunks have as many dimensions as the array, and all are longer than nothing.
    fn checked(self, place: &Location) -> Result<Self> {
        let n = self.extents.len();
        if n > MOST_DIMENSIONS || self.chunk.len() != n || self.chunk.contains(&0) {
            let found = format!("chunks of {:?} for an array of {:?}", self.chunk, self.extents);
            return Err(place.unexpected(found, "as many extents, none of them zero"));
        }
        if !self.codecs.fit(&self.element) {
            return Err(place.unexpected("codecs of another type", "those of its elements"));
        }
        Ok(self)
    }
}

fn naming(prefix: Option<&'static str>, separator: &str, place: &Location) -> Result<Naming> {
    if ["/", "."].contains(&separator) {
        return Ok(Naming { prefix, separator: separator.to_owned() });
    }
    Err(place.unexpected(format!("the separator {separator:?}"), "\"/\" or \".\""))
}

/// A list of extents.
pub(super) fn extents(value: &Value) -> Option<Vec<usize>> {
    let extent = |value: &Value| value.as_u64().and_then(|extent| usize::try_from(extent).ok());
    value.as_array().filter(|all| all.len() <= MOST_DIMENSIONS)?.iter().map(extent).collect()
}

fn no_element(found: &Value, place: &Location) -> Error {
    let mut text = found.to_string();
    text.truncate(text.char_indices().nth(100).map_or(text.len(), |(end, _)| end));
    place.unexpected(format!("elements of type {text}"), "numbers, booleans or text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_named_in_three_ways() {
        let key = |prefix, separator: &str, chunk: &[usize]| {
            naming(prefix, separator, &Location::root("f")).unwrap().key(chunk)
        };
        assert_eq!((key(Some("c"), "/", &[1, 2]), key(Some("c"), "/", &[])), ("c/1/2".into(), "c".into()));
        assert_eq!((key(None, ".", &[1, 2]), key(None, ".", &[])), ("1.2".into(), "0".into()));
        assert_eq!(key(None, "/", &[0]), "0");
        assert!(naming(None, "../", &Location::root("f")).is_err());
    }
}
