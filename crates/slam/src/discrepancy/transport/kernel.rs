//! The normal distribution, tabulated around a centre that may lie anywhere between two nodes of a grid.

/// The number of nodes of the grid per deviation.
pub(super) const NODES_PER_DEVIATION: f64 = 4.5;
/// How many nodes a component reaches to either side, 7 deviations; beyond, less than 1e-11 of it is left.
pub(super) const REACH: usize = 32;
/// The length of a table.
pub(super) const TAPS: usize = 2 * REACH;
/// The number of tabulated centres per node.
const CENTRES: f64 = 64.0;

/// Tables of the normal distribution function, one per position of the centre between two nodes.
///
/// Lengths are in nodes, so that one kernel serves all deviations.
#[derive(Debug)]
pub(super) struct Kernel {
    tables: Vec<Table>,
}

/// The distribution function and its first three derivatives at the nodes from `REACH` before the centre on.
pub(super) type Table = [[f64; TAPS]; 4];

/// Where a component lies on the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Centre {
    /// The nearest node.
    pub(super) node: i64,
    /// The tabulated centre nearest to it.
    pub(super) table: usize,
    /// How far the true centre lies beyond the tabulated one; at most 1/128.
    pub(super) beyond: f64,
}

impl Kernel {
    pub(super) fn new() -> Self {
        let half = CENTRES as i32 / 2;
        Self { tables: (-half..=half).map(|position| table(f64::from(position) / CENTRES)).collect() }
    }

    pub(super) fn table(&self, centre: Centre) -> &Table {
        &self.tables[centre.table]
    }
}

impl Centre {
    /// The centre at a place given in nodes.
    pub(super) fn at(place: f64) -> Self {
        let node = nearest(place);
        let beyond_node = place - node as f64;
        let position = nearest(beyond_node * CENTRES);
        Self { node, table: (position + CENTRES as i64 / 2) as usize, beyond: beyond_node - position as f64 / CENTRES }
    }
}

/// The nearest whole number; a half goes up. Two casts are faster than a call of `floor`.
fn nearest(place: f64) -> i64 {
    let toward_zero = (place + 0.5) as i64;
    toward_zero - i64::from(toward_zero as f64 > place + 0.5)
}

fn table(centre: f64) -> Table {
    let unit = 1.0 / NODES_PER_DEVIATION;
    let z: [f64; TAPS] = std::array::from_fn(|tap| unit * (tap as f64 - REACH as f64 - centre));
    let density = z.map(|z| unit * libm::exp(-0.5 * z * z) / std::f64::consts::TAU.sqrt());
    [
        z.map(|z| 0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)),
        density,
        std::array::from_fn(|tap| -unit * z[tap] * density[tap]),
        std::array::from_fn(|tap| unit * unit * (z[tap] * z[tap] - 1.0) * density[tap]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn a_centre_lies_where_it_was_put() {
        for place in [-3.7, -0.5, 0.0, 0.25, 0.499_999, 0.5, 12.345] {
            let centre = Centre::at(place);
            let tabulated = centre.table as f64 / CENTRES - 0.5;
            assert_close(centre.node as f64 + tabulated + centre.beyond, place);
            assert!(centre.beyond.abs() <= 0.5 / CENTRES);
        }
    }

    #[test]
    fn derivatives_of_the_table() {
        let [value, slope, bend, third] = table(0.3);
        for tap in 1..TAPS - 1 {
            // Central differences are wrong by a sixth of the third derivative of what they differ, and little more.
            for (high, low) in [(&value, &slope), (&slope, &bend), (&bend, &third)] {
                assert!((0.5 * (high[tap + 1] - high[tap - 1]) - low[tap]).abs() < 2e-3);
            }
        }
        assert_eq!(table(0.0)[0][REACH], 0.5);
    }
}
