//! What the Delaunay graph must be: the definition on scattered points, the same on lattices however they lie.

use proptest::prelude::*;
use rand::RngExt;

use super::super::Neighborhood;
use super::*;
use crate::random::stream;
use crate::testing::{hexagonal, labeling, line};

fn edges(spots: &Spots, quantile: f64) -> Vec<(u32, u32)> {
    Neighborhood::Delaunay { quantile }.connect(spots, &()).unwrap().0.edges().to_vec()
}

fn plane(points: impl IntoIterator<Item = [f64; 2]>) -> Spots {
    Spots::new(2, points.into_iter().flatten().collect()).unwrap()
}

fn scattered(n: usize, seed: u64) -> Vec<[f64; 2]> {
    let mut rng = stream(seed, 0);
    (0..n).map(|_| [rng.random::<f64>(), rng.random::<f64>()]).collect()
}

fn square(side: u32) -> Vec<[f64; 2]> {
    (0..side * side).map(|i| [f64::from(i % side), f64::from(i / side)]).collect()
}

/// The definition, in O(n⁴): triangles whose circles are empty.
fn obvious(points: &[[f64; 2]]) -> Vec<(u32, u32)> {
    let n = points.len();
    let coord = |spot: usize| robust::Coord { x: points[spot][0], y: points[spot][1] };
    let mut found = std::collections::BTreeSet::new();
    for (a, b, c) in (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| (a, b, c)))) {
        let turn = robust::orient2d(coord(a), coord(b), coord(c));
        let is_inside = |d: usize| turn.signum() * robust::incircle(coord(a), coord(b), coord(c), coord(d)) > 0.0;
        if turn != 0.0 && !(0..n).any(is_inside) {
            found.extend([(a, b), (a, c), (b, c)].map(|(u, v)| (u as u32, v as u32)));
        }
    }
    found.into_iter().collect()
}

#[test]
fn a_square_lattice_has_the_sides_of_its_squares_however_it_lies() {
    let lattice = square(15);
    let ideal = edges(&plane(lattice.clone()), 1.0);
    let cells = Neighborhood::Grid { corners: false }.connect(&plane(lattice.clone()), &()).unwrap().0;
    assert_eq!(ideal, cells.edges());
    for angle in [0.1, 0.5, 1.0, 2.5] {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        for shift in [0.0, 1e6] {
            let turned = plane(lattice.iter().map(|[x, y]| [cos * x - sin * y + shift, sin * x + cos * y]));
            assert_eq!(edges(&turned, 1.0), ideal, "turned by {angle}, moved by {shift}");
            // Lengths that rounding alone tells apart are not cut.
            assert_eq!(edges(&turned, 0.5), ideal, "turned by {angle}, moved by {shift}");
        }
    }
}

#[test]
fn a_hexagonal_lattice_has_six_neighbours() {
    let lattice = hexagonal(12, 12);
    let (found, mutual) = (edges(&lattice, 0.9), Neighborhood::default().connect(&lattice, &()).unwrap().0);
    let near: Vec<_> = mutual.edges().iter().copied().filter(|edge| found.contains(edge)).collect();
    let length = |&(u, v): &(u32, u32)| {
        squared_distance(&lattice.positions::<2>()[u as usize], &lattice.positions::<2>()[v as usize])
    };
    assert!(found.iter().all(|edge| (length(edge) - 1.0).abs() < 1e-9) && near == found);
    // 12 rows of 11, and 11 pairs of rows with 23 slanted edges each.
    assert_eq!(found.len(), 12 * 11 + 11 * 23);
}

#[test]
fn lines_are_chains() {
    assert_eq!(edges(&line(5), 1.0), [(0, 1), (1, 2), (2, 3), (3, 4)]);
    let slanted = plane((0..40).map(|i| [0.1 * f64::from(i), 0.3 * f64::from(i)]));
    assert_eq!(edges(&slanted, 1.0).len(), 39);
    assert_eq!((edges(&line(1), 1.0), edges(&line(2), 1.0)), (vec![], vec![(0, 1)]));
}

