//! A column of some rows, value by value.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Broken;
use super::bits::{Runs, cut};
use super::file::Bytes;
use super::page::{Page, Pages};
use super::schema::{Chunk, Kind};
use super::values::{Dictionary, Values};

/// How much room all open pages may take, and take.
pub(super) struct Room {
    pub(super) most: usize,
    pub(super) taken: AtomicUsize,
    /// How much may still be unpacked at all: groups could share their pages.
    pub(super) left: AtomicUsize,
}

/// A column of some rows, read value by value.
pub(super) struct Column {
    kind: Kind,
    may_be_missing: bool,
    pages: Pages,
    dictionary: Dictionary,
    page: Vec<u8>,
    /// How many values of the page are left.
    n_left: usize,
    /// Which of them are there.
    levels: Option<Runs>,
    values: Values,
    room: Arc<Room>,
    n_taken: usize,
}

impl Column {
    pub(super) fn new(kind: Kind, may_be_missing: bool, chunk: Chunk, room: Arc<Room>) -> Self {
        let (dictionary, values) = (Dictionary::default(), Values::plain(0));
        let (pages, page) = (Pages::new(chunk), Vec::new());
        Self { kind, may_be_missing, pages, dictionary, page, n_left: 0, levels: None, values, room, n_taken: 0 }
    }

    /// The next value as its bytes; none where it is missing.
    pub(super) fn next(&mut self, bytes: &Bytes) -> Result<Option<&[u8]>, Broken> {
        while self.n_left == 0 {
            let page = self.pages.next(bytes)?.ok_or_else(|| Broken::new("fewer values than rows"))?;
            self.begin(page)?;
        }
        self.n_left -= 1;
        if let Some(levels) = &mut self.levels {
            if levels.next(&self.page)? == 0 {
                return Ok(None);
            }
        }
        self.values.next(self.kind, &self.page, &self.dictionary).map(Some)
    }

    fn begin(&mut self, page: Page) -> Result<(), Broken> {
        let (room, n) = (&self.room.left, page.bytes.len());
        let spent = room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(n));
        if spent.is_err() {
            return Err(Broken::new("pages that are longer than all of the file can be"));
        }
        if page.is_dictionary {
            self.dictionary = Dictionary::new(self.kind, &page.bytes, page.n_values)?;
            return self.take_room();
        }
        self.page = page.bytes;
        self.take_room()?;
        let mut start = page.levels.unwrap_or(0);
        self.levels = None;
        if self.may_be_missing {
            let from = if page.levels.is_some() { 0 } else { 4 };
            if page.levels.is_none() {
                let length = self.page.first_chunk().map(|length| u32::from_le_bytes(*length) as usize);
                start = length.and_then(|length| length.checked_add(4)).ok_or_else(cut)?;
            }
            if start > self.page.len() {
                return Err(cut());
            }
            self.levels = Some(Runs::new(from, start, 1));
        }
        self.values = Values::new(page.encoding, self.kind, &self.page, start)?;
        self.n_left = page.n_values;
        Ok(())
    }

    /// Counts what this column takes, and refuses what is too much for all of them.
    fn take_room(&mut self) -> Result<(), Broken> {
        let n = self.page.len() + self.dictionary.n_bytes();
        self.room.taken.fetch_sub(self.n_taken, Ordering::Relaxed);
        let all = self.room.taken.fetch_add(n, Ordering::Relaxed) + n;
        self.n_taken = n;
        if all <= self.room.most { Ok(()) } else { Err(Broken::new(format!("pages of {all} bytes at once"))) }
    }
}

impl Drop for Column {
    fn drop(&mut self) {
        self.room.taken.fetch_sub(self.n_taken, Ordering::Relaxed);
    }
}
