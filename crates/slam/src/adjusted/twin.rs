//! `slam_adjusted` by its definition, cell after cell and half-edge after half-edge: the slow twin that tests compare with.

use std::collections::BTreeMap;

use rand::RngExt;

use super::frames::Frame;
use super::*;
use crate::graph::Neighborhood;
use crate::pair::labeling::Labeling;
use crate::testing::hexagonal;

/// Two labelings of some spots, and their edges.
struct Slide {
    spots: Spots,
    graph: SpatialGraph,
    weights: Option<Vec<f64>>,
    truth: Vec<u16>,
    pred: Vec<u16>,
    n_labels: usize,
}

/// Counts and masses of the kinds of a cell, in the truth and in the pred.
type Kinds = BTreeMap<(u16, bool), [(f64, f64); 2]>;

impl Slide {
    /// Bands with one spot in five wrong, on the graph of the given rule.
    fn new(spots: Spots, rule: &Neighborhood, n_labels: usize) -> Self {
        let mut rng = crate::random::stream(11, n_labels as u64);
        let graph = rule.connect(&spots, &()).unwrap().0;
        let n = spots.n_spots();
        let truth: Vec<u16> = (0..n).map(|i| ((n_labels - 1).min(2) * i / n) as u16 + u16::from(i % 97 == 0)).collect();
        let truth: Vec<u16> = truth.iter().map(|&code| code.min(n_labels as u16 - 1)).collect();
        let wrong = |&code: &u16| if rng.random_bool(0.2) { rng.random_range(0..n_labels as u16) } else { code };
        let pred = truth.iter().map(wrong).collect();
        Self { spots, graph, weights: None, truth, pred, n_labels }
    }

    fn weighted(self) -> Self {
        let mut rng = crate::random::stream(12, 0);
        let weights = (0..self.graph.n_edges()).map(|_| rng.random_range(0.0..1.0)).collect();
        Self { weights: Some(weights), ..self }
    }

    fn labelled(&self) -> Labelled<'_> {
        let (truth, pred) = (&self.truth, &self.pred);
        let (spots, graph, weights) = (&self.spots, &self.graph, self.weights.as_deref());
        Labelled { spots, graph, weights, truth, pred, n_labels: self.n_labels }
    }

    /// The value of a set of cells: how much truth and pred, and truth and chance, differ.
    fn level(&self, part: Part<'_>, keep: &dyn Fn(usize) -> bool, cell: &dyn Fn(usize) -> u64) -> [f64; 2] {
        let (mut cells, mut total) = (BTreeMap::<u64, Kinds>::new(), 0.0);
        for edge in (0..part.n_edges(self.labelled())).map(|index| part.edge(index)) {
            let (u, v) = self.graph.edges()[edge];
            let mass = self.labelled().mass(edge);
            for (spot, other) in [(u, v), (v, u)].map(|(a, b)| (a as usize, b as usize)) {
                if keep(spot) {
                    total += mass;
                    for (which, codes) in [&self.truth, &self.pred].into_iter().enumerate() {
                        let kinds = cells.entry(cell(spot)).or_default();
                        let found = &mut kinds.entry((codes[spot], codes[spot] == codes[other])).or_default()[which];
                        *found = (found.0 + 1.0, found.1 + mass);
                    }
                }
            }
        }
        let odds = self.odds(part);
        let surplus = |(n, m): (f64, f64), (q, r): (f64, f64)| {
            if n + q > 0.0 { (m - r).abs() * (n - q).abs() / (n + q) } else { 0.0 }
        };
        let mut sums = [0.0; 2];
        for kinds in cells.values() {
            sums[0] += kinds.values().map(|&[truth, pred]| surplus(truth, pred)).sum::<f64>();
            let whole = kinds.values().fold((0.0, 0.0), |sum, [truth, _]| (sum.0 + truth.0, sum.1 + truth.1));
            for label in 0..self.n_labels as u16 {
                let [same, different] = odds[usize::from(label)];
                for (is_same, e) in [(true, same), (false, different)] {
                    let truth = kinds.get(&(label, is_same)).map_or((0.0, 0.0), |kind| kind[0]);
                    sums[1] += surplus(truth, (e * whole.0, e * whole.1));
                }
            }
        }
        sums.map(|sum| 0.5 * sum / total)
    }

    /// The chance of every label's kinds, same and different.
    fn odds(&self, part: Part<'_>) -> Vec<[f64; 2]> {
        let mut amounts = vec![0.0; self.n_labels];
        part.spots().for_each(|spot| amounts[usize::from(self.pred[spot])] += 1.0);
        let n: f64 = amounts.iter().sum();
        amounts.iter().map(|c| [c * (c - 1.0), c * (n - c)].map(|ways| ways / (n * (n - 1.0)))).collect()
    }

    /// All levels.
    fn profile<const D: usize>(&self, part: Part<'_>, keep: &dyn Fn(usize) -> bool) -> Vec<[f64; 2]> {
        let grids = Grids::<D>::of(self.labelled(), part);
        let n_levels = grids.widths.len();
        let mut profile = vec![self.level(part, keep, &|_| 0)];
        let slice_of: BTreeMap<usize, u64> =
            (0u64..).zip(part.slices).flat_map(|(slice, spots)| spots.iter().map(move |spot| (spot, slice))).collect();
        let frames = grids.frames();
        for level in (0..n_levels).rev() {
            let mut mean = [0.0; 2];
            for which in 0..frames[0].len() {
                let cell = |spot: usize| {
                    let slice = slice_of[&spot];
                    (frames[slice as usize][which].cell(&self.spots.positions()[spot]) >> (D * level)) * 100 + slice
                };
                let found = self.level(part, keep, &cell);
                mean = [0, 1].map(|i| mean[i] + found[i] / frames[0].len() as f64);
            }
            profile.push(mean);
        }
        profile.push(self.single(part, keep));
        profile
    }

    fn single(&self, part: Part<'_>, keep: &dyn Fn(usize) -> bool) -> [f64; 2] {
        let odds = self.odds(part);
        let (mut sums, mut total) = ([0.0; 2], 0.0);
        for edge in (0..part.n_edges(self.labelled())).map(|index| part.edge(index)) {
            let (u, v) = self.graph.edges()[edge];
            for (spot, other) in
                [(u, v), (v, u)].map(|(a, b)| (a as usize, b as usize)).into_iter().filter(|ends| keep(ends.0))
            {
                let mass = self.labelled().mass(edge);
                let kind = |codes: &[u16]| (codes[spot], codes[spot] == codes[other]);
                let (label, is_same) = kind(&self.truth);
                let e = odds[usize::from(label)][usize::from(!is_same)];
                total += mass;
                sums[0] += if kind(&self.truth) == kind(&self.pred) { 0.0 } else { mass };
                sums[1] += mass * (1.0 - e);
            }
        }
        sums.map(|sum| sum / total)
    }
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-11 * expected.abs().max(1e-3), "found {found}, expected {expected}");
}

