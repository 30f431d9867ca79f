//! What chance makes of a cell: a map that knows how many spots carry each label, and not where they are.

use std::ops::AddAssign;

use super::dense::unpack;
use super::half_edges::{Amount, Entry};

/// Sums over cells of |m − m′|·|n − n′|/(n + n′)/2: between truth and pred, and between truth and chance.
///
/// Their terms are rounded to multiples of one grain, of which all together are fewer than 2⁵³, so that sums have no rounding
/// and come out the same in whatever order, and by whatever tiles, they are added.
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

/// 1.5·2⁵²: from 2⁵² to 2⁵³ numbers of 53 bits are one apart.
const ANCHOR: f64 = 6_755_399_441_055_744.0;

/// How likely a half-edge is of each kind if labels are thrown at random:
/// e(a, same) = c_a(c_a − 1)/(n(n − 1)), e(a, different) = c_a(n − c_a)/(n(n − 1)).
#[derive(Debug)]
pub(super) struct Chance {
    odds: Vec<Odds>,
    /// n(n − 1).
    all: u64,
    /// What a term is rounded by adding and taking away: beside it numbers have the precision of one grain.
    anchor: f64,
}

/// The chance of the two kinds of one label, same and different.
#[derive(Debug, Clone, Copy)]
pub(super) struct Odds {
    /// Of n(n − 1): as whole numbers, so that what is left of 1 has no rounding.
    ways: [u64; 2],
    shares: [f64; 2],
}

impl Chance {
    /// The chance of a pred with so many spots of each label, for half-edges of so much mass in all.
    pub(super) fn of(amounts: &[u64], mass: f64) -> Self {
        let n: u64 = amounts.iter().sum();
        let all = n * n.saturating_sub(1);
        let odds = |&amount: &u64| {
            let ways = [amount * amount.saturating_sub(1), amount * (n - amount)];
            Odds { ways, shares: ways.map(|ways| ways as f64 / all as f64) }
        };
        // All terms of a level add up to at most twice the mass, which is less than 2⁵¹ grains.
        let grain = libm::ldexp(1.0, libm::frexp(mass).1 - 50);
        Self { odds: amounts.iter().map(odds).collect(), all, anchor: grain * ANCHOR }
    }

    /// Whether the pred has one label: such a pred is its own chance.
    pub(super) fn is_certain(&self) -> bool {
        self.odds.iter().any(|odds| odds.ways[0] == self.all)
    }

    /// The chance of a label's kinds.
    pub(super) fn odds(&self, label: u32) -> Odds {
        self.odds[label as usize]
    }

    /// 1 − e for half-edges of a label, same and different.
    pub(super) fn missed(&self, label: u32) -> [f64; 2] {
        self.odds(label).ways.map(|ways| self.rest(ways))
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
            let odds = self.odds(entry.label);
            let mut by_chance = 0.0;
            for kind in (0..2).filter(|&kind| entry.amounts[kind].count() > 0) {
                present += odds.ways[kind];
                let share = odds.shares[kind];
                by_chance += surplus(entry.amounts[kind], share * count as f64, share * mass);
            }
            sums += Sums { mean: self.rounded(excess(entry)), chance: self.rounded(by_chance) };
        }
        // A kind that the truth lacks here is all surplus.
        sums.chance += self.rounded(self.rest(present) * mass);
        Sums { mean: 0.5 * sums.mean, chance: 0.5 * sums.chance }
    }

    /// The sums of one cell whose entries are packed; those of `odds` have the same order.
    pub(super) fn judge(&self, row: &[u64], odds: &[Odds]) -> Sums {
        let total: u64 = row.iter().sum();
        if total == 0 {
            return Sums::default();
        }
        let [same, different, ..] = unpack(total);
        let count = f64::from((same + different) as u32);
        let mut sums = Sums::default();
        let mut present = 0;
        for (&slot, odds) in row.iter().zip(odds).filter(|(slot, _)| **slot != 0) {
            let [same, different, pred_same, pred_different] = unpack(slot).map(|amount| f64::from(amount as u32));
            let mut by_chance = 0.0;
            for (kind, amount) in [same, different].into_iter().enumerate() {
                if amount > 0.0 {
                    present += odds.ways[kind];
                    by_chance += triangle(amount, odds.shares[kind] * count);
                }
            }
            let mean = triangle(same, pred_same) + triangle(different, pred_different);
            sums += Sums { mean: self.rounded(mean), chance: self.rounded(by_chance) };
        }
        sums.chance += self.rounded(self.rest(present) * count);
        Sums { mean: 0.5 * sums.mean, chance: 0.5 * sums.chance }
    }

    /// A term as a multiple of the grain.
    #[inline]
    fn rounded(&self, term: f64) -> f64 {
        (term + self.anchor) - self.anchor
    }

    /// What is left of 1.
    fn rest(&self, ways: u64) -> f64 {
        (self.all - ways) as f64 / self.all as f64
    }
}

