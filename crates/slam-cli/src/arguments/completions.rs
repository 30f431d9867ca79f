//! The arguments of `slam completions`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  slam completions bash > /etc/bash_completion.d/slam")]
pub(crate) struct CompletionArguments {
    /// Shell to complete for
    pub(crate) shell: clap_complete::Shell,
}
