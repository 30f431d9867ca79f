//! What can be typed to have the command describe itself.

use clap::Args;

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
