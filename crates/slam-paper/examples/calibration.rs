//! Prints how well the procedures of inference keep what they promise, as tables for `docs/inference.md`.
//!
//! `cargo run --release -p slam-paper --example calibration -- [TRIALS [REPLICATES]]`; 200 and 999 if not given.
#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::error::Error;

use slam_paper::calibration::{Effort, TISSUES, coverage, donors, paired, shifts};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<usize> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
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
