//! The numbers that the paper prints.

/// A number of the paper, or its N/A.
pub(crate) type Printed = Option<f64>;

/// SLAM and the fourteen metrics, in the order of Table 1.
pub(crate) const METRICS: [&str; 15] = [
    "slam",
    "ari",
    "nmi",
    "jaccard",
    "fmi",
    "v_measure",
    "asw",
    "chaos",
    "pas",
    "ch",
    "db",
    "accuracy",
    "precision",
    "recall",
    "f1",
];

const NONE: Printed = None;
const ZERO: Printed = Some(0.0);

/// Table 1: Q in Cases I, III, IV, V and VI, in the order of [`METRICS`].
const TABLE_1: [[Printed; 5]; 15] = [
    [Some(0.257), Some(0.103), Some(0.078), Some(0.110), Some(0.073)],
    [ZERO; 5],
    [NONE, ZERO, NONE, ZERO, ZERO],
    [Some(0.166), ZERO, ZERO, ZERO, ZERO],
    [ZERO; 5],
    [NONE, ZERO, NONE, ZERO, ZERO],
    [ZERO, Some(0.056), Some(0.125), ZERO, ZERO],
    [ZERO, Some(0.059), Some(0.040), ZERO, ZERO],
    [ZERO, Some(0.133), Some(0.340), ZERO, ZERO],
    [ZERO, Some(0.382), Some(0.988), ZERO, ZERO],
    [ZERO, Some(0.224), Some(0.900), ZERO, ZERO],
    [Some(0.333), ZERO, ZERO, ZERO, ZERO],
    [NONE, ZERO, NONE, ZERO, ZERO],
    [NONE, ZERO, NONE, ZERO, ZERO],
    [NONE, ZERO, NONE, ZERO, ZERO],
];

/// Q in Table 1 of a metric in the case of a column.
pub(crate) fn q(name: &str, column: usize) -> Printed {
    METRICS.iter().position(|other| *other == name).and_then(|row| TABLE_1[row][column])
}

/// The methods of Table 2, best first by SLAM.
pub(crate) const METHODS: [&str; 3] = ["GraphST", "STAGATE", "SpaGCN"];

/// Table 2: the metrics of the breast cancer section that the paper prints, for the three [`METHODS`].
pub(crate) const TABLE_2: [(&str, [f64; 3]); 11] = [
    ("slam", [1.002, 1.134, 1.680]),
    ("ari", [0.121, 0.164, 0.032]),
    ("nmi", [0.219, 0.221, 0.180]),
    ("jaccard", [0.195, 0.207, 0.143]),
    ("fmi", [0.531, 0.544, 0.372]),
    ("v_measure", [0.219, 0.221, 0.180]),
    ("asw", [-0.111, -0.104, -0.085]),
    ("chaos", [0.202, 0.191, 0.240]),
    ("pas", [0.488, 0.390, 0.775]),
    ("ch", [25.290, 28.506, 7.224]),
    ("db", [6.885, 3.226, 12.880]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_of_a_metric_that_we_have() {
        let is_known = |name: &str| name == "slam" || slam::metrics::Metric::named(name).is_some();
        assert!(METRICS.into_iter().all(is_known));
        assert_eq!(
            [q("slam", 0), q("jaccard", 0), q("f1", 2), q("db", 2)],
            [Some(0.257), Some(0.166), None, Some(0.9)]
        );
    }
}
