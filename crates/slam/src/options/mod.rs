//! The options of a comparison, by the names that the command and Python share.

pub(crate) mod own_steps;
pub(crate) mod spelling;
pub(crate) mod names;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::comparison::ranking::RankBy;
use crate::discrepancy::{Authors, Comparer, Discrepancy, Draws, Estimator, Exact, Gamma, Mmd, Sampled, Wasserstein};
use crate::editor::{Editor, LabelSeverity, Measure, Similarity, SpotSeverity};
use crate::error::{Error, Result};
use crate::extractor::{Extraction, Extractor};
use crate::graph::Neighborhood;
use crate::inference::Infer;
use crate::matcher::{Density, MatchPer, Matcher, Method, PerSlice};
use crate::metrics::{Nmi, Selection};
use crate::observer::Observer;
use crate::options::own_steps::OwnSteps;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::missing::{Missing, MissingPred, MissingTruth};
use crate::pair::spots::Spots;
use crate::pipeline::{Connected, Pipeline};
use crate::score::analysis::Analyzed;
use crate::score::input::Input;
use crate::score::{Provenance, Score};

/// More replicates than this tell nothing further.
const MOST_REPLICATES: usize = 1_000_000;

/// Everything that can be chosen, with the defaults that the command, Python and the report read.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Options {
    /// How pred labels are matched to truth labels.
    pub matching: Method,
    /// Whether labels are matched over all slices at once, or on every slice by itself.
    pub match_per: MatchPer,
    /// How spots become neighbours.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub graph: Neighborhood,
    /// How the measurements of two spots are compared, where there are measurements.
    pub similarity: Measure,
    /// Whether measurements are taken as ln(1 + 10⁴·value/total).
    pub log_normalize: bool,
    /// How much mistakes in each truth label matter; empty: all alike.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::written::as_map", deserialize_with = "crate::written::by_label")
    )]
    pub severity: Vec<(String, f64)>,
    /// What is extracted from a labeling: the distribution of what.
    pub extractor: Extraction,
    /// How two distributions are compared.
    pub discrepancy: Comparer,
    /// s, the width of the kernel of [`Mmd`].
    pub kernel_width: f64,
    /// h, the bandwidth of the kernel density.
    pub bandwidth: f64,
    /// γ of the kernel Ξ.
    pub gamma: Gamma,
    /// How the discrepancy is computed.
    pub estimator: Estimator,
    /// σ of the kernel of [`Authors`], or none for its default; no other estimator has one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sigma: Option<f64>,
    /// The number of directions, at most 2²⁰, or none for as many as the precision asks for.
    pub projections: Option<usize>,
    /// Whether the sampled distributions of truth and pred share their random numbers.
    pub draws: Draws,
    /// The seed of all randomness.
    pub seed: u64,
    /// What happens to spots that the truth does not label, before anything else.
    pub missing_truth: MissingTruth,
    /// What happens to spots that the truth labels and a pred does not.
    pub missing_pred: MissingPred,
    /// Labels that count as missing, on the side they stand on.
    pub exclude: Vec<String>,
    /// Whether a pred may have more labels than fifty and a tenth of the spots that it labels, or labels that are real numbers.
    pub allow_many_labels: bool,
    /// Which benchmark metrics are computed.
    pub metrics: Selection,
    /// What mutual information is divided by.
    pub nmi: Nmi,
    /// The number that methods are ranked by.
    pub rank_by: RankBy,
    /// Which questions are asked beside the score: the shift test, intervals, differences.
    pub infer: Infer,
    /// Whether the shift test is run; none for what is done unasked: a comparison runs it, a score does not.
    pub test: Option<bool>,
    /// B, the number of replicates of a test, at least 1; none for 999, and for 199 where a comparison runs the test unasked.
    pub replicates: Option<usize>,
    /// Steps of one's own, which take the place of those named above.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub own: OwnSteps,
    /// What was read, which every result says.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub input: Input,
}

