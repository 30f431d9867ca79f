//! What is reproduced, with which options, and what was given for the cases that are not made.

use std::sync::Arc;

use slam::{Error, Observer, Options, Result};
use slam_report::exhibit::Exhibit;

use crate::experiments::{EXPERIMENTS, Experiment};
use crate::slide::Slide;

/// What to reproduce, and with what.
#[derive(Debug, Clone)]
pub struct Programme {
    /// The options of every experiment, but for what each sets itself.
    pub options: Options,
    /// The keys of the experiments to run; empty: all.
    pub only: Vec<String>,
    /// The most spots whose time is taken.
    pub most_spots: usize,
    /// The breast cancer section of Case VII, if it was given.
    pub case7: Option<Material>,
    /// The election maps of Case X, if they were given.
    pub case10: Option<Material>,
}

/// Labelings that were read rather than made.
#[derive(Debug, Clone)]
pub struct Material {
    /// The places and the labelings.
    pub slide: Slide,
    /// The neighbours, where they were given.
    pub edges: Option<Arc<[(u32, u32)]>>,
}

impl Default for Programme {
    fn default() -> Self {
        Self { options: Options::default(), only: Vec::new(), most_spots: 1_000_000, case7: None, case10: None }
    }
}

impl Programme {
    /// Runs the experiments in the order of the paper; those that lack their data are left out.
    pub fn run(&self, observer: &dyn Observer) -> Result<Vec<Exhibit>> {
        let is_asked =
            |experiment: &&Experiment| self.only.is_empty() || self.only.iter().any(|key| key == experiment.key);
        let asked: Vec<&Experiment> = EXPERIMENTS.iter().filter(is_asked).collect();
        let mut exhibits = Vec::new();
        for (done, experiment) in asked.iter().enumerate() {
            if observer.tick(experiment.key, done, asked.len()).is_break() {
                return Err(Error::Stopped);
            }
            exhibits.extend((experiment.run)(self, observer)?);
        }
        Ok(exhibits)
    }
}
