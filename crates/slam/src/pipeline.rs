//! The four steps, one after the other.

use std::sync::Arc;

use crate::adjusted::{Adjusted, Adjuster, Labelled, Part};
use crate::analysis::Analysis;
use crate::discrepancy::{Discrepancy, Exact, IMPRECISE, Slam};
use crate::editor::{Editor, Weights, kinds};
use crate::error::{Error, Result};
use crate::extractor::{AttributedGraph, Extractor, OneHot};
use crate::flow::Flow;
use crate::graph::{Neighborhood, SpatialGraph};
use crate::matcher::{Auto, Matcher, Matching, apart};
use crate::metrics::{Nmi, Selection, evaluate_with_slices};
use crate::named::Named;
use crate::observer::{Observer, report};
use crate::pair::Pair;
use crate::score::{Domain, FlowTable, MatchingSummary, Pinned, Provenance, Score, SliceScore, cancelled};
use crate::verdict::Verdict;
use crate::warning::Warning;
use crate::wide::Wide;

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
            nmi: Nmi::default(),
        }
    }
}

/// The weighted neighbour graph of a truth, which every pred of the same spots can share.
#[derive(Debug, Clone)]
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
    pub fn analyze(&self, pair: Pair, observer: &dyn Observer) -> Result<Analysis> {
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
    pub fn analyze_on(&self, pair: Pair, connected: &Connected, observer: &dyn Observer) -> Result<Analysis> {
        report(observer, "matching", 0, 1)?;
        let mut matching = self.matcher.match_labels(&pair, observer)?;
        matching.warnings.extend(apart(&pair, &matching, observer)?);
        let (truth_kinds, pred_kinds) = both_kinds(&pair, &matching, &connected.graph);
        let wide = self.wide(&matching, &connected.graph);
        let written = Written {
            pipeline: self,
            pair: &pair,
            connected,
            adjuster: adjuster(&pair, &matching, connected),
            truth: &truth_kinds,
            pred: &pred_kinds,
            wide,
        };
        let by_slice = pair.spots().by_slice();
        let whole = written.measure(Part { slices: &by_slice, edges: None }, observer)?;
        let slices = written.measure_slices(&by_slice, observer)?;
        let mut score = summary(&pair, &matching, &whole);
        let metrics = evaluate_with_slices(&pair, &matching, &self.metrics, self.nmi, observer)?;
        (score.metrics, score.undefined) = (metrics.overall.numbers(), metrics.overall.reasons());
        score.slices = slices;
        for ((_, slice), (_, values)) in score.slices.0.iter_mut().zip(&metrics.slices.0) {
            (slice.metrics, slice.undefined) = (values.numbers(), values.reasons());
        }
        let parts = [&pair.warnings(), &connected.warnings, &matching.warnings, &whole.warnings()];
        score.warnings = parts.map(Vec::as_slice).concat();
        score.provenance = self.provenance();
        score.verdict = Verdict::on(&score);
        let Connected { graph, weights, .. } = connected.clone();
        Ok(Analysis { score, pair, matching, graph, truth_kinds, pred_kinds, weights })
    }

    /// The scores under a matching that is there already, without anything that explains them.
    pub(crate) fn scores_on(
        &self,
        pair: &Pair,
        matching: &Matching,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Scores> {
        let (truth, mut pred) = both_kinds(pair, matching, &connected.graph);
        let weights = connected.weights.values.as_deref();
        let mut flow = Flow::count(&truth, &pred, weights, pair.truth().n_labels() + 1);
        let pinned = Pinned::from(&flow);
        if let Some(wide) = self.wide(matching, &connected.graph) {
            (pred, flow) = wide.flow(None, &truth, weights);
        }
        let slam = self.slam(&flow, &truth, &pred, weights, observer)?;
        Ok(Scores { slam, adjusted: adjusted_on(pair, matching, connected, observer)?, pinned })
    }

    fn wide(&self, matching: &Matching, graph: &SpatialGraph) -> Option<Wide> {
        self.discrepancy.keeps_unmatched().then(|| Wide::new(matching, graph)).flatten()
    }

    fn slam(
        &self,
        flow: &Flow,
        truth: &[u16],
        pred: &[u16],
        weights: Option<&[f64]>,
        observer: &dyn Observer,
    ) -> Result<Slam> {
        let axes = flow.axes();
        let extract = |kinds| self.extractor.extract(&AttributedGraph { kinds, weights, axes: &axes });
        self.discrepancy.measure(&extract(truth)?, &extract(pred)?, observer)
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        let mut editors = self.editors.iter().map(|editor| editor.weigh(pair, graph));
        editors.try_fold(Weights::default(), |product, weights| Ok(product.times(weights?)))
    }

    fn provenance(&self) -> Provenance {
        let steps = [
            ("matcher", format!("{:?}", self.matcher)),
            ("graph", format!("{:?}", self.neighborhood)),
            ("editors", format!("{:?}", self.editors)),
            ("extractor", format!("{:?}", self.extractor)),
            ("discrepancy", format!("{:?}", self.discrepancy)),
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

/// What measures both labelings as they are after matching, spot by spot.
fn adjuster<'a>(pair: &'a Pair, matching: &'a Matching, connected: &'a Connected) -> Adjuster<'a> {
    Adjuster::new(Labelled {
        spots: pair.spots(),
        graph: &connected.graph,
        weights: connected.weights.values.as_deref(),
        truth: pair.truth().codes(),
        pred: &matching.codes,
        n_labels: matching.n_labels(),
    })
}

fn both_kinds(pair: &Pair, matching: &Matching, graph: &SpatialGraph) -> (Vec<u16>, Vec<u16>) {
    let n_truth = pair.truth().n_labels();
    (kinds(graph, pair.truth().codes(), n_truth), kinds(graph, &matching.codes, n_truth))
}

/// `slam_adjusted` alone.
pub(crate) fn adjusted_on(
    pair: &Pair,
    matching: &Matching,
    connected: &Connected,
    observer: &dyn Observer,
) -> Result<Adjusted> {
    let slices = pair.spots().by_slice();
    adjuster(pair, matching, connected).measure(Part { slices: &slices, edges: None }, observer)
}

/// The scores of a pair.
pub(crate) struct Scores {
    pub(crate) slam: Slam,
    pub(crate) adjusted: Adjusted,
    pub(crate) pinned: Pinned,
}

/// Both labelings, written on the same graph.
struct Written<'a> {
    pipeline: &'a Pipeline,
    pair: &'a Pair,
    connected: &'a Connected,
    adjuster: Adjuster<'a>,
    truth: &'a [u16],
    pred: &'a [u16],
    wide: Option<Wide>,
}

/// The scores of a set of edges.
struct Measured {
    n_edges: usize,
    flow: Flow,
    slam: Slam,
    adjusted: Adjusted,
    pinned: Pinned,
    cancelled: Option<f64>,
}

impl Measured {
    fn warnings(&self) -> Vec<Warning> {
        let cancelled = self.cancelled.filter(|share| *share > 0.5).map(|share| Warning::Cancelled { share });
        let imprecise = self.slam.d_se.filter(|se| *se > IMPRECISE).map(|d_se| Warning::Imprecise { d_se });
        let ceiling = self.slam.is_at_ceiling().then(|| Warning::Ceiling { has_sigma: self.slam.sigma.is_some() });
        cancelled.into_iter().chain(imprecise).chain(ceiling).collect()
    }
}

impl Written<'_> {
    /// The scores of all edges, or of a subset of them.
    fn measure(&self, part: Part<'_>, observer: &dyn Observer) -> Result<Measured> {
        let subset = part.edges;
        let pick =
            |kinds: &[u16]| subset.map(|subset| subset.iter().map(|&edge| kinds[edge as usize]).collect::<Vec<_>>());
        let (some_truth, some_pred) = (pick(self.truth), pick(self.pred));
        let all_weights = self.connected.weights.values.as_deref();
        let some_weights: Option<Vec<f64>> = match (subset, all_weights) {
            (Some(subset), Some(weights)) => Some(subset.iter().map(|&edge| weights[edge as usize]).collect()),
            _ => None,
        };
        let truth = some_truth.as_deref().unwrap_or(self.truth);
        let pred = some_pred.as_deref().unwrap_or(self.pred);
        let weights = some_weights.as_deref().or(all_weights);

        let flow = Flow::count(truth, pred, weights, self.pair.truth().n_labels() + 1);
        let slam = if let Some(wide) = &self.wide {
            let (pred, flow) = wide.flow(subset, truth, weights);
            self.pipeline.slam(&flow, truth, &pred, weights, observer)?
        } else {
            self.pipeline.slam(&flow, truth, pred, weights, observer)?
        };
        Ok(Measured {
            n_edges: truth.len(),
            slam,
            adjusted: self.adjuster.measure(part, observer)?,
            pinned: Pinned::from(&flow),
            cancelled: cancelled(&flow),
            flow,
        })
    }

    fn measure_slices(&self, spots: &[Vec<u32>], observer: &dyn Observer) -> Result<Named<SliceScore>> {
        let Some(slices) = self.pair.spots().slices() else { return Ok(Named::default()) };
        let mut edges = vec![Vec::new(); slices.n_labels()];
        for (edge, &(u, _)) in self.connected.graph.edges().iter().enumerate() {
            edges[slices.code(u as usize).unwrap_or(0)].push(edge as u32);
        }
        let one = |slice: usize| {
            let part = Part { slices: &spots[slice..=slice], edges: Some(&edges[slice]) };
            let measured = if edges[slice].is_empty() { None } else { Some(self.measure(part, observer)?) };
            Ok((slices.names()[slice].clone(), slice_score(spots[slice].len(), measured)))
        };
        (0..slices.n_labels()).map(one).collect()
    }
}

