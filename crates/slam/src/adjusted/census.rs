//! What a part has in all: labels, and half-edges in one cell.

use crate::parallel::each;

use super::chance::{Chance, Sums};
use super::half_edges::{Amount, Book, Entry};
use super::{Labelled, PIECE, Part};
use crate::pair::slice::Slice;

/// Groups of spots that are counted at once, at most.
const GROUPS: usize = 16;

/// The sums over the spots of a part.
pub(super) struct Census<A> {
    /// The number of spots of each truth label.
    truth: Vec<u64>,
    /// The number of spots of each pred label.
    pred: Vec<u64>,
    /// All half-edges in one cell.
    pub(super) whole: Vec<Entry<A>>,
    /// The mass of those whose kind differs.
    differing: f64,
}

impl<A: Amount> Census<A> {
    /// The census of a part. O(n).
    pub(super) fn of<B: Book<Amount = A>>(labelled: Labelled<'_>, book: &B, part: Part<'_>) -> Self {
        let groups = |slice: &Slice| -> Vec<Self> {
            let size = slice.len().div_ceil(GROUPS).max(PIECE);
            each(slice.pieces(size), |group| Self::of_group(labelled, book, group))
        };
        let none = Self::of_group(labelled, book, std::iter::empty());
        part.slices.iter().flat_map(groups).fold(none, Self::plus)
    }

    fn of_group<B: Book<Amount = A>>(labelled: Labelled<'_>, book: &B, spots: impl Iterator<Item = usize>) -> Self {
        let (mut truth, mut pred) = (vec![0; labelled.n_labels], vec![0; labelled.n_labels]);
        let none = |label: usize| Entry { label: label as u32, amounts: [A::default(); 4] };
        let mut whole: Vec<Entry<A>> = (0..labelled.n_labels).map(none).collect();
        let mut differing = 0.0;
        for spot in spots {
            truth[usize::from(labelled.truth[spot])] += 1;
            pred[usize::from(labelled.pred[spot])] += 1;
            differing += book.differing(spot);
            book.entries(book.ticket(spot)).iter().for_each(|entry| whole[entry.label as usize].add(&entry.amounts));
        }
        Self { truth, pred, whole, differing }
    }

    /// The census of what has been counted: spots by truth label and by pred label, half-edges by label, and the mass of those
    /// whose kind differs.
    pub(super) fn counted(truth: Vec<u64>, pred: Vec<u64>, whole: Vec<Entry<A>>, differing: f64) -> Self {
        Self { truth, pred, whole, differing }
    }

    fn plus(mut self, other: Self) -> Self {
        self.truth.iter_mut().zip(other.truth).for_each(|(sum, part)| *sum += part);
        self.pred.iter_mut().zip(other.pred).for_each(|(sum, part)| *sum += part);
        self.whole.iter_mut().zip(other.whole).for_each(|(sum, part)| sum.add(&part.amounts));
        Self { differing: self.differing + other.differing, ..self }
    }

    /// The number of truth labels that occur.
    pub(super) fn n_labels(&self) -> usize {
        self.truth.iter().filter(|&&amount| amount > 0).count()
    }

    /// What chance knows of the pred.
    pub(super) fn chance(&self) -> Chance {
        Chance::of(&self.pred, self.mass())
    }

    /// The mass of all half-edges.
    pub(super) fn mass(&self) -> f64 {
        self.whole.iter().map(|entry| entry.amounts[0].mass() + entry.amounts[1].mass()).sum()
    }

    /// Half-edge by half-edge: how much differs, and how much would by chance.
    pub(super) fn single(&self, chance: &Chance) -> Sums {
        let missed = |entry: &Entry<A>| {
            let [same, different] = chance.missed(entry.label);
            same * entry.amounts[0].mass() + different * entry.amounts[1].mass()
        };
        Sums { mean: self.differing, chance: self.whole.iter().map(missed).sum() }
    }
}
