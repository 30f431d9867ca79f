//! Bytes to be read, unpacked where they are packed.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::error::{Error, Result};

/// Opens a file of text, compressed or not.
pub(crate) fn open_input(path: &Path) -> Result<Input> {
    let file = path.display().to_string();
    let (head, reader) = open_bytes(path)?;
    let is_gzip = head.starts_with(GZIP);
    let reader: Box<dyn Read + Send> = if is_gzip {
        let n_bytes = fs::metadata(path).map_or(0, |found| found.len());
        Box::new(Bounded::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, reader)), n_bytes))
    } else {
        Box::new(reader)
    };
    Ok(Input { file, reader, is_gzip })
}

/// The first bytes of a compressed file.
pub(crate) const GZIP: &[u8] = &[0x1f, 0x8b];

/// Bytes to be read, and how to speak of them when that fails.
pub(crate) struct Input {
    pub(crate) file: String,
    pub(crate) reader: Box<dyn Read + Send>,
    pub(crate) is_gzip: bool,
}

impl Input {
    /// What to say when reading fails.
    pub(crate) fn failure(&self, source: io::Error) -> Error {
        let file = self.file.clone();
        if self.is_gzip { Error::Gzip { file, source } } else { Error::Unreadable { file, source } }
    }
}

/// What is unpacked from a small file, up to a limit: text shrinks by some tens, what shrinks by hundreds is a trap.
struct Bounded<R> {
    reader: R,
    n_left: u64,
}

/// Text packs to no less than one part in so many, beyond the first bytes of it.
const MOST_PACKED: u64 = 200;
const ALWAYS_UNPACKED: u64 = 1 << 27;

impl<R: Read> Bounded<R> {
    /// What is unpacked from so many bytes.
    fn new(reader: R, n_packed: u64) -> Self {
        Self { reader, n_left: n_packed.saturating_mul(MOST_PACKED).max(ALWAYS_UNPACKED) }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buffer)?;
        self.n_left = self
            .n_left
            .checked_sub(n as u64)
            .ok_or_else(|| io::Error::other(format!("it unpacks to more than {MOST_PACKED} times its size")))?;
        Ok(n)
    }
}

const HEAD: u64 = 16;

/// The first bytes of a file, and all of them.
pub(crate) fn open_bytes(path: &Path) -> Result<(Vec<u8>, impl Read + Send + use<>)> {
    let file = || path.display().to_string();
    let refuse = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => Error::NotFound { file: file() },
        _ => Error::Unreadable { file: file(), source },
    };
    if fs::metadata(path).map_err(refuse)?.is_dir() {
        return Err(Error::Folder { file: file() });
    }
    let mut reader = File::open(path).map_err(refuse)?;
    let mut head = Vec::new();
    reader.by_ref().take(HEAD).read_to_end(&mut head).map_err(refuse)?;
    Ok((head.clone(), Cursor::new(head).chain(reader)))
}
