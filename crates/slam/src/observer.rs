//! Watching long steps, and stopping them.

use std::ops::ControlFlow;

use crate::error::{Error, Result};

/// Sees how far a long step has come, and may stop it.
///
/// Bars and Ctrl-C hang on it. A step that hears `Break` returns [`Error::Stopped`]. A closure `|step, done, total|` is an observer,
/// and so is `()`, which sees nothing.
///
/// ```
/// use std::ops::ControlFlow;
/// use slam::Observer;
///
/// let patient = |_step: &str, _done: usize, _total: usize| ControlFlow::Continue(());
/// assert!(patient.tick("graph", 1, 2).is_continue());
/// ```
pub trait Observer: Sync {
    /// Hears that `done` of `total` parts of a step are finished; `Break` stops the computation.
    fn tick(&self, step: &str, done: usize, total: usize) -> ControlFlow<()>;
}

impl Observer for () {
    fn tick(&self, _step: &str, _done: usize, _total: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: Fn(&str, usize, usize) -> ControlFlow<()> + Sync> Observer for F {
    fn tick(&self, step: &str, done: usize, total: usize) -> ControlFlow<()> {
        self(step, done, total)
    }
}

/// Tells the observer, and turns its `Break` into an error that unwinds the step.
pub(crate) fn report(observer: &dyn Observer, step: &str, done: usize, total: usize) -> Result<()> {
    match observer.tick(step, done, total) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
    }
}
