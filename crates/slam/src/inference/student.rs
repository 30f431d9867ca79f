//! Student's t: how far out a value lies, and how far out a given share lies.

use libm::{exp, fabs, lgamma, log, log1p, sqrt};

/// Terms of the continued fraction; it needs about √degrees of them.
const MOST_TERMS: usize = 10_000;

/// P(|T| ≥ |t|) for T with `degrees` degrees of freedom; 1 at t = 0.
///
/// The regularized incomplete beta function `I_x(degrees/2, ½)` at x = degrees/(degrees + t²).
pub(crate) fn two_sided(t: f64, degrees: f64) -> f64 {
    let squared = t * t;
    // Both shares are written out, since 1 − x would lose the small one.
    incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + squared), squared / (degrees + squared))
}

/// The t with P(|T| ≥ t) = `share`, for a share in (0, 1).
pub(crate) fn two_sided_quantile(share: f64, degrees: f64) -> f64 {
    let mut high = 1.0;
    while two_sided(high, degrees) > share && high < 1e300 {
        high *= 2.0;
    }
    let mut low = 0.0;
    // Halving ends when no number lies between the two.
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        if two_sided(middle, degrees) > share {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// `I_x(a, b)`, given x and its complement.
fn incomplete_beta(a: f64, b: f64, x: f64, complement: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if complement <= 0.0 {
        return 1.0;
    }
    // ln(x) from whichever of the two is exact.
    let ln = |x: f64, complement: f64| if x > 0.5 { log1p(-complement) } else { log(x) };
    let front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * ln(x, complement) + b * ln(complement, x));
    if x < (a + 1.0) / (a + b + 2.0) {
        front * continued_fraction(a, b, x) / a
    } else {
        1.0 - front * continued_fraction(b, a, complement) / b
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    let nonzero = |value: f64| if fabs(value) < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for term in 1..MOST_TERMS {
        let m = term as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / nonzero(1.0 + even * d);
        c = nonzero(1.0 + even / c);
        fraction *= c * d;
        d = 1.0 / nonzero(1.0 + odd * d);
        c = nonzero(1.0 + odd / c);
        fraction *= c * d;
        if fabs(c * d - 1.0) < 1e-16 {
            break;
        }
    }
    fraction
}

/// The mean of some values and their standard deviation with divisor n − 1.
pub(crate) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, sqrt(squares / (n - 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-11 * expected.abs(), "found {found}, expected {expected}");
    }

    #[test]
    fn one_and_two_degrees_in_closed_form() {
        // One degree: 1 − 2·atan(t)/π. Two: 1 − t/√(2 + t²).
        for t in [0.1, 1.0, 3.0, 40.0] {
            near(two_sided(t, 1.0), 1.0 - 2.0 * libm::atan(t) / std::f64::consts::PI);
            near(two_sided(t, 2.0), 1.0 - t / sqrt(2.0 + t * t));
        }
        assert_eq!(two_sided(0.0, 7.0), 1.0);
        assert_eq!(two_sided(f64::INFINITY, 7.0), 0.0);
    }

    #[test]
    fn agrees_with_scipy() {
        // 2·t.sf(x, degrees) at x = 0.01, 0.5, 2, 7.5, 30 and t.ppf(0.975, degrees), scipy 1.17.
        let expected = [
            (
                2.0,
                [
                    0.992_929_108_958_201,
                    0.666_666_666_666_666_7,
                    0.183_503_419_072_273_97,
                    0.017_317_326_879_372_444,
                    0.001_109_262_681_959_659,
                ],
            ),
            (
                3.0,
                [
                    0.992_649_111_412_852,
                    0.651_447_964_848_151,
                    0.139_325_968_558_843_05,
                    0.004_910_974_925_988_302,
                    8.135_280_427_163_958e-05,
                ],
            ),
            (
                7.0,
                [
                    0.992_300_317_643_621_7,
                    0.632_407_135_689_284_4,
                    0.085_619_328_562_976_05,
                    0.000_137_303_830_715_278_03,
                    1.178_846_888_073_314_4e-08,
                ],
            ),
            (
                30.0,
                [
                    0.992_087_492_573_177_7,
                    0.620_723_004_885_127_2,
                    0.054_625_044_962_983_094,
                    2.322_924_900_551_044e-08,
                    6.251_791_630_608_89e-24,
                ],
            ),
            (
                500.0,
                [
                    0.992_025_275_993_032_9,
                    0.617_295_050_094_665_7,
                    0.046_040_682_769_031_456,
                    2.933_792_202_604_72e-13,
                    7.214_288_888_428_143e-114,
                ],
            ),
        ];
        for (degrees, tails) in expected {
            [0.01, 0.5, 2.0, 7.5, 30.0].into_iter().zip(tails).for_each(|(t, tail)| near(two_sided(t, degrees), tail));
        }
        for (degrees, quantile) in [
            (2.0, 4.302_652_729_749_462),
            (3.0, 3.182_446_305_283_707_8),
            (7.0, 2.364_624_251_592_784),
            (11.0, 2.200_985_160_091_639),
            (500.0, 1.964_719_837_467_367_6),
        ] {
            near(two_sided_quantile(0.05, degrees), quantile);
        }
    }

    #[test]
    fn deviations_by_hand() {
        // 1, 2, 6: mean 3, squares 4 + 1 + 9 over 2.
        assert_eq!(mean_and_deviation(&[1.0, 2.0, 6.0]), (3.0, sqrt(7.0)));
    }
}
