//! SLAM at every scale: the same question, asked in ever smaller cells.

mod cells;
mod places;
mod ranks;
mod numbers;
mod halve;
mod pieces;
mod tiles;
mod depth;

use serde::Serialize;

use crate::buckets;
use crate::error::Result;
use crate::graph::SpatialGraph;
use crate::observer::{Observer, report};
use crate::score::from_exponent;
use crate::spots::Spots;

use cells::{Cells, Space, Sum, Written};
use depth::depth;
use places::Places;
use ranks::Ranks;

/// The profile goes down to cells of this many edges.
const FINEST: f64 = 8.0;
/// The headline is taken at cells of about this many edges.
const HEADLINE: f64 = 200.0;

/// SLAM in cells: d where cells hold about 200 edges, and the profile from one cell to cells of about 8 edges.
///
/// At each level d = 2 − 2·exp(−2·Σ_c Σ_t |p_ct − q_ct|), where p_ct and q_ct are the masses of kind t in cell c over all
/// edges. One cell is the margin score; one edge per cell would be the pinned one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Local {
    /// d of the deepest level with at least 200 edges per cell, but at least of the first with 4 cells.
    pub d: f64,
    /// The number of cells of that level.
    pub cells: usize,
    /// All levels, from one cell to cells of about 8 edges.
    pub profile: Vec<Level>,
}

/// One scale of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Level {
    /// The number of cells.
    pub cells: usize,
    /// The mean number of edges per cell.
    pub edges_per_cell: f64,
    /// The mean diagonal of the bounding boxes of the cells' edge midpoints, in units of the positions.
    pub diameter: f64,
    /// The score in these cells.
    pub d: f64,
}

/// The two labelings on the edges, as the local score sees them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edges<'a> {
    pub(crate) spots: &'a Spots,
    pub(crate) graph: &'a SpatialGraph,
    /// The edges that count, all where none.
    pub(crate) subset: Option<&'a [u32]>,
    pub(crate) truth: &'a [u16],
    pub(crate) pred: &'a [u16],
    pub(crate) weights: Option<&'a [f64]>,
    /// The axis that stands for each label.
    pub(crate) axes: &'a [u16],
}

impl Edges<'_> {
    #[inline]
    fn len(self) -> usize {
        self.subset.map_or(self.graph.n_edges(), <[u32]>::len)
    }

    /// The edge at an index.
    #[inline]
    fn edge(self, index: usize) -> usize {
        self.subset.map_or(index, |subset| subset[index] as usize)
    }

    /// The sum of an edge's ends: twice its midpoint.
    #[inline]
    fn place<const D: usize>(self, edge: usize) -> [f64; D] {
        let (u, v) = self.graph.edges()[edge];
        let (a, b) = (self.spots.position(u as usize), self.spots.position(v as usize));
        // Adding 0 takes the sign off a zero.
        std::array::from_fn(|axis| a[axis] + b[axis] + 0.0)
    }

    /// The truth kind and the pred kind of an edge, by axes.
    #[inline]
    fn kinds(self, edge: usize) -> (u16, u16) {
        let kind = |kind: u16| if kind == 0 { 0 } else { self.axes[usize::from(kind) - 1] + 1 };
        (kind(self.truth[edge]), kind(self.pred[edge]))
    }
}

/// The local score of the given edges, of which there is at least one. O(E·log cells).
pub(crate) fn local(edges: Edges<'_>, observer: &dyn Observer) -> Result<Local> {
    report(observer, "local", 0, 1)?;
    let n_edges = edges.len();
    let (order, sizes) = by_slice(edges);
    let edges = Edges { subset: order.as_deref().or(edges.subset), ..edges };
    let sums = match (Ranks::of(edges), edges.spots.dimensions()) {
        (Some(ranks), _) => levels(ranks, edges.axes.len() + 1, &sizes),
        (None, 2) => levels(Places::<2>::of(edges), edges.axes.len() + 1, &sizes),
        (None, _) => levels(Places::<3>::of(edges), edges.axes.len() + 1, &sizes),
    };
    report(observer, "local", 1, 1)?;
    let level = |sum: &Sum| Level {
        cells: sum.cells,
        edges_per_cell: n_edges as f64 / sum.cells as f64,
        diameter: sum.diameters / sum.cells as f64,
        d: from_exponent(2.0 * sum.difference / n_edges as f64),
    };
    let levels: Vec<Level> = sums.iter().map(level).collect();
    let deepest = levels.iter().rposition(|level| level.edges_per_cell >= HEADLINE).unwrap_or(0);
    let first = levels.iter().position(|level| level.cells >= 4).unwrap_or(levels.len() - 1);
    let headline = levels[deepest.max(first)];
    let is_shown = |(place, level): &(usize, &Level)| *place == 0 || level.edges_per_cell >= FINEST;
    let profile = levels.iter().enumerate().filter(is_shown).map(|(_, level)| *level).collect();
    Ok(Local { d: headline.d, cells: headline.cells, profile })
}

