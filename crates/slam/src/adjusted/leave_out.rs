//! D without some tiles of spots, for every tile and every block of tiles: what intervals are made of.

use super::cells::Branch;
use super::census::Census;
use super::chance::{Chance, difference};
use super::grids::Grids;
use super::half_edges::{Amount, Book, Entry};
use super::tree::{Item, Ledger, Scratch};
use super::{Labelled, Part};

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

/// The sum over cells of a level, and by how much it falls without each part.
#[derive(Debug, Clone)]
pub(super) struct Falls {
    all: f64,
    without: Vec<f64>,
}

/// Entries carry tile and label; a cell that several tiles share is judged without each of them, and without each block.
pub(super) struct LeaveOut<'a, B> {
    pub(super) book: &'a B,
    pub(super) chance: &'a Chance,
    pub(super) n_labels: usize,
    pub(super) tiles: Tiles<'a>,
}

impl<B: Book> Ledger for LeaveOut<'_, B> {
    type Amount = B::Amount;
    type Ticket = (B::Ticket, u8);
    type Sum = Falls;

    fn zero(&self) -> Falls {
        Falls { all: 0.0, without: vec![0.0; self.tiles.n_parts()] }
    }

    fn add(&self, sum: &mut Falls, other: &Falls, share: f64) {
        sum.all += share * other.all;
        sum.without.iter_mut().zip(&other.without).for_each(|(sum, part)| *sum += share * part);
    }

    fn judge(&self, cell: &[Entry<B::Amount>], sums: &mut [Falls]) {
        let n_labels = self.n_labels as u32;
        let mut parts: Vec<Entry<B::Amount>> = cell.to_vec();
        parts.sort_unstable_by_key(|part| (part.label % n_labels, part.label));
        for parts in parts.chunk_by(|a, b| a.label % n_labels == b.label % n_labels) {
            let mut whole = Entry { label: 0, amounts: [B::Amount::default(); 4] };
            parts.iter().for_each(|part| whole.add(&part.amounts));
            let all = difference(&[whole]);
            sums.iter_mut().for_each(|sum| sum.all += all);
            let tile = |part: &Entry<B::Amount>| (part.label / n_labels) as usize;
            let mut fall = |part: usize, gone: &[B::Amount; 4]| {
                let rest = Entry { label: 0, amounts: std::array::from_fn(|i| whole.amounts[i] - gone[i]) };
                let fall = all - difference(&[rest]);
                sums.iter_mut().for_each(|sum| sum.without[part] += fall);
            };
            for block in parts.chunk_by(|a, b| tile(a) / self.tiles.block == tile(b) / self.tiles.block) {
                let mut gone = Entry { label: 0, amounts: [B::Amount::default(); 4] };
                block.iter().for_each(|part| gone.add(&part.amounts));
                fall(self.tiles.parts(tile(&block[0]))[0], &gone.amounts);
                block.iter().for_each(|part| fall(self.tiles.parts(tile(part))[1], &part.amounts));
            }
        }
    }

    fn n_labels(&self) -> usize {
        self.n_labels * self.tiles.n
    }

    fn entries(&self, (ticket, tile): Self::Ticket) -> [Entry<B::Amount>; 2] {
        let place = u32::from(tile) * self.n_labels as u32;
        self.book.entries(ticket).map(|entry| Entry { label: place + entry.label, ..entry })
    }

    fn dense<const D: usize>(
        &self,
        items: impl Iterator<Item = Item<Self::Ticket>> + Clone,
        levels: (usize, usize),
        scratch: &mut Scratch,
    ) -> Option<Branch<B::Amount, Falls>> {
        let mut tiles = items.clone().map(|item| item.ticket.1);
        let tile = tiles.next()?;
        if tiles.any(|other| other != tile) {
            return None;
        }
        let plain = items.map(|item| Item { key: item.key, ticket: item.ticket.0 });
        let Branch { sums, mut cell } = self.book.dense::<D>(plain, levels, self.chance, scratch)?;
        cell.iter_mut().for_each(|entry| entry.label += u32::from(tile) * self.n_labels as u32);
        let falls = |mean: f64| {
            let mut found = self.zero();
            found.all = mean;
            self.tiles.parts(usize::from(tile)).into_iter().for_each(|part| found.without[part] = mean);
            found
        };
        Some(Branch { sums: sums.iter().map(|sums| falls(sums.mean)).collect(), cell })
    }
}

/// D of a part without the half-edges of each block of tiles, then of each tile; cells stay as they are. About as dear as two or three times D.
pub(super) fn means<const D: usize, B: Book>(
    labelled: Labelled<'_>,
    book: &B,
    part: Part<'_>,
    tiles: Tiles<'_>,
) -> Vec<f64> {
    let chance = Census::of(labelled, book, part).chance();
    let ledger = LeaveOut { book, chance: &chance, n_labels: labelled.n_labels, tiles };
    let ticket = |spot: usize| (book.ticket(spot), tiles.of[spot]);
    let mut masses = vec![0.0; tiles.n_parts()];
    let none = |label: usize| Entry { label: label as u32, amounts: [B::Amount::default(); 4] };
    let mut whole: Vec<Entry<B::Amount>> = (0..ledger.n_labels()).map(none).collect();
    for spot in part.spots() {
        for entry in ledger.entries(ticket(spot)) {
            whole[entry.label as usize].add(&entry.amounts);
            let mass = entry.amounts[0].mass() + entry.amounts[1].mass();
            tiles.parts(usize::from(tiles.of[spot])).into_iter().for_each(|part| masses[part] += mass);
        }
    }
    let mut levels = Grids::<D>::of(labelled, part).sums(&ledger, ticket);
    let mut sum = ledger.zero();
    whole.retain(|entry| !entry.is_empty());
    ledger.judge(&whole, std::slice::from_mut(&mut sum));
    levels.push(sum);
    levels.push(single(book, part, tiles, ledger.zero()));
    let total: f64 = masses[tiles.n_blocks()..].iter().sum();
    let without = |part: usize| {
        let left = levels.iter().map(|level| (level.all - level.without[part]).max(0.0)).sum::<f64>();
        let mass = total - masses[part];
        if mass > 0.0 { left / mass / levels.len() as f64 } else { 0.0 }
    };
    (0..tiles.n_parts()).map(without).collect()
}

/// Single half-edges: those of a tile fall with it.
fn single<B: Book>(book: &B, part: Part<'_>, tiles: Tiles<'_>, mut sum: Falls) -> Falls {
    for spot in part.spots() {
        sum.all += book.differing(spot);
        tiles.parts(usize::from(tiles.of[spot])).into_iter().for_each(|part| sum.without[part] += book.differing(spot));
    }
    sum
}
