//! What every pair of labels would take off `slam_adjusted` if they were matched, level by level.

use super::counts::{Amount, SpotCounts};
use super::exact::Grain;
use super::expected::Expected;
use super::frames::Widths;
use super::grids::Grids;
use super::pairs::Pairs;
use super::pairwise::{CONTACTS, PLACE, PairSums, Pairwise};
#[cfg(feature = "serde")]
use super::tiled::TileLabels;
use super::totals::Totals;
use super::tree::{CellVisitor, Scratch};
use super::{Adjusted, AdjustedLevel, AdjustedProfile, Subset, TwoLabelings};

/// W and V of the definition, as masses: what a matching of labels takes off the distance between truth and pred, and off that
/// between truth and a pred with its labels placed at random.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Agreements {
    pub(crate) pairs: Pairs,
    /// Whether each truth label, and each pred label that is a prediction, occurs.
    pub(crate) occurs: [Vec<bool>; 2],
    /// The widths of the levels: none for the whole, 0 for single items.
    widths: Vec<Option<f64>>,
    /// The weights of the levels, which add up to 1.
    weights: Vec<f64>,
    /// The mass of all spots, and of all half-edges.
    masses: [f64; 2],
    levels: Vec<Level>,
}

/// The sums of one level by profile, then by pair.
#[derive(Debug, Clone, PartialEq)]
struct Level {
    shared: [Vec<f64>; 2],
    random: [Vec<f64>; 2],
}

impl Agreements {
    /// Measures a subset of the spots. O(frames · n + cells · pairs of labels that meet in one).
    pub(super) fn of<const D: usize, C: SpotCounts>(
        input: TwoLabelings<'_>,
        counts: &C,
        subset: Subset<'_>,
        pairs: Pairs,
    ) -> Self {
        let totals = Totals::of(input, counts, subset, &pairs);
        let expected = Expected::of(&totals.pred_sizes, input.missing);
        let grids = Grids::<D>::of(input, subset);
        let n_levels = grids.widths.len();
        let masses = totals.masses().map(|mass| mass * grids.n_frames() as f64);
        let n_labels = [input.n_truth, input.n_pred];
        let visitor = visitor(counts, &pairs, &expected, masses, n_levels, n_labels);
        let mut sums = grids.sums(&visitor, |spot| counts.payload(spot));
        sums.settle(&pairs, &expected);
        Self::finish(&totals, &expected, pairs, input.missing, &grids.widths, &sums)
    }

    /// The sums of a slide whose tiles are all there; `sums` are the means over frames.
    #[cfg(feature = "serde")]
    pub(super) fn of_tiles(
        totals: &Totals<u64>,
        expected: &Expected,
        labels: &TileLabels,
        widths: &Widths,
        mut sums: PairSums,
    ) -> Self {
        sums.settle(&labels.pairs, expected);
        Self::finish(totals, expected, labels.pairs.clone(), labels.missing, widths, &sums)
    }

    /// Adds the whole and the single items to the levels of all widths.
    fn finish<A: Amount>(
        totals: &Totals<A>,
        expected: &Expected,
        pairs: Pairs,
        missing: Option<u16>,
        widths: &Widths,
        sums: &PairSums,
    ) -> Self {
        let whole = Level::whole(totals, expected, &pairs);
        let single = Level::single(totals, expected, &pairs);
        let inner = (0..widths.len()).rev().map(|level| Level::of_cells(sums, level));
        let is_prediction = |(label, &size): (usize, &u64)| size > 0 && missing.map(usize::from) != Some(label);
        let preds = totals.pred_sizes.iter().enumerate().map(is_prediction).collect();
        Self {
            occurs: [totals.truth_occurs(), preds],
            widths: std::iter::once(None).chain(widths.falling().map(Some)).chain([Some(0.0)]).collect(),
            weights: widths.level_weights(),
            masses: totals.masses(),
            levels: std::iter::once(whole).chain(inner).chain([single]).collect(),
            pairs,
        }
    }

    /// The profiles that are defined: contacts are not where no edge has mass.
    fn profiles(&self) -> impl Iterator<Item = usize> + Clone {
        let masses = self.masses;
        [PLACE, CONTACTS].into_iter().filter(move |&profile| masses[profile] > 0.0)
    }

    /// The share of all spots that carry both labels, by pair.
    pub(crate) fn overlaps(&self) -> Vec<f64> {
        let spots = self.levels.last().map(|level| level.shared[PLACE].as_slice()).unwrap_or_default();
        spots.iter().map(|spots| if self.masses[PLACE] > 0.0 { spots / self.masses[PLACE] } else { 0.0 }).collect()
    }

