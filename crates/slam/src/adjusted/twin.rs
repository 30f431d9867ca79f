//! `slam_adjusted` by its definition, cell after cell and item after item: the slow twin that tests compare with.

use std::collections::BTreeMap;

use rand::RngExt;

use super::frames::Frame;
use super::grids::Grids;
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
    missing: Option<u16>,
}

/// What is counted: a spot, its cell being that of the spot, or a half-edge, its cell being that of the spot at this end.
#[derive(Debug, Clone, Copy)]
struct Counted {
    spot: usize,
    mass: f64,
    /// The label and the side of it, in the truth and in the pred; spots have one side, half-edges two.
    kinds: [(u16, bool); 2],
}

/// Numbers and masses of the kinds of a cell, in the truth and in the pred.
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
        Self { spots, graph, weights: None, truth, pred, n_labels, missing: None }
    }

    fn weighted(self) -> Self {
        let mut rng = crate::random::stream(12, 0);
        let weights = (0..self.graph.n_edges()).map(|_| rng.random_range(0.0..1.0)).collect();
        Self { weights: Some(weights), ..self }
    }

    /// Every seventh spot without a prediction.
    fn with_gaps(mut self) -> Self {
        let missing = self.n_labels as u16;
        (0..self.pred.len()).step_by(7).for_each(|spot| self.pred[spot] = missing);
        Self { missing: Some(missing), ..self }
    }

    fn n_pred(&self) -> usize {
        self.n_labels + usize::from(self.missing.is_some())
    }

    fn input(&self) -> TwoLabelings<'_> {
        let (truth, pred, missing) = (&self.truth, &self.pred, self.missing);
        let (spots, graph, weights) = (&self.spots, &self.graph, self.weights.as_deref());
        TwoLabelings { spots, graph, weights, truth, pred, n_truth: self.n_labels, n_pred: self.n_pred(), missing }
    }

    /// The spots of a subset (place), or its half-edges (contacts).
    fn counted(&self, subset: Subset<'_>, is_place: bool) -> Vec<Counted> {
        let mut found = Vec::new();
        let mut at_spot = vec![Vec::new(); self.spots.n_spots()];
        for edge in (0..subset.n_edges(self.input())).map(|index| subset.edge(index)) {
            let (u, v) = self.graph.edges()[edge];
            let mass = self.input().mass(edge);
            for (spot, other) in [(u, v), (v, u)].map(|(a, b)| (a as usize, b as usize)) {
                at_spot[spot].push(mass);
                let kind = |codes: &[u16]| (codes[spot], codes[spot] == codes[other]);
                found.push(Counted { spot, mass, kinds: [kind(&self.truth), kind(&self.pred)] });
            }
        }
        if !is_place {
            return found;
        }
        let spot = |spot: usize| {
            let edges = &at_spot[spot];
            let mean = edges.iter().sum::<f64>() / edges.len().max(1) as f64;
            let mass = if self.weights.is_some() { mean } else { 1.0 };
            Counted { spot, mass, kinds: [(self.truth[spot], true), (self.pred[spot], true)] }
        };
        subset.spots().map(spot).collect()
    }

    /// The share that labels placed at random have of a kind.
    fn expected(&self, subset: Subset<'_>, is_place: bool) -> BTreeMap<(u16, bool), f64> {
        let (mut amounts, mut n) = (vec![0.0; self.n_pred()], 0.0);
        for spot in subset.spots() {
            n += 1.0;
            if self.missing != Some(self.pred[spot]) {
                amounts[usize::from(self.pred[spot])] += 1.0;
            }
        }
        let predicted: f64 = amounts.iter().sum();
        let mut found = BTreeMap::new();
        for (label, amount) in (0u16..).zip(amounts) {
            let c = amount * n / predicted;
            if is_place {
                found.insert((label, true), c / n);
            } else {
                found.insert((label, true), (c * (c - 1.0)).max(0.0) / (n * (n - 1.0)));
                found.insert((label, false), (c * (n - c)).max(0.0) / (n * (n - 1.0)));
            }
        }
        found
    }

    /// How much truth and pred, and truth and labels placed at random, differ in these cells.
    ///
    /// A spot without a prediction equals nothing: its kinds are never compared with the truth's.
    fn level(
        &self,
        subset: Subset<'_>,
        is_place: bool,
        keep: &dyn Fn(usize) -> bool,
        cell: &dyn Fn(usize) -> u64,
    ) -> [f64; 2] {
        let (mut cells, mut total) = (BTreeMap::<u64, Kinds>::new(), 0.0);
        for one in self.counted(subset, is_place).into_iter().filter(|one| keep(one.spot)) {
            total += one.mass;
            for (which, kind) in one.kinds.into_iter().enumerate() {
                let found = &mut cells.entry(cell(one.spot)).or_default().entry(kind).or_default()[which];
                *found = (found.0 + 1.0, found.1 + one.mass);
            }
        }
        let expected = self.expected(subset, is_place);
        let differ = |(n, m): (f64, f64), (q, r): (f64, f64)| {
            if n + q > 0.0 { (m - r).abs() * (n - q).abs() / (n + q) } else { 0.0 }
        };
        let mut sums = [0.0; 2];
        for kinds in cells.values() {
            sums[0] += kinds.values().map(|&[truth, pred]| differ(truth, pred)).sum::<f64>();
            let whole = kinds.values().fold((0.0, 0.0), |sum, [truth, _]| (sum.0 + truth.0, sum.1 + truth.1));
            for (kind, e) in &expected {
                let truth = kinds.get(kind).map_or((0.0, 0.0), |kind| kind[0]);
                sums[1] += differ(truth, (e * whole.0, e * whole.1));
            }
            // What is placed at random besides, in classes that equal nothing.
            let rest = 1.0 - expected.values().sum::<f64>();
            sums[1] += rest * whole.1;
        }
        sums.map(|sum| 0.5 * sum / total)
    }

    /// All levels of one profile.
    fn profile<const D: usize>(
        &self,
        subset: Subset<'_>,
        is_place: bool,
        keep: &dyn Fn(usize) -> bool,
    ) -> Vec<[f64; 2]> {
        let grids = Grids::<D>::of(self.input(), subset);
        let n_levels = grids.widths.len();
        let mut profile = vec![self.level(subset, is_place, keep, &|_| 0)];
        let slice_of: BTreeMap<usize, u64> = (0u64..)
            .zip(subset.slices)
            .flat_map(|(slice, spots)| spots.iter().map(move |spot| (spot, slice)))
            .collect();
        let frames: Vec<Vec<Frame<D>>> = grids.frames();
        for level in (0..n_levels).rev() {
            let mut mean = [0.0; 2];
            for which in 0..frames[0].len() {
                let cell = |spot: usize| {
                    let slice = slice_of[&spot];
                    (frames[slice as usize][which].cell(&self.spots.positions()[spot]) >> (D * level)) * 100 + slice
                };
                let found = self.level(subset, is_place, keep, &cell);
                mean = [0, 1].map(|i| mean[i] + found[i] / frames[0].len() as f64);
            }
            profile.push(mean);
        }
        profile.push(self.single(subset, is_place, keep));
        profile
    }

    fn single(&self, subset: Subset<'_>, is_place: bool, keep: &dyn Fn(usize) -> bool) -> [f64; 2] {
        let expected = self.expected(subset, is_place);
        let (mut sums, mut total) = ([0.0; 2], 0.0);
        for one in self.counted(subset, is_place).into_iter().filter(|one| keep(one.spot)) {
            let [truth, pred] = one.kinds;
            total += one.mass;
            sums[0] += if truth == pred { 0.0 } else { one.mass };
            sums[1] += one.mass * (1.0 - expected.get(&truth).copied().unwrap_or(0.0));
        }
        sums.map(|sum| sum / total)
    }

    /// The mean over levels and profiles between truth and pred.
    fn mean<const D: usize>(&self, subset: Subset<'_>, keep: &dyn Fn(usize) -> bool) -> f64 {
        let weights = Grids::<D>::of(self.input(), subset).widths.level_weights();
        let of = |is_place: bool| {
            let profile = self.profile::<D>(subset, is_place, keep);
            profile.iter().zip(&weights).map(|(level, weight)| weight * level[0]).sum::<f64>()
        };
        0.5 * (of(true) + of(false))
    }
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1e-3), "found {found}, expected {expected}");
}

