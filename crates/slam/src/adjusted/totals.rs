//! What a subset of a slide holds in all: spots by label, everything in one cell, and item by item.

use crate::pair::slice::Slice;
use crate::parallel::each;

use super::counts::{Amount, Entry, SpotCounts};
use super::expected::Expected;
use super::pairs::Pairs;
use super::pairwise::{CONTACTS, PLACE};
use super::{PIECE, Subset, TwoLabelings};

/// Groups of spots that are counted at once, at most.
const GROUPS: usize = 16;

/// The sums over the spots of a subset.
#[derive(Debug, Clone)]
pub(super) struct Totals<A> {
    /// The number of spots of each pred label.
    pub(super) pred_sizes: Vec<u64>,
    /// Everything in one cell: an entry for every truth label, then for every pred label.
    pub(super) whole: Vec<Entry<A>>,
    /// By pair: the mass of the spots that carry both labels, and that of their half-edges of one kind in both labelings.
    pub(super) single: Vec<[f64; 2]>,
}

impl<A: Amount> Totals<A> {
    /// The totals of a subset. O(n + pairs).
    pub(super) fn of<C: SpotCounts<Amount = A>>(
        input: TwoLabelings<'_>,
        counts: &C,
        subset: Subset<'_>,
        pairs: &Pairs,
    ) -> Self {
        let groups = |slice: &Slice| -> Vec<Self> {
            let size = slice.len().div_ceil(GROUPS).max(PIECE);
            each(slice.pieces(size), |group| Self::of_group(input, counts, group, pairs))
        };
        let none = Self::of_group(input, counts, std::iter::empty(), pairs);
        subset.slices.iter().flat_map(groups).fold(none, Self::plus)
    }

    fn of_group<C: SpotCounts<Amount = A>>(
        input: TwoLabelings<'_>,
        counts: &C,
        spots: impl Iterator<Item = usize>,
        pairs: &Pairs,
    ) -> Self {
        let mut pred_sizes = vec![0; input.n_pred];
        let mut whole: Vec<Entry<A>> = (0..input.n_truth + input.n_pred).map(Entry::empty).collect();
        let mut single = vec![[0.0; 2]; pairs.len()];
        for spot in spots {
            let (truth, pred) = (usize::from(input.truth[spot]), usize::from(input.pred[spot]));
            pred_sizes[pred] += 1;
            let entries = counts.entries(counts.payload(spot));
            entries.iter().for_each(|entry| whole[entry.label as usize].add(&entry.amounts));
            if let Some(place) = pairs.place(truth, pred) {
                single[place][PLACE] += entries[0].amounts[0].mass();
                single[place][CONTACTS] += counts.agreeing(spot);
            }
        }
        Self { pred_sizes, whole, single }
    }

    fn plus(mut self, other: Self) -> Self {
        self.pred_sizes.iter_mut().zip(other.pred_sizes).for_each(|(sum, part)| *sum += part);
        self.whole.iter_mut().zip(other.whole).for_each(|(sum, part)| sum.add(&part.amounts));
        let single = self.single.iter_mut().flatten().zip(other.single.into_iter().flatten());
        single.for_each(|(sum, part)| *sum += part);
        self
    }

    fn truth(&self) -> &[Entry<A>] {
        &self.whole[..self.whole.len() - self.pred_sizes.len()]
    }

    /// Whether each truth label occurs.
    pub(super) fn truth_occurs(&self) -> Vec<bool> {
        self.truth().iter().map(|entry| entry.amounts[0].count() > 0).collect()
    }

    /// The mass of all spots, and of all half-edges.
    pub(super) fn masses(&self) -> [f64; 2] {
        let sum = |mass: fn(&Entry<A>) -> f64| self.truth().iter().map(mass).sum();
        [sum(|entry| entry.amounts[0].mass()), sum(Entry::contact_mass)]
    }

    /// By pair: what the two labels share item by item if the labels of the pred are placed at random.
    pub(super) fn single_at_random(&self, pairs: &Pairs, expected: &Expected) -> Vec<[f64; 2]> {
        let mut found = vec![[0.0; 2]; pairs.len()];
        for (truth, entry) in self.truth().iter().enumerate() {
            let (preds, first) = pairs.of_truth(truth);
            for (place, pred) in (first..).zip(preds) {
                let of = |kind: usize| entry.amounts[kind].mass() * expected.shares[kind][pred];
                found[place] = [of(0), of(1) + of(2)];
            }
        }
        found
    }
}
