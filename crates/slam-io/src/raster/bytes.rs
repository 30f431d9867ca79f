//! The bytes of a TIFF at any place: never more than the file has.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::error::Error;
use crate::error::{Error as IoError, Result};

/// A file that is read in any order.
pub(super) struct Bytes {
    pub(super) name: String,
    file: File,
    pub(super) n: u64,
    pub(super) is_big_endian: bool,
}

impl Bytes {
    /// The bytes of a file, of which nothing is read yet.
    pub(super) fn new(name: String, file: File) -> Result<Self> {
        let n = (&file).seek(SeekFrom::End(0));
        let n = n.map_err(|cause| IoError::Unreadable { file: name.clone(), cause })?;
        Ok(Self { name, file, n, is_big_endian: false })
    }

    /// The error that the file contradicts itself.
    pub(super) fn damaged(&self, problem: impl Into<String>) -> IoError {
        Error::Damaged { file: self.name.clone(), problem: problem.into() }.into()
    }

    /// The error that it is written in a way that is not read.
    pub(super) fn unsupported(&self, what: impl Into<String>) -> IoError {
        Error::Unsupported { file: self.name.clone(), what: what.into() }.into()
    }

    /// So many bytes from a place; what is not there is not made room for.
    pub(super) fn read(&self, from: u64, n: u64, what: &str) -> Result<Vec<u8>> {
        if from.checked_add(n).is_none_or(|end| end > self.n) {
            return Err(self.damaged(format!(
                "{what} would be bytes {from} to {}, but the file has {}",
                u128::from(from) + u128::from(n),
                self.n
            )));
        }
        let mut bytes = vec![0; n as usize];
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(|cause| IoError::Unreadable { file: self.name.clone(), cause })?;
        Ok(bytes)
    }

    /// The whole number that some bytes are.
    pub(super) fn number(&self, bytes: &[u8]) -> u64 {
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        if self.is_big_endian { bytes.iter().fold(0, join) } else { bytes.iter().rev().fold(0, join) }
    }
}
