//! Tiles of equal counts: a slide is halved again and again, and is worth what its halves have in common.

use std::cmp::Ordering;

use super::constants::FEWEST_SPOTS;
use super::neighbors::nearest_pairs;
use super::undefined::Undefined;
use crate::graph::SpatialGraph;
use crate::pair::spots::Spots;

/// The number of coarse tiles: three halvings.
pub(super) const COARSE: usize = 8;
/// The number of fine tiles: five halvings, so that a side is half as long.
pub(super) const FINE: usize = 32;
/// The number of halvings.
const LEVELS: u32 = FINE.trailing_zeros();
/// From this many points on, halves are cut at the same time.
const LARGE: usize = 1 << 14;

/// The fine tile of each spot and of each edge; a fine tile divided by 4 is a coarse one.
///
/// Every part is cut across its longest extent (ties: the first axis) so that ⌊m/2⌋ points fall to the left; points with
/// the same coordinate are ordered by the other ones, edges with the same midpoint by their ends. Spots in the same place
/// are never separated. So the tiles depend on the positions alone. O(n) time and memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tiling {
    /// The fine tile of each spot.
    pub(crate) spots: Vec<u8>,
    /// The fine tile of each edge, by its midpoint.
    pub(crate) edges: Vec<u8>,
    /// Pairs of neighbouring fine tiles of spots.
    pub(crate) neighbors: Vec<(u8, u8)>,
}

/// A point and the place it had when it came.
type Item<const D: usize> = ([f64; D], u32);

impl Tiling {
    /// The tiles of one slide, or the reason why there are none.
    pub(crate) fn new(spots: &Spots, graph: &SpatialGraph) -> Result<Self, Undefined> {
        if spots.n_spots() < FEWEST_SPOTS {
            return Err(Undefined::SmallSlide { n_spots: spots.n_spots(), least: FEWEST_SPOTS });
        }
        Self::cut(spots, graph)
    }

    /// The same for any number of spots.
    pub(super) fn cut(spots: &Spots, graph: &SpatialGraph) -> Result<Self, Undefined> {
        match spots.dimensions() {
            2 => Self::of::<2>(spots, graph),
            _ => Self::of::<3>(spots, graph),
        }
    }

    fn of<const D: usize>(spots: &Spots, graph: &SpatialGraph) -> Result<Self, Undefined> {
        let at = |spot: u32| -> [f64; D] { std::array::from_fn(|axis| spots.position(spot as usize)[axis]) };
        let points: Vec<[f64; D]> = (0..spots.n_spots() as u32).map(at).collect();
        let items = points.iter().copied().zip(0..).collect();
        let ends = |edge: u32| {
            let (u, v) = graph.edges()[edge as usize];
            let (u, v) = (at(u), at(v));
            if compare(&u, &v, 0).is_le() { (u, v) } else { (v, u) }
        };
        let by_ends = |a: u32, b: u32| {
            let ((a, a_end), (b, b_end)) = (ends(a), ends(b));
            compare(&a, &b, 0).then_with(|| compare(&a_end, &b_end, 0))
        };
        let middle = |edge: u32| {
            let (u, v) = ends(edge);
            (std::array::from_fn(|axis| 0.5 * u[axis] + 0.5 * v[axis]), edge)
        };
        let midpoints = (0..graph.n_edges() as u32).map(middle).collect();
        let tiles = halve::<D>(items, |_, _| Ordering::Equal)?;
        let neighbors = nearest_pairs(&points, &tiles);
        Ok(Self { spots: tiles, edges: halve::<D>(midpoints, by_ends)?, neighbors })
    }
}

/// The fine tile of each item.
fn halve<const D: usize>(
    mut items: Vec<Item<D>>,
    tie: impl Fn(u32, u32) -> Ordering + Sync,
) -> Result<Vec<u8>, Undefined> {
    let mut tiles = vec![0; items.len()];
    let mut cuts = [false; D];
    let parts = split(&mut items, LEVELS, &tie, &mut cuts);
    let mut start = 0;
    for (tile, size) in parts.into_iter().enumerate() {
        if size == 0 {
            return Err(Undefined::SamePlace { slice: None });
        }
        items[start..start + size].iter().for_each(|&(_, place)| tiles[place as usize] = tile as u8);
        start += size;
    }
    if cuts.into_iter().filter(|&cut| cut).count() < 2 {
        return Err(Undefined::Thin);
    }
    Ok(tiles)
}

/// Sorts items into 2^levels tiles, one after the other; returns their sizes and marks the axes that were cut.
fn split<const D: usize>(
    items: &mut [Item<D>],
    levels: u32,
    tie: &(impl Fn(u32, u32) -> Ordering + Sync),
    cuts: &mut [bool; D],
) -> Vec<usize> {
    if levels == 0 {
        return vec![items.len()];
    }
    let axis = longest_axis(items);
    cuts[axis] = true;
    let middle = cut(items, axis, tie);
    let is_large = items.len() >= LARGE;
    let (left, right) = items.split_at_mut(middle);
    let mut other = [false; D];
    let (mut sizes, rest) = if is_large {
        crate::parallel::join(|| split(left, levels - 1, tie, cuts), || split(right, levels - 1, tie, &mut other))
    } else {
        (split(left, levels - 1, tie, cuts), split(right, levels - 1, tie, &mut other))
    };
    (0..D).for_each(|axis| cuts[axis] |= other[axis]);
    sizes.extend(rest);
    sizes
}

