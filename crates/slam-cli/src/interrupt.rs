//! Ctrl-C: the work is asked to stop, and ends soon in any case; a test is cut short, and what is done of it is kept.

use std::process;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use crate::output::complain;

/// The exit status of a command that was stopped, as shells have it.
pub(crate) const STOPPED: u8 = 130;

/// So long the work may take to stop by itself.
const PATIENCE: Duration = Duration::from_millis(300);

static STATE: State = State(AtomicU8::new(State::PLAIN));

/// Listens to Ctrl-C from here on, unless whoever started this has it ignored.
pub(crate) fn listen() {
    // Without the handler Ctrl-C ends the command all the same, only less politely.
    let _ = ctrlc::try_set_handler(|| {
        match STATE.press() {
            State::CUT_SHORT => return,
            State::STOPPED => thread::sleep(PATIENCE),
            _ => {}
        }
        slam_io::discard_unfinished();
        complain("stopped");
        process::exit(STOPPED.into());
    });
}

/// Whether a step should stop, because Ctrl-C was pressed.
///
/// `is_kept` says that the step may be cut short without loss: then one Ctrl-C ends such steps, and the next one everything.
pub(crate) fn is_stopped(is_kept: bool) -> bool {
    STATE.stops(is_kept)
}

/// Whether an error says that the work was asked to stop.
pub(crate) fn is_stop(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(slam::Error::Stopped)))
}

/// What is being done, and what Ctrl-C did to it.
struct State(AtomicU8);

impl State {
    /// Steps that are lost when they stop.
    const PLAIN: u8 = 0;
    /// Steps that may be cut short.
    const KEPT: u8 = 1;
    /// Such steps were cut short, and the others go on.
    const CUT_SHORT: u8 = 2;
    /// Everything stops.
    const STOPPED: u8 = 3;
    /// Everything was to stop already.
    const AT_ONCE: u8 = 4;

    /// Ctrl-C; returns what came of it.
    fn press(&self) -> u8 {
        let next = |now: u8| match now {
            Self::KEPT => Self::CUT_SHORT,
            Self::PLAIN => Self::STOPPED,
            _ => Self::AT_ONCE,
        };
        let was = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(next(now)));
        was.map_or(Self::AT_ONCE, next)
    }

    /// Whether a step that reports should stop.
    fn stops(&self, is_kept: bool) -> bool {
        let (from, to) = if is_kept { (Self::PLAIN, Self::KEPT) } else { (Self::KEPT, Self::PLAIN) };
        let now = self.0.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
        now.is_err_and(|now| now >= Self::STOPPED || now == Self::CUT_SHORT && is_kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_steps_stop() {
        let state = State(AtomicU8::new(State::PLAIN));
        assert!(!state.stops(false));
        assert_eq!(state.press(), State::STOPPED);
        assert!(state.stops(false) && state.stops(true));
        assert_eq!(state.press(), State::AT_ONCE);
    }

    #[test]
    fn a_test_is_cut_short_and_the_rest_goes_on() {
        let state = State(AtomicU8::new(State::PLAIN));
        assert!(!state.stops(false) && !state.stops(true));
        assert_eq!(state.press(), State::CUT_SHORT);
        assert_eq!([state.stops(true), state.stops(false), state.stops(true)], [true, false, true]);
        assert_eq!(state.press(), State::AT_ONCE);
        assert!(state.stops(false));
    }

    #[test]
    fn after_a_test_steps_are_plain_again() {
        let state = State(AtomicU8::new(State::PLAIN));
        assert!(!state.stops(true) && !state.stops(false));
        assert_eq!(state.press(), State::STOPPED);
    }
}
