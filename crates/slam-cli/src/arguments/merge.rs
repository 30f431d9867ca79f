//! The arguments of `slam merge`.

use std::path::PathBuf;

use clap::Args;
use slam::RankBy;

use super::OutputArguments;
use crate::choices::parse_rank_by;

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
