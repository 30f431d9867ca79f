//! A k-d tree with its points in leaf order, for crowds and for questions from elsewhere.

use std::ops::Range;

use crate::parallel::prelude::*;

use super::{Nearest, Search, bounds, squared_distance};

/// At most this many points in a leaf.
const LEAF: usize = 12;

/// A perfect binary tree: a node of depth d is one of 2^d consecutive parts of the points, of equal sizes up to one.
#[derive(Debug)]
pub(crate) struct Tree<const D: usize> {
    depth: u32,
    /// The box around the points of each node; the children of node i are 2i + 1 and 2i + 2.
    boxes: Vec<([f64; D], [f64; D])>,
    points: Vec<[f64; D]>,
    order: Vec<u32>,
}

/// A node: the `index`-th of its depth.
#[derive(Debug, Clone, Copy)]
struct Node {
    depth: u32,
    index: usize,
}

impl Node {
    const ROOT: Self = Self { depth: 0, index: 0 };

    fn children(self) -> [Self; 2] {
        [0, 1].map(|side| Self { depth: self.depth + 1, index: 2 * self.index + side })
    }

    fn parent(self) -> Self {
        Self { depth: self.depth - 1, index: self.index / 2 }
    }

    fn sibling(self) -> Self {
        Self { index: self.index ^ 1, ..self }
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
        let (low, high) = &self.boxes[node.place()];
        let mut sum = 0.0;
        for axis in 0..D {
            // Rounding keeps the order of numbers, so this is never more than the distance of a point inside.
            let gap = (low[axis] - center[axis]).max(center[axis] - high[axis]).max(0.0);
            sum += gap * gap;
        }
        sum
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
        let home = node.range(self.points.len());
        nearest.clear();
        nearest.gather(center, &self.points[home.clone()], position - home.start, f64::INFINITY);
        nearest.settle();
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
fn boxes<const D: usize>(points: &[[f64; D]], depth: u32) -> Vec<([f64; D], [f64; D])> {
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
