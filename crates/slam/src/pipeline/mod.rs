//! The four steps, one after the other.

pub(crate) mod adjusted;
pub(crate) mod unmatched_axes;

mod whose;
mod written;

use std::sync::Arc;

use crate::adjusted::{Adjusted, Subset};
use crate::discrepancy::{Discrepancy, Exact, Measured};
use crate::editor::{Editor, Weights, check_weights, kinds_of_both};
use crate::error::{Error, Result};
use crate::extractor::{Distribution, Extractor, OneHot, arranged};
use crate::flow::Flow;
use crate::graph::{Neighborhood, SpatialGraph};
use crate::matcher::{Auto, Matcher, Matching, apart};
use crate::metrics::{Metric, Nmi, Selection, evaluate_these};
use crate::observer::{Observer, report};
use crate::pair::Pair;
use crate::pipeline::unmatched_axes::UnmatchedAxes;
use crate::score::analysis::{Analysis, Analyzed};
use crate::score::named::Named;
use crate::score::warning::Warning;
use crate::score::{Pinned, Provenance, Score};
use crate::verdict::Verdict;

use whose::{check_alike, of_extractor, of_step};
pub(crate) use written::Judged;
use written::{Edges, Written, summary};

/// The steps of the method; each can be replaced by one of your own.
///
/// ```
/// use slam::{Labeling, Pair, Pipeline, Spots};
///
/// let spots = Spots::new(2, (0..20).flat_map(|i| [f64::from(i % 5), f64::from(i / 5)]).collect())?;
/// let truth = Labeling::from_texts((0..20).map(|i| if i < 10 { "a" } else { "b" }))?;
/// let pred = Labeling::from_texts((0..20).map(|i| if i < 12 { "a" } else { "b" }))?;
/// let score = Pipeline::default().score(Pair::new(spots, truth, pred)?)?;
/// assert!(0.0 < score.slam.d && score.slam.d < score.slam_pinned.d);
/// # Ok::<(), slam::Error>(())
/// ```
#[derive(Debug)]
pub struct Pipeline {
    /// Step I: pred labels in the truth's words.
    pub matcher: Box<dyn Matcher>,
    /// Step II: which spots are neighbours.
    pub neighborhood: Neighborhood,
    /// Step II: how much each edge matters; the product of all, 1 where there are none.
    pub editors: Vec<Box<dyn Editor>>,
    /// Step III: the distribution of edge attributes.
    pub extractor: Box<dyn Extractor>,
    /// Step IV: how far the two distributions are apart.
    pub discrepancy: Box<dyn Discrepancy>,
    /// The benchmark metrics to compute beside; none by default.
    pub metrics: Selection,
    /// Metrics of your own to compute beside them.
    pub own_metrics: Vec<&'static Metric>,
    /// What mutual information is divided by.
    pub nmi: Nmi,
}

impl Default for Pipeline {
    fn default() -> Self {
        Self {
            matcher: Box::new(Auto),
            neighborhood: Neighborhood::default(),
            editors: Vec::new(),
            extractor: Box::new(OneHot::default()),
            discrepancy: Box::new(Exact::default()),
            metrics: Selection::None,
            own_metrics: Vec::new(),
            nmi: Nmi::default(),
        }
    }
}

/// The weighted neighbour graph of a truth, which every pred of the same spots can share.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Connected {
    /// The graph.
    pub graph: Arc<SpatialGraph>,
    /// The weights of its edges.
    pub weights: Arc<Weights>,
    /// What a user should know about it.
    pub warnings: Vec<Warning>,
}

impl Pipeline {
    /// The score of a pair.
    pub fn score(&self, pair: Pair) -> Result<Score> {
        Ok(self.analyze(pair, &())?.score)
    }

    /// The score of a pair, with the parts it was made of.
    pub fn analyze(&self, pair: Pair, observer: &dyn Observer) -> Result<Analyzed> {
        let connected = self.connect(&pair, observer)?;
        self.analyze_on(pair, &connected, observer)
    }

    /// The weighted neighbour graph of a pair's spots and truth; no edges at all is an error.
    pub fn connect(&self, pair: &Pair, observer: &dyn Observer) -> Result<Connected> {
        let (graph, mut warnings) = self.neighborhood.connect(pair.spots(), observer)?;
        if graph.n_edges() == 0 {
            return Err(Error::NoEdges);
        }
        report(observer, "weights", 0, 1)?;
        let weights = self.weigh(pair, &graph)?;
        warnings.extend(weights.warnings.iter().cloned());
        Ok(Connected { graph: Arc::new(graph), weights: Arc::new(weights), warnings })
    }

