//! The sides of all polygons, found by place.

use super::geometry::Position;

/// A side of a polygon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) ends: [Position; 2],
    pub(super) feature: u32,
}

/// Segments in a balanced tree of boxes.
#[derive(Debug)]
pub(super) struct Segments {
    sides: Vec<Segment>,
    /// In preorder: the left child of a node follows it.
    nodes: Vec<Node>,
    tolerance: f64,
}

#[derive(Debug)]
struct Node {
    low: Position,
    high: Position,
    start: u32,
    end: u32,
    /// The right child, or 0 for a leaf.
    right: u32,
}

const LEAF: usize = 8;

impl Segments {
    /// Segments that are met by points this near.
    pub(super) fn new(segments: Vec<Segment>, tolerance: f64) -> Self {
        let n = segments.len();
        let mut tree = Self { sides: segments, nodes: Vec::new(), tolerance };
        if n > 0 {
            tree.build(0, n);
        }
        tree
    }

    /// The features with a segment at a point, in any order and perhaps repeated, and the number of steps it took.
    pub(super) fn at(&self, point: Position, found: &mut Vec<u32>) -> u64 {
        let (mut stack, mut n_steps) = (vec![0_u32], 0);
        while let Some(index) = stack.pop() {
            let Some(node) = self.nodes.get(index as usize) else { break };
            n_steps += 1;
            if !node.contains(point, self.tolerance) {
                continue;
            }
            if node.right > 0 {
                stack.extend([index + 1, node.right]);
                continue;
            }
            for segment in &self.sides[node.start as usize..node.end as usize] {
                found.extend(
                    (squared_distance(point, segment.ends) <= self.tolerance.powi(2)).then_some(segment.feature),
                );
            }
        }
        n_steps
    }

    fn build(&mut self, start: usize, end: usize) -> u32 {
        let index = self.nodes.len();
        let (low, high) = bounds(self.sides[start..end].iter().flat_map(|segment| segment.ends));
        self.nodes.push(Node { low, high, start: start as u32, end: end as u32, right: 0 });
        if end - start > LEAF {
            let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
            let middle = (end - start) / 2;
            let center = |segment: &Segment| segment.ends[0][axis] / 2.0 + segment.ends[1][axis] / 2.0;
            self.sides[start..end].select_nth_unstable_by(middle, |a, b| center(a).total_cmp(&center(b)));
            self.build(start, start + middle);
            self.nodes[index].right = self.build(start + middle, end);
        }
        index as u32
    }
}

impl Node {
    fn contains(&self, point: Position, tolerance: f64) -> bool {
        (0..2).all(|axis| self.low[axis] - tolerance <= point[axis] && point[axis] <= self.high[axis] + tolerance)
    }
}

/// The smallest and the largest coordinates.
pub(super) fn bounds(positions: impl Iterator<Item = Position>) -> (Position, Position) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for position in positions {
        low = [0, 1].map(|axis| low[axis].min(position[axis]));
        high = [0, 1].map(|axis| high[axis].max(position[axis]));
    }
    (low, high)
}

fn squared_distance(point: Position, [a, b]: [Position; 2]) -> f64 {
    let (along, to) = ([b[0] - a[0], b[1] - a[1]], [point[0] - a[0], point[1] - a[1]]);
    let length = along[0] * along[0] + along[1] * along[1];
    let share = if length > 0.0 { ((along[0] * to[0] + along[1] * to[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    let off = [to[0] - share * along[0], to[1] - share * along[1]];
    off[0] * off[0] + off[1] * off[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_finds_what_a_look_at_all_finds() {
        let corner = |i: u32| [f64::from(i * 7 % 31), f64::from(i * 11 % 29)];
        let segment = |i: u32| Segment { ends: [corner(i), corner(i + 1)], feature: i };
        let all: Vec<Segment> = (0..300).map(segment).collect();
        let tree = Segments::new(all.clone(), 0.25);
        for point in (0..400).map(|i| [f64::from(i % 32) - 0.1, f64::from(i / 13) + 0.2]) {
            let mut found = Vec::new();
            tree.at(point, &mut found);
            found.sort_unstable();
            let near = all.iter().filter(|segment| squared_distance(point, segment.ends) <= 0.0625);
            assert_eq!(found, near.map(|segment| segment.feature).collect::<Vec<_>>());
        }
    }
}
