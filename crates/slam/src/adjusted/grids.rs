//! The grids of a subset: the frames of every slice, and the sums over their cells.

use crate::parallel::each;

use super::counts::Amount;
use super::frames::{Frame, Widths};
use super::median;
use super::shape::{Body, Bounds, Shape};
use super::tree::{CellVisitor, Item, Key, MANY, Tree, is_short};
use super::{PIECE, Subset, TwoLabelings};
use crate::pair::slice::Slice;

/// The frames of every slice and the widths that they share: all that counts need to add up.
pub(super) struct Grids<'a, const D: usize> {
    positions: &'a [[f64; D]],
    subset: Subset<'a>,
    shapes: Vec<Shape<D>>,
    pub(super) widths: Widths,
}

impl<'a, const D: usize> Grids<'a, D> {
    /// The grids of a subset. O(n + E).
    pub(super) fn of(input: TwoLabelings<'a>, subset: Subset<'a>) -> Self {
        let positions = input.spots.positions();
        let bounds: Vec<Bounds<D>> = each(subset.slices, |slice| Bounds::of_slice(positions, slice));
        let unit = bounds.iter().map(|bounds| bounds.middle().1).fold(0.0, f64::max);
        let edge_length = median::edge_length(positions, input, subset, unit);
        let has_edge = &has_edge(input, subset);
        let shape = |(slice, bounds): (&Slice, &Bounds<D>)| {
            Shape::of(&Body { positions, slice, has_edge }, bounds, edge_length)
        };
        let shapes: Vec<Shape<D>> = each(subset.slices.iter().zip(&bounds), shape);
        let radius = shapes.iter().map(|shape| shape.radius).fold(0.0, f64::max);
        Self { positions, subset, shapes, widths: Widths::new::<D>(edge_length, radius) }
    }

    /// The frames of every slice.
    #[cfg(test)]
    pub(super) fn frames(&self) -> Vec<Vec<Frame<D>>> {
        self.shapes.iter().map(|shape| Frame::all(shape, &self.widths)).collect()
    }

    /// The largest number of frames of a slice.
    pub(super) fn n_frames(&self) -> usize {
        self.shapes.iter().map(|shape| 8 * shape.axes.len()).fold(1, usize::max)
    }

    /// The sums of all widths, over slices, the mean of each one's frames. O(frames · n).
    pub(super) fn sums<V: CellVisitor>(&self, visitor: &V, payload: impl Fn(usize) -> V::Payload + Sync) -> V::Sums {
        let mut sums = visitor.new_sums();
        if self.widths.len() == 0 {
            return sums;
        }
        let of_slice = |(slice, shape): (&Slice, &Shape<D>)| {
            let frames = Frame::all(shape, &self.widths);
            // Sums are exact, so that the spots of a cell may come in any order, but weighted ones are kept in one.
            let is_short = V::Amount::IS_WHOLE && frames.iter().all(|frame| is_short(D, frame.n_levels()));
            let mut sums = if is_short {
                self.of_slice::<V, u32>(visitor, &payload, slice, &frames)
            } else {
                self.of_slice::<V, u64>(visitor, &payload, slice, &frames)
            };
            visitor.divide(&mut sums, frames.len() as f64);
            sums
        };
        for of_slice in each(self.subset.slices.iter().zip(&self.shapes), of_slice) {
            visitor.merge(&mut sums, &of_slice);
        }
        sums
    }

    /// The sums over all frames of a slice.
    fn of_slice<V: CellVisitor, K: Key>(
        &self,
        visitor: &V,
        payload: &(impl Fn(usize) -> V::Payload + Sync),
        slice: &Slice,
        frames: &[Frame<D>],
    ) -> V::Sums {
        let in_frame = |frame: &Frame<D>, [items, buffer]: &mut [Vec<Item<V::Payload, K>>; 2]| {
            items.resize(slice.len(), Item::default());
            each(items.chunks_mut(PIECE).enumerate(), |(which, piece)| {
                for (index, item) in piece.iter_mut().enumerate() {
                    let spot = slice.spot(which * PIECE + index);
                    *item = Item { key: K::of(frame.cell(&self.positions[spot])), payload: payload(spot) };
                }
            });
            // All positions lie in four by four of the coarsest cells, hence one more level, whose cells are not visited.
            Tree::<V, D>::new(visitor, self.widths.len()).sums(items, buffer, frame.n_levels() + 1)
        };
        let mut sums = visitor.new_sums();
        // With many spots the frames come one by one, and their cells are shared among threads.
        if slice.len() < MANY {
            let found = each(frames, |frame| in_frame(frame, &mut [Vec::new(), Vec::new()]));
            found.iter().for_each(|of_frame| visitor.merge(&mut sums, of_frame));
        } else {
            let mut buffers = [Vec::new(), Vec::new()];
            frames.iter().for_each(|frame| visitor.merge(&mut sums, &in_frame(frame, &mut buffers)));
        }
        sums
    }
}

/// Of all spots, those with an edge of a subset.
fn has_edge(input: TwoLabelings<'_>, subset: Subset<'_>) -> Vec<bool> {
    let mut has_edge = vec![false; input.spots.n_spots()];
    for index in 0..subset.n_edges(input) {
        let (u, v) = input.graph.edges()[subset.edge(index)];
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
        let (truth, pred) = (&codes[..], &codes[..]);
        let input =
            TwoLabelings { spots, graph: &graph, weights: None, truth, pred, n_truth: 1, n_pred: 1, missing: None };
        let slices = spots.each_slice();
        let grids = Grids::<2>::of(input, Subset { slices: &slices, edges: None });
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
