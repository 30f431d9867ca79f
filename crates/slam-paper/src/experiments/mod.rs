//! The experiments, one file each: what is computed, and whether it bears out the claim.

mod published;
mod table1;
mod case2;
mod case6;
mod crowd;
mod complexity;
mod sensitivity;
mod sweep;
mod case7;
mod case8;
mod case9;
mod case10;
mod case11;
mod framework;
mod matching;
mod inference;

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
pub const EXPERIMENTS: [Experiment; 14] = [
    Experiment { key: "table1", title: "Q of SLAM and of fourteen metrics in five cases", run: table1::run },
    Experiment { key: "case2", title: "SLAM as ever more spots are wrong", run: case2::run },
    Experiment { key: "case6", title: "Case VI under other likenesses within tissues", run: case6::run },
    Experiment { key: "complexity", title: "time by number of spots and of labels", run: complexity::run },
    Experiment { key: "sensitivity", title: "SLAM under other bandwidths", run: sensitivity::run },
    Experiment { key: "sweep", title: "the cases under other settings", run: sweep::run },
    Experiment { key: "case7", title: "breast cancer: three methods, and which matching", run: case7::run },
    Experiment { key: "case8", title: "where plain SLAM is blind", run: case8::run },
    Experiment { key: "case9", title: "where matching flatters", run: case9::run },
    Experiment { key: "case10", title: "election maps: which year is 2024 nearest to", run: case10::run },
    Experiment { key: "case11", title: "who tells methods from chance", run: case11::run },
    Experiment {
        key: "framework",
        title: "other choices of extraction, discrepancy and matching",
        run: framework::run,
    },
    Experiment { key: "matching", title: "which matching flatters blind domains", run: matching::run },
    Experiment { key: "inference", title: "how often tests, intervals and pairs are right", run: inference::run },
];
