//! The arguments of `slam demo`.

use std::path::PathBuf;

use clap::Args;

use super::OutputArguments;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  slam demo --report demo.html")]
pub(crate) struct DemoArguments {
    /// Where to write the report
    #[arg(long, value_name = "FILE", default_value = "slam-demo.html")]
    pub(crate) report: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
