//! Bars on a terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use slam::Observer;

/// Shows how far the steps have come, and stops them when the user asks.
pub(crate) struct Progress {
    bar: Option<Mutex<(String, ProgressBar)>>,
    is_stopped: Arc<AtomicBool>,
}

impl Progress {
    /// An observer that listens to Ctrl-C, and draws a bar if standard error is a terminal.
    pub(crate) fn new(quiet: bool) -> Self {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&is_stopped);
        // Without the handler Ctrl-C ends the command all the same, only less politely.
        let _ = ctrlc::set_handler(move || {
            if heard.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let is_drawn = !quiet && std::io::stderr().is_terminal();
        let bar = is_drawn.then(|| {
            let bar = ProgressBar::new(0);
            let style = ProgressStyle::with_template("{msg:12} {bar:40} {pos}/{len}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            Mutex::new((String::new(), bar))
        });
        Self { bar, is_stopped }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Ok(bar)) = self.bar.as_ref().map(Mutex::lock) {
            bar.1.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn tick(&self, step: &str, done: usize, total: usize) -> ControlFlow<()> {
        if let Some(Ok(mut drawn)) = self.bar.as_ref().map(Mutex::lock) {
            let (name, bar) = &mut *drawn;
            if name != step {
                step.clone_into(name);
                bar.set_message(step.to_owned());
            }
            bar.set_length(total as u64);
            bar.set_position(done as u64);
        }
        if self.is_stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
