//! How much truth and pred labels share in the cells of each level, and how much they would share at random.

use std::ops::Range;

use super::counts::{Amount, Entry, SpotCounts};
use super::exact::Grain;
use super::expected::Expected;
use super::pairs::Pairs;
use super::tree::{CellVisitor, Item, Scratch};

/// The two profiles: where the labels of spots are, and which labels touch.
pub(super) const PLACE: usize = 0;
pub(super) const CONTACTS: usize = 1;

/// Adds up, level by level, what matching a truth label with a pred label takes off the distance.
///
/// In a cell that holds the mass m (of n items) of one kind in the truth and m′ (of n′) in the pred, that is
/// (m + m′ − |m − m′|·|n − n′|/(n + n′))/2; without weights 2·n·n′/(n + n′).
#[derive(Debug)]
pub(super) struct Pairwise<'a, C> {
    pub(super) counts: &'a C,
    pub(super) pairs: &'a Pairs,
    pub(super) expected: &'a Expected,
    /// The grains of place and contacts.
    pub(super) grains: [Grain; 2],
    pub(super) n_levels: usize,
    /// The number of truth and of pred labels.
    pub(super) n_labels: [usize; 2],
}

/// The sums of [`Pairwise`], by level, profile and pair.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PairSums {
    /// The number of pairs.
    pub(super) n_pairs: usize,
    pub(super) n_truth: usize,
    /// Between truth and pred.
    pub(super) shared: Vec<f64>,
    /// Between truth and a pred with its labels placed at random.
    pub(super) random: Vec<f64>,
    /// The mass of cells, by truth label, in which all items are of one kind: their part of `random` is a multiple of it.
    pub(super) uniform: Vec<f64>,
}

impl PairSums {
    pub(super) fn new(pairs: &Pairs, n_levels: usize) -> Self {
        let (n_pairs, n_truth) = (pairs.len(), pairs.n_truth());
        let sums = || vec![0.0; n_levels * 2 * n_pairs];
        Self { n_pairs, n_truth, shared: sums(), random: sums(), uniform: vec![0.0; n_levels * 2 * n_truth] }
    }

    /// The sums of one level and profile, by pair.
    pub(super) fn range(&self, level: usize, profile: usize) -> Range<usize> {
        let start = (2 * level + profile) * self.n_pairs;
        start..start + self.n_pairs
    }

    fn uniform_place(&self, level: usize, profile: usize, truth: usize) -> usize {
        (2 * level + profile) * self.n_truth + truth
    }

    fn each(&mut self) -> impl Iterator<Item = &mut f64> {
        self.shared.iter_mut().chain(&mut self.random).chain(&mut self.uniform)
    }

    pub(super) fn add(&mut self, other: &Self) {
        let add = |sums: &mut [f64], parts: &[f64]| sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        add(&mut self.shared, &other.shared);
        add(&mut self.random, &other.random);
        add(&mut self.uniform, &other.uniform);
    }

    /// Adds what uniform cells contribute to `random`: with a share e of the label, 2e/(1 + e) of their mass.
    pub(super) fn settle(&mut self, pairs: &Pairs, expected: &Expected) {
        let n_levels = self.uniform.len() / (2 * self.n_truth).max(1);
        for (level, profile) in (0..n_levels).flat_map(|level| [(level, PLACE), (level, CONTACTS)]) {
            let shares = &expected.shares[profile];
            let start = self.range(level, profile).start;
            for truth in 0..self.n_truth {
                let uniform = std::mem::take(&mut self.uniform[(2 * level + profile) * self.n_truth + truth]);
                let (preds, first) = pairs.of_truth(truth);
                for (place, pred) in (start + first..).zip(preds) {
                    let share = shares[pred];
                    self.random[place] += 2.0 * share * uniform / (1.0 + share);
                }
            }
        }
    }
}

/// What two amounts of one kind share.
#[inline]
pub(super) fn shared<A: Amount>(a: A, b: A) -> f64 {
    let (p, q) = (a.count(), b.count());
    if p == 0 || q == 0 {
        0.0
    } else if p == q {
        0.5 * (a.mass() + b.mass())
    } else {
        with_random(a, q as f64, b.mass())
    }
}

/// What an amount, which is not 0, shares with `count` items of the given mass.
#[inline]
fn with_random<A: Amount>(a: A, count: f64, mass: f64) -> f64 {
    let p = a.count() as f64;
    if A::IS_WHOLE {
        2.0 * p * count / (p + count)
    } else {
        0.5 * (a.mass() + mass - (a.mass() - mass).abs() * (p - count).abs() / (p + count))
    }
}