/// Puts the first half of the items to the left; returns where the right begins.
fn cut<const D: usize>(items: &mut [Item<D>], axis: usize, tie: &impl Fn(u32, u32) -> Ordering) -> usize {
    let order = |a: &Item<D>, b: &Item<D>| compare(&a.0, &b.0, axis).then_with(|| tie(a.1, b.1));
    let mut middle = items.len() / 2;
    if middle == 0 {
        return 0;
    }
    let pivot = *items.select_nth_unstable_by(middle, order).1;
    let is_same = |item: &&Item<D>| order(item, &pivot).is_eq();
    let left = items[..middle].iter().filter(is_same).count();
    if left > 0 {
        // What lies in one place goes to the side that has more of it.
        let right = items[middle..].iter().filter(is_same).count();
        middle = if left > right { middle + right } else { middle - left };
        if middle < items.len() {
            items.select_nth_unstable_by(middle, order);
        }
    }
    middle
}

/// By one axis, then by the others in order.
fn compare<const D: usize>(a: &[f64; D], b: &[f64; D], axis: usize) -> Ordering {
    // Adding 0 makes the two zeros one.
    let along = |axis: usize| (a[axis] + 0.0).total_cmp(&(b[axis] + 0.0));
    (0..D).filter(|&other| other != axis).fold(along(axis), |order, other| order.then_with(|| along(other)))
}

fn longest_axis<const D: usize>(items: &[Item<D>]) -> usize {
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for (point, _) in items {
        for axis in 0..D {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    let extent = |axis: usize| high[axis] - low[axis];
    (1..D).fold(0, |longest, axis| if extent(axis) > extent(longest) { axis } else { longest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hexagonal;

    fn items(points: &[[f64; 2]]) -> Vec<Item<2>> {
        points.iter().copied().zip(0..).collect()
    }

    fn free(_: u32, _: u32) -> Ordering {
        Ordering::Equal
    }

    #[test]
    fn a_lattice_by_hand() {
        // 8 × 4 points: across x, then each half across x again (3 against 3: the first axis), then across y.
        let points: Vec<[f64; 2]> = (0..32).map(|i| [f64::from(i % 8), f64::from(i / 8)]).collect();
        let tiles = halve(items(&points), free).unwrap();
        let coarse: Vec<u8> = tiles.iter().map(|tile| tile / 4).collect();
        assert_eq!(coarse[..8], [0, 0, 2, 2, 4, 4, 6, 6]);
        assert_eq!(coarse[24..], [1, 1, 3, 3, 5, 5, 7, 7]);
        let mut each = tiles.clone();
        each.sort_unstable();
        assert_eq!(each, (0..32).collect::<Vec<u8>>());
    }

    #[test]
    fn the_smaller_half_is_the_left_one() {
        let mut five = items(&[[4.0, 0.0], [1.0, 0.0], [3.0, 0.0], [0.0, 0.0], [2.0, 0.0]]);
        assert_eq!(cut(&mut five, 0, &free), 2);
        assert_eq!(five[..2].iter().map(|item| item.1).sum::<u32>(), 1 + 3);
    }

    #[test]
    fn places_stay_whole() {
        let sizes = |points: &[[f64; 2]]| cut(&mut items(points), 0, &free);
        let [a, b, c] = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
        // The second of four is in the same place as the third: equally many on either side go to the right.
        assert_eq!(sizes(&[a, b, b, c]), 1);
        // Three of six in one place, two of them left of the middle.
        assert_eq!(sizes(&[a, b, b, b, c, c]), 4);
        assert_eq!(sizes(&[b, b, b]), 0);
    }

    #[test]
    fn row_order_does_not_matter() {
        // Spots 2 and 3 of a square share the midpoint of their diagonals with 0 and 1.
        let spots = Spots::new(2, (0..400).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect()).unwrap();
        let graph = crate::Neighborhood::Mutual { k: 8, tie: 0.01 }.connect(&spots, &()).unwrap().0;
        let tiling = Tiling::cut(&spots, &graph).unwrap();
        let reversed: Vec<u32> = (0..400).rev().collect();
        let turned = spots.subset(&reversed);
        let other_graph = crate::Neighborhood::Mutual { k: 8, tie: 0.01 }.connect(&turned, &()).unwrap().0;
        let other = Tiling::cut(&turned, &other_graph).unwrap();
        assert_eq!(tiling.neighbors, other.neighbors);
        assert!((0..400).all(|spot| tiling.spots[spot] == other.spots[399 - spot]));
        for (edge, &(u, v)) in graph.edges().iter().enumerate() {
            let there = other_graph.edges().binary_search(&(399 - v, 399 - u)).unwrap();
            assert_eq!(tiling.edges[edge], other.edges[there]);
        }
    }

    #[test]
    fn too_few_and_too_thin_have_their_reasons() {
        let tiling = |n_rows, n_columns| {
            let spots = hexagonal(n_rows, n_columns);
            let graph = crate::Neighborhood::default().connect(&spots, &()).unwrap().0;
            Tiling::new(&spots, &graph).map(|tiling| tiling.spots.len()).map_err(|reason| reason.to_string())
        };
        assert_eq!(tiling(30, 40), Ok(1200));
        let said = "1199 spots are fewer than the 1200 that it takes to tell errors that reach far from local ones";
        assert_eq!(tiling(11, 109), Err(said.to_owned()));
        assert_eq!(tiling(3, 400), Err("the slide is too thin: all its tiles lie in one row".to_owned()));
    }

    #[test]
    fn one_place_is_no_slide() {
        let spots = Spots::new(2, [vec![0.0; 600], vec![1.0; 200]].concat()).unwrap();
        let graph = SpatialGraph::new(400, &[(0, 1)]).unwrap();
        assert_eq!(Tiling::cut(&spots, &graph), Err(Undefined::SamePlace { slice: None }));
    }
}
