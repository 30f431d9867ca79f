//! One method on its spots, as much of it as maps need: of a slide that is at hand, or of a slice that is gone.

use std::sync::Arc;

use slam::matcher::Matching;
use slam::study::MethodMap;
use slam::{Analysis, Neighborhood, Pair, SpatialGraph, SpotScore};

/// One method on its spots.
pub(crate) struct Drawable<'a> {
    /// The spots that are drawn, and both labelings.
    pub(crate) pair: &'a Pair,
    /// Which of them are neighbours: how far spots are apart tells how large they are drawn.
    pub(crate) graph: Arc<SpatialGraph>,
    /// What became of the pred labels.
    pub(crate) matching: &'a Matching,
    scores: Vec<SpotScore>,
}

impl Drawable<'_> {
    /// What the labels of `matching.codes` are called: the truth's, then the unmatched ones.
    pub(crate) fn matched_names(&self) -> Vec<String> {
        self.matching.names(self.pair.truth())
    }

    /// How wrong each spot is.
    pub(crate) fn spots(&self) -> &[SpotScore] {
        &self.scores
    }
}

impl<'a> From<&'a Analysis> for Drawable<'a> {
    fn from(analysis: &'a Analysis) -> Self {
        let (pair, matching) = (&analysis.pair, &analysis.matching);
        Self { pair, graph: Arc::clone(&analysis.graph), matching, scores: analysis.spots() }
    }
}

impl<'a> From<&'a MethodMap> for Drawable<'a> {
    fn from(map: &'a MethodMap) -> Self {
        // Of a slice that was thinned, those that are left are drawn as far apart as they are.
        let spots = map.pair.spots();
        let found = Neighborhood::default().connect(spots, &()).map(|(graph, _)| graph);
        let graph =
            found.or_else(|_| SpatialGraph::new(spots.n_spots(), &[])).expect("no edge is no edge out of range");
        Self { pair: &map.pair, graph: Arc::new(graph), matching: &map.matching, scores: map.spots.clone() }
    }
}
