//! Confidence intervals on one slide, from tiles that are left out: how far would a number move on another section?

use super::finding::{Finding, Interval, Procedure};
use super::jackknife::{Jackknife, LEVEL};
use super::undefined::Undefined;

/// The scale on which a number moves by about as much wherever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// ln(x/(1 − x)), for shares.
    Logit,
    /// ln(x), for squared distances.
    Log,
    /// atanh(x), for indices in [−1, 1].
    Atanh,
}

impl Scale {
    pub(super) fn there(self, value: f64) -> f64 {
        match self {
            Self::Logit => {
                let share = value.clamp(1e-9, 1.0 - 1e-9);
                libm::log(share / (1.0 - share))
            }
            Self::Log => libm::log(value.max(1e-9)),
            Self::Atanh => libm::atanh(value.clamp(-0.999_999, 0.999_999)),
        }
    }

    fn back(self, value: f64) -> f64 {
        match self {
            Self::Logit => 1.0 / (1.0 + libm::exp(-value)),
            Self::Log => libm::exp(value),
            Self::Atanh => libm::tanh(value),
        }
    }
}

/// The interval of a number, written as `shown` makes of it; `shown` never falls.
///
/// t with 5 degrees of freedom on the number's own scale around the value of the whole slide, its variance multiplied by
/// `inflation`. A number that no tile changes has none.
pub(crate) fn tile_interval(
    number: &str,
    jackknife: &Jackknife,
    inflation: &Result<f64, Undefined>,
    scale: Scale,
    shown: impl Fn(f64) -> f64,
) -> Finding {
    let finding = Finding { value: Some(shown(jackknife.whole)), ..Finding::new(Procedure::Tiles, number) };
    let inflation = match inflation {
        Ok(inflation) => *inflation,
        Err(reason) => return finding.undefined(reason.clone()),
    };
    let (center, reach) = (scale.there(jackknife.whole), jackknife.reach(inflation, |value| scale.there(value)));
    if reach == 0.0 {
        return finding.undefined(Undefined::Constant);
    }
    let [low, high] = [center - reach, center + reach].map(|end| shown(scale.back(end)));
    Finding { interval: Some(Interval { low, high, level: LEVEL }), ..finding }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn scales_go_there_and_back() {
        for (scale, values) in
            [(Scale::Logit, [0.001, 0.4, 0.99]), (Scale::Log, [0.001, 0.3, 7.0]), (Scale::Atanh, [-0.5, 0.0, 0.9])]
        {
            values.into_iter().for_each(|value| assert_close(scale.back(scale.there(value)), value));
        }
    }

    #[test]
    fn without_errors_or_without_variance_there_is_no_interval() {
        let of = |inflation| {
            let still = Jackknife::new(0.25, |_| 0.25);
            let found = tile_interval("slam_pinned", &still, &inflation, Scale::Logit, |value| 2.0 * value);
            (found.value, found.interval, found.undefined)
        };
        assert_eq!(of(Err(Undefined::NoErrors)), (Some(0.5), None, Some(Undefined::NoErrors)));
        assert_eq!(of(Ok(1.0)), (Some(0.5), None, Some(Undefined::Constant)));
    }

    #[test]
    fn an_interval_by_hand() {
        // ln x is 0 without the first fine tile and 2 otherwise, so V₃₂ = 2²·31²/32²; V₈ = 0; four times V is (31/8)².
        let e = std::f64::consts::E;
        let jackknife = Jackknife::new(e * e, |tiles| if tiles == (0..1) { 1.0 } else { e * e });
        let reach = 2.570_581_835_636_314 * 31.0 / 8.0;
        let found = tile_interval("slam", &jackknife, &Ok(4.0), Scale::Log, |value| value + 1.0);
        let interval = found.interval.unwrap();
        assert_close(interval.high, libm::exp(2.0 + reach) + 1.0);
        assert_close(interval.low, libm::exp(2.0 - reach) + 1.0);
    }
}