fn slice_score(n_spots: usize, measured: Option<Measured>) -> SliceScore {
    SliceScore {
        n_spots,
        n_edges: measured.as_ref().map_or(0, |measured| measured.n_edges),
        slam_pinned: measured.as_ref().map(|measured| measured.pinned),
        cancelled: measured.as_ref().and_then(|measured| measured.cancelled),
        slam_adjusted: measured.as_ref().map(|measured| measured.adjusted.clone()),
        slam: measured.map(|measured| measured.slam),
        metrics: Named::default(),
        undefined: Named::default(),
    }
}

fn summary(pair: &Pair, matching: &Matching, whole: &Measured) -> Score {
    let truth = pair.truth();
    Score {
        verdict: Verdict::default(),
        n_spots: pair.n_spots(),
        n_dropped: pair.n_dropped(),
        n_edges: whole.n_edges,
        n_labels: truth.n_labels(),
        matching: MatchingSummary::from(matching),
        slam: whole.slam.clone(),
        slam_adjusted: whole.adjusted.clone(),
        slam_pinned: whole.pinned,
        cancelled: whole.cancelled,
        flow: FlowTable::new(&whole.flow, truth.names()),
        domains: Domain::table(&whole.flow, truth.names(), &truth.counts()),
        metrics: Named::default(),
        undefined: Named::default(),
        slices: Named::default(),
        warnings: Vec::new(),
        provenance: Provenance::default(),
    }
}
