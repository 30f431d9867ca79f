//! Numbers as people read them.

/// A score with four decimals, or `N/A`.
pub(crate) fn score(value: Option<f64>) -> String {
    // What rounds to zero has no sign.
    let plain = |value: f64| if value.abs() < 5e-5 { 0.0 } else { value };
    value.map_or_else(|| "N/A".to_owned(), |value| format!("{:.4}", plain(value)))
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 1.0 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

/// How much of the spots that the truth labels has no prediction, if any: `41 % unlabelled`.
pub(crate) fn unlabelled(n_unlabelled: usize, n_truth_spots: usize) -> Option<String> {
    (n_unlabelled > 0).then(|| format!("{} unlabelled", percent(n_unlabelled as f64 / n_truth_spots.max(1) as f64)))
}

/// A count in groups of three: `1,234,567`.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

/// A count of things: `1 label`, `1,234 labels`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// A mass of edges: a whole number where it is one, else two decimals.
pub(crate) fn mass(mass: f64) -> String {
    if mass.fract() == 0.0 { count(mass as usize) } else { format!("{mass:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_aloud() {
        assert_eq!([count(0), count(999), count(1000), count(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [counted(0, "label"), counted(1, "label"), counted(1_000, "label")].join(" "),
            "0 labels 1 label 1,000 labels"
        );
        assert_eq!([percent(0.0), percent(0.004), percent(0.5), percent(1.0)], ["0 %", "0.4 %", "50 %", "100 %"]);
        assert_eq!([unlabelled(0, 9), unlabelled(3, 8)], [None, Some("38 % unlabelled".to_owned())]);
        assert_eq!([mass(12.0), mass(0.25), score(None)], ["12", "0.25", "N/A"]);
    }
}
