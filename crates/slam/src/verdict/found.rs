//! The claims that a score or a comparison supports, each under its conditions.

use super::claim::{Claim, Extent, Mark, Ranked, Statistic, TwoParts};
use super::lead::LeadClaim;
use super::worst::Faults;
use super::{BLIND, is_blind};
use crate::comparison::ranking::RankBy;
use crate::comparison::{Comparison, Entry};
use crate::inference::Test;
use crate::matcher::Method;
use crate::score::Score;
use crate::score::warning::Warning;

/// Values of place or contacts that differ by less than this share of the larger are within discretisation error.
const GRID: f64 = 0.02;
/// Above this share of neighbours with different labels the labels of a truth count as interspersed.
const INTERSPERSED: f64 = 0.3;

/// The claims about one labeling.
pub(super) fn on(score: &Score) -> Vec<Claim> {
    let value = score.slam_adjusted.value;
    let reading =
        if value == 0.0 { Claim::Identical } else { Claim::Reading { name: None, by: RankBy::SlamAdjusted, value } };
    let share = score.cancelled.filter(|_| is_blind(score));
    let misses = share.map(|share| Claim::SlamMisses { shares: vec![(None, share)], first: None });
    let faults = Faults::of("It", score).map(Claim::Faults);
    let tested = score.test.as_ref().map(|test| chance(&[("", test)])).unwrap_or_default();
    std::iter::once(reading).chain(tested).chain(misses).chain(faults).collect()
}

/// The claims about many labelings.
pub(super) fn among(comparison: &Comparison, by: RankBy) -> Vec<Claim> {
    let results = &comparison.results;
    let best: Vec<&Entry> = results.iter().filter(|entry| entry.rank == Some(1)).collect();
    let Some(first) = best.first() else { return vec![Claim::NoValue { by }] };
    let mut claims = vec![headline(comparison, by, &best)];
    claims.extend(of_chance(comparison));
    claims.extend(of_blind(comparison));
    claims.extend(cautions(comparison, &best));
    claims.extend(place_and_contacts(comparison));
    claims.extend(of_slam(comparison));
    claims.extend(Faults::of(&first.pred, &first.score).map(Claim::Faults));
    claims.extend(lead(comparison).map(Claim::Lead));
    claims
}

/// What is known of the lead of the first row over the second.
pub(super) fn lead(comparison: &Comparison) -> Option<LeadClaim> {
    let [first, second] = [0, 1].map(|place| comparison.results.get(place).filter(|entry| entry.rank.is_some()));
    LeadClaim::of(&first?.pred, second.map(|entry| entry.pred.as_str()), comparison.pairs.as_deref())
}

/// Who is first; who carries a mark is not called most like the truth.
fn headline(comparison: &Comparison, by: RankBy, best: &[&Entry]) -> Claim {
    let ranked =
        |entry: &Entry| Ranked { by, value: by.value(&entry.score).unwrap_or(f64::NAN), what: Statistic::Slide };
    let (first, on) = (best[0], Extent::Slide);
    if comparison.results.len() == 1 {
        return Claim::Reading { name: Some(first.pred.clone()), by, value: ranked(first).value };
    }
    if best.len() > 1 {
        let high = best.last().map(|entry| ranked(entry).value);
        return Claim::Tied { names: named(best), low: ranked(first), high, on };
    }
    let (name, value) = (first.pred.clone(), ranked(first));
    if let Some(&mark) = marks(first).first() {
        return Claim::BestMarked { name, value, on, mark };
    }
    let next = comparison.results.iter().find(|entry| entry.rank > Some(1) && !entry.is_partial);
    let next = next.map(|next| (next.pred.clone(), by.value(&next.score)));
    Claim::Best { name, value, on, next }
}

/// What speaks against a method.
pub(super) fn marks(entry: &Entry) -> Vec<Mark> {
    let test = entry.score.test.as_ref();
    let p = test.filter(|test| test.is_better_than_chance() == Some(false)).and_then(|test| test.shift.p);
    let blind = entry.blind.filter(|_| entry.is_better_than_blind() == Some(false));
    let chance = p.map(|p| Mark::Chance { p });
    chance.into_iter().chain(blind.map(Mark::Blind)).collect()
}

/// What the shift test says of all methods; that it was not run, where it was not.
fn of_chance(comparison: &Comparison) -> Vec<Claim> {
    let of = |entry: &'_ Entry| -> Option<(String, Test)> { Some((entry.pred.clone(), entry.score.test.clone()?)) };
    let tests: Vec<(String, Test)> = comparison.results.iter().filter_map(of).collect();
    if tests.is_empty() {
        return vec![Claim::ChanceNotTested];
    }
    chance(&tests.iter().map(|(name, test)| (name.as_str(), test)).collect::<Vec<_>>())
}

