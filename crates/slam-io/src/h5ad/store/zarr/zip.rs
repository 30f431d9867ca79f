//! Stores in a zip file, packed or not, read entry by entry.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Bound;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::keys::{Absent, Keys, too_long};
use super::{MARKS, join};

/// The end of an archive: a signature, and where the list of entries lies; behind it there may be a comment.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;
/// A row of the list of entries, and what stands before the bytes of an entry.
const ROW: &[u8] = b"PK\x01\x02";
const ROW_LENGTH: usize = 46;
const LEAD: &[u8] = b"PK\x03\x04";
const LEAD_LENGTH: usize = 30;
/// A list of entries longer than this is refused.
const MOST_LISTED: usize = 64 << 20;

/// A longer entry is not copied.
const MOST_COPIED: usize = 1 << 30;

/// A zip file whose list of entries is read.
pub(super) struct Archive {
    file: Mutex<File>,
    entries: BTreeMap<String, Entry>,
    absent: Absent,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    is_packed: bool,
    checksum: u32,
    n_packed: u32,
    n_bytes: u32,
    start: u32,
}

impl Archive {
    /// Reads the list of entries.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let tail = length.min((END_LENGTH + LONGEST_COMMENT) as u64);
        let last = read_at(&mut file, length - tail, tail as usize)?;
        let ends = (0..=last.len().saturating_sub(END_LENGTH)).rev();
        let end = ends.into_iter().find(|&at| last[at..].starts_with(END) && last.len() - at >= END_LENGTH);
        let end = &last[end.ok_or_else(|| io::Error::other("expected a zip file, found no end of one"))?..];
        let (n, n_listed, start) = (number(end, 10, 2), number(end, 12, 4), number(end, 16, 4));
        if n == 0xffff || start == 0xffff_ffff {
            return Err(io::Error::other("a zip file of more than 65534 entries or 4 GiB; unzip it first"));
        }
        if n_listed as usize > MOST_LISTED || u64::from(n_listed) > length {
            return Err(too_long("the list of entries", n_listed.into()));
        }
        let entries = entries(&read_at(&mut file, start.into(), n_listed as usize)?)?;
        Ok(Self { file: Mutex::new(file), entries, absent: Absent::default() })
    }

    /// Where the store is: at the top, or in the one folder that is there.
    pub(super) fn base(&self) -> String {
        let is_node = |base: &str| MARKS.iter().any(|mark| self.has(&join(base, mark)));
        match &self.names("").unwrap_or_default()[..] {
            [only] if !is_node("") => only.clone(),
            _ => String::new(),
        }
    }

    fn under(&self, key: &str) -> impl Iterator<Item = (&str, &Entry)> {
        let prefix = if key.is_empty() { String::new() } else { format!("{key}/") };
        let from: (Bound<&str>, Bound<&str>) = (Bound::Included(&prefix), Bound::Unbounded);
        let all: Vec<(&str, &Entry)> = self
            .entries
            .range::<str, _>(from)
            .map_while(|(name, entry)| name.strip_prefix(&prefix).map(|rest| (rest, entry)))
            .collect();
        all.into_iter()
    }
}

impl Keys for Archive {
    fn get(&self, key: &str, cap: usize) -> io::Result<Option<Vec<u8>>> {
        let Some(entry) = self.entries.get(key) else { return Ok(None) };
        if entry.n_bytes as usize > cap || entry.n_packed as usize > cap.saturating_add(1 << 16) {
            return Err(too_long(key, entry.n_bytes.max(entry.n_packed).into()));
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let lead = read_at(&mut file, entry.start.into(), LEAD_LENGTH)?;
        if !lead.starts_with(LEAD) {
            return Err(io::Error::other(format!("{key} is not where the zip file says")));
        }
        let skipped = LEAD_LENGTH as u64 + u64::from(number(&lead, 26, 2)) + u64::from(number(&lead, 28, 2));
        let packed = read_at(&mut file, u64::from(entry.start) + skipped, entry.n_packed as usize)?;
        drop(file);
        let bytes = if entry.is_packed { unpack(&packed, entry.n_bytes as usize)? } else { packed };
        let mut sum = Crc::new();
        sum.update(&bytes);
        let is_whole = bytes.len() == entry.n_bytes as usize && sum.sum() == entry.checksum;
        if is_whole { Ok(Some(bytes)) } else { Err(io::Error::other(format!("{key} has another checksum"))) }
    }

    fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    fn names(&self, key: &str) -> io::Result<Vec<String>> {
        let mut names: Vec<String> =
            self.under(key).filter_map(|(rest, _)| rest.split_once('/')).map(|(name, _)| name.to_owned()).collect();
        names.dedup();
        Ok(names)
    }

    fn n_bytes(&self, key: &str) -> u64 {
        self.under(key).map(|(_, entry)| u64::from(entry.n_packed)).sum()
    }

    fn open(&self, key: &str) -> io::Result<Option<File>> {
        let Some(bytes) = self.get(key, MOST_COPIED)? else { return Ok(None) };
        let mut copy = tempfile::tempfile()?;
        copy.write_all(&bytes)?;
        Ok(Some(copy))
    }

    fn absent(&self) -> &Absent {
        &self.absent
    }
}

/// The entries of the list, by name; folders are none.
fn entries(listed: &[u8]) -> io::Result<BTreeMap<String, Entry>> {
    let mut entries = BTreeMap::new();
    let mut rest = listed;
    while rest.starts_with(ROW) && rest.len() >= ROW_LENGTH {
        let (method, flags) = (number(rest, 10, 2), number(rest, 8, 2));
        let lengths = [28, 30, 32].map(|at| number(rest, at, 2) as usize);
        let entry = Entry {
            is_packed: method == 8,
            checksum: number(rest, 16, 4),
            n_packed: number(rest, 20, 4),
            n_bytes: number(rest, 24, 4),
            start: number(rest, 42, 4),
        };
        let end = ROW_LENGTH + lengths.iter().sum::<usize>();
        let name = rest.get(ROW_LENGTH..ROW_LENGTH + lengths[0]).unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        if ![0, 8].contains(&method) || flags & 1 == 1 {
            return Err(io::Error::other(format!("{name:?} is packed in a way that is not read; unzip it first")));
        }
        if !name.ends_with('/') {
            entries.insert(name, entry);
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    Ok(entries)
}

fn unpack(packed: &[u8], n_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).take(n_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_at(file: &mut File, start: u64, length: usize) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    Read::by_ref(file).take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// A number of at most 4 bytes, the smallest first; 0 beyond the end.
fn number(bytes: &[u8], at: usize, n: usize) -> u32 {
    bytes.get(at..at + n).unwrap_or_default().iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}
