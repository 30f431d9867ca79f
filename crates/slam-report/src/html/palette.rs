//! Colours that readers with any kind of colour vision can tell apart.

/// A colour as red, green and blue.
pub type Color = [u8; 3];

/// Okabe and Ito's colours, with a dark plum in place of black, which a dark page would swallow.
const FEW: [Color; 8] = [
    [0x56, 0xB4, 0xE9],
    [0xE6, 0x9F, 0x00],
    [0x00, 0x72, 0xB2],
    [0xF0, 0xE4, 0x42],
    [0x00, 0x9E, 0x73],
    [0xCC, 0x79, 0xA7],
    [0xD5, 0x5E, 0x00],
    [0x7D, 0x35, 0x73],
];

/// One colour for each of `n` labels: known ones for few, else hues by the golden angle with lightness in three steps.
pub fn palette(n: usize) -> Vec<Color> {
    if n <= FEW.len() { FEW[..n].to_vec() } else { (0..n).map(generated).collect() }
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

    fn linear(value: u8) -> f64 {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    }

    fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
        let l = (0.412_221 * r + 0.536_333 * g + 0.051_446 * b).cbrt();
        let m = (0.211_903 * r + 0.680_700 * g + 0.107_397 * b).cbrt();
        let s = (0.088_302 * r + 0.281_718 * g + 0.629_979 * b).cbrt();
        [
            0.210_454 * l + 0.793_618 * m - 0.004_072 * s,
            1.977_998 * l - 2.428_592 * m + 0.450_594 * s,
            0.025_904 * l + 0.782_772 * m - 0.808_676 * s,
        ]
    }

    /// Machado, Oliveira and Fernandes (2009), full strength.
    const VISIONS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];

    fn seen(color: Color, vision: &[[f64; 3]; 3]) -> [f64; 3] {
        let color = color.map(linear);
        let row = |row: &[f64; 3]| row.iter().zip(color).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0);
        oklab([row(&vision[0]), row(&vision[1]), row(&vision[2])])
    }

    #[test]
    fn eight_colours_stay_apart_for_every_vision() {
        for vision in &VISIONS {
            for (i, &a) in FEW.iter().enumerate() {
                for &b in &FEW[..i] {
                    let apart = seen(a, vision).iter().zip(seen(b, vision)).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
                    assert!(apart.sqrt() > 0.05, "{} and {} are {:.3} apart", css(a), css(b), apart.sqrt());
                }
            }
        }
    }

    #[test]
    fn neighbours_in_a_long_list_differ_in_lightness() {
        let colors = palette(40);
        assert_eq!((colors.len(), palette(3).len()), (40, 3));
        let lightness = |color: Color| oklab(color.map(linear))[0];
        assert!(colors.windows(2).all(|pair| (lightness(pair[0]) - lightness(pair[1])).abs() > 0.1));
    }
}
