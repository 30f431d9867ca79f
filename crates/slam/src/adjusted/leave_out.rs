//! The mean of `slam_adjusted` without some tiles of spots, for every tile and every block of tiles: what intervals are made of.

use std::ops::Range;

use super::counts::{Amount, Entry, SpotCounts};
use super::exact::Grain;
use super::expected::Expected;
use super::grids::Grids;
use super::pairs::Pairs;
use super::pairwise::{CONTACTS, PLACE, PairSums, Pairwise};
use super::tree::{CellVisitor, Item, Scratch};
use super::{Subset, TwoLabelings};

/// Which parts are left out in turn: blocks of tiles, then single tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tiles<'a> {
    /// The tile of every spot.
    pub(crate) of: &'a [u8],
    /// The number of tiles.
    pub(crate) n: usize,
    /// The number of tiles in a block, which divides their number.
    pub(crate) block: usize,
}

impl Tiles<'_> {
    fn n_blocks(&self) -> usize {
        self.n / self.block
    }

    /// The number of parts that are left out in turn.
    fn n_parts(&self) -> usize {
        self.n_blocks() + self.n
    }

    /// The two parts that a tile belongs to.
    fn parts(&self, tile: usize) -> [usize; 2] {
        [tile / self.block, self.n_blocks() + tile]
    }
}

/// What truth and pred share, by level and profile, and by how much it falls without each part.
#[derive(Debug, Clone)]
pub(super) struct LeaveOutSums {
    n_parts: usize,
    all: Vec<f64>,
    falls: Vec<f64>,
    /// The sums of cells that lie in one tile, before they are added to the others.
    of_tile: PairSums,
}

impl LeaveOutSums {
    fn new(n_levels: usize, n_parts: usize, of_tile: PairSums) -> Self {
        Self { n_parts, all: vec![0.0; 2 * n_levels], falls: vec![0.0; 2 * n_levels * n_parts], of_tile }
    }

    fn add(&mut self, level: usize, profile: usize, all: f64, falls: impl Iterator<Item = (usize, f64)>) {
        let place = 2 * level + profile;
        self.all[place] += all;
        falls.for_each(|(part, fall)| self.falls[place * self.n_parts + part] += fall);
    }

    /// What is shared without a part, of `masses[profile]` in all.
    fn without(&self, level: usize, profile: usize, part: usize, mass: f64) -> f64 {
        let place = 2 * level + profile;
        let left = self.all[place] - self.falls[place * self.n_parts + part];
        if mass > 0.0 { (1.0 - left / mass).max(0.0) } else { 0.0 }
    }
}

/// Entries carry tile and label; what matched labels share in a cell of several tiles is found without each of them, and without
/// each block.
struct LeaveOut<'a, C> {
    plain: Pairwise<'a, C>,
    /// The truth label that each pred label stands for.
    truth_of: Vec<Option<u32>>,
    tiles: Tiles<'a>,
}

impl<C: SpotCounts> LeaveOut<'_, C> {
    fn n_own_labels(&self) -> usize {
        self.plain.n_labels()
    }

    /// The tile of an entry, the matched truth label, and whether it is an entry of the pred.
    fn place(&self, entry: &Entry<C::Amount>) -> Option<(u32, usize, bool)> {
        let n_truth = self.plain.n_labels[0];
        let (tile, label) = (entry.label as usize / self.n_own_labels(), entry.label as usize % self.n_own_labels());
        match label.checked_sub(n_truth) {
            None => Some((label as u32, tile, false)),
            Some(pred) => self.truth_of[pred].map(|truth| (truth, tile, true)),
        }
    }

    /// What two labels share in a cell without some of their spots.
    fn shared_without(&self, whole: &Sides<C::Amount>, gone: &Sides<C::Amount>) -> [f64; 2] {
        let left = |side: usize| std::array::from_fn(|kind| whole.0[side][kind] - gone.0[side][kind]);
        self.plain.agreement(&left(0), &left(1))
    }
}

/// What an entry counts, by the matched truth label, the tile, and whether it is an entry of the pred.
type Placed<'a, A> = ((u32, usize, bool), &'a [A; 3]);

/// The amounts of a truth label and of the pred label that stands for it.
#[derive(Debug, Clone, Copy)]
struct Sides<A>([[A; 3]; 2]);

impl<A: Amount> Sides<A> {
    fn of<'a>(parts: impl Iterator<Item = (bool, &'a [A; 3])>) -> Self
    where
        A: 'a,
    {
        let mut sides = Self([[A::default(); 3]; 2]);
        for (is_pred, amounts) in parts {
            sides.0[usize::from(is_pred)].iter_mut().zip(amounts).for_each(|(sum, part)| *sum += *part);
        }
        sides
    }
}

