//! What chance makes of a cell: a map that knows how many spots carry each label, and not where they are.

use std::ops::AddAssign;

use super::half_edges::{Amount, Entry};

/// Sums over cells of |m − m′|·|n − n′|/(n + n′)/2: between truth and pred, and between truth and chance.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) mean: f64,
    pub(super) chance: f64,
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.mean += other.mean;
        self.chance += other.chance;
    }
}

impl Sums {
    /// The share of one of `n`.
    pub(super) fn over(self, n: usize) -> Self {
        Self { mean: self.mean / n as f64, chance: self.chance / n as f64 }
    }
}

/// How likely a half-edge is of each kind if labels are thrown at random:
/// e(a, same) = c_a(c_a − 1)/(n(n − 1)), e(a, different) = c_a(n − c_a)/(n(n − 1)).
///
/// Kept as whole numbers, so that what is left of 1 has no rounding.
#[derive(Debug)]
pub(super) struct Chance {
    /// The numerators of every label, same and different.
    ways: Vec<[u64; 2]>,
    /// n(n − 1), their sum.
    all: u64,
}

impl Chance {
    /// The chance of a pred with these labels.
    pub(super) fn of(pred: impl Iterator<Item = u16>, n_labels: usize) -> Self {
        let mut amounts = vec![0u64; n_labels];
        pred.for_each(|label| amounts[usize::from(label)] += 1);
        let n: u64 = amounts.iter().sum();
        let ways = |&amount: &u64| [amount * amount.saturating_sub(1), amount * (n - amount)];
        Self { ways: amounts.iter().map(ways).collect(), all: n * n.saturating_sub(1) }
    }

    /// Whether the pred has one label: such a pred is its own chance.
    pub(super) fn is_certain(&self) -> bool {
        self.ways.iter().any(|ways| ways[0] == self.all)
    }

    /// 1 − e for half-edges of a label, same and different.
    pub(super) fn missed(&self, label: u16) -> [f64; 2] {
        self.ways[usize::from(label)].map(|ways| self.share(self.all - ways))
    }

    /// The sums of one cell.
    pub(super) fn compare<A: Amount>(&self, cell: &[Entry<A>]) -> Sums {
        let (mut count, mut mass) = (0, 0.0);
        for entry in cell {
            count += entry.amounts[0].count() + entry.amounts[1].count();
            mass += entry.amounts[0].mass() + entry.amounts[1].mass();
        }
        let mut sums = Sums::default();
        let mut present = 0;
        for entry in cell {
            for kind in 0..2 {
                let (truth, pred) = (entry.amounts[kind], entry.amounts[2 + kind]);
                sums.mean += surplus(truth, pred.count() as f64, pred.mass());
                if truth.count() > 0 {
                    let ways = self.ways[usize::from(entry.label)][kind];
                    present += ways;
                    sums.chance += surplus(truth, self.share(ways) * count as f64, self.share(ways) * mass);
                }
            }
        }
        // A kind that the truth lacks here is all surplus.
        sums.chance += self.share(self.all - present) * mass;
        Sums { mean: 0.5 * sums.mean, chance: 0.5 * sums.chance }
    }

    fn share(&self, ways: u64) -> f64 {
        ways as f64 / self.all as f64
    }
}

/// |m − m′|·|n − n′|/(n + n′), 0 where both are none.
fn surplus<A: Amount>(truth: A, count: f64, mass: f64) -> f64 {
    let both = truth.count() as f64 + count;
    let difference = (truth.count() as f64 - count).abs();
    if difference == 0.0 { 0.0 } else { (truth.mass() - mass).abs() * difference / both }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn a_cell_by_hand() {
        // Pred: three of a and one of b, so e = 6/12, 3/12 for a, 0, 3/12 for b.
        let chance = Chance::of([0, 0, 0, 1].into_iter(), 2);
        let a = Entry { label: 0, amounts: [4u64, 0, 2, 0] };
        let b = Entry { label: 1, amounts: [0u64, 0, 1, 1] };
        let sums = chance.compare(&[a, b]);
        // (4 − 2)²/6 + 1 + 1, halved.
        assert_close(sums.mean, 0.5 * (4.0 / 6.0 + 2.0));
        // Chance has 2 of (a, same), 1 of (a, different) and 1 of (b, different).
        assert_close(sums.chance, 0.5 * (4.0 / 6.0 + 2.0));
        assert_eq!(chance.missed(1), [1.0, 0.75]);
        assert!(!chance.is_certain() && Chance::of([1, 1].into_iter(), 2).is_certain());
    }
}
