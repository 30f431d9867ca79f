//! Sorting pairs of indices in linear time: cells with their points, edges with their ends.

use crate::buckets;
use crate::parallel::each_with;

/// How many buckets the keys fall into: few enough that a writer of all of them keeps their ends in the cache.
const N_BUCKETS: usize = 256;
/// How many readers share the sources.
const N_GROUPS: usize = 16;

type Pairs = Vec<(u32, u32)>;

/// The pairs of all sources, sorted. Keys, the first of each pair, are below `n_keys`.
///
/// First every pair goes to the bucket of its key's leading bits, then every bucket is sorted by counting. A source is read
/// twice, so that its pairs need not be kept. O(pairs + `n_keys`) where few pairs share a key.
pub(crate) fn sort_pairs<I: Iterator<Item = (u32, u32)>>(
    n_sources: usize,
    source: impl Fn(usize) -> I + Sync,
    n_keys: usize,
) -> Pairs {
    let shift = shift_for(n_keys);
    let per_group = n_sources.div_ceil(N_GROUPS).max(1);
    let group = |group: usize| (group * per_group..n_sources.min((group + 1) * per_group)).flat_map(&source);
    let bucket = |&(key, _): &(u32, u32)| (key >> shift) as usize;
    let (mut sorted, sizes) = buckets::fill(n_sources.div_ceil(per_group), group, N_BUCKETS, bucket);
    let buckets = buckets::split(&mut sorted, sizes.into_iter()).into_iter().enumerate();
    each_with(buckets, Vec::new, |room, (bucket, pairs)| {
        sort_bucket(pairs, (bucket << shift) as u32, 1 << shift, room);
    });
    sorted
}

/// How many low bits of a key leave it in one of the buckets.
fn shift_for(n_keys: usize) -> u32 {
    let bits = usize::BITS - n_keys.saturating_sub(1).leading_zeros();
    bits.saturating_sub(N_BUCKETS.trailing_zeros())
}

/// Sorts pairs whose keys lie in `first..first + n_keys`; whatever stands in the room is lost.
fn sort_bucket(pairs: &mut [(u32, u32)], first: u32, n_keys: usize, room: &mut Pairs) {
    if pairs.len() < n_keys / 8 {
        return pairs.sort_unstable();
    }
    let mut ends = vec![0_u32; n_keys + 1];
    for (key, _) in &*pairs {
        ends[(key - first) as usize + 1] += 1;
    }
    for key in 0..n_keys {
        ends[key + 1] += ends[key];
    }
    if room.len() < pairs.len() {
        room.resize(pairs.len(), (0, 0));
    }
    let sorted = &mut room[..pairs.len()];
    for &(key, value) in &*pairs {
        let end = &mut ends[(key - first) as usize];
        sorted[*end as usize] = (key, value);
        *end += 1;
    }
    sort_runs(sorted);
    pairs.copy_from_slice(sorted);
}

/// Sorts the values of each run of equal keys.
fn sort_runs(pairs: &mut [(u32, u32)]) {
    for run in pairs.chunk_by_mut(|a, b| a.0 == b.0) {
        if run.len() > 16 {
            run.sort_unstable();
        } else {
            insertion_sort(run);
        }
    }
}

#[inline]
fn insertion_sort(run: &mut [(u32, u32)]) {
    for end in 1..run.len() {
        let mut place = end;
        while place > 0 && run[place - 1].1 > run[place].1 {
            run.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::sort_pairs;

    proptest! {
        #[test]
        fn equals_the_standard_sort(
            n_keys in 1_usize..3000,
            raw in prop::collection::vec(prop::collection::vec((any::<u32>(), 0_u32..50), 0..300), 0..40),
        ) {
            let narrow = |(key, value): &(u32, u32)| (key % n_keys as u32, *value);
            let chunks: Vec<Vec<_>> = raw.iter().map(|chunk| chunk.iter().map(narrow).collect()).collect();
            let mut expected = chunks.concat();
            expected.sort_unstable();
            let sorted = sort_pairs(chunks.len(), |chunk| chunks[chunk].iter().copied(), n_keys);
            prop_assert_eq!(sorted, expected);
        }
    }
}
