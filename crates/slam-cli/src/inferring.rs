//! The arguments that ask for statistical tests and confidence intervals.

use anyhow::{Result, bail};
use clap::Args;
use slam::Options;
use slam::inference::Infer;

/// Whether the shift test is run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inference (is it real?)")]
pub(crate) struct TestArguments {
    /// Run the shift test (is the agreement better than chance?) with 999 shifts and show it beside two other tests; compare runs
    /// it with 199 shifts unasked
    #[arg(long, conflicts_with = "no_test")]
    pub(crate) test: bool,
    /// Leave out the shift test that compare runs unasked
    #[arg(long)]
    pub(crate) no_test: bool,
    /// Number of random replicates (shifts) of a test [default: 999, or 199 where compare runs it unasked]
    #[arg(long, value_name = "N")]
    pub(crate) replicates: Option<usize>,
}

/// Whether it is real.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inference (is it real?)")]
pub(crate) struct InferArguments {
    #[command(flatten)]
    pub(crate) shift: TestArguments,
    /// Give confidence intervals of 95 %: how far the numbers would move on another section, or with other donors
    #[arg(long)]
    pub(crate) interval: bool,
    /// Test which differences between methods hold, adjusted for all pairs (compare)
    #[arg(long)]
    pub(crate) pairs: bool,
    /// All three: --test, --interval and --pairs
    #[arg(long)]
    pub(crate) infer: bool,
}

impl TestArguments {
    /// The same options with the shift test as it is asked, `all` if everything is.
    pub(crate) fn ask(&self, options: Options, all: bool) -> Options {
        let test = if self.no_test { Some(false) } else { (self.test || all).then_some(true) };
        Options { test, replicates: self.replicates, ..options }
    }
}

impl InferArguments {
    /// The same options with what is asked.
    pub(crate) fn ask(&self, options: Options) -> Options {
        let Self { ref shift, interval, pairs, infer } = *self;
        let asked = match (infer, shift.test || interval || pairs) {
            (true, _) => Infer::ALL,
            (_, true) => Infer::Asked { test: shift.test, interval, pairs },
            _ => Infer::Auto,
        };
        let test = shift.no_test.then_some(false);
        Options { infer: asked, test, replicates: shift.replicates, ..options }
    }

    /// The same of one slide of a study, whose intervals and pairs are over slides and given without asking.
    pub(crate) fn ask_slide(&self, options: Options) -> Options {
        self.shift.ask(options, self.infer)
    }

    /// Refuses what a single method cannot be asked.
    pub(crate) fn check_one(&self) -> Result<()> {
        if self.pairs {
            bail!("--pairs: one method has no other to differ from; slam compare takes several");
        }
        Ok(())
    }
}
