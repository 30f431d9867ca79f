//! The permutation test, spot by spot: invalid for tissue, shown beside the shift test, which holds.

use rand::Rng;
use rand::seq::SliceRandom;

use super::finding::{Chance, Finding, Procedure};
use super::replicates::Replicates;
use super::shift::one_label;
use super::tables::contingency;
use crate::contingency::{Cell, Contingency};
use crate::metrics::external::adjusted_rand_index;
use crate::pair::Pair;
use crate::parallel::each;
use crate::random;

/// Replicates that differ by less than this are ties, and count against the pred.
const TIE: f64 = 1e-12;

/// The permutation test of the adjusted Rand index: every spot is taken to be independent of its neighbours.
///
/// Only the table counts, so that tables with the same margins are drawn rather than spots permuted; margins in order of
/// size, so that names do not matter. O(B·K·K₁·√n), or O(B·n) where there are more cells than spots.
pub fn permutation_test(pair: &Pair, replicates: Replicates) -> Finding {
    let finding = Finding::new(Procedure::Permutation, "ari");
    if let Some(reason) = one_label(pair) {
        return finding.undefined(reason);
    }
    let table = contingency(pair);
    let own = adjusted_rand_index(&table);
    let sizes = |sizes: &[u64]| {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    };
    let (truth, pred) = (sizes(&table.truth_sizes), sizes(&table.pred_sizes));
    let draw = |replicate: usize| {
        let mut random = random::stream(replicates.seed, (0b11 << 62) | replicate as u64);
        let drawn = if (truth.len() * pred.len()) as u64 <= table.n_spots {
            with_margins(&truth, &pred, &mut random)
        } else {
            shuffled(&truth, &pred, &mut random)
        };
        adjusted_rand_index(&drawn)
    };
    let reached: Vec<f64> = each(0..replicates.n, draw);
    let as_good = reached.iter().filter(|&&index| index >= own - TIE).count();
    Finding {
        value: Some(own),
        p: Some((1 + as_good) as f64 / (1 + replicates.n) as f64),
        chance: (replicates.n > 0).then(|| Chance::of(reached)),
        replicates: Some(replicates.n),
        ..finding
    }
}

/// A table with the given margins, as likely as permuting spots makes it.
fn with_margins(truth: &[u64], pred: &[u64], random: &mut impl Rng) -> Contingency {
    let mut left = pred.to_vec();
    let mut cells = Vec::new();
    for (row, &size) in truth.iter().enumerate() {
        let (mut draws, mut total) = (size, left.iter().sum::<u64>());
        for (column, left) in left.iter_mut().enumerate() {
            let n_spots = hypergeometric(draws, *left, total, random);
            draws -= n_spots;
            total -= *left;
            *left -= n_spots;
            if n_spots > 0 {
                cells.push(Cell { truth: row, pred: column, n_spots });
            }
        }
    }
    Contingency::from_cells(cells, truth.len(), pred.len())
}

fn shuffled(truth: &[u64], pred: &[u64], random: &mut impl Rng) -> Contingency {
    let spread = |sizes: &[u64]| -> Vec<u16> {
        sizes.iter().zip(0..).flat_map(|(&size, label)| std::iter::repeat_n(label, size as usize)).collect()
    };
    let mut moved = spread(pred);
    moved.shuffle(random);
    Contingency::count(&spread(truth), &moved, truth.len(), pred.len())
}

