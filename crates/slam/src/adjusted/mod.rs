//! `slam_adjusted`: how far a labeling is from the truth at every scale, in units of what random placement would give.
//!
//! Two profiles are pooled, on the same cells: *place* (where the labels of spots are) and *contacts* (which labels touch). In every
//! cell truth and pred are compared by how much they hold of each kind; [`agreements`] has the sums for every pair of labels, from
//! which a matching follows and the score under it.

mod counts;
mod exact;
mod expected;
mod pairs;
mod pairwise;
mod totals;
mod agreements;
mod matching;
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
#[cfg(feature = "serde")]
pub(crate) mod survey;
#[cfg(feature = "serde")]
pub(crate) mod tiled;
#[cfg(test)]
mod shape_laws;
#[cfg(test)]
mod twin;

use crate::error::Result;
use crate::graph::SpatialGraph;
use crate::observer::{Observer, report};
use crate::pair::slice::Slice;
use crate::pair::spots::Spots;

pub(crate) use agreements::Agreements;
use counts::{PackedCounts, WeightedCounts};
pub(crate) use leave_out::Tiles;
pub(crate) use matching::{best, distance};
pub(crate) use pairs::{MOST_PAIRS, Pairs};

/// Spots or edges that one thread looks at, at least.
const PIECE: usize = 1 << 14;

/// How far the pred is from the truth: 0 alike, 1 as far as the same label proportions placed at random, above 1 farther.
///
/// Spots (place) and half-edges (contacts: an edge counted at each of its ends, to the same label or to another) are compared in the
/// whole, in cells of widths 2a·2ʲ (a the median edge length) and item by item. D is the mean of these levels over both profiles, N the
/// same for a pred whose labels are placed at random, and the value D/N. Labels are compared under the matching of the result.
///
/// Unweighted, √D is a metric between labelings under a given matching, and one label everywhere scores exactly 1.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Adjusted {
    /// D/N; 0 where D is, and D where the truth has one label.
    pub value: f64,
    /// D, the mean of the levels over both profiles, 0 to 1.
    pub mean: f64,
    /// N, the same mean for labels placed at random.
    pub chance: f64,
    /// The value if splitting a domain is forgiven: matched many to one, so that the labels of one domain become one before edges
    /// are compared. Far below the value it tells over-segmentation.
    pub lenient: f64,
    /// √D under the one-to-one matching with the smallest D: symmetric, whichever of the labelings is the truth.
    ///
    /// With more than 65,536 pairs of labels, √D under the matching of the result.
    pub distance: f64,
    /// Where the labels of spots are.
    pub place: AdjustedProfile,
    /// Which labels touch.
    pub contacts: AdjustedProfile,
    /// The levels, from the whole to single items.
    pub profile: Vec<AdjustedLevel>,
}

/// The score of one profile.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AdjustedProfile {
    /// `mean / chance`; 0 where `mean` is, and `mean` where the truth has one label.
    pub value: f64,
    /// The mean of the levels, 0 to 1.
    pub mean: f64,
    /// The same mean for labels placed at random.
    pub chance: f64,
}

/// One scale of the profiles.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AdjustedLevel {
    /// The width of the cells in units of the positions; none for the whole, 0 for single items.
    pub width: Option<f64>,
    /// How much truth and pred differ in where labels are, 0 to 1.
    pub place: f64,
    /// How much they differ in which labels touch, 0 to 1.
    pub contacts: f64,
    /// `place` for labels placed at random.
    pub chance_place: f64,
    /// `contacts` for labels placed at random.
    pub chance_contacts: f64,
}

impl AdjustedProfile {
    pub(crate) fn new(mean: f64, chance: f64, n_labels: usize) -> Self {
        let value = if mean == 0.0 || n_labels == 1 { mean } else { mean / chance };
        Self { value, mean, chance }
    }
}

impl AdjustedLevel {
    /// How much truth and pred differ, 0 to 1: the mean of both profiles.
    pub fn mean(&self) -> f64 {
        0.5 * (self.place + self.contacts)
    }

    /// The same for labels placed at random.
    pub fn chance(&self) -> f64 {
        0.5 * (self.chance_place + self.chance_contacts)
    }
}

