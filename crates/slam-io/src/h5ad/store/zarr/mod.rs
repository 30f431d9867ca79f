//! Zarr stores, versions 2 and 3, as a folder or in a zip file: an AnnData, or SpatialData with tables of such.

mod keys;
mod zip;
mod element;
mod metadata;
mod codec;
mod blosc;
mod checksum;
mod chunk;
mod array;
mod spatial;

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Attribute, Branch, Group, Kind, Node};
use crate::chosen::Chosen;
use crate::h5ad::error::{Error, Location, Result};
use crate::h5ad::values::Values;
use element::Pool;
use keys::{Folder, Keys};
use metadata::Metadata;
use spatial::{outer, tables};

/// The files that say that a folder is a node of a store.
const MARKS: [&str; 3] = ["zarr.json", ".zgroup", ".zarray"];

/// Whether a path leads to a Zarr store: a folder with its marks, or a zip file that is called so.
pub(crate) fn is_store(path: &Path) -> bool {
    path.is_dir() && MARKS.iter().any(|mark| path.join(mark).is_file()) || is_zipped(path)
}

fn is_zipped(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    name.ends_with(".zarr.zip") && path.is_file()
}

/// An opened store of which nothing has been read but where its AnnData is.
pub(crate) struct Store {
    file: Arc<str>,
    keys: Arc<dyn Keys>,
    /// Where the AnnData is among the keys.
    base: String,
    /// That part of it which the file as the user named it does not say.
    shown: String,
    n_bytes: u64,
}

impl Store {
    /// Opens a folder or a zip file; of SpatialData its only table is meant, unless the path leads to one.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file: Arc<str> = path.display().to_string().into();
        let unopened = |cause| Error::Open { file: file.to_string(), cause };
        let (keys, base): (Arc<dyn Keys>, String) = if is_zipped(path) {
            let archive = zip::Archive::open(path).map_err(unopened)?;
            let base = archive.base();
            (Arc::new(archive), base)
        } else {
            let (root, base) = outer(path);
            (Arc::new(Folder::new(root)), base)
        };
        let is_node = |base: &str| MARKS.iter().any(|mark| keys.has(&join(base, mark)));
        if !is_node(&base) {
            return Err(Error::NotZarr { file: file.to_string() });
        }
        let found = tables(&*keys, &base).filter(|_| !is_node(&join(&base, "obs")));
        let shown = match found.as_deref() {
            None => String::new(),
            Some([only]) => only.clone(),
            Some([]) => return Err(Error::NoTable { file: file.to_string() }),
            Some(tables) => return Err(Error::SeveralTables { file: file.to_string(), tables: tables.to_vec() }),
        };
        let base = join(&base, &shown);
        let n_bytes = keys.n_bytes(&base);
        Ok(Self { file, keys, base, shown, n_bytes })
    }

    /// The length of all files of the AnnData.
    pub(super) fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The table of SpatialData that was chosen because it is the only one.
    pub(crate) fn table(&self) -> Option<&str> {
        Some(&*self.shown).filter(|shown| !shown.is_empty())
    }

    /// The chunks that were looked for and are not there, a line for each array.
    pub(crate) fn absent(&self) -> Vec<Chosen> {
        self.keys.absent().told()
    }

    /// The root group of the AnnData.
    pub(super) fn root(&self) -> Result<Group> {
        let mut place = Location::root(&self.file);
        if !self.shown.is_empty() {
            place = place.child(&self.shown);
        }
        match node(&self.keys, &self.base, self.n_bytes, place.clone())? {
            Some(Node::Group(group)) => Ok(group),
            _ => Err(place.unexpected("an array", "a group of an AnnData")),
        }
    }
}

/// A key inside a key.
fn join(base: &str, name: &str) -> String {
    match (base, name) {
        ("", name) => name.to_owned(),
        (base, "") => base.to_owned(),
        (base, name) => format!("{base}/{name}"),
    }
}

/// A group of the store.
struct Branches {
    keys: Arc<dyn Keys>,
    path: String,
    attributes: Map<String, Value>,
    n_bytes: u64,
}

impl Branch for Branches {
    fn child(&self, name: &str, place: Location) -> Result<Option<Node>> {
        let mut path = self.path.clone();
        for part in name.split('/').filter(|part| !part.is_empty()) {
            // A name from the file shall not lead out of it.
            if [".", ".."].contains(&part) || part.contains(['\\', '\0']) {
                return Ok(None);
            }
            path = join(&path, part);
        }
        if path == self.path { Ok(None) } else { node(&self.keys, &path, self.n_bytes, place) }
    }

    fn names(&self, place: &Location) -> Result<Vec<String>> {
        let names = self.keys.names(&self.path).map_err(|error| damaged(place, error.to_string()))?;
        let is_node = |name: &String| MARKS.iter().any(|mark| self.keys.has(&join(&join(&self.path, name), mark)));
        Ok(names.into_iter().filter(is_node).collect())
    }

    fn attribute(&self, name: &str, place: &Location) -> Result<Option<Attribute>> {
        attribute(&self.attributes, name, place)
    }
}

/// The group or array at a key, if there is one.
fn node(keys: &Arc<dyn Keys>, path: &str, n_bytes: u64, place: Location) -> Result<Option<Node>> {
    let Some(metadata) = Metadata::read(&**keys, path, &place)? else { return Ok(None) };
    Ok(Some(match metadata {
        Metadata::Group(attributes) => {
            let (keys, path) = (keys.clone(), path.to_owned());
            Node::Group(Group::new(Branches { keys, path, attributes, n_bytes }, place))
        }
        Metadata::Array(shape) => Node::Array(array::array(keys.clone(), path.to_owned(), n_bytes, *shape, place)?),
    }))
}

/// An attribute as values: a text, texts, or whole numbers; anything else has no meaning to AnnData.
fn attribute(attributes: &Map<String, Value>, name: &str, place: &Location) -> Result<Option<Attribute>> {
    let Some(value) = attributes.get(name) else { return Ok(None) };
    let place = Location { path: format!("{}@{name}", place.path), ..place.clone() };
    let single = std::slice::from_ref(value);
    let values = if let Value::Array(values) = value { &values[..] } else { single };
    let mut pool = Pool::default();
    let texts: Option<Vec<[u8; 16]>> = values.iter().map(|value| value.as_str().map(|text| pool.put(text))).collect();
    let numbers: Option<Vec<[u8; 8]>> = values.iter().map(|value| value.as_i64().map(i64::to_le_bytes)).collect();
    let (bytes, kind) = match (texts, numbers) {
        (Some(texts), _) => (texts.concat(), Kind::HeapText { size: 16 }),
        (None, Some(numbers)) => (numbers.concat(), Kind::Integer { size: 8, signed: true, big_endian: false }),
        _ => (Vec::new(), Kind::Other { name: "something else", size: 0 }),
    };
    let values = Values::new(bytes, values.len(), kind, Arc::new(pool), place)?;
    Ok(Some(Attribute::new(values, None)))
}

fn damaged(place: &Location, problem: impl Into<String>) -> Error {
    Error::Damaged { place: place.clone(), problem: problem.into() }
}