impl<C: SpotCounts> CellVisitor for LeaveOut<'_, C> {
    type Amount = C::Amount;
    type Payload = (C::Payload, u8);
    type Sums = LeaveOutSums;

    fn new_sums(&self) -> LeaveOutSums {
        LeaveOutSums::new(self.plain.n_levels, self.tiles.n_parts(), self.plain.new_sums())
    }

    fn merge(&self, sums: &mut LeaveOutSums, other: &LeaveOutSums) {
        sums.all.iter_mut().zip(&other.all).for_each(|(sum, part)| *sum += part);
        sums.falls.iter_mut().zip(&other.falls).for_each(|(sum, part)| *sum += part);
    }

    fn divide(&self, sums: &mut LeaveOutSums, by: f64) {
        sums.all.iter_mut().chain(&mut sums.falls).for_each(|sum| *sum /= by);
    }

    fn visit(&self, cell: &[Entry<C::Amount>], levels: Range<usize>, sums: &mut LeaveOutSums, _: &mut Scratch) {
        let mut parts: Vec<Placed<'_, C::Amount>> =
            cell.iter().filter_map(|entry| Some((self.place(entry)?, &entry.amounts))).collect();
        parts.sort_unstable_by_key(|(place, _)| *place);
        let sides = |parts: &[Placed<'_, C::Amount>]| {
            Sides::of(parts.iter().map(|&((_, _, is_pred), amounts)| (is_pred, amounts)))
        };
        let tile = |part: &Placed<'_, C::Amount>| part.0.1;
        for parts in parts.chunk_by(|a, b| a.0.0 == b.0.0) {
            let whole = sides(parts);
            let all = self.plain.agreement(&whole.0[0], &whole.0[1]);
            if all == [0.0; 2] {
                continue;
            }
            let mut falls = Vec::new();
            for block in parts.chunk_by(|a, b| tile(a) / self.tiles.block == tile(b) / self.tiles.block) {
                falls.push((self.tiles.parts(tile(&block[0]))[0], self.shared_without(&whole, &sides(block))));
                for one in block.chunk_by(|a, b| tile(a) == tile(b)) {
                    falls.push((self.tiles.parts(tile(&one[0]))[1], self.shared_without(&whole, &sides(one))));
                }
            }
            for (level, profile) in levels.clone().flat_map(|level| [(level, PLACE), (level, CONTACTS)]) {
                let falls = falls.iter().map(|(part, left)| (*part, all[profile] - left[profile]));
                sums.add(level, profile, all[profile], falls);
            }
        }
    }

    fn n_labels(&self) -> usize {
        self.n_own_labels() * self.tiles.n
    }

    fn entries(&self, (payload, tile): Self::Payload) -> [Entry<C::Amount>; 2] {
        let first = u32::from(tile) * self.n_own_labels() as u32;
        self.plain.counts.entries(payload).map(|entry| Entry { label: first + entry.label, ..entry })
    }

    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<Self::Payload>> + Clone,
        level: usize,
        sums: &mut LeaveOutSums,
        scratch: &mut Scratch,
    ) -> Option<Vec<Entry<C::Amount>>> {
        let mut tiles = items.clone().map(|item| item.payload.1);
        let tile = tiles.next()?;
        if tiles.any(|other| other != tile) {
            return None;
        }
        let plain = items.map(|item| Item { key: item.key, payload: item.payload.0 });
        let mut cell = self.plain.dense::<D>(plain, level, &mut sums.of_tile, scratch)?;
        cell.iter_mut().for_each(|entry| entry.label += u32::from(tile) * self.n_own_labels() as u32);
        let parts = self.tiles.parts(usize::from(tile));
        for (level, profile) in (0..self.plain.n_levels).flat_map(|level| [(level, PLACE), (level, CONTACTS)]) {
            let range = sums.of_tile.range(level, profile);
            let all: f64 = sums.of_tile.shared[range.clone()].iter().sum();
            sums.of_tile.shared[range].fill(0.0);
            sums.add(level, profile, all, parts.into_iter().map(|part| (part, all)));
        }
        Some(cell)
    }
}

