//! Halving a cell at its middle edge.

use std::cmp::Ordering;
use std::ops::Range;

/// From this many edges on, the middle is found by counting into bins rather than by comparing.
pub(super) const LARGE: usize = 16;
/// There are about four edges to a bin, but no more bins than this.
const MOST_BINS: usize = 1 << 9;
const FEW_BINS: usize = 1 << 5;

/// The two halves of a cell, each with room to spare.
pub(super) struct Halves<'a, R> {
    pub(super) left: &'a mut [R],
    pub(super) right: &'a mut [R],
    pub(super) left_spare: &'a mut [R],
    pub(super) right_spare: &'a mut [R],
}

/// The number of bins that suits a cell of this many edges.
pub(super) fn n_bins(n_records: usize) -> usize {
    (n_records / 4).next_power_of_two().clamp(8, MOST_BINS)
}

/// Halves a cell of at least two edges: the first ⌊m/2⌋ in order to the left.
///
/// Bins, where there are any, are less than `n_bins` and never fall as edges rise.
pub(super) fn halve<'a, R: Copy>(
    records: &'a mut [R],
    spare: &'a mut [R],
    bin: Option<impl Fn(&R) -> u32>,
    compare: impl Fn(&R, &R) -> Ordering,
) -> Halves<'a, R> {
    let middle = records.len() / 2;
    let (records, spare) = if let Some(bin) = bin {
        // Few bins are cleared faster than many, and most cells are small.
        let run = if n_bins(records.len()) <= FEW_BINS {
            sort_roughly::<R, FEW_BINS>(records, spare, middle, &bin)
        } else {
            sort_roughly::<R, MOST_BINS>(records, spare, middle, &bin)
        };
        let inside = middle - run.start;
        spare[run].select_nth_unstable_by(inside, compare);
        (spare, records)
    } else {
        records.select_nth_unstable_by(middle, compare);
        (records, spare)
    };
    let ((left, right), (left_spare, right_spare)) = (records.split_at_mut(middle), spare.split_at_mut(middle));
    Halves { left, right, left_spare, right_spare }
}

/// Writes the records to `sorted`: those of the bins before that of the middle one, those of its bin, those after.
/// Returns where its bin lies.
fn sort_roughly<R: Copy, const BINS: usize>(
    records: &[R],
    sorted: &mut [R],
    middle: usize,
    bin: &impl Fn(&R) -> u32,
) -> Range<usize> {
    let counts: [u32; BINS] = count(records, bin);
    let (pivot, run) = locate(&counts, middle);
    scatter(records, sorted, &run, pivot, bin);
    run
}

/// Counts the records of every bin, by turns in two tables: neighbours often share a bin, and a processor need not wait for
/// the one to be counted before it counts the other.
#[inline]
fn count<R, const BINS: usize>(records: &[R], bin: impl Fn(&R) -> u32) -> [u32; BINS] {
    let (mut counts, mut others) = ([0; BINS], [0; BINS]);
    let pairs = records.chunks_exact(2);
    pairs.remainder().iter().for_each(|record| counts[bin(record) as usize] += 1);
    for pair in pairs {
        counts[bin(&pair[0]) as usize] += 1;
        others[bin(&pair[1]) as usize] += 1;
    }
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
    counts
}

/// The bin of the middle record, and where its records belong.
fn locate(counts: &[u32], middle: usize) -> (u32, Range<usize>) {
    let (mut bin, mut start) = (0, 0);
    while start + counts[bin] as usize <= middle {
        start += counts[bin] as usize;
        bin += 1;
    }
    (bin as u32, start..start + counts[bin] as usize)
}

/// Writes the records of the pivot bin to the run, those of bins before to what is before it, and the others behind it.
///
/// No branch depends on the records: a processor could only guess it.
#[inline]
fn scatter<R: Copy>(records: &[R], sorted: &mut [R], run: &Range<usize>, pivot: u32, bin: impl Fn(&R) -> u32) {
    let (mut before, mut after) = (0, run.end);
    for (index, record) in records.iter().enumerate() {
        let bin = bin(record);
        let inside = run.start + run.end + index - before - after;
        let place = if bin < pivot { before } else { inside };
        let place = if bin > pivot { after } else { place };
        sorted[place] = *record;
        before += usize::from(bin < pivot);
        after += usize::from(bin > pivot);
    }
}
