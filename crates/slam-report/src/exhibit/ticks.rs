//! Where numbers lie along an axis, and which of them are written there.

use super::Scale;
use crate::number::count;

/// The range of an axis and its ticks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ruler {
    scale: Scale,
    low: f64,
    high: f64,
    /// The values with a tick.
    pub(crate) ticks: Vec<f64>,
}

impl Ruler {
    /// A ruler that is long enough for all values.
    pub(crate) fn new(scale: &Scale, values: &[f64]) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let (low, high, ticks) = match scale {
            Scale::Linear => linear(low, high),
            Scale::Log => powers(low, high),
            Scale::Named(names) => {
                (-0.5, names.len() as f64 - 0.5, (0..names.len()).map(|place| place as f64).collect())
            }
        };
        Self { scale: scale.clone(), low, high, ticks }
    }

    /// How far along the axis a value lies, from 0 to 1.
    pub(crate) fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Log => (value / self.low).log10() / (self.high / self.low).log10(),
            _ => (value - self.low) / (self.high - self.low),
        }
    }

    /// The text of a tick.
    pub(crate) fn text(&self, tick: f64) -> String {
        match &self.scale {
            Scale::Named(names) => names.get(tick as usize).cloned().unwrap_or_default(),
            Scale::Log if tick >= 1e5 => format!("10{}", superscript(tick.log10().round() as usize)),
            _ => short(tick),
        }
    }
}

/// A number with no more digits than it needs, four at most.
pub(crate) fn short(value: f64) -> String {
    if value.abs() >= 1000.0 {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", count(value.abs().round() as usize));
    }
    let decimals = if value == 0.0 { 0 } else { (3 - value.abs().log10().floor() as i32).clamp(0, 6) as usize };
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Steps of 1, 2 or 5 times a power of ten, about five of them; from 0 where that wastes less than half.
fn linear(low: f64, high: f64) -> (f64, f64, Vec<f64>) {
    let low = if low > 0.0 && low < 0.5 * high { 0.0 } else { low };
    let high = if high > low { high } else { low + 1.0 };
    let power = 10f64.powi(((high - low) / 5.0).log10().floor() as i32);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(steps[3]);
    let (first, last) = ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
    let ticks: Vec<f64> = (first..=last).map(|tick| tick as f64 * step).collect();
    (ticks[0], ticks[ticks.len() - 1], ticks)
}

fn powers(low: f64, high: f64) -> (f64, f64, Vec<f64>) {
    let first = (low.log10() + 1e-9).floor() as i32;
    let last = ((high.log10() - 1e-9).ceil() as i32).max(first + 1);
    (10f64.powi(first), 10f64.powi(last), (first..=last).map(|power| 10f64.powi(power)).collect())
}

fn superscript(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(scale: &Scale, values: &[f64]) -> Vec<String> {
        let ruler = Ruler::new(scale, values);
        ruler.ticks.iter().map(|&tick| ruler.text(tick)).collect()
    }

    #[test]
    fn round_numbers_are_written() {
        assert_eq!(texts(&Scale::Linear, &[9.0, 95.0]), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(&Scale::Linear, &[-0.1, 0.3]), ["-0.1", "0", "0.1", "0.2", "0.3"]);
        assert_eq!(texts(&Scale::Log, &[0.02, 3.0]), ["0.01", "0.1", "1", "10"]);
        assert_eq!(texts(&Scale::Log, &[1e4, 1e6]), ["10,000", "10⁵", "10⁶"]);
        assert_eq!(texts(&Scale::Named(vec!["I".to_owned()]), &[0.0]), ["I"]);
    }

    #[test]
    fn shares_run_from_end_to_end() {
        let ruler = Ruler::new(&Scale::Log, &[1.0, 100.0]);
        assert_eq!([ruler.share(1.0), ruler.share(10.0), ruler.share(100.0)], [0.0, 0.5, 1.0]);
    }

    #[test]
    fn nothing_to_measure_is_no_trouble() {
        assert_eq!(texts(&Scale::Linear, &[]).len(), 6);
        assert_eq!(texts(&Scale::Linear, &[0.0, 0.0]).first().unwrap(), "0");
    }

    #[test]
    fn digits_that_matter() {
        let texts = [0.0, 0.25, 1234.0, -1234.0, -12.5, 0.001, 12.5, 0.123_456].map(short);
        assert_eq!(texts, ["0", "0.25", "1,234", "-1,234", "-12.5", "0.001", "12.5", "0.1235"]);
    }

    #[test]
    fn powers_are_measured_from_the_lowest() {
        // 100 is one power of ten above 10, and 1000 two.
        let ruler = Ruler::new(&Scale::Log, &[10.0, 1000.0]);
        assert_eq!([ruler.share(10.0), ruler.share(100.0), ruler.share(1000.0)], [0.0, 0.5, 1.0]);
    }
}
