//! Step IV, the discrepancy: how far apart two distributions of edge kinds are.

mod exact;
mod control;
mod directions;
mod sobol;
mod normal;
mod overlay;
mod thinned;
mod lagrange;
mod transport;
mod sampled;
mod draw;
mod sort;
mod authors;
mod blocks;
mod sliced;
mod wasserstein;
mod mmd;

use std::fmt;

use crate::error::{Error, Result};
use crate::extractor::{Distribution, OnAxes};
use crate::observer::Observer;
use crate::score::named::Named;

pub use authors::Authors;
pub use exact::Exact;
pub(crate) use exact::IMPRECISE;
pub use mmd::Mmd;
pub use sampled::{Draws, Sampled};
pub use wasserstein::Wasserstein;

/// More directions than this, 64 times as many as are ever taken unasked, tell nothing further.
const MOST_PROJECTIONS: usize = 1 << 20;
/// More coordinates of directions than this, a gigabyte of them, are not listed.
const MOST_LISTED: usize = 1 << 27;

/// Measures how far apart two distributions are. What it cannot do it says by [`Error::Step`].
pub trait Discrepancy: fmt::Debug + Send + Sync {
    /// What results call it.
    fn name(&self) -> &str;

    /// The step and its settings, as the provenance of a result shows them: by default what `Debug` says of it. Slices of a study
    /// add up only where this is the same.
    fn describe(&self) -> String {
        format!("{self:?}")
    }

    /// Returns the discrepancy of two distributions on the same space: 0 for equal ones, on a scale of its own.
    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured>;

    /// Whether an unmatched pred label gets an axis of its own; otherwise its edges are of kind 0. By default it gets none.
    fn keeps_unmatched(&self) -> bool {
        false
    }
}

/// How far apart two labelings are: the Spatial Labeling Analogy Metric, unless another discrepancy was chosen.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Measured {
    /// The discrepancy, 0 for equal distributions; SLAM's is at most 2 − 2e⁻⁴ at the default γ.
    pub d: f64,
    /// The standard error of d that chance in the computation causes, where it is known.
    pub d_se: Option<f64>,
    /// What the discrepancy has to say beside.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub details: Details,
}

/// What a discrepancy says beside its value.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Details {
    /// SLAM's own.
    Sliced(Sliced),
    /// Those of others.
    Other {
        /// The name of the discrepancy.
        discrepancy: String,
        /// Its numbers, by name.
        details: Named<f64>,
    },
}

/// How a sliced discrepancy was measured.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sliced {
    /// The squared sliced Wasserstein distance of the two densities.
    pub sw2: f64,
    /// The standard error of the squared distance, where it is known.
    pub sw2_se: Option<f64>,
    /// The number of directions used; none are needed for equal distributions.
    pub projections: usize,
    /// The kernel's scale γ, where it has one.
    pub gamma: Option<f64>,
    /// The kernel's σ, where it has one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sigma: Option<f64>,
    /// The deviation h of the densities around the attributes.
    pub bandwidth: f64,
    /// How it was measured.
    pub estimator: Estimator,
}

impl Measured {
    /// The value of a discrepancy other than SLAM's, with its name and numbers beside.
    pub fn other(name: &str, d: f64, details: impl IntoIterator<Item = (String, f64)>) -> Self {
        let details = Details::Other { discrepancy: name.to_owned(), details: details.into_iter().collect() };
        Self { d, d_se: None, details }
    }

    /// How SLAM was measured, if this is SLAM.
    pub fn sliced(&self) -> Option<&Sliced> {
        match &self.details {
            Details::Sliced(sliced) => Some(sliced),
            Details::Other { .. } => None,
        }
    }

    /// Whether d is within 0.001 of the ceiling that every kernel of SLAM has, so that worse labelings score the same.
    pub fn is_at_ceiling(&self) -> bool {
        self.sliced().is_some() && is_at_ceiling(self.d)
    }

    /// The same, once it is known to be a number that a discrepancy may have.
    pub(crate) fn checked(self, step: &str) -> Result<Self> {
        let wrong = |problem: String| Err(Error::Step { step: step.to_owned(), problem });
        match self.d_se {
            _ if !self.d.is_finite() || self.d < 0.0 => {
                wrong(format!("d is {}, expected a finite number that is not negative", self.d))
            }
            Some(error) if !error.is_finite() || error < 0.0 => {
                wrong(format!("the error of d is {error}, expected a finite number that is not negative"))
            }
            _ => Ok(self),
        }
    }
}

/// The discrepancies that come with the library: what `--discrepancy` can be, a way to compare two distributions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Comparer {
    /// SLAM's: a kernel of the sliced Wasserstein distance.
    #[default]
    Sliced,
    /// W₁, the earth mover's distance.
    Wasserstein,
    /// The squared maximum mean discrepancy with a Gaussian kernel.
    Mmd,
}

