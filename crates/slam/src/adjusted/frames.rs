//! The frames: all mirrors and quarter turns of one grid that turns with the slide, so that its axes' signs do not matter.

use super::keys::{gather, interleave};
use super::shape::Shape;
pub(super) use super::widths::Widths;

/// The sine and the cosine of 22.5°.
const TURN: (f64, f64) = (0.382_683_432_365_089_8, 0.923_879_532_511_286_7);

/// One frame of a slice: places to cells of the finest width, whose keys are prefixes of each other level by level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<const D: usize> {
    centre: [f64; D],
    per_unit: f64,
    /// From places around the centre, in units of the slice, to those in units of the finest width.
    map: [[f64; D]; D],
    shift: [f64; D],
    /// What is added to cells, besides the shift, so that those of the farthest spots are not negative.
    offset: f64,
    /// The last cell along every axis.
    last: u32,
    /// The number of levels of cells; all spots lie in four by four of the coarsest ones.
    n_levels: usize,
}

impl<const D: usize> Frame<D> {
    /// Eight frames for every set of axes.
    pub(super) fn all(shape: &Shape<D>, widths: &Widths) -> Vec<Self> {
        let turn = turn::<D>();
        // The coarsest width in units of the finest; two more of it make the places of all but strays positive.
        let coarsest = libm::exp2(widths.len() as f64 - 1.0);
        let shift = std::array::from_fn(|axis| (0.2 * (axis + 1) as f64 + 2.0) * coarsest);
        let n_levels = n_levels::<D>(shape.farthest / widths.finest(), widths.len());
        let largest = libm::exp2(n_levels as f64 - 1.0);
        let frame = |axes: &[[f64; D]; D]| Self {
            centre: shape.centre,
            per_unit: 1.0 / shape.unit,
            map: times(&turn, axes).map(|row| row.map(|part| part * (shape.unit / widths.finest()))),
            shift,
            offset: 2.0 * (largest - coarsest),
            last: (4.0 * largest - 1.0) as u32,
            n_levels,
        };
        shape.axes.iter().flat_map(|axes| (0..8).map(move |which| frame(&mirrored(axes, which)))).collect()
    }

    /// How often the finest width is doubled, and one more: beyond the coarsest of all widths while spots lie outside of four
    /// by four such cells.
    pub(super) fn n_levels(&self) -> usize {
        self.n_levels
    }

    /// The cell of a position at the finest width; `cell >> D` is the one at twice the width.
    ///
    /// Spots so far away that 64 bits have no room for their cells lie in those on the rim.
    #[inline]
    pub(super) fn cell(&self, position: &[f64; D]) -> u64 {
        let place: [f64; D] = std::array::from_fn(|axis| (position[axis] - self.centre[axis]) * self.per_unit);
        let along = |axis: usize| {
            let turned = (0..D).fold(self.shift[axis], |sum, other| sum + self.map[axis][other] * place[other]);
            // A cast rounds towards 0, which is down where all places are positive, and negative numbers become 0.
            let cell = if self.offset == 0.0 { turned } else { turned.floor() + self.offset };
            (cell as u32).min(self.last)
        };
        interleave::<D>(std::array::from_fn(along), self.last)
    }
}

impl Frame<2> {
    /// The corners of a cell of so many times doubled width.
    pub(super) fn corners(&self, key: u64, level: usize) -> [[f64; 2]; 4] {
        let size = libm::exp2(level as f64);
        let [x, y] = [gather(key), gather(key >> 1)].map(|place| place as f64);
        let square = self.map[0][0] * self.map[0][0] + self.map[0][1] * self.map[0][1];
        [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(right, up)| {
            let cell = [(x + right) * size, (y + up) * size].map(|cell| cell - self.offset);
            let turned = [cell[0] - self.shift[0], cell[1] - self.shift[1]];
            // A turn and a stretch: the way back is the transposed matrix.
            let place = |axis: usize| (self.map[0][axis] * turned[0] + self.map[1][axis] * turned[1]) / square;
            std::array::from_fn(|axis| place(axis) / self.per_unit + self.centre[axis])
        })
    }
}

