//! The principal frame of some places: where they are centred, how they are turned, and the box around them.

/// Coordinates are counted in so many steps along the largest extent, so that sums are whole numbers and no order of rows matters.
const STEPS: f64 = (1_u64 << 30) as f64;
/// Eigenvalues and third moments that differ by less than this, relatively, leave the choice of an axis open.
const TIE: f64 = 1e-9;
/// Jacobi's method doubles the correct digits with every sweep; ten are more than any matrix of three rows needs.
const SWEEPS: usize = 10;

/// A point; places in the plane have z = 0.
pub(super) type Point = [f64; 3];

/// The principal frame of some places.
///
/// Axes run along the eigenvectors of the covariance, the longest first, in the direction in which the third moment is
/// positive. Where that decides nothing, their first component that is not 0 is positive; where eigenvalues are tied, the axes
/// are those of the input. So the frame turns and is mirrored with the places, and the order of rows does not matter.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frame {
    middle: Point,
    axes: [Point; 3],
    /// The lowest corner of the box around the places, in the frame.
    low: Point,
    /// The highest.
    high: Point,
}

impl Frame {
    /// The frame of some places. O(n).
    pub(super) fn of(points: &[Point]) -> Self {
        let bound = |pick: fn(f64, f64) -> f64, start: f64| -> Point {
            std::array::from_fn(|axis| points.iter().map(|point| point[axis]).fold(start, pick))
        };
        let (least, most) = (bound(f64::min, f64::INFINITY), bound(f64::max, f64::NEG_INFINITY));
        let extent = (0..3).map(|axis| most[axis] - least[axis]).fold(0.0, f64::max);
        let unit = if extent > 0.0 { extent / STEPS } else { 1.0 };
        let steps = |point: &Point| -> [i64; 3] {
            std::array::from_fn(|axis| ((point[axis] - least[axis]) / unit).round() as i64)
        };
        let n = points.len().max(1) as i128;
        let (mut sums, mut squares) = ([0_i128; 3], [[0_i128; 3]; 3]);
        for point in points {
            let at = steps(point).map(i128::from);
            for i in 0..3 {
                sums[i] += at[i];
                (i..3).for_each(|j| squares[i][j] += at[i] * at[j]);
            }
        }
        let covariance: [Point; 3] = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (i, j) = (i.min(j), i.max(j));
                (n * squares[i][j] - sums[i] * sums[j]) as f64 / (n * n) as f64
            })
        });
        let mean: Point = sums.map(|sum| sum as f64 / n as f64);
        let moved = |point: &Point| -> Point {
            let at = steps(point);
            std::array::from_fn(|axis| at[axis] as f64 - mean[axis])
        };
        let (values, vectors) = eigen(covariance);
        let turned = |(axis, value): (Point, f64)| directed(axis, value, points.iter().map(moved));
        let axes: Vec<Point> = vectors.into_iter().zip(values).map(turned).collect();
        let middle = std::array::from_fn(|axis| least[axis] + mean[axis] * unit);
        let mut frame =
            Self { middle, axes: [axes[0], axes[1], axes[2]], low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };
        for point in points {
            let place = frame.place(point);
            frame.low = std::array::from_fn(|axis| frame.low[axis].min(place[axis]));
            frame.high = std::array::from_fn(|axis| frame.high[axis].max(place[axis]));
        }
        frame
    }

    /// A point in the frame's coordinates.
    pub(super) fn place(&self, point: &Point) -> Point {
        let from: Point = std::array::from_fn(|axis| point[axis] - self.middle[axis]);
        self.axes.map(|axis| dot(&axis, &from))
    }

    /// The same with every coordinate between 0 and 1 in the box.
    pub(super) fn share(&self, point: &Point) -> Point {
        let (place, largest) = (self.place(point), (0..3).map(|axis| self.side(axis)).fold(0.0, f64::max));
        std::array::from_fn(|axis| if largest > 0.0 { (place[axis] - self.low[axis]) / largest } else { 0.0 })
    }

    /// The point at some shares of the box's sides.
    pub(super) fn at(&self, shares: &Point) -> Point {
        let place: Point = std::array::from_fn(|axis| self.low[axis] + shares[axis] * self.side(axis));
        std::array::from_fn(|axis| self.middle[axis] + (0..3).map(|k| place[k] * self.axes[k][axis]).sum::<f64>())
    }

    fn side(&self, axis: usize) -> f64 {
        self.high[axis] - self.low[axis]
    }
}

