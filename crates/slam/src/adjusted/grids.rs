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