/// The sum of one cell between truth and pred.
pub(super) fn difference<A: Amount>(cell: &[Entry<A>]) -> f64 {
    0.5 * cell.iter().map(excess).sum::<f64>()
}

/// The terms of one label between truth and pred.
fn excess<A: Amount>(entry: &Entry<A>) -> f64 {
    let of = |kind: usize| {
        let pred = entry.amounts[2 + kind];
        surplus(entry.amounts[kind], pred.count() as f64, pred.mass())
    };
    of(0) + of(1)
}

/// |m − m′|·|n − n′|/(n + n′), 0 where both are none.
fn surplus<A: Amount>(truth: A, count: f64, mass: f64) -> f64 {
    let both = truth.count() as f64 + count;
    let difference = (truth.count() as f64 - count).abs();
    if difference == 0.0 { 0.0 } else { (truth.mass() - mass).abs() * difference / both }
}

/// The same where masses are counts, of which one at least 1 unless both are 0.
fn triangle(a: f64, b: f64) -> f64 {
    (a - b) * (a - b) / (a + b).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn a_cell_by_hand() {
        // Pred: three of a and one of b, so e = 6/12, 3/12 for a, 0, 3/12 for b.
        let chance = Chance::of(&[3, 1], 5.0);
        let a = Entry { label: 0, amounts: [4u64, 0, 2, 0] };
        let b = Entry { label: 1, amounts: [0u64, 0, 1, 1] };
        let packed = chance.judge(&[4 | 2 << 32, 1 << 32 | 1 << 48], &[chance.odds(0), chance.odds(1)]);
        for sums in [chance.compare(&[a, b]), packed] {
            // (4 − 2)²/6 + 1 + 1, halved.
            assert_close(sums.mean, 0.5 * (4.0 / 6.0 + 2.0));
            // Chance has 2 of (a, same), 1 of (a, different) and 1 of (b, different).
            assert_close(sums.chance, 0.5 * (4.0 / 6.0 + 2.0));
        }
        assert_eq!(chance.judge(&[0, 0], &[chance.odds(0), chance.odds(1)]), Sums::default());
        assert_eq!(chance.missed(1), [1.0, 0.75]);
        assert!(!chance.is_certain() && Chance::of(&[0, 2], 2.0).is_certain());
    }
    #[test]
    fn sums_know_no_order() {
        let chance = Chance::of(&[5, 7, 11], 3e6);
        let cell = |i: u64| {
            let entry = |label: u32| {
                let amount = |j: u64| (i * 7919 + j * u64::from(label + 1)) % 23;
                Entry { label, amounts: [amount(1), amount(2), amount(3), amount(5)] }
            };
            chance.compare(&[entry(0), entry(1), entry(2)])
        };
        let mut all: Vec<Sums> = (0..20_000).map(cell).collect();
        let sum = |all: &[Sums]| {
            all.iter().fold(Sums::default(), |mut sum, cell| {
                sum += *cell;
                sum
            })
        };
        let forth = sum(&all);
        all.sort_by(|a, b| a.chance.total_cmp(&b.chance));
        assert_eq!(sum(&all), forth);
    }
}
