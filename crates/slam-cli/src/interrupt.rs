//! Ctrl-C: the work is asked to stop, and ends soon in any case.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::output::complain;

/// The exit status of a command that was stopped, as shells have it.
pub(crate) const STOPPED: u8 = 130;

/// So long the work may take to stop by itself.
const PATIENCE: Duration = Duration::from_millis(300);

static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Listens to Ctrl-C from here on, unless whoever started this has it ignored.
pub(crate) fn listen() {
    // Without the handler Ctrl-C ends the command all the same, only less politely.
    let _ = ctrlc::try_set_handler(|| {
        if !IS_STOPPED.swap(true, Ordering::Relaxed) {
            thread::sleep(PATIENCE);
        }
        slam_io::discard_unfinished();
        complain("stopped");
        process::exit(STOPPED.into());
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::Relaxed)
}

/// Whether an error says that the work was asked to stop.
pub(crate) fn is_stop(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(slam::Error::Stopped)))
}
