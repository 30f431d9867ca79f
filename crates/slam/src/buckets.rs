//! Putting items into buckets on several threads, always in the same order.

use crate::parallel::each;

/// All items, bucket after bucket, in each the items of one group after those of another; and how many every bucket has.
///
/// A group is what one thread copies; its items are made twice rather than kept. O(items + groups · buckets).
pub(crate) fn fill<T: Copy + Default + Send + Sync, I: Iterator<Item = T>>(
    n_groups: usize,
    items: impl Fn(usize) -> I + Sync,
    n_buckets: usize,
    bucket: impl Fn(&T) -> usize + Sync,
) -> (Vec<T>, Vec<usize>) {
    let count = |group: usize| {
        let mut counts = vec![0; n_buckets];
        items(group).for_each(|item| counts[bucket(&item)] += 1);
        counts
    };
    let counts: Vec<Vec<usize>> = each(0..n_groups, count);
    let mut room = vec![T::default(); counts.iter().flatten().sum()];
    let places = split_by_group(&mut room, &counts);
    each(places.into_iter().enumerate(), |(group, mut places)| {
        let mut filled = vec![0; places.len()];
        for item in items(group) {
            let bucket = bucket(&item);
            places[bucket][filled[bucket]] = item;
            filled[bucket] += 1;
        }
    });
    (room, (0..n_buckets).map(|bucket| counts.iter().map(|group| group[bucket]).sum()).collect())
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

/// At most this many groups are put into buckets, of at least so many items.
const MOST_GROUPS: usize = 64;
const FEWEST_ITEMS: usize = 1 << 15;

/// Puts all items into `room`, bucket after bucket, in each in their order, and returns the buckets that are not empty with
/// how many each has. O(n + groups · buckets).
pub(crate) fn place<T: Copy + Default + Send + Sync>(
    items: &[T],
    n_buckets: usize,
    room: &mut Vec<T>,
    bucket: impl Fn(&T) -> usize + Sync,
) -> Vec<(usize, usize)> {
    let per_group = items.len().div_ceil(MOST_GROUPS).max(FEWEST_ITEMS);
    let counts: Vec<Vec<u32>> = each(items.chunks(per_group), |group| {
        let mut counts = vec![0; n_buckets];
        group.iter().for_each(|item| counts[bucket(item)] += 1);
        counts
    });
    let size = |bucket: usize| counts.iter().map(|group| group[bucket] as usize).sum::<usize>();
    let sizes: Vec<(usize, usize)> =
        (0..n_buckets).map(|bucket| (bucket, size(bucket))).filter(|(_, size)| *size > 0).collect();
    let used: Vec<Vec<usize>> =
        counts.iter().map(|group| sizes.iter().map(|&(bucket, _)| group[bucket] as usize).collect()).collect();
    let mut rank = vec![0u32; n_buckets];
    sizes.iter().enumerate().for_each(|(place, &(bucket, _))| rank[bucket] = place as u32);
    room.resize(items.len(), T::default());
    let places = split_by_group(room, &used);
    each(items.chunks(per_group).zip(places), |(group, places)| {
        let mut places: Vec<std::slice::IterMut<'_, T>> = places.into_iter().map(<[T]>::iter_mut).collect();
        for item in group {
            if let Some(place) = places[rank[bucket(item)] as usize].next() {
                *place = *item;
            }
        }
    });
    sizes
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_after_bucket_and_group_after_group() {
        let groups = [&[31, 10, 20, 11][..], &[12, 32]];
        let filled = fill(2, |group| groups[group].iter().copied(), 4, |item| item / 10);
        assert_eq!(filled, (vec![10, 11, 12, 20, 31, 32], vec![0, 3, 1, 2]));
        let (none, sizes) = fill(0, |_| std::iter::empty::<usize>(), 4, |&item| item);
        assert_eq!((none, sizes), (vec![], vec![0; 4]));
    }

    #[test]
    fn items_keep_their_order_in_each_bucket() {
        let n = 3 * FEWEST_ITEMS + 5;
        let items: Vec<usize> = (0..n).collect();
        let mut room = vec![7; 3];
        let sizes = place(&items, 1000, &mut room, |item| 100 * (item % 3) + 1);
        assert_eq!(sizes, [(1, n.div_ceil(3)), (101, n.div_ceil(3)), (201, n / 3)]);
        let expected: Vec<usize> = (0..3).flat_map(|rest| (rest..n).step_by(3)).collect();
        assert_eq!(room, expected);
        assert_eq!(place(&[], 4, &mut room, |&item| item), []);
    }
}