/// What the shift test says of some labelings; those without an answer are named apart.
fn chance(tests: &[(&str, &Test)]) -> Vec<Claim> {
    let n_methods = tests.len();
    let answered: Vec<(&str, f64, bool)> =
        tests.iter().filter_map(|(name, test)| Some((*name, test.shift.p?, test.is_better_than_chance()?))).collect();
    let failed: Vec<(String, f64)> =
        answered.iter().filter(|(.., is_better)| !is_better).map(|&(name, p, _)| (name.to_owned(), p)).collect();
    let without: Vec<&(&str, &Test)> = tests.iter().filter(|(_, test)| test.shift.p.is_none()).collect();
    let mut claims = Vec::new();
    let n_answered = answered.len();
    if n_answered > 0 && failed.len() == n_answered && n_answered == n_methods {
        let p = failed.iter().map(|(_, p)| *p).fold(1.0, f64::min);
        claims.push(Claim::NoneBetterThanChance { n_methods, p });
    } else if !failed.is_empty() {
        claims.push(Claim::NotBetterThanChance { methods: failed, n_tested: n_answered });
    } else if n_answered == n_methods {
        let replicates = tests.iter().filter_map(|(_, test)| test.shift.replicates).min();
        claims.push(Claim::AllBetterThanChance { n_methods, replicates });
    }
    if let Some((_, test)) = without.first() {
        let reason = test.shift.undefined.as_ref().map(ToString::to_string).unwrap_or_default();
        let methods = without.iter().map(|(name, _)| (*name).to_owned()).collect();
        claims.push(Claim::ChanceUndefined { methods, n_methods, reason });
    }
    claims
}

/// Which methods score no better than blind contiguous domains.
fn of_blind(comparison: &Comparison) -> Option<Claim> {
    let failed = |entry: &&Entry| entry.is_better_than_blind() == Some(false);
    let methods: Vec<_> =
        comparison.results.iter().filter(failed).filter_map(|entry| Some((entry.pred.clone(), entry.blind?))).collect();
    let n_all = comparison.references.first().map_or(0, |reference| reference.score.n_spots);
    let n_drawn = methods.first().map_or(0, |(_, blind)| blind.n_spots);
    let thinned = (n_drawn < n_all).then_some((n_drawn, n_all));
    (!methods.is_empty()).then_some(Claim::NotBetterThanBlind { methods, n_methods: comparison.results.len(), thinned })
}

/// What helps the best method, or depends on a choice.
fn cautions(comparison: &Comparison, best: &[&Entry]) -> Vec<Claim> {
    let (name, score) = (&best[0].pred, &best[0].score);
    let claim = |warning: &Warning| match *warning {
        Warning::Split { n_spots } => Some(Claim::Relabelled { name: name.clone(), n_spots }),
        Warning::ManyLabels { n_pred, n_truth } => Some(Claim::ManyLabels { name: name.clone(), n_pred, n_truth }),
        Warning::SlicesApart { .. } => Some(Claim::SlicesApart),
        _ => None,
    };
    let mut claims: Vec<Claim> = score.warnings.iter().filter_map(claim).collect();
    let n_all = comparison.references.first().map_or(0, |reference| reference.score.n_spots);
    if score.n_spots < n_all {
        claims.push(Claim::PartOfSpots { name: name.clone(), n_spots: score.n_spots, n_all });
    }
    claims.extend(other_matching(comparison, best));
    claims
}

/// Who would be first if labels were matched one to one, where that is somebody else.
fn other_matching(comparison: &Comparison, best: &[&Entry]) -> Option<Claim> {
    // Where names match, they say more than overlap does.
    let is_named = |entry: &Entry| entry.score.matching.method == Method::Identity;
    let first = |entry: &&Entry| entry.hungarian.is_some_and(|place| place.rank == Some(1)) && !is_named(entry);
    let others: Vec<&Entry> = comparison.results.iter().filter(first).collect();
    let is_shared = others.iter().any(|entry| best.iter().any(|best| best.pred == entry.pred));
    (!others.is_empty() && !is_shared).then(|| Claim::OtherMatching { names: named(&others) })
}

/// Whether place and contacts put different ones of the first two methods first: the one place where their values are read.
fn place_and_contacts(comparison: &Comparison) -> Option<Claim> {
    let parts: Vec<TwoParts> = comparison.results.iter().take(2).map(two_parts).collect();
    let flow = &comparison.references.first()?.score.flow;
    let mass = |is_counted: fn(u16) -> bool| -> f64 {
        flow.counts.iter().filter(|(truth, ..)| is_counted(*truth)).map(|(.., mass)| mass).sum()
    };
    let mixed = mass(|truth| truth == 0) / mass(|_| true);
    disagreement(&parts, mixed)
}

