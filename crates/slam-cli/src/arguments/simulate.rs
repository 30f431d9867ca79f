//! The arguments of `slam simulate`.

use std::path::PathBuf;

use clap::Args;

const SIMULATE_EXAMPLES: &str = "Examples:
  slam simulate I -o case1.csv
  slam score case1.csv --truth truth --pred more_mislabels
  slam simulate VI -o case6.csv
  slam score case6.csv --expression case6.expression.csv --truth truth --pred cancer_as_gland";

#[derive(Debug, Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(crate) struct SimulateArguments {
    /// Case to make: I, II, III, IV, V, VI, VIII-mirrored, VIII-turned, VIII-swapped, VIII-moved, IX
    #[arg(value_name = "CASE")]
    pub(crate) case: String,
    /// Where to write it, as CSV or TSV; measurements, if there are any, go beside it
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// No notes
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
