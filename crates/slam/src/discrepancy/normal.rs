//! The quantiles of the normal distribution.

/// The value below which a standard normal number falls with the given probability, to about 1e-15.
///
/// Probabilities lie strictly between 0 and 1.
///
/// Wichura, *Algorithm AS 241: The percentage points of the normal distribution*, Applied Statistics 37 (1988).
pub(super) fn quantile(probability: f64) -> f64 {
    let centred = probability - 0.5;
    if centred.abs() <= 0.425 {
        return centred * ratio(0.180_625 - centred * centred, &CENTRE);
    }
    let tail = probability.min(1.0 - probability);
    let root = (-libm::log(tail)).sqrt();
    let size = if root <= 5.0 { ratio(root - 1.6, &SHOULDER) } else { ratio(root - 5.0, &TAIL) };
    size.copysign(centred)
}

/// The coefficients of a numerator and a denominator, constant first.
type Ratio = [[f64; 8]; 2];

fn ratio(x: f64, [above, below]: &Ratio) -> f64 {
    let horner =
        |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient);
    horner(above) / horner(below)
}

const CENTRE: Ratio = [
    [
        3.387_132_872_796_366_5,
        133.141_667_891_784_38,
        1_971.590_950_306_551_3,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        1.0,
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
];

const SHOULDER: Ratio = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];

const TAIL: Ratio = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_87,
        0.026_532_189_526_576_124,
        1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        0.599_832_206_555_888,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_7e-15,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverts_the_distribution_function() {
        for probability in [1e-12, 2f64.powi(-33), 1e-3, 0.07, 0.08, 0.3, 0.5, 0.6, 0.95, 0.999, 1.0 - 1e-9] {
            let back = 0.5 * libm::erfc(-quantile(probability) / std::f64::consts::SQRT_2);
            assert!((back / probability - 1.0).abs() < 1e-13, "{probability}: {back}");
        }
    }

    #[test]
    fn is_odd() {
        assert_eq!(quantile(0.5), 0.0);
        assert_eq!(quantile(0.25), -quantile(0.75));
        assert_eq!(quantile(0.015_625), -quantile(0.984_375));
    }
}
