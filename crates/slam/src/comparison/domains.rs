//! Blind contiguous domains: labelings that know the slide's shape and nothing else.
//!
//! Seeds are drawn from positions, in every slice as many as there are labels; every spot takes the nearest one.

use rand::Rng;

use super::frame::{Frame, Point};
use super::thinning::{evenly, point};
use crate::error::Result;
use crate::graph::Neighborhood;
use crate::graph::search::{Tree, squared_distance};
use crate::inference::Infer;
use crate::matcher::Method;
use crate::observer::{Observer, report};
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::parallel::each;
use crate::pipeline::{Connected, Pipeline, adjusted};
use crate::random;

/// Draws are scored on no more spots than this.
const MOST_SPOTS: usize = 50_000;
/// So many draws are made, and so many where everything is asked for.
const N_DRAWS: usize = 25;
const N_DRAWS_ASKED: usize = 99;
/// How often a seed is drawn anew that lies on no tissue.
const MOST_TRIES: usize = 1000;
/// Up to so many seeds are looked at one by one.
const FEW_SEEDS: usize = 24;

/// What blind domains are drawn and scored on: the slide, thinned where it has very many spots.
pub(super) struct Domains<'a> {
    options: &'a Options,
    pipeline: Pipeline,
    pair: Pair,
    connected: Connected,
    slices: Vec<Tissue>,
    /// A seed is kept if a spot lies within this: the median length of edges.
    spacing: f64,
}

/// The places of one slice.
struct Tissue {
    frame: Frame,
    spots: Tree<3>,
}

/// The `slam_adjusted` of every draw with so many labels.
pub(super) struct Draws {
    pub(super) n_labels: usize,
    pub(super) values: Vec<f64>,
}

impl<'a> Domains<'a> {
    /// The ground of draws; `kept` has the spots that the truth labels, and `connected` is their graph.
    pub(super) fn new(
        options: &'a Options,
        kept: &Pair,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Self> {
        Self::thinned(options, kept, connected, MOST_SPOTS, observer)
    }

    fn thinned(
        options: &'a Options,
        kept: &Pair,
        connected: &Connected,
        most: usize,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let mut pipeline = options.pipeline(kept.spots());
        let (pair, connected) = if kept.n_spots() > most {
            let chosen = evenly(kept, most);
            let truth = std::sync::Arc::new(kept.truth().subset(&chosen));
            let pair = Pair::new(kept.spots().subset(&chosen), std::sync::Arc::clone(&truth), truth)?;
            // Cells of a raster, given edges and a radius mean nothing on fewer spots.
            let is_scaled = matches!(
                pipeline.neighborhood,
                Neighborhood::Mutual { .. } | Neighborhood::Union { .. } | Neighborhood::Delaunay { .. }
            );
            if !is_scaled {
                pipeline.neighborhood = Neighborhood::default();
            }
            let connected = pipeline.connect(&pair, observer)?;
            (pair, connected)
        } else {
            (kept.clone(), connected.clone())
        };
        let tissue = |spots: &Vec<u32>| {
            let points: Vec<Point> = spots.iter().map(|&spot| point(&pair, spot)).collect();
            Tissue { frame: Frame::of(&points), spots: Tree::new(&points) }
        };
        let slices = pair.spots().by_slice().iter().map(tissue).collect();
        let spacing = median_length(&pair, &connected);
        Ok(Self { options, pipeline, pair, connected, slices, spacing })
    }

    /// The number of spots on which draws are scored.
    pub(super) fn n_spots(&self) -> usize {
        self.pair.n_spots()
    }

    /// The values of all draws with each of some numbers of labels.
    pub(super) fn draws(&self, all: &[usize], observer: &dyn Observer) -> Result<Vec<Draws>> {
        let n_draws = if self.options.infer == Infer::ALL { N_DRAWS_ASKED } else { N_DRAWS };
        let mut found = Vec::with_capacity(all.len());
        for (done, &n_labels) in all.iter().enumerate() {
            report(observer, "blind domains", done, all.len())?;
            let value = |draw: usize| {
                let pair = self.pair.with_pred(self.labels(&self.pair, n_labels, draw))?;
                let matching = self.pipeline.match_labels(&pair, &self.connected, &())?;
                Ok(adjusted::of_all(&pair, &matching, &self.connected, &())?.value)
            };
            let values = each(0..n_draws, value).into_iter().collect::<Result<Vec<f64>>>()?;
            found.push(Draws { n_labels, values });
        }
        Ok(found)
    }

    /// A draw as a labeling of some spots of the slide: every spot has the label of the nearest seed of its slice; ties: the one
    /// drawn first.
    ///
    /// Labels are numbers, as clusters have them, and under `identity` the truth's first, in its order: a number would match
    /// nothing.
    pub(super) fn labels(&self, pair: &Pair, n_labels: usize, draw: usize) -> Labeling {
        let mut numbers = vec![0; pair.n_spots()];
        for (slice, spots) in pair.spots().by_slice().iter().enumerate() {
            let seeds = self.seeds(slice, n_labels, draw);
            let nearest = nearest_seeds(&seeds, pair, spots);
            spots.iter().zip(nearest).for_each(|(&spot, seed)| numbers[spot as usize] = i64::from(seed));
        }
        let is_named = self.options.own.matcher.is_none() && self.options.matching == Method::Identity;
        let name = |label: usize| {
            let known = pair.truth().names().get(label).filter(|_| is_named);
            known.cloned().unwrap_or_else(|| (label + 1).to_string())
        };
        let names: Vec<String> = (0..n_labels).map(name).collect();
        Labeling::from_codes(&names, numbers).expect("every number is that of a seed, and each has a name")
    }

    /// The seeds of a slice: uniform in the box around it, kept if a spot lies near. Those of more labels begin with those of
    /// fewer.
    fn seeds(&self, slice: usize, n_labels: usize, draw: usize) -> Vec<Point> {
        let Some(tissue) = self.slices.get(slice) else { return Vec::new() };
        let mut random = random::stream(self.options.seed, ((draw as u64 + 1) << 32) | slice as u64);
        let mut one = || tissue.frame.at(&std::array::from_fn(|_| uniform(&mut random)));
        let reach = self.spacing * self.spacing;
        let mut seed = || {
            let mut tries = (0..MOST_TRIES).map(|_| one());
            let mut last = [0.0; 3];
            let is_near = |at: &Point| reach == 0.0 || tissue.spots.nearest_squared(at) <= reach;
            tries.find(|at| {
                last = *at;
                is_near(at)
            });
            last
        };
        (0..n_labels).map(|_| seed()).collect()
    }
}

impl Draws {
    /// The place of the middle one; ties: the first.
    pub(super) fn middle(&self) -> usize {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
        order[(self.values.len() - 1) / 2]
    }

