//! `slam_adjusted`: how far a labeling is from the truth at every scale, beside what chance would make of it.

mod half_edges;
mod chance;
mod census;
mod median;
mod distances;
mod eigen;
mod shape;
mod symmetry;
mod widths;
mod keys;
mod frames;
mod cells;
mod nested;
mod tree;
mod dense;
mod grids;
mod leave_out;
pub(crate) mod survey;
#[cfg(feature = "serde")]
pub(crate) mod tiled;
#[cfg(test)]
mod twin;

use crate::error::Result;
use crate::graph::SpatialGraph;
use crate::observer::{Observer, report};
use crate::pair::slice::Slice;
use crate::pair::spots::Spots;

use cells::Branch;
use census::Census;
use chance::{Chance, Sums};
use frames::Widths;
use grids::Grids;
use half_edges::{Amount, Book, Entry, Heavy, Light};
pub(crate) use leave_out::Tiles;
use tree::{Item, Ledger, Scratch};

/// Spots or edges that one thread looks at, at least.
const PIECE: usize = 1 << 14;

/// How far the pred is from the truth, in units of chance: r = D/N, 0 alike, 1 no better than chance, above 1 worse.
///
/// Every edge counts once at each of its ends, as one of the kinds (label, same) and (label, different). Truth and pred are
/// compared by their counts of kinds in the whole, in cells of widths 2a·2ʲ (a the median edge length) and half-edge by
/// half-edge; D is the mean of these levels, and N what a map scores that knows how much there is of each label, not where.
/// Unweighted, whole ≤ D ≤ single half-edges, √D is a metric, and one label everywhere scores exactly 1.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Adjusted {
    /// r = D/N; 0 where D is, and D where the truth has one label.
    pub r: f64,
    /// D, the mean of the levels, 0 to 1, in which the coarsest width may count less.
    pub mean: f64,
    /// N, the same mean for chance.
    pub chance: f64,
    /// √D, which obeys the triangle inequality where edges are unweighted.
    pub distance: f64,
    /// The levels, from the whole to single half-edges.
    pub profile: Vec<AdjustedLevel>,
}

/// One scale of the profile.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AdjustedLevel {
    /// The width of the cells in units of the positions; none for the whole, 0 for single half-edges.
    pub width: Option<f64>,
    /// How much truth and pred differ, 0 to 1.
    pub mean: f64,
    /// How much truth and chance differ.
    pub chance: f64,
}

impl Adjusted {
    /// The summary of a profile whose levels have these weights; a pred of one label is its own chance.
    fn new(profile: Vec<AdjustedLevel>, weights: &[f64], n_labels: usize) -> Self {
        let of = |value: fn(&AdjustedLevel) -> f64| {
            profile.iter().zip(weights).map(|(level, weight)| weight * value(level)).sum::<f64>()
        };
        let (mean, chance) = (of(|level| level.mean), of(|level| level.chance));
        let r = if mean == 0.0 || n_labels == 1 { mean } else { mean / chance };
        Self { r, mean, chance, distance: mean.sqrt(), profile }
    }

    /// The largest scale at which half of what is wrong has come to light; none where nothing is wrong.
    pub fn half_scale(&self) -> Option<&AdjustedLevel> {
        let all = self.profile.last().map_or(0.0, |level| level.mean);
        self.profile.iter().find(|level| all > 0.0 && level.mean >= 0.5 * all)
    }
}

/// Both labelings of the spots, on their graph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labelled<'a> {
    pub(crate) spots: &'a Spots,
    pub(crate) graph: &'a SpatialGraph,
    pub(crate) weights: Option<&'a [f64]>,
    /// The label of every spot in the truth.
    pub(crate) truth: &'a [u16],
    /// The label of every spot in the pred; beyond the truth's labels those that match none.
    pub(crate) pred: &'a [u16],
    /// The number of labels of both together.
    pub(crate) n_labels: usize,
}

