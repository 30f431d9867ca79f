//! The Delaunay triangulation of points that differ, by dividing them in halves and joining these along a seam.
//!
//! Guibas and Stolfi, *Primitives for the manipulation of general subdivisions and the computation of Voronoi diagrams*,
//! ACM Transactions on Graphics 4 (1985). Shewchuk's predicates are exact, so that nothing depends on rounding.

use robust::{Coord, incircle, orient2d};

use crate::error::Result;
use crate::graph::progress::Progress;

/// An edge that was removed has no ends.
const NOWHERE: u32 = u32::MAX;
/// Halves of so many points are told to whoever watches.
const TOLD: usize = 8192;
/// Larger sets of points are halved for two threads; in tests even small ones.
const ALONE: usize = if cfg!(test) { 8 } else { 1 << 15 };

/// Edges with a direction: `e ^ 1` is `e` the other way round.
#[derive(Debug, Default)]
pub(super) struct Triangulation {
    from: Vec<u32>,
    /// The next edge from the same point, counterclockwise.
    next: Vec<u32>,
    /// The next edge from the same point, clockwise.
    previous: Vec<u32>,
    /// Edges that were removed, to be used again.
    free: Vec<u32>,
}

impl Triangulation {
    /// The triangulation of points that are sorted by x, then y, and differ. Points on a line are a chain.
    ///
    /// O(n log n) time, O(n) memory.
    pub(super) fn new(points: &[[f64; 2]], progress: &Progress<'_>) -> Result<Self> {
        Ok(triangulate(points, 0, points.len(), progress)?.0)
    }

    /// The edges in one direction.
    pub(super) fn edges(&self) -> impl Iterator<Item = u32> {
        (0..self.from.len() as u32).step_by(2).filter(|&edge| self.from[edge as usize] != NOWHERE)
    }

    /// One more than the largest edge.
    pub(super) fn n_directed(&self) -> usize {
        self.from.len()
    }

    pub(super) fn from(&self, edge: u32) -> u32 {
        self.from[edge as usize]
    }

    pub(super) fn to(&self, edge: u32) -> u32 {
        self.from[(edge ^ 1) as usize]
    }

    /// The next edge around the face on the left.
    pub(super) fn around(&self, edge: u32) -> u32 {
        self.previous(edge ^ 1)
    }

    fn next(&self, edge: u32) -> u32 {
        self.next[edge as usize]
    }

    fn previous(&self, edge: u32) -> u32 {
        self.previous[edge as usize]
    }

    fn add(&mut self, from: u32, to: u32) -> u32 {
        let edge = self.free.pop().unwrap_or_else(|| {
            let edge = self.from.len() as u32;
            for ends in [&mut self.from, &mut self.next, &mut self.previous] {
                ends.extend([NOWHERE; 2]);
            }
            edge
        });
        for (edge, from) in [(edge, from), (edge ^ 1, to)] {
            let place = edge as usize;
            (self.from[place], self.next[place], self.previous[place]) = (from, edge, edge);
        }
        edge
    }

    /// Joins the rings of edges around the origins of two edges, or parts them.
    fn splice(&mut self, a: u32, b: u32) {
        if a == b {
            return;
        }
        let (after_a, after_b) = (self.next(a), self.next(b));
        (self.previous[after_a as usize], self.previous[after_b as usize]) = (b, a);
        (self.next[a as usize], self.next[b as usize]) = (after_b, after_a);
    }

    /// Adds an edge from the end of `a` to the origin of `b`, on the left of both.
    fn connect(&mut self, a: u32, b: u32) -> u32 {
        let edge = self.add(self.to(a), self.from(b));
        self.splice(edge, self.around(a));
        self.splice(edge ^ 1, b);
        edge
    }

    /// Adds the edges of another mesh; returns by how much their numbers grow.
    fn append(&mut self, other: Self) -> u32 {
        let n = self.from.len() as u32;
        self.from.extend(other.from);
        let lists = [(&mut self.next, other.next), (&mut self.previous, other.previous), (&mut self.free, other.free)];
        for (own, others) in lists {
            own.extend(others.into_iter().map(|edge| edge + n));
        }
        n
    }

    fn remove(&mut self, edge: u32) {
        self.splice(edge, self.previous(edge));
        self.splice(edge ^ 1, self.previous(edge ^ 1));
        (self.from[edge as usize], self.from[(edge ^ 1) as usize]) = (NOWHERE, NOWHERE);
        self.free.push(edge & !1);
    }
}

/// The triangulation of the points from `low` up to `high`, large halves at the same time, and the ends of its hull as
/// `build` has them.
fn triangulate(
    points: &[[f64; 2]],
    low: usize,
    high: usize,
    progress: &Progress<'_>,
) -> Result<(Triangulation, (u32, u32))> {
    if high - low <= ALONE {
        let mut mesh = Triangulation::default();
        let ends = Builder { points, mesh: &mut mesh, progress }.build(low, high)?;
        return Ok((mesh, ends));
    }
    let middle = low + (high - low) / 2;
    let half = |low: usize, high: usize| triangulate(points, low, high, progress);
    let (left, right) = crate::parallel::join(|| half(low, middle), || half(middle, high));
    let ((mut mesh, left), (other, (inner, outer))) = (left?, right?);
    let more = mesh.append(other);
    let ends = Builder { points, mesh: &mut mesh, progress }.merge(left, (inner + more, outer + more));
    Ok((mesh, ends))
}