    /// The score of a pair on the graph of its truth.
    pub fn analyze_on(&self, pair: Pair, connected: &Connected, observer: &dyn Observer) -> Result<Analyzed> {
        self.analyze_slices(pair, connected, true, observer)
    }

    /// The score of a pair on the graph of its truth, with those of slices or without.
    pub(crate) fn analyze_slices(
        &self,
        pair: Pair,
        connected: &Connected,
        with_slices: bool,
        observer: &dyn Observer,
    ) -> Result<Analyzed> {
        report(observer, "matching", 0, 1)?;
        let mut matching = self.match_labels(&pair, connected, observer)?;
        matching.warnings.extend(apart(&pair, &matching, observer)?);
        let by_slice = pair.spots().each_slice();
        let edges = if with_slices { edges_by_slice(&pair, &connected.graph) } else { Vec::new() };
        // Before the kinds of the edges are made, so that what it needs meanwhile is not held beside them.
        let (adjusted, of_slices) = adjusted::of_subsets(&pair, &matching, connected, (&by_slice, &edges), observer)?;
        let [truth_kinds, pred_kinds] = both_kinds(&pair, &matching, &connected.graph);
        let wide = self.wide(&matching, &connected.graph);
        let written = Written {
            pipeline: self,
            pair: &pair,
            matching: &matching,
            connected,
            truth: &truth_kinds,
            pred: &pred_kinds,
            wide,
        };
        let whole = written.measure(Subset { slices: &by_slice, edges: None }, adjusted, observer)?;
        let slices = written.measure_slices((&by_slice, &edges), of_slices, observer)?;
        let mut score = summary(&pair, &matching, &whole);
        let metrics = [self.metrics.metrics().as_slice(), &self.own_metrics].concat();
        let metrics = evaluate_these(&pair, &matching, &metrics, self.nmi, observer)?;
        (score.metrics, score.undefined) = (metrics.overall.numbers(), metrics.overall.reasons());
        score.slices = slices;
        for ((_, slice), (_, values)) in score.slices.0.iter_mut().zip(&metrics.slices.0) {
            (slice.metrics, slice.undefined) = (values.numbers(), values.reasons());
        }
        let parts = [&pair.warnings(), &connected.warnings, &matching.warnings, &self.warnings(&whole)];
        score.warnings = parts.map(Vec::as_slice).concat();
        score.provenance = self.provenance();
        score.verdict = Verdict::on(&score);
        let Connected { graph, weights, .. } = connected.clone();
        let analysis = Analysis { pair, matching, graph, truth_kinds, pred_kinds, weights };
        Ok(Analyzed { score, analysis })
    }