impl Labelled<'_> {
    /// The mass of an edge.
    fn mass(self, edge: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[edge] * weights[edge])
    }
}

/// What is compared: spots by slice, and the edges between them, which join no spot to one outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) slices: &'a [Slice],
    /// The edges that count, all where none.
    pub(crate) edges: Option<&'a [u32]>,
}

impl Part<'_> {
    fn spots(self) -> impl Iterator<Item = usize> {
        self.slices.iter().flat_map(Slice::iter)
    }

    fn n_edges(self, labelled: Labelled<'_>) -> usize {
        self.edges.map_or(labelled.graph.n_edges(), <[u32]>::len)
    }

    /// The edge at an index.
    fn edge(self, index: usize) -> usize {
        self.edges.map_or(index, |edges| edges[index] as usize)
    }
}

/// The half-edges of two labelings, from which every part can be measured.
pub(crate) struct Adjuster<'a> {
    labelled: Labelled<'a>,
    half_edges: HalfEdges<'a>,
}

enum HalfEdges<'a> {
    Light(Light<'a>),
    Heavy(Heavy<'a>),
}

impl<'a> Adjuster<'a> {
    /// Counts half-edges. O(n + E).
    pub(crate) fn new(labelled: Labelled<'a>) -> Self {
        let light = if labelled.weights.is_none() { Light::of(labelled) } else { None };
        let half_edges = light.map_or_else(|| HalfEdges::Heavy(Heavy::of(labelled)), HalfEdges::Light);
        Self { labelled, half_edges }
    }

    /// `slam_adjusted` of a part, as if there were nothing else. O(frames · n).
    pub(crate) fn measure(&self, part: Part<'_>, observer: &dyn Observer) -> Result<Adjusted> {
        report(observer, "adjusted", 0, 1)?;
        let found = match (&self.half_edges, self.labelled.spots.dimensions()) {
            (HalfEdges::Light(book), 2) => measure::<2, _>(self.labelled, book, part),
            (HalfEdges::Light(book), _) => measure::<3, _>(self.labelled, book, part),
            (HalfEdges::Heavy(book), 2) => measure::<2, _>(self.labelled, book, part),
            (HalfEdges::Heavy(book), _) => measure::<3, _>(self.labelled, book, part),
        };
        report(observer, "adjusted", 1, 1)?;
        Ok(found)
    }

    /// D of a part without the half-edges at the spots of each block of tiles, then of each tile, while all cells stay.
    /// About as dear as measuring it twice.
    pub(crate) fn leave_out(&self, part: Part<'_>, tiles: Tiles<'_>) -> Vec<f64> {
        match (&self.half_edges, self.labelled.spots.dimensions()) {
            (HalfEdges::Light(book), 2) => leave_out::means::<2, _>(self.labelled, book, part, tiles),
            (HalfEdges::Light(book), _) => leave_out::means::<3, _>(self.labelled, book, part, tiles),
            (HalfEdges::Heavy(book), 2) => leave_out::means::<2, _>(self.labelled, book, part, tiles),
            (HalfEdges::Heavy(book), _) => leave_out::means::<3, _>(self.labelled, book, part, tiles),
        }
    }
}

/// Cells are judged by what truth and pred, and truth and chance, differ by.
struct Judge<'a, B> {
    book: &'a B,
    chance: &'a Chance,
    n_labels: usize,
}

impl<B: Book> Ledger for Judge<'_, B> {
    type Amount = B::Amount;
    type Ticket = B::Ticket;
    type Sum = Sums;

    fn zero(&self) -> Sums {
        Sums::default()
    }

    fn add(&self, sum: &mut Sums, other: &Sums, share: f64) {
        *sum += Sums { mean: share * other.mean, chance: share * other.chance };
    }

    fn judge(&self, cell: &[Entry<B::Amount>], sums: &mut [Sums]) {
        let found = self.chance.compare(cell);
        sums.iter_mut().for_each(|sum| *sum += found);
    }

    fn n_labels(&self) -> usize {
        self.n_labels
    }

    fn entries(&self, ticket: B::Ticket) -> [Entry<B::Amount>; 2] {
        self.book.entries(ticket)
    }

    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<B::Ticket>> + Clone,
        levels: (usize, usize),
        scratch: &mut Scratch,
    ) -> Option<Branch<B::Amount, Sums>> {
        self.book.dense::<D>(items, levels, self.chance, scratch)
    }
}