    /// Its value.
    pub(super) fn median(&self) -> f64 {
        self.values[self.middle()]
    }

    /// The share of draws whose value is no higher than this.
    pub(super) fn share_as_good(&self, value: f64) -> f64 {
        self.values.iter().filter(|&&drawn| drawn <= value).count() as f64 / self.values.len() as f64
    }
}

/// The nearest seed of every spot.
fn nearest_seeds(seeds: &[Point], pair: &Pair, spots: &[u32]) -> Vec<u32> {
    if seeds.len() > FEW_SEEDS {
        let tree = Tree::new(seeds);
        return spots.iter().map(|&spot| tree.nearest_point(&point(pair, spot)).unwrap_or(0)).collect();
    }
    let nearest = |&spot: &u32| {
        let at = point(pair, spot);
        let found = seeds.iter().map(|seed| squared_distance(&at, seed)).zip(0_u32..);
        found.fold((f64::INFINITY, 0), |best, other| if other.0 < best.0 { other } else { best }).1
    };
    spots.iter().map(nearest).collect()
}

/// The median of the positive lengths of edges, 0 where there is none; of an even number the mean of the middle two.
fn median_length(pair: &Pair, connected: &Connected) -> f64 {
    let length = |&(u, v): &(u32, u32)| squared_distance(&point(pair, u), &point(pair, v)).sqrt();
    let mut lengths: Vec<f64> = connected.graph.edges().iter().map(length).filter(|length| *length > 0.0).collect();
    if lengths.is_empty() {
        return 0.0;
    }
    let half = lengths.len() / 2;
    let is_even = lengths.len() % 2 == 0;
    let (left, &mut upper, _) = lengths.select_nth_unstable_by(half, f64::total_cmp);
    let lower = left.iter().copied().max_by(f64::total_cmp).filter(|_| is_even).unwrap_or(upper);
    f64::midpoint(lower, upper)
}

/// A number in [0, 1) with 53 binary digits.
fn uniform(random: &mut impl Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{hexagonal, labeling};

    fn kept(options: &Options, n: usize) -> (Pair, Connected) {
        let truth = labeling(&("a".repeat(n * n / 3) + &"b".repeat(n * n - n * n / 3)));
        let pair = Pair::new(hexagonal(n, n), truth.clone(), truth).unwrap();
        let connected = options.pipeline(pair.spots()).connect(&pair, &()).unwrap();
        (pair, connected)
    }

    #[test]
    fn every_spot_has_the_label_of_the_nearest_seed() {
        let options = Options { seed: 7, ..Options::default() };
        let (pair, connected) = kept(&options, 12);
        let domains = Domains::new(&options, &pair, &connected, &()).unwrap();
        for n_labels in [1, 3, 40] {
            let seeds = domains.seeds(0, n_labels, 2);
            let labels = domains.labels(&pair, n_labels, 2);
            for spot in 0..144 {
                let at = point(&pair, spot);
                let far = |seed: &Point| squared_distance(&at, seed);
                let name: usize = labels.name(spot as usize).unwrap().parse().unwrap();
                assert!(seeds.iter().all(|seed| far(&seeds[name - 1]) <= far(seed)), "{spot}");
            }
            // More labels begin with the same seeds.
            assert_eq!(domains.seeds(0, n_labels + 1, 2)[..n_labels], seeds);
        }
        assert_ne!(domains.seeds(0, 3, 0), domains.seeds(0, 3, 1));
    }

    #[test]
    fn sorting_the_table_changes_nothing() {
        let options = Options::default();
        let (pair, connected) = kept(&options, 14);
        let order: Vec<u32> = (0..196).map(|i| i * 75 % 196).collect();
        let truth = pair.truth().subset(&order);
        let other = Pair::new(pair.spots().subset(&order), truth.clone(), truth).unwrap();
        let again = options.pipeline(other.spots()).connect(&other, &()).unwrap();
        // Also where the slide is thinned.
        for most in [MOST_SPOTS, 90] {
            let one = Domains::thinned(&options, &pair, &connected, most, &()).unwrap();
            let two = Domains::thinned(&options, &other, &again, most, &()).unwrap();
            assert_eq!(one.seeds(0, 5, 3), two.seeds(0, 5, 3));
            let [a, b] = [&one, &two].map(|domains| domains.draws(&[2, 5], &()).unwrap());
            for (a, b) in a.iter().zip(&b) {
                a.values.iter().zip(&b.values).for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{a} {b}"));
            }
        }
    }

    #[test]
    fn seeds_lie_on_the_tissue() {
        // Two islands far apart: hardly any seed may lie between them.
        let options = Options::default();
        let (pair, _) = kept(&options, 12);
        let far: Vec<f64> = pair
            .spots()
            .coordinates()
            .chunks(2)
            .enumerate()
            .flat_map(|(spot, at)| [at[0] + if spot < 72 { 0.0 } else { 300.0 }, at[1]])
            .collect();
        let spots = crate::pair::spots::Spots::new(2, far).unwrap();
        let pair = Pair::new(spots, pair.truth().clone(), pair.truth().clone()).unwrap();
        let connected = options.pipeline(pair.spots()).connect(&pair, &()).unwrap();
        let domains = Domains::new(&options, &pair, &connected, &()).unwrap();
        assert!((domains.spacing - 1.0).abs() < 1e-9);
        for seed in (0..5).flat_map(|draw| domains.seeds(0, 6, draw)) {
            assert!(seed[0] < 14.0 || seed[0] > 298.0, "{seed:?}");
        }
    }

    #[test]
    fn the_median_of_an_odd_number_of_draws_is_the_middle_one() {
        let draws = Draws { n_labels: 3, values: vec![0.5, 0.1, 0.9, 0.3, 0.7] };
        assert_eq!((draws.middle(), draws.median()), (0, 0.5));
        assert_eq!([0.05, 0.3, 1.0].map(|value| draws.share_as_good(value)), [0.0, 0.4, 1.0]);
    }
}