    /// The means over levels and profiles of W and of V, by pair.
    pub(crate) fn means(&self) -> [Vec<f64>; 2] {
        let mut means = [vec![0.0; self.pairs.len()], vec![0.0; self.pairs.len()]];
        let n_profiles = self.profiles().count() as f64;
        for (level, weight) in self.levels.iter().zip(&self.weights) {
            for profile in self.profiles() {
                let factor = weight / n_profiles / self.masses[profile];
                for (mean, sums) in means.iter_mut().zip([&level.shared[profile], &level.random[profile]]) {
                    mean.iter_mut().zip(sums).for_each(|(mean, sum)| *mean += factor * sum);
                }
            }
        }
        means
    }

    /// The score under a one-to-one matching, given as the pred label of each truth label.
    pub(crate) fn adjusted(&self, partners: &[Option<u32>]) -> Adjusted {
        let places: Vec<usize> = (partners.iter().enumerate())
            .filter_map(|(truth, pred)| self.pairs.place(truth, (*pred)? as usize))
            .collect();
        let left = |sums: &[f64], profile: usize| {
            let matched: f64 = places.iter().map(|&place| sums[place]).sum();
            if self.masses[profile] > 0.0 { (1.0 - matched / self.masses[profile]).max(0.0) } else { 0.0 }
        };
        let level = |(level, &width): (&Level, &Option<f64>)| AdjustedLevel {
            width,
            place: left(&level.shared[PLACE], PLACE),
            contacts: left(&level.shared[CONTACTS], CONTACTS),
            chance_place: left(&level.random[PLACE], PLACE),
            chance_contacts: left(&level.random[CONTACTS], CONTACTS),
        };
        let profile: Vec<AdjustedLevel> = self.levels.iter().zip(&self.widths).map(level).collect();
        let n_labels = self.occurs[0].iter().filter(|occurs| **occurs).count();
        let mean = |value: fn(&AdjustedLevel) -> f64| {
            profile.iter().zip(&self.weights).map(|(level, weight)| weight * value(level)).sum()
        };
        let place = AdjustedProfile::new(mean(|level| level.place), mean(|level| level.chance_place), n_labels);
        let contacts =
            AdjustedProfile::new(mean(|level| level.contacts), mean(|level| level.chance_contacts), n_labels);
        Adjusted::new(place, (self.masses[CONTACTS] > 0.0).then_some(contacts), n_labels, profile)
    }
}

/// The visitor that fills the levels of all widths; the masses are those of all frames together.
pub(super) fn visitor<'a, C: SpotCounts>(
    counts: &'a C,
    pairs: &'a Pairs,
    expected: &'a Expected,
    masses: [f64; 2],
    n_levels: usize,
    n_labels: [usize; 2],
) -> Pairwise<'a, C> {
    Pairwise { counts, pairs, expected, grains: masses.map(Grain::of), n_levels, n_labels }
}

impl Level {
    fn of_cells(sums: &PairSums, level: usize) -> Self {
        let of = |all: &[f64]| [PLACE, CONTACTS].map(|profile| all[sums.range(level, profile)].to_vec());
        Self { shared: of(&sums.shared), random: of(&sums.random) }
    }

    /// Everything in one cell.
    fn whole<A: Amount>(totals: &Totals<A>, expected: &Expected, pairs: &Pairs) -> Self {
        let n_pred = totals.pred_sizes.len();
        let n_labels = [totals.whole.len() - n_pred, n_pred];
        let counts = InCells(std::marker::PhantomData);
        let visitor = visitor(&counts, pairs, expected, totals.masses(), 1, n_labels);
        let mut sums = visitor.new_sums();
        let present: Vec<_> = totals.whole.iter().filter(|entry| !entry.is_empty()).copied().collect();
        visitor.visit(&present, 0..1, &mut sums, &mut Scratch::new(visitor.n_labels()));
        sums.settle(pairs, expected);
        Self::of_cells(&sums, 0)
    }

    fn single<A: Amount>(totals: &Totals<A>, expected: &Expected, pairs: &Pairs) -> Self {
        let of = |sums: &[[f64; 2]]| [PLACE, CONTACTS].map(|profile| sums.iter().map(|sum| sum[profile]).collect());
        Self { shared: of(&totals.single), random: of(&totals.single_at_random(pairs, expected)) }
    }
}

/// Counts that are in cells already.
#[derive(Debug)]
pub(super) struct InCells<A>(pub(super) std::marker::PhantomData<fn() -> A>);

impl<A: Amount> SpotCounts for InCells<A> {
    type Amount = A;
    type Payload = u32;

    fn payload(&self, _: usize) -> u32 {
        0
    }

    fn entries(&self, _: u32) -> [super::counts::Entry<A>; 2] {
        [super::counts::Entry::empty(0); 2]
    }

    fn agreeing(&self, _: usize) -> f64 {
        0.0
    }
}
