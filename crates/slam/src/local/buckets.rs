//! Sorting along an axis: into buckets of equal width first, then in each of them.

use rayon::prelude::*;

/// Values per bucket, where they lie evenly.
const PER_BUCKET: usize = 1 << 9;
const MOST_BUCKETS: usize = 1 << 12;

/// Buckets of equal width along an axis.
struct Buckets {
    low: f64,
    per_length: f64,
    last: usize,
}

impl Buckets {
    fn new(low: f64, high: f64, n_values: usize) -> Self {
        let n_buckets = (n_values / PER_BUCKET).clamp(1, MOST_BUCKETS);
        let per_length = n_buckets as f64 / (high - low);
        // Without an extent, or with one so small that buckets cannot be told apart, all share one.
        let (per_length, last) = if per_length.is_finite() { (per_length, n_buckets - 1) } else { (0.0, 0) };
        Self { low, per_length, last }
    }

    /// The bucket of a coordinate; never falls as the coordinate rises.
    fn of(&self, coordinate: f64) -> usize {
        (((coordinate - self.low) * self.per_length) as usize).min(self.last)
    }
}

/// The values of `from`, bucket by bucket along an axis, each bucket in the order that `sort` gives it.
///
/// `sort` gets the values of a bucket in the order in which they came.
pub(super) fn sort_in_buckets<S: Sync, T: Copy + Send>(
    from: &[S],
    mut to: Vec<T>,
    coordinate: impl Fn(&S) -> f64 + Sync,
    value: impl Fn(usize, &S) -> T,
    sort: impl Fn(&mut [T]) + Sync,
) -> Vec<T> {
    let (low, high) = range(from, &coordinate);
    let buckets = Buckets::new(low, high, from.len());
    let mut next = starts(from, &coordinate, &buckets);
    for (index, source) in from.iter().enumerate() {
        let place = &mut next[buckets.of(coordinate(source))];
        to[*place as usize] = value(index, source);
        *place += 1;
    }
    // Each bucket ends where the next one's values were to begin.
    let (mut slices, mut rest, mut start) = (Vec::with_capacity(next.len()), to.as_mut_slice(), 0);
    for end in next {
        let (slice, others) = rest.split_at_mut(end as usize - start);
        slices.push(slice);
        (rest, start) = (others, end as usize);
    }
    slices.into_par_iter().with_min_len(8).for_each(|bucket| sort(bucket));
    to
}

/// Where each bucket starts.
fn starts<S: Sync>(from: &[S], coordinate: &(impl Fn(&S) -> f64 + Sync), buckets: &Buckets) -> Vec<u32> {
    let count = |chunk: &[S]| {
        let mut counts = vec![0u32; buckets.last + 1];
        chunk.iter().for_each(|source| counts[buckets.of(coordinate(source))] += 1);
        counts
    };
    let chunks: Vec<Vec<u32>> = from.par_chunks(1 << 17).map(count).collect();
    let total = |bucket: usize| -> u32 { chunks.iter().map(|counts| counts[bucket]).sum() };
    let add = |start: &mut u32, bucket: usize| {
        let end = *start + total(bucket);
        Some(std::mem::replace(start, end))
    };
    (0..=buckets.last).scan(0, add).collect()
}

/// The least and the greatest coordinate.
pub(super) fn range<S: Sync>(from: &[S], coordinate: &(impl Fn(&S) -> f64 + Sync)) -> (f64, f64) {
    let none = || (f64::INFINITY, f64::NEG_INFINITY);
    // Plain comparisons: coordinates are finite.
    let wider = |(low, high): (f64, f64), (other_low, other_high): (f64, f64)| {
        (if other_low < low { other_low } else { low }, if other_high > high { other_high } else { high })
    };
    let of_chunk = |chunk: &[S]| chunk.iter().map(coordinate).fold(none(), |found, at| wider(found, (at, at)));
    from.par_chunks(1 << 15).map(of_chunk).reduce(none, wider)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_stable_sort_would_have_it() {
        // Ties everywhere, and one value far out that leaves nearly all in one bucket.
        let values: Vec<f64> = (0..5000u32).map(|i| f64::from(i * 7919 % 997)).chain([1e9]).collect();
        for values in [&values[..5000], &values[..], &[3.0; 2000]] {
            let by_value = |bucket: &mut [(f64, u32)]| bucket.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut expected: Vec<(f64, u32)> = values.iter().copied().zip(0..).collect();
            let to = vec![(0.0, 0); values.len()];
            let sorted = sort_in_buckets(values, to, |&at| at, |index, &at| (at, index as u32), by_value);
            by_value(&mut expected);
            assert_eq!(sorted, expected);
        }
    }
}
