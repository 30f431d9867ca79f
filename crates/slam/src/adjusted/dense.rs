//! The finest levels by a table: a row for every cell, a column for every label of either labeling that occurs.

use super::counts::{Entry, Packed, PackedCounts};
use super::pairs::Pairs;
use super::pairwise::{CONTACTS, PLACE, PairSums, Pairwise};
use super::tree::{Item, Scratch};

/// As many slots of the table as are worth a spot.
const SLOTS_PER_SPOT: usize = 16;

/// The bits of each of the three amounts in a slot.
const BITS: u32 = 21;
const MASK: u64 = (1 << BITS) - 1;

/// A column of the table, and the label in it, by its own labeling.
#[derive(Debug, Clone, Copy)]
struct Column {
    place: usize,
    label: usize,
}

/// The columns of both labelings, and for which pairs of them sums are kept.
struct Columns {
    truth: Vec<Column>,
    pred: Vec<Column>,
    /// By truth column, then pred column: where the sums of the pair are kept.
    places: Vec<Option<usize>>,
}

/// Visits the cells of all levels below `level` within one cell of that level, and returns what this cell holds.
///
/// A slot holds the three amounts of an entry in 21 bits each. None where they might overflow, or where so many labels occur that
/// most slots would be empty.
pub(super) fn visit<const D: usize>(
    visitor: &Pairwise<'_, PackedCounts<'_>>,
    n_truth: usize,
    items: impl Iterator<Item = Item<Packed>> + Clone,
    level: usize,
    sums: &mut PairSums,
    scratch: &mut Scratch,
) -> Option<Vec<Entry<u64>>> {
    let n_cells = 1 << (D * level);
    let (n_items, n_half_edges) = number_labels(items.clone(), n_truth, scratch);
    let n_labels = scratch.labels.len();
    let fits = n_half_edges <= MASK && n_items as u64 <= MASK && n_cells * n_labels <= SLOTS_PER_SPOT * n_items;
    if fits {
        scratch.table.clear();
        scratch.table.resize(n_cells * n_labels, 0);
        fill(items, n_truth, n_cells as u64 - 1, scratch);
    }
    scratch.labels.iter().for_each(|&label| scratch.places[label as usize] = 0);
    fits.then(|| visit_levels::<D>(visitor, n_truth, level, sums, scratch))
}

/// Gives every label that occurs a column; returns the number of items, and that of half-edges.
fn number_labels(items: impl Iterator<Item = Item<Packed>>, n_truth: usize, scratch: &mut Scratch) -> (usize, u64) {
    scratch.labels.clear();
    let (mut n_items, mut n_half_edges) = (0, 0);
    for Item { payload, .. } in items {
        n_items += 1;
        n_half_edges += u64::from(payload.lanes & 0xff) + u64::from(payload.lanes >> 8 & 0xff);
        for label in [usize::from(payload.truth), n_truth + usize::from(payload.pred)] {
            let place = &mut scratch.places[label];
            if *place == 0 {
                scratch.labels.push(label as u32);
                *place = scratch.labels.len() as u32;
            }
        }
    }
    (n_items, n_half_edges)
}

fn fill(items: impl Iterator<Item = Item<Packed>>, n_truth: usize, last: u64, scratch: &mut Scratch) {
    let Scratch { places, labels, table, .. } = scratch;
    for Item { key, payload } in items {
        let row = &mut table[(key & last) as usize * labels.len()..][..labels.len()];
        let [same, different, pred_same, pred_different] = payload.lanes.to_le_bytes().map(u64::from);
        row[places[usize::from(payload.truth)] as usize - 1] += pack(1, same, different);
        row[places[n_truth + usize::from(payload.pred)] as usize - 1] += pack(1, pred_same, pred_different);
    }
}

