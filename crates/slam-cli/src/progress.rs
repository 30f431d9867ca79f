//! What is being done, how far it is and for how long, on a terminal and not before it takes two seconds.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use slam::Observer;

use crate::interrupt::is_stopped;

/// Shorter work is silent.
const SILENCE: Duration = Duration::from_secs(2);
/// So often the line is drawn anew.
const REDRAW: Duration = Duration::from_millis(250);
/// A line is never longer, so that it fits on every terminal.
const WIDTH: usize = 72;
const BAR: usize = 20;

/// The step in which the methods of a comparison are counted, while each takes steps of its own.
const METHODS: &str = "methods";
/// The step that says how many slices are done.
pub(crate) const SLICES: &str = "slices";

/// Watches the steps, shows how far they have come, and stops them when the user asks.
pub(crate) struct Progress {
    state: Arc<Mutex<State>>,
    /// What ends the drawing, and the thread that does it; none where nothing is drawn.
    pen: Option<(Sender<()>, JoinHandle<()>)>,
}

/// How far the work has come.
#[derive(Debug, Clone, Default)]
struct State {
    step: String,
    done: usize,
    /// 0 where it is not known.
    total: usize,
    /// How many methods are done, of how many.
    methods: Option<(usize, usize)>,
    /// How many slices are done, of how many.
    slices: Option<(usize, usize)>,
}

/// Whether a line is drawn on standard error, to be wiped before anything else is said there.
static IS_DRAWN: Mutex<bool> = Mutex::new(false);

impl Progress {
    /// An observer that stops on Ctrl-C, and draws a line if standard error is a terminal.
    pub(crate) fn new(quiet: bool) -> Arc<Self> {
        let state = Arc::<Mutex<State>>::default();
        let is_drawn = !quiet && io::stderr().is_terminal();
        let pen = is_drawn.then(|| {
            let (end, ended) = channel();
            let state = Arc::clone(&state);
            let begun = Instant::now();
            let draw = move || {
                while ended.recv_timeout(REDRAW) == Err(RecvTimeoutError::Timeout) {
                    if begun.elapsed() >= SILENCE {
                        let now = state.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        draw(&now.line(begun.elapsed()));
                    }
                }
                wipe_and(|| ());
            };
            (end, thread::spawn(draw))
        });
        Arc::new(Self { state, pen })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, drawing)) = self.pen.take() {
            drop(end);
            // A line that could not be drawn is no reason to fail.
            let _ = drawing.join();
        }
    }
}

impl Observer for Progress {
    fn tick(&self, step: &str, done: usize, total: usize) -> ControlFlow<()> {
        if self.pen.is_some() {
            self.state.lock().unwrap_or_else(PoisonError::into_inner).note(step, done, total);
        }
        if is_stopped(slam::inference::is_kept(step)) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl State {
    fn note(&mut self, step: &str, done: usize, total: usize) {
        if step == SLICES {
            self.slices = (done < total).then_some((done, total));
            return;
        }
        if step == METHODS && self.slices.is_some() {
            return;
        }
        if step == METHODS {
            self.methods = (done < total && total > 1).then_some((done, total));
            return;
        }
        if self.step != step {
            step.clone_into(&mut self.step);
        }
        (self.done, self.total) = (done, total);
    }

    /// What is being done, how far it is, and for how long: `asw  ████████············  43 %  0:12`.
    fn line(&self, elapsed: Duration) -> String {
        let slices = self.slices.map(|(done, total)| format!("{done} of {total} slices, ")).unwrap_or_default();
        let methods = self.methods.map(|(done, total)| format!("{done} of {total} methods, ")).unwrap_or_default();
        let what: String =
            format!("{slices}{methods}{}", self.step).chars().filter(|letter| !letter.is_control()).collect();
        // Work in one piece is not begun or done by halves.
        let share = (self.total > 1).then(|| (self.done as f64 / self.total as f64).min(1.0));
        let far = match share {
            Some(share) => {
                let n = (share * BAR as f64) as usize;
                format!("{}{} {:>3.0} %", "█".repeat(n), "·".repeat(BAR - n), (100.0 * share).floor())
            }
            None if self.done > 0 && self.total == 0 => format!("{} MiB", self.done >> 20),
            None => String::new(),
        };
        let seconds = elapsed.as_secs();
        let behind = format!("  {far}  {}:{:02}", seconds / 60, seconds % 60);
        let room = WIDTH.saturating_sub(behind.chars().count());
        what.chars().take(room).chain(behind.chars()).collect()
    }
}

fn draw(line: &str) {
    let mut is_drawn = IS_DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    // Nobody may be listening, and that is no reason to fail.
    let _ = write!(io::stderr(), "\r{line:<WIDTH$}");
    *is_drawn = true;
}

/// Wipes the line, if one is drawn, and then says something.
pub(crate) fn wipe_and(say: impl FnOnce()) {
    let mut is_drawn = IS_DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut *is_drawn) {
        let _ = write!(io::stderr(), "\r{:WIDTH$}\r", "");
    }
    say();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ticks: &[(&str, usize, usize)], seconds: u64) -> String {
        let mut state = State::default();
        ticks.iter().for_each(|&(step, done, total)| state.note(step, done, total));
        state.line(Duration::from_secs(seconds))
    }

    #[test]
    fn the_line_says_what_and_how_far_and_for_how_long() {
        assert_eq!(line(&[("asw", 43, 100)], 72), "asw  ████████············  43 %  1:12");
        assert_eq!(line(&[("asw", 999, 1000)], 3), "asw  ███████████████████·  99 %  0:03");
        assert_eq!(line(&[("reading -", 5 << 20, 0)], 4), "reading -  5 MiB  0:04");
        assert_eq!(line(&[("report", 0, 0)], 4), "report    0:04");
        assert_eq!(line(&[("reading a.h5ad: region", 0, 0)], 4), "reading a.h5ad: region    0:04");
    }

    #[test]
    fn methods_are_counted_beside_their_steps() {
        let ticks = [("graph", 5, 10), ("methods", 2, 7), ("discrepancy", 1, 2)];
        assert_eq!(line(&ticks, 2), "2 of 7 methods, discrepancy  ██████████··········  50 %  0:02");
        assert_eq!(line(&[("methods", 0, 1), ("asw", 0, 2)], 2), "asw  ····················   0 %  0:02");
        assert_eq!(line(&[("matching", 0, 1)], 2), "matching    0:02");
    }

    #[test]
    fn a_long_name_is_cut() {
        let long = line(&[(&format!("reading {}\u{1b}[2J.csv", "x".repeat(90)), 1, 4)], 2);
        assert!(long.chars().count() == WIDTH && !long.contains('\u{1b}') && long.ends_with("  25 %  0:02"), "{long}");
    }
}