#[track_caller]
fn check<const D: usize>(slide: &Slide) {
    let slices = slide.spots.each_slice();
    let part = Part { slices: &slices, edges: None };
    let found = Adjuster::new(slide.labelled()).measure(part, &()).unwrap();
    let expected = slide.profile::<D>(part, &|_| true);
    assert_eq!(found.profile.len(), expected.len());
    for (level, [mean, chance]) in found.profile.iter().zip(&expected) {
        assert_near(level.mean, *mean);
        assert_near(level.chance, *chance);
    }
    let weights = match slide.spots.dimensions() {
        2 => Grids::<2>::of(slide.labelled(), part).widths.level_weights(),
        _ => Grids::<3>::of(slide.labelled(), part).widths.level_weights(),
    };
    let mean = |which: usize| expected.iter().zip(&weights).map(|(level, weight)| level[which] * weight).sum::<f64>();
    assert_near(found.r, mean(0) / mean(1));
}

/// D without each of five tiles, as if its half-edges had never been.
#[track_caller]
fn check_left_out<const D: usize>(slide: &Slide) {
    let slices = slide.spots.each_slice();
    let part = Part { slices: &slices, edges: None };
    let tiles: Vec<u8> = (0..slide.spots.n_spots()).map(|spot| (5 * spot / slide.spots.n_spots()) as u8).collect();
    let found = Adjuster::new(slide.labelled()).leave_out(part, Tiles { of: &tiles, n: 6, block: 3 });
    let blocks = [vec![0, 1, 2], vec![3, 4, 5]];
    for (gone, found) in blocks.into_iter().chain((0..6).map(|tile| vec![tile])).zip(found) {
        let profile = slide.profile::<D>(part, &|spot| !gone.contains(&tiles[spot]));
        assert_near(found, profile.iter().map(|level| level[0]).sum::<f64>() / profile.len() as f64);
    }
}

fn uniform(n: usize, dimensions: usize) -> Spots {
    let mut rng = crate::random::stream(13, 0);
    Spots::new(dimensions, (0..n * dimensions).map(|_| rng.random_range(0.0..100.0)).collect()).unwrap()
}

fn sliced(spots: Spots) -> Spots {
    let n = spots.n_spots();
    let slices = Labeling::from_texts((0..n).map(|i| if 3 * i < n { "one" } else { "two" })).unwrap();
    spots.with_slices(slices).unwrap()
}

#[test]
fn few_labels_and_many() {
    for n_labels in [2, 7, 300] {
        check::<2>(&Slide::new(hexagonal(30, 35), &Neighborhood::default(), n_labels));
    }
    check::<2>(&Slide::new(uniform(900, 2), &Neighborhood::default(), 4));
}

