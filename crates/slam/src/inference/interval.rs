//! Confidence intervals on one slide, from tiles that are left out: how far would a number move on another section?

use super::finding::{Finding, Interval, Procedure};
use super::jackknife::{Jackknife, LEVEL};

/// The scale on which a number moves by about as much wherever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// ln(x/(1 − x)), for shares.
    Logit,
    /// √x, for squared distances.
    Root,
    /// atanh(x), for indices in [−1, 1].
    Atanh,
}

impl Scale {
    fn there(self, value: f64) -> f64 {
        match self {
            Self::Logit => {
                let share = value.clamp(1e-9, 1.0 - 1e-9);
                libm::log(share / (1.0 - share))
            }
            Self::Root => value.max(0.0).sqrt(),
            Self::Atanh => libm::atanh(value.clamp(-0.999_999, 0.999_999)),
        }
    }

    fn back(self, value: f64) -> f64 {
        match self {
            Self::Logit => 1.0 / (1.0 + libm::exp(-value)),
            Self::Root => value.max(0.0) * value.max(0.0),
            Self::Atanh => libm::tanh(value),
        }
    }
}

/// The interval of a number, written as `shown` makes of it; `shown` never falls.
///
/// t with 7 degrees of freedom on the number's own scale around the value of the whole slide. A number that no tile moves
/// has an interval of zero width.
pub(crate) fn tile_interval(number: &str, jackknife: &Jackknife, scale: Scale, shown: impl Fn(f64) -> f64) -> Finding {
    let (center, reach) = (scale.there(jackknife.whole), jackknife.reach(|value| scale.there(value)));
    let ends =
        if reach > 0.0 { [scale.back(center - reach), scale.back(center + reach)] } else { [jackknife.whole; 2] };
    let [low, high] = ends.map(&shown);
    Finding {
        value: Some(shown(jackknife.whole)),
        interval: Some(Interval { low, high, level: LEVEL }),
        ..Finding::new(Procedure::Tiles, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn scales_go_there_and_back() {
        for (scale, values) in
            [(Scale::Logit, [0.001, 0.4, 0.99]), (Scale::Root, [0.0, 0.3, 7.0]), (Scale::Atanh, [-0.5, 0.0, 0.9])]
        {
            values.into_iter().for_each(|value| assert_close(scale.back(scale.there(value)), value));
        }
    }

    #[test]
    fn nothing_wrong_has_no_width() {
        let found = tile_interval("slam_pinned", &Jackknife::new(0.0, |_| 0.0), Scale::Logit, |value| 2.0 * value);
        assert_eq!(found.interval, Some(Interval { low: 0.0, high: 0.0, level: 0.95 }));
    }

    #[test]
    fn an_interval_by_hand() {
        // √x is 1 without the first coarse tile and 3 otherwise, so V = 2·2²·49/64; V₃₂ = 0.
        let jackknife = Jackknife::new(9.0, |tiles| if tiles == (0..4) { 1.0 } else { 9.0 });
        let reach = 2.364_624_251_592_784 * (8.0 * 49.0 / 64.0f64).sqrt();
        let found = tile_interval("slam", &jackknife, Scale::Root, |value| value + 1.0);
        assert_eq!(found.value, Some(10.0));
        let interval = found.interval.unwrap();
        assert_close(interval.high, (3.0 + reach) * (3.0 + reach) + 1.0);
        // 3 − reach is below 0, where nothing is.
        assert_eq!(interval.low, 1.0);
    }
}