/// The number of levels of cells, at least `n_widths`, for which a spot at most so many finest widths from the centre lies in
/// one of four by four of the coarsest cells; as many as 64 bits have room for if there are none.
fn n_levels<const D: usize>(farthest: f64, n_widths: usize) -> usize {
    let shift = 0.2 * D as f64 * libm::exp2(n_widths as f64 - 1.0);
    let most = u64::BITS as usize / D - 1;
    let has_room = |&n_levels: &usize| farthest * (1.0 + 1e-9) + shift <= libm::exp2(n_levels as f64);
    (n_widths..most).find(has_room).unwrap_or(most)
}

/// One of the eight: in the plane the four mirrors, and each with its axes exchanged; in space the eight mirrors.
fn mirrored<const D: usize>(axes: &[[f64; D]; D], which: usize) -> [[f64; D]; D] {
    let sign = |axis: usize| if which >> axis & 1 == 1 { -1.0 } else { 1.0 };
    let mut found: [[f64; D]; D] = std::array::from_fn(|axis| axes[axis].map(|x| sign(axis) * x));
    if D == 2 && which & 4 != 0 {
        found.swap(0, 1);
    }
    found
}

/// A turn by 22.5°; in space about each axis in turn.
fn turn<const D: usize>() -> [[f64; D]; D] {
    let identity: [[f64; D]; D] = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    let planes: &[(usize, usize)] = if D == 2 { &[(0, 1)] } else { &[(1, 2), (2, 0), (0, 1)] };
    planes.iter().fold(identity, |before, &(p, q)| {
        let (sin, cos) = TURN;
        let mut about = identity;
        (about[p][p], about[p][q], about[q][p], about[q][q]) = (cos, sin, -sin, cos);
        times(&about, &before)
    })
}

