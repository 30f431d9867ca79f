//! Sorting numbers that are spread out, in time proportional to their number.

use crate::chunks::chunks;

const ROUNDING: f64 = 4_503_599_627_370_496.0;
/// Larger bins are sorted by comparing before the last passes.
const CROWDED: u32 = 32;
/// How often the largest so far is carried along, before what is left is inserted.
const PASSES: usize = 3;

/// Sorts numbers by bins; it keeps its room from one time to the next.
#[derive(Debug, Default)]
pub(super) struct Sorter {
    bins: Vec<u32>,
    next: Vec<u32>,
}

impl Sorter {
    /// Writes finite numbers to `sorted` in ascending order, where there is room for as many.
    pub(super) fn sort(&mut self, values: &[f64], sorted: &mut [f64]) {
        let (low, high) = range(values);
        let n_bins = values.len();
        let per_length = n_bins as f64 / (high - low);
        if !per_length.is_finite() {
            sorted.copy_from_slice(values);
            return sorted.sort_unstable_by(f64::total_cmp);
        }
        // Above 2⁵² the last bit of a double counts ones: adding so much rounds to a whole number, and leaves the bin in the low bits.
        let bin = |value: &f64| ((value - low) * per_length + ROUNDING).to_bits() as u32;
        self.bins.clear();
        self.bins.extend(values.iter().map(bin));
        let largest = self.count(n_bins + 1);
        for (&bin, &value) in self.bins.iter().zip(values) {
            let next = &mut self.next[bin as usize];
            sorted[*next as usize] = value;
            *next += 1;
        }
        if largest > CROWDED {
            self.sort_crowded(sorted);
        }
        // Most are in place by now, and the first passes have no branch that a processor could guess wrong.
        carry(sorted);
        insert(sorted);
    }

    /// Makes `next` the place where each bin starts, and returns the size of the largest.
    fn count(&mut self, n_bins: usize) -> u32 {
        self.next.clear();
        self.next.resize(n_bins, 0);
        self.bins.iter().for_each(|&bin| self.next[bin as usize] += 1);
        let (mut start, mut largest) = (0, 0);
        for next in &mut self.next {
            largest = largest.max(*next);
            (*next, start) = (start, start + *next);
        }
        largest
    }

    /// Sorts the crowded bins, given where each bin ends.
    fn sort_crowded(&self, sorted: &mut [f64]) {
        let mut start = 0;
        for &end in &self.next {
            if end - start > CROWDED {
                sorted[start as usize..end as usize].sort_unstable_by(f64::total_cmp);
            }
            start = end;
        }
    }
}

/// The smallest and the largest.
fn range(values: &[f64]) -> (f64, f64) {
    (extreme(values, f64::INFINITY, lower), extreme(values, f64::NEG_INFINITY, higher))
}

/// The value that wins over all others, in lanes that a processor can follow at once.
#[inline]
fn extreme(values: &[f64], start: f64, better: impl Fn(f64, f64) -> f64 + Copy) -> f64 {
    let mut lanes = [start; 8];
    let (groups, rest) = chunks::<8>(values);
    for group in groups {
        for lane in 0..8 {
            lanes[lane] = better(lanes[lane], group[lane]);
        }
    }
    lanes.iter().chain(rest).copied().fold(start, better)
}

#[inline]
fn lower(one: f64, other: f64) -> f64 {
    if other < one { other } else { one }
}

#[inline]
fn higher(one: f64, other: f64) -> f64 {
    if other < one { one } else { other }
}

/// Carries the largest so far along and leaves the others a place before, `PASSES` times in one go.
///
/// What one pass leaves behind the next takes up at once, so that none waits for another.
fn carry(values: &mut [f64]) {
    let mut carried = [f64::NEG_INFINITY; PASSES];
    let mut pass = |mut value: f64| {
        for largest in &mut carried {
            (value, *largest) = (lower(*largest, value), higher(*largest, value));
        }
        value
    };
    // The first that come out are those that were not there.
    let n_before = PASSES.min(values.len());
    values[..n_before].iter().for_each(|&value| _ = pass(value));
    for index in n_before..values.len() {
        values[index - n_before] = pass(values[index]);
    }
    let n_out = values.len() - n_before;
    (n_before..PASSES).for_each(|_| _ = pass(f64::INFINITY));
    values[n_out..].iter_mut().for_each(|value| *value = pass(f64::INFINITY));
}

/// Sorts numbers that are nearly in order.
fn insert(values: &mut [f64]) {
    for index in 1..values.len() {
        let value = values[index];
        let mut place = index;
        while place > 0 && values[place - 1] > value {
            values[place] = values[place - 1];
            place -= 1;
        }
        values[place] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;
    use rand::RngExt;

    #[test]
    fn as_comparing_would_have_it() {
        let mut random = stream(4, 0);
        let mut sorter = Sorter::default();
        for (n, width) in [(0, 1.0), (1, 1.0), (2, 0.0), (50, 0.0), (1000, 1.0), (3000, 1e-9), (3000, 1e-320)] {
            // Half of the numbers huddle together.
            let value = |index: usize| (index % 2) as f64 + width * random.random::<f64>() - 0.5;
            let values: Vec<f64> = (0..n).map(value).collect();
            let (mut expected, mut sorted) = (values.clone(), vec![0.0; n]);
            expected.sort_by(f64::total_cmp);
            sorter.sort(&values, &mut sorted);
            assert_eq!(sorted, expected);
        }
    }
}
