//! Where a store keeps its bytes: under keys that look like paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::chosen::Chosen;

/// A folder is not searched for more entries than this, nor deeper.
const MOST_ENTRIES: usize = 1 << 20;
const DEEPEST: usize = 32;

/// Bytes under keys.
pub(super) trait Keys: Send + Sync {
    /// The bytes of a key, or none if there is no such key; more than `cap` bytes are refused.
    fn get(&self, key: &str, cap: usize) -> io::Result<Option<Vec<u8>>>;
    /// Whether there is such a key.
    fn has(&self, key: &str) -> bool;
    /// The names that lead on from a key.
    fn names(&self, key: &str) -> io::Result<Vec<String>>;
    /// How many bytes lie under a key.
    fn n_bytes(&self, key: &str) -> u64;
    /// The bytes of a key as a file, if there is such a key.
    fn open(&self, key: &str) -> io::Result<Option<File>>;
    /// The chunks that were looked for and are not there.
    fn absent(&self) -> &Absent;
}

/// Chunks that are not in a store, by array. A writer may leave out what holds nothing but the fill value; so does a copy that
/// was broken off.
#[derive(Default)]
pub(super) struct Absent(Mutex<BTreeMap<String, (BTreeSet<String>, usize)>>);

impl Absent {
    /// Notes a chunk of an array that has so many.
    pub(super) fn note(&self, array: &str, chunk: String, n_chunks: usize) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.entry(array.to_owned()).or_insert_with(|| (BTreeSet::new(), n_chunks)).0.insert(chunk);
    }

    /// What is missing, a line for each array.
    pub(super) fn told(&self) -> Vec<Chosen> {
        let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = |(array, (absent, n_chunks)): (&String, &(BTreeSet<String>, usize))| {
            let n = absent.len();
            let how = format!("{n} of {n_chunks} chunks are not in the store, and are read as its fill value");
            Chosen::new(array, how)
        };
        noted.iter().map(line).collect()
    }
}

/// A folder with a file for every key.
pub(super) struct Folder {
    root: PathBuf,
    absent: Absent,
}

impl Folder {
    /// The keys in a folder.
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root, absent: Absent::default() }
    }
}

impl Keys for Folder {
    fn get(&self, key: &str, cap: usize) -> io::Result<Option<Vec<u8>>> {
        let path = self.root.join(key);
        let found = match fs::metadata(&path) {
            Ok(found) => found,
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        // A pipe or a device has no end.
        if !found.is_file() {
            return Err(io::Error::other(format!("{key} is no file")));
        }
        if found.len() > cap as u64 {
            return Err(too_long(key, found.len()));
        }
        let mut bytes = Vec::new();
        File::open(&path)?.take(cap as u64).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    fn has(&self, key: &str) -> bool {
        self.root.join(key).is_file()
    }

    fn names(&self, key: &str) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(self.root.join(key))?.take(MOST_ENTRIES).flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        Ok(folders.filter_map(|entry| entry.file_name().into_string().ok()).collect())
    }

    fn n_bytes(&self, key: &str) -> u64 {
        n_bytes(&self.root.join(key), DEEPEST, &mut MOST_ENTRIES.clone())
    }

    fn open(&self, key: &str) -> io::Result<Option<File>> {
        if self.has(key) { File::open(self.root.join(key)).map(Some) } else { Ok(None) }
    }

    fn absent(&self) -> &Absent {
        &self.absent
    }
}

/// Whether there is nothing, rather than something that cannot be read.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

pub(super) fn too_long(key: &str, length: u64) -> io::Error {
    io::Error::other(format!("{key} has {length} bytes, more than it can need"))
}

/// The length of all files in a folder; links to folders are not followed, for they may lead in circles.
fn n_bytes(folder: &Path, depth: usize, left: &mut usize) -> u64 {
    let mut total = 0_u64;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if *left == 0 {
            break;
        }
        *left -= 1;
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => total += n_bytes(&entry.path(), depth - 1, left),
            Ok(kind) if kind.is_dir() => {}
            _ => total += fs::metadata(entry.path()).ok().filter(fs::Metadata::is_file).map_or(0, |found| found.len()),
        }
    }
    total
}
