//! The bytes of a file, read at any place.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::Broken;

/// The bytes of a file.
pub(super) struct Bytes {
    file: File,
    pub(super) length: u64,
}

impl Bytes {
    /// The bytes of an open file.
    pub(super) fn new(file: File) -> Result<Self, Broken> {
        let length = file.metadata().map_err(|error| Broken::new(error.to_string()))?.len();
        Ok(Self { file, length })
    }

    /// So many bytes from a place on.
    pub(super) fn read(&self, start: u64, length: usize) -> Result<Vec<u8>, Broken> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(Broken::new(format!("{length} bytes at {start} of a file of {}", self.length)));
        }
        let mut bytes = vec![0; length];
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|error| Broken::new(error.to_string()))?;
        Ok(bytes)
    }
}
