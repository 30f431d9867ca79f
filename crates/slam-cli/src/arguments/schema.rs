//! The arguments of `slam schema`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  slam schema\n  slam schema score > slam-score.schema.json")]
pub(crate) struct SchemaArguments {
    /// Whose JSON: score, compare, study, match, inspect, layout or reproduce; without it, all are listed with their versions
    pub(crate) name: Option<String>,
}
