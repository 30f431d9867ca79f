//! The arguments of `slam man`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  slam man > slam.1\n  slam man score > slam-score.1")]
pub(crate) struct ManArguments {
    /// Command that the page is about; without it, slam as a whole
    pub(crate) command: Option<String>,
}