impl Adjusted {
    /// The summary of both profiles; `lenient` and `distance` are those of the same matching.
    fn new(
        place: AdjustedProfile,
        contacts: Option<AdjustedProfile>,
        n_labels: usize,
        profile: Vec<AdjustedLevel>,
    ) -> Self {
        let both = contacts.unwrap_or(place);
        let (mean, chance) = (0.5 * (place.mean + both.mean), 0.5 * (place.chance + both.chance));
        let AdjustedProfile { value, .. } = AdjustedProfile::new(mean, chance, n_labels);
        let contacts = contacts.unwrap_or_default();
        Self { value, mean, chance, lenient: value, distance: mean.sqrt(), place, contacts, profile }
    }

    /// The largest scale at which half of the differences show; none where there are none.
    pub fn half_scale(&self) -> Option<&AdjustedLevel> {
        let all = self.profile.last().map_or(0.0, AdjustedLevel::mean);
        self.profile.iter().find(|level| all > 0.0 && level.mean() >= 0.5 * all)
    }
}

/// Two labelings of the same spots, and their graph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoLabelings<'a> {
    pub(crate) spots: &'a Spots,
    pub(crate) graph: &'a SpatialGraph,
    pub(crate) weights: Option<&'a [f64]>,
    /// The label of every spot in the truth, below `n_truth`.
    pub(crate) truth: &'a [u16],
    /// The label of every spot in the pred, below `n_pred`.
    pub(crate) pred: &'a [u16],
    pub(crate) n_truth: usize,
    pub(crate) n_pred: usize,
    /// The pred label of spots without a prediction, which equals nothing.
    pub(crate) missing: Option<u16>,
}

impl TwoLabelings<'_> {
    /// The mass of an edge.
    fn mass(self, edge: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[edge] * weights[edge])
    }
}

/// What is compared: spots by slice, and the edges between them, which join no spot to one outside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subset<'a> {
    pub(crate) slices: &'a [Slice],
    /// The edges that count, all where none.
    pub(crate) edges: Option<&'a [u32]>,
}

impl Subset<'_> {
    fn spots(self) -> impl Iterator<Item = usize> {
        self.slices.iter().flat_map(Slice::iter)
    }

    fn n_edges(self, input: TwoLabelings<'_>) -> usize {
        self.edges.map_or(input.graph.n_edges(), <[u32]>::len)
    }

    /// The edge at an index.
    fn edge(self, index: usize) -> usize {
        self.edges.map_or(index, |edges| edges[index] as usize)
    }
}

/// The spots and half-edges of two labelings by label, from which every subset can be measured.
pub(crate) struct Adjuster<'a> {
    input: TwoLabelings<'a>,
    counts: Counts<'a>,
}