/// The mean of a subset without the spots of each block of tiles, then of each tile, under equal codes; cells stay as they are.
/// About as dear as two or three times the mean.
pub(super) fn means<const D: usize, C: SpotCounts>(
    input: TwoLabelings<'_>,
    counts: &C,
    subset: Subset<'_>,
    tiles: Tiles<'_>,
) -> Vec<f64> {
    let pairs = Pairs::equal(input.n_truth, input.n_pred);
    // Nothing is compared with labels that are placed at random here.
    let expected = Expected { shares: std::array::from_fn(|_| vec![0.0; input.n_pred]) };
    let grids = Grids::<D>::of(input, subset);
    let n_levels = grids.widths.len();
    let masses = Masses::of(counts, subset, tiles);
    let n_labels = [input.n_truth, input.n_pred];
    let grains = masses.total().map(|mass| Grain::of(mass * grids.n_frames() as f64));
    let plain = Pairwise { counts, pairs: &pairs, expected: &expected, grains, n_levels, n_labels };
    let is_equal =
        |pred: usize| pred < input.n_truth && input.missing.is_none_or(|missing| usize::from(missing) != pred);
    let truth_of = (0..input.n_pred).map(|pred| is_equal(pred).then_some(pred as u32)).collect();
    let visitor = LeaveOut { plain, truth_of, tiles };
    let payload = |spot: usize| (counts.payload(spot), tiles.of[spot]);
    let of_widths = grids.sums(&visitor, payload);
    let of_whole = whole(&visitor, subset, payload);
    let of_single = single(&visitor, input, subset);
    let weights = grids.widths.level_weights();
    let without = |part: usize| {
        let mass = masses.without(part);
        let mut levels = vec![(&of_whole, 0)];
        levels.extend((0..n_levels).rev().map(|level| (&of_widths, level)));
        levels.push((&of_single, 0));
        let profiles = [PLACE, CONTACTS].into_iter().filter(|&profile| mass[profile] > 0.0);
        let means: Vec<f64> = profiles
            .map(|profile| {
                let levels = levels.iter().zip(&weights);
                levels.map(|((sums, level), weight)| weight * sums.without(*level, profile, part, mass[profile])).sum()
            })
            .collect();
        means.iter().sum::<f64>() / means.len().max(1) as f64
    };
    (0..tiles.n_parts()).map(without).collect()
}

/// Everything in one cell.
fn whole<C: SpotCounts>(
    visitor: &LeaveOut<'_, C>,
    subset: Subset<'_>,
    payload: impl Fn(usize) -> (C::Payload, u8),
) -> LeaveOutSums {
    let mut whole: Vec<Entry<C::Amount>> = (0..visitor.n_labels()).map(Entry::empty).collect();
    for entry in subset.spots().flat_map(|spot| visitor.entries(payload(spot))) {
        whole[entry.label as usize].add(&entry.amounts);
    }
    whole.retain(|entry| !entry.is_empty());
    let mut sums = LeaveOutSums::new(1, visitor.tiles.n_parts(), PairSums::default());
    visitor.visit(&whole, 0..1, &mut sums, &mut Scratch::new(0));
    sums
}

/// Single items: those of a tile fall with it.
fn single<C: SpotCounts>(visitor: &LeaveOut<'_, C>, input: TwoLabelings<'_>, subset: Subset<'_>) -> LeaveOutSums {
    let tiles = visitor.tiles;
    let mut sums = LeaveOutSums::new(1, tiles.n_parts(), PairSums::default());
    for spot in subset.spots() {
        let (truth, pred) = (u32::from(input.truth[spot]), usize::from(input.pred[spot]));
        if visitor.truth_of[pred] == Some(truth) {
            let [entry, _] = visitor.plain.counts.entries(visitor.plain.counts.payload(spot));
            let of = [entry.amounts[0].mass(), visitor.plain.counts.agreeing(spot)];
            for profile in [PLACE, CONTACTS] {
                let parts = tiles.parts(usize::from(tiles.of[spot])).into_iter();
                sums.add(0, profile, of[profile], parts.map(|part| (part, of[profile])));
            }
        }
    }
    sums
}

/// The masses of spots and of half-edges, by part.
struct Masses {
    by_part: Vec<[f64; 2]>,
    n_blocks: usize,
}

impl Masses {
    fn of<C: SpotCounts>(counts: &C, subset: Subset<'_>, tiles: Tiles<'_>) -> Self {
        let mut by_part = vec![[0.0; 2]; tiles.n_parts()];
        for spot in subset.spots() {
            let [entry, _] = counts.entries(counts.payload(spot));
            for part in tiles.parts(usize::from(tiles.of[spot])) {
                by_part[part][PLACE] += entry.amounts[0].mass();
                by_part[part][CONTACTS] += entry.contact_mass();
            }
        }
        Self { by_part, n_blocks: tiles.n_blocks() }
    }

    fn total(&self) -> [f64; 2] {
        [PLACE, CONTACTS].map(|profile| self.by_part[self.n_blocks..].iter().map(|mass| mass[profile]).sum())
    }

    fn without(&self, part: usize) -> [f64; 2] {
        let total = self.total();
        [PLACE, CONTACTS].map(|profile| total[profile] - self.by_part[part][profile])
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairwise::shared;

    #[test]
    fn what_two_labels_share() {
        // 2·3·1/(3 + 1), and all of equal amounts.
        assert_eq!((shared(3u64, 1), shared(2u64, 2), shared(0u64, 2)), (1.5, 2.0, 0.0));
    }
}