    /// Pred labels in the truth's words.
    pub(crate) fn match_labels(&self, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Matching> {
        let name = self.matcher.name();
        of_step(name, self.matcher.match_on(pair, graph, observer))?.checked(name, pair)
    }

    /// The scores under a matching that is there already, without anything that explains them.
    pub(crate) fn scores_on(
        &self,
        pair: &Pair,
        matching: &Matching,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Scores> {
        let (flow, [truth, pred]) = self.distributions(pair, matching, connected, observer)?;
        let slam = self.measure(&truth, &pred, observer)?;
        let adjusted = adjusted::of_all(pair, matching, connected, observer)?;
        Ok(Scores { slam, adjusted, pinned: Pinned::from(&flow) })
    }

    /// The flow matrix in the truth's labels, and the distributions of truth and pred that step IV compares.
    pub fn distributions(
        &self,
        pair: &Pair,
        matching: &Matching,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<(Flow, [Distribution; 2])> {
        let [truth, pred] = both_kinds(pair, matching, &connected.graph);
        let weights = connected.weights.values.as_deref();
        let flow = Flow::count(&truth, &pred, weights, pair.truth().n_labels() + 1);
        let edges = Edges {
            graph: &connected.graph,
            part: None,
            codes: [pair.truth().codes(), &matching.codes],
            kinds: [&truth, &pred],
            weights,
        };
        let both = if let Some(wide) = self.wide(matching, &connected.graph) {
            let (pred, flow) = wide.flow(None, &truth, weights);
            self.extract(&flow, &Edges { kinds: [&truth, &pred], ..edges }, observer)?
        } else {
            self.extract(&flow, &edges, observer)?
        };
        Ok((flow, both))
    }

    fn wide(&self, matching: &Matching, graph: &SpatialGraph) -> Option<UnmatchedAxes> {
        // What looks at the labels of spots must know all of their classes; edges between spots without a prediction are of no kind.
        let by_spot = self.extractor.keeps_unmatched();
        let is_kept = self.discrepancy.keeps_unmatched() || by_spot;
        is_kept.then(|| UnmatchedAxes::new(matching, graph, by_spot)).flatten()
    }

    /// Step III.
    fn extract(&self, flow: &Flow, edges: &Edges<'_>, observer: &dyn Observer) -> Result<[Distribution; 2]> {
        let axes = flow.axes();
        let extractor = &self.extractor;
        let extract =
            |side: usize| of_extractor(extractor.name(), extractor.extract(&edges.labeled(side, &axes), observer));
        let [truth, pred] = [extract(0)?, extract(1)?];
        check_alike(extractor.name(), [&truth, &pred].map(Distribution::n_dimensions))?;
        if extractor.is_in_order() { Ok([truth, pred]) } else { arranged(truth, pred) }
    }

    /// Steps III and IV.
    fn slam(&self, flow: &Flow, edges: &Edges<'_>, observer: &dyn Observer) -> Result<Measured> {
        let [truth, pred] = self.extract(flow, edges, observer)?;
        self.measure(&truth, &pred, observer)
    }

    /// Step IV.
    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        let name = self.discrepancy.name();
        of_step(name, self.discrepancy.measure(truth, pred, observer))?.checked(name)
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        let weigh = |editor: &dyn Editor| {
            let weights = of_step(editor.name(), editor.weigh(pair, graph))?;
            let values = weights.values.as_deref().unwrap_or_default();
            if weights.values.is_some() {
                check_weights(editor.name(), values, graph.n_edges())?;
            }
            Ok(weights)
        };
        let mut editors = self.editors.iter().map(|editor| weigh(&**editor));
        let product = editors.try_fold(Weights::default(), |product, weights| Ok(product.times(weights?)))?;
        product.counting(&self.editors)
    }

    /// What a user should know about the scores of all edges.
    pub(crate) fn warnings(&self, whole: &Judged) -> Vec<Warning> {
        let mut warnings = whole.warnings();
        if self.extractor.is_nameless() {
            warnings.push(Warning::Nameless { extractor: self.extractor.name().to_owned() });
        }
        if !self.extractor.is_in_order() {
            warnings.retain(|warning| !matches!(warning, Warning::Cancelled { .. }));
        }
        warnings
    }

    pub(crate) fn provenance(&self) -> Provenance {
        let steps = [
            ("matcher", self.matcher.describe()),
            ("graph", self.neighborhood.describe()),
            (
                "editors",
                format!("[{}]", self.editors.iter().map(|step| step.describe()).collect::<Vec<_>>().join(", ")),
            ),
            ("extractor", self.extractor.describe()),
            ("discrepancy", self.discrepancy.describe()),
        ];
        Provenance {
            version: env!("CARGO_PKG_VERSION"),
            seed: None,
            options: None,
            steps: steps.into_iter().map(|(name, step)| (name.to_owned(), step)).collect(),
            input: Named::default(),
        }
    }
}

fn both_kinds(pair: &Pair, matching: &Matching, graph: &SpatialGraph) -> [Vec<u16>; 2] {
    kinds_of_both(graph, [pair.truth().codes(), &matching.codes], pair.truth().n_labels())
}

/// The edges of every slice; nothing where there are no slices.
fn edges_by_slice(pair: &Pair, graph: &SpatialGraph) -> Vec<Vec<u32>> {
    let Some(slices) = pair.spots().slices() else { return Vec::new() };
    let mut found = vec![Vec::new(); slices.n_labels()];
    for (edge, &(u, _)) in graph.edges().iter().enumerate() {
        found[slices.code(u as usize).unwrap_or(0)].push(edge as u32);
    }
    found
}

/// The scores of a pair.
pub(crate) struct Scores {
    pub(crate) slam: Measured,
    pub(crate) adjusted: Adjusted,
    pub(crate) pinned: Pinned,
}
