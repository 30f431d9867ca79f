//! The experiments, one file each: what is computed, and whether it bears out the claim.

mod published;
mod table1;

use slam::{Observer, Result};
use slam_report::exhibit::Exhibit;

use crate::programme::Programme;

/// An experiment: the key of its exhibit and how it is run.
#[derive(Debug, Clone, Copy)]
pub struct Experiment {
    /// The key in the JSON, and the name to ask for.
    pub key: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Runs it; none where its data were not given.
    pub run: fn(&Programme, &dyn Observer) -> Result<Option<Exhibit>>,
}

/// All experiments, in the order in which they are shown.
pub const EXPERIMENTS: [Experiment; 1] =
    [Experiment { key: "table1", title: "Table 1: Q of SLAM and of fourteen metrics", run: table1::run }];
