//! Inference over donors: slices of one donor are alike, so donors are what is counted.

use crate::parallel::prelude::*;

use super::finding::{Finding, Interval, Procedure};
use super::jackknife::LEVEL;
use super::student::{mean_and_deviation, two_sided, two_sided_quantile};
use super::undefined::Undefined;

/// Fewer donors than this do not tell how much donors differ.
const FEWEST: usize = 3;
/// So many donors have few enough ways to change signs, and enough of them.
const SIGNED: std::ops::RangeInclusive<usize> = 6..=16;
/// Sums that differ by less than this are ties.
const TIE: f64 = 1e-12;

/// The mean of a method over donors, each the mean of its slices, with its interval by Student's t.
///
/// `scores` are those of the slices, none where undefined; `donors` says whose slice each is.
pub(crate) fn mean_over_donors(number: &str, scores: &[Option<f64>], donors: &[usize]) -> Finding {
    estimate(Procedure::Donors, number, &donor_means(scores, donors))
}

/// The mean of a method over slices of which nobody said whose they are, with its interval by Student's t.
pub(crate) fn mean_over_slices(number: &str, scores: &[Option<f64>]) -> Finding {
    estimate(Procedure::Slices, number, &scores.iter().flatten().copied().collect::<Vec<_>>())
}

/// The difference of two methods over slices of which nobody said whose they are: its value, and no p.
pub(crate) fn paired_slices(number: &str, a: &[Option<f64>], b: &[Option<f64>]) -> Finding {
    let differences: Vec<f64> = a.iter().zip(b).filter_map(|(a, b)| Some((*a)? - (*b)?)).collect();
    let n_slices = differences.len();
    let finding = Finding { slices: Some(n_slices), ..Finding::new(Procedure::PairedDonors, number) };
    if n_slices == 0 {
        return finding.undefined(Undefined::NoNumber);
    }
    let mean = differences.iter().sum::<f64>() / n_slices as f64;
    Finding { value: Some(mean), ..finding }.undefined(Undefined::NoDonors { n_slices })
}

/// The difference of two methods over donors, A minus B, with its interval and the two-sided p of no difference.
///
/// Scores are those of the slices, none where undefined; `donors` says whose slice each is. Only slices that both have
/// count; they are averaged within a donor, and donors are compared by a paired t.
pub fn paired_donors(number: &str, a: &[Option<f64>], b: &[Option<f64>], donors: &[usize]) -> Finding {
    let differences = differences(a, b, donors);
    let finding = estimate(Procedure::PairedDonors, number, &differences);
    let Some(interval) = finding.interval.filter(|interval| interval.low < interval.high) else {
        let reason = finding.undefined.clone().unwrap_or(Undefined::Alike);
        return Finding { interval: None, ..finding }.undefined(reason);
    };
    let (mean, deviation) = mean_and_deviation(&differences);
    let n = differences.len() as f64;
    let p = two_sided(mean / (deviation / n.sqrt()), n - 1.0);
    Finding { p: Some(p), interval: Some(interval), ..finding }
}

/// The differences of two methods, donor by donor, over the slices that both have.
pub(crate) fn differences(a: &[Option<f64>], b: &[Option<f64>], donors: &[usize]) -> Vec<f64> {
    let both = |one: &[Option<f64>], other: &[Option<f64>]| -> Vec<Option<f64>> {
        one.iter().zip(other).map(|(one, other)| other.and(*one)).collect()
    };
    let (a, b) = (donor_means(&both(a, b), donors), donor_means(&both(b, a), donors));
    a.iter().zip(&b).map(|(a, b)| a - b).collect()
}

/// The exact p of every pair, adjusted for all pairs, from all ways to change the signs of donors.
///
/// Each list has the differences of one pair, donor by donor, the same donors for all. Under no difference every donor's
/// differences could as well have the other sign; p is the share of sign changes whose largest |Σd|/√Σd² of all pairs
/// reaches that of the pair. None outside of 6 to 16 donors, or where the numbers of donors differ; none for a pair
/// without differences. O(2ᴶ·J·pairs).
///
/// Westfall and Young, *Resampling-based multiple testing*, Wiley (1993).
pub(crate) fn sign_flips(differences: &[Vec<f64>]) -> Vec<Option<f64>> {
    let n_donors = differences.first().map_or(0, Vec::len);
    if !SIGNED.contains(&n_donors) || differences.iter().any(|list| list.len() != n_donors) {
        return vec![None; differences.len()];
    }
    let scaled: Vec<Option<Vec<f64>>> = differences.iter().map(|list| unit(list)).collect();
    let largest = |signs: u32| {
        let sum = |list: &Vec<f64>| {
            let signed = list.iter().enumerate().map(|(donor, d)| if signs >> donor & 1 == 1 { -d } else { *d });
            signed.sum::<f64>().abs()
        };
        scaled.iter().flatten().map(sum).fold(0.0, f64::max)
    };
    // The other half of the sign changes mirrors this one.
    let maxima: Vec<f64> = (0..1_u32 << (n_donors - 1)).into_par_iter().map(largest).collect();
    let share = |list: &Vec<f64>| {
        let own = list.iter().sum::<f64>().abs();
        maxima.iter().filter(|&&maximum| maximum >= own - TIE).count() as f64 / maxima.len() as f64
    };
    scaled.iter().map(|list| list.as_ref().map(share)).collect()
}

