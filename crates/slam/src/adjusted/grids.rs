//! The grids of a part: the frames of every slice, and the sums over their cells.

use crate::parallel::each;

use super::frames::{Frame, Widths};
use super::half_edges::Amount;
use super::median;
use super::shape::Shape;
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
        let shapes: Vec<Shape<D>> = each(part.slices, |slice| Shape::of(places, slice));
        let radius = shapes.iter().map(|shape| shape.radius).fold(0.0, f64::max);
        let unit = shapes.iter().map(|shape| shape.unit).fold(0.0, f64::max);
        let widths = Widths::new::<D>(median::edge_length(places, labelled, part, unit), radius);
        Self { places, part, shapes, widths }
    }

    /// The sums of all widths, fine first: over slices, the mean of each one's frames. O(frames · n).
    pub(super) fn sums<L: Ledger>(&self, ledger: &L, ticket: impl Fn(usize) -> L::Ticket + Sync) -> Vec<L::Sum> {
        let mut sums = vec![ledger.zero(); self.widths.len()];
        if sums.is_empty() {
            return sums;
        }
        // Where the order of sums does not matter the spots of a cell may be sorted in any, and so with keys of any length.
        let is_short = L::Amount::IS_WHOLE && is_short(D, self.widths.len());
        let of_slice = |(slice, shape): (&Slice, &Shape<D>)| {
            if is_short {
                self.of_slice::<L, u32>(ledger, &ticket, slice, shape)
            } else {
                self.of_slice::<L, u64>(ledger, &ticket, slice, shape)
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
        shape: &Shape<D>,
    ) -> Vec<L::Sum> {
        let frames = Frame::all(shape, &self.widths);
        let tree = Tree::<L, D> { ledger, n_levels: self.widths.len() };
        let in_frame = |frame: &Frame<D>, [items, room]: &mut [Vec<Item<L::Ticket, K>>; 2]| {
            items.resize(slice.len(), Item::default());
            each(items.chunks_mut(PIECE).enumerate(), |(which, piece)| {
                for (index, item) in piece.iter_mut().enumerate() {
                    let spot = slice.spot(which * PIECE + index);
                    *item = Item { key: K::of(frame.cell(&self.places[spot])), ticket: ticket(spot) };
                }
            });
            tree.levels(items, room)
        };
        // Many spots take turns in the same rooms, whose cells are shared among threads.
        let mut rooms = [Vec::new(), Vec::new()];
        let found: Vec<Vec<L::Sum>> = if slice.len() < MANY {
            each(&frames, |frame| in_frame(frame, &mut [Vec::new(), Vec::new()]))
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
