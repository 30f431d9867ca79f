//! A case: a slide whose labelings differ in one known way, and what a good metric should say about it.

use slam::Options;
use slam::matcher::Method;
use slam_report::exhibit::Map;

use crate::slide::Slide;

/// A slide whose labelings differ in one known way.
#[derive(Debug, Clone)]
pub struct Case {
    /// The number of the case: the paper's `I` to `VI`, or `VIII-mirrored` and its like and `IX`, which are ours.
    pub name: &'static str,
    /// What differs, in a few words.
    pub title: &'static str,
    /// What was made, in a sentence or two.
    pub shows: &'static str,
    /// What a good metric should say, as a statement.
    pub claim: &'static str,
    /// The places and the labelings; where two are compared by Q, the more erroneous one comes first.
    pub slide: Slide,
    /// How much mistakes in each truth label matter; empty: all alike.
    pub severity: Vec<(String, f64)>,
}

impl Case {
    /// The options under which the case is judged: equal names are equal labels, and severities are those of the case.
    pub fn options(&self, options: &Options) -> Options {
        Options { matching: Method::Identity, severity: self.severity.clone(), ..options.clone() }
    }

    /// The labelings side by side, the truth first.
    pub fn map(&self) -> Map {
        let caption = format!("Case {}: {}", self.name, self.title);
        Map::new(&caption, &self.slide.spots, std::iter::once(&self.slide.truth).chain(&self.slide.preds))
    }
}
