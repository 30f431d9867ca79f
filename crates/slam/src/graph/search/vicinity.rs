//! The leaves around a leaf of a tree, found once for all of its points.

use std::ops::Range;

use super::tree::{Node, Tree, squared_gap};
use super::{Corners, Nearest, squared_distance};

/// Where more leaves than this are near, every point looks for itself.
const MOST: usize = 64;

/// The leaves that may have points near those of one leaf.
///
/// Points of a leaf have most of what is near them in common: they walk through the tree together, and each then goes
/// through a short list.
#[derive(Debug)]
pub(crate) struct Vicinity<const D: usize> {
    /// The positions of the leaf whose vicinity this is.
    home: Range<usize>,
    leaves: Vec<(Corners<D>, Range<u32>)>,
    is_complete: bool,
}

impl<const D: usize> Default for Vicinity<D> {
    fn default() -> Self {
        Self { home: 0..0, leaves: Vec::with_capacity(MOST), is_complete: false }
    }
}

impl<const D: usize> Vicinity<D> {
    /// Whether this is the vicinity of the leaf that holds a position.
    #[inline]
    pub(super) fn is_of(&self, position: usize) -> bool {
        self.home.contains(&position)
    }

    /// Makes this the vicinity of a leaf: the leaves up to a squared distance, or only those that are not before it.
    pub(super) fn find(&mut self, tree: &Tree<D>, leaf: Node, squared: f64, is_onward: bool) {
        self.home = tree.positions(leaf);
        self.leaves.clear();
        let first = if is_onward { leaf } else { Node::ROOT };
        self.is_complete = self.descend(tree, Node::ROOT, tree.corners(leaf), squared, first);
    }

    /// Whether there was room for all leaves of the node.
    fn descend(&mut self, tree: &Tree<D>, node: Node, home: &Corners<D>, squared: f64, first: Node) -> bool {
        if tree.is_leaf(node) {
            let has_room = self.leaves.len() < MOST;
            if has_room {
                let positions = tree.positions(node);
                self.leaves.push((*tree.corners(node), positions.start as u32..positions.end as u32));
            }
            return has_room;
        }
        node.children().into_iter().all(|child| {
            child.is_before(first)
                || squared_gap(tree.corners(child), home) > squared
                || self.descend(tree, child, home, squared, first)
        })
    }

    /// Whether all leaves that are near are listed.
    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Visits the positions from `from` on of all listed points whose squared distance to `center` is at most `squared`.
    #[inline]
    pub(super) fn visit(
        &self,
        points: &[[f64; D]],
        center: &[f64; D],
        squared: f64,
        from: usize,
        mut visit: impl FnMut(usize, f64),
    ) {
        for (corners, positions) in &self.leaves {
            if positions.end as usize <= from || squared_gap(corners, &(*center, *center)) > squared {
                continue;
            }
            let start = from.max(positions.start as usize);
            for (position, point) in (start..).zip(&points[start..positions.end as usize]) {
                let found = squared_distance(center, point);
                if found <= squared {
                    visit(position, found);
                }
            }
        }
    }

    /// Fills `nearest` for the point at a position, given a bound of the k-th squared distance.
    #[inline]
    pub(super) fn nearest(&self, points: &[[f64; D]], position: usize, bound: f64, nearest: &mut Nearest) {
        let center = &points[position];
        nearest.clear();
        for (corners, positions) in &self.leaves {
            if squared_gap(corners, &(*center, *center)) <= bound {
                let (start, end) = (positions.start as usize, positions.end as usize);
                nearest.gather(center, &points[start..end], position.wrapping_sub(start), bound);
            }
        }
        nearest.settle();
    }
}
