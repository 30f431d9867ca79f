//! Tiles add up to the whole, to the last bit, however the slide is cut.

use std::sync::Arc;

use proptest::prelude::*;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::{Partial, Plan, Region, Tally, Tile};
use crate::error::Result;
use crate::graph::Neighborhood;
use crate::matcher::Method;
use crate::options::Options;
use crate::pair::labeling::Labeling;
use crate::pair::missing::{MissingPred, MissingTruth};
use crate::pair::spots::Spots;
use crate::score::Score;

/// A slide, with labels as texts.
struct Slide {
    positions: Vec<[f64; 2]>,
    truth: Vec<String>,
    pred: Vec<String>,
}

/// Where a slide is cut along both axes.
type Cuts = [Vec<f64>; 2];

const SHAPES: usize = 6;

impl Slide {
    /// About `n` spots of one of several kinds, with bands of labels, a fifth of them wrong and one in fifty missing.
    fn new(shape: usize, n: usize, seed: u64) -> Self {
        let mut rng = crate::random::stream(seed, shape as u64);
        let side = (n as f64).sqrt().ceil() as usize;
        let lattice = |row: f64, shift: f64| {
            let place = move |i: usize| [(i % side) as f64 + shift * (i / side % 2) as f64, row * (i / side) as f64];
            (0..side * side).map(place).collect::<Vec<_>>()
        };
        let mut scatter = |n: usize, at: [f64; 2], size: f64| {
            (0..n).map(|_| at.map(|x| x + size * rng.random::<f64>())).collect::<Vec<[f64; 2]>>()
        };
        let positions = match shape {
            0 => lattice(0.75f64.sqrt(), 0.5),
            1 => lattice(1.0, 0.0),
            2 => scatter(n, [-50.0, 1000.0], 100.0),
            // Clusters of very different densities.
            3 => [scatter(n / 2, [0.0; 2], 1.0), scatter(n / 3, [3.0, 1.0], 10.0), scatter(n / 6, [-90.0; 2], 200.0)]
                .concat(),
            // Islands, far from all others and from each other.
            4 => [lattice(1.0, 0.3), scatter(5, [900.0; 2], 3.0), scatter(1, [-4000.0, 7.0], 1.0)].concat(),
            // Heaps of coincident spots.
            _ => lattice(1.0, 0.5).into_iter().map(|[x, y]| [(x / 2.0).floor() * 3.0, (y / 2.0).floor()]).collect(),
        };
        let word = |label: usize| ["one", "2.0", "three", "4"][label % 4].to_owned();
        let band = |place: &[f64; 2]| ((place[0] * 0.17 + place[1] * 0.05).floor().abs() as usize) % 4;
        let truth: Vec<usize> = positions.iter().map(band).collect();
        let wrong = |&label: &usize| if rng.random_bool(0.2) { rng.random_range(0..5) } else { label };
        let pred: Vec<String> = truth.iter().map(wrong).map(|label| format!("c{label}")).collect();
        let mut truth: Vec<String> = truth.into_iter().map(word).collect();
        (0..truth.len()).filter(|i| i % 50 == 7).for_each(|i| truth[i] = "NA".to_owned());
        Self { positions, truth, pred }
    }

    /// The score of the whole, in memory.
    fn whole(&self, options: &Options) -> Result<Score> {
        let coordinates = self.positions.iter().flatten().copied().collect();
        let label = |texts: &[String]| Labeling::from_texts(texts).map(Arc::new);
        let spots = Arc::new(Spots::new(2, coordinates)?);
        let pair = options.pair(&spots, &label(&self.truth)?, &label(&self.pred)?)?;
        options.analyze(pair, &()).map(|analysis| analysis.score)
    }