/// Place and contacts of a method.
fn two_parts(entry: &Entry) -> TwoParts {
    let adjusted = &entry.score.slam_adjusted;
    TwoParts { name: entry.pred.clone(), place: adjusted.place.value, contacts: adjusted.contacts.value }
}

/// That place and contacts put different ones of two methods first, by more than their error; `mixed` is the share of
/// neighbours that differ in the truth.
fn disagreement(parts: &[TwoParts], mixed: f64) -> Option<Claim> {
    let [a, b] = parts else { return None };
    let (by_place, by_contacts) = if a.place <= b.place { (a, b) } else { (b, a) };
    let is_clear = |low: f64, high: f64| high - low > GRID * high;
    let is_split = is_clear(by_place.place, by_contacts.place) && is_clear(by_contacts.contacts, by_place.contacts);
    let mixed = (mixed > INTERSPERSED).then_some(mixed);
    is_split.then(|| Claim::PlaceAndContacts { by_place: by_place.clone(), by_contacts: by_contacts.clone(), mixed })
}

/// What `slam` misses, whom it puts before whom; nothing where it agrees.
fn of_slam(comparison: &Comparison) -> Option<Claim> {
    let results = &comparison.results;
    let missed =
        |entry: &Entry| Some((Some(entry.pred.clone()), entry.score.cancelled.filter(|share| *share > BLIND)?));
    let shares: Vec<(Option<String>, f64)> = results.iter().filter_map(missed).collect();
    if !shares.is_empty() {
        let first = results.iter().find(|entry| is_blind(&entry.score) && entry.slam_rank == 1 && results.len() > 1);
        return Some(Claim::SlamMisses { shares, first: first.map(|entry| entry.pred.clone()) });
    }
    if let Some((baseline, n)) = preferred_baseline(comparison) {
        return Some(Claim::SlamPrefersBaseline { baseline, n, n_methods: results.len() });
    }
    let firsts: Vec<&Entry> = results.iter().filter(|entry| entry.slam_rank == 1).collect();
    let agrees = firsts.is_empty() || firsts.iter().any(|entry| entry.rank == Some(1));
    (!agrees).then(|| Claim::SlamFirst { names: named(&firsts) })
}

/// The baseline that `slam` puts first, and before how many methods; none where it is before nobody.
fn preferred_baseline(comparison: &Comparison) -> Option<(String, usize)> {
    let best = comparison.references.iter().min_by(|a, b| a.score.slam.d.total_cmp(&b.score.slam.d))?;
    let n = comparison.results.iter().filter(|entry| entry.score.slam.d >= best.score.slam.d).count();
    (n > 0).then_some((best.pred.clone(), n))
}

/// Whether `slam`'s own order says something here: it misses little, and puts no baseline before a method.
pub(super) fn slam_is_trusted(claims: &[Claim]) -> bool {
    !claims.iter().any(|claim| matches!(claim, Claim::SlamMisses { .. } | Claim::SlamPrefersBaseline { .. }))
}

pub(super) fn named(entries: &[&Entry]) -> Vec<String> {
    entries.iter().map(|entry| entry.pred.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &str, place: f64, contacts: f64) -> TwoParts {
        TwoParts { name: name.to_owned(), place, contacts }
    }

    #[test]
    fn place_and_contacts_disagree_where_each_puts_another_first() {
        let (a, b) = (parts("smoothed", 0.80, 1.25), parts("noisy", 0.92, 0.95));
        let found = disagreement(&[a.clone(), b.clone()], 0.6);
        assert_eq!(found, Some(Claim::PlaceAndContacts { by_place: a, by_contacts: b, mixed: Some(0.6) }));
        let said = found.unwrap().sentence().to_string();
        let expected = "Place and contacts disagree about the first rank: by place it is smoothed (0.800 against 0.920), by contacts \
                        noisy (0.950 against 1.250). The truth's labels are interspersed (60 % of neighbours differ): a labeling \
                        that smooths them keeps places and loses contacts.";
        assert_eq!(said, expected);
    }

    #[test]
    fn differences_within_the_grids_error_are_no_disagreement() {
        assert_eq!(disagreement(&[parts("a", 0.5, 0.6), parts("b", 0.6, 0.7)], 0.6), None);
        assert_eq!(disagreement(&[parts("a", 0.500, 0.6), parts("b", 0.505, 0.5)], 0.6), None);
        assert_eq!(disagreement(&[parts("a", 0.5, 0.6)], 0.6), None);
        // Layers are not interspersed, and nothing of the kind is said.
        let layers = disagreement(&[parts("a", 0.5, 0.6), parts("b", 0.6, 0.5)], 0.1).unwrap();
        assert!(!layers.sentence().to_string().contains("interspersed"));
    }
}