impl Comparer {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Sliced, Self::Wasserstein, Self::Mmd];

    /// What it does, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Sliced => "The paper's: a kernel of the sliced Wasserstein distance",
            Self::Wasserstein => "The distance that mass is moved",
            Self::Mmd => "The maximum mean discrepancy, squared",
        }
    }

    /// The name, as the command and Python spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sliced => "sliced",
            Self::Wasserstein => "wasserstein",
            Self::Mmd => "mmd",
        }
    }
}

impl fmt::Display for Comparer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Both distributions on axes, or why not.
fn on_axes<'a>(
    step: &str,
    truth: &'a Distribution,
    pred: &'a Distribution,
    remedy: &str,
) -> Result<(&'a OnAxes, &'a OnAxes)> {
    match (truth, pred) {
        (Distribution::Axes(truth), Distribution::Axes(pred)) => Ok((truth, pred)),
        _ => Err(Error::Step {
            step: step.to_owned(),
            problem: format!("expected distributions on axes, such as those of one_hot and pairs; {remedy}"),
        }),
    }
}

/// The largest d that any kernel has, and how near to it d tells nothing apart.
const CEILING: f64 = 2.0;
const NEAR_CEILING: f64 = 0.001;

pub(crate) fn is_at_ceiling(d: f64) -> bool {
    d >= CEILING - NEAR_CEILING
}

/// The ways to measure a discrepancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Estimator {
    /// From the densities themselves, as sampled distributions grow without end.
    #[default]
    Exact,
    /// From sampled distributions, as in the paper.
    Sampled,
    /// As in the authors' published program.
    Authors,
}

/// The scale γ of the kernel exp(−γ·W²).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Gamma {
    /// Twice the number of labels, 2K, which offsets the 1/K of projecting.
    #[default]
    Auto,
    /// A number.
    Fixed(f64),
}

impl Gamma {
    /// The scale for distributions on `n_axes` axes.
    pub fn value(self, n_axes: usize) -> f64 {
        match self {
            Self::Auto => 2.0 * n_axes as f64,
            Self::Fixed(gamma) => gamma,
        }
    }
}

/// d = 2 − 2·exp(−exponent), without loss where it is small.
pub(crate) fn from_exponent(exponent: f64) -> f64 {
    // Adding 0 turns a negative zero into a plain one.
    -2.0 * libm::expm1(-exponent) + 0.0
}

fn check_positive(name: &'static str, value: f64) -> Result<()> {
    if !value.is_finite() || value <= 0.0 {
        return Err(Error::Parameter { name, domain: "a positive number", value });
    }
    Ok(())
}

fn check_count(name: &'static str, count: usize) -> Result<()> {
    if count == 0 {
        return Err(Error::Parameter { name, domain: "at least 1", value: 0.0 });
    }
    Ok(())
}

/// Refuses a number of directions whose work would never end.
fn check_projections(projections: usize) -> Result<()> {
    if !(1..=MOST_PROJECTIONS).contains(&projections) {
        let value = projections as f64;
        return Err(Error::Parameter { name: "projections", domain: "at least 1 and at most 1,048,576", value });
    }
    Ok(())
}

/// Refuses a list of directions that would not fit into memory.
fn check_listed(projections: usize, n_axes: usize) -> Result<()> {
    check_projections(projections)?;
    let value = projections as f64 * n_axes as f64;
    if value > MOST_LISTED as f64 {
        return Err(Error::Parameter { name: "projections × labels", domain: "at most 134,217,728", value });
    }
    Ok(())
}

fn check_axes(truth: &OnAxes, pred: &OnAxes) -> Result<()> {
    if truth.n_axes() != pred.n_axes() {
        return Err(Error::Parameter {
            name: "the number of axes of the pred",
            domain: "that of the truth",
            value: pred.n_axes() as f64,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::testing::pair;

    #[test]
    fn directions_have_a_limit() {
        let said = |estimator, projections| {
            let options = Options { estimator, projections: Some(projections), ..Options::default() };
            options.analyze(pair("aabbcc", "aaabbc"), &()).unwrap_err().to_string()
        };
        for estimator in [Estimator::Exact, Estimator::Sampled, Estimator::Authors] {
            for (projections, got) in
                [(0, "0"), (MOST_PROJECTIONS + 1, "1048577"), (99_999_999_999_999, "99999999999999")]
            {
                let expected = format!("projections must be at least 1 and at most 1,048,576, got {got}");
                assert_eq!(said(estimator, projections), expected);
            }
        }
        assert!(check_listed(MOST_PROJECTIONS, 128).is_ok());
        let said = check_listed(MOST_PROJECTIONS, 129).unwrap_err().to_string();
        assert_eq!(said, "projections × labels must be at most 134,217,728, got 135266304");
    }

    #[test]
    fn the_ceiling_is_two_and_what_cannot_be_told_from_it() {
        assert_eq!([1.9989, 1.9991, 2.0].map(is_at_ceiling), [false, true, true]);
    }
}
