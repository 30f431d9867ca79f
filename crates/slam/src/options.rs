//! The options of a comparison, by the names that the command and Python share.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::analysis::Analysis;
use crate::discrepancy::{Authors, Discrepancy, Draws, Estimator, Exact, Gamma, Sampled};
use crate::editor::{Editor, LabelSeverity, Measure, Similarity, SpotSeverity};
use crate::error::{Error, Result};
use crate::graph::Neighborhood;
use crate::inference::Infer;
use crate::labeling::Labeling;
use crate::matcher::Method;
use crate::metrics::{Nmi, Selection};
use crate::observer::Observer;
use crate::pair::{Missing, Pair};
use crate::pipeline::{Connected, Pipeline};
use crate::spots::Spots;

/// More replicates than this tell nothing further.
const MOST_REPLICATES: usize = 1_000_000;

/// Everything that can be chosen, with the defaults that the command, Python and the report read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// How pred labels are matched to truth labels.
    pub matching: Method,
    /// How spots become neighbours.
    #[serde(flatten)]
    pub graph: Neighborhood,
    /// How the measurements of two spots are compared, where there are measurements.
    pub similarity: Measure,
    /// Whether measurements are taken as ln(1 + 10⁴·value/total).
    pub log_normalize: bool,
    /// How much mistakes in each truth label matter; empty: all alike.
    #[serde(serialize_with = "as_map", deserialize_with = "crate::spelling::by_label")]
    pub severity: Vec<(String, f64)>,
    /// h, the bandwidth of the kernel density.
    pub bandwidth: f64,
    /// γ of the kernel Ξ.
    pub gamma: Gamma,
    /// How the discrepancy is computed.
    pub estimator: Estimator,
    /// σ of the kernel of [`Authors`], or none for its default; no other estimator has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sigma: Option<f64>,
    /// The number of directions, at most 2²⁰, or none for as many as the precision asks for.
    pub projections: Option<usize>,
    /// Whether the sampled distributions of truth and pred share their random numbers.
    pub draws: Draws,
    /// The seed of all randomness.
    pub seed: u64,
    /// What happens to spots without a label.
    pub missing: Missing,
    /// Labels that count as missing.
    pub exclude: Vec<String>,
    /// Which benchmark metrics are computed.
    pub metrics: Selection,
    /// What mutual information is divided by.
    pub nmi: Nmi,
    /// Which questions are asked beside the score: chance, intervals, differences.
    pub infer: Infer,
    /// B, the number of replicates of a test; at least 1.
    pub replicates: usize,
}

impl Default for Options {
    fn default() -> Self {
        let Exact { bandwidth, gamma, projections, seed } = Exact::default();
        Self {
            matching: Method::default(),
            graph: Neighborhood::default(),
            similarity: Measure::default(),
            log_normalize: false,
            severity: Vec::new(),
            bandwidth,
            gamma,
            estimator: Estimator::default(),
            sigma: None,
            projections,
            draws: Draws::default(),
            seed,
            missing: Missing::default(),
            exclude: Vec::new(),
            metrics: Selection::default(),
            nmi: Nmi::default(),
            infer: Infer::default(),
            replicates: 999,
        }
    }
}

impl Options {
    /// The pipeline that these options describe, for spots with or without measurements and severities.
    pub fn pipeline(&self, spots: &Spots) -> Pipeline {
        Pipeline {
            matcher: self.matching.matcher(),
            neighborhood: self.graph.clone(),
            editors: self.editors(spots),
            discrepancy: self.discrepancy(),
            metrics: self.metrics.clone(),
            nmi: self.nmi,
            ..Pipeline::default()
        }
    }

    /// The pair of two labelings, without the labels that are excluded, and missing ones treated as asked.
    pub fn pair(&self, spots: &Arc<Spots>, truth: &Arc<Labeling>, pred: &Arc<Labeling>) -> Result<Pair> {
        if self.exclude.is_empty() {
            return Pair::with_missing(spots, truth, pred, self.missing);
        }
        let without = |labeling: &Labeling| Arc::new(labeling.excluding(&self.exclude));
        Pair::with_missing(spots, &without(truth), &without(pred), self.missing)
    }

    /// Compares the two labelings of a pair.
    pub fn analyze(&self, pair: Pair, observer: &dyn Observer) -> Result<Analysis> {
        self.check()?;
        let pipeline = self.pipeline(pair.spots());
        let connected = pipeline.connect(&pair, observer)?;
        let mut analysis = self.analyze_on(&pipeline, pair, &connected, observer)?;
        self.infer_score(&mut analysis, observer);
        Ok(analysis)
    }

