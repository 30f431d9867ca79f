//! How far a parallel loop has come, told to an observer.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Result;
use crate::observer::{Observer, report};

/// Counts the finished parts of a step, from any thread.
pub(crate) struct Progress<'a> {
    observer: &'a dyn Observer,
    step: &'a str,
    done: AtomicUsize,
    total: usize,
}

impl<'a> Progress<'a> {
    /// Nothing of `total` parts is done.
    pub(crate) fn new(observer: &'a dyn Observer, step: &'a str, total: usize) -> Self {
        Self { observer, step, done: AtomicUsize::new(0), total }
    }

    /// Tells the observer that `parts` more are done; fails when it asks to stop.
    pub(crate) fn advance(&self, parts: usize) -> Result<()> {
        let done = self.done.fetch_add(parts, Ordering::Relaxed) + parts;
        report(self.observer, self.step, done, self.total)
    }
}
