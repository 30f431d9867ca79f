//! The arguments of `slam partial`.

use std::path::PathBuf;

use clap::Args;

use super::{InputArguments, MethodArguments, StepArguments};
use crate::inferring::TestArguments;

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
    #[command(flatten)]
    pub(crate) infer: TestArguments,
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