#[track_caller]
fn check<const D: usize>(slide: &Slide) {
    let slices = slide.spots.each_slice();
    let subset = Subset { slices: &slices, edges: None };
    let found = Adjuster::new(slide.input()).measure(subset, &()).unwrap();
    let expected = [true, false].map(|is_place| slide.profile::<D>(subset, is_place, &|_| true));
    assert_eq!(found.profile.len(), expected[0].len());
    for (level, (place, contacts)) in found.profile.iter().zip(expected[0].iter().zip(&expected[1])) {
        assert_near(level.place, place[0]);
        assert_near(level.chance_place, place[1]);
        assert_near(level.contacts, contacts[0]);
        assert_near(level.chance_contacts, contacts[1]);
    }
    let weights = Grids::<D>::of(slide.input(), subset).widths.level_weights();
    let mean = |which: usize| {
        let of = |profile: &Vec<[f64; 2]>| profile.iter().zip(&weights).map(|(level, w)| w * level[which]).sum::<f64>();
        0.5 * expected.iter().map(of).sum::<f64>()
    };
    assert_near(found.mean, mean(0));
    assert_near(found.value, mean(0) / mean(1));
}

/// D without each of five tiles, as if its half-edges had never been.
#[track_caller]
fn check_left_out<const D: usize>(slide: &Slide) {
    let slices = slide.spots.each_slice();
    let subset = Subset { slices: &slices, edges: None };
    let tiles: Vec<u8> = (0..slide.spots.n_spots()).map(|spot| (5 * spot / slide.spots.n_spots()) as u8).collect();
    let found = Adjuster::new(slide.input()).leave_out(subset, Tiles { of: &tiles, n: 6, block: 3 });
    let blocks = [vec![0, 1, 2], vec![3, 4, 5]];
    for (gone, found) in blocks.into_iter().chain((0..6).map(|tile| vec![tile])).zip(found) {
        assert_near(found, slide.mean::<D>(subset, &|spot| !gone.contains(&tiles[spot])));
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
fn spots_without_a_prediction() {
    check::<2>(&Slide::new(hexagonal(30, 35), &Neighborhood::default(), 4).with_gaps());
    check::<2>(&Slide::new(uniform(500, 2), &Neighborhood::default(), 3).weighted().with_gaps());
    check_left_out::<2>(&Slide::new(hexagonal(30, 25), &Neighborhood::default(), 3).with_gaps());
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
        let (n_truth, n_pred) = (2, 2);
        let (truth, pred) = (&truth[..], &pred[..]);
        let input =
            TwoLabelings { spots: &spots, graph: &graph, weights: None, truth, pred, n_truth, n_pred, missing: None };
        let slices = spots.each_slice();
        Adjuster::new(input).measure(Subset { slices: &slices, edges: None }, &()).unwrap().contacts.mean
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
    let subset = Subset { slices: &slices, edges: None };
    let found = Adjuster::new(slide.input()).measure(subset, &()).unwrap();
    let finest = found.profile.len() - 2;
    let frames = Grids::<2>::of(slide.input(), subset).frames().remove(0);
    let of =
        |frame: &Frame<2>| slide.level(subset, false, &|_| true, &|spot| frame.cell(&slide.spots.positions()[spot]))[0];
    assert_near(found.profile[finest].contacts, frames.iter().map(of).sum::<f64>() / 8.0);
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
        let slices = slide.spots.each_slice();
        let subset = Subset { slices: &slices, edges: None };
        let grids = Grids::<2>::of(slide.input(), subset);
        for frame in grids.frames().remove(0) {
            let means: Vec<f64> = (0..grids.widths.len())
                .map(|level| {
                    let cell = |spot: usize| frame.cell(&slide.spots.positions()[spot]) >> (2 * level);
                    slide.level(subset, false, &|_| true, &cell)[0]
                })
                .collect();
            assert!(means.is_sorted_by(|fine, coarse| *coarse <= fine + 1e-12), "{means:?}");
        }
    }
}
