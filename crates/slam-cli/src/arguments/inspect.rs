//! The arguments of `slam inspect`.

use std::path::PathBuf;

use clap::Args;

use super::OutputArguments;

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
