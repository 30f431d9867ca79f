//! What an AnnData file is made of, whatever keeps it: groups, arrays and attributes of HDF5 or Zarr.
//!
//! Nothing outside this folder knows which of the two it is, and nothing outside `hdf5` names the types of the HDF5
//! reader. Only what is asked for is read, with limits that hostile files cannot pass.

mod kind;
mod array;
mod attribute;
mod hdf5;
pub(crate) mod zarr;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

pub(crate) use array::Array;
pub(crate) use attribute::Attribute;
pub(crate) use kind::{Field, Kind, TextEnd};

use super::error::{Location, Result};

/// A chunk longer than this, unpacked, is refused; writers keep them at a few megabytes.
const MAX_CHUNK_BYTES: usize = 256 << 20;

/// The most that one dataset of a file may hold: gzip packs real columns to no less than 1/256, and datasets that were
/// never written take no room at all.
fn max_read_bytes(n_bytes: u64) -> usize {
    usize::try_from((16 << 20) + n_bytes.saturating_mul(256)).unwrap_or(usize::MAX)
}

/// An opened file of which nothing has been read but that it is one.
pub(crate) enum Store {
    Hdf5(hdf5::Store),
    Zarr(zarr::Store),
}

impl Store {
    /// Opens a file, and notices at once if its end is missing; or a Zarr store.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let is_called_so = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zarr"));
        if zarr::is_store(path) || is_called_so && path.exists() {
            return zarr::Store::open(path).map(Self::Zarr);
        }
        hdf5::Store::open(path).map(Self::Hdf5)
    }

    /// An HDF5 file that is open.
    pub(crate) fn from_file(name: &str, handle: File) -> Result<Self> {
        hdf5::Store::from_file(name, handle).map(Self::Hdf5)
    }

    /// The length of the file, or of all files of the store.
    pub(crate) fn n_bytes(&self) -> u64 {
        match self {
            Self::Hdf5(store) => store.n_bytes(),
            Self::Zarr(store) => store.n_bytes(),
        }
    }

    /// The root group.
    pub(crate) fn root(&self) -> Result<Group> {
        match self {
            Self::Hdf5(store) => store.root(),
            Self::Zarr(store) => store.root(),
        }
    }
}

/// What a group is to whoever keeps it.
trait Branch: Send + Sync {
    /// What a name leads to, or none if there is no such name; `place` is where that is.
    fn child(&self, name: &str, place: Location) -> Result<Option<Node>>;
    /// The names in the group, in any order.
    fn names(&self, place: &Location) -> Result<Vec<String>>;
    /// An attribute, if it is there.
    fn attribute(&self, name: &str, place: &Location) -> Result<Option<Attribute>>;
    /// The name of the child at an address, where there are addresses.
    fn name_at(&self, _address: u64, _place: &Location) -> Result<Option<String>> {
        Ok(None)
    }
}

/// What an array is to whoever keeps it.
trait Leaf: Send + Sync {
    /// An attribute, if it is there.
    fn attribute(&self, name: &str, place: &Location) -> Result<Option<Attribute>>;
    /// The bytes of all elements in the order of the indices, the last index fastest, and the texts that they refer to.
    fn read(&self, place: &Location) -> Result<(Vec<u8>, Arc<dyn Texts>)>;
    /// The numbers of some rows of a two-dimensional array, row by row; none where they can only be read as a whole.
    fn rows(&self, rows: Range<usize>, kind: &Kind, place: &Location) -> Result<Option<Vec<f64>>>;
    /// How many rows are kept together.
    fn rows_of_chunk(&self) -> usize;
    /// The most that an array of this file may hold.
    fn max_read_bytes(&self) -> usize;
}

/// Text of varying length, to which elements refer.
pub(crate) trait Texts: Send + Sync {
    /// The bytes that a reference names.
    fn resolve(&self, reference: &[u8], place: &Location) -> Result<Vec<u8>>;
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
    pub(crate) fn place(&self) -> &Location {
        match self {
            Self::Group(group) => &group.place,
            Self::Array(array) => &array.place,
        }
    }
}

/// A group of the file.
#[derive(Clone)]
pub(crate) struct Group {
    inner: Arc<dyn Branch>,
    pub(crate) place: Location,
}

impl Group {
    fn new(inner: impl Branch + 'static, place: Location) -> Self {
        Self { inner: Arc::new(inner), place }
    }

    /// What a name leads to, or none if there is no such name; a `/` in the name leads into groups, as in h5py.
    pub(crate) fn child(&self, name: &str) -> Result<Option<Node>> {
        self.inner.child(name, self.place.child(name))
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
        let mut names = self.inner.names(&self.place)?;
        names.sort();
        Ok(names)
    }

    /// The name of the child at an address, as object references give it.
    pub(crate) fn name_at(&self, address: u64) -> Result<Option<String>> {
        self.inner.name_at(address, &self.place)
    }

    /// An attribute, if it is there.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<Attribute>> {
        self.inner.attribute(name, &self.place)
    }
}
