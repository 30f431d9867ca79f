//! Halving a cell at its middle edge.

use std::array;
use std::cmp::Ordering;
use std::mem;
use std::ops::Range;

use rayon::prelude::*;

/// From this many edges on, the middle is found by counting into bins rather than by comparing.
pub(super) const LARGE: usize = 16;
/// There are about four edges to a bin, but no more bins than this.
const MOST_BINS: usize = 1 << 9;
const FEW_BINS: usize = 1 << 5;
/// From this many edges on, a cell is measured, counted and sorted on several threads, a chunk on each.
pub(super) const HUGE: usize = 1 << 20;
pub(super) const CHUNK: usize = 1 << 17;

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
pub(super) fn halve<'a, R: Copy + Send + Sync>(
    records: &'a mut [R],
    spare: &'a mut [R],
    bin: Option<impl Fn(&R) -> u32 + Sync>,
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
fn sort_roughly<R: Copy + Send + Sync, const BINS: usize>(
    records: &[R],
    sorted: &mut [R],
    middle: usize,
    bin: &(impl Fn(&R) -> u32 + Sync),
) -> Range<usize> {
    if records.len() < HUGE {
        let counts: [u32; BINS] = count(records, bin);
        let (pivot, run) = locate(&counts, middle);
        scatter(records, sorted, &run, pivot, bin);
        return run;
    }
    let chunks: Vec<[u32; BINS]> = records.par_chunks(CHUNK).map(|records| count(records, bin)).collect();
    let counts: [u32; BINS] = array::from_fn(|bin| chunks.iter().map(|counts| counts[bin]).sum());
    let (pivot, run) = locate(&counts, middle);
    let (before, rest) = sorted.split_at_mut(run.start);
    let (inside, after) = rest.split_at_mut(run.len());
    let mut left = [before, inside, after];
    let rooms = chunks.iter().map(|counts| {
        let below: u32 = counts[..pivot as usize].iter().sum();
        let at = counts[pivot as usize];
        let above: u32 = counts[pivot as usize + 1..].iter().sum();
        let sizes = [below, at, above];
        array::from_fn(|class| {
            let (room, rest) = mem::take(&mut left[class]).split_at_mut(sizes[class] as usize);
            left[class] = rest;
            room
        })
    });
    let rooms: Vec<[&mut [R]; 3]> = rooms.collect();
    records.par_chunks(CHUNK).zip(rooms).for_each(|(records, rooms)| scatter_apart(records, rooms, pivot, bin));
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

/// The same, to three places apart: each record is written to all of them, and stays where the next one does not follow.
#[inline]
fn scatter_apart<R: Copy>(records: &[R], rooms: [&mut [R]; 3], pivot: u32, bin: impl Fn(&R) -> u32) {
    let mut next = [0; 3];
    let [before, inside, after] = rooms;
    for record in records {
        let bin = bin(record);
        put(before, next[0], record);
        put(inside, next[1], record);
        put(after, next[2], record);
        next[0] += usize::from(bin < pivot);
        next[1] += usize::from(bin == pivot);
        next[2] += usize::from(bin > pivot);
    }
}

#[inline]
fn put<R: Copy>(room: &mut [R], place: usize, record: &R) {
    if let Some(slot) = room.get_mut(place) {
        *slot = *record;
    }
}
