//! The paired test of two methods on one slide, which leaves out the same tiles for both: which of them is better?

use super::finding::{Finding, Interval, Procedure};
use super::jackknife::{Jackknife, LEVEL};
use super::undefined::Undefined;

/// The difference of a number of two methods, A minus B, with its interval and the two-sided p of no difference.
///
/// t with 5 degrees of freedom, the variance multiplied by `inflation`. Two methods that score alike in every tile have no p.
pub(crate) fn paired_test(number: &str, a: &Jackknife, b: &Jackknife, inflation: &Result<f64, Undefined>) -> Finding {
    let difference = a.minus(b);
    let finding = Finding { value: Some(difference.whole), ..Finding::new(Procedure::PairedTiles, number) };
    if difference.p(1.0).is_none() {
        return finding.undefined(Undefined::Alike);
    }
    let inflation = match inflation {
        Ok(inflation) => *inflation,
        Err(reason) => return finding.undefined(reason.clone()),
    };
    let (p, reach) = (difference.p(inflation), difference.reach(inflation, |value| value));
    let interval = Interval { low: difference.whole - reach, high: difference.whole + reach, level: LEVEL };
    Finding { p, interval: Some(interval), ..finding }
}

/// p adjusted for all the questions that are asked at once; those without a p stay without.
///
/// The i-th smallest of m is multiplied by m − i + 1, and none is smaller than the one before.
///
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6 (1979).
pub fn holm(p: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> = p.iter().enumerate().filter_map(|(place, p)| Some((place, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut adjusted = vec![None; p.len()];
    let mut least = 0.0_f64;
    for (rank, &(place, p)) in order.iter().enumerate() {
        least = least.max((order.len() - rank) as f64 * p).min(1.0);
        adjusted[place] = Some(least);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_methods_have_nothing_to_test() {
        let one = Jackknife::new(0.3, |tiles| 0.01 * tiles.start as f64);
        let found = paired_test("slam_pinned", &one, &one, &Err(Undefined::NoErrors));
        assert_eq!((found.value, found.p, found.undefined), (Some(0.0), None, Some(Undefined::Alike)));
    }

    #[test]
    fn the_difference_changes_its_sign_with_the_order() {
        let (a, b) = (Jackknife::new(0.5, |tiles| 0.01 * tiles.start as f64), Jackknife::new(0.2, |_| 0.2));
        let (there, back) = (paired_test("ari", &a, &b, &Ok(2.0)), paired_test("ari", &b, &a, &Ok(2.0)));
        assert_eq!((there.p, there.value), (back.p, back.value.map(|value| -value)));
        assert_eq!(there.interval.map(|interval| interval.low), back.interval.map(|interval| -interval.high));
    }

    #[test]
    fn holm_by_hand() {
        // 0.01·4; 0.02·3; 0.04·2 = 0.08; 0.03 of the third rank would be 0.06, and is already that of the second.
        let adjusted = holm(&[Some(0.02), None, Some(0.01), Some(0.03), Some(0.9)]);
        assert_eq!(adjusted, [Some(0.06), None, Some(0.04), Some(0.06), Some(0.9)]);
        assert_eq!(holm(&[Some(0.6), Some(0.7)]), [Some(1.0), Some(1.0)]);
    }
}
