//! The arguments of `slam score`.

use std::path::PathBuf;

use clap::Args;

use super::{InputArguments, OutputArguments, StepArguments};
use crate::drawing::DrawArguments;
use crate::inferring::InferArguments;

const SCORE_EXAMPLES: &str = "Examples:
  slam score spots.csv --truth region --pred cluster
  slam score spots.csv.gz --truth region --pred cluster --slice section --format json
  slam score labels.csv --labels predictions.csv --truth label --pred GraphST
  slam score slide.h5ad --truth region --pred leiden --expression layer:counts --log-normalize
  slam score slide.h5ad --labels BANKSY.tsv --truth region --pred BANKSY --graph obsp:spatial_connectivities
  slam score 2001.tif --labels 2019.tif
  slam score states.geojson --truth winner_2016 --pred winner_2024 --graph contiguity --severity-column votes
  slam score spots.csv --truth tissue --pred call --severity normal=1 --severity tumor=2";

#[derive(Debug, Args)]
#[command(after_help = SCORE_EXAMPLES)]
pub(crate) struct ScoreArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// Column with the labels that are judged [default: the one of --labels]
    #[arg(long, value_name = "COL", required_unless_present = "labels")]
    pub(crate) pred: Option<String>,
    #[command(flatten)]
    pub(crate) steps: StepArguments,
    #[command(flatten)]
    pub(crate) infer: InferArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Write a table with a row per spot: labels, disagreement, share of what is wrong
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
