//! Times metrics on a raw file of spots, for `bench/metrics.py`: `time_metrics FILE METRICS REPEATS` prints JSON.
//!
//! The file is little-endian: n as u64, then x and y of each spot as f64, then truth and pred of each as u16.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a stopwatch reads the clock, files and arguments, and prints"
)]

mod raw_spots;

use std::error::Error;
use std::time::Instant;

use slam::matcher::{Identity, Matcher};
use slam::metrics::{Nmi, Selection, evaluate};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, metrics, repeats] = arguments.as_slice() else {
        return Err("usage: time_metrics FILE METRICS REPEATS".into());
    };
    let pair = raw_spots::read(&std::fs::read(file)?)?;
    // The clock is on the metrics, not on the matching.
    let matching = Identity.match_labels(&pair)?;
    let selection: Selection = metrics.parse()?;
    let mut best = f64::INFINITY;
    let mut values = None;
    for _ in 0..repeats.parse::<usize>()? {
        let start = Instant::now();
        values = Some(evaluate(&pair, &matching, &selection, Nmi::Arithmetic, &())?);
        best = best.min(start.elapsed().as_secs_f64());
    }
    let peak = peak_kib();
    println!(
        "{}",
        serde_json::json!({ "n_spots": pair.n_spots(), "seconds": best, "peak_kib": peak, "values": values })
    );
    Ok(())
}

/// The most memory this process has had, where Linux tells it.
///
/// A parent's `getrusage` would count what the parent itself had before it became this process.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
