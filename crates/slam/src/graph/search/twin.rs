//! The fast answers equal the obvious ones, which take O(n²).

use proptest::prelude::*;

use super::*;

type Points<const D: usize> = Vec<[f64; D]>;

fn obvious_kth<const D: usize>(points: &[[f64; D]], k: usize) -> Vec<f64> {
    let kth = |u: usize| {
        let others = (0..points.len()).filter(|&v| v != u);
        let mut squared: Vec<f64> = others.map(|v| squared_distance(&points[u], &points[v])).collect();
        squared.sort_by(f64::total_cmp);
        squared.get(k - 1).copied().unwrap_or(f64::INFINITY)
    };
    (0..points.len()).map(kth).collect()
}

fn kth<const D: usize>(index: &impl Search<D>, k: usize) -> Vec<f64> {
    let found = index.kth_squared_distances(k, &Progress::new(&(), "test", 0)).unwrap();
    let mut kth = vec![0.0; found.len()];
    index.order().iter().zip(found).for_each(|(&spot, value)| kth[spot as usize] = value);
    kth
}

fn obvious_within<const D: usize>(points: &[[f64; D]], squared: f64) -> Vec<(u32, u32)> {
    let n = points.len();
    let near = |&(u, v): &(usize, usize)| squared_distance(&points[u], &points[v]) <= squared;
    (0..n).flat_map(|u| (u..n).map(move |v| (u, v))).filter(near).map(|(u, v)| (u as u32, v as u32)).collect()
}

fn within<const D: usize>(index: &impl Search<D>, squared: f64) -> Vec<(u32, u32)> {
    let (points, order, mut pairs) = (index.points(), index.order(), Vec::new());
    for u in 0..points.len() {
        let pair = |v: usize, _| pairs.push((order[u].min(order[v]), order[u].max(order[v])));
        index.visit_within(&points[u], squared, u, pair);
    }
    pairs.sort_unstable();
    pairs
}

/// Visits for every position what lies up to its own squared distance, of all points or of those that come later.
fn check_around<const D: usize>(index: &impl Search<D>, reach: &[f64], is_onward: bool) {
    let (points, mut vicinity) = (index.points(), Vicinity::default());
    for u in 0..points.len() {
        let (from, mut found) = (if is_onward { u + 1 } else { 0 }, Vec::new());
        index.visit_around(u, |u| reach[u], from, &mut vicinity, |v, squared| found.push((v, squared)));
        found.sort_by_key(|pair| pair.0);
        let others = (from..points.len()).map(|v| (v, squared_distance(&points[u], &points[v])));
        assert_eq!(found, others.filter(|pair| pair.1 <= reach[u]).collect::<Vec<_>>(), "around {u}");
    }
}

fn check_index<const D: usize>(index: &impl Search<D>, points: &[[f64; D]], k: usize) {
    let expected = obvious_kth(points, k);
    assert_eq!(kth(index, k), expected);
    let squared = expected[0].min(f64::MAX);
    assert_eq!(within(index, squared), obvious_within(points, squared));
    // Some look twice as far as others, and some no farther than to where they are.
    let reach: Vec<f64> = (0..points.len()).map(|u| squared * (u % 3) as f64).collect();
    [false, true].into_iter().for_each(|is_onward| check_around(index, &reach, is_onward));
}

fn check<const D: usize>(points: &[[f64; D]], k: usize) {
    check_index(&Tree::new(points), points, k);
    if let Some(grid) = Grid::new(points, k) {
        check_index(&grid, points, k);
    }
}

/// Points that are even, on a lattice, in heaps, on a line, or far from the origin.
fn points<const D: usize>() -> impl Strategy<Value = Points<D>> {
    let raw = prop::collection::vec(prop::array::uniform::<_, D>(0.0..1.0), 1..150);
    (raw, 0..7).prop_map(|(points, shape)| points.iter().enumerate().map(|(i, point)| bend(*point, i, shape)).collect())
}

