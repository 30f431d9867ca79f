//! What can be typed to ask whether a result is real.

use anyhow::{Result, bail};
use clap::Args;
use slam::Options;
use slam::inference::Infer;

/// Whether it is real.
#[derive(Debug, Args)]
#[command(next_help_heading = "Is it real?")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that can be typed")]
pub(crate) struct InferArguments {
    /// Ask whether the agreement is better than chance: the pred is moved over the tissue as a whole
    #[arg(long)]
    pub(crate) test: bool,
    /// Ask how far the numbers would move on another section, or with other donors: intervals of 95 %
    #[arg(long)]
    pub(crate) interval: bool,
    /// Ask which differences between methods hold, all pairs considered (compare)
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Ask all of these
    #[arg(long)]
    pub(crate) infer: bool,
    /// Number of replicates of a test
    #[arg(long, value_name = "N", default_value_t = Options::default().replicates)]
    pub(crate) replicates: usize,
}

impl InferArguments {
    /// The same options with what is asked.
    pub(crate) fn ask(&self, options: Options) -> Options {
        let Self { test, interval, pairs, infer, replicates } = *self;
        let asked = match (infer, test || interval || pairs) {
            (true, _) => Infer::ALL,
            (_, true) => Infer::Asked { test, interval, pairs },
            _ => Infer::Auto,
        };
        Options { infer: asked, replicates, ..options }
    }

    /// Whether intervals are asked for outright.
    pub(crate) fn is_asked_interval(&self) -> bool {
        self.interval || self.infer
    }

    /// Refuses what a single method cannot be asked.
    pub(crate) fn check_one(&self) -> Result<()> {
        if self.pairs {
            bail!("--pairs: one method has no other to differ from; slam compare takes several");
        }
        Ok(())
    }
}
