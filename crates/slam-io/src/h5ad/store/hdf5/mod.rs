//! The one door to the HDF5 reader, with limits that hostile files cannot pass.
//!
//! Nothing outside this folder names the reader's types. Reads are positional: only what is asked for is read.

mod filter;
mod kind;
mod heap;
mod dataset;
mod names;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use hdf5_reader::error::Error as Hdf5Error;
use hdf5_reader::{FileStorage, Hdf5File, OpenOptions, RawAttribute, Storage};

use super::{Attribute, Branch, Group, Kind, MAX_CHUNK_BYTES, Node, max_read_bytes};
use crate::h5ad::error::{Error, Location, Result};
use crate::h5ad::values::Values;
use heap::{Heap, little_endian};

/// An opened file of which nothing has been read but the superblock.
pub(crate) struct Store {
    file: Arc<str>,
    storage: Arc<dyn Storage>,
    n_bytes: u64,
}

impl Store {
    /// Opens a file, and notices at once if its end is missing.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        let handle = File::open(path).map_err(|cause| Error::Open { file: file.clone(), cause })?;
        Self::from_file(&file, handle)
    }

    /// The same for a file that is open.
    pub(super) fn from_file(name: &str, handle: File) -> Result<Self> {
        let file: Arc<str> = name.into();
        let unopened = |cause| Error::Open { file: file.to_string(), cause };
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
    pub(super) fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The root group.
    ///
    /// The reader keeps what it has read as long as its handle lives, so every task takes a handle of its own.
    pub(super) fn root(&self) -> Result<Group> {
        let place = Location::root(&self.file);
        let inner = self.reopen().and_then(|file| file.root_group()).map_err(|error| damaged(&place, &error))?;
        let heap = Arc::new(Heap::new(inner.clone(), self.n_bytes));
        Ok(Group::new(Folder { inner, heap }, place))
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

/// A group of the file.
struct Folder {
    inner: hdf5_reader::group::Group,
    heap: Arc<Heap>,
}

impl Branch for Folder {
    fn child(&self, name: &str, place: Location) -> Result<Option<Node>> {
        let (folders, last) = name.rsplit_once('/').unwrap_or(("", name));
        let mut group = self.inner.clone();
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            match found(&place, group.group(folder))? {
                Some(inner) => group = inner,
                None => return Ok(None),
            }
        }
        if let Some(dataset) = found(&place, group.dataset(last))? {
            return dataset::array(dataset, self.heap.clone(), place).map(|array| Some(Node::Array(array)));
        }
        let inner = found(&place, group.group(last))?;
        Ok(inner.map(|inner| Node::Group(Group::new(Self { inner, heap: self.heap.clone() }, place))))
    }

    fn names(&self, place: &Location) -> Result<Vec<String>> {
        let listed = self.inner.member_names().map(|(groups, datasets)| groups.into_iter().chain(datasets).collect());
        listed.or_else(|error| match names::names(&self.inner) {
            // What cannot be read is no reason to hide what can.
            Ok(names) if !names.is_empty() => Ok(names),
            _ => Err(damaged(place, &error)),
        })
    }

    fn attribute(&self, name: &str, place: &Location) -> Result<Option<Attribute>> {
        let attributes = self.inner.raw_attributes().map_err(|error| damaged(place, &error))?;
        attribute(attributes, name, &self.heap, place)
    }

    fn name_at(&self, address: u64, place: &Location) -> Result<Option<String>> {
        self.inner.child_name_by_address(address).map_err(|error| damaged(place, &error))
    }
}

/// The attribute of a name, if it is there.
fn attribute(
    attributes: Vec<RawAttribute>,
    name: &str,
    heap: &Arc<Heap>,
    place: &Location,
) -> Result<Option<Attribute>> {
    let Some(found) = attributes.into_iter().find(|attribute| attribute.name() == name) else { return Ok(None) };
    let place = Location { path: format!("{}@{name}", place.path), ..place.clone() };
    let (message, _) = found.into_parts();
    let n = message.dataspace.num_elements().unwrap_or(u64::MAX);
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let kind = kind::kind(&message.datatype, heap.reference_size());
    let size = heap.address_size();
    let is_reference = matches!(kind, Kind::Reference { size: found } if found >= size);
    let values = Values::new(message.raw_data, n, kind, heap.clone(), place)?;
    let address = (is_reference && values.n() == 1).then(|| little_endian(&values.element(0)[..size]));
    Ok(Some(Attribute::new(values, address)))
}

/// Tells "there is none" from "it cannot be read".
fn found<T>(place: &Location, result: std::result::Result<T, Hdf5Error>) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match innermost(&error) {
            Hdf5Error::GroupNotFound(_) | Hdf5Error::DatasetNotFound(_) => Ok(None),
            _ => Err(damaged(place, &error)),
        },
    }
}

/// An error of the reader, in our words.
fn damaged(place: &Location, error: &Hdf5Error) -> Error {
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
