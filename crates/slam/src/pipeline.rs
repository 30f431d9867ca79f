//! The four steps, one after the other.

use std::cell::LazyCell;
use std::cmp::Ordering;
use std::sync::Arc;

use crate::analysis::Analysis;
use crate::discrepancy::{Discrepancy, Exact, Slam};
use crate::editor::{Editor, Weights, kinds};
use crate::error::{Error, Result};
use crate::extractor::{AttributedGraph, Extractor, OneHot};
use crate::flow::Flow;
use crate::graph::{Neighborhood, SpatialGraph};
use crate::local::{Edges, Local, local};
use crate::matcher::{Auto, Matcher, Matching};
use crate::metrics::{Nmi, Selection, evaluate_with_slices};
use crate::named::Named;
use crate::observer::{Observer, report};
use crate::pair::Pair;
use crate::score::{Domain, FlowTable, MatchingSummary, Pinned, Provenance, Score, SliceScore, cancelled};
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
        let matching = self.matcher.match_labels(&pair)?;
        let (truth_kinds, pred_kinds) = both_kinds(&pair, &matching, &connected.graph);
        let wide = self.wide(&matching, &connected.graph);
        let written = Written { pipeline: self, pair: &pair, connected, truth: &truth_kinds, pred: &pred_kinds, wide };
        let whole = written.measure(None, observer)?;
        let slices = written.measure_slices(observer)?;
        let mut score = summary(&pair, &matching, &whole);
        let metrics = evaluate_with_slices(&pair, &matching, &self.metrics, self.nmi, observer)?;
        (score.metrics, score.undefined) = (metrics.overall.numbers(), metrics.overall.reasons());
        score.slices = slices;
        for ((_, slice), (_, values)) in score.slices.0.iter_mut().zip(&metrics.slices.0) {
            (slice.metrics, slice.undefined) = (values.numbers(), values.reasons());
        }
        score.warnings = [&connected.warnings, &matching.warnings, &whole.warnings()].map(Vec::as_slice).concat();
        score.provenance = self.provenance();
        let Connected { graph, weights, .. } = connected.clone();
        Ok(Analysis { score, pair, matching, graph, truth_kinds, pred_kinds, weights })
    }

    /// SLAM alone, under a matching that is there already.
    pub(crate) fn slam_on(
        &self,
        pair: &Pair,
        matching: &Matching,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Slam> {
        let (truth, mut pred) = both_kinds(pair, matching, &connected.graph);
        let weights = connected.weights.values.as_deref();
        let mut flow = Flow::count(&truth, &pred, weights, pair.truth().n_labels() + 1);
        if let Some(wide) = self.wide(matching, &connected.graph) {
            (pred, flow) = wide.flow(None, &truth, weights);
        }
        self.slam(&flow, &truth, &pred, weights, observer)
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

fn both_kinds(pair: &Pair, matching: &Matching, graph: &SpatialGraph) -> (Vec<u16>, Vec<u16>) {
    let n_truth = pair.truth().n_labels();
    (kinds(graph, pair.truth().codes(), n_truth), kinds(graph, &matching.codes, n_truth))
}

/// Both labelings, written on the same graph.
struct Written<'a> {
    pipeline: &'a Pipeline,
    pair: &'a Pair,
    connected: &'a Connected,
    truth: &'a [u16],
    pred: &'a [u16],
    wide: Option<Wide>,
}

/// The scores of a set of edges.
struct Measured {
    n_edges: usize,
    flow: Flow,
    slam: Slam,
    local: Local,
    pinned: Pinned,
    cancelled: Option<f64>,
}

impl Measured {
    fn warnings(&self) -> Vec<Warning> {
        let cancelled = self.cancelled.filter(|share| *share > 0.5).map(|share| Warning::Cancelled { share });
        let imprecise = self.slam.d_se.filter(|se| *se > 0.001).map(|d_se| Warning::Imprecise { d_se });
        cancelled.into_iter().chain(imprecise).collect()
    }
}

impl Written<'_> {
    /// The scores of all edges, or of a subset of them.
    fn measure(&self, subset: Option<&[u32]>, observer: &dyn Observer) -> Result<Measured> {
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
        let edges = Edges {
            spots: self.pair.spots(),
            graph: &self.connected.graph,
            subset,
            truth: self.truth,
            pred: self.pred,
            weights: all_weights,
            axes: &self.axes(&flow),
        };
        let local = local(edges, observer)?;
        Ok(Measured {
            n_edges: truth.len(),
            slam,
            local,
            pinned: Pinned::from(&flow),
            cancelled: cancelled(&flow),
            flow,
        })
    }

    /// The axes of the labels; those that are alike in all masses by their first spot in space, so that names do not
    /// matter where edges share a midpoint.
    fn axes(&self, flow: &Flow) -> Vec<u16> {
        let (spots, truth) = (self.pair.spots(), self.pair.truth());
        let in_space = |&a: &usize, &b: &usize| {
            let axes = spots.position(a).iter().zip(spots.position(b)).map(|(a, b)| a.total_cmp(b));
            axes.fold(Ordering::Equal, Ordering::then)
        };
        let firsts = LazyCell::new(|| {
            let mut firsts: Vec<Option<usize>> = vec![None; truth.n_labels()];
            for (spot, &code) in truth.codes().iter().enumerate() {
                let first = &mut firsts[usize::from(code)];
                *first = first.iter().copied().chain([spot]).min_by(in_space);
            }
            firsts
        });
        flow.axes_by(|a, b| match (firsts[a], firsts[b]) {
            (Some(a), Some(b)) => in_space(&a, &b),
            _ => Ordering::Equal,
        })
    }

    fn measure_slices(&self, observer: &dyn Observer) -> Result<Named<SliceScore>> {
        let Some(slices) = self.pair.spots().slices() else { return Ok(Named::default()) };
        let mut edges = vec![Vec::new(); slices.n_labels()];
        for (edge, &(u, _)) in self.connected.graph.edges().iter().enumerate() {
            edges[slices.code(u as usize).unwrap_or(0)].push(edge as u32);
        }
        let sizes = slices.counts();
        let one = |slice: usize| {
            let measured =
                if edges[slice].is_empty() { None } else { Some(self.measure(Some(&edges[slice]), observer)?) };
            Ok((slices.names()[slice].clone(), slice_score(sizes[slice], measured)))
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
        slam_local: measured.as_ref().map(|measured| measured.local.clone()),
        slam: measured.map(|measured| measured.slam),
        metrics: Named::default(),
        undefined: Named::default(),
    }
}

fn summary(pair: &Pair, matching: &Matching, whole: &Measured) -> Score {
    let truth = pair.truth();
    Score {
        n_spots: pair.n_spots(),
        n_dropped: pair.n_dropped(),
        n_edges: whole.n_edges,
        n_labels: truth.n_labels(),
        matching: MatchingSummary::from(matching),
        slam: whole.slam.clone(),
        slam_local: whole.local.clone(),
        slam_pinned: whole.pinned,
        cancelled: whole.cancelled,
        flow: FlowTable::new(&whole.flow, truth.names()),
        domains: Domain::table(&whole.flow, truth.names(), &truth.counts()),
        metrics: Named::default(),
        undefined: Named::default(),
        slices: Named::default(),
        test: None,
        intervals: None,
        warnings: Vec::new(),
        provenance: Provenance::default(),
    }
}
