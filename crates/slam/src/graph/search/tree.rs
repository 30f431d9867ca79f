//! A k-d tree with its points in leaf order, for crowds and for questions from elsewhere.

use std::ops::Range;

use super::{CHUNK, Corners, Nearest, Progress, Search, Vicinity, bounds, squared_distance};
use crate::error::Result;
use crate::parallel::prelude::*;

/// At most this many points in a leaf.
const LEAF: usize = 16;

/// A perfect binary tree: a node of depth d is one of 2^d consecutive parts of the points, of equal sizes up to one.
#[derive(Debug)]
pub(crate) struct Tree<const D: usize> {
    depth: u32,
    /// The box around the points of each node; the children of node i are 2i + 1 and 2i + 2.
    boxes: Vec<Corners<D>>,
    points: Vec<[f64; D]>,
    order: Vec<u32>,
}

/// A node: the `index`-th of its depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    depth: u32,
    index: usize,
}

impl Node {
    pub(super) const ROOT: Self = Self { depth: 0, index: 0 };

    pub(super) fn children(self) -> [Self; 2] {
        [0, 1].map(|side| Self { depth: self.depth + 1, index: 2 * self.index + side })
    }

    fn parent(self) -> Self {
        Self { depth: self.depth - 1, index: self.index / 2 }
    }

    fn sibling(self) -> Self {
        Self { index: self.index ^ 1, ..self }
    }

    /// Whether all its points come before those of a node that is as deep, or deeper.
    #[inline]
    pub(super) fn is_before(self, other: Self) -> bool {
        other.depth >= self.depth && self.index < other.index >> (other.depth - self.depth)
    }

    /// The place among all nodes.
    fn place(self) -> usize {
        (1 << self.depth) - 1 + self.index
    }

    /// The positions of its points among `n`.
    fn range(self, n: usize) -> Range<usize> {
        let cut = |index: usize| ((index as u64 * n as u64) >> self.depth) as usize;
        cut(self.index)..cut(self.index + 1)
    }
}

impl<const D: usize> Tree<D> {
    /// A tree of any points.
    pub(crate) fn new(points: &[[f64; D]]) -> Self {
        let n = points.len();
        let depth = n.div_ceil(LEAF).next_power_of_two().trailing_zeros();
        let mut items: Vec<([f64; D], u32)> = points.par_iter().copied().zip(0..n as u32).collect();
        split(&mut items, Node::ROOT, n, depth);
        let order = items.par_iter().map(|item| item.1).collect();
        let points: Vec<_> = items.par_iter().map(|item| item.0).collect();
        drop(items);
        Self { depth, boxes: boxes(&points, depth), points, order }
    }

    /// The squared distance of the nearest point to any place; infinite without points.
    pub(crate) fn nearest_squared(&self, center: &[f64; D]) -> f64 {
        let mut nearest = Nearest::new(1);
        self.descend(Node::ROOT, center, &mut nearest);
        nearest.kth()
    }

    /// The nearest point to any place, none without points. Ties: the first of those that the tree was made of.
    pub(crate) fn nearest_point(&self, center: &[f64; D]) -> Option<u32> {
        let mut best = None;
        self.approach(Node::ROOT, center, &mut best);
        best.map(|(_, point)| point)
    }

    fn approach(&self, node: Node, center: &[f64; D], best: &mut Option<(f64, u32)>) {
        if node.depth == self.depth {
            for position in node.range(self.points.len()) {
                let found = (squared_distance(center, &self.points[position]), self.order[position]);
                if best.is_none_or(|best| found < best) {
                    *best = Some(found);
                }
            }
            return;
        }
        let mut children = node.children().map(|child| (self.squared_gap(child, center), child));
        if children[1].0 < children[0].0 {
            children.swap(0, 1);
        }
        for (gap, child) in children {
            // What is as far may still come first.
            if best.is_none_or(|(distance, _)| gap <= distance) {
                self.approach(child, center, best);
            }
        }
    }

