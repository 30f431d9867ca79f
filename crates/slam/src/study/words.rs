//! The claims that a study supports, each under its conditions; the verdict's words are made of them.

use crate::inference::Difference;
use crate::verdict::claim::{Claim, Extent, Mark, Ranked, Statistic};
use crate::verdict::lead::LeadClaim;
use crate::verdict::{Lead, mark_words};

use super::numbers::Numbers;
use super::result::{StudyMethod, StudyResult, StudyVerdict};

/// How ranks are had of fewer than three slices.
pub(super) const POOLED: &str = "pooled";
/// How ranks are had of three slices and more.
pub(super) const MEAN: &str = "mean over slices";

/// What a reader who looks at nothing else should take away from a study that is complete but for its verdict.
pub(super) fn verdict(study: &StudyResult, mut verdict: StudyVerdict, pairs: &[Difference]) -> StudyVerdict {
    let best = best(study);
    verdict.best = best.iter().map(|method| method.method.clone()).collect();
    verdict.better_than_chance = best.first().and_then(|method| method.better_than_chance);
    verdict.lead = lead(study, pairs).as_ref().map_or(Lead::None, LeadClaim::lead);
    verdict.sentences = claims(study, &verdict, pairs).iter().map(Claim::sentence).collect();
    verdict
}

/// All that a study supports.
fn claims(study: &StudyResult, verdict: &StudyVerdict, pairs: &[Difference]) -> Vec<Claim> {
    let best = best(study);
    let Some(first) = best.first() else { return vec![Claim::NoValue { by: verdict.by }] };
    let mut claims = vec![headline(study, verdict, &best)];
    claims.extend(of_chance(study));
    claims.extend(of_blind(study));
    if study.slices.len() > 1 && study.methods.len() > 1 {
        let (name, n_first, n_slices) = (first.method.clone(), first.n_first, first.n_slices);
        claims.push(Claim::FirstOn { name, n_first, n_slices });
    }
    claims.extend(lead(study, pairs).map(Claim::Lead));
    let n = study.n_missing();
    claims.extend((n > 0).then_some(Claim::Missing { n, n_common: verdict.common.len() }));
    claims
}

fn best(study: &StudyResult) -> Vec<&StudyMethod> {
    study.methods.iter().filter(|method| method.rank == Some(1)).collect()
}

/// Who is first; a method is most like the truth only over slices that all methods have, and only without a mark.
fn headline(study: &StudyResult, verdict: &StudyVerdict, best: &[&StudyMethod]) -> Claim {
    let what = if verdict.ranked == POOLED { Statistic::Pooled } else { Statistic::Mean };
    let ranked = |method: &StudyMethod| Ranked { by: verdict.by, value: method.value.unwrap_or(f64::NAN), what };
    let (first, n_all) = (best[0], study.slices.len());
    let on = match verdict.common.len() {
        _ if study.n_missing() == 0 => Extent::AllSlices(n_all),
        n if n > 0 && what == Statistic::Mean => Extent::CommonSlices { n, n_all },
        _ => Extent::OwnSlices { n: first.n_slices, n_all },
    };
    let (name, value) = (first.method.clone(), ranked(first));
    if best.len() > 1 {
        let names = best.iter().map(|method| method.method.clone()).collect();
        return Claim::Tied { names, low: value, high: best.last().and_then(|method| method.value), on };
    }
    if let Some(&mark) = marks(first).first() {
        return Claim::BestMarked { name, value, on, mark };
    }
    let next = study.methods.iter().find(|method| method.rank > Some(1) && !method.is_partial);
    Claim::Best { name, value, on, next: next.map(|next| (next.method.clone(), next.value)) }
}

/// What speaks against a method.
fn marks(method: &StudyMethod) -> Vec<Mark> {
    let p = method.test_p.filter(|_| method.better_than_chance == Some(false));
    let beaten: Vec<bool> = method.slices.iter().flatten().filter_map(Numbers::is_better_than_blind).collect();
    let n_failed = beaten.iter().filter(|is_beaten| !**is_beaten).count();
    let blind = (2 * n_failed > beaten.len()).then_some(Mark::BlindOnSlices(n_failed, beaten.len()));
    p.map(|p| Mark::Chance { p }).into_iter().chain(blind).collect()
}

impl StudyMethod {
    /// What speaks against it, in words: that it is not better than chance, or on most slices no better than blind contiguous
    /// domains.
    pub fn marks(&self) -> Vec<String> {
        marks(self).iter().map(mark_words).collect()
    }
}

/// What the shift tests of the slices say together; that they were not run, where they were not.
fn of_chance(study: &StudyResult) -> Option<Claim> {
    let tested: Vec<(&StudyMethod, f64)> =
        study.methods.iter().filter_map(|method| Some((method, method.test_p?))).collect();
    let failed: Vec<(String, f64)> = tested
        .iter()
        .filter(|(method, _)| method.better_than_chance == Some(false))
        .map(|(method, p)| (method.method.clone(), *p))
        .collect();
    let n_tested = tested.len();
    match failed.len() {
        _ if n_tested == 0 => Some(Claim::ChanceNotTested),
        0 if n_tested == study.methods.len() => {
            Some(Claim::AllBetterThanChance { n_methods: n_tested, replicates: None })
        }
        0 => None,
        n if n == study.methods.len() => {
            let p = failed.iter().map(|(_, p)| *p).fold(1.0, f64::min);
            Some(Claim::NoneBetterThanChance { n_methods: n, p })
        }
        _ => Some(Claim::NotBetterThanChance { methods: failed, n_tested }),
    }
}

/// Which methods score no better than blind contiguous domains on more than half of the slices where these were drawn.
fn of_blind(study: &StudyResult) -> Option<Claim> {
    let of = |method: &StudyMethod| {
        marks(method).into_iter().find_map(|mark| match mark {
            Mark::BlindOnSlices(n, n_all) => Some((method.method.clone(), n, n_all)),
            _ => None,
        })
    };
    let methods: Vec<_> = study.methods.iter().filter_map(of).collect();
    let n_methods = study.methods.len();
    (!methods.is_empty()).then_some(Claim::NotBetterThanBlindOnSlices { methods, n_methods })
}

/// What is known of the lead of the first row over the second.
fn lead(study: &StudyResult, pairs: &[Difference]) -> Option<LeadClaim> {
    let [first, second] = [0, 1].map(|place| study.methods.get(place).filter(|method| method.rank.is_some()));
    LeadClaim::of(&first?.method, second.map(|method| method.method.as_str()), Some(pairs))
}
