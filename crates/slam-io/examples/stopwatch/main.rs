//! A stopwatch on every part of the work, for `bench/`: `stopwatch SPOTS`, then a line on standard input for each run.
//!
//! SPOTS is a raw file (see `spots`) or `lattice:N`. A line is `PART THREADS [ARGUMENT]` (see `parts`); the answer is a
//! line of JSON: the seconds, the value found, and the most memory held meanwhile. What a part needs is made beforehand,
//! once, outside of the clock.

mod parts;
mod spots;

use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::Instant;

use rayon::ThreadPool;
use serde_json::{Value, json};

use parts::{Failure, Part};

fn main() -> Result<(), Failure> {
    let Some(spots) = std::env::args().nth(1) else { return Err("usage: stopwatch FILE|lattice:N".into()) };
    let pair = spots::open(&spots)?;
    let (mut prepared, mut pools) = (BTreeMap::new(), BTreeMap::new());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [part, threads, argument @ ..] = words.as_slice() else { return Err("give a part and its threads".into()) };
        let argument = argument.first().copied().unwrap_or_default();
        let pool = pools.entry(threads.parse::<usize>()?).or_insert_with_key(|&threads| pool(threads));
        let pool = pool.as_ref().map_err(Clone::clone)?;
        let name = format!("{part} {argument}");
        if !prepared.contains_key(&name) {
            prepared.insert(name.clone(), pool.install(|| parts::prepare(&pair, part, argument))?);
        }
        println!("{}", timed(&prepared[&name], pool)?);
    }
    Ok(())
}

fn pool(threads: usize) -> Result<ThreadPool, String> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}

fn timed(part: &Part, pool: &ThreadPool) -> Result<Value, Failure> {
    forget_peak();
    let start = Instant::now();
    let value = pool.install(part)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(json!({ "seconds": seconds, "value": value, "peak_mib": peak_mib() }))
}

/// Lets the peak start again from the memory that is held at present, where Linux can.
fn forget_peak() {
    // Where this fails the peak is that of the whole process, which is no smaller.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory held, where Linux tells it.
///
/// A parent's `getrusage` would count what the parent itself had before it became this process.
fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}
