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
    /// Real slides for Case XI by their names, if any were given.
    pub case11: Vec<(String, Material)>,
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
        Self {
            options: Options::default(),
            only: Vec::new(),
            most_spots: 1_000_000,
            case7: None,
            case10: None,
            case11: Vec::new(),
        }
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
            // Thousands of short steps would flicker by; the reader sees which experiment is running.
            let steady = |_: &str, _: usize, _: usize| observer.tick(experiment.key, done, asked.len());
            if steady.tick("", 0, 1).is_break() {
                return Err(Error::Stopped);
            }
            exhibits.extend((experiment.run)(self, &steady)?);
        }
        Ok(exhibits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    #[test]
    fn whoever_watches_may_stop_it() {
        let impatient = |_: &str, _: usize, _: usize| ControlFlow::Break(());
        assert!(matches!(Programme::default().run(&impatient), Err(Error::Stopped)));
    }

    #[test]
    fn only_what_is_asked_for_is_run() {
        let programme = Programme { only: vec!["case2".to_owned()], ..Programme::default() };
        let keys: Vec<String> = programme.run(&()).unwrap().into_iter().map(|exhibit| exhibit.key).collect();
        assert_eq!(keys, ["case2"]);
    }
}