impl<C: SpotCounts> Pairwise<'_, C> {
    /// Adds what a truth label shares with pred labels placed at random, in a cell with these totals of spots and half-edges.
    #[inline]
    pub(super) fn add_random(
        &self,
        truth: usize,
        amounts: &[C::Amount; 3],
        totals: &[C::Amount; 2],
        level: usize,
        sums: &mut PairSums,
    ) {
        let (preds, first) = self.pairs.of_truth(truth);
        if preds.is_empty() {
            return;
        }
        for (kind, &amount) in amounts.iter().enumerate().filter(|(_, amount)| amount.count() > 0) {
            let profile = kind.min(1);
            let total = totals[profile];
            if kind < 2 && amount.count() == total.count() {
                let place = sums.uniform_place(level, profile, truth);
                sums.uniform[place] += amount.mass();
                continue;
            }
            let start = sums.range(level, profile).start + first;
            let random = &mut sums.random[start..start + preds.len()];
            let (count, mass, grain) = (total.count() as f64, total.mass(), self.grains[profile]);
            for (sum, &share) in random.iter_mut().zip(&self.expected.shares[kind][preds.clone()]) {
                *sum += grain.round(with_random(amount, share * count, share * mass));
            }
        }
    }

    /// What a truth label and a pred label share in a cell: by place, and by contacts.
    #[inline]
    pub(super) fn agreement(&self, truth: &[C::Amount; 3], pred: &[C::Amount; 3]) -> [f64; 2] {
        let contacts = shared(truth[1], pred[1]) + shared(truth[2], pred[2]);
        [self.grains[PLACE].round(shared(truth[0], pred[0])), self.grains[CONTACTS].round(contacts)]
    }
}

impl<C: SpotCounts> CellVisitor for Pairwise<'_, C> {
    type Amount = C::Amount;
    type Payload = C::Payload;
    type Sums = PairSums;

    fn new_sums(&self) -> PairSums {
        PairSums::new(self.pairs, self.n_levels)
    }

    fn merge(&self, sums: &mut PairSums, other: &PairSums) {
        sums.add(other);
    }

    fn divide(&self, sums: &mut PairSums, by: f64) {
        sums.each().for_each(|sum| *sum /= by);
    }

    fn visit(&self, cell: &[Entry<C::Amount>], levels: Range<usize>, sums: &mut PairSums, scratch: &mut Scratch) {
        let n_truth = self.n_labels[0];
        let is_truth = |entry: &&Entry<C::Amount>| (entry.label as usize) < n_truth;
        let mut totals = [C::Amount::default(); 2];
        for entry in cell.iter().filter(is_truth) {
            totals[0] += entry.amounts[0];
            totals[1] += entry.amounts[1];
            totals[1] += entry.amounts[2];
        }
        let preds = cell.iter().enumerate().filter(|(_, entry)| !is_truth(entry));
        preds.clone().for_each(|(index, entry)| scratch.places[entry.label as usize] = index as u32 + 1);
        for truth in cell.iter().filter(is_truth) {
            let label = truth.label as usize;
            for level in levels.clone() {
                self.add_random(label, &truth.amounts, &totals, level, sums);
            }
            let mut add = |pred: &Entry<C::Amount>, place: usize| {
                let found = self.agreement(&truth.amounts, &pred.amounts);
                for (level, profile) in levels.clone().flat_map(|level| [(level, PLACE), (level, CONTACTS)]) {
                    let start = sums.range(level, profile).start;
                    sums.shared[start + place] += found[profile];
                }
            };
            match self.pairs {
                Pairs::All { n_pred, .. } => {
                    let first = label * n_pred;
                    preds.clone().for_each(|(_, pred)| add(pred, first + pred.label as usize - n_truth));
                }
                Pairs::Matched(partners) => {
                    let index = partners[label].map_or(0, |pred| scratch.places[n_truth + pred as usize]);
                    if index > 0 {
                        add(&cell[index as usize - 1], label);
                    }
                }
            }
        }
        preds.for_each(|(_, entry)| scratch.places[entry.label as usize] = 0);
    }

    fn n_labels(&self) -> usize {
        self.n_labels[0] + self.n_labels[1]
    }

    fn entries(&self, payload: C::Payload) -> [Entry<C::Amount>; 2] {
        self.counts.entries(payload)
    }

    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<C::Payload>> + Clone,
        level: usize,
        sums: &mut PairSums,
        scratch: &mut Scratch,
    ) -> Option<Vec<Entry<C::Amount>>> {
        self.counts.dense::<D>(self, items, level, sums, scratch)
    }
}
