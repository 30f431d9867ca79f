//! The options of a comparison, by the names that the command and Python share.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::discrepancy::{Discrepancy, Draws, Estimator, Exact, Gamma, Sampled};
use crate::editor::{Editor, LabelSeverity, Measure, Similarity, SpotSeverity};
use crate::error::Result;
use crate::graph::Neighborhood;
use crate::labeling::Labeling;
use crate::matcher::Method;
use crate::metrics::{Nmi, Selection};
use crate::observer::Observer;
use crate::pair::{Missing, Pair};
use crate::pipeline::{Analysis, Connected, Pipeline};
use crate::spots::Spots;

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
    /// The number of directions, or none for as many as the precision asks for.
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
            projections,
            draws: Draws::default(),
            seed,
            missing: Missing::default(),
            exclude: Vec::new(),
            metrics: Selection::default(),
            nmi: Nmi::default(),
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
        let pipeline = self.pipeline(pair.spots());
        let connected = pipeline.connect(&pair, observer)?;
        self.analyze_on(&pipeline, pair, &connected, observer)
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
        }
    }
}

fn as_map<S: Serializer>(values: &[(String, f64)], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(label, value)| (label, value)))
}
