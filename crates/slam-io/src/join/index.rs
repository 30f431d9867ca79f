//! The row of each id, found by hash: ids stay where they are, and the whole takes a few bytes for each.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use super::Names;

/// The row of each id.
#[derive(Debug)]
pub(crate) struct Index {
    /// Hash and row of each id; invariant: sorted.
    entries: Vec<(u64, u32)>,
    /// Where the hashes with these first bits begin; invariant: rising, one more than there are buckets.
    starts: Vec<u32>,
    /// The number of bits behind the first ones.
    shift: u32,
}

impl Index {
    /// The rows of these ids.
    pub(crate) fn new(names: &Names) -> Self {
        let mut entries: Vec<(u64, u32)> =
            (0..names.len()).into_par_iter().map(|row| (hash(names.get(row)), row as u32)).collect();
        entries.par_sort_unstable();
        // As many buckets as ids, so that there is about one in each.
        let n_bits = entries.len().max(2).ilog2();
        let shift = u64::BITS - n_bits;
        let mut starts = vec![0; (1 << n_bits) + 1];
        entries.iter().for_each(|(hash, _)| starts[(hash >> shift) as usize + 1] += 1);
        (1..starts.len()).for_each(|bucket| starts[bucket] += starts[bucket - 1]);
        Self { entries, starts, shift }
    }

    /// The row of an id of these names; of several, the first.
    pub(crate) fn row(&self, names: &Names, id: &str) -> Option<u32> {
        let hash = hash(id);
        let bucket = (hash >> self.shift) as usize;
        let entries = &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        let is_it = |&&(other, row): &&(u64, u32)| other == hash && names.get(row as usize) == id;
        entries.iter().find(is_it).map(|&(_, row)| row)
    }

    /// The first row whose id was there before, behind the row where it was, if there is one.
    pub(crate) fn repeated(&self, names: &Names) -> Option<[usize; 2]> {
        let groups = self.entries.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        let pairs = groups.filter_map(|group| {
            let rows: Vec<usize> = group.iter().map(|&(_, row)| row as usize).collect();
            // Rows of a group rise, and different ids hardly ever share one.
            (1..rows.len()).find_map(|later| {
                let same = |&&row: &&usize| names.get(row) == names.get(rows[later]);
                rows[..later].iter().find(same).map(|&row| [row, rows[later]])
            })
        });
        pairs.min_by_key(|rows| rows[1])
    }
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
            assert!((0..n).all(is_found) && index.row(&names, "spot").is_none() && index.repeated(&names).is_none());
        }
        assert_eq!(Index::new(&Names::default()).row(&Names::default(), "a"), None);
    }

    #[test]
    fn the_first_repetition_is_found() {
        let names: Names = "a b c b a a".split(' ').collect();
        assert_eq!((Index::new(&names).repeated(&names), Index::new(&names).row(&names, "a")), (Some([1, 3]), Some(0)));
    }
}
