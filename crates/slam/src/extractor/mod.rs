//! Step III, extracting: what a labeling looks like once places are forgotten, as a distribution.

mod distribution;
mod dense;
mod arranged;
mod labeled_graph;
mod one_hot;
mod pairs;
mod adjacency;
mod coefficients;
mod spectrum;

use std::fmt;

use crate::error::Result;
use crate::observer::Observer;

pub(crate) use arranged::arranged;
pub use coefficients::Coefficients;
pub use dense::{Dense, Point};
pub use distribution::{Atom, Distribution, OnAxes};
pub use labeled_graph::LabeledGraph;
pub(crate) use labeled_graph::Parts;
pub use one_hot::OneHot;
pub use pairs::Pairs;
pub use spectrum::Spectrum;

/// Turns a labeled graph into a distribution.
///
/// It sees one labeling at a time, of a whole slide or of one slice. What it returns is laid over the distribution of the
/// other labeling, so it must not depend on anything but the graph at hand. What it cannot do it says by
/// [`Error::Step`](crate::Error::Step).
pub trait Extractor: fmt::Debug + Send + Sync {
    /// What results call it.
    fn name(&self) -> &str;

    /// The step and its settings, as the provenance of a result shows them: by default what `Debug` says of it. Slices of a study
    /// add up only where this is the same.
    fn describe(&self) -> String {
        format!("{self:?}")
    }

    /// Returns the distribution of what it looks at, on a space that the number of labels alone decides.
    fn extract(&self, graph: &LabeledGraph<'_>, observer: &dyn Observer) -> Result<Distribution>;

    /// Whether an unmatched pred label is a label of its own; otherwise its edges are of kind 0. By default it is.
    fn keeps_unmatched(&self) -> bool {
        true
    }

    /// Whether its axes are those of [`LabeledGraph::axes`], whose order the names of labels do not touch; others are put in
    /// such an order by what lies on them. By default they are not.
    fn is_in_order(&self) -> bool {
        false
    }

    /// Whether it knows nothing of the names of labels, so that matching changes nothing for it. By default it knows them.
    fn is_nameless(&self) -> bool {
        false
    }
}

/// The ways to extract that come with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Extraction {
    /// The paper's: the kind of every edge as a unit vector, scaled by its weight.
    #[default]
    OneHot,
    /// The pair of labels of every edge as a unit vector, scaled by its weight.
    Pairs,
    /// The share of like neighbours and the clustering coefficient of every spot.
    Coefficients,
    /// The eigenvalues of the normalised Laplacian of the edges inside labels.
    Spectrum,
}

impl Extraction {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::OneHot, Self::Pairs, Self::Coefficients, Self::Spectrum];

    /// The extractor of that name; `seed` is for those that draw.
    pub fn extractor(self, seed: u64) -> Box<dyn Extractor> {
        match self {
            Self::OneHot => Box::new(OneHot::default()),
            Self::Pairs => Box::new(Pairs::default()),
            Self::Coefficients => Box::new(Coefficients),
            Self::Spectrum => Box::new(Spectrum { seed, ..Spectrum::default() }),
        }
    }

    /// What it does, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::OneHot => "The paper's: the kind of every edge",
            Self::Pairs => "The two labels of every edge",
            Self::Coefficients => "The share of like neighbours and the clustering coefficient of every spot",
            Self::Spectrum => "The eigenvalues of the Laplacian inside labels: shape alone, no names",
        }
    }

    /// The name, as the command and Python spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::OneHot => "one_hot",
            Self::Pairs => "pairs",
            Self::Coefficients => "coefficients",
            Self::Spectrum => "spectrum",
        }
    }
}

impl fmt::Display for Extraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
