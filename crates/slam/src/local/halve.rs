//! Halving a cell at the middle edge of its longest side.

use super::orders::Ranks;

/// The edges of a cell in order along every axis, and room for as many.
pub(super) struct Cell<'a, const D: usize> {
    pub(super) orders: [&'a mut [Ranks<D>]; D],
    pub(super) spare: &'a mut [Ranks<D>],
}

impl<const D: usize> Cell<'_, D> {
    pub(super) fn len(&self) -> usize {
        self.spare.len()
    }

    /// The edges, along the first axis.
    pub(super) fn edges(&self) -> &[Ranks<D>] {
        self.orders[0]
    }

    /// The smallest box around the places of the cell.
    pub(super) fn extents(&self, coordinates: &[Vec<f64>; D]) -> Extents<D> {
        let coordinate = |axis: usize, place: usize| coordinates[axis][self.orders[axis][place][axis] as usize];
        let side = |axis: usize| coordinate(axis, self.len() - 1) - coordinate(axis, 0);
        Extents { sides: std::array::from_fn(side) }
    }

    /// Halves a cell of at least two edges across an axis: the first ⌊m/2⌋ in order to the left.
    pub(super) fn halve(mut self, axis: usize) -> (Self, Self) {
        let middle = self.len() / 2;
        let pivot = self.orders[axis][middle][axis];
        for other in (0..D).filter(|&other| other != axis) {
            part(self.orders[other], self.spare, axis, pivot, middle);
            std::mem::swap(&mut self.orders[other], &mut self.spare);
        }
        let right = self.orders.each_mut().map(|order| split_off(order, middle));
        let spare = split_off(&mut self.spare, middle);
        (self, Cell { orders: right, spare })
    }
}

/// Writes the edges, of which `middle` lie before the pivot, to `to`: these first, then the others, each as they come.
fn part<const D: usize>(from: &[Ranks<D>], to: &mut [Ranks<D>], axis: usize, pivot: u32, middle: usize) {
    let mut n_left = 0;
    for (index, ranks) in from.iter().enumerate() {
        let is_left = ranks[axis] < pivot;
        let place = if is_left { n_left } else { middle + index - n_left };
        to[place] = *ranks;
        n_left += usize::from(is_left);
    }
}

/// Takes away what follows the middle.
fn split_off<'a, T>(slice: &mut &'a mut [T], middle: usize) -> &'a mut [T] {
    let (left, right) = std::mem::take(slice).split_at_mut(middle);
    *slice = left;
    right
}

/// The sides of the smallest box around the places of a cell.
pub(super) struct Extents<const D: usize> {
    pub(super) sides: [f64; D],
}

impl<const D: usize> Extents<D> {
    /// The diagonal; places are sums of two ends, so lengths are halved.
    pub(super) fn diameter(&self) -> f64 {
        0.5 * self.sides.iter().map(|side| side * side).sum::<f64>().sqrt()
    }

    /// The axis of the longest side; ties: the first.
    pub(super) fn longest(&self) -> usize {
        (0..D).fold(0, |best, axis| if self.sides[axis] > self.sides[best] { axis } else { best })
    }
}