impl Default for Options {
    fn default() -> Self {
        let Exact { bandwidth, gamma, projections, seed } = Exact::default();
        Self {
            matching: Method::default(),
            match_per: MatchPer::default(),
            graph: Neighborhood::default(),
            similarity: Measure::default(),
            log_normalize: false,
            severity: Vec::new(),
            extractor: Extraction::default(),
            discrepancy: Comparer::default(),
            kernel_width: Mmd::default().kernel_width,
            bandwidth,
            gamma,
            estimator: Estimator::default(),
            sigma: None,
            projections,
            draws: Draws::default(),
            seed,
            missing_truth: MissingTruth::default(),
            missing_pred: MissingPred::default(),
            exclude: Vec::new(),
            allow_many_labels: false,
            metrics: Selection::default(),
            nmi: Nmi::default(),
            rank_by: RankBy::default(),
            infer: Infer::default(),
            test: None,
            replicates: None,
            own: OwnSteps::default(),
            input: Input::default(),
        }
    }
}

impl Options {
    /// The pipeline that these options describe, for spots with or without measurements and severities.
    pub fn pipeline(&self, spots: &Spots) -> Pipeline {
        Pipeline {
            matcher: self.matcher(),
            neighborhood: self.graph.clone(),
            editors: self.editors(spots),
            extractor: self.extractor(),
            discrepancy: self.discrepancy(),
            metrics: self.metrics.clone(),
            own_metrics: self.own.metrics.clone(),
            nmi: self.nmi,
        }
    }

    /// What matches pred labels to truth labels.
    pub fn matcher(&self) -> Box<dyn Matcher> {
        let log_normalize = self.log_normalize;
        match (&self.own.matcher, self.match_per, self.matching) {
            (Some(own), ..) => Box::new(Arc::clone(own)),
            (None, MatchPer::Slice, method) => Box::new(PerSlice { method, log_normalize }),
            (None, MatchPer::All, Method::Density) => Box::new(Density { log_normalize }),
            (None, MatchPer::All, method) => method.matcher(),
        }
    }

    /// The same with a matching that comes with the library.
    pub(crate) fn with_matching(&self, matching: Method) -> Self {
        let own = OwnSteps { matcher: None, ..self.own.clone() };
        Self { matching, own, ..self.clone() }
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        match &self.own.extractor {
            Some(own) => Box::new(Arc::clone(own)),
            None => self.extractor.extractor(self.seed),
        }
    }

    /// The pair of two labelings, without the labels that are excluded, and missing ones treated as asked. A pred that is probably no
    /// labeling is refused, unless that is allowed.
    pub fn pair(&self, spots: &Arc<Spots>, truth: &Arc<Labeling>, pred: &Arc<Labeling>) -> Result<Pair> {
        self.named_pair(None, spots, truth, pred)
    }

    /// The same for a pred of that name, which an error says.
    pub fn named_pair(
        &self,
        name: Option<&str>,
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        pred: &Arc<Labeling>,
    ) -> Result<Pair> {
        let [truth, pred] = [truth, pred].map(|labeling| self.without_excluded(labeling));
        match pred.doubt(pred.n_spots() - pred.n_missing()).filter(|_| !self.allow_many_labels) {
            Some(doubt) => Err(Error::NoLabeling { pred: name.map(str::to_owned), doubt }),
            None => Pair::with_missing(spots, &truth, &pred, self.missing()),
        }
    }

    /// The pair of two labelings, whatever their labels look like.
    pub(crate) fn unguarded_pair(
        &self,
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        pred: &Arc<Labeling>,
    ) -> Result<Pair> {
        Pair::with_missing(spots, &self.without_excluded(truth), &self.without_excluded(pred), self.missing())
    }

    fn missing(&self) -> Missing {
        Missing { truth: self.missing_truth, pred: self.missing_pred }
    }

    fn without_excluded(&self, labeling: &Arc<Labeling>) -> Arc<Labeling> {
        if self.exclude.is_empty() { Arc::clone(labeling) } else { Arc::new(labeling.excluding(&self.exclude)) }
    }

    /// Compares the two labelings of a pair.
    pub fn analyze(&self, pair: Pair, observer: &dyn Observer) -> Result<Analyzed> {
        self.check()?;
        let pipeline = self.pipeline(pair.spots());
        let connected = pipeline.connect(&pair, observer)?;
        let Analyzed { mut score, analysis } = self.analyze_on(&pipeline, pair, &connected, observer)?;
        self.infer_score(&mut score, &analysis, observer);
        Ok(Analyzed { score, analysis })
    }

