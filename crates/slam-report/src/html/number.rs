//! Numbers as the page shows them.

use crate::number::count;

/// A value with about four digits that matter, or `N/A`.
pub(crate) fn short(value: Option<f64>) -> String {
    let Some(value) = value else { return "N/A".to_owned() };
    match value.abs() {
        size if size >= 9999.5 => count(value.abs().round() as usize),
        size if size >= 99.95 => format!("{value:.1}"),
        size if size >= 9.995 => format!("{value:.2}"),
        // What rounds to nothing has no sign.
        size if size < 0.0005 => "0.000".to_owned(),
        _ => format!("{value:.3}"),
    }
}

/// A length with three digits that matter.
pub(crate) fn length(value: f64) -> String {
    match value {
        size if size >= 999.5 => count(size.round() as usize),
        size if size >= 99.5 => format!("{size:.0}"),
        size if size >= 9.95 => format!("{size:.1}"),
        size => format!("{size:.2}"),
    }
}

/// A coordinate of a drawing, which needs no more than a tenth of a pixel.
pub(crate) fn pixel(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_matter() {
        assert_eq!([short(Some(0.12345)), short(Some(123.456)), short(Some(54321.0))], ["0.123", "123.5", "54,321"]);
        assert_eq!(
            [short(Some(-0.25)), short(Some(-0.0001)), length(0.5), length(2345.6)],
            ["-0.250", "0.000", "0.50", "2,346"]
        );
    }

    #[test]
    fn what_is_rounded_up_has_no_digit_more() {
        // 99.996 with two decimals would be 100.00.
        let rounded = [9.9996, 99.996, 9999.9].map(|value| short(Some(value)));
        assert_eq!(rounded, ["10.00", "100.0", "10,000"]);
        assert_eq!([9.996, 99.96, 999.96].map(length), ["10.0", "100", "1,000"]);
    }
}
