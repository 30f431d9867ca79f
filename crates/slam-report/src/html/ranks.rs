//! The ranks of methods under one number.

use slam::metrics::Better;

/// The rank of each value, best first, equal values sharing the mean of their places; none where there is no value.
pub fn mean_ranks(values: &[Option<f64>], better: Better) -> Vec<Option<f64>> {
    let signed = |value: f64| if better == Better::Higher { -value } else { value };
    let values: Vec<Option<f64>> = values.iter().map(|value| value.map(signed)).collect();
    let rank = |value: f64| {
        let below = values.iter().flatten().filter(|other| **other < value).count();
        let equal = values.iter().flatten().filter(|other| **other == value).count();
        below as f64 + 0.5 * (equal as f64 + 1.0)
    };
    values.iter().map(|value| value.map(rank)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_places() {
        let values = [Some(0.2), Some(0.1), None, Some(0.2)];
        assert_eq!(mean_ranks(&values, Better::Lower), [Some(2.5), Some(1.0), None, Some(2.5)]);
        assert_eq!(mean_ranks(&values, Better::Higher), [Some(1.5), Some(3.0), None, Some(1.5)]);
    }
}