struct Builder<'a> {
    points: &'a [[f64; 2]],
    mesh: &'a mut Triangulation,
    progress: &'a Progress<'a>,
}

impl Builder<'_> {
    /// Triangulates the points from `low` up to `high`; returns the edges of the hull counterclockwise from the leftmost
    /// and clockwise from the rightmost point.
    fn build(&mut self, low: usize, high: usize) -> Result<(u32, u32)> {
        let n = high - low;
        let ends = match n {
            0 | 1 => (NOWHERE, NOWHERE),
            2 => {
                let edge = self.mesh.add(low as u32, low as u32 + 1);
                (edge, edge ^ 1)
            }
            3 => self.triangle(low as u32),
            _ => {
                let middle = low + n / 2;
                let left = self.build(low, middle)?;
                let right = self.build(middle, high)?;
                self.merge(left, right)
            }
        };
        if n <= TOLD && (2 * n > TOLD || n == self.points.len()) {
            self.progress.advance(n)?;
        }
        Ok(ends)
    }

    fn triangle(&mut self, first: u32) -> (u32, u32) {
        let points = [first, first + 1, first + 2];
        let a = self.mesh.add(points[0], points[1]);
        let b = self.mesh.add(points[1], points[2]);
        self.mesh.splice(a ^ 1, b);
        let turn = self.turn(points);
        if turn == 0.0 {
            return (a, b ^ 1);
        }
        let c = self.mesh.connect(b, a);
        if turn > 0.0 { (a, b ^ 1) } else { (c ^ 1, c) }
    }

    fn merge(&mut self, left: (u32, u32), right: (u32, u32)) -> (u32, u32) {
        let (mut left_outer, left_inner) = left;
        let (right_inner, mut right_outer) = right;
        let (left_inner, right_inner) = self.lower_tangent(left_inner, right_inner);
        let mut base = self.mesh.connect(right_inner ^ 1, left_inner);
        if self.mesh.from(left_inner) == self.mesh.from(left_outer) {
            left_outer = base ^ 1;
        }
        if self.mesh.from(right_inner) == self.mesh.from(right_outer) {
            right_outer = base;
        }
        while let Some(next) = self.rise(base) {
            base = next;
        }
        (left_outer, right_outer)
    }

    /// Moves two edges down until the line through their origins has all points above it.
    fn lower_tangent(&self, mut left: u32, mut right: u32) -> (u32, u32) {
        loop {
            if self.is_left_of(self.mesh.from(right), left) {
                left = self.mesh.around(left);
            } else if self.is_left_of(self.mesh.from(left), right ^ 1) {
                right = self.mesh.next(right ^ 1);
            } else {
                return (left, right);
            }
        }
    }

    /// Removes what the next edge of the seam would cross, and adds it; none above the upper tangent.
    fn rise(&mut self, base: u32) -> Option<u32> {
        let mut left = self.mesh.next(base ^ 1);
        if self.is_above(left, base) {
            while self.is_encircled(base, left, self.mesh.next(left)) {
                let next = self.mesh.next(left);
                self.mesh.remove(left);
                left = next;
            }
        }
        let mut right = self.mesh.previous(base);
        if self.is_above(right, base) {
            while self.is_encircled(base, right, self.mesh.previous(right)) {
                let next = self.mesh.previous(right);
                self.mesh.remove(right);
                right = next;
            }
        }
        let circle = |mesh: &Triangulation| [mesh.to(left), mesh.from(left), mesh.from(right), mesh.to(right)];
        match (self.is_above(left, base), self.is_above(right, base)) {
            (false, false) => None,
            (true, true) if !self.is_inside(circle(self.mesh)) => Some(self.mesh.connect(base ^ 1, left ^ 1)),
            (_, true) => Some(self.mesh.connect(right, base ^ 1)),
            (true, false) => Some(self.mesh.connect(base ^ 1, left ^ 1)),
        }
    }

    /// Whether the end of the next candidate is in the circle through the base and the end of this one.
    fn is_encircled(&self, base: u32, candidate: u32, next: u32) -> bool {
        let mesh = &*self.mesh;
        self.is_inside([mesh.to(base), mesh.from(base), mesh.to(candidate), mesh.to(next)])
    }

    /// Whether the end of an edge is above the base of a seam, which runs from right to left.
    fn is_above(&self, edge: u32, base: u32) -> bool {
        self.is_left_of(self.mesh.to(edge), base ^ 1)
    }

    fn is_left_of(&self, point: u32, edge: u32) -> bool {
        self.turn([point, self.mesh.from(edge), self.mesh.to(edge)]) > 0.0
    }

    /// Above 0 where the path through three points turns left.
    fn turn(&self, [a, b, c]: [u32; 3]) -> f64 {
        orient2d(self.coord(a), self.coord(b), self.coord(c))
    }

    /// Whether the last point is inside the circle through the first three, which are counterclockwise.
    fn is_inside(&self, [a, b, c, d]: [u32; 4]) -> bool {
        incircle(self.coord(a), self.coord(b), self.coord(c), self.coord(d)) > 0.0
    }

    fn coord(&self, point: u32) -> Coord<f64> {
        let [x, y] = self.points[point as usize];
        Coord { x, y }
    }
}
