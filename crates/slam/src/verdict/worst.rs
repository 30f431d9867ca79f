//! The domains in which a labeling goes wrong, what became of them, and which domain keeps least.

use crate::score::{Domain, Score};

/// So many domains are named.
const MOST: usize = 3;
/// A domain with a smaller share of all that is wrong is not worth a word, unless it is the worst.
const WORTH_A_WORD: f64 = 0.1;

/// A truth domain, or the boundary, in which a labeling goes wrong.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Worst {
    /// The truth label, or none for the boundary.
    pub label: Option<String>,
    /// Its share of all that is wrong.
    pub share: f64,
    /// The share of its own edges that did not stay.
    pub lost: f64,
    /// What most of those edges became: the truth label, or none where they became boundary or an unmatched label.
    pub became: Option<String>,
}

/// Where a labeling goes wrong: the largest shares of all that is wrong, and the domain with the lowest share kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Faults {
    pub(crate) name: String,
    /// The worst domains, worst first; at least one.
    pub(crate) worst: Vec<Worst>,
    /// The label of the domain that keeps the smallest share of its edges, and that share; none where it is one of these.
    pub(crate) lowest: Option<(String, f64)>,
}

impl Faults {
    /// Where a labeling of that name goes wrong; none when nothing is wrong.
    pub(crate) fn of(name: &str, score: &Score) -> Option<Self> {
        let worst = Worst::of(score);
        worst.first()?;
        let kept = |domain: &Domain| domain.kept / domain.n_edges;
        let inside = score.domains.iter().filter(|domain| domain.label.is_some() && domain.n_edges > 0.0);
        // The lowest; ties: label order.
        let lowest = inside.fold(None, |least: Option<&Domain>, domain| {
            Some(least.filter(|least| kept(least) <= kept(domain)).unwrap_or(domain))
        });
        // Those that are named already have their share said.
        let is_named = |domain: &Domain| worst.iter().any(|worst| worst.label == domain.label);
        let lowest = lowest.filter(|domain| domain.lost > 0.0 && !is_named(domain));
        let lowest = lowest.and_then(|domain| Some((domain.label.clone()?, kept(domain))));
        Some(Self { name: name.to_owned(), worst, lowest })
    }
}

impl Worst {
    /// The worst domains of a score, worst first; none when nothing is wrong. Ties: label order.
    pub(super) fn of(score: &Score) -> Vec<Self> {
        let mut domains: Vec<&Domain> = score.domains.iter().filter(|domain| domain.share > 0.0).collect();
        domains.sort_by(|a, b| b.share.total_cmp(&a.share));
        let is_named = |(place, domain): &(usize, &Domain)| *place == 0 || domain.share >= WORTH_A_WORD;
        let named = domains.into_iter().enumerate().take_while(is_named).take(MOST);
        named.map(|(_, domain)| Self::new(domain, score)).collect()
    }

    fn new(domain: &Domain, score: &Score) -> Self {
        let kinds = &score.flow.kinds;
        let own = kinds.iter().position(|kind| *kind == domain.label).unwrap_or(0);
        let lost = score.flow.counts.iter().filter(|(truth, pred, _)| usize::from(*truth) == own && pred != truth);
        // The largest; ties: label order.
        let most = lost.fold(None, |most: Option<(u16, f64)>, &(_, pred, mass)| {
            Some(most.filter(|(_, other)| *other >= mass).unwrap_or((pred, mass)))
        });
        Self {
            label: domain.label.clone(),
            share: domain.share,
            lost: if domain.n_edges > 0.0 { domain.lost / domain.n_edges } else { 0.0 },
            became: most.and_then(|(pred, _)| kinds[usize::from(pred)].clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Flow;
    use crate::options::Options;
    use crate::score::FlowTable;

    #[test]
    fn of_equal_losses_the_first_is_named() {
        // Of the four edges inside a, one stays, one becomes a boundary, and one each b and c.
        let flow = Flow::count(&[1, 1, 1, 1], &[1, 2, 3, 0], None, 4);
        let names = ["a", "b", "c"].map(str::to_owned);
        let mut score = Options::default().analyze(crate::testing::pair("aabb", "aaab"), &()).unwrap().score;
        score.flow = FlowTable::new(&flow, &names);
        score.domains = Domain::table(&flow, &names, &[5, 0, 0]);
        let found = Worst::of(&score);
        assert_eq!((found.len(), found[0].label.as_deref(), found[0].lost), (1, Some("a"), 0.75));
        assert_eq!(found[0].became, None, "the boundary is before all labels");
        // Nothing inside b or c: a is the worst and keeps least, which is said once.
        assert_eq!(Faults::of("it", &score).unwrap().lowest, None);
        score.flow.counts.retain(|&(_, pred, _)| pred != 0);
        assert_eq!(Worst::of(&score)[0].became.as_deref(), Some("b"));
    }

    #[test]
    fn the_domain_that_keeps_least_need_not_have_the_largest_share() {
        // Fifty edges inside a, twenty of them wrong; two inside b, both wrong: a has 20/22 of the faults and keeps 60 %, b, with less
        // than a tenth of the faults, keeps none.
        let truth = [vec![1; 50], vec![2; 2]].concat();
        let flow = Flow::count(&truth, &[vec![1; 30], vec![2; 20], vec![1; 2]].concat(), None, 3);
        let names = ["a", "b"].map(str::to_owned);
        let mut score = Options::default().analyze(crate::testing::pair("aabb", "aaab"), &()).unwrap().score;
        score.flow = FlowTable::new(&flow, &names);
        score.domains = Domain::table(&flow, &names, &[50, 2]);
        let found = Faults::of("it", &score).unwrap();
        let worst: Vec<_> = found.worst.iter().map(|worst| worst.label.as_deref()).collect();
        assert_eq!((worst, found.lowest), (vec![Some("a")], Some(("b".to_owned(), 0.0))));
        let alike = Options::default().analyze(crate::testing::pair("aabb", "aabb"), &()).unwrap().score;
        assert_eq!(Faults::of("it", &alike), None);
    }
}
