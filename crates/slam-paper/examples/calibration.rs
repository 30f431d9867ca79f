//! Prints how well the procedures of inference keep what they promise, as tables for `docs/inference.md`.
//!
//! `cargo run --release -p slam-paper --example calibration -- [TRIALS [REPLICATES]]`; 200 and 999 if not given.
//!
//! With `--range [SLIDES]` alone it measures intervals and pairs with errors of every range, on 36 slides of each kind.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a table is what it is for")]

use std::error::Error;

use slam_paper::calibration::{ERRORS, Effort, LATTICES, TISSUES, coverage, donors, paired, ranges, shifts, table_of};

/// Slides of each size with each model of errors, with 16 methods on each.
const SLIDES: usize = 36;
fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("--range") => measure_ranges(words.get(1).map(|word| word.parse()).transpose()?.unwrap_or(SLIDES)),
        _ => print_tables(&words),
    }
}

/// Measures intervals and pairs with errors of every range.
fn measure_ranges(n_slides: usize) -> Result<(), Box<dyn Error>> {
    let mut rows = Vec::new();
    for lattice in LATTICES {
        for errors in ERRORS {
            rows.push(ranges(errors, lattice, n_slides)?);
        }
    }
    println!("{}", table_of(&rows));
    Ok(())
}

fn print_tables(words: &[String]) -> Result<(), Box<dyn Error>> {
    let given: Vec<usize> = words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let effort =
        Effort { trials: given.first().copied().unwrap_or(200), replicates: given.get(1).copied().unwrap_or(999) };
    println!("{effort:?}\n");
    println!(
        "| labelings called better than chance at 5 % | unrelated, shift | unrelated, permutation | 30 % right, shift | 60 % right, shift | ARI of unrelated |"
    );
    println!("|---|---|---|---|---|---|");
    for tissue in TISSUES {
        let found = shifts(tissue, effort)?;
        let name = tissue.name();
        let [shift, permutation, third, most] = [found.shift, found.permutation, found.third, found.most].map(percent);
        println!("| {name} | {shift} | {permutation} | {third} | {most} | {:.2} |", found.index);
    }
    println!("\n| intervals that hold the true number | mistakes | slam_pinned | slam_adjusted | slam | ari |");
    println!("|---|---|---|---|---|---|");
    for tissue in TISSUES {
        let found = coverage(tissue, effort)?;
        for (kind, shares) in [("local", found.local), ("clumped", found.clumps)] {
            let cells: Vec<String> = shares.iter().map(|(_, share)| percent(*share)).collect();
            println!("| {} | {kind} | {} |", tissue.name(), cells.join(" | "));
        }
    }
    println!(
        "\n| pairs told apart at 5 % | equal, slam_adjusted | equal, slam_pinned | equal, clumped | twice as wrong |"
    );
    println!("|---|---|---|---|---|");
    for tissue in TISSUES {
        let found = paired(tissue, effort)?;
        let cells = [found.adjusted, found.pinned, found.clumps, found.worse].map(percent);
        println!("| {} | {} |", tissue.name(), cells.join(" | "));
    }
    let found = donors(Effort { trials: 20 * effort.trials, ..effort });
    println!(
        "\nequal methods told apart, 3 donors of 4 slices: by donor {}, by slice {}",
        percent(found.by_donor),
        percent(found.by_slice)
    );
    Ok(())
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
