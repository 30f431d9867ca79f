//! Long work beside R: on our own threads, with Ctrl-C at the caller's.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use extendr_api::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use slam::Observer;

use crate::words::{Failure, Outcome, failure, refused};

/// So often the caller's thread looks up.
const GLANCE: Duration = Duration::from_millis(50);

/// Does the work on `threads` threads, 0 for one per core; stops where `is_interrupted`, a function of R, says so.
///
/// Only the thread that called may speak with R, so that thread waits and looks up now and then.
pub(crate) fn run<T: Send>(
    threads: i32,
    is_interrupted: &Function,
    work: impl FnOnce(&dyn Observer) -> slam::Result<T> + Send,
) -> Outcome<T> {
    let pool = pool(threads, |asked| asked == threads)?;
    let watch = Watch::default();
    let result = pool.in_place_scope(|scope| {
        let (done, when_done) = channel();
        let watch = &watch;
        // Nobody listens any more only when the caller has panicked.
        scope.spawn(move |_| drop(done.send(work(watch))));
        loop {
            match when_done.recv_timeout(GLANCE) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => watch.glance(is_interrupted),
            }
        }
    });
    if watch.0.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    result.ok_or_else(|| refused("the computation has ended without a result"))?.map_err(failure)
}

/// Does work that is soon done on whatever threads are there.
///
/// Rayon's own threads are left alone: they are gone after a fork, and the child would wait for them for ever.
pub(crate) fn briefly<T: Send>(work: impl FnOnce() -> T + Send) -> Outcome<T> {
    Ok(pool(0, |_| true)?.install(work))
}

/// Whether the work has to stop.
#[derive(Default)]
struct Watch(AtomicBool);

impl Watch {
    fn glance(&self, is_interrupted: &Function) {
        // A function that cannot be called was interrupted.
        if is_interrupted.call(Pairlist::new()).map_or(true, |said| said.as_bool().unwrap_or(true)) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Observer for Watch {
    fn tick(&self, _: &str, _: usize, _: usize) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The threads of this process, and how many were asked for.
type Pool = (u32, i32, Arc<ThreadPool>);

/// The threads to work on: those of the last call where they serve, but not across a fork, which leaves threads behind.
fn pool(threads: i32, serves: impl Fn(i32) -> bool) -> Outcome<Arc<ThreadPool>> {
    static POOL: Mutex<Option<Pool>> = Mutex::new(None);
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.take() {
        Some((process, asked, pool)) if process == process::id() && serves(asked) => {
            *kept = Some((process, asked, Arc::clone(&pool)));
            return Ok(pool);
        }
        // Ending threads that a fork has left behind would wait for them for ever.
        Some((process, _, pool)) if process != process::id() => std::mem::forget(pool),
        _ => {}
    }
    let builder = ThreadPoolBuilder::new().num_threads(usize::try_from(threads).unwrap_or(0));
    let pool = Arc::new(builder.build().map_err(|error| refused(format!("threads: {error}")))?);
    *kept = Some((process::id(), threads, Arc::clone(&pool)));
    Ok(pool)
}
