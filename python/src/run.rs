//! Long work beside the interpreter: on our own threads, with Ctrl-C and the log at the caller's.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use slam::Observer;

use crate::steps::{Failure, raised};
use crate::words::{refused, value_error};

/// So often the caller's thread looks up.
const GLANCE: Duration = Duration::from_millis(50);

/// Does the work without the interpreter's lock; Ctrl-C stops it, and what its functions raise is raised.
///
/// Signals arrive at the thread that called, so that thread waits and looks up now and then, while the work is done on
/// threads of our own.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    (threads, progress): (Option<usize>, Option<Py<PyAny>>),
    failure: &Failure,
    work: impl FnOnce(&dyn Observer) -> slam::Result<T> + Send,
) -> PyResult<T> {
    // A step of the user's that scores waits on one of the threads that are kept, and it may be the only one.
    let is_within = rayon::current_thread_index().is_some();
    let pool = pool(threads, |asked| asked == threads && !is_within)?;
    let watch = Watch { progress, ..Watch::default() };
    let wait = || {
        pool.in_place_scope(|scope| {
            let (done, when_done) = channel();
            let watch = &watch;
            // Nobody listens any more only when the caller has panicked.
            scope.spawn(move |_| drop(done.send(work(watch))));
            loop {
                match when_done.recv_timeout(GLANCE) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => watch.glance(),
                }
            }
        })
    };
    let result = py.detach(wait);
    if let Some(error) = watch.interrupt().or_else(|| raised(failure)) {
        return Err(error);
    }
    result.ok_or_else(|| PyRuntimeError::new_err("the computation has ended without a result"))?.map_err(value_error)
}

/// Does work that is soon done, likewise without the lock, on whatever threads are there.
///
/// Rayon's own threads are left alone: they are gone after a fork, and the child would wait for them for ever.
pub(crate) fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool(None, |_| true)?;
    Ok(py.detach(|| pool.install(work)))
}

/// How far the work has come, and whether it has to stop.
#[derive(Default)]
struct Watch {
    is_stopped: AtomicBool,
    step: Mutex<(String, usize, usize)>,
    logged: Mutex<(String, usize, usize)>,
    /// What is told how far the work has come.
    progress: Option<Py<PyAny>>,
    interrupt: Mutex<Option<PyErr>>,
}

impl Watch {
    /// Logs how far the work has come, and stops it if a signal has arrived.
    fn glance(&self) {
        let step = self.step.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Python::attach(|py| {
            let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
            let is_news = *logged != step && !step.0.is_empty();
            // Python acts on a signal as soon as it runs, so that writing the log may be what is interrupted.
            let said = if is_news { self.say(py, &step) } else { Ok(()) };
            *logged = step;
            if let Err(interrupt) = said.and_then(|()| py.check_signals()) {
                self.is_stopped.store(true, Ordering::Relaxed);
                *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = Some(interrupt);
            }
        });
    }

    fn say(&self, py: Python<'_>, step: &(String, usize, usize)) -> PyResult<()> {
        log(py, step)?;
        self.progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (&step.0, step.1, step.2)).map(drop))
    }

    fn interrupt(&self) -> Option<PyErr> {
        self.interrupt.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Observer for Watch {
    fn tick(&self, step: &str, done: usize, total: usize) -> ControlFlow<()> {
        let mut now = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        if now.0 != step {
            step.clone_into(&mut now.0);
        }
        (now.1, now.2) = (done, total);
        if self.is_stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn log(py: Python<'_>, (step, done, total): &(String, usize, usize)) -> PyResult<()> {
    let logger = py.import("logging")?.call_method1("getLogger", ("slam_metric",))?;
    logger.call_method1("debug", ("%s: %d of %d", step, done, total))?;
    Ok(())
}

/// The threads of this process, and how many were asked for.
type Pool = (u32, Option<usize>, Arc<ThreadPool>);

/// The threads to work on: those of the last call where they serve, but not across a fork, which leaves threads behind.
fn pool(threads: Option<usize>, serves: impl Fn(Option<usize>) -> bool) -> PyResult<Arc<ThreadPool>> {
    static POOL: Mutex<Option<Pool>> = Mutex::new(None);
    if threads == Some(0) {
        return Err(refused("threads must be at least 1, got 0"));
    }
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
    let builder = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    let pool = Arc::new(builder.build().map_err(|error| refused(format!("threads: {error}")))?);
    *kept = Some((process::id(), threads, Arc::clone(&pool)));
    Ok(pool)
}
