//! What the graph must be, on lattices, lines, heaps and slices.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use rand::RngExt;

use super::*;
use crate::random::stream;
use crate::testing::{hexagonal, labeling, line};

fn mutual(k: usize) -> Neighborhood {
    Neighborhood::Mutual { k, tie: 0.01 }
}

fn edges(neighborhood: &Neighborhood, spots: &Spots) -> Vec<(u32, u32)> {
    neighborhood.connect(spots, &()).unwrap().0.edges().to_vec()
}

fn plane(points: impl IntoIterator<Item = [f64; 2]>) -> Spots {
    Spots::new(2, points.into_iter().flatten().collect()).unwrap()
}

/// Spots on a line, as far from its start as the numbers say.
fn at(places: &[f64]) -> Spots {
    plane(places.iter().map(|&x| [x, 0.0]))
}

fn square(side: u32) -> Spots {
    plane((0..side * side).map(|i| [f64::from(i % side), f64::from(i / side)]))
}

/// The spots of a lattice with the given pitch turned by an angle, each coordinate changed by `blur`.
fn turned(spots: &Spots, angle: f64, pitch: f64, blur: impl Fn(f64) -> f64) -> Spots {
    let (sin, cos) = (pitch * libm::sin(angle), pitch * libm::cos(angle));
    let points = spots.positions::<2>();
    plane(points.iter().map(|[x, y]| [blur(cos * x - sin * y), blur(sin * x + cos * y)]))
}

/// The degrees of the spots at least two steps from the rim of a lattice of `n_rows` by `n_columns`.
fn inner_degrees(edges: &[(u32, u32)], n_rows: u32, n_columns: u32) -> Vec<usize> {
    let inner = |&spot: &u32| {
        let (row, column) = (spot / n_columns, spot % n_columns);
        (2..n_rows - 2).contains(&row) && (2..n_columns - 2).contains(&column)
    };
    let degree = |spot| edges.iter().filter(|(u, v)| *u == spot || *v == spot).count();
    (0..n_rows * n_columns).filter(inner).map(degree).collect()
}

#[test]
fn six_neighbors_on_a_hexagonal_lattice_however_it_lies() {
    let lattice = hexagonal(14, 15);
    let ideal = edges(&mutual(6), &lattice);
    assert!(inner_degrees(&ideal, 14, 15).iter().all(|&degree| degree == 6));
    for angle in [0.1, 0.5, 1.0, 2.5] {
        assert_eq!(edges(&mutual(6), &turned(&lattice, angle, 1.0, |x| x)), ideal, "turned by {angle}");
        assert_eq!(edges(&mutual(6), &turned(&lattice, angle, 300.0, f64::round)), ideal, "rounded at {angle}");
        assert_eq!(edges(&mutual(6), &turned(&lattice, angle, 1.0, |x| x + 1e9)), ideal, "moved at {angle}");
    }
}

#[test]
fn whole_rings_on_a_square_lattice() {
    for k in [4, 8] {
        let (graph, warnings) = mutual(k).connect(&square(12), &()).unwrap();
        assert!(inner_degrees(graph.edges(), 12, 12).iter().all(|&degree| degree == k));
        assert_eq!(warnings, []);
    }
    assert_eq!(mutual(6).connect(&square(12), &()).unwrap().1, [Warning::SquareLattice { k: 6 }]);
    assert_eq!(mutual(6).connect(&hexagonal(12, 12), &()).unwrap().1, []);
}

#[test]
fn ties_are_neighbors() {
    // The nearest of spot 1 is spot 0 at 1; spot 2 at 1.01 ties with it, spot 3 does not. The nearest of 2 is 3.
    let spots = at(&[0.0, 1.0, 2.009, 2.9]);
    let near = |tie| edges(&Neighborhood::Mutual { k: 1, tie }, &spots);
    assert_eq!(
        (near(0.0), near(0.01), near(0.2)),
        (vec![(0, 1), (2, 3)], vec![(0, 1), (2, 3)], vec![(0, 1), (1, 2), (2, 3)])
    );
    let either = |tie| edges(&Neighborhood::Union { k: 1, tie }, &spots);
    assert_eq!((either(0.0), either(0.01)), (vec![(0, 1), (2, 3)], vec![(0, 1), (1, 2), (2, 3)]));
}

#[test]
fn coincident_spots_count() {
    // With k = 2 the heap of three is content with itself, and spot 3 at 1 reaches for all of it.
    let spots = at(&[0.0, 0.0, 0.0, 1.0, 3.0]);
    assert_eq!(edges(&mutual(2), &spots), [(0, 1), (0, 2), (1, 2)]);
    let either = Neighborhood::Union { k: 2, tie: 0.01 };
    assert_eq!(
        edges(&either, &spots),
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    );
}