fn measure<const D: usize, B: Book>(labelled: Labelled<'_>, book: &B, part: Part<'_>) -> Adjusted {
    let census = Census::of(labelled, book, part);
    let chance = census.chance();
    let grids = Grids::<D>::of(labelled, part);
    let judge = Judge { book, chance: &chance, n_labels: labelled.n_labels };
    let sums = grids.sums(&judge, |spot| book.ticket(spot));
    summary(&census, &chance, &grids.widths, sums)
}

/// The profile of a part from its census and the sums of all widths, fine first.
fn summary<A: Amount>(census: &Census<A>, chance: &Chance, widths: &Widths, sums: Vec<Sums>) -> Adjusted {
    let total = if census.mass() > 0.0 { census.mass() } else { 1.0 };
    let level = |width: Option<f64>, sums: Sums| AdjustedLevel {
        width,
        mean: sums.mean / total,
        chance: if chance.is_certain() { sums.mean } else { sums.chance } / total,
    };
    let mut profile = vec![level(None, chance.compare(&census.whole))];
    profile.extend(widths.falling().zip(sums.into_iter().rev()).map(|(width, sums)| level(Some(width), sums)));
    profile.push(level(Some(0.0), census.single(chance)));
    Adjusted::new(profile, &widths.level_weights(), census.n_labels())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_what_is_wrong_shows_at_some_scale() {
        let level = |width, mean| AdjustedLevel { width, mean, chance: 0.5 };
        let of = |means: [f64; 3]| {
            let widths = [None, Some(4.0), Some(0.0)];
            let profile = widths.into_iter().zip(means).map(|(width, mean)| level(width, mean)).collect();
            Adjusted::new(profile, &[1.0 / 3.0; 3], 2)
        };
        assert_eq!(of([0.1, 0.2, 0.4]).half_scale().map(|level| level.width), Some(Some(4.0)));
        assert_eq!(of([0.3, 0.3, 0.4]).half_scale().map(|level| level.width), Some(None));
        assert_eq!(of([0.0; 3]).half_scale(), None);
    }

    #[test]
    fn one_label_has_no_chance_to_be_measured_against() {
        let profile = || vec![AdjustedLevel { width: None, mean: 0.25, chance: 0.5 }];
        assert_eq!((Adjusted::new(profile(), &[1.0], 1).r, Adjusted::new(profile(), &[1.0], 2).r), (0.25, 0.5));
    }

    #[test]
    fn widths_fit_the_largest_slice_whichever_is_first() {
        let profile = |letters: &str| {
            let spots = crate::testing::line(18).with_slices(crate::testing::labeling(letters)).unwrap();
            let codes: Vec<u16> = (0..18).map(|spot| u16::from(spot % 5 > 2)).collect();
            let graph = crate::graph::Neighborhood::Mutual { k: 2, tie: 0.01 }.connect(&spots, &()).unwrap().0;
            let labelled =
                Labelled { spots: &spots, graph: &graph, weights: None, truth: &codes, pred: &codes, n_labels: 2 };
            let slices = spots.each_slice();
            Adjuster::new(labelled).measure(Part { slices: &slices, edges: None }, &()).unwrap().profile
        };
        // The 16 spots of a slice lie within 7.5 of their middle: cells of 2, 4 and 8, beside the whole and single half-edges.
        assert_eq!(profile("aabbbbbbbbbbbbbbbb").len(), 5);
        assert_eq!(profile("bbaaaaaaaaaaaaaaaa").len(), 5);
    }
}