#[test]
fn weights_slices_and_space() {
    let rule = &Neighborhood::default();
    check::<2>(&Slide::new(uniform(500, 2), rule, 4).weighted());
    check::<2>(&Slide::new(sliced(hexagonal(20, 20)), rule, 3));
    check::<3>(&Slide::new(uniform(700, 3), rule, 3));
    check::<3>(&Slide::new(sliced(uniform(400, 3)), rule, 3).weighted());
}

#[test]
fn crowds_outliers_and_hubs() {
    let rule = &Neighborhood::default();
    // Clusters in clusters, so that the tree is deep.
    let mut rng = crate::random::stream(14, 0);
    let clustered = (0..1400).map(|i| libm::exp2(f64::from(i / 2 % 20)) * rng.random_range(0.5..1.0)).collect();
    check::<2>(&Slide::new(Spots::new(2, clustered).unwrap(), rule, 3));
    let mut far = hexagonal(25, 25).coordinates().to_vec();
    far.extend([1e7, 2e7]);
    check::<2>(&Slide::new(Spots::new(2, far).unwrap(), rule, 3));
    // One spot with more neighbours than a byte can count, and a place with more half-edges than two bytes can.
    let star: Vec<(u32, u32)> = (1..400).flat_map(|spot| [(0, spot), (spot - 1, spot)]).collect();
    check::<2>(&Slide::new(hexagonal(20, 20), &Neighborhood::Given(star.into()), 3));
    let near: Vec<(u32, u32)> = (0..625).flat_map(|i| (1..=60).map(move |j| (i, (i + j) % 625))).collect();
    check::<2>(&Slide::new(hexagonal(25, 25), &Neighborhood::Given(near.into()), 3));
}

#[test]
fn a_stray_without_an_edge_moves_no_cell() {
    let mean = |coordinates: Vec<f64>| {
        let spots = Spots::new(2, coordinates).unwrap();
        let graph = Neighborhood::default().connect(&spots, &()).unwrap().0;
        let label = |spot: usize, shift: f64| u16::from(spots.positions::<2>()[spot][0] > 40.0 + shift);
        let [truth, pred] =
            [0.0, 3.0].map(|shift| (0..spots.n_spots()).map(|spot| label(spot, shift)).collect::<Vec<_>>());
        let labelled =
            Labelled { spots: &spots, graph: &graph, weights: None, truth: &truth, pred: &pred, n_labels: 2 };
        let slices = spots.each_slice();
        Adjuster::new(labelled).measure(Part { slices: &slices, edges: None }, &()).unwrap().mean
    };
    let plain = uniform(900, 2).coordinates().to_vec();
    let stray = |far: f64| [plain.as_slice(), &[far, -0.3 * far]].concat();
    let expected = mean(plain.clone());
    assert!(expected > 0.0);
    for far in [5e3, 1e9, 1e12] {
        assert_eq!(mean(stray(far)), expected, "{far}");
    }
    // Positions have no digits left for the first mean of all.
    for far in [1e30, 1e100] {
        assert!((mean(stray(far)) / expected - 1.0).abs() < 0.01, "{far}");
    }
}

#[test]
fn what_threads_share_adds_up() {
    let slide = Slide::new(hexagonal(200, 180), &Neighborhood::default(), 3);
    assert!(slide.spots.n_spots() > tree::MANY);
    let slices = slide.spots.each_slice();
    let part = Part { slices: &slices, edges: None };
    let found = Adjuster::new(slide.labelled()).measure(part, &()).unwrap();
    let finest = found.profile.len() - 2;
    let frames = Grids::<2>::of(slide.labelled(), part).frames().remove(0);
    let of = |frame: &Frame<2>| slide.level(part, &|_| true, &|spot| frame.cell(&slide.spots.positions()[spot]))[0];
    assert_near(found.profile[finest].mean, frames.iter().map(of).sum::<f64>() / 8.0);
}

#[test]
fn tiles_left_out() {
    let rule = &Neighborhood::default();
    check_left_out::<2>(&Slide::new(hexagonal(40, 25), rule, 3));
    check_left_out::<2>(&Slide::new(sliced(uniform(500, 2)), rule, 3).weighted());
    check_left_out::<3>(&Slide::new(uniform(300, 3), rule, 2));
}

#[test]
fn no_frame_shows_less_in_finer_cells() {
    for slide in [hexagonal(30, 35), uniform(900, 2)].map(|spots| Slide::new(spots, &Neighborhood::default(), 4)) {
        let (slices, labelled) = (slide.spots.each_slice(), slide.labelled());
        let grids = Grids::<2>::of(labelled, Part { slices: &slices, edges: None });
        for frame in grids.frames().remove(0) {
            let means: Vec<f64> = (0..grids.widths.len())
                .map(|level| {
                    let cell = |spot: usize| frame.cell(&slide.spots.positions()[spot]) >> (2 * level);
                    slide.level(Part { slices: &slices, edges: None }, &|_| true, &cell)[0]
                })
                .collect();
            assert!(means.is_sorted_by(|fine, coarse| *coarse <= fine + 1e-12), "{means:?}");
        }
    }
}
