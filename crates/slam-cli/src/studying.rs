//! The arguments of `slam partial` and `slam merge`, which compare the slides of a study one by one.

use std::path::PathBuf;

use clap::Args;
use slam::RankBy;

use crate::arguments::{InputArguments, OutputArguments, StepArguments};
use crate::choices::parse_rank_by;
use crate::comparing::MethodArguments;

const PARTIAL_EXAMPLES: &str = "Examples:
  slam partial slides/151507.h5ad --labels 'preds/{method}/151507.csv' --truth layer -o 151507.partial
  slam partial slide.csv --truth region --pred-glob 'cluster_*' --name s1 -o s1.partial";

#[derive(Debug, Args)]
#[command(after_help = PARTIAL_EXAMPLES)]
pub(crate) struct PartialArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) methods: MethodArguments,
    #[command(flatten)]
    pub(crate) steps: StepArguments,
    /// Name of the slice [default: that of the file]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Whose slice it is, as a name (--donor takes it from a column)
    #[arg(long, value_name = "NAME", conflicts_with = "donor")]
    pub(crate) donor_name: Option<String>,
    /// File to write the partial result to, for slam merge
    #[arg(long, short, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,
    /// No progress, notes or warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const MERGE_EXAMPLES: &str = "Examples:
  slam merge *.partial
  slam merge parts/*.partial --format json --output study.json";

#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(crate) struct MergeArguments {
    /// Files that slam partial wrote, in any order
    #[arg(value_name = "PARTIAL", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long, value_name = "NUMBER", value_parser = parse_rank_by, help = format!(
        "Number that methods are ranked by: slam_adjusted, slam, slam_pinned or a metric [default: {}]", RankBy::default()
    ))]
    pub(crate) rank_by: Option<RankBy>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
