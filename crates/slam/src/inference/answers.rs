//! The results of tests and intervals that stand beside a score or a comparison.

use super::finding::Finding;

/// Whether the agreement is better than chance, and what tests that do not hold for tissue would say.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Test {
    /// The shift test, which holds.
    pub shift: Finding,
    /// For comparison, where the test was asked for outright: the permutation test, and the colours of Weisfeiler and Lehman.
    pub alternatives: Vec<Finding>,
}

impl Test {
    /// Whether the agreement is better than chance at 5 % by the shift test; none where that has no answer.
    pub fn is_better_than_chance(&self) -> Option<bool> {
        self.shift.p.map(|p| p <= ALPHA)
    }
}

/// The difference of two methods, and how sure it is.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The better placed method.
    pub a: String,
    /// The other.
    pub b: String,
    /// A minus B, with its interval and p.
    pub finding: Finding,
    /// p adjusted for all pairs by Holm's procedure.
    pub p_holm: Option<f64>,
    /// p of the exact sign-flip test, adjusted for all pairs by the largest of them; from 6 to 16 donors.
    pub p_max_t: Option<f64>,
}

/// The share of cases in which a test may reject what is true; for differences of all pairs together.
pub(crate) const ALPHA: f64 = 0.05;

impl Difference {
    /// Whether the two can be told apart at 5 %, all pairs together.
    pub fn holds(&self) -> bool {
        self.p_holm.is_some_and(|p| p <= ALPHA)
    }
}

/// Methods that cannot be told apart: every longest run of neighbours in rank of which no two differ.
///
/// `names` are in the order of rank, `pairs` those of the first with all that follow, then of the second, and so on. A run
/// of one is left out; runs may share methods, as bars of a critical difference diagram do.
pub(super) fn groups(names: &[String], pairs: &[Difference]) -> Vec<Vec<String>> {
    let place = |a: usize, b: usize| a * names.len() - a * (a + 1) / 2 + (b - a - 1);
    let differ = |a: usize, b: usize| pairs[place(a, b)].holds();
    let mut groups = Vec::new();
    let mut reached = 0;
    for first in 0..names.len() {
        let mut end = first + 1;
        while end < names.len() && (first..end).all(|other| !differ(other, end)) {
            end += 1;
        }
        if end > first + 1 && end > reached {
            groups.push(names[first..end].to_vec());
        }
        reached = reached.max(end);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Procedure;

    fn pair(a: &str, b: &str, p: f64) -> Difference {
        let finding = Finding::new(Procedure::PairedTiles, "ari");
        Difference { a: a.to_owned(), b: b.to_owned(), finding, p_holm: Some(p), p_max_t: None }
    }

    #[test]
    fn runs_of_methods_that_do_not_differ() {
        let names = ["a", "b", "c", "d"].map(str::to_owned);
        let ps =
            [("a", "b", 0.5), ("a", "c", 0.01), ("a", "d", 0.01), ("b", "c", 0.2), ("b", "d", 0.02), ("c", "d", 0.9)];
        let pairs: Vec<Difference> = ps.into_iter().map(|(a, b, p)| pair(a, b, p)).collect();
        assert_eq!(groups(&names, &pairs), [["a", "b"], ["b", "c"], ["c", "d"]]);
        let equal: Vec<Difference> = ps.into_iter().map(|(a, b, _)| pair(a, b, 1.0)).collect();
        assert_eq!(groups(&names, &equal), [["a", "b", "c", "d"]]);
    }

    #[test]
    fn all_apart_are_no_group() {
        let names = ["a", "b"].map(str::to_owned);
        assert!(groups(&names, &[pair("a", "b", 0.05)]).is_empty());
    }
}