    /// Sees all points of the node that may be among the nearest.
    fn descend(&self, node: Node, center: &[f64; D], nearest: &mut Nearest) {
        if node.depth == self.depth {
            let points = &self.points[node.range(self.points.len())];
            return points.iter().for_each(|point| nearest.see(squared_distance(center, point)));
        }
        let mut children = node.children().map(|child| (self.squared_gap(child, center), child));
        if children[1].0 < children[0].0 {
            children.swap(0, 1);
        }
        for (gap, child) in children {
            if gap < nearest.kth() {
                self.descend(child, center, nearest);
            }
        }
    }

    /// No point of the node is nearer than this.
    #[inline]
    fn squared_gap(&self, node: Node, center: &[f64; D]) -> f64 {
        squared_gap(self.corners(node), &(*center, *center))
    }

    /// The corners of the box around the points of a node.
    #[inline]
    pub(super) fn corners(&self, node: Node) -> &Corners<D> {
        &self.boxes[node.place()]
    }

    /// The positions of the points of a node.
    #[inline]
    pub(super) fn positions(&self, node: Node) -> Range<usize> {
        node.range(self.points.len())
    }

    #[inline]
    pub(super) fn is_leaf(&self, node: Node) -> bool {
        node.depth == self.depth
    }

    /// The smallest node that holds a position and at least `least` points, or the root.
    fn home_of(&self, position: usize, least: usize) -> Node {
        let n = self.points.len();
        let mut home = Node { depth: self.depth, index: (((position as u64) << self.depth) / n as u64) as usize };
        if home.range(n).end <= position {
            home.index += 1;
        }
        while home.depth > 0 && home.range(n).len() < least {
            home = home.parent();
        }
        home
    }

    fn visit(&self, node: Node, center: &[f64; D], squared: f64, from: usize, visit: &mut impl FnMut(usize, f64)) {
        let range = node.range(self.points.len());
        if range.end <= from || self.squared_gap(node, center) > squared {
            return;
        }
        if node.depth < self.depth {
            return node.children().into_iter().for_each(|child| self.visit(child, center, squared, from, visit));
        }
        for position in range.start.max(from)..range.end {
            let found = squared_distance(center, &self.points[position]);
            if found <= squared {
                visit(position, found);
            }
        }
    }

    /// Fills `nearest` from one node alone.
    fn nearest_in(&self, node: Node, position: usize, nearest: &mut Nearest) {
        let home = self.positions(node);
        nearest.clear();
        nearest.gather(&self.points[position], &self.points[home.clone()], position - home.start, f64::INFINITY);
        nearest.settle();
    }

    /// The squared distances to their k-th nearest of the points of a leaf, from `start` on.
    fn kth_of(&self, leaf: Node, start: usize, values: &mut [f64], nearest: &mut Nearest, vicinity: &mut Vicinity<D>) {
        let home = self.home_of(start, 2 * nearest.squared().len());
        for (position, bound) in (start..).zip(values.iter_mut()) {
            self.nearest_in(home, position, nearest);
            *bound = nearest.kth();
        }
        vicinity.find(self, leaf, values.iter().copied().fold(0.0, f64::max), false);
        for (position, value) in (start..).zip(values) {
            if vicinity.is_complete() {
                vicinity.nearest(&self.points, position, *value, nearest);
            } else {
                self.nearest(position, nearest);
            }
            *value = nearest.kth();
        }
    }

    pub(super) fn into_order(self) -> Vec<u32> {
        self.order
    }
}

impl<const D: usize> Search<D> for Tree<D> {
    fn points(&self) -> &[[f64; D]] {
        &self.points
    }

    fn order(&self) -> &[u32] {
        &self.order
    }

    fn nearest(&self, position: usize, nearest: &mut Nearest) {
        let center = &self.points[position];
        // A home with more than enough points gives a good first guess, and nearest cousins come first on the way up.
        let mut node = self.home_of(position, 2 * nearest.squared().len());
        self.nearest_in(node, position, nearest);
        while node.depth > 0 {
            let sibling = node.sibling();
            if self.squared_gap(sibling, center) < nearest.kth() {
                self.descend(sibling, center, nearest);
            }
            node = node.parent();
        }
    }