fn dot(a: &Point, b: &Point) -> f64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// An axis or its opposite: the one along which the third moment is positive, else the one whose first component is.
fn directed(axis: Point, variance: f64, places: impl Iterator<Item = Point>) -> Point {
    let (mut sum, mut n) = (0_i128, 0.0);
    for place in places {
        let along = i128::from(dot(&axis, &place).round() as i64);
        sum += along * along * along;
        n += 1.0;
    }
    let is_open = (sum as f64).abs() <= TIE * n * variance.max(0.0) * variance.max(0.0).sqrt();
    let first = axis.iter().copied().find(|component| component.abs() > TIE).unwrap_or(1.0);
    let is_turned = if is_open { first < 0.0 } else { sum < 0 };
    if is_turned { axis.map(|component| -component) } else { axis }
}

/// The eigenvalues of a symmetric matrix, the largest first, and their vectors; where any two of those that matter are tied, the
/// axes of the input.
fn eigen(mut matrix: [Point; 3]) -> (Point, [Point; 3]) {
    let plain = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let diagonal: Point = std::array::from_fn(|axis| matrix[axis][axis]);
    let mut vectors = plain;
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut matrix, &mut vectors, p, q);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| matrix[b][b].total_cmp(&matrix[a][a]));
    let values = order.map(|axis| matrix[axis][axis]);
    let is_tied = |a: f64, b: f64| a > TIE * values[0] && a - b <= TIE * values[0];
    if is_tied(values[0], values[1]) || is_tied(values[1], values[2]) {
        return (diagonal, plain);
    }
    (values, order.map(|axis| std::array::from_fn(|row| vectors[row][axis])))
}

/// One rotation of Jacobi's method: the entry (p, q) becomes 0.
fn rotate(matrix: &mut [Point; 3], vectors: &mut [Point; 3], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for k in 0..3 {
        let (a, b) = (matrix[k][p], matrix[k][q]);
        (matrix[k][p], matrix[k][q]) = (cosine * a - sine * b, sine * a + cosine * b);
    }
    for k in 0..3 {
        let (a, b) = (matrix[p][k], matrix[q][k]);
        (matrix[p][k], matrix[q][k]) = (cosine * a - sine * b, sine * a + cosine * b);
        let (a, b) = (vectors[k][p], vectors[k][q]);
        (vectors[k][p], vectors[k][q]) = (cosine * a - sine * b, sine * a + cosine * b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An L of squares, which no symmetry maps to itself.
    fn places() -> Vec<Point> {
        let all = (0..12).flat_map(|x| (0..7).map(move |y| [f64::from(x), f64::from(y), 0.0]));
        all.filter(|place| place[0] < 4.0 || place[1] < 3.0).collect()
    }

    fn assert_near(a: &Point, b: &Point) {
        assert!((0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-6), "{a:?} {b:?}");
    }

    #[test]
    fn the_order_of_rows_does_not_matter() {
        let mut places = places();
        let frame = Frame::of(&places);
        places.reverse();
        places.rotate_left(13);
        assert_eq!(Frame::of(&places), frame);
    }

    #[test]
    fn the_frame_is_turned_and_mirrored_with_the_places() {
        let frame = Frame::of(&places());
        let moves: [fn(&Point) -> Point; 3] = [
            |at| [-at[1], at[0], 0.0],
            |at| [-at[0], at[1], 0.0],
            |at| [0.6 * at[0] - 0.8 * at[1] + 5.0, 0.8 * at[0] + 0.6 * at[1] - 3.0, 0.0],
        ];
        for turn in moves {
            let turned: Vec<Point> = places().iter().map(turn).collect();
            let other = Frame::of(&turned);
            for (place, turned) in places().iter().zip(&turned) {
                assert_near(&frame.place(place), &other.place(turned));
            }
        }
    }

    #[test]
    fn tied_axes_are_those_of_the_input() {
        let square: Vec<Point> = (0..25).map(|i| [f64::from(i % 5), f64::from(i / 5), 0.0]).collect();
        let frame = Frame::of(&square);
        assert_eq!(frame.axes[..2], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        // The corner at half of the sides is the middle.
        assert_near(&frame.at(&[0.5, 0.5, 0.0]), &[2.0, 2.0, 0.0]);
        assert_near(&frame.share(&[4.0, 0.0, 0.0]), &[1.0, 0.0, 0.0]);
    }
}
