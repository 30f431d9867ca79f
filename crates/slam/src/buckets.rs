//! Putting items into buckets on several threads, always in the same order.

use rayon::prelude::*;

/// Copies all items to `room`, bucket after bucket, in each the items of one group after those of another, and returns
/// how many every bucket has.
///
/// A group is what one thread copies. O(items + groups · buckets).
pub(crate) fn fill<T: Copy + Send + Sync>(
    groups: &[Vec<&[T]>],
    room: &mut [T],
    n_buckets: usize,
    bucket: impl Fn(&T) -> usize + Sync,
) -> Vec<usize> {
    let counts: Vec<Vec<usize>> = groups.par_iter().map(|group| count(group, n_buckets, &bucket)).collect();
    let places = split_by_group(room, &counts);
    groups.par_iter().zip(places).for_each(|(group, places)| copy(group, places, &bucket));
    (0..n_buckets).map(|bucket| counts.iter().map(|group| group[bucket]).sum()).collect()
}

/// Cuts `items` into consecutive parts of the given lengths.
pub(crate) fn split<T>(mut items: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    let cut = |length| {
        let (part, rest) = std::mem::take(&mut items).split_at_mut(length);
        items = rest;
        part
    };
    lengths.map(cut).collect()
}

fn count<T>(group: &[&[T]], n_buckets: usize, bucket: impl Fn(&T) -> usize) -> Vec<usize> {
    let mut counts = vec![0; n_buckets];
    group.iter().copied().flatten().for_each(|item| counts[bucket(item)] += 1);
    counts
}

/// The part of each bucket that each group writes: bucket after bucket, and group after group in each.
fn split_by_group<'a, T>(items: &'a mut [T], counts: &[Vec<usize>]) -> Vec<Vec<&'a mut [T]>> {
    let n_buckets = counts.first().map_or(0, Vec::len);
    let lengths = (0..n_buckets).flat_map(|bucket| counts.iter().map(move |group| group[bucket]));
    let mut places: Vec<Vec<&mut [T]>> = counts.iter().map(|_| Vec::with_capacity(n_buckets)).collect();
    for (index, part) in split(items, lengths).into_iter().enumerate() {
        places[index % counts.len()].push(part);
    }
    places
}

fn copy<T: Copy>(group: &[&[T]], mut places: Vec<&mut [T]>, bucket: impl Fn(&T) -> usize) {
    let mut filled = vec![0; places.len()];
    for item in group.iter().copied().flatten() {
        let bucket = bucket(item);
        places[bucket][filled[bucket]] = *item;
        filled[bucket] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_after_bucket_and_group_after_group() {
        let groups = [vec![&[31, 10, 20][..], &[11]], vec![&[12, 32]]];
        let mut room = [0; 6];
        assert_eq!(fill(&groups, &mut room, 4, |item| item / 10), [0, 3, 1, 2]);
        assert_eq!(room, [10, 11, 12, 20, 31, 32]);
        assert!(fill::<usize>(&[], &mut [], 4, |&item| item).iter().all(|&size| size == 0));
    }
}
