//! The arguments of `slam compare`.

use std::path::PathBuf;

use clap::Args;
use slam::RankBy;

use super::{InputArguments, MethodArguments, OutputArguments, StepArguments};
use crate::choices::parse_rank_by;
use crate::drawing::DrawArguments;
use crate::inferring::InferArguments;

const COMPARE_EXAMPLES: &str = "Examples:
  slam compare labels.csv --labels predictions.csv --truth label --pred GraphST --pred STAGATE
  slam compare slide.h5ad --truth region --pred-glob 'cluster_*' --report report.html
  slam compare slide.h5ad --labels BANKSY.tsv --labels SpaGCN.tsv --truth region --pred BANKSY --pred SpaGCN
  slam compare spots.csv --truth layer --pred-glob '*_domains' --slice section --format csv --output table.csv
  slam compare slide.csv --labels GraphST=a.csv --labels STAGATE=b.csv --truth region
  slam compare 'slides/{slice}.h5ad' --labels 'preds/{method}/{slice}.csv' --truth layer
  slam compare 2019.tif --labels 2001.tif --labels 2010.tif --words change --report change.html
  slam compare --study study.toml";

#[derive(Debug, Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Further files of spots, each a slide of its own; a pattern such as 'slides/{slice}.h5ad' names many at once
    #[arg(value_name = "MORE", help_heading = "Input")]
    pub(crate) more: Vec<PathBuf>,
    /// File that holds input, truth, labels, preds and any other option; those that are typed win
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(crate) study: Option<PathBuf>,
    /// Leave out slides, and files of labels of single methods, that cannot be read, and say so: exit status 1
    #[arg(long, help_heading = "Input")]
    pub(crate) keep_going: bool,
    #[command(flatten)]
    pub(crate) methods: MethodArguments,
    #[command(flatten)]
    pub(crate) steps: StepArguments,
    #[arg(long, value_name = "NUMBER", value_parser = parse_rank_by, help = format!(
        "Number that methods are ranked by: slam_adjusted, slam, slam_pinned or a metric [default: {}]", RankBy::default()
    ))]
    pub(crate) rank_by: Option<RankBy>,
    #[command(flatten)]
    pub(crate) infer: InferArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Write a table with a row per method and spot: labels, disagreement, share of what is wrong
    #[arg(long, value_name = "FILE")]
    pub(crate) spots: Option<PathBuf>,
    /// Write a report: one HTML file with maps, that opens offline in any browser
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write what the report shows as figures, SVG and PDF, into a folder
    #[arg(long, value_name = "DIR")]
    pub(crate) figures: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) draw: DrawArguments,
}
