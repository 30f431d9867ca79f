//! Colours that readers with any kind of colour vision can tell apart.

/// A colour as red, green and blue.
pub type Color = [u8; 3];

/// A line for every number of labels from 2 on, found by `examples/palette` and held to its distances by `tests/palette.rs`.
const FOUND: &str = include_str!("palette.txt");

/// One colour for each of `n` labels, on light and on dark ground: up to 30 those whose two nearest are farthest apart for
/// every vision, in an order that keeps neighbours in the list apart; beyond, hues by the golden angle with lightness in
/// three steps.
pub fn palette(n: usize) -> Vec<Color> {
    let found = FOUND.lines().nth(n.saturating_sub(2)).map(|line| line.split(' ').take(n).filter_map(parsed).collect());
    found.unwrap_or_else(|| (0..n).map(generated).collect())
}

/// The colour of six hexadecimal digits.
fn parsed(digits: &str) -> Option<Color> {
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

fn generated(index: usize) -> Color {
    let hue = (20.0 + 137.508 * index as f64).to_radians();
    let lightness = [0.62, 0.82, 0.46][index % 3];
    from_oklab(lightness, 0.115 * hue.cos(), 0.115 * hue.sin())
}

/// The colour as CSS writes it.
pub fn css([red, green, blue]: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Björn Ottosson, *A perceptual color space for image processing* (2020).
fn from_oklab(lightness: f64, a: f64, b: f64) -> Color {
    let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let middle = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701_0 * short,
    ]
    .map(|linear| (255.0 * encoded(linear.clamp(0.0, 1.0))).round() as u8)
}

fn encoded(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_colours_as_labels() {
        assert!([0, 1, 2, 8, 30, 31, 200].into_iter().all(|n| palette(n).len() == n));
        assert_eq!(FOUND.lines().count(), 29);
    }
}
