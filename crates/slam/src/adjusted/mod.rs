//! `slam_adjusted`: how far a labeling is from the truth at every scale, beside what chance would make of it.

mod half_edges;
mod chance;
mod shape;
mod symmetry;
mod frames;
mod cells;
mod median;

use rayon::prelude::*;
use serde::Serialize;

use crate::error::Result;
use crate::graph::SpatialGraph;
use crate::observer::{Observer, report};
use crate::spots::Spots;

use cells::Cells;
use chance::{Chance, Sums};
use frames::{Frames, Widths};
use half_edges::{Amount, HalfEdges, Weighted};
use shape::Shape;

/// How far the pred is from the truth, in units of chance: r = D/N, 0 alike, 1 no better than chance, above 1 worse.
///
/// Every edge counts once at each of its ends, as one of the kinds (label, same) and (label, different). Truth and pred are
/// compared by their counts of kinds in the whole, in cells of widths 2a·2ʲ (a the median edge length) and half-edge by
/// half-edge; D is the mean of these levels, and N what a map scores that knows how much there is of each label, not where.
/// Unweighted, whole ≤ D ≤ single half-edges, √D is a metric, and one label everywhere scores exactly 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Adjusted {
    /// r = D/N; 0 where D is, and D where the truth has one label.
    pub r: f64,
    /// D, the plain mean of the levels, 0 to 1.
    pub mean: f64,
    /// N, the same mean for chance.
    pub chance: f64,
    /// √D, which obeys the triangle inequality where edges are unweighted.
    pub distance: f64,
    /// The levels, from the whole to single half-edges.
    pub profile: Vec<AdjustedLevel>,
}

/// One scale of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AdjustedLevel {
    /// The width of the cells in units of the positions; none for the whole, 0 for single half-edges.
    pub width: Option<f64>,
    /// How much truth and pred differ, 0 to 1.
    pub mean: f64,
    /// How much truth and chance differ.
    pub chance: f64,
}

impl Adjusted {
    /// The summary of a profile; a pred of one label is its own chance.
    fn new(profile: Vec<AdjustedLevel>, n_labels: usize) -> Self {
        let of = |value: fn(&AdjustedLevel) -> f64| profile.iter().map(value).sum::<f64>() / profile.len() as f64;
        let (mean, chance) = (of(|level| level.mean), of(|level| level.chance));
        let r = if mean == 0.0 || n_labels == 1 { mean } else { mean / chance };
        Self { r, mean, chance, distance: mean.sqrt(), profile }
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

/// What is compared: spots by slice, and the edges between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) slices: &'a [Vec<u32>],
    /// The edges that count, all where none.
    pub(crate) edges: Option<&'a [u32]>,
}

/// `slam_adjusted` of a part, as if there were nothing else. O(frames · n · log n).
pub(crate) fn adjusted(labelled: Labelled<'_>, part: Part<'_>, observer: &dyn Observer) -> Result<Adjusted> {
    report(observer, "adjusted", 0, 1)?;
    let found = match (labelled.weights, labelled.spots.dimensions()) {
        (None, 2) => measure::<2, u64>(labelled, part),
        (None, _) => measure::<3, u64>(labelled, part),
        (Some(_), 2) => measure::<2, Weighted>(labelled, part),
        (Some(_), _) => measure::<3, Weighted>(labelled, part),
    };
    report(observer, "adjusted", 1, 1)?;
    Ok(found)
}

fn measure<const D: usize, A: Amount>(labelled: Labelled<'_>, part: Part<'_>) -> Adjusted {
    let half_edges = HalfEdges::<A>::of(labelled, part.edges);
    let spots = || part.slices.iter().flatten().map(|&spot| spot as usize);
    let chance = Chance::of(spots().map(|spot| labelled.pred[spot]), labelled.n_labels);
    let whole = half_edges.whole(spots());
    let mass: f64 = whole.iter().map(|entry| entry.amounts[0].mass() + entry.amounts[1].mass()).sum();
    let total = if mass > 0.0 { mass } else { 1.0 };
    let level = |width: Option<f64>, sums: Sums| AdjustedLevel {
        width,
        mean: sums.mean / total,
        chance: if chance.is_certain() { sums.mean } else { sums.chance } / total,
    };

    let shapes: Vec<Shape<D>> = part.slices.iter().map(|slice| Shape::of(labelled.spots, slice)).collect();
    let radius = shapes.iter().map(|shape| shape.radius).fold(0.0, f64::max);
    let widths = Widths::new::<D>(median::edge_length(labelled, part.edges), radius);
    let mut profile = vec![level(None, chance.compare(&whole))];
    let sums = in_cells(labelled.spots, &half_edges, &chance, part.slices, &shapes, &widths);
    profile.extend(widths.falling().zip(sums).map(|(width, sums)| level(Some(width), sums)));
    profile.push(level(Some(0.0), half_edges.single(&chance, &whole, spots())));
    let n_labels = whole_labels(labelled.truth, spots());
    Adjusted::new(profile, n_labels)
}

/// The number of labels that occur.
fn whole_labels(codes: &[u16], spots: impl Iterator<Item = usize>) -> usize {
    let mut occurs = vec![false; 1 + codes.iter().copied().max().map_or(0, usize::from)];
    spots.for_each(|spot| occurs[usize::from(codes[spot])] = true);
    occurs.iter().filter(|&&occurs| occurs).count()
}

/// The sums of all widths, coarse first: over slices, the mean of each one's frames.
fn in_cells<const D: usize, A: Amount>(
    spots: &Spots,
    half_edges: &HalfEdges<'_, A>,
    chance: &Chance,
    slices: &[Vec<u32>],
    shapes: &[Shape<D>],
    widths: &Widths,
) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); widths.len()];
    if widths.len() == 0 {
        return sums;
    }
    for (slice, shape) in slices.iter().zip(shapes) {
        let frames = Frames::new(shape, widths);
        let of_frame = |frame: usize| -> Vec<Sums> {
            let cells = Cells::count(half_edges, slice, |spot| frames.cell(frame, spots.position(spot)));
            cells.levels(D, widths.len(), half_edges.n_labels, chance)
        };
        let found: Vec<Vec<Sums>> = (0..frames.len()).into_par_iter().map(of_frame).collect();
        for levels in &found {
            sums.iter_mut().zip(levels).for_each(|(sum, level)| *sum += level.over(frames.len()));
        }
    }
    sums
}
