//! The one door to the HDF5 reader: groups, arrays and attributes, with limits that hostile files cannot pass.
//!
//! Nothing outside this folder names the reader's types. Reads are positional: only what is asked for is read.

mod filter;
mod kind;
mod heap;
mod array;
mod attribute;
mod names;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use hdf5_reader::error::Error as Hdf5Error;
use hdf5_reader::{FileStorage, Hdf5File, OpenOptions, Storage};

pub(crate) use array::Array;
pub(crate) use attribute::Attribute;
pub(crate) use heap::Heap;
pub(crate) use kind::{Field, Kind, TextEnd};

use super::error::{Error, Place, Result};

/// A chunk longer than this, unpacked, is refused; writers keep them at a few megabytes.
const MAX_CHUNK_BYTES: usize = 256 << 20;

/// An opened file of which nothing has been read but the superblock.
pub(crate) struct Store {
    file: Arc<str>,
    storage: Arc<dyn Storage>,
    n_bytes: u64,
}

impl Store {
    /// Opens a file, and notices at once if its end is missing.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let handle = File::open(path).map_err(|source| Error::Open { file: file.clone(), source })?;
        Self::from_file(&file, handle)
    }

    /// The same for a file that is open.
    pub(crate) fn from_file(name: &str, handle: File) -> Result<Self> {
        let file: Arc<str> = name.into();
        let unopened = |source| Error::Open { file: file.to_string(), source };
        let n_bytes = handle.metadata().map_err(unopened)?.len();
        let not_hdf5 = |error: Hdf5Error| Error::NotHdf5 { file: file.to_string(), problem: error.to_string() };
        let storage: Arc<dyn Storage> = Arc::new(FileStorage::from_file(handle).map_err(not_hdf5)?);
        let store = Self { file: file.clone(), storage, n_bytes };
        let opened = store.reopen().map_err(not_hdf5)?;
        // The end address counts from the start of the file, even behind a user block.
        let expected = opened.superblock().eof_address;
        if expected > n_bytes {
            return Err(Error::Truncated { file: file.to_string(), found: n_bytes, expected });
        }
        Ok(store)
    }

    /// The length of the file.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The root group.
    ///
    /// The reader keeps what it has read as long as its handle lives, so every task takes a handle of its own.
    pub(crate) fn root(&self) -> Result<Group> {
        let place = Place::root(&self.file);
        let root = self.reopen().and_then(|file| file.root_group()).map_err(|error| damaged(&place, &error))?;
        let heap = Arc::new(Heap::new(root.clone(), self.n_bytes));
        Ok(Group { inner: root, heap, place })
    }

    fn reopen(&self) -> std::result::Result<Hdf5File, Hdf5Error> {
        let options = OpenOptions::default()
            .with_chunk_cache_bytes(0)
            .with_max_chunk_bytes(MAX_CHUNK_BYTES)
            .with_max_read_bytes(max_read_bytes(self.n_bytes))
            .with_max_object_header_bytes(16 << 20)
            .with_filter_registry(filter::registry(MAX_CHUNK_BYTES));
        Hdf5File::from_storage_with_options(self.storage.clone(), options)
    }
}

/// The most that one dataset of a file may hold: gzip packs real columns to no less than 1/256, and datasets that were
/// never written take no room at all.
fn max_read_bytes(n_bytes: u64) -> usize {
    usize::try_from((16 << 20) + n_bytes.saturating_mul(256)).unwrap_or(usize::MAX)
}

/// What a path leads to.
pub(crate) enum Node {
    /// A group.
    Group(Group),
    /// A dataset.
    Array(Array),
}

impl Node {
    /// Where it is.
    pub(crate) fn place(&self) -> &Place {
        match self {
            Self::Group(group) => &group.place,
            Self::Array(array) => &array.place,
        }
    }
}

/// A group of the file.
#[derive(Clone)]
pub(crate) struct Group {
    inner: hdf5_reader::group::Group,
    heap: Arc<Heap>,
    pub(crate) place: Place,
}

impl Group {
    /// What a name leads to, or none if there is no such name; a `/` in the name leads into groups, as in h5py.
    pub(crate) fn child(&self, name: &str) -> Result<Option<Node>> {
        let place = self.place.child(name);
        let (folders, last) = name.rsplit_once('/').unwrap_or(("", name));
        let mut group = self.inner.clone();
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            match found(&place, group.group(folder))? {
                Some(inner) => group = inner,
                None => return Ok(None),
            }
        }
        if let Some(dataset) = found(&place, group.dataset(last))? {
            return Array::new(dataset, self.heap.clone(), place).map(|array| Some(Node::Array(array)));
        }
        let inner = found(&place, group.group(last))?;
        Ok(inner.map(|inner| Node::Group(Self { inner, heap: self.heap.clone(), place })))
    }

    /// The dataset of a name that has to be there.
    pub(crate) fn array(&self, name: &str) -> Result<Array> {
        match self.child(name)? {
            Some(Node::Array(array)) => Ok(array),
            Some(Node::Group(group)) => Err(group.place.unexpected("a group", "a dataset")),
            None => Err(self.place.child(name).unexpected("nothing", "a dataset")),
        }
    }

    /// The group of a name, or none if there is no such name.
    pub(crate) fn group(&self, name: &str) -> Result<Option<Self>> {
        match self.child(name)? {
            Some(Node::Group(group)) => Ok(Some(group)),
            Some(Node::Array(array)) => Err(array.place.unexpected("a dataset", "a group")),
            None => Ok(None),
        }
    }

    /// The names in the group, in order.
    pub(crate) fn names(&self) -> Result<Vec<String>> {
        let listed = self.inner.member_names().map(|(groups, datasets)| groups.into_iter().chain(datasets).collect());
        let mut names: Vec<String> = match listed {
            Ok(names) => names,
            // What cannot be read is no reason to hide what can.
            Err(error) => match names::names(&self.inner) {
                Ok(names) if !names.is_empty() => names,
                _ => return Err(damaged(&self.place, &error)),
            },
        };
        names.sort();
        Ok(names)
    }

    /// The name of the child at an address, as object references give it.
    pub(crate) fn name_at(&self, address: u64) -> Result<Option<String>> {
        self.inner.child_name_by_address(address).map_err(|error| damaged(&self.place, &error))
    }

    /// An attribute, if it is there.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<Attribute>> {
        let attributes = self.inner.raw_attributes().map_err(|error| damaged(&self.place, &error))?;
        Attribute::find(attributes, name, &self.heap, &self.place)
    }
}

/// Tells "there is none" from "it cannot be read".
fn found<T>(place: &Place, result: std::result::Result<T, Hdf5Error>) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match innermost(&error) {
            Hdf5Error::GroupNotFound(_) | Hdf5Error::DatasetNotFound(_) => Ok(None),
            _ => Err(damaged(place, &error)),
        },
    }
}

/// An error of the reader, in our words.
fn damaged(place: &Place, error: &Hdf5Error) -> Error {
    let place = place.clone();
    match innermost(error) {
        Hdf5Error::UnsupportedFilter(filter) => {
            Error::Filter { place, filter: filter::name(filter.trim_start_matches("filter id ")) }
        }
        Hdf5Error::ResourceLimit(problem) => Error::TooLarge { place, problem: problem.clone() },
        other => Error::Damaged { place, problem: other.to_string() },
    }
}

fn innermost(error: &Hdf5Error) -> &Hdf5Error {
    let mut error = error;
    while let Hdf5Error::Context { source, .. } = error {
        error = source;
    }
    error
}
