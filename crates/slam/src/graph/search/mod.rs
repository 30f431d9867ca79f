//! Which points are near a point: one question, answered by a grid where points are even and by a tree where they crowd.

mod nearest;
mod sort;
mod grid;
mod tree;
mod vicinity;
#[cfg(test)]
mod twin;

use super::progress::Progress;
use crate::error::Result;
use crate::parallel::prelude::*;

pub(crate) use grid::Grid;
pub(crate) use nearest::Nearest;
pub(crate) use sort::sort_pairs;
pub(crate) use tree::Tree;
pub(crate) use vicinity::Vicinity;

/// How many points one task of a parallel loop takes.
pub(crate) const CHUNK: usize = 8192;

/// The lower and the upper corner of a box.
type Corners<const D: usize> = ([f64; D], [f64; D]);

/// Points stored so that near ones lie close together; a *position* is a place in that storage.
pub(crate) trait Search<const D: usize>: Sync {
    /// The points, by position.
    fn points(&self) -> &[[f64; D]];

    /// The index that each point had when it came, by position.
    fn order(&self) -> &[u32];

    /// Fills `nearest` with the squared distances of the points nearest to the one at `position`, itself left out.
    fn nearest(&self, position: usize, nearest: &mut Nearest);

    /// Visits the positions from `from` on of all points whose squared distance to `center` is at most `squared`.
    fn visit_within(&self, center: &[f64; D], squared: f64, from: usize, visit: impl FnMut(usize, f64));

    /// Visits what [`Search::visit_within`] visits, for one position after the other.
    ///
    /// `vicinity` is kept from one to the next, so that `reach`, the squared distance up to which each position looks, has
    /// to stay the same; `from` is 0 for all positions, or the next one for each.
    #[inline]
    fn visit_around(
        &self,
        position: usize,
        reach: impl Fn(usize) -> f64,
        from: usize,
        _vicinity: &mut Vicinity<D>,
        visit: impl FnMut(usize, f64),
    ) {
        self.visit_within(&self.points()[position], reach(position), from, visit);
    }

    /// The squared distance of every point to its k-th nearest other point, by position; coincident others count.
    ///
    /// Infinite where there are fewer than k others.
    fn kth_squared_distances(&self, k: usize, progress: &Progress) -> Result<Vec<f64>> {
        let mut kth = vec![0.0; self.points().len()];
        kth.par_chunks_mut(CHUNK).enumerate().with_max_len(1).try_for_each(|(chunk, values)| {
            let mut nearest = Nearest::new(k);
            for (offset, value) in values.iter_mut().enumerate() {
                self.nearest(chunk * CHUNK + offset, &mut nearest);
                *value = nearest.kth();
            }
            progress.advance(values.len())
        })?;
        Ok(kth)
    }
}

/// A grid or a tree, whichever suits the points.
#[derive(Debug)]
pub(crate) enum Index<const D: usize> {
    /// For even densities.
    Grid(Grid<D>),
    /// For crowds.
    Tree(Tree<D>),
}

impl<const D: usize> Index<D> {
    /// An index made for questions about `k` neighbours.
    pub(crate) fn new(points: &[[f64; D]], k: usize) -> Self {
        Grid::new(points, k).map_or_else(|| Self::Tree(Tree::new(points)), Self::Grid)
    }

    /// The index that each point had when it came, by position, and nothing else any more.
    pub(crate) fn into_order(self) -> Vec<u32> {
        match self {
            Self::Grid(grid) => grid.into_order(),
            Self::Tree(tree) => tree.into_order(),
        }
    }
}

impl<const D: usize> Search<D> for Index<D> {
    fn points(&self) -> &[[f64; D]] {
        match self {
            Self::Grid(grid) => grid.points(),
            Self::Tree(tree) => tree.points(),
        }
    }

    fn order(&self) -> &[u32] {
        match self {
            Self::Grid(grid) => grid.order(),
            Self::Tree(tree) => tree.order(),
        }
    }

    fn nearest(&self, position: usize, nearest: &mut Nearest) {
        match self {
            Self::Grid(grid) => grid.nearest(position, nearest),
            Self::Tree(tree) => tree.nearest(position, nearest),
        }
    }

    fn visit_within(&self, center: &[f64; D], squared: f64, from: usize, visit: impl FnMut(usize, f64)) {
        match self {
            Self::Grid(grid) => grid.visit_within(center, squared, from, visit),
            Self::Tree(tree) => tree.visit_within(center, squared, from, visit),
        }
    }

    fn visit_around(
        &self,
        position: usize,
        reach: impl Fn(usize) -> f64,
        from: usize,
        vicinity: &mut Vicinity<D>,
        visit: impl FnMut(usize, f64),
    ) {
        match self {
            Self::Grid(grid) => grid.visit_around(position, reach, from, vicinity, visit),
            Self::Tree(tree) => tree.visit_around(position, reach, from, vicinity, visit),
        }
    }

    fn kth_squared_distances(&self, k: usize, progress: &Progress) -> Result<Vec<f64>> {
        match self {
            Self::Grid(grid) => grid.kth_squared_distances(k, progress),
            Self::Tree(tree) => tree.kth_squared_distances(k, progress),
        }
    }
}

/// The squared distance of two points: the same bits from either end.
#[inline]
pub(crate) fn squared_distance<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = 0.0;
    for axis in 0..D {
        let difference = a[axis] - b[axis];
        sum += difference * difference;
    }
    sum
}

/// The corners of the smallest box around the points.
fn bounds<'a, const D: usize>(points: impl IntoIterator<Item = &'a [f64; D]>) -> Corners<D> {
    let mut corners = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for point in points {
        for (axis, &value) in point.iter().enumerate() {
            corners.0[axis] = corners.0[axis].min(value);
            corners.1[axis] = corners.1[axis].max(value);
        }
    }
    corners
}
