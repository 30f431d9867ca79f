//! The grids of a part: the frames of every slice, and the sums over their cells.

use crate::parallel::each;

use super::frames::{Frame, Widths};
use super::half_edges::Amount;
use super::median;
use super::shape::{Body, Bounds, Shape};
use super::tree::{Item, Key, Ledger, MANY, Tree, is_short};
use super::{Labelled, PIECE, Part};
use crate::pair::slice::Slice;

/// The frames of every slice and the widths that they share: all that counts need to add up.
pub(super) struct Grids<'a, const D: usize> {
    places: &'a [[f64; D]],
    part: Part<'a>,
    shapes: Vec<Shape<D>>,
    pub(super) widths: Widths,
}

impl<'a, const D: usize> Grids<'a, D> {
    /// The grids of a part. O(n + E).
    pub(super) fn of(labelled: Labelled<'a>, part: Part<'a>) -> Self {
        let places = labelled.spots.positions();
        let bounds: Vec<Bounds<D>> = each(part.slices, |slice| Bounds::of_slice(places, slice));
        let unit = bounds.iter().map(|bounds| bounds.middle().1).fold(0.0, f64::max);
        let edge_length = median::edge_length(places, labelled, part, unit);
        let has_edge = &has_edge(labelled, part);
        let shape = |(slice, bounds): (&Slice, &Bounds<D>)| {
            Shape::of(&Body { positions: places, slice, has_edge }, bounds, edge_length)
        };
        let shapes: Vec<Shape<D>> = each(part.slices.iter().zip(&bounds), shape);
        let radius = shapes.iter().map(|shape| shape.radius).fold(0.0, f64::max);
        Self { places, part, shapes, widths: Widths::new::<D>(edge_length, radius) }
    }

    /// The frames of every slice.
    #[cfg(test)]
    pub(super) fn frames(&self) -> Vec<Vec<Frame<D>>> {
        self.shapes.iter().map(|shape| Frame::all(shape, &self.widths)).collect()
    }

    /// The sums of all widths, fine first: over slices, the mean of each one's frames. O(frames · n).
    pub(super) fn sums<L: Ledger>(&self, ledger: &L, ticket: impl Fn(usize) -> L::Ticket + Sync) -> Vec<L::Sum> {
        let mut sums = vec![ledger.zero(); self.widths.len()];
        if sums.is_empty() {
            return sums;
        }
        let of_slice = |(slice, shape): (&Slice, &Shape<D>)| {
            let frames = Frame::all(shape, &self.widths);
            // Where the order of sums does not matter the spots of a cell may be sorted in any, and so with keys of any length.
            if L::Amount::IS_WHOLE && frames.iter().all(|frame| is_short(D, frame.n_levels())) {
                self.of_slice::<L, u32>(ledger, &ticket, slice, &frames)
            } else {
                self.of_slice::<L, u64>(ledger, &ticket, slice, &frames)
            }
        };
        let found: Vec<Vec<L::Sum>> = each(self.part.slices.iter().zip(&self.shapes), of_slice);
        for part in &found {
            sums.iter_mut().zip(part).for_each(|(sum, part)| ledger.add(sum, part, 1.0));
        }
        sums
    }

    fn of_slice<L: Ledger, K: Key>(
        &self,
        ledger: &L,
        ticket: &(impl Fn(usize) -> L::Ticket + Sync),
        slice: &Slice,
        frames: &[Frame<D>],
    ) -> Vec<L::Sum> {
        let in_frame = |frame: &Frame<D>, [items, room]: &mut [Vec<Item<L::Ticket, K>>; 2]| {
            items.resize(slice.len(), Item::default());
            each(items.chunks_mut(PIECE).enumerate(), |(which, piece)| {
                for (index, item) in piece.iter_mut().enumerate() {
                    let spot = slice.spot(which * PIECE + index);
                    *item = Item { key: K::of(frame.cell(&self.places[spot])), ticket: ticket(spot) };
                }
            });
            // Beyond the coarsest width there are cells for strays only, whose sums are left out below.
            Tree::<L, D> { ledger, n_levels: frame.n_levels() }.levels(items, room)
        };
        // Many spots take turns in the same rooms, whose cells are shared among threads.
        let mut rooms = [Vec::new(), Vec::new()];
        let found: Vec<Vec<L::Sum>> = if slice.len() < MANY {
            each(frames, |frame| in_frame(frame, &mut [Vec::new(), Vec::new()]))
        } else {
            frames.iter().map(|frame| in_frame(frame, &mut rooms)).collect()
        };
        let mut sums = vec![ledger.zero(); self.widths.len()];
        for part in &found {
            let share = 1.0 / frames.len() as f64;
            sums.iter_mut().zip(part).for_each(|(sum, part)| ledger.add(sum, part, share));
        }
        sums
    }
}

/// Of all spots, those with an edge of a part.
fn has_edge(labelled: Labelled<'_>, part: Part<'_>) -> Vec<bool> {
    let mut has_edge = vec![false; labelled.spots.n_spots()];
    for index in 0..part.n_edges(labelled) {
        let (u, v) = labelled.graph.edges()[part.edge(index)];
        (has_edge[u as usize], has_edge[v as usize]) = (true, true);
    }
    has_edge
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::SpatialGraph;
    use crate::pair::spots::Spots;
    use crate::testing::{assert_close, labeling, line};

    fn widths(spots: &Spots, pairs: &[(u32, u32)]) -> (Vec<f64>, Vec<Vec<Frame<2>>>) {
        let graph = SpatialGraph::new(spots.n_spots(), pairs).unwrap();
        let codes = vec![0; spots.n_spots()];
        let labelled = Labelled { spots, graph: &graph, weights: None, truth: &codes, pred: &codes, n_labels: 1 };
        let slices = spots.each_slice();
        let grids = Grids::<2>::of(labelled, Part { slices: &slices, edges: None });
        (grids.widths.falling().collect(), grids.frames())
    }

    #[test]
    fn the_slice_with_the_largest_radius_has_the_widths() {
        // Of 16 spots on a line the farthest are 7.5 from their middle; 64·log₂(56.25) + 0.37 is in bin 372, so that R is
        // 2^(372.63/128)/√0.9 = 7.93. The six spots of the first slice lie 1000 apart, and none of them has an edge.
        let mut positions: Vec<f64> = (0..6).flat_map(|i| [1000.0 * f64::from(i), 0.0]).collect();
        positions.extend(line(16).coordinates());
        let spots = Spots::new(2, positions).unwrap().with_slices(labeling("aaaaaabbbbbbbbbbbbbbbb")).unwrap();
        let pairs: Vec<(u32, u32)> = (6..21).map(|spot| (spot, spot + 1)).collect();
        let (widths, frames) = widths(&spots, &pairs);
        assert_eq!(widths, [8.0, 4.0, 2.0]);
        // Spots without an edge have cells too.
        for frame in &frames[0] {
            let mut keys: Vec<u64> = spots.positions().iter().take(6).map(|place| frame.cell(place)).collect();
            keys.dedup();
            assert_eq!(keys.len(), 6);
        }
        assert_eq!(frames[1][0].n_levels(), 3);
        assert_close(libm::exp2(372.63 / 128.0) / 0.9f64.sqrt(), 7.929_189_591_160_876);
    }

    #[test]
    fn without_a_length_there_are_no_widths() {
        let heap = Spots::new(2, vec![3.0; 8]).unwrap();
        assert_eq!(widths(&heap, &[(0, 1), (2, 3)]).0, [0.0; 0]);
        assert_eq!(widths(&line(4), &[]).0, [0.0; 0]);
    }
}