/// A list divided by the root of its sum of squares, unless that is 0.
fn unit(list: &[f64]) -> Option<Vec<f64>> {
    let length = list.iter().map(|d| d * d).sum::<f64>().sqrt();
    (length > 0.0).then(|| list.iter().map(|d| d / length).collect())
}

/// The mean of every donor that has a score, in order.
fn donor_means(scores: &[Option<f64>], donors: &[usize]) -> Vec<f64> {
    let n_donors = donors.iter().max().map_or(0, |last| last + 1);
    let mut sums = vec![(0.0, 0); n_donors];
    for (score, &donor) in scores.iter().zip(donors) {
        if let Some(score) = score {
            sums[donor].0 += score;
            sums[donor].1 += 1;
        }
    }
    sums.into_iter().filter(|(_, n)| *n > 0).map(|(sum, n)| sum / f64::from(n)).collect()
}

/// A mean over donors or slices with the interval of Student's t, or the reason why there is none.
fn estimate(procedure: Procedure, number: &str, values: &[f64]) -> Finding {
    let n = values.len();
    let is_slices = procedure == Procedure::Slices;
    let (donors, slices) = if is_slices { (None, Some(n)) } else { (Some(n), None) };
    let finding = Finding { donors, slices, ..Finding::new(procedure, number) };
    if n == 0 {
        return finding.undefined(Undefined::NoNumber);
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let finding = Finding { value: Some(mean), ..finding };
    if n < FEWEST {
        let few = if is_slices { Undefined::FewSlices { n_slices: n } } else { Undefined::FewDonors { n_donors: n } };
        return finding.undefined(few);
    }
    let (_, deviation) = mean_and_deviation(values);
    let half = two_sided_quantile(1.0 - LEVEL, (n - 1) as f64) * deviation / (n as f64).sqrt();
    Finding { interval: Some(Interval { low: mean - half, high: mean + half, level: LEVEL }), ..finding }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn some(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    #[test]
    fn donors_not_slices_are_counted() {
        // Donor means of the difference: 1, 2, 3; t = 2/(1/√3), two degrees: p = 1 − t/√(2 + t²).
        let a = some(&[1.0, 1.0, 3.0, 1.0, 5.0, 1.0]);
        let found = paired_donors("slam", &a, &some(&[0.0; 6]), &[0, 0, 1, 1, 2, 2]);
        let t = 2.0 * 3f64.sqrt();
        assert_eq!((found.value, found.donors), (Some(2.0), Some(3)));
        assert_close(found.p.unwrap(), 1.0 - t / (2.0 + t * t).sqrt());
        assert_close(found.interval.unwrap().high, 2.0 + 4.302_652_729_749_462 / 3f64.sqrt());
    }

    #[test]
    fn slices_that_one_lacks_count_for_neither() {
        let (a, b) = ([Some(1.0), Some(9.0), Some(2.0), Some(3.0)], [Some(0.0), None, Some(0.0), Some(0.0)]);
        assert_eq!(differences(&a, &b, &[0, 0, 1, 2]), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn reasons_instead_of_numbers() {
        let two = paired_donors("slam", &some(&[1.0, 2.0]), &some(&[0.0, 0.0]), &[0, 1]);
        assert_eq!((two.value, two.p), (Some(1.5), None));
        assert_eq!(two.undefined.unwrap().to_string(), "2 donors are fewer than the 3 that it takes");
        let alike = paired_donors("slam", &some(&[1.0; 4]), &some(&[1.0; 4]), &[0, 1, 2, 3]);
        assert_eq!((alike.p, alike.interval, alike.undefined), (None, None, Some(Undefined::Alike)));
        let none = mean_over_donors("ch", &[None, None], &[0, 1]);
        assert_eq!((none.value, none.undefined), (None, Some(Undefined::NoNumber)));
    }

    #[test]
    fn slices_without_donors_have_an_interval_of_their_own_and_no_p() {
        let mean = mean_over_slices("slam", &some(&[1.0, 2.0, 3.0]));
        assert_eq!((mean.value, mean.donors, mean.slices), (Some(2.0), None, Some(3)));
        assert!(mean.interval.is_some());
        let few = mean_over_slices("slam", &some(&[1.0, 2.0])).undefined.unwrap().to_string();
        assert_eq!(few, "2 slices are fewer than the 3 that it takes");
        let found = paired_slices("slam", &some(&[1.0, 2.0, 4.0]), &[Some(0.0), Some(0.0), None]);
        assert_eq!((found.value, found.p, found.interval, found.donors), (Some(1.5), None, None, None));
        assert_eq!(found.undefined, Some(Undefined::NoDonors { n_slices: 2 }));
    }

    #[test]
    fn sign_flips_by_hand() {
        // Six donors who all differ by 1: of 64 sign changes two reach |Σd| = 6.
        let alone = sign_flips(&[vec![1.0; 6]]);
        assert_eq!(alone, [Some(2.0 / 64.0)]);
        // A pair without a difference has no p and takes none from others; five donors are too few.
        assert_eq!(sign_flips(&[vec![1.0; 6], vec![0.0; 6]]), [Some(2.0 / 64.0), None]);
        assert_eq!(sign_flips(&[vec![1.0; 5]]), [None]);
        // With ±1 by turns as well, sign changes that make either of them one-sided count for both: 4 of 64.
        let turns = vec![1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
        assert_eq!(sign_flips(&[vec![1.0; 6], turns]), [Some(4.0 / 64.0), Some(1.0)]);
    }
}