#[test]
fn spots_in_one_place_are_neighbours_and_have_the_same() {
    let spots = plane([[0.0, 0.0], [1.0, 0.0], [0.0, -0.0], [0.0, 1.0]]);
    assert_eq!(edges(&spots, 1.0), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    let refused = |spots: &Spots| Neighborhood::Delaunay { quantile: 1.0 }.connect(spots, &()).unwrap_err().to_string();
    assert!(refused(&plane([[7.0, 7.0]; 36])).starts_with("all 36 spots are in the same place"));
    let heaps = plane((0..4000).map(|spot| [f64::from(spot % 4), f64::from(spot % 4 / 2)]));
    assert!(refused(&heaps).ends_with("with 1000 spots in the same place"));
    let solid = Spots::new(3, vec![0.0; 6]).unwrap();
    assert_eq!(refused(&solid), "the graph delaunay is one of the plane, but positions have 3 dimensions");
}

#[test]
fn slices_are_triangulated_alone() {
    let points = scattered(60, 5);
    let letters: String = (0..60).map(|i| if i % 3 == 0 { 'a' } else { 'b' }).collect();
    let together = edges(&plane(points.clone()).with_slices(labeling(&letters)).unwrap(), 0.9);
    let mut apart = Vec::new();
    for rest in [true, false] {
        let own: Vec<u32> = (0..60).filter(|i| (i % 3 == 0) == rest).collect();
        let alone = edges(&plane(own.iter().map(|&i| points[i as usize])), 0.9);
        apart.extend(alone.iter().map(|&(u, v)| (own[u as usize], own[v as usize])));
    }
    apart.sort_unstable();
    assert_eq!(together, apart);
}

#[test]
fn the_longest_are_cut_as_numpy_counts() {
    // Lengths 1, 2, 3, 4, each at both ends: numpy.percentile([1, 1, 2, 2, 3, 3, 4, 4], 75) is 3.25, and of 60 it is 3.
    let spots = plane([0.0, 1.0, 3.0, 6.0, 10.0].map(|x| [x, 0.0]));
    assert_eq!(edges(&spots, 0.75), [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(edges(&spots, 0.6), [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(edges(&spots, 0.4), [(0, 1), (1, 2)]);
    let senseless = |quantile| Neighborhood::Delaunay { quantile }.connect(&spots, &()).unwrap_err().to_string();
    assert_eq!(senseless(95.0), "delaunay must be a quantile above 0 and at most 1, got 95");
    assert!(senseless(0.0).ends_with("got 0") && senseless(f64::NAN).ends_with("got NaN"));
}

#[test]
fn scales_do_not_matter() {
    let points = scattered(300, 8);
    let ideal = edges(&plane(points.clone()), 1.0);
    for scale in [1e-149, 1e-60, 1e-9, 1e9, 1e60, 1e149] {
        assert_eq!(edges(&plane(points.iter().map(|point| point.map(|x| x * scale))), 1.0), ideal, "{scale:e}");
    }
    // Places far closer than any two numbers near 1 are, and a place far away.
    let deep = plane([[0.0, 0.0], [1e-70, 0.0], [0.0, 1e-70], [1.0, 1.0], [1e-300, 0.0]]);
    assert!(edges(&deep, 1.0).len() >= 4);
}

#[test]
fn crowds_and_spirals_are_triangulated() {
    let points: Vec<[f64; 2]> = (1..2000)
        .map(|i| {
            let (turn, far) = (f64::from(i) * 2.4, libm::exp(-0.01 * f64::from(i)));
            [far * libm::cos(turn), far * libm::sin(turn)]
        })
        .collect();
    // A planar graph of n points and a rim of at least three has at most 3n − 6 edges, and a triangulation nearly as many.
    let found = edges(&plane(points), 1.0).len();
    assert!((5900..=3 * 1999 - 6).contains(&found), "{found}");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let spots = plane(scattered(20_000, 3));
    let on = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(|| edges(&spots, 0.99));
    assert_eq!(on(1), on(3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn equals_the_definition(seed in any::<u64>(), n in 3_usize..34) {
        let points = scattered(n, seed);
        prop_assert_eq!(edges(&plane(points.clone()), 1.0), obvious(&points));
    }

    #[test]
    fn row_order_does_not_matter(raw in prop::collection::vec((0_i32..12, 0_i32..12), 5..80), seed in any::<u64>()) {
        let spots = plane(raw.iter().map(|&(x, y)| [f64::from(x * x), f64::from(y)]).chain([[-1.0, 0.5]]));
        let mut rng = stream(seed, 0);
        let mut order: Vec<u32> = (0..spots.n_spots() as u32).collect();
        order.sort_by_cached_key(|_| rng.random::<u64>());
        let back = |(u, v): (u32, u32)| {
            let (u, v) = (order[u as usize], order[v as usize]);
            (u.min(v), u.max(v))
        };
        let mut moved: Vec<(u32, u32)> = edges(&spots.subset(&order), 0.95).into_iter().map(back).collect();
        moved.sort_unstable();
        prop_assert_eq!(moved, edges(&spots, 0.95));
    }

    #[test]
    fn ties_leave_what_all_triangulations_share(raw in prop::collection::btree_set((0_i32..5, 0_i32..5), 4..14)) {
        let points: Vec<[f64; 2]> = raw.iter().map(|&(x, y)| [f64::from(x), f64::from(y)]).collect();
        let is_line = (2..points.len()).all(|c| {
            let [a, b, c] = [points[0], points[1], points[c]];
            (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0])
        });
        prop_assume!(!is_line);
        // On few whole numbers nothing is nearly tied: what is left out crosses another triangulation's edge.
        let (found, all) = (edges(&plane(points.clone()), 1.0), obvious(&points));
        let crosses = |&(a, b): &(u32, u32), &(c, d): &(u32, u32)| {
            let turn = |p: u32, q: u32, r: u32| {
                let [p, q, r] = [p, q, r].map(|point| points[point as usize]);
                ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])).signum()
            };
            let apart = |p, q, r, s| turn(p, q, r) * turn(p, q, s) < 0.0;
            a != c && a != d && b != c && b != d && apart(a, b, c, d) && apart(c, d, a, b)
        };
        let expected: Vec<(u32, u32)> = all.iter().filter(|edge| !all.iter().any(|other| crosses(edge, other))).copied().collect();
        prop_assert_eq!(found, expected);
    }
}