    fn visit_within(&self, center: &[f64; D], squared: f64, from: usize, mut visit: impl FnMut(usize, f64)) {
        self.visit(Node::ROOT, center, squared, from, &mut visit);
    }

    fn visit_around(
        &self,
        position: usize,
        reach: impl Fn(usize) -> f64,
        from: usize,
        vicinity: &mut Vicinity<D>,
        visit: impl FnMut(usize, f64),
    ) {
        if !vicinity.is_of(position) {
            let leaf = self.home_of(position, 0);
            vicinity.find(self, leaf, self.positions(leaf).map(&reach).fold(0.0, f64::max), from > position);
        }
        let center = &self.points[position];
        if vicinity.is_complete() {
            vicinity.visit(&self.points, center, reach(position), from, visit);
        } else {
            self.visit_within(center, reach(position), from, visit);
        }
    }

    fn kth_squared_distances(&self, k: usize, progress: &Progress) -> Result<Vec<f64>> {
        let mut kth = vec![0.0; self.points.len()];
        kth.par_chunks_mut(CHUNK).enumerate().with_max_len(1).try_for_each(|(chunk, values)| {
            let (mut nearest, mut vicinity) = (Nearest::new(k), Vicinity::default());
            let (mut position, end) = (chunk * CHUNK, chunk * CHUNK + values.len());
            while position < end {
                let leaf = self.home_of(position, 0);
                let next = end.min(self.positions(leaf).end);
                let values = &mut values[position - chunk * CHUNK..next - chunk * CHUNK];
                self.kth_of(leaf, position, values, &mut nearest, &mut vicinity);
                position = next;
            }
            progress.advance(values.len())
        })?;
        Ok(kth)
    }
}

/// Puts the points of every node in their part, halving across the longest side of the box.
fn split<const D: usize>(items: &mut [([f64; D], u32)], node: Node, n: usize, depth: u32) {
    if node.depth == depth {
        return;
    }
    let axis = longest_axis(items);
    let children = node.children();
    let middle = children[0].range(n).len();
    if 0 < middle && middle < items.len() {
        items.select_nth_unstable_by(middle, |a, b| a.0[axis].total_cmp(&b.0[axis]));
    }
    let (left, right) = items.split_at_mut(middle);
    if n >> node.depth > 4096 {
        crate::parallel::join(|| split(left, children[0], n, depth), || split(right, children[1], n, depth));
    } else {
        split(left, children[0], n, depth);
        split(right, children[1], n, depth);
    }
}

fn longest_axis<const D: usize>(items: &[([f64; D], u32)]) -> usize {
    let (low, high) = bounds(items.iter().map(|item| &item.0));
    let extent = |axis: usize| high[axis] - low[axis];
    (1..D).fold(0, |longest, axis| if extent(axis) > extent(longest) { axis } else { longest })
}

/// The boxes of all nodes, from the leaves up.
fn boxes<const D: usize>(points: &[[f64; D]], depth: u32) -> Vec<Corners<D>> {
    let n_leaves = 1_usize << depth;
    let leaf = |index| bounds(&points[Node { depth, index }.range(points.len())]);
    let leaves: Vec<_> = (0..n_leaves).into_par_iter().map(leaf).collect();
    let mut boxes = vec![([0.0; D], [0.0; D]); n_leaves - 1];
    boxes.extend(leaves);
    for place in (0..n_leaves - 1).rev() {
        let (left, right) = (boxes[2 * place + 1], boxes[2 * place + 2]);
        boxes[place] = (bounds(&[left.0, right.0]).0, bounds(&[left.1, right.1]).1);
    }
    boxes
}

/// No points of two boxes are nearer to each other than this.
#[inline]
pub(super) fn squared_gap<const D: usize>(one: &Corners<D>, other: &Corners<D>) -> f64 {
    let mut sum = 0.0;
    for axis in 0..D {
        // Rounding keeps the order of numbers, so this is never more than the distance of points inside.
        let gap = (one.0[axis] - other.1[axis]).max(other.0[axis] - one.1[axis]).max(0.0);
        sum += gap * gap;
    }
    sum
}
