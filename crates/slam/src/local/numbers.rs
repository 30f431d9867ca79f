//! Distinct numbers, each with a rank of its own, found by its bits.

use std::mem;

/// A slot that holds no number: no number has these bits.
const EMPTY: (u64, u32) = (u64::MAX, 0);

/// A set of numbers that knows in which order they came.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    /// In the order in which they came.
    values: Vec<f64>,
    /// Bits and rank. Invariant: at most half of the slots are taken, and there are a power of two of them.
    slots: Vec<(u64, u32)>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { values: Vec::new(), slots: vec![EMPTY; 1 << 8] }
    }
}

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut numbers = Self::default();
        for value in values {
            numbers.rank(value);
        }
        numbers
    }
}

impl Numbers {
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many came before a number, which is put in if it is not there.
    #[inline]
    pub(super) fn rank(&mut self, value: f64) -> u32 {
        let slot = self.slot(value);
        if self.slots[slot] == EMPTY { self.insert(slot, value) } else { self.slots[slot].1 }
    }

    #[cold]
    fn insert(&mut self, slot: usize, value: f64) -> u32 {
        let rank = self.values.len() as u32;
        self.slots[slot] = (value.to_bits(), rank);
        self.values.push(value);
        if 2 * self.values.len() > self.slots.len() {
            self.grow();
        }
        rank
    }

    /// The slot where a number is, or belongs.
    #[inline]
    fn slot(&self, value: f64) -> usize {
        let (bits, mask) = (value.to_bits(), self.slots.len() - 1);
        // Fibonacci hashing; the numbers of a lattice differ in their high bits, which are folded upon the low ones.
        let mut slot = ((bits ^ (bits >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & mask;
        while self.slots[slot].0 != bits && self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let n_slots = 4 * self.slots.len();
        for taken in mem::replace(&mut self.slots, vec![EMPTY; n_slots]) {
            if taken != EMPTY {
                let slot = self.slot(f64::from_bits(taken.0));
                self.slots[slot] = taken;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_once_in_the_order_they_came() {
        let mut numbers: Numbers = (0..10_000).map(|i| f64::from(i * 7 % 1000) / 3.0).collect();
        assert_eq!(numbers.values().len(), 1000);
        assert!((0..1000).all(|i| numbers.rank(f64::from(i * 7 % 1000) / 3.0) == i as u32));
    }
}
