//! How colours look, to whom: OKLab for plain sight and for three deficiencies at full strength.

/// A colour as red, green and blue.
pub(crate) type Color = [u8; 3];

/// A colour in OKLab: plain, and seen without long, middle or short cones.
pub(crate) type Seen = [[f64; 3]; 4];

/// Machado, Oliveira and Fernandes, *A physiologically-based model for simulation of color vision deficiency* (2009), full
/// strength, on linear light.
const MATRICES: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

/// How a colour looks to every vision.
pub(crate) fn seen(color: Color) -> Seen {
    let light = color.map(linear);
    MATRICES
        .map(|matrix| oklab(matrix.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))))
}

/// The distance of two colours in OKLab, for every vision.
pub(crate) fn distances(a: &Seen, b: &Seen) -> [f64; 4] {
    std::array::from_fn(|vision| a[vision].iter().zip(b[vision]).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt())
}

fn linear(value: u8) -> f64 {
    let value = f64::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Björn Ottosson, *A perceptual color space for image processing* (2020).
fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}
