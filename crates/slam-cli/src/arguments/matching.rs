//! The arguments of `slam match`.

use std::path::PathBuf;

use clap::Args;

use super::{InputArguments, MethodArguments, OutputArguments, StepArguments};

const MATCH_EXAMPLES: &str = "Examples:
  slam match spots.csv --truth region --pred cluster
  slam match labels.csv --labels predictions.csv --truth label --pred GraphST --spots renamed.csv
  slam match spots.csv --truth region --pred cluster --matching hungarian --format json";

#[derive(Debug, Args)]
#[command(after_help = MATCH_EXAMPLES)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) methods: MethodArguments,
    #[command(flatten)]
    pub(crate) steps: StepArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Write a table with a row per spot: its labels, and those of each pred in the truth's words
    #[arg(long, value_name = "FILE")]
    pub(crate) spots: Option<PathBuf>,
}
