//! Interpolation through six equally spaced nodes, also read backwards: a mass spread over the nodes around it.

/// The number of nodes.
pub(super) const NODES: usize = 6;
/// The number of nodes before the cell that holds the place.
pub(super) const BEFORE: i64 = 2;

/// The weights of the nodes −2 … 3 for a place in [0, 1].
///
/// They add up to 1 and keep the first five moments of a mass.
pub(super) fn weights(place: f64) -> [f64; NODES] {
    let [a, b, c, d, e, f] = [place + 2.0, place + 1.0, place, place - 1.0, place - 2.0, place - 3.0];
    let (ab, ef, cd) = (a * b, e * f, c * d);
    [
        -b * cd * ef * (1.0 / 120.0),
        a * cd * ef * (1.0 / 24.0),
        -ab * d * ef * (1.0 / 12.0),
        ab * c * ef * (1.0 / 12.0),
        -ab * cd * f * (1.0 / 24.0),
        ab * cd * e * (1.0 / 120.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn five_moments_are_kept() {
        for place in [0.0, 0.3, 0.5, 1.0] {
            for power in 0..6 {
                let moment = |(node, weight): (usize, f64)| weight * (node as f64 - BEFORE as f64).powi(power);
                assert_close(weights(place).into_iter().enumerate().map(moment).sum(), f64::powi(place, power));
            }
        }
    }
}