enum Counts<'a> {
    Packed(PackedCounts<'a>),
    Weighted(WeightedCounts<'a>),
}

impl<'a> Adjuster<'a> {
    /// Counts half-edges. O(n + E).
    pub(crate) fn new(input: TwoLabelings<'a>) -> Self {
        let packed = if input.weights.is_none() { PackedCounts::of(input) } else { None };
        let counts = packed.map_or_else(|| Counts::Weighted(WeightedCounts::of(input)), Counts::Packed);
        Self { input, counts }
    }

    /// What pairs of labels agree on in a subset, as if there were nothing else. O(frames · n) while few labels meet in a cell.
    pub(crate) fn agreements(&self, subset: Subset<'_>, pairs: Pairs, observer: &dyn Observer) -> Result<Agreements> {
        report(observer, "adjusted", 0, 1)?;
        let found = match (&self.counts, self.input.spots.dimensions()) {
            (Counts::Packed(counts), 2) => Agreements::of::<2, _>(self.input, counts, subset, pairs),
            (Counts::Packed(counts), _) => Agreements::of::<3, _>(self.input, counts, subset, pairs),
            (Counts::Weighted(counts), 2) => Agreements::of::<2, _>(self.input, counts, subset, pairs),
            (Counts::Weighted(counts), _) => Agreements::of::<3, _>(self.input, counts, subset, pairs),
        };
        report(observer, "adjusted", 1, 1)?;
        Ok(found)
    }

    /// The score of a subset where equal codes are matched; `lenient` is the value.
    pub(crate) fn measure(&self, subset: Subset<'_>, observer: &dyn Observer) -> Result<Adjusted> {
        let TwoLabelings { n_truth, n_pred, .. } = self.input;
        let agreements = self.agreements(subset, Pairs::for_codes(n_truth, n_pred), observer)?;
        let distance = distance(&agreements)?;
        Ok(Adjusted { distance, ..agreements.adjusted(&self.equal()) })
    }

    /// The value of a subset where equal codes are matched, and nothing else.
    pub(crate) fn value(&self, subset: Subset<'_>, observer: &dyn Observer) -> Result<f64> {
        let TwoLabelings { n_truth, n_pred, .. } = self.input;
        let agreements = self.agreements(subset, Pairs::equal(n_truth, n_pred), observer)?;
        Ok(agreements.adjusted(&self.equal()).value)
    }

    /// Of every truth label the equal code of the pred.
    fn equal(&self) -> Vec<Option<u32>> {
        let is_prediction = |&code: &u32| {
            (code as usize) < self.input.n_pred && self.input.missing.is_none_or(|missing| u32::from(missing) != code)
        };
        (0..self.input.n_truth as u32).map(|code| Some(code).filter(is_prediction)).collect()
    }

    /// D of a subset without the spots of each block of tiles, then of each tile, while all cells stay. About as dear as measuring it
    /// twice.
    pub(crate) fn leave_out(&self, subset: Subset<'_>, tiles: Tiles<'_>) -> Vec<f64> {
        match (&self.counts, self.input.spots.dimensions()) {
            (Counts::Packed(counts), 2) => leave_out::means::<2, _>(self.input, counts, subset, tiles),
            (Counts::Packed(counts), _) => leave_out::means::<3, _>(self.input, counts, subset, tiles),
            (Counts::Weighted(counts), 2) => leave_out::means::<2, _>(self.input, counts, subset, tiles),
            (Counts::Weighted(counts), _) => leave_out::means::<3, _>(self.input, counts, subset, tiles),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_what_is_wrong_shows_at_some_scale() {
        let level = |width, mean| AdjustedLevel {
            width,
            place: 0.5 * mean,
            contacts: 1.5 * mean,
            chance_place: 0.5,
            chance_contacts: 0.5,
        };
        let of = |means: [f64; 3]| {
            let widths = [None, Some(4.0), Some(0.0)];
            let profile = widths.into_iter().zip(means).map(|(width, mean)| level(width, mean)).collect();
            Adjusted::new(AdjustedProfile::default(), None, 2, profile)
        };
        assert_eq!(of([0.1, 0.2, 0.4]).half_scale().map(|level| level.width), Some(Some(4.0)));
        assert_eq!(of([0.3, 0.3, 0.4]).half_scale().map(|level| level.width), Some(None));
        assert_eq!(of([0.0; 3]).half_scale(), None);
    }

    #[test]
    fn a_truth_of_one_label_has_nothing_to_be_measured_against() {
        let value = |n_labels| AdjustedProfile::new(0.25, 0.5, n_labels).value;
        assert_eq!((value(1), value(2)), (0.25, 0.5));
    }

    #[test]
    fn widths_fit_the_largest_slice_whichever_is_first() {
        let profile = |letters: &str| {
            let spots = crate::testing::line(18).with_slices(crate::testing::labeling(letters)).unwrap();
            let codes: Vec<u16> = (0..18).map(|spot| u16::from(spot % 5 > 2)).collect();
            let graph = crate::graph::Neighborhood::Mutual { k: 2, tie: 0.01 }.connect(&spots, &()).unwrap().0;
            let (truth, pred) = (&codes[..], &codes[..]);
            let (n_truth, n_pred) = (2, 2);
            let input = TwoLabelings {
                spots: &spots,
                graph: &graph,
                weights: None,
                truth,
                pred,
                n_truth,
                n_pred,
                missing: None,
            };
            let slices = spots.each_slice();
            Adjuster::new(input).measure(Subset { slices: &slices, edges: None }, &()).unwrap().profile
        };
        // The 16 spots of a slice lie within 7.5 of their middle: cells of 2, 4 and 8, beside the whole and single half-edges.
        assert_eq!(profile("aabbbbbbbbbbbbbbbb").len(), 5);
        assert_eq!(profile("bbaaaaaaaaaaaaaaaa").len(), 5);
    }
}