    /// The tile between two cuts along either axis, with the spots that are near enough.
    fn tile(&self, cuts: &Cuts, place: [usize; 2], halo: f64) -> Result<Tile> {
        let side = |axis: usize| {
            let (cuts, place): (&[f64], usize) = (&cuts[axis], place[axis]);
            let low = if place == 0 { f64::NEG_INFINITY } else { cuts[place - 1] };
            (low, cuts.get(place).copied().unwrap_or(f64::INFINITY))
        };
        let ((left, right), (bottom, top)) = (side(0), side(1));
        let core = Region { low: [left, bottom], high: [right, top] };
        let near = core.grown(halo);
        let held: Vec<usize> = (0..self.positions.len())
            .filter(|&spot| core.contains(&self.positions[spot]) || near.contains(&self.positions[spot]))
            .collect();
        let pick = |texts: &[String]| held.iter().map(|&spot| texts[spot].clone()).collect::<Vec<_>>();
        let positions = held.iter().map(|&spot| self.positions[spot]).collect();
        Tile::new(positions, pick(&self.truth), pick(&self.pred), core, halo)
    }

    fn tiles(&self, cuts: &Cuts, halo: f64, order: u64) -> Result<Vec<Tile>> {
        let mut places: Vec<[usize; 2]> =
            (0..=cuts[0].len()).flat_map(|x| (0..=cuts[1].len()).map(move |y| [x, y])).collect();
        places.shuffle(&mut crate::random::stream(order, 77));
        places.into_iter().map(|place| self.tile(cuts, place, halo)).collect()
    }

    /// The plan of all rounds.
    fn plan(&self, cuts: &Cuts, options: &Options, order: u64) -> Result<Plan> {
        let mut plan = Plan::new(options)?;
        while !plan.is_ready() {
            assert!(plan.round() < 40, "the rounds have no end");
            let tallies = self.tiles(cuts, plan.halo(), order + plan.round() as u64)?;
            let tally = |tile: &Tile| Tally::from_bytes(&Tally::of(tile, &plan, &())?.to_bytes());
            let sum = tallies.iter().map(tally).reduce(|a, b| a?.plus(b?)).unwrap()?;
            let next = plan.after(&Tally::from_json(&sum.to_json()?)?, &())?;
            plan = Plan::from_bytes(&next.to_bytes())?;
        }
        Ok(plan)
    }

    fn partials(&self, cuts: &Cuts, plan: &Plan, order: u64) -> Result<Vec<Partial>> {
        let tiles = self.tiles(cuts, plan.halo(), order)?;
        tiles.iter().map(|tile| Partial::from_bytes(&Partial::of(tile, plan, &())?.to_bytes())).collect()
    }

    /// The score from tiles.
    fn tiled(&self, cuts: &Cuts, options: &Options, order: u64) -> Result<Score> {
        let plan = self.plan(cuts, options, order)?;
        let sum = self.partials(cuts, &plan, order)?.into_iter().map(Ok).reduce(|a, b| a?.plus(b?)).unwrap()?;
        Partial::from_json(&sum.to_json()?)?.finish(&plan, &())
    }
}

/// Cuts at `n` places between the spots, some of them exactly at one.
fn cuts(slide: &Slide, n: [usize; 2], seed: u64) -> Cuts {
    let mut rng = crate::random::stream(seed, 3);
    [0, 1].map(|axis| {
        let mut along: Vec<f64> =
            (0..n[axis]).map(|_| slide.positions[rng.random_range(0..slide.positions.len())][axis]).collect();
        along.sort_unstable_by(f64::total_cmp);
        along
    })
}

#[track_caller]
fn same(tiled: &Score, whole: &Score) {
    let numbers = |score: &Score| {
        let metric = |name: &str| score.metrics.get(name).copied().flatten();
        (score.slam.d, score.slam_pinned, score.cancelled, ["accuracy", "ari", "nmi", "f1", "jaccard"].map(metric))
    };
    assert_eq!(numbers(tiled), numbers(whole));
    assert_eq!(tiled.slam_adjusted, whole.slam_adjusted);
    assert_eq!(tiled.flow, whole.flow);
    assert_eq!((&tiled.domains, &tiled.matching), (&whole.domains, &whole.matching));
    assert_eq!((tiled.n_spots, tiled.n_dropped, tiled.n_edges), (whole.n_spots, whole.n_dropped, whole.n_edges));
}

