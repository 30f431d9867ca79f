//! A point inside a polygon, to stand for it.

use super::geometry::{Polygon, Position, Ring};

/// The point that stands for some polygons: the centroid of the largest if it lies inside, else the middle of the
/// longest stretch inside along a horizontal line through its middle.
///
/// Of equally large polygons the first counts, of equally long stretches the leftmost. A polygon without area is
/// represented by its first position.
pub(super) fn interior_point(polygons: &[Polygon]) -> Position {
    let mut largest = &polygons[0];
    for polygon in &polygons[1..] {
        if mass(polygon).area > mass(largest).area {
            largest = polygon;
        }
    }
    let first = largest[0][0];
    let centroid = mass(largest).center(first);
    let is_good = |point: &Position| point.iter().all(|value| value.is_finite());
    let inside = Some(centroid).filter(|&center| is_good(&center) && is_inside(largest, center));
    inside.or_else(|| on_line(largest)).filter(is_good).unwrap_or(first)
}

/// An area and its first moments, relative to a position nearby so that little is lost to rounding.
#[derive(Debug, Clone, Copy, Default)]
struct Mass {
    area: f64,
    moment: Position,
}

impl Mass {
    fn center(self, origin: Position) -> Position {
        [0, 1].map(|axis| origin[axis] + self.moment[axis] / self.area)
    }
}

/// The outer ring without the holes.
fn mass(polygon: &Polygon) -> Mass {
    let origin = polygon[0][0];
    let mut whole = Mass::default();
    for (number, ring) in polygon.iter().enumerate() {
        let Mass { area, moment } = ring_mass(ring, origin);
        let sign = if (area < 0.0) == (number == 0) { -1.0 } else { 1.0 };
        whole.area += sign * area;
        whole.moment = [0, 1].map(|axis| whole.moment[axis] + sign * moment[axis]);
    }
    whole
}

/// The area of a ring, negative if it runs clockwise.
fn ring_mass(ring: &Ring, origin: Position) -> Mass {
    let mut whole = Mass::default();
    for (a, b) in sides(ring) {
        let [a, b] = [a, b].map(|end| [end[0] - origin[0], end[1] - origin[1]]);
        let cross = a[0] * b[1] - b[0] * a[1];
        whole.area += cross / 2.0;
        whole.moment = [0, 1].map(|axis| whole.moment[axis] + cross * (a[axis] + b[axis]) / 6.0);
    }
    whole
}

/// The sides of a ring, which closes whether or not its last position repeats the first.
pub(super) fn sides(ring: &Ring) -> impl Iterator<Item = (Position, Position)> {
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]))
}

fn is_inside(polygon: &Polygon, point: Position) -> bool {
    crossings(polygon, point[1]).filter(|&x| x < point[0]).count() % 2 == 1
}

/// Where the borders cross a horizontal line.
fn crossings(polygon: &Polygon, y: f64) -> impl Iterator<Item = f64> {
    let crossing = move |(a, b): (Position, Position)| {
        ((a[1] <= y) != (b[1] <= y)).then(|| a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
    };
    polygon.iter().flat_map(sides).filter_map(crossing)
}

/// The middle of the longest stretch inside, along a line that meets no corner near the middle of the polygon.
fn on_line(polygon: &Polygon) -> Option<Position> {
    let heights = || polygon.iter().flatten().map(|position| position[1]);
    let (low, high) = (heights().min_by(f64::total_cmp)?, heights().max_by(f64::total_cmp)?);
    let middle = low + (high - low) / 2.0;
    let below = heights().filter(|&y| y <= middle).max_by(f64::total_cmp)?;
    let above = heights().filter(|&y| y > middle).min_by(f64::total_cmp)?;
    let y = below + (above - below) / 2.0;
    let mut places: Vec<f64> = crossings(polygon, y).collect();
    places.sort_by(f64::total_cmp);
    let mut best: Option<[f64; 2]> = None;
    for stretch in places.chunks_exact(2) {
        if best.is_none_or(|best| stretch[1] - stretch[0] > best[1] - best[0]) {
            best = Some([stretch[0], stretch[1]]);
        }
    }
    best.map(|[left, right]| [left + (right - left) / 2.0, y])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(corners: &[[i32; 2]]) -> Ring {
        corners.iter().map(|corner| corner.map(f64::from)).collect()
    }

    #[test]
    fn the_centroid_if_it_is_inside() {
        let square = vec![ring(&[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]])];
        let small = vec![ring(&[[9, 9], [10, 9], [10, 10]])];
        assert_eq!(interior_point(&[small.clone(), square.clone()]), [2.0, 1.0]);
        let clockwise = vec![ring(&[[0, 2], [4, 2], [4, 0], [0, 0]])];
        assert_eq!(interior_point(&[clockwise]), [2.0, 1.0]);
    }

    #[test]
    fn else_a_point_on_a_line() {
        // A horseshoe open to the right: the line y = 3 meets it from x = 0 to 1 alone.
        let horseshoe = vec![ring(&[[0, 0], [6, 0], [6, 1], [1, 1], [1, 5], [6, 5], [6, 6], [0, 6]])];
        assert_eq!(interior_point(&[horseshoe]), [0.5, 3.0]);
        // A frame, whose centroid is in its hole; between the corners at y = 1 and y = 5 lies y = 3, left side first.
        let frame = vec![ring(&[[0, 0], [6, 0], [6, 6], [0, 6]]), ring(&[[1, 1], [5, 1], [5, 5], [1, 5]])];
        assert_eq!(interior_point(&[frame]), [0.5, 3.0]);
    }

    #[test]
    fn without_area_the_first_position() {
        assert_eq!(interior_point(&[vec![ring(&[[3, 4]])]]), [3.0, 4.0]);
        assert_eq!(interior_point(&[vec![ring(&[[3, 4], [5, 4], [3, 4]])]]), [3.0, 4.0]);
        let endless = vec![vec![[0.0, 0.0], [1e308, 0.0], [1e308, 1e308], [-1e308, 1e308]]];
        assert!(interior_point(&[endless]).iter().all(|value| value.is_finite()));
    }

    #[test]
    fn holes_are_taken_off() {
        // A frame of 64 − 36 = 28 is smaller than a square of 36, whichever way its hole runs round.
        let outer = ring(&[[0, 0], [8, 0], [8, 8], [0, 8]]);
        let square = vec![ring(&[[10, 0], [16, 0], [16, 6], [10, 6]])];
        for corners in [[[1, 1], [7, 1], [7, 7], [1, 7]], [[1, 7], [7, 7], [7, 1], [1, 1]]] {
            let frame = vec![outer.clone(), ring(&corners)];
            assert_eq!(mass(&frame).area, 28.0);
            assert_eq!(interior_point(&[frame, square.clone()]), [13.0, 3.0]);
        }
    }
}