fn times<const D: usize>(a: &[[f64; D]; D], b: &[[f64; D]; D]) -> [[f64; D]; D] {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..D).map(|k| a[i][k] * b[k][j]).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// The sum over cells of the squared number of spots.
    fn squares<K: Ord>(mut cells: Vec<K>) -> usize {
        cells.sort_unstable();
        cells.chunk_by(|a, b| a == b).map(|cell| cell.len() * cell.len()).sum()
    }

    /// For every width, coarse first, and every frame the sum over cells of the squared number of spots, in rising order.
    fn crowding(positions: &[[f64; 2]], shape: &Shape<2>, widths: &Widths) -> Vec<Vec<usize>> {
        let of = |frame: &Frame<2>, level: usize| {
            squares(positions.iter().map(|place| frame.cell(place) >> (2 * level)).collect())
        };
        let frames = Frame::all(shape, widths);
        let sorted = |level: usize| {
            let mut found: Vec<usize> = frames.iter().map(|frame| of(frame, level)).collect();
            found.sort_unstable();
            found
        };
        (0..widths.len()).rev().map(sorted).collect()
    }

    #[test]
    fn cells_are_those_of_the_reference() {
        // i = np.arange(43); p = np.c_[i * 37 % 101, i * 53 % 61]; p[42] = 5000, -3000; edges (k, k + 3) of k < 37, which leave
        // the last three spots without an edge and have the median length 26. frames(p, edges) of the reference gives widths 104
        // and 52 and weights (1, 0.0106…, 1, 1)/3.0106…; below is (np.bincount(cells(u, width)) ** 2).sum() of its frames u.
        let mut positions: Vec<[f64; 2]> = (0..43).map(|i| [i * 37 % 101, i * 53 % 61].map(f64::from)).collect();
        positions[42] = [5000.0, -3000.0];
        let has_edge: Vec<bool> = (0..43).map(|spot| spot < 40).collect();
        let shape = super::super::shape::tests::joined(&positions, &has_edge, 26.0);
        let widths = Widths::new::<2>(26.0, shape.radius);
        assert_eq!(widths.falling().collect::<Vec<_>>(), [104.0, 52.0]);
        assert_close(widths.level_weights()[1], 0.003_524_507_815_328_724_3);
        let expected = [[911, 967, 981, 987, 1045, 1047, 1135, 1143], [397, 399, 413, 449, 497, 511, 519, 521]];
        assert_eq!(crowding(&positions, &shape, &widths), expected);
    }

    #[test]
    fn frames_of_a_square_lattice_point_to_the_farthest_of_the_nearest() {
        // frames(p, edges) of the reference for 12 × 12 spots with four neighbours: of the nearest 90 % eight are farthest, and of
        // the 64 frames half are alike. Two directions differ by more than quarter turns and signs.
        let positions: Vec<[f64; 2]> = (0..144).map(|i| [f64::from(i % 12), f64::from(i / 12)]).collect();
        let shape = super::super::shape::tests::of(&positions, 1.0);
        assert_eq!((shape.centre, shape.axes.len()), ([5.5; 2], 2));
        assert_close(shape.radius, 6.887_824_681_511_938);
        let widths = Widths::new::<2>(1.0, shape.radius);
        assert_close(widths.level_weights()[1], 0.163_888_061_450_729_15);
        let expected = [[5716, 5768], [1852, 1884], [528, 536]].map(|halves| halves.map(|half| [half; 8]).concat());
        assert_eq!(crowding(&positions, &shape, &widths), expected);
    }

    #[test]
    fn the_farthest_spots_have_cells_of_their_own() {
        let mut positions: Vec<[f64; 2]> = (0..63).map(|i| [f64::from(i % 9), 0.9 * f64::from(i / 9)]).collect();
        let plain = super::super::shape::tests::of(&positions, 0.9);
        let widths = Widths::new::<2>(0.9, plain.radius);
        assert_eq!(Frame::all(&plain, &widths)[0].n_levels(), widths.len());
        let keys = |positions: &[[f64; 2]], farthest: f64| {
            let shape = Shape { farthest, axes: plain.axes.clone(), ..plain };
            let of = |frame: &Frame<2>| positions.iter().map(|place| frame.cell(place)).collect::<Vec<u64>>();
            Frame::all(&shape, &widths).iter().map(of).collect::<Vec<_>>()
        };
        let near = keys(&positions, plain.farthest);
        // The spots of the slide lie together as before, whatever lies around them.
        let beyond = [[900.0, -400.0], [901.0, -400.0], [-700.0, 0.0], [0.0, 1e6], [0.0, 1.01e6]];
        positions.extend(beyond);
        let bounds = 1.1e6;
        for (near, far) in near.iter().zip(keys(&positions, bounds)) {
            for (i, j) in (0..63).flat_map(|i| (0..i).map(move |j| (i, j))) {
                for level in 0..widths.len() {
                    let is_one = |keys: &[u64]| keys[i] >> (2 * level) == keys[j] >> (2 * level);
                    assert_eq!(is_one(near), is_one(&far));
                }
            }
            // Even the coarsest cells, 7.2 wide, hold neither two spots far apart nor one of the slide and one beyond.
            let coarsest = |spot: usize| far[spot] >> (2 * (widths.len() - 1));
            assert!((0..63).all(|spot| (63..68).all(|other| coarsest(spot) != coarsest(other))));
            let all = [63, 65, 66, 67].map(coarsest);
            assert!((1..4).all(|i| all[..i].iter().all(|other| *other != all[i])));
        }
        // More than 64 bits have no room for: what is too far lies on the rim, away from the slide.
        positions.push([0.0, -1e30]);
        for far in keys(&positions, 1e30) {
            assert!((0..68).all(|spot| far[spot] >> (2 * (widths.len() - 1)) != far[68] >> (2 * (widths.len() - 1))));
        }
        assert_eq!(n_levels::<2>(1e30, 3), 31);
        assert_eq!(n_levels::<3>(1e30, 3), 20);
    }

    #[test]
    fn cells_in_space_are_those_of_the_definition() {
        // A block whose principal axes are x, y and z: all mirrors, turned by −22.5° about x, then y, then z.
        let positions: Vec<[f64; 3]> = (0..315)
            .map(|i| [i % 9, i / 9 % 7, i / 63].map(f64::from))
            .map(|[x, y, z]| [x - 4.0, y - 3.0, z - 2.0])
            .collect();
        let shape = super::super::shape::tests::of(&positions, 1.0);
        let widths = Widths::new::<3>(1.0, shape.radius);
        assert_eq!(widths.falling().collect::<Vec<_>>(), [8.0, 4.0, 2.0]);
        let (sin, cos) = (-TURN.0, TURN.1);
        let turned = |which: usize, [x, y, z]: [f64; 3]| {
            let sign = |axis: usize| if which >> axis & 1 == 1 { -1.0 } else { 1.0 };
            let (x, y, z) = (sign(0) * x, sign(1) * y, sign(2) * z);
            let (y, z) = (cos * y - sin * z, sin * y + cos * z);
            let (x, z) = (cos * x + sin * z, cos * z - sin * x);
            [cos * x - sin * y + 0.2 * 8.0, sin * x + cos * y + 0.4 * 8.0, z + 0.6 * 8.0]
        };
        let frames = Frame::all(&shape, &widths);
        assert_eq!(frames.len(), 8);
        for (level, width) in (0..3).rev().zip(widths.falling()) {
            let cell = |which: usize, place: &[f64; 3]| turned(which, *place).map(|x| (x / width).floor() as i64);
            let mut expected: Vec<usize> =
                (0..8).map(|which| squares(positions.iter().map(|place| cell(which, place)).collect())).collect();
            let key = |frame: &Frame<3>, place: &[f64; 3]| frame.cell(place) >> (3 * level);
            let mut found: Vec<usize> =
                frames.iter().map(|frame| squares(positions.iter().map(|place| key(frame, place)).collect())).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_spot_lies_between_the_corners_of_its_cells() {
        let places: Vec<[f64; 2]> = (0..63).map(|i| [f64::from(i % 9) + 70.0, 0.9 * f64::from(i / 9) - 40.0]).collect();
        let shape = super::super::shape::tests::of(&places, 0.9);
        let widths = Widths::new::<2>(0.9, shape.radius);
        for frame in Frame::all(&shape, &widths) {
            for (place, level) in places.iter().flat_map(|place| (0..3).map(move |level| (place, level))) {
                let corners = frame.corners(frame.cell(place) >> (2 * level), level);
                let [a, b, c, _] = corners;
                let along = |to: [f64; 2]| {
                    let side = [to[0] - a[0], to[1] - a[1]];
                    let dot = (place[0] - a[0]) * side[0] + (place[1] - a[1]) * side[1];
                    dot / (side[0] * side[0] + side[1] * side[1])
                };
                assert!([b, c].map(along).iter().all(|share| (-1e-9..=1.0 + 1e-9).contains(share)));
            }
        }
    }

    /// The cells of every width as the definition has them: floor((turned + shift) / width).
    fn plainly(place: [f64; 2], coarsest: f64, width: f64, which: usize) -> [i64; 2] {
        let [mut x, mut y] = place;
        x = if which & 1 == 1 { -x } else { x };
        y = if which & 2 == 2 { -y } else { y };
        if which & 4 == 4 {
            (x, y) = (y, x);
        }
        let (sin, cos) = TURN;
        let turned = [cos * x + sin * y + 0.2 * coarsest, cos * y - sin * x + 0.4 * coarsest];
        turned.map(|x| (x / width).floor() as i64)
    }

    #[test]
    fn cells_are_those_of_the_definition() {
        // Wider than high and centred, so that the axes are x and y.
        let places: Vec<[f64; 2]> = (0..63).map(|i| [f64::from(i % 9) - 4.0, 0.9 * f64::from(i / 9) - 2.7]).collect();
        let shape = super::super::shape::tests::of(&places, 0.9);
        let widths = Widths::new::<2>(0.9, shape.radius);
        let frames = Frame::all(&shape, &widths);
        assert_eq!((frames.len(), widths.len()), (8, 3));
        let all: Vec<f64> = widths.falling().collect();
        let pairs = |keys: &dyn Fn(usize, usize) -> bool| -> Vec<bool> {
            (0..63).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| keys(i, j)).collect()
        };
        for (level, &width) in all.iter().rev().enumerate() {
            // The signs of computed axes are open, and with them which frame is which.
            let expected: Vec<Vec<bool>> = (0..8)
                .map(|which| {
                    pairs(&|i, j| plainly(places[i], all[0], width, which) == plainly(places[j], all[0], width, which))
                })
                .collect();
            for which in 0..8 {
                let key = |spot: usize| frames[which].cell(&places[spot]) >> (2 * level);
                assert!(expected.contains(&pairs(&|i, j| key(i) == key(j))), "frame {which} at width {width}");
            }
        }
    }
}
