//! The row of each id, found by hash: ids stay where they are, and the whole takes a few bytes for each.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use super::Names;

/// The row of each id.
#[derive(Debug)]
pub(crate) struct Index {
    /// The last bits of a hash, and the row; those with the same first bits stand together, their rows rising.
    entries: Vec<(u32, u32)>,
    /// Where the hashes with these first bits begin; invariant: rising, one more than there are buckets.
    starts: Vec<u32>,
    /// The number of bits behind the first ones.
    shift: u32,
    /// The first row whose id was there before, behind the row where it was, if there is one.
    pub(crate) repeated: Option<[usize; 2]>,
}

impl Index {
    /// The rows of these ids. O(n).
    pub(crate) fn new(names: &Names) -> Self {
        let hashes: Vec<u64> = (0..names.len()).into_par_iter().map(|row| hash(names.get(row))).collect();
        // As many buckets as ids, so that there is about one in each.
        let shift = u64::BITS - hashes.len().max(2).ilog2();
        let mut starts = vec![0u32; (1 << (u64::BITS - shift)) + 1];
        hashes.iter().for_each(|hash| starts[(hash >> shift) as usize + 1] += 1);
        (1..starts.len()).for_each(|bucket| starts[bucket] += starts[bucket - 1]);
        let (mut next, mut entries) = (starts.clone(), vec![(0, 0); hashes.len()]);
        for (row, hash) in (0..).zip(&hashes) {
            let place = &mut next[(hash >> shift) as usize];
            entries[*place as usize] = (*hash as u32, row);
            *place += 1;
        }
        let mut index = Self { entries, starts, shift, repeated: None };
        index.repeated = index.first_repeated(names);
        index
    }

    /// The row of an id of these names; of several, the first.
    pub(crate) fn row(&self, names: &Names, id: &str) -> Option<u32> {
        let hash = hash(id);
        let is_it = |&&(last, row): &&(u32, u32)| last == hash as u32 && names.get(row as usize) == id;
        self.bucket((hash >> self.shift) as usize).iter().find(is_it).map(|&(_, row)| row)
    }

    fn bucket(&self, bucket: usize) -> &[(u32, u32)] {
        &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    fn first_repeated(&self, names: &Names) -> Option<[usize; 2]> {
        let buckets = (0..self.starts.len() - 1).into_par_iter().filter(|&bucket| self.bucket(bucket).len() > 1);
        buckets.filter_map(|bucket| repeated_in(self.bucket(bucket), names)).min_by_key(|rows| rows[1])
    }
}

/// The first row of a bucket whose id was there before. A bucket is large only where one id repeats, which is found soon.
fn repeated_in(bucket: &[(u32, u32)], names: &Names) -> Option<[usize; 2]> {
    (1..bucket.len()).find_map(|later| {
        let (last, row) = bucket[later];
        let is_same =
            |&&(other, first): &&(u32, u32)| other == last && names.get(first as usize) == names.get(row as usize);
        bucket[..later].iter().find(is_same).map(|&(_, first)| [first as usize, row as usize])
    })
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_its_row() {
        for n in [1, 2, 3, 1000] {
            let names: Names = (0..n).map(|i| format!("spot{i}")).collect();
            let index = Index::new(&names);
            let is_found = |row: usize| index.row(&names, names.get(row)) == Some(row as u32);
            assert!((0..n).all(is_found) && index.row(&names, "spot").is_none() && index.repeated.is_none());
        }
        assert_eq!(Index::new(&Names::default()).row(&Names::default(), "a"), None);
    }

    #[test]
    fn the_first_repetition_is_found() {
        let names: Names = "a b c b a a".split(' ').collect();
        let index = Index::new(&names);
        assert_eq!((index.repeated, index.row(&names, "a")), (Some([1, 3]), Some(0)));
        let same: Names = std::iter::repeat_n("a", 100_000).collect();
        assert_eq!(Index::new(&same).repeated, Some([0, 1]));
    }
}
