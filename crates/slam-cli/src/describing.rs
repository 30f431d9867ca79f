//! The arguments of the commands that describe files and the command itself: `inspect`, `schema`, `man`, `completions`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::OutputArguments;

const INSPECT_EXAMPLES: &str = "Examples:
  slam inspect spots.csv
  slam inspect slide.h5ad
  slam inspect states.geojson
  slam inspect study
  slam inspect 'slides/{slice}.h5ad' --labels 'preds/{method}/{slice}.csv'";

#[derive(Debug, Args)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(crate) struct InspectArguments {
    /// File to look into: CSV or TSV, plain or gzipped, Parquet, AnnData (.h5ad, .zarr), GeoJSON or GeoTIFF; or a folder, or a pattern of slides
    pub(crate) file: PathBuf,
    /// Pattern of files of labels, such as 'preds/{method}/{slice}.csv' (repeatable)
    #[arg(long, value_name = "PATTERN")]
    pub(crate) labels: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  slam schema\n  slam schema score > slam-score.schema.json")]
pub(crate) struct SchemaArguments {
    /// Whose JSON: score, compare, study, match, inspect, layout or reproduce; without it, all are listed with their versions
    pub(crate) name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  slam man > slam.1\n  slam man score > slam-score.1")]
pub(crate) struct ManArguments {
    /// Command that the page is about; without it, slam as a whole
    pub(crate) command: Option<String>,
}