/// How many of `draws` from `total` are among the `marked` ones: by inversion, outwards from the likeliest number.
fn hypergeometric(draws: u64, marked: u64, total: u64, random: &mut impl Rng) -> u64 {
    let (least, most) = ((draws + marked).saturating_sub(total), draws.min(marked));
    if least == most {
        return least;
    }
    let [d, m, n] = [draws, marked, total].map(|count| count as f64);
    let mode = (((d + 1.0) * (m + 1.0) / (n + 2.0)).floor() as u64).clamp(least, most);
    let ln_choose = |n: f64, k: f64| libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    let at = mode as f64;
    let peak = libm::exp(ln_choose(m, at) + ln_choose(n - m, d - at) - ln_choose(n, d));
    let mut rest = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 - peak;
    let (mut up, mut up_mass, mut down, mut down_mass) = (mode, peak, mode, peak);
    // The ratio of neighbouring numbers, k + 1 to k.
    let ratio = |k: f64| (m - k) * (d - k) / ((k + 1.0) * (n - m - d + k + 1.0));
    while rest >= 0.0 && (up < most || down > least) {
        if up < most {
            up_mass *= ratio(up as f64);
            up += 1;
            rest -= up_mass;
            if rest < 0.0 {
                return up;
            }
        }
        if down > least {
            down -= 1;
            down_mass /= ratio(down as f64);
            rest -= down_mass;
            if rest < 0.0 {
                return down;
            }
        }
    }
    mode
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_close, pair};

    #[test]
    fn the_hypergeometric_distribution_by_hand() {
        // Two of four, two marked: 0, 1, 2 with chances 1/6, 4/6, 1/6.
        let mut counts = [0.0; 3];
        let mut random = random::stream(1, 1);
        (0..60_000).for_each(|_| counts[hypergeometric(2, 2, 4, &mut random) as usize] += 1.0 / 60_000.0);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.01, "{found}, not {expected}");
        [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0].into_iter().zip(counts).for_each(|(expected, found)| near(found, expected));
        assert_eq!((hypergeometric(3, 4, 4, &mut random), hypergeometric(3, 0, 4, &mut random)), (3, 0));
    }

    #[test]
    fn large_draws_have_the_right_mean_and_spread() {
        // Mean d·m/n, variance d·(m/n)(1 − m/n)(n − d)/(n − 1).
        let (d, m, n) = (300_000, 200_000, 1_000_000);
        let mut random = random::stream(2, 2);
        let values: Vec<f64> = (0..4000).map(|_| hypergeometric(d, m, n, &mut random) as f64).collect();
        let mean = values.iter().sum::<f64>() / 4000.0;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / 4000.0;
        let expected: f64 = 300_000.0 * 0.2 * 0.8 * 0.7;
        assert!((mean - 60_000.0).abs() < 4.0 * (expected / 4000.0).sqrt(), "{mean}");
        assert!((variance / expected - 1.0).abs() < 0.1, "{variance}");
    }

    #[test]
    fn margins_are_kept_and_chance_is_zero() {
        let mut random = random::stream(3, 3);
        let table = with_margins(&[5, 3, 2], &[6, 4], &mut random);
        assert_eq!((table.truth_sizes, table.pred_sizes), (vec![5, 3, 2], vec![6, 4]));
        let found = permutation_test(&pair(&"aabbcc".repeat(20), &"xyxyzz".repeat(20)), Replicates { n: 999, seed: 0 });
        // The index is corrected for exactly this kind of chance.
        assert!(found.chance.unwrap().mean.abs() < 0.002);
        assert_eq!(found.p, Some(1.0 / 1000.0));
    }

    #[test]
    fn drawn_tables_and_permuted_spots_agree() {
        let reached = |draw: fn(&[u64], &[u64], &mut rand_chacha::ChaCha8Rng) -> Contingency| {
            let one = |index| adjusted_rand_index(&draw(&[9, 6, 5], &[10, 10], &mut random::stream(8, index)));
            let values: Vec<f64> = (0..4000).map(one).collect();
            Chance::of(values)
        };
        let (tables, spots) = (reached(with_margins), reached(shuffled));
        assert!((tables.mean - spots.mean).abs() < 0.01, "{tables:?} {spots:?}");
        assert!((tables.q95 - spots.q95).abs() < 0.03, "{tables:?} {spots:?}");
    }

    #[test]
    fn names_and_rows_do_not_matter() {
        let few = Replicates { n: 99, seed: 3 };
        let one = permutation_test(&pair("aaabbbbcc", "xxyyyyzzx"), few);
        let other = permutation_test(&pair("ccbbbbaaa", "pqqrrrrpp"), few);
        assert_eq!(one.p, other.p);
        assert_close(one.value.unwrap(), other.value.unwrap());
    }
}