    /// Refuses what the estimator has no use for, which would otherwise be ignored without a word, and tests of nothing.
    pub(crate) fn check(&self) -> Result<()> {
        if !(1..=MOST_REPLICATES).contains(&self.replicates) {
            let (name, domain) = ("replicates", "at least 1 and at most 1,000,000");
            return Err(Error::Parameter { name, domain, value: self.replicates as f64 });
        }
        let [exact, sampled, authors] = ["the estimator exact", "the estimator sampled", "the estimator authors"];
        let useless = |option, place, reason| Err(Error::Useless { option, place, reason });
        match self.estimator {
            Estimator::Authors if self.gamma != Gamma::Auto => useless("gamma", authors, "its kernel has sigma"),
            Estimator::Authors if self.draws != Draws::Shared => {
                useless("draws", authors, "it always gives truth and pred the same random numbers")
            }
            Estimator::Exact if self.draws != Draws::Shared => useless("draws", exact, "it samples no points"),
            Estimator::Exact if self.sigma.is_some() => useless("sigma", exact, "its kernel has gamma"),
            Estimator::Sampled if self.sigma.is_some() => useless("sigma", sampled, "its kernel has gamma"),
            _ => Ok(()),
        }
    }

    pub(crate) fn analyze_on(
        &self,
        pipeline: &Pipeline,
        pair: Pair,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Analysis> {
        let mut analysis = pipeline.analyze_on(pair, connected, observer)?;
        analysis.score.provenance.seed = Some(self.seed);
        analysis.score.provenance.options = Some(self.clone());
        Ok(analysis)
    }

    fn editors(&self, spots: &Spots) -> Vec<Box<dyn Editor>> {
        let mut editors: Vec<Box<dyn Editor>> = Vec::new();
        if spots.measurements().is_some() {
            editors.push(Box::new(Similarity { measure: self.similarity, log_normalize: self.log_normalize }));
        }
        if !self.severity.is_empty() {
            editors.push(Box::new(LabelSeverity { severities: self.severity.clone() }));
        }
        if spots.severities().is_some() {
            editors.push(Box::new(SpotSeverity));
        }
        editors
    }

    fn discrepancy(&self) -> Box<dyn Discrepancy> {
        let Self { bandwidth, gamma, projections, draws, seed, .. } = *self;
        match self.estimator {
            Estimator::Exact => Box::new(Exact { bandwidth, gamma, projections, seed }),
            Estimator::Sampled => {
                let default = Sampled::default();
                let projections = projections.unwrap_or(default.projections);
                Box::new(Sampled { bandwidth, gamma, seed, projections, draws, ..default })
            }
            Estimator::Authors => {
                let default = Authors::default();
                let projections = projections.unwrap_or(default.projections);
                let sigma = self.sigma.unwrap_or(default.sigma);
                Box::new(Authors { bandwidth, sigma, seed, projections, ..default })
            }
        }
    }
}

impl Estimator {
    /// The graph that goes with it where none is named: the union of neighbours for the authors' program, else mutual ones.
    pub fn neighborhood(self, k: usize, tie: f64) -> Neighborhood {
        match self {
            Self::Authors => Neighborhood::Union { k, tie },
            Self::Exact | Self::Sampled => Neighborhood::Mutual { k, tie },
        }
    }
}

fn as_map<S: Serializer>(values: &[(String, f64)], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(label, value)| (label, value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;

    fn said(options: &Options) -> String {
        options.analyze(pair("aabb", "aaab"), &()).unwrap_err().to_string()
    }

    #[test]
    fn what_an_estimator_has_no_use_for_is_refused() {
        let authors = Options { estimator: Estimator::Authors, ..Options::default() };
        let exact = Options { sigma: Some(0.1), ..Options::default() };
        assert_eq!(said(&exact), "sigma has no place in the estimator exact: its kernel has gamma");
        let sampled = Options { estimator: Estimator::Sampled, ..exact };
        assert_eq!(said(&sampled), "sigma has no place in the estimator sampled: its kernel has gamma");
        let gamma = Options { gamma: Gamma::Fixed(4.0), ..authors.clone() };
        assert_eq!(said(&gamma), "gamma has no place in the estimator authors: its kernel has sigma");
        let drawn = Options { draws: Draws::Independent, ..Options::default() };
        assert_eq!(said(&drawn), "draws has no place in the estimator exact: it samples no points");
        let draws = Options { draws: Draws::Independent, ..authors.clone() };
        assert!(said(&draws).starts_with("draws has no place in the estimator authors"));
        for sigma in [0.0, -1.0, f64::NAN] {
            let options = Options { sigma: Some(sigma), ..authors.clone() };
            assert!(said(&options).starts_with("sigma must be a positive number"), "{sigma}");
        }
    }
}