#[test]
fn a_radius_reaches_its_end() {
    assert_eq!(edges(&Neighborhood::Radius(2.0), &at(&[0.0, 2.0, 4.5, 5.0])), [(0, 1), (2, 3)]);
    let spots = Spots::new(3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 1.0, 2.0, 2.1]).unwrap();
    assert_eq!(edges(&Neighborhood::Radius(3.0), &spots), [(0, 1), (1, 2)]);
}

#[test]
fn few_spots_are_all_neighbors() {
    let (graph, warnings) = mutual(6).connect(&line(3), &()).unwrap();
    // Each end reaches for both others, and the middle one ties.
    assert_eq!(graph.edges(), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(warnings, [Warning::FewerSpotsThanNeighbors { k: 6, available: 2 }]);
    assert_eq!(edges(&mutual(6), &line(1)), []);
}

#[test]
fn the_smallest_slice_is_warned_of() {
    // Slices of 3, 2 and 4 spots: one of them has a single neighbour to offer.
    let (_, warnings) = mutual(6).connect(&line(9).with_slices(labeling("aaabbcccc")).unwrap(), &()).unwrap();
    assert_eq!(warnings, [Warning::FewerSpotsThanNeighbors { k: 6, available: 1 }]);
}

#[test]
fn slices_never_touch() {
    let spots = plane((0..40).map(|i| [f64::from(i / 2), 0.0])).with_slices(labeling(&"ab".repeat(20))).unwrap();
    let found = edges(&mutual(2), &spots);
    assert!(found.iter().all(|(u, v)| u % 2 == v % 2));
    assert_eq!(found.len(), 38);
}

#[test]
fn heaps_are_noticed_before_their_edges_are_stored() {
    // A hundred heaps of 200 have 64·20,000 edges and more; looking for the nearest is the first half of the work.
    let heaps = plane((0..20_000).map(|spot| [f64::from(spot % 100), 0.0]));
    for rule in [mutual(6), Neighborhood::Union { k: 6, tie: 0.01 }, Neighborhood::Radius(0.5)] {
        let most = AtomicUsize::new(0);
        let watch = |_: &str, done: usize, _: usize| {
            most.fetch_max(done, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let refused = rule.connect(&heaps, &watch).unwrap_err();
        assert!(matches!(refused, Error::TooManyEdges { n_spots: 200, coincident: true, .. }), "{refused}");
        assert!(most.into_inner() <= 20_000, "{rule:?}");
    }
    // Heaps of 36 are few enough.
    let spots = plane((0..72).map(|spot| [f64::from(spot % 2), 0.0]));
    assert_eq!(edges(&mutual(6), &spots).len(), 2 * 36 * 35 / 2);
}

#[test]
fn where_all_are_in_one_place_none_is_near() {
    let said = |rule: Neighborhood| rule.connect(&at(&[7.0; 36]), &()).unwrap_err().to_string();
    let expected =
        "all 36 spots are in the same place, where none is nearer than another; expected positions that differ";
    assert_eq!([said(mutual(6)), said(Neighborhood::Radius(1.0))], [expected, expected]);
    let given = Neighborhood::Given(vec![(0, 1)].into());
    assert_eq!(edges(&given, &at(&[7.0; 3])), [(0, 1)]);
}

#[test]
fn more_neighbours_than_a_graph_may_have_edges_are_refused() {
    let said = mutual(65).connect(&line(3), &()).unwrap_err().to_string();
    assert_eq!(said, "k must be at most 64, the most edges per spot that a graph may have, got 65");
    assert!(mutual(64).connect(&line(3), &()).is_ok());
}

#[test]
fn distances_that_vanish_are_not_taken_for_coincidence() {
    // Squared, 1e-200 is 0: the three spots near the origin would be in one place.
    let near = at(&[0.0, 1e-200, 2e-200, 1.0, 2.0]);
    assert_eq!(mutual(1).connect(&near, &()).unwrap_err(), Error::TooClose);
    let heap = at(&[0.0, 0.0, 0.0, 1.0, 2.0]);
    assert_eq!(edges(&mutual(2), &heap), [(0, 1), (0, 2), (1, 2), (3, 4)]);
    let radius = Neighborhood::Radius(1e-151).connect(&heap, &()).unwrap_err().to_string();
    assert!(radius.starts_with("radius must be between 1e-150 and 1e150, got 0.000"), "{radius}");
}

#[test]
fn a_heap_of_everything_is_refused_at_once() {
    let n = 100_000;
    let error = mutual(6).connect(&Spots::new(2, vec![7.5; 2 * n]).unwrap(), &()).unwrap_err();
    assert!(error.to_string().ends_with("is (7.5, 7.5), with 100000 spots in the same place"), "{error}");
    let wide = Neighborhood::Radius(1e9).connect(&hexagonal(300, 300), &()).unwrap_err();
    assert!(matches!(wide, Error::TooManyEdges { n_spots: 90_000, coincident: false, .. }), "{wide}");
}

#[test]
fn senseless_parameters_are_refused() {
    let refused = |neighborhood: Neighborhood| neighborhood.connect(&line(9), &()).unwrap_err().to_string();
    assert_eq!(refused(mutual(0)), "k must be at least 1, got 0");
    assert!(refused(Neighborhood::Union { k: 2, tie: f64::NAN }).starts_with("tie must be"));
    assert!(refused(Neighborhood::Mutual { k: 2, tie: -0.1 }).ends_with("got -0.1"));
    assert!(refused(Neighborhood::Radius(0.0)).starts_with("radius must be"));
    assert!(refused(Neighborhood::Radius(f64::NAN)).ends_with("got NaN"));
}

#[test]
fn provenance_is_short() {
    assert_eq!(format!("{:?}", Neighborhood::default()), "Mutual { k: 6, tie: 0.01 }");
    assert_eq!(format!("{:?}", Neighborhood::Given(vec![(0, 1); 1000].into())), "Given(1000 edges)");
}

#[test]
fn an_observer_may_stop_it() {
    let stop = |_: &str, _: usize, _: usize| ControlFlow::Break(());
    assert_eq!(mutual(6).connect(&line(9), &stop), Err(Error::Stopped));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let mut rng = stream(1, 0);
    let spots = Spots::new(2, (0..60_000).map(|_| rng.random::<f64>()).collect()).unwrap();
    let on = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(|| edges(&mutual(6), &spots));
    assert_eq!(on(1), on(3));
}

/// The definition, in O(n²).
fn obvious(spots: &Spots, k: usize, tie: f64, is_edge: impl Fn(bool, bool) -> bool) -> Vec<(u32, u32)> {
    let n = spots.n_spots();
    let squared = |u: usize, v: usize| -> f64 {
        spots.position(u).iter().zip(spots.position(v)).map(|(a, b)| (a - b) * (a - b)).sum()
    };
    let limit = |u: usize| {
        let mut all: Vec<f64> = (0..n).filter(|&v| v != u).map(|v| squared(u, v)).collect();
        all.sort_by(f64::total_cmp);
        all[k.min(n - 1) - 1] * (1.0 + tie) * (1.0 + tie)
    };
    let limits: Vec<f64> = (0..n).map(limit).collect();
    let joined = |&(u, v): &(usize, usize)| is_edge(squared(u, v) <= limits[u], squared(u, v) <= limits[v]);
    let all = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
    all.filter(joined).map(|(u, v)| (u as u32, v as u32)).collect()
}

/// Few spots on a coarse lattice, with ties and heaps, some of them spread wide.
fn some_spots() -> impl Strategy<Value = Spots> {
    (2_usize..4, prop::collection::vec(0_i32..40, 60..240), 1_i32..4).prop_map(|(dimensions, raw, power)| {
        let n = raw.len() / dimensions * dimensions;
        Spots::new(dimensions, raw[..n].iter().map(|&x| f64::from(x.pow(power as u32))).collect()).unwrap()
    })
}

proptest! {
    #[test]
    fn equals_the_definition(spots in some_spots(), k in 1_usize..9, tie in 0.0..0.3) {
        let found = edges(&Neighborhood::Mutual { k, tie }, &spots);
        prop_assert_eq!(&found, &obvious(&spots, k, tie, |a, b| a && b));
        let wider = edges(&Neighborhood::Union { k, tie }, &spots);
        prop_assert_eq!(&wider, &obvious(&spots, k, tie, |a, b| a || b));
        prop_assert!(found.iter().all(|edge| wider.binary_search(edge).is_ok()));
    }

    #[test]
    fn row_order_does_not_matter(spots in some_spots(), seed in any::<u64>()) {
        let mut rng = stream(seed, 0);
        let mut order: Vec<u32> = (0..spots.n_spots() as u32).collect();
        order.sort_by_cached_key(|_| rng.random::<u64>());
        let mut back: Vec<(u32, u32)> = edges(&mutual(6), &spots.subset(&order))
            .iter()
            .map(|&(u, v)| (order[u as usize], order[v as usize]))
            .map(|(u, v)| (u.min(v), u.max(v)))
            .collect();
        back.sort_unstable();
        prop_assert_eq!(back, edges(&mutual(6), &spots));
    }
}
