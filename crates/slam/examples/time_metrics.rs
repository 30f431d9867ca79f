//! Times metrics on a raw file of spots, for `bench/metrics.py`: `time_metrics FILE METRICS REPEATS` prints JSON.
//!
//! The file is little-endian: n as u64, then x and y of each spot as f64, then truth and pred of each as u16.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a stopwatch reads the clock, files and arguments, and prints"
)]

use std::error::Error;
use std::time::Instant;

use slam::matcher::{Identity, Matcher};
use slam::metrics::{Nmi, Selection, evaluate};
use slam::{Labeling, Pair, Spots};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, metrics, repeats] = arguments.as_slice() else {
        return Err("usage: time_metrics FILE METRICS REPEATS".into());
    };
    let pair = read(&std::fs::read(file)?)?;
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

fn read(bytes: &[u8]) -> Result<Pair, Box<dyn Error>> {
    let word = |at: usize| bytes.get(at..at + 8).and_then(|word| word.try_into().ok()).ok_or("the file is too short");
    let n_spots = usize::try_from(u64::from_le_bytes(word(0)?))?;
    let coordinates = (0..2 * n_spots).map(|i| word(8 + 8 * i).map(f64::from_le_bytes)).collect::<Result<_, _>>()?;
    let codes = |start: usize| {
        let texts = bytes[start..start + 2 * n_spots]
            .chunks_exact(2)
            .map(|code| i64::from(u16::from_le_bytes([code[0], code[1]])));
        let names: Vec<String> = (0..=u16::MAX).map(|name| name.to_string()).collect();
        Labeling::from_codes(&names, texts)
    };
    let labels = 8 + 16 * n_spots;
    if bytes.len() != labels + 4 * n_spots {
        return Err("the file has the wrong length".into());
    }
    Ok(Pair::new(Spots::new(2, coordinates)?, codes(labels)?, codes(labels + 2 * n_spots)?)?)
}
