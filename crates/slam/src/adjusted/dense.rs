//! The last levels of the cells by a table: a row for every cell, a column for every label that occurs.

use super::cells::Branch;
use super::chance::{Chance, Odds, Sums};
use super::half_edges::{Entry, Packed};
use super::tree::{Item, Scratch};

/// As many slots of the table as are worth a spot.
const SLOTS_PER_SPOT: usize = 16;

/// The branch of a cell of the level `levels.0`, of which the levels below `levels.1` are judged.
///
/// A slot holds the four amounts of an entry in 16 bits each. None where they might overflow one level down, or where so many
/// labels occur that most slots would be empty.
pub(super) fn branch<const D: usize>(
    items: impl Iterator<Item = Item<Packed>> + Clone,
    levels: (usize, usize),
    chance: &Chance,
    scratch: &mut Scratch,
) -> Option<Branch<u64, Sums>> {
    let n_cells = 1 << (D * levels.0);
    let (n_items, n_half_edges) = number_labels::<D>(items.clone(), levels.0, scratch);
    let n_labels = scratch.labels.len();
    let fits = u16::try_from(n_half_edges).is_ok() && n_cells * n_labels <= SLOTS_PER_SPOT * n_items;
    if fits {
        scratch.table.clear();
        scratch.table.resize(n_cells * n_labels, 0);
        fill(items, n_cells as u64 - 1, scratch);
    }
    scratch.labels.iter().for_each(|&label| scratch.places[usize::from(label)] = 0);
    fits.then(|| judge::<D>(levels, chance, scratch))
}

/// Gives every label that occurs a column; returns the number of items, and that of half-edges in the fullest cell one level
/// down.
fn number_labels<const D: usize>(
    items: impl Iterator<Item = Item<Packed>>,
    level: usize,
    scratch: &mut Scratch,
) -> (usize, usize) {
    scratch.labels.clear();
    let n_parts = 1 << (D * level.min(1));
    let (mut n_items, mut n_half_edges) = (0, [0; 8]);
    for item in items {
        n_items += 1;
        let part = (item.key >> (D * level.saturating_sub(1))) as usize & (n_parts - 1);
        n_half_edges[part] += (item.ticket.lanes & 0xff) as usize + (item.ticket.lanes >> 8 & 0xff) as usize;
        for label in [item.ticket.truth, item.ticket.pred] {
            let place = &mut scratch.places[usize::from(label)];
            if *place == 0 {
                scratch.labels.push(label);
                *place = scratch.labels.len() as u32;
            }
        }
    }
    (n_items, n_half_edges.into_iter().fold(0, usize::max))
}

fn fill(items: impl Iterator<Item = Item<Packed>>, last: u64, scratch: &mut Scratch) {
    let Scratch { places, labels, table } = scratch;
    for Item { key, ticket } in items {
        let row = &mut table[(key & last) as usize * labels.len()..][..labels.len()];
        let lanes = u64::from(ticket.lanes);
        row[places[usize::from(ticket.truth)] as usize - 1] += lanes & 0xff | (lanes & 0xff00) << 8;
        row[places[usize::from(ticket.pred)] as usize - 1] += (lanes & 0x00ff_0000) << 16 | (lanes & 0xff00_0000) << 24;
    }
}

/// The sums level by level, and what is left in the end: one cell.
fn judge<const D: usize>(levels: (usize, usize), chance: &Chance, scratch: &mut Scratch) -> Branch<u64, Sums> {
    let Scratch { labels, table, .. } = scratch;
    let odds: Vec<Odds> = labels.iter().map(|&label| chance.odds(label.into())).collect();
    let mut sums = Vec::with_capacity(levels.0);
    let mut n_cells = 1 << (D * levels.0);
    for level in 0..levels.0 {
        if level > 0 {
            n_cells >>= D;
            merge::<D>(table, n_cells, labels.len());
        }
        if level < levels.1 {
            let mut sum = Sums::default();
            table[..n_cells * labels.len()].chunks_exact(labels.len()).for_each(|row| sum += chance.judge(row, &odds));
            sums.push(sum);
        }
    }
    // The cells that are left make one, for which 16 bits may be too few.
    let entry = |(column, &label): (usize, &u16)| {
        let mut entry = Entry { label: label.into(), amounts: [0; 4] };
        (0..n_cells).for_each(|cell| entry.add(&unpack(table[cell * labels.len() + column])));
        entry
    };
    Branch { sums, cell: labels.iter().enumerate().map(entry).collect() }
}

/// Adds up the rows of cells that are one at twice the width.
fn merge<const D: usize>(table: &mut [u64], n_cells: usize, n_labels: usize) {
    for cell in 0..n_cells {
        for label in 0..n_labels {
            let parts = (0..1 << D).map(|part| table[((cell << D) + part) * n_labels + label]);
            table[cell * n_labels + label] = parts.sum();
        }
    }
}

/// The four amounts of a slot.
pub(super) fn unpack(slot: u64) -> [u64; 4] {
    [slot & 0xffff, slot >> 16 & 0xffff, slot >> 32 & 0xffff, slot >> 48]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The branch of one cell of two by two, each of which has so many spots with 200 half-edges of one kind in both labelings.
    fn two_by_two(n_spots: [usize; 4]) -> Option<Branch<u64, Sums>> {
        let spot =
            |key: u64| Item { key, ticket: Packed { truth: 0, pred: 1, lanes: u32::from_le_bytes([200, 0, 200, 0]) } };
        let spots = (0..4).flat_map(|cell: usize| vec![spot(cell as u64); n_spots[cell]]);
        branch::<2>(spots, (1, 1), &Chance::of(&[2, 2], 1e6), &mut Scratch::new(2))
    }

    #[test]
    fn sixteen_bits_are_for_the_cells_within() {
        let Branch { sums, mut cell } = two_by_two([300, 200, 327, 1]).unwrap();
        cell.sort_by_key(|entry| entry.label);
        let all = 200 * 828;
        assert_eq!(cell.iter().map(|entry| entry.amounts).collect::<Vec<_>>(), [[all, 0, 0, 0], [0, 0, all, 0]]);
        // Nothing is right: (n − 0)²/n for either label, halved.
        assert_eq!(sums.iter().map(|sum| sum.mean).collect::<Vec<_>>(), [all as f64]);
        assert!(two_by_two([300, 200, 328, 1]).is_none());
    }
}
