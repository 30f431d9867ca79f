//! The arguments of `slam reproduce`.

use std::path::PathBuf;

use clap::Args;
use slam::Options;

use super::OutputArguments;

const REPRODUCE_EXAMPLES: &str = "Examples:
  slam reproduce
  slam reproduce --report paper.html
  slam reproduce --only table1 --format json
  slam reproduce --case7 her2st_A1 --case10 us_states
  slam reproduce --only case11 --case11 her2st_A1 --case11 dlpfc_151673";

#[derive(Debug, Args)]
#[command(after_help = REPRODUCE_EXAMPLES)]
pub(crate) struct ReproduceArguments {
    /// Folder with the breast cancer section of Case VII: labels.csv, predictions.csv, counts.h5ad if there
    #[arg(long, value_name = "DIR")]
    pub(crate) case7: Option<PathBuf>,
    /// Folder with the election maps of Case X: states.csv, states_adjacency.csv
    #[arg(long, value_name = "DIR")]
    pub(crate) case10: Option<PathBuf>,
    /// Folder with a real slide for Case XI: labels.csv and predictions.csv, plain or gzipped (repeatable)
    #[arg(long, value_name = "DIR")]
    pub(crate) case11: Vec<PathBuf>,
    /// Run this experiment alone (repeatable)
    #[arg(long, value_name = "KEY")]
    pub(crate) only: Vec<String>,
    /// Seed of all randomness
    #[arg(long, value_name = "SEED", default_value_t = Options::default().seed)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Write a report: one HTML file with the plots, that opens offline in any browser
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}
