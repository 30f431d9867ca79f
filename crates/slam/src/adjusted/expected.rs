//! What a cell would hold of every pred label if the labels of the pred were placed at random.

/// The share of spots and half-edges that each pred label has where all labels are placed at random.
///
/// With c spots of a label among n: spots c/n, half-edges to the same label c(c − 1)/(n(n − 1)), to another
/// c(n − c)/(n(n − 1)).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Expected {
    /// By spots, half-edges to the same label and half-edges to another label; in each by pred label.
    pub(super) shares: [Vec<f64>; 3],
}

impl Expected {
    /// The shares of a pred with so many spots of each label.
    ///
    /// Spots without a prediction (`missing`) are a class that nothing is expected to be: the others are scaled up to all spots,
    /// so that leaving out predictions does not change what the rest is compared with.
    pub(super) fn of(sizes: &[u64], missing: Option<u16>) -> Self {
        let n = sizes.iter().sum::<u64>() as f64;
        let n_missing = missing.map_or(0, |label| sizes[usize::from(label)]) as f64;
        let scale = if n > n_missing { n / (n - n_missing) } else { 0.0 };
        let amount = |(label, &size): (usize, &u64)| {
            if missing.is_some_and(|missing| usize::from(missing) == label) { 0.0 } else { size as f64 * scale }
        };
        let amounts: Vec<f64> = sizes.iter().enumerate().map(amount).collect();
        let pairs = n * (n - 1.0);
        let share = |ways: f64| if pairs > 0.0 { ways.max(0.0) / pairs } else { 0.0 };
        let of = |share: &dyn Fn(f64) -> f64| amounts.iter().map(|&amount| share(amount)).collect();
        let place = of(&|c| if n > 0.0 { c / n } else { 0.0 });
        Self { shares: [place, of(&|c| share(c * (c - 1.0).max(0.0))), of(&|c| share(c * (n - c)))] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_by_hand() {
        // Three of a and one of b: 3·2/12 and 3·1/12 for a, 0 and 1·3/12 for b.
        assert_eq!(Expected::of(&[3, 1], None).shares, [vec![0.75, 0.25], vec![0.5, 0.0], vec![0.25, 0.25]]);
    }

    #[test]
    fn missing_predictions_are_not_expected() {
        // Two of a, one of b and one missing: a has 8/3 of 4 spots, b 4/3.
        let [place, same, different] = Expected::of(&[2, 1, 1], Some(2)).shares;
        assert_eq!((place[2], same[2], different[2]), (0.0, 0.0, 0.0));
        assert!((place[0] - 2.0 / 3.0).abs() < 1e-15 && (place[1] - 1.0 / 3.0).abs() < 1e-15);
        assert!((same[0] - 8.0 / 3.0 * 5.0 / 3.0 / 12.0).abs() < 1e-15);
        assert_eq!(Expected::of(&[0, 2], Some(1)).shares[0], [0.0, 0.0]);
    }
}