fn bend<const D: usize>(mut point: [f64; D], i: usize, shape: i32) -> [f64; D] {
    match shape {
        0 => return point,
        1 => return point.map(|x| (12.0 * x).floor()),
        2 => return point.map(|x| (3.0 * x).floor() + 1e-3 * x * (i % 5) as f64),
        3 => point[i % D] = 0.5,
        4 => return point.map(|x| 1e15 + (1000.0 * x).floor()),
        5 => return point.map(|x| 1e-200 * x),
        _ => return point.map(|x| x.powi(40)),
    }
    point[0] = 0.25;
    point
}

proptest! {
    #[test]
    fn in_the_plane(points in points::<2>(), k in 1_usize..12) {
        check(&points, k);
    }

    #[test]
    fn in_space(points in points::<3>(), k in 1_usize..12) {
        check(&points, k);
    }

    #[test]
    fn from_elsewhere(points in points::<2>(), places in points::<2>()) {
        let tree = Tree::new(&points);
        for place in places {
            let expected = points.iter().map(|point| squared_distance(point, &place)).fold(f64::INFINITY, f64::min);
            prop_assert_eq!(tree.nearest_squared(&place), expected);
        }
    }
}

#[test]
fn of_points_equally_far_the_first_is_the_nearest() {
    // 1, −1, 2, −2, … on a line: the halves of the tree are as far from 0, and the first point is in the one looked at last.
    let points: Vec<[f64; 2]> = (0..26).map(|i| [f64::from(i / 2 + 1) * [1.0, -1.0][i as usize % 2], 0.0]).collect();
    assert_eq!(Tree::new(&points).nearest_point(&[0.0, 0.0]), Some(0));
    let mirrored: Vec<[f64; 2]> = points.iter().map(|[x, y]| [-x, *y]).collect();
    assert_eq!(Tree::new(&mirrored).nearest_point(&[0.0, 0.0]), Some(0));
}

#[test]
fn a_leaf_that_spans_everything_has_more_around_it_than_is_listed() {
    // 1,984 points on a lattice and 16 far away on either side of each axis: the leaves of the latter reach across all others.
    let inside = (0..1984).map(|i| [f64::from(i % 31), f64::from(i / 31)]);
    let outside = (0..64).map(|i| [[1e3, 0.0], [-1e3, 0.0], [0.0, 1e3], [0.0, -1e3]][i % 4].map(|x| x + i as f64));
    let points: Points<2> = inside.chain(outside).collect();
    check_index(&Tree::new(&points), &points, 6);
    check_index(&Tree::new(&points), &points, 100);
}

#[test]
fn extremes_do_not_break_it() {
    check(&[[0.0, 0.0], [1.0, 0.0]], 1);
    check(&[[1e308, -1e308], [-1e308, 1e308], [0.0, 0.0]], 1);
    check(&[[0.0, 0.0, 0.0]; 40], 6);
    check(&[[5e-324, 0.0], [0.0, 5e-324], [0.0, 0.0]], 2);
    check(&(0..300).map(|i| [f64::from(i), 0.0]).collect::<Vec<_>>(), 6);
    check(&(0..300).map(|i| [0.0, 0.0, f64::from(i * i)]).collect::<Vec<_>>(), 6);
    assert_eq!(Tree::<2>::new(&[]).nearest_squared(&[0.0, 0.0]), f64::INFINITY);
    assert!(Grid::<2>::new(&[], 6).is_none());
}

#[test]
fn crowds_get_a_tree() {
    let even: Points<2> = (0..10_000).map(|i| [f64::from(i % 100), f64::from(i / 100)]).collect();
    assert!(matches!(Index::new(&even, 6), Index::Grid(_)));
    let crowded: Points<2> = even.iter().map(|point| point.map(|x| x.powi(6))).collect();
    assert!(matches!(Index::new(&crowded, 6), Index::Tree(_)));
}