fn check(slide: &Slide, n: [usize; 2], options: &Options, seed: u64) {
    match slide.whole(options) {
        Ok(whole) => same(&slide.tiled(&cuts(slide, n, seed), options, seed).unwrap(), &whole),
        Err(error) => assert_eq!(slide.tiled(&cuts(slide, n, seed), options, seed).unwrap_err(), error),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_slide_in_any_tiles_scores_as_the_whole(
        shape in 0..SHAPES, n in 8_usize..700, columns in 0_usize..5, rows in 0_usize..5, seed in 0_u64..1000
    ) {
        check(&Slide::new(shape, n, seed), [columns, rows], &Options::default(), seed);
    }
}

#[test]
fn every_shape_in_five_by_five() {
    for shape in 0..SHAPES {
        check(&Slide::new(shape, 2500, 5), [4, 4], &Options::default(), shape as u64);
    }
}

#[test]
fn other_graphs_and_matchings() {
    let graphs =
        [Neighborhood::Union { k: 4, tie: 0.1 }, Neighborhood::Radius(1.3), Neighborhood::Mutual { k: 12, tie: 0.0 }];
    for (seed, graph) in (0..).zip(graphs) {
        for shape in [0, 2, 3, 4] {
            let matching = [Method::Hungarian, Method::Identity, Method::Auto][shape % 3];
            let options = Options { graph: graph.clone(), matching, ..Options::default() };
            check(&Slide::new(shape, 400, seed), [2, 3], &options, seed);
        }
    }
    let excluding = Options { exclude: vec!["2.0".to_owned(), "three".to_owned()], ..Options::default() };
    check(&Slide::new(1, 300, 1), [1, 1], &excluding, 9);
    let keeping = Options { missing_truth: MissingTruth::Keep, ..Options::default() };
    check(&Slide::new(2, 300, 2), [2, 1], &keeping, 9);
    for missing_pred in [MissingPred::Drop, MissingPred::Common, MissingPred::Error] {
        check(&Slide::new(2, 300, 2), [2, 1], &Options { missing_pred, ..Options::default() }, 9);
    }
    check(&Slide::new(2, 5, 1), [1, 1], &Options::default(), 9);
}

#[test]
fn spots_without_an_edge() {
    // Of 3,000 spots on 100 × 100 about 3,000·exp(−0.3·π/4) have no other within 0.5, more than all tiles know one by one; of
    // 600 less than a thousand.
    let options = Options { graph: Neighborhood::Radius(0.5), ..Options::default() };
    check(&Slide::new(2, 3000, 4), [2, 2], &options, 8);
    check(&Slide::new(2, 600, 4), [2, 1], &options, 8);
    // Two far spots and a heap that is farther still.
    let mut slide = Slide::new(0, 400, 4);
    let stray = [[2e3, -3e3], [-9e4, 7.0]].into_iter().chain(std::iter::repeat_n([5e6, 5e6], 7));
    for position in stray {
        slide.positions.push(position);
        slide.truth.push("one".to_owned());
        slide.pred.push("c1".to_owned());
    }
    for seed in 0..3 {
        check(&slide, [3, 1], &Options::default(), seed);
    }
}

#[test]
fn what_a_result_from_tiles_lacks_is_said() {
    let slide = Slide::new(0, 200, 1);
    let score = slide.tiled(&cuts(&slide, [1, 1], 1), &Options::default(), 1).unwrap();
    assert_eq!(score.metrics.get("asw"), Some(&None));
    assert_eq!(score.undefined.get("asw").unwrap(), "it looks at all spots at once, and the slide came in tiles");
}

#[test]
fn parts_that_differ_are_not_added() {
    let slide = Slide::new(0, 200, 1);
    let cuts = cuts(&slide, [1, 0], 1);
    let parts = |slide: &Slide, options: &Options| {
        let plan = slide.plan(&cuts, options, 1).unwrap();
        (slide.partials(&cuts, &plan, 1).unwrap(), plan)
    };
    let (own, plan) = parts(&slide, &Options::default());
    let said = |other: &Partial| own[0].clone().plus(other.clone()).unwrap_err().to_string();
    let seven = parts(&slide, &Options { seed: 7, ..Options::default() }).0;
    let ending = "; only parts of one slide, made with the same settings, add up";
    assert_eq!(said(&seven[1]), format!("the parts differ in seed: 0 and 7{ending}"));
    let mut renamed = Slide::new(0, 200, 1);
    renamed.pred.iter_mut().for_each(|name| *name = name.replace('c', "d"));
    assert!(said(&parts(&renamed, &Options::default()).0[0]).starts_with("the parts differ in pred labels: c0, c1"));
    let mut moved = Slide::new(0, 200, 1);
    moved.positions.iter_mut().for_each(|place| place[0] *= 1.5);
    assert!(said(&parts(&moved, &Options::default()).0[0]).starts_with("the parts differ in plan: "));
    let half = own[0].clone().finish(&plan, &()).unwrap_err().to_string();
    assert!(half.ends_with("of 220: some are missing, or added twice"), "{half}");
}

#[test]
fn a_damaged_partial_is_an_error() {
    let slide = Slide::new(0, 60, 1);
    let cuts = cuts(&slide, [1, 0], 1);
    let plan = slide.plan(&cuts, &Options::default(), 1).unwrap();
    let partial = slide.partials(&cuts, &plan, 1).unwrap().remove(0);
    let bytes = partial.to_bytes();
    for place in 0..bytes.len() {
        for change in [0x01, 0x10, 0xff] {
            let mut wrong = bytes.clone();
            wrong[place] ^= change;
            assert!(Partial::from_bytes(&wrong).is_err(), "byte {place}");
        }
        assert!(Partial::from_bytes(&bytes[..place]).is_err());
    }
    let json = partial.to_json().unwrap();
    let digits = json.char_indices().filter(|(_, letter)| letter.is_ascii_digit());
    for (place, digit) in digits.step_by(11) {
        let mut wrong = json.clone();
        wrong.replace_range(place..=place, if digit == '1' { "2" } else { "1" });
        assert!(Partial::from_json(&wrong) != Ok(partial.clone()), "character {place}");
        assert!(Partial::from_json(&wrong).is_err(), "character {place}");
    }
}

#[test]
fn what_needs_all_spots_at_once_is_refused() {
    let said = |options: Options| Plan::new(&options).unwrap_err().to_string();
    let given = Options { graph: Neighborhood::Given(Vec::new().into()), ..Options::default() };
    assert_eq!(said(given), "graph has no place in a slide in tiles: its edges are not found from positions");
    let graph = |word: &str| said(Options { graph: word.parse().unwrap(), ..Options::default() });
    assert!(graph("grid:4").starts_with("graph has no place in a slide in tiles: the spacing of its cells"));
    assert!(graph("delaunay").starts_with("graph has no place in a slide in tiles: a triangulation"));
    let severity = Options { severity: vec![("a".to_owned(), 1.0)], ..Options::default() };
    assert!(said(severity).starts_with("severity has no place in a slide in tiles"));
    let slide = Slide::new(0, 60, 1);
    let thin = slide.tile(&[vec![3.0], vec![]], [0, 0], 0.0).unwrap();
    let plan = slide.plan(&[vec![3.0], vec![]], &Options::default(), 0).unwrap();
    assert!(Partial::of(&thin, &plan, &()).unwrap_err().to_string().starts_with("the tile holds all spots up to 0"));
    let all = Slide { pred: vec!["x".to_owned(); slide.pred.len()], ..slide };
    let jaccard = Options { matching: Method::Jaccard, ..Options::default() };
    let refused = all.tiled(&[vec![], vec![]], &jaccard, 0).unwrap_err().to_string();
    assert!(refused.starts_with("matching has no place in a slide in tiles: the third step"), "{refused}");
}
