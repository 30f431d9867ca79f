//! Text of varying length, which HDF5 keeps in heaps apart from the datasets that refer to it.

use std::sync::atomic::{AtomicU64, Ordering};

use hdf5_reader::group::Group;

use super::damaged;
use crate::h5ad::error::{Error, Location, Result};
use crate::h5ad::store::Texts;

/// Resolves references to text, within a budget.
///
/// A reference takes 16 bytes and may name megabytes, so a small file could unpack to anything. Real files store each
/// text once, unpacked, and in order: the budgets are multiples of the length of the file.
pub(crate) struct Heap {
    root: Group,
    n_bytes: u64,
    /// Bytes of text resolved so far.
    resolved: AtomicU64,
    /// Bytes of heaps that had to be looked through so far.
    searched: AtomicU64,
    /// The heap looked through last.
    last: AtomicU64,
}

impl Heap {
    /// The heaps of a file of `n_bytes`.
    pub(super) fn new(root: Group, n_bytes: u64) -> Self {
        let zero = AtomicU64::default;
        Self { root, n_bytes, resolved: zero(), searched: zero(), last: AtomicU64::new(u64::MAX) }
    }

    /// The number of bytes of a reference to text.
    pub(super) fn reference_size(&self) -> usize {
        8 + usize::from(self.root.offset_size())
    }

    /// The number of bytes of an address.
    pub(super) fn address_size(&self) -> usize {
        usize::from(self.root.offset_size())
    }

    /// The most that one dataset may hold.
    pub(super) fn max_read_bytes(&self) -> usize {
        super::max_read_bytes(self.n_bytes)
    }

    /// The length that a heap claims, or nothing if there is no heap: then it will not be read either.
    fn heap_length(&self, address: u64) -> u64 {
        let header = self.root.storage().read_range(address, 8 + usize::from(self.root.length_size()));
        header.map_or(0, |header| little_endian(&header[8..]))
    }

    fn spend(&self, spent: &AtomicU64, amount: u64, times: u64, place: &Location) -> Result<()> {
        let budget = (16 << 20) + self.n_bytes.saturating_mul(times);
        let total = spent.fetch_add(amount, Ordering::Relaxed).saturating_add(amount);
        if total <= budget {
            return Ok(());
        }
        Err(Error::TooLarge { place: place.clone(), problem: format!("more than {budget} bytes of text") })
    }
}

impl Texts for Heap {
    fn resolve(&self, reference: &[u8], place: &Location) -> Result<Vec<u8>> {
        let address = little_endian(&reference[4..4 + self.address_size()]);
        self.spend(&self.resolved, little_endian(&reference[..4]), 4, place)?;
        if self.last.swap(address, Ordering::Relaxed) != address {
            let length = self.heap_length(address);
            self.spend(&self.searched, length, 64, place)?;
        }
        self.root.resolve_vlen_reference_bytes(reference, 1).map_err(|error| damaged(place, &error))
    }
}

/// A number of at most 8 bytes.
pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_is_the_smallest() {
        assert_eq!(little_endian(&[1, 2, 0, 0]), 513);
        assert_eq!(little_endian(&[255; 8]), u64::MAX);
    }
}