    /// Refuses a graph outside its domain, and what the estimator has no use for, which would otherwise be ignored without
    /// a word; needs no data.
    pub fn check(&self) -> Result<()> {
        self.graph.check()?;
        if let Some(replicates) = self.replicates.filter(|n| !(1..=MOST_REPLICATES).contains(n)) {
            let (name, domain) = ("replicates", "at least 1 and at most 1,000,000");
            return Err(Error::Parameter { name, domain, value: replicates as f64 });
        }
        let [exact, sampled, authors] = ["the estimator exact", "the estimator sampled", "the estimator authors"];
        let useless = |option, place, reason| Err(Error::Useless { option, place, reason });
        if self.discrepancy != Comparer::Sliced {
            self.check_sliced()?;
        }
        if self.discrepancy != Comparer::Mmd && self.kernel_width != Mmd::default().kernel_width {
            return useless("kernel_width", "this discrepancy", "mmd alone has such a kernel");
        }
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

    /// Refuses severities of labels that the truth, whose labels are given, does not have.
    ///
    /// Not part of [`Self::check`], for one slide of a study may well lack a label that others have: there
    /// [`Parts::finish`](crate::study::Parts::finish) looks at the labels of all slides.
    pub fn check_severity(&self, labels: &[String]) -> Result<()> {
        let is_unknown = |label: &&str| labels.iter().all(|other| other != label);
        match self.severity.iter().map(|(label, _)| label.trim()).find(is_unknown) {
            Some(label) => Err(Error::UnknownSeverity { label: label.to_owned(), labels: labels.to_vec() }),
            None => Ok(()),
        }
    }

    /// Refuses what only SLAM's discrepancy has a use for.
    fn check_sliced(&self) -> Result<()> {
        let place = match self.discrepancy {
            Comparer::Sliced => "the discrepancy sliced",
            Comparer::Mmd => "the discrepancy mmd",
            Comparer::Wasserstein => "the discrepancy wasserstein",
        };
        let chosen = [
            ("estimator", self.estimator != Estimator::default()),
            ("gamma", self.gamma != Gamma::Auto),
            ("projections", self.projections.is_some()),
        ];
        match chosen.into_iter().find(|(_, is_chosen)| *is_chosen) {
            Some((option, _)) => Err(Error::Useless { option, place, reason: "sliced alone has it" }),
            None => Ok(()),
        }
    }

    pub(crate) fn analyze_on(
        &self,
        pipeline: &Pipeline,
        pair: Pair,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Analyzed> {
        let analyzed = pipeline.analyze_on(pair, connected, observer)?;
        Ok(Analyzed { score: self.told(analyzed.score), ..analyzed })
    }

    /// A score that tells what it was made with, and what was read.
    pub(crate) fn told(&self, score: Score) -> Score {
        let options = Self { input: Input::default(), ..self.clone() };
        let (seed, options, input) = (Some(self.seed), Some(options), self.input.words.clone());
        let warnings = self.input.warnings.iter().cloned().chain(score.warnings).collect();
        let provenance = Provenance { seed, options, input, ..score.provenance };
        Score { warnings, provenance, ..score }
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
        editors.extend(self.own.editors.iter().map(|own| Box::new(Arc::clone(own)) as Box<dyn Editor>));
        editors
    }

    pub(crate) fn discrepancy(&self) -> Box<dyn Discrepancy> {
        match (&self.own.discrepancy, self.discrepancy) {
            (Some(own), _) => Box::new(Arc::clone(own)),
            (None, Comparer::Sliced) => self.sliced(),
            (None, Comparer::Wasserstein) => Box::new(Wasserstein),
            (None, Comparer::Mmd) => {
                let Self { kernel_width, bandwidth, seed, .. } = *self;
                Box::new(Mmd { kernel_width, bandwidth, seed })
            }
        }
    }

    fn sliced(&self) -> Box<dyn Discrepancy> {
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
