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

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::extractor::Distribution;
use crate::observer::Observer;

pub use authors::Authors;
pub use exact::Exact;
pub(crate) use exact::IMPRECISE;
pub use sampled::{Draws, Sampled};

/// More directions than this, 64 times as many as are ever taken unasked, tell nothing further.
const MOST_PROJECTIONS: usize = 1 << 20;
/// More coordinates of directions than this, a gigabyte of them, are not listed.
const MOST_LISTED: usize = 1 << 27;

/// Measures how far apart two distributions of edge kinds are.
pub trait Discrepancy: fmt::Debug + Send + Sync {
    /// Returns the discrepancy of two distributions on the same axes.
    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Slam>;

    /// Whether an unmatched pred label gets an axis of its own; otherwise its edges are of kind 0.
    fn keeps_unmatched(&self) -> bool {
        false
    }
}

/// The Spatial Labeling Analogy Metric of two labelings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slam {
    /// The discrepancy, 0 for equal distributions; at most 2 − 2e⁻⁴ at the default γ.
    pub d: f64,
    /// The standard error of d that the choice of directions causes, where it is known.
    pub d_se: Option<f64>,
    /// The squared sliced Wasserstein distance of the two densities.
    pub sw2: f64,
    /// The standard error of the squared distance, where it is known.
    pub sw2_se: Option<f64>,
    /// The number of directions used; none are needed for equal distributions.
    pub projections: usize,
    /// The kernel's scale γ, where it has one.
    pub gamma: Option<f64>,
    /// The kernel's σ, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sigma: Option<f64>,
    /// The deviation h of the densities around the attributes.
    pub bandwidth: f64,
    /// How it was measured.
    pub estimator: Estimator,
}

impl Slam {
    /// Whether d is within 0.001 of the ceiling that every kernel has, so that worse labelings score the same.
    pub fn is_at_ceiling(&self) -> bool {
        is_at_ceiling(self.d)
    }
}

/// The largest d that any kernel has, and how near to it d tells nothing apart.
const CEILING: f64 = 2.0;
const NEAR_CEILING: f64 = 0.001;

pub(crate) fn is_at_ceiling(d: f64) -> bool {
    d >= CEILING - NEAR_CEILING
}

/// The ways to measure a discrepancy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

impl Serialize for Gamma {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Fixed(gamma) => serializer.serialize_f64(*gamma),
        }
    }
}

/// 2 − 2·exp(−γ·SW²), without loss where it is small.
fn discrepancy(gamma: f64, sw2: f64) -> f64 {
    -2.0 * libm::expm1(-gamma * sw2)
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

fn check_axes(truth: &Distribution, pred: &Distribution) -> Result<()> {
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
}
