//! A tissue with an expert's labeling and those of several methods.

use std::sync::Arc;

use slam::{Compared, Labeling, Observer, Options, Result, Spots};

/// A tissue with an expert's labeling and those of several methods, all by name.
#[derive(Debug, Clone)]
pub struct Slide {
    /// The places.
    pub spots: Spots,
    /// What the expert drew.
    pub truth: (String, Labeling),
    /// What the methods found.
    pub preds: Vec<(String, Labeling)>,
}

impl Slide {
    /// Compares all methods with the expert.
    pub fn compare(&self, options: &Options, observer: &dyn Observer) -> Result<Compared> {
        let named = |(name, labeling): &(String, Labeling)| (name.clone(), Arc::new(labeling.clone()));
        let preds: Vec<_> = self.preds.iter().map(named).collect();
        options.compare(&Arc::new(self.spots.clone()), &named(&self.truth), &preds, observer)
    }
}