/// Visits level after level, and returns what is left in the end: one cell.
fn visit_levels<const D: usize>(
    visitor: &Pairwise<'_, PackedCounts<'_>>,
    n_truth: usize,
    top: usize,
    sums: &mut PairSums,
    scratch: &mut Scratch,
) -> Vec<Entry<u64>> {
    let Scratch { labels, table, local, .. } = scratch;
    let columns = Columns::of(labels, n_truth, visitor.pairs);
    let mut n_cells = 1 << (D * top);
    for level in 0..top {
        if level > 0 {
            n_cells >>= D;
            merge::<D>(table, n_cells, labels.len());
        }
        if level < visitor.n_levels {
            local.clear();
            local.resize(columns.places.len(), [0.0; 2]);
            for row in table[..n_cells * labels.len()].chunks_exact(labels.len()) {
                visit_row(visitor, &columns, row, level, sums, local);
            }
            for (place, found) in columns.places.iter().zip(&*local) {
                let Some(place) = place else { continue };
                for profile in [PLACE, CONTACTS] {
                    let start = sums.range(level, profile).start;
                    sums.shared[start + place] += found[profile];
                }
            }
        }
    }
    if top > 0 {
        n_cells >>= D;
        merge::<D>(table, n_cells, labels.len());
    }
    let entry = |(column, &label): (usize, &u32)| Entry { label, amounts: unpack(table[column]) };
    labels.iter().enumerate().map(entry).collect()
}

impl Columns {
    fn of(labels: &[u32], n_truth: usize, pairs: &Pairs) -> Self {
        let columns = || labels.iter().enumerate().map(|(place, &label)| (place, label as usize));
        let truth: Vec<Column> =
            columns().filter(|&(_, label)| label < n_truth).map(|(place, label)| Column { place, label }).collect();
        let pred: Vec<Column> = columns()
            .filter(|&(_, label)| label >= n_truth)
            .map(|(place, label)| Column { place, label: label - n_truth })
            .collect();
        let places = truth.iter().flat_map(|a| pred.iter().map(|b| pairs.place(a.label, b.label))).collect();
        Self { truth, pred, places }
    }
}

/// Adds one cell; `local` has the sums between truth and pred by pair of columns.
#[inline]
fn visit_row(
    visitor: &Pairwise<'_, PackedCounts<'_>>,
    columns: &Columns,
    row: &[u64],
    level: usize,
    sums: &mut PairSums,
    local: &mut [[f64; 2]],
) {
    let total: u64 = columns.truth.iter().map(|column| row[column.place]).sum();
    if total == 0 {
        return;
    }
    let [n_spots, same, different] = unpack(total);
    let totals = [n_spots, same + different];
    for (index, truth) in columns.truth.iter().enumerate() {
        let slot = row[truth.place];
        if slot == 0 {
            continue;
        }
        let amounts = unpack(slot);
        visitor.add_random(truth.label, &amounts, &totals, level, sums);
        let first = index * columns.pred.len();
        for (place, pred) in (first..).zip(&columns.pred) {
            let other = row[pred.place];
            if other == 0 || columns.places[place].is_none() {
                continue;
            }
            let found = if other == slot {
                [amounts[0] as f64, (amounts[1] + amounts[2]) as f64]
            } else {
                visitor.agreement(&amounts, &unpack(other))
            };
            local[place][PLACE] += found[PLACE];
            local[place][CONTACTS] += found[CONTACTS];
        }
    }
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

/// Three amounts in one slot.
#[inline]
fn pack(spots: u64, same: u64, different: u64) -> u64 {
    spots | same << BITS | different << (2 * BITS)
}

/// The three amounts of a slot.
#[inline]
fn unpack(slot: u64) -> [u64; 3] {
    [slot & MASK, slot >> BITS & MASK, slot >> (2 * BITS)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_hold_three_amounts() {
        assert_eq!(unpack(pack(1, 2, 3) + pack(MASK - 1, 5, MASK - 3)), [MASK, 7, MASK]);
    }

    #[test]
    fn four_rows_make_one() {
        let mut table = vec![pack(1, 2, 3), 0, pack(4, 5, 6), pack(1, 1, 1), 0, 0, pack(0, 0, 1), 0];
        merge::<2>(&mut table, 1, 2);
        assert_eq!((unpack(table[0]), unpack(table[1])), ([5, 7, 10], [1, 1, 1]));
    }
}
