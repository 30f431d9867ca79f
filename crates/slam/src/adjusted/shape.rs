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
    pub(crate) fn farthest(&self, place: &[f64; D]) -> f64 {
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
        joined(positions, &vec![true; positions.len()], edge_length)
    }

    /// The shape of spots some of which have an edge.
    pub(crate) fn joined<const D: usize>(positions: &[[f64; D]], has_edge: &[bool], edge_length: f64) -> Shape<D> {
        let (slice, bounds) = (&Slice::All(positions.len()), Bounds::of(positions.iter().copied()));
        Shape::of(&Body { positions, slice, has_edge }, &bounds, edge_length)
    }

    /// `n` spots without any symmetry.
    fn scattered(n: u32) -> Vec<[f64; 2]> {
        (0..n).map(|i| [i * 37 % 101, i * 53 % 61].map(f64::from)).collect()
    }

    #[test]
    fn the_shape_is_that_of_the_definition() {
        // body_of(np.c_[i * 37 % 101, i * 53 % 61], 8.0) of the reference with i = np.arange(40), and the last eigenvector of
        // the moments of the 36 spots that it keeps.
        let shape = of(&scattered(40), 8.0);
        assert_close(shape.centre[0], 47.416_666_666_666_664);
        assert_close(shape.centre[1], 31.638_888_888_888_89);
        assert_close(shape.radius, 52.481_458_962_716_35);
        assert_eq!(shape.axes.len(), 1);
        let [[x, y], _] = shape.axes[0];
        assert_close(x.abs(), 0.999_303_970_620_116_7);
        assert_close(y / x, 0.037_303_810_835_744_765 / 0.999_303_970_620_116_7);
        // Rounded to bins: the square of the radius of the nearest 90 % is that of a bin's end.
        assert_close((64.0 * 2.0 * libm::log2(shape.radius * 0.9f64.sqrt() / 8.0) + 0.37).fract(), 0.0);
    }

    #[test]
    fn spots_without_an_edge_do_not_matter() {
        let mut positions = scattered(40);
        positions.extend([[1e4, -2e4], [47.0, 31.0], [-300.0, 5.0]]);
        let has_edge: Vec<bool> = (0..43).map(|spot| spot < 40).collect();
        let (shape, expected) = (joined(&positions, &has_edge, 8.0), of(&scattered(40), 8.0));
        assert_close(shape.centre[0], expected.centre[0]);
        assert_eq!(shape.radius, expected.radius);
        // But they have cells, so that the farthest corner is one of the box around all spots.
        assert!((22_000.0..23_000.0).contains(&shape.farthest));
        // Without any edge all spots decide on centre and axes, and the slice on no width.
        let none = joined(&scattered(40), &[false; 40], 8.0);
        assert_eq!((none.centre, none.radius, none.axes), (expected.centre, 0.0, expected.axes));
    }

    #[test]
    fn strays_move_neither_centre_nor_radius() {
        // i = np.arange(10000); p = np.c_[i * 7919 % 10007, i * 104729 % 9973]; body_of(p, 100.0) of the reference, then with one
        // spot at 100 R, then with 100 more that lie farther still.
        let mut positions: Vec<[f64; 2]> =
            (0..10_000).map(|i| [i * 7919 % 10_007, i * 104_729 % 9973].map(f64::from)).collect();
        let check = |positions: &[[f64; 2]], centre: [f64; 2], radius: f64| {
            let shape = of(positions, 100.0);
            (0..2).for_each(|axis| assert_close(shape.centre[axis], centre[axis]));
            assert_close(shape.radius, radius);
        };
        let radius = 5_880.220_792_336_292;
        check(&positions, [5_010.077_034_077_034, 4_980.667_776_667_777], radius);
        positions.push([100.0 * radius, 40.0]);
        // The mean of all spots moves by 1 % of the radius, the centre by 0.18 %, the radius not at all.
        check(&positions, [5_020.340_331_491_712, 4_977.270_828_729_282], radius);
        positions.extend((0..100).map(|i| [5e5 + f64::from(i), -4e7]));
        // By 67 radii, by 0.07 %, and by two bins of 0.54 %.
        check(&positions, [5_006.388_736_112_639, 4_978.701_792_982_07], 5_944.252_198_591_198);
    }

    #[test]
    fn coincident_spots_and_lines() {
        // Squares of the distances 2, 1, 0, 1, 2 from 3 are 8, 2, 0, 2, 8 in the plane: 5 of 5 spots are the nearest 90 %.
        let line = of(&[1.0, 2.0, 3.0, 4.0, 5.0].map(|x| [x, x]), 1.0);
        assert_eq!((line.centre, line.axes.len()), ([3.0, 3.0], 1));
        // 64·log₂(8) + 0.37 = 192.37.
        assert_close(line.radius, libm::exp2(192.63 / 128.0) / 0.9f64.sqrt());
        assert_close(line.axes[0][0][0], line.axes[0][0][1]);
        // Coincident spots count one by one.
        let heap = of(&[[0.0, 0.0], [0.0, 0.0], [3.0, 0.0]], 3.0);
        assert_close(heap.centre[0], 1.0);
        let one = of(&[[7.0; 3]; 2], 1.0);
        assert_eq!(one.centre, [7.0; 3]);
        assert!(one.radius < 1e-14);
        assert_eq!(of(&[[7.0; 3]; 2], 0.0).radius, 0.0);
    }

    #[test]
    fn the_largest_and_the_smallest_numbers() {
        for size in [1e150, 1e-150] {
            let shape = of(&[[size, 0.0], [-size, 0.0], [0.0, 0.5 * size]], size);
            assert!((0.9 * size..1.3 * size).contains(&shape.radius), "{}", shape.radius);
        }
        let wide = of(&[[1e150, 0.0], [-1e150, 0.0], [0.0, 1e-150]], 1e-150);
        assert!(wide.radius.is_finite() && wide.centre.iter().all(|x| x.is_finite()), "{wide:?}");
    }
}
