//! Steps of one's own, which take the place of those that options name, and metrics of one's own.

use std::fmt;
use std::sync::Arc;

use crate::discrepancy::{Discrepancy, Measured};
use crate::editor::{Editor, Weights};
use crate::error::Result;
use crate::extractor::{Distribution, Extractor, LabeledGraph};
use crate::graph::SpatialGraph;
use crate::matcher::{Matcher, Matching};
use crate::metrics::Metric;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pipeline::Connected;

/// Steps of one's own: where there is one, the option of that step has no say.
///
/// They go with [`Options`](crate::Options) wherever those go: to single scores, to the leaderboard, to the report. A slide
/// in tiles ([`partial`](crate::partial)) refuses them, steps and metrics alike. They are not written with the options: a result
/// names them in `provenance.steps`, and options that rank by such a metric do not read back. A step that draws lots has a seed of
/// its own.
#[derive(Clone, Default)]
pub struct OwnSteps {
    /// Step I, in place of `matching`.
    pub matcher: Option<Arc<dyn Matcher>>,
    /// Step II, beside those that the input asks for.
    pub editors: Vec<Arc<dyn Editor>>,
    /// Step III, in place of `extractor`.
    pub extractor: Option<Arc<dyn Extractor>>,
    /// Step IV, in place of `discrepancy`.
    pub discrepancy: Option<Arc<dyn Discrepancy>>,
    /// Metrics, beside those of `metrics`: each name once, and none of [`METRICS`](crate::metrics::METRICS). A study has their means over
    /// slices, and pools them as means weighted by spots. Every output has them, whatever their family, under "other".
    pub metrics: Vec<&'static Metric>,
}

impl OwnSteps {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Steps are the same if they are one and the same.
impl PartialEq for OwnSteps {
    fn eq(&self, other: &Self) -> bool {
        fn same<T: ?Sized>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
            match (one, other) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            }
        }
        same(self.matcher.as_ref(), other.matcher.as_ref())
            && self.editors.len() == other.editors.len()
            && self.editors.iter().zip(&other.editors).all(|(one, other)| Arc::ptr_eq(one, other))
            && same(self.extractor.as_ref(), other.extractor.as_ref())
            && same(self.discrepancy.as_ref(), other.discrepancy.as_ref())
            && self.metrics == other.metrics
    }
}

impl fmt::Debug for OwnSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            self.matcher.as_ref().map(Matcher::name),
            self.extractor.as_ref().map(Extractor::name),
            self.discrepancy.as_ref().map(Discrepancy::name),
        ];
        let others = self.editors.iter().map(Editor::name).chain(self.metrics.iter().map(|metric| metric.name));
        f.debug_list().entries(names.into_iter().flatten().chain(others)).finish()
    }
}

impl Matcher for Arc<dyn Matcher> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn describe(&self) -> String {
        (**self).describe()
    }

    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching> {
        (**self).match_labels(pair, observer)
    }

    fn match_on(&self, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Matching> {
        (**self).match_on(pair, graph, observer)
    }
}

impl Editor for Arc<dyn Editor> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn describe(&self) -> String {
        (**self).describe()
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        (**self).weigh(pair, graph)
    }
}

impl Extractor for Arc<dyn Extractor> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn describe(&self) -> String {
        (**self).describe()
    }

    fn extract(&self, graph: &LabeledGraph<'_>, observer: &dyn Observer) -> Result<Distribution> {
        (**self).extract(graph, observer)
    }

    fn keeps_unmatched(&self) -> bool {
        (**self).keeps_unmatched()
    }

    fn is_in_order(&self) -> bool {
        (**self).is_in_order()
    }

    fn is_nameless(&self) -> bool {
        (**self).is_nameless()
    }
}

impl Discrepancy for Arc<dyn Discrepancy> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn describe(&self) -> String {
        (**self).describe()
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        (**self).measure(truth, pred, observer)
    }

    fn keeps_unmatched(&self) -> bool {
        (**self).keeps_unmatched()
    }
}
