//! Whether the first method is ahead of the second beyond chance differences, and on what that rests.

use super::Lead;
use crate::inference::{ALPHA, Difference, Undefined, holm};

/// What is known of the lead of the first method over the second.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LeadClaim {
    pub(crate) first: String,
    /// The second row of the leaderboard.
    pub(crate) second: String,
    pub(crate) evidence: Evidence,
    /// The donors that differences are compared over; none on one slide.
    pub(crate) donors: Option<usize>,
    /// How many methods are compared with the first, which p is adjusted for.
    pub(crate) n_others: usize,
    /// Those of them that cannot be told from the first.
    pub(crate) alike: Vec<String>,
}

/// What the comparison of the first two methods gave.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Evidence {
    /// They differ at 5 %; p adjusted for the comparisons with the first.
    Shown { p: f64 },
    /// They do not.
    NotShown { p: f64 },
    /// They have the same value everywhere, so that there is nothing to test.
    Equal,
    /// It was asked, and has no answer.
    Undefined(Undefined),
    /// There are several slices, and nobody said whose they are.
    DonorsUnknown { n_slices: usize },
    /// It was not asked.
    NotAsked,
}

impl LeadClaim {
    /// What the differences of the first method to all others say, if there is a second; none where none was asked for.
    ///
    /// p is adjusted by Holm for the comparisons with the first method alone: that is what is asked here. The p of all pairs
    /// stays in the table of pairs.
    pub(crate) fn of(first: &str, second: Option<&str>, pairs: Option<&[Difference]>) -> Option<Self> {
        let (first, second) = (first.to_owned(), second?.to_owned());
        let of_first: Vec<&Difference> = pairs.unwrap_or_default().iter().filter(|pair| pair.a == first).collect();
        let adjusted = holm(&of_first.iter().map(|pair| pair.finding.p).collect::<Vec<_>>());
        let is_alike = |(pair, p): &(&&Difference, &Option<f64>)| {
            p.is_some_and(|p| p > ALPHA) || pair.finding.undefined == Some(Undefined::Alike)
        };
        let alike = of_first.iter().zip(&adjusted).filter(is_alike).map(|(pair, _)| pair.b.clone()).collect();
        let place = of_first.iter().position(|pair| pair.b == second);
        let evidence = match (pairs, place.map(|place| (of_first[place], adjusted[place]))) {
            (None, _) | (_, None) => Evidence::NotAsked,
            (_, Some((_, Some(p)))) if p <= ALPHA => Evidence::Shown { p },
            (_, Some((_, Some(p)))) => Evidence::NotShown { p },
            (_, Some((pair, None))) => match pair.finding.undefined.clone() {
                Some(Undefined::Alike) => Evidence::Equal,
                Some(Undefined::NoDonors { n_slices }) => Evidence::DonorsUnknown { n_slices },
                Some(reason) => Evidence::Undefined(reason),
                None => Evidence::NotAsked,
            },
        };
        let donors = of_first.iter().find_map(|pair| pair.finding.donors);
        Some(Self { first, second, evidence, donors, n_others: of_first.len(), alike })
    }

    /// The same in a word.
    pub(crate) fn lead(&self) -> Lead {
        match self.evidence {
            Evidence::Shown { .. } => Lead::Shown,
            Evidence::NotShown { .. } | Evidence::Equal => Lead::NotShown,
            Evidence::Undefined(_) | Evidence::DonorsUnknown { .. } | Evidence::NotAsked => Lead::Untested,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::{Finding, Procedure};

    fn pair(a: &str, b: &str, p: Result<f64, Undefined>) -> Difference {
        let (p, undefined) = p.map_or_else(|reason| (None, Some(reason)), |p| (Some(p), None));
        let finding = Finding { p, undefined, ..Finding::new(Procedure::PairedTiles, "slam_adjusted") };
        Difference { a: a.to_owned(), b: b.to_owned(), finding, p_holm: None, p_max_t: None }
    }

    fn claim(pairs: &[Difference]) -> LeadClaim {
        LeadClaim::of("a", Some("b"), Some(pairs)).unwrap()
    }

    #[test]
    fn the_lead_is_that_over_the_second_row() {
        // c and d differ from a, b does not: nothing is shown.
        let found = claim(&[pair("a", "b", Ok(0.2)), pair("a", "c", Ok(0.001)), pair("a", "d", Ok(0.001))]);
        assert_eq!((found.evidence.clone(), found.lead()), (Evidence::NotShown { p: 0.2 }, Lead::NotShown));
        assert_eq!(found.alike, ["b"]);
    }

    #[test]
    fn a_second_row_without_p_leaves_the_lead_untested_whoever_else_differs() {
        let found = claim(&[pair("a", "b", Err(Undefined::Thin)), pair("a", "c", Ok(0.001))]);
        assert_eq!((found.evidence.clone(), found.lead()), (Evidence::Undefined(Undefined::Thin), Lead::Untested));
        assert!(found.alike.is_empty());
    }

    #[test]
    fn only_comparisons_with_the_first_are_adjusted_for() {
        // 2·0.02 ≤ 5 %, where all three pairs would make it 3·0.02 > 5 %.
        let found = claim(&[pair("a", "b", Ok(0.02)), pair("a", "c", Ok(0.9)), pair("b", "c", Ok(0.9))]);
        assert_eq!((found.evidence, found.n_others), (Evidence::Shown { p: 0.04 }, 2));
    }

    #[test]
    fn what_was_not_asked_is_not_claimed() {
        assert_eq!(LeadClaim::of("a", Some("b"), None).map(|claim| claim.lead()), Some(Lead::Untested));
        assert_eq!(LeadClaim::of("a", None, None), None);
        let unknown = claim(&[pair("a", "b", Err(Undefined::NoDonors { n_slices: 12 }))]);
        assert_eq!((unknown.lead(), unknown.evidence), (Lead::Untested, Evidence::DonorsUnknown { n_slices: 12 }));
        assert_eq!(claim(&[pair("a", "b", Err(Undefined::Alike))]).lead(), Lead::NotShown);
    }
}
