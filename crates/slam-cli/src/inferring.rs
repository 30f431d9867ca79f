//! The arguments that ask for statistical tests and confidence intervals.

use anyhow::{Result, bail};
use clap::Args;
use slam::Options;
use slam::inference::Infer;

/// Whether it is real.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inference (is it real?)")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that can be typed")]
pub(crate) struct InferArguments {
    /// Test whether the agreement is better than chance (shift test: the pred is moved over the tissue as a whole)
    #[arg(long)]
    pub(crate) test: bool,
    /// Give confidence intervals of 95 %: how far the numbers would move on another section, or with other donors
    #[arg(long)]
    pub(crate) interval: bool,
    /// Test which differences between methods hold, adjusted for all pairs (compare)
    #[arg(long)]
    pub(crate) pairs: bool,
    /// All three: --test, --interval and --pairs
    #[arg(long)]
    pub(crate) infer: bool,
    /// Number of random replicates (shifts) of a test
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

    /// Refuses what a single method cannot be asked.
    pub(crate) fn check_one(&self) -> Result<()> {
        if self.pairs {
            bail!("--pairs: one method has no other to differ from; slam compare takes several");
        }
        Ok(())
    }
}
