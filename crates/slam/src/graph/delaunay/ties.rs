//! The edges that every Delaunay triangulation of the points has, however they are turned, moved or rounded.
//!
//! Four points on a circle have two triangulations, and points on a straight rim have slivers outside of it where rounding
//! bends the rim. Both kinds of edges are left out, so that a square lattice is left with the sides of its squares.

use robust::{Coord, orient2d};

use super::triangulation::Triangulation;

/// The sine of an angle up to which it counts as straight.
const STRAIGHT: f64 = 1e-6;

/// The pairs of points, the smaller first.
pub(super) fn edges(points: &[[f64; 2]], mesh: &Triangulation) -> Vec<(u32, u32)> {
    let mut faces = Faces {
        points,
        mesh,
        has_face: vec![false; mesh.n_directed()],
        is_left_out: vec![false; mesh.n_directed() / 2],
    };
    faces.find();
    faces.peel();
    faces.drop_diagonals();
    let kept = mesh.edges().filter(|&edge| !faces.is_left_out[edge as usize / 2]);
    kept.map(|edge| (mesh.from(edge), mesh.to(edge))).map(|(a, b)| (a.min(b), a.max(b))).collect()
}

struct Faces<'a> {
    points: &'a [[f64; 2]],
    mesh: &'a Triangulation,
    /// Whether there is a triangle on the left of an edge.
    has_face: Vec<bool>,
    /// Whether an edge, whatever its direction, is left out.
    is_left_out: Vec<bool>,
}

impl Faces<'_> {
    fn find(&mut self) {
        for edge in self.mesh.edges().flat_map(|edge| [edge, edge ^ 1]) {
            let [second, third] = self.others(edge);
            let is_closed = self.mesh.around(third) == edge;
            let [a, b, c] = [edge, second, third].map(|edge| self.mesh.from(edge)).map(|point| {
                let [x, y] = self.points[point as usize];
                Coord { x, y }
            });
            self.has_face[edge as usize] = is_closed && orient2d(a, b, c) > 0.0;
        }
    }

    /// The other two edges of the triangle on the left.
    fn others(&self, edge: u32) -> [u32; 2] {
        let second = self.mesh.around(edge);
        [second, self.mesh.around(second)]
    }

    fn is_rim(&self, edge: u32) -> bool {
        self.has_face[edge as usize] && !self.has_face[(edge ^ 1) as usize]
    }

    /// Leaves out edges of the rim that pass by a point between their ends, until there are none.
    fn peel(&mut self) {
        let directed = self.mesh.edges().flat_map(|edge| [edge, edge ^ 1]);
        let mut rim: Vec<u32> = directed.filter(|&edge| self.is_rim(edge)).collect();
        while let Some(edge) = rim.pop() {
            let (sine, cosine) = self.angle(edge);
            if sine > STRAIGHT || cosine > 0.0 {
                continue;
            }
            self.is_left_out[edge as usize / 2] = true;
            let others = self.others(edge);
            [edge, others[0], others[1]].into_iter().for_each(|edge| self.has_face[edge as usize] = false);
            rim.extend(others.map(|edge| edge ^ 1).into_iter().filter(|&edge| self.has_face[edge as usize]));
        }
    }

    /// Leaves out edges whose triangles on both sides have one circle.
    fn drop_diagonals(&mut self) {
        for edge in self.mesh.edges() {
            if self.has_face[edge as usize] && self.has_face[(edge ^ 1) as usize] {
                let ((sine, cosine), (other_sine, other_cosine)) = (self.angle(edge), self.angle(edge ^ 1));
                // The angles opposite to a diagonal add up to a straight one.
                let is_straight = sine * other_cosine + cosine * other_sine <= STRAIGHT;
                self.is_left_out[edge as usize / 2] = is_straight && cosine * other_cosine - sine * other_sine < 0.0;
            }
        }
    }

    /// Sine and cosine of the angle opposite to an edge in the triangle on its left.
    fn angle(&self, edge: u32) -> (f64, f64) {
        let point = |edge: u32| self.points[self.mesh.from(edge) as usize];
        let [a, b, c] = [point(edge), point(edge ^ 1), point(self.others(edge)[1])];
        let ([x, y], [other_x, other_y]) = ([a[0] - c[0], a[1] - c[1]], [b[0] - c[0], b[1] - c[1]]);
        let lengths = (x * x + y * y).sqrt() * (other_x * other_x + other_y * other_y).sqrt();
        ((x * other_y - y * other_x) / lengths, (x * other_x + y * other_y) / lengths)
    }
}