/// The edges in the order of their slices, where there are several, and how many each slice has.
fn by_slice(edges: Edges<'_>) -> (Option<Vec<u32>>, Vec<usize>) {
    let Some(slices) = edges.spots.slices().filter(|slices| slices.n_labels() > 1) else {
        return (None, vec![edges.len()]);
    };
    let slice = |edge: &u32| slices.codes()[edges.graph.edges()[*edge as usize].0 as usize];
    let mut order: Vec<u32> = (0..edges.len()).map(|index| edges.edge(index) as u32).collect();
    order.sort_by_key(slice);
    let sizes = order.chunk_by(|a, b| slice(a) == slice(b)).map(<[_]>::len).collect();
    (Some(order), sizes)
}

/// The sums of all levels.
fn levels<S: Space>(written: Written<S>, n_kinds: usize, sizes: &[usize]) -> Vec<Sum> {
    let Written { space, mut records } = written;
    let cells = Cells { space, n_kinds };
    let mut sums = Vec::new();
    if sizes.len() > 1 {
        sums.push(Sum::default());
        cells.add(&mut records, &mut sums);
    }
    let mut below = vec![Sum::default(); depth(records.len(), sizes) + 1];
    for slice in buckets::split(&mut records, sizes.iter().copied()) {
        cells.add(slice, &mut below);
    }
    sums.extend(below);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Neighborhood;
    use crate::labeling::Labeling;
    use crate::testing::{assert_close, hexagonal};
    use rand::RngExt;

    /// The same, by sorting whole cells and counting all kinds.
    fn plainly(edges: Edges<'_>) -> Vec<(usize, f64)> {
        let kind = |kind: u16| if kind == 0 { 0 } else { usize::from(edges.axes[usize::from(kind) - 1]) + 1 };
        let middle = |edge: usize| {
            let (u, v) = edges.graph.edges()[edge];
            let (a, b) = (edges.spots.position(u as usize), edges.spots.position(v as usize));
            a.iter().zip(b).map(|(a, b)| (a + b) / 2.0).collect::<Vec<f64>>()
        };
        let n_edges = edges.graph.n_edges();
        let mut cells: Vec<Vec<usize>> = vec![(0..n_edges).collect()];
        let mut found = Vec::new();
        let mut by_slice = edges.spots.slices().filter(|slices| slices.n_labels() > 1);
        loop {
            let difference = |cell: &Vec<usize>| -> f64 {
                let count =
                    |kinds: &[u16], t: usize| cell.iter().filter(|&&edge| kind(kinds[edge]) == t).count() as f64;
                (1..=edges.axes.len()).map(|t| (count(edges.truth, t) - count(edges.pred, t)).abs()).sum()
            };
            let total: f64 = cells.iter().map(difference).sum();
            found.push((cells.len(), 2.0 - 2.0 * libm::exp(-2.0 * total / n_edges as f64)));
            let halve = |mut cell: Vec<usize>| {
                if cell.len() < 2 {
                    return vec![cell];
                }
                let range = |axis: usize| {
                    let all = cell.iter().map(|&edge| middle(edge)[axis]);
                    all.clone().fold(f64::NEG_INFINITY, f64::max) - all.fold(f64::INFINITY, f64::min)
                };
                let ranges: Vec<f64> = (0..edges.spots.dimensions()).map(range).collect();
                let widest = ranges.iter().copied().fold(0.0, f64::max);
                let axis = ranges.iter().position(|&range| range == widest).unwrap();
                let key = |edge: usize| {
                    let mut place = middle(edge);
                    place.insert(0, place[axis]);
                    (place, kind(edges.truth[edge]), kind(edges.pred[edge]))
                };
                cell.sort_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap());
                let right = cell.split_off(cell.len() / 2);
                vec![cell, right]
            };
            cells = match by_slice.take() {
                Some(slices) => {
                    let slice = |edge: usize| slices.code(edges.graph.edges()[edge].0 as usize).unwrap();
                    let of = |wanted: usize| (0..n_edges).filter(|&edge| slice(edge) == wanted).collect();
                    (0..slices.n_labels()).map(of).collect()
                }
                None => cells.into_iter().flat_map(halve).collect(),
            };
            if (n_edges as f64) < FINEST * cells.len() as f64 {
                return found;
            }
        }
    }

    fn random_kinds(n: usize, n_labels: u16, stream: u64) -> Vec<u16> {
        let mut rng = crate::random::stream(3, stream);
        (0..n).map(|_| rng.random_range(0..=n_labels)).collect()
    }

    /// Random kinds on a graph come out as sorting and counting would have it; returns the number of edges.
    #[track_caller]
    fn check(spots: &Spots, rule: &Neighborhood, axes: &[u16]) -> usize {
        let (graph, _) = rule.connect(spots, &()).unwrap();
        let kinds = |stream: u64| random_kinds(graph.n_edges(), axes.len() as u16, stream);
        let (truth, pred) = (&kinds(0)[..], &kinds(1)[..]);
        let edges = Edges { spots, graph: &graph, subset: None, truth, pred, weights: None, axes };
        let expected = plainly(edges);
        let profile = local(edges, &()).unwrap().profile;
        assert_eq!(profile.len(), expected.len());
        for (level, (cells, d)) in profile.iter().zip(expected) {
            assert_eq!(level.cells, cells);
            assert_close(level.d, d);
        }
        graph.n_edges()
    }

    fn cube(side: u32) -> Spots {
        let place = |i: u32| [i % side, i / side % side, i / side / side].map(f64::from);
        Spots::new(3, (0..side * side * side).flat_map(place).collect()).unwrap()
    }

    #[test]
    fn as_sorting_and_counting_would_have_it() {
        let plane = hexagonal(18, 16);
        let sliced = |first: usize| {
            let slices = Labeling::from_texts((0..288).map(|i| if i < first { "one" } else { "two" })).unwrap();
            plane.clone().with_slices(slices).unwrap()
        };
        let (few, many) = (&[1, 2, 0][..], &[1, 2, 0, 4, 5, 3, 7, 6, 9, 8][..]);
        check(&plane, &Neighborhood::default(), few);
        check(&cube(7), &Neighborhood::Radius(1.5), few);
        // With many kinds cells of 31 edges are small, and where slices are uneven they are halved again.
        for (first, axes) in [(96, few), (48, many), (64, many), (96, many)] {
            check(&sliced(first), &Neighborhood::default(), axes);
        }
    }

    #[test]
    fn halving_in_pieces_is_halving() {
        let lattice = hexagonal(80, 80);
        let crowded = Spots::new(2, lattice.coordinates().iter().map(|place| place * place * place).collect()).unwrap();
        let (nearest, touching) = (Neighborhood::default(), Neighborhood::Radius(1.0));
        for (spots, rule) in [(lattice, &nearest), (crowded, &nearest), (cube(19), &touching)] {
            assert!(check(&spots, rule, &[1, 2, 0]) > cells::HUGE);
        }
    }

    #[test]
    fn few_edges_still_have_a_headline() {
        let spots = crate::testing::line(3);
        let graph = SpatialGraph::new(3, &[(0, 1), (1, 2)]).unwrap();
        let (truth, pred, axes) = (&[1, 2][..], &[2, 1][..], &[0, 1][..]);
        let edges = Edges { spots: &spots, graph: &graph, subset: None, truth, pred, weights: None, axes };
        let found = local(edges, &()).unwrap();
        assert_eq!((found.cells, found.profile.len(), found.profile[0].d), (2, 1, 0.0));
        // Both edges are wrong in their own cell: Σ|p − q| = 4/2.
        assert_close(found.d, 2.0 - 2.0 * libm::exp(-4.0));
    }
}
