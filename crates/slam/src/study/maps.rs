//! What a page draws of a slice, kept while the slide itself is dropped.

use std::sync::Arc;

use rand::seq::index::sample;

use crate::comparison::Compared;
use crate::graph::SpatialGraph;
use crate::matcher::Matching;
use crate::pair::Pair;
use crate::pair::spots::Spots;
use crate::random;
use crate::score::SpotScore;
use crate::score::analysis::Analysis;

/// Of more spots than this a slice's maps show so many, drawn at random.
pub const MOST_DRAWN: usize = 100_000;
/// The edges whose lengths tell how far neighbours are apart.
const SAMPLE: usize = 4096;

/// The maps of one slice: every method's labels and faults at the spots that are drawn.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SliceMaps {
    /// The name of the slice.
    pub slice: String,
    /// The number of rows of its input, of which some may not be drawn.
    pub n_rows: usize,
    /// The maps, best method first.
    pub methods: Vec<MethodMap>,
}

/// The map of one method.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MethodMap {
    /// The name of the method.
    pub method: String,
    /// The spots that are drawn, with both labelings; methods with the same spots share them.
    pub pair: Pair,
    /// What became of the pred labels; its codes are those of the spots that are drawn.
    pub matching: Matching,
    /// How wrong each of them is, by all of its edges.
    pub spots: Vec<SpotScore>,
    /// A usual distance between neighbours, of all spots.
    pub spacing: f64,
}

impl SliceMaps {
    /// The maps of a slice whose methods are compared, at no more than `most` rows of its input.
    pub fn of(slice: &str, compared: &Compared, most: usize, seed: u64) -> Self {
        let n_rows = compared.analyses.iter().map(|analysis| analysis.pair.spots().n_rows()).max().unwrap_or(0);
        let chosen = (n_rows > most).then(|| {
            let mut is_drawn = vec![false; n_rows];
            sample(&mut random::stream(seed, 0), n_rows, most).into_iter().for_each(|row| is_drawn[row] = true);
            is_drawn
        });
        let names = compared.comparison.results.iter().map(|entry| &entry.pred);
        let mut methods: Vec<MethodMap> = Vec::new();
        for (name, analysis) in names.zip(&compared.analyses) {
            let mut map = MethodMap::of(name, analysis, chosen.as_deref());
            if let Some(same) = methods.iter().find(|other| other.pair.has_rows_of(&map.pair)) {
                map.pair = map.pair.sharing(&same.pair);
            }
            methods.push(map);
        }
        Self { slice: slice.to_owned(), n_rows, methods }
    }
}

impl MethodMap {
    fn of(name: &str, analysis: &Analysis, is_drawn: Option<&[bool]>) -> Self {
        let spots = analysis.pair.spots();
        let is_chosen = |&spot: &u32| is_drawn.is_none_or(|is_drawn| is_drawn[spots.row(spot as usize)]);
        let drawn: Vec<u32> = (0..spots.n_spots() as u32).filter(is_chosen).collect();
        let scores = analysis.spots();
        let codes = drawn.iter().map(|&spot| analysis.matching.codes[spot as usize]).collect();
        Self {
            method: name.to_owned(),
            pair: analysis.pair.drawn(&drawn),
            matching: Matching { codes, ..analysis.matching.clone() },
            spots: drawn.iter().map(|&spot| scores[spot as usize]).collect(),
            spacing: usual_length(spots, &analysis.graph),
        }
    }

    /// What the labels of `matching.codes` are called: the truth's, then the unmatched ones.
    pub fn matched_names(&self) -> Vec<String> {
        self.matching.names(self.pair.truth())
    }
}

/// The middle one of some edges' lengths, in the first two dimensions.
fn usual_length(spots: &Spots, graph: &Arc<SpatialGraph>) -> f64 {
    let length = |&(u, v): &(u32, u32)| {
        let (a, b) = (spots.position(u as usize), spots.position(v as usize));
        libm::hypot(a[0] - b[0], a[1] - b[1])
    };
    let every = graph.n_edges().div_ceil(SAMPLE).max(1);
    let mut lengths: Vec<f64> = graph.edges().iter().step_by(every).map(length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
}
