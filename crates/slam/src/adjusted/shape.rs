//! The shape of a slice: its centre, its radius, and the axes along which it extends, none of which strays move.

use crate::parallel::{current_num_threads, each};

use super::PIECE;
use super::distances::{Coordinates, DistanceBins, Histogram, Moments, Sums};
use super::eigen::eigen;
use super::symmetry;
use crate::pair::slice::Slice;

/// What sums are counted in: shares of a unit so small that only numbers below 2⁻⁷ lose any digits.
const GRAINS: f64 = (1_u64 << 60) as f64;

/// Where a slice lies, how far it reaches, and how it is turned.
#[derive(Debug)]
pub(crate) struct Shape<const D: usize> {
    pub(crate) centre: [f64; D],
    /// A power of two, about half of the largest extent.
    pub(crate) unit: f64,
    /// R, the radius of a disc of which the nearest 90 % of the spots are as large a share; 0 for a slice without edges.
    pub(crate) radius: f64,
    /// No spot is farther from the centre than this corner of the box around all spots.
    pub(crate) farthest: f64,
    /// The principal axes, the longest first; several sets where symmetry leaves the choice open.
    pub(crate) axes: Vec<[[f64; D]; D]>,
}

/// The spots of a slice, and which of them its shape depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body<'a, const D: usize> {
    /// The positions of all spots.
    pub(crate) positions: &'a [[f64; D]],
    pub(crate) slice: &'a Slice,
    /// Of all spots, those with an edge. A slice of which no spot has one depends on all of its spots.
    pub(crate) has_edge: &'a [bool],
}

impl<const D: usize> Shape<D> {
    /// The shape of a slice for the median edge length of the slide. O(n).
    pub(crate) fn of(body: &Body<'_, D>, bounds: &Bounds<D>, edge_length: f64) -> Self {
        let (middle, unit) = bounds.middle();
        let n_joined = body.slice.iter().filter(|&spot| body.has_edge[spot]).count();
        let is_in_body = |&spot: &usize| n_joined == 0 || body.has_edge[spot];
        let spots = || {
            let size = body.slice.len().div_ceil(4 * current_num_threads()).max(PIECE);
            let pieces = body.slice.pieces(size).into_iter();
            pieces.map(|piece| piece.filter(is_in_body).map(|spot| &body.positions[spot])).collect::<Vec<_>>()
        };
        let sums = each(spots(), |piece| sum(middle, unit, piece)).into_iter().fold([0; D], plus);
        let n_spots = if n_joined == 0 { body.slice.len() } else { n_joined };
        let mut centre = mean(middle, unit, sums, n_spots as u64);
        if edge_length == 0.0 {
            let axes = vec![std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))))];
            return Self { centre, unit, radius: 0.0, farthest: bounds.farthest(&centre), axes };
        }
        let bins = DistanceBins::new(edge_length);
        for _ in 0..N_MEANS {
            let around = histogram::<D, Coordinates<D>, _>(&bins, &centre, spots());
            centre = around.mean(&bins, &centre);
        }
        let around = histogram::<D, Moments<D>, _>(&bins, &centre, spots());
        let last = around.last();
        let place = |spot: usize| {
            let place = bins.relative(&body.positions[spot], &centre);
            (is_in_body(&spot) && bins.index(&place) <= last).then_some(place)
        };
        let axes = symmetry::resolve(&eigen(around.moments()), body.slice, place);
        let radius = if n_joined == 0 { 0.0 } else { bins.radius(last) };
        Self { centre, unit, radius, farthest: bounds.farthest(&centre), axes }
    }
}

/// How often the centre is moved to the mean of the spots that are nearest to it.
pub(crate) const N_MEANS: usize = 2;

fn histogram<'a, const D: usize, T: Sums<D>, P: Iterator<Item = &'a [f64; D]> + Send>(
    bins: &DistanceBins,
    centre: &[f64; D],
    pieces: Vec<P>,
) -> Histogram<T> {
    let found: Vec<Histogram<T>> = each(pieces, |piece| Histogram::of(bins, centre, piece));
    found.into_iter().fold(Histogram { bins: Vec::new() }, Histogram::plus)
}

/// The sums of positions around the middle of their box in its unit: whole numbers, which add up the same in any order.
pub(crate) fn sum<'a, const D: usize>(
    middle: [f64; D],
    unit: f64,
    positions: impl Iterator<Item = &'a [f64; D]>,
) -> [i128; D] {
    let per_unit = 1.0 / unit;
    let grains = |axis: usize, x: f64| i128::from(((x * per_unit - middle[axis]) * GRAINS) as i64);
    positions.fold([0; D], |sum, place| std::array::from_fn(|axis| sum[axis] + grains(axis, place[axis])))
}

pub(crate) fn plus<const D: usize>(a: [i128; D], b: [i128; D]) -> [i128; D] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// The mean of `n` positions of which these are the sums.
pub(crate) fn mean<const D: usize>(middle: [f64; D], unit: f64, sums: [i128; D], n: u64) -> [f64; D] {
    std::array::from_fn(|axis| (middle[axis] + sums[axis] as f64 / GRAINS / n.max(1) as f64) * unit)
}

/// A bounding box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds<const D: usize> {
    pub(crate) low: [f64; D],
    pub(crate) high: [f64; D],
}

impl<const D: usize> Bounds<D> {
    pub(crate) fn of(places: impl Iterator<Item = [f64; D]>) -> Self {
        let none = Self { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };
        places.fold(none, |found, place| Self {
            low: std::array::from_fn(|axis| found.low[axis].min(place[axis])),
            high: std::array::from_fn(|axis| found.high[axis].max(place[axis])),
        })
    }

    /// The box around the spots of a slice. O(n).
    pub(crate) fn of_slice(positions: &[[f64; D]], slice: &Slice) -> Self {
        let boxes = each(slice.pieces(PIECE), |piece| Self::of(piece.map(|spot| positions[spot])));
        Self::of(boxes.iter().flat_map(|bounds| [bounds.low, bounds.high]))
    }

    /// The middle in units of about the size, and that unit: a power of two, so that nothing is rounded.
    pub(crate) fn middle(&self) -> ([f64; D], f64) {
        let largest = (0..D).map(|axis| 0.5 * self.high[axis] - 0.5 * self.low[axis]).fold(0.0, f64::max);
        let exponent = if largest.is_normal() { libm::frexp(largest).1.clamp(-1000, 1000) } else { 0 };
        let unit = libm::exp2(f64::from(exponent));
        (std::array::from_fn(|axis| (0.5 * self.low[axis] + 0.5 * self.high[axis]) / unit), unit)
    }

    /// The distance to the farthest corner.
    fn farthest(&self, place: &[f64; D]) -> f64 {
        let along = |axis: usize| (place[axis] - self.low[axis]).max(self.high[axis] - place[axis]);
        (0..D).map(along).fold(0.0, libm::hypot)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// The shape of spots that all have an edge.
    pub(crate) fn of<const D: usize>(positions: &[[f64; D]], edge_length: f64) -> Shape<D> {
        let (slice, has_edge) = (&Slice::All(positions.len()), &vec![true; positions.len()]);
        let bounds = Bounds::of(positions.iter().copied());
        Shape::of(&Body { positions, slice, has_edge }, &bounds, edge_length)
    }
}
