//! The sentences of a study's verdict; there are no others.

use crate::inference::Undefined;
use crate::verdict::{Lead, listed, scale, three};

use super::result::{Duel, StudyMethod, StudyResult, StudyVerdict};

/// What a reader who looks at nothing else should take away from a study that is complete but for its verdict.
pub(super) fn verdict(study: &StudyResult, mut verdict: StudyVerdict) -> StudyVerdict {
    let best: Vec<&StudyMethod> = study.methods.iter().filter(|method| method.rank == Some(1)).collect();
    verdict.best = best.iter().map(|method| method.method.clone()).collect();
    verdict.better_than_chance = best.iter().any(|method| method.better_than_chance);
    verdict.lead = lead(study);
    let sentences = [
        Some(headline(study, &verdict, &best)),
        chance(study),
        firsts(study, &best),
        lead_words(study, verdict.lead),
        ground(study, &verdict),
    ];
    verdict.sentences = sentences.into_iter().flatten().collect();
    verdict
}

fn headline(study: &StudyResult, verdict: &StudyVerdict, best: &[&StudyMethod]) -> String {
    let by = verdict.by;
    let Some(first) = best.first() else { return format!("No method has a value of {by}, so none is best.") };
    if study.methods.iter().all(|method| !method.better_than_chance) {
        return format!(
            "No method is better than chance over {}: the best of them, {}, does no better than labelings that know nothing.",
            n_slices(study),
            first.method
        );
    }
    let value = |method: &StudyMethod| method.value.map_or_else(|| "N/A".to_owned(), three);
    let what = match verdict.common.len() {
        _ if verdict.ranked == POOLED => format!("{by} of all spots"),
        n if n > 0 && n < study.slices.len() => format!("mean {by} on the {n} that all methods have"),
        _ => format!("mean {by}"),
    };
    let scale = scale(by);
    if best.len() > 1 {
        let names = listed(best.iter().map(|method| method.method.as_str()));
        let mut range: Vec<String> = [best.first(), best.last()].into_iter().flatten().map(|one| value(one)).collect();
        range.dedup();
        let range = range.join(" to ");
        return format!(
            "{names} are most like the truth over {} and cannot be told apart: {what} is {range}{scale}.",
            n_slices(study)
        );
    }
    let next = study.methods.iter().find(|method| method.rank > Some(1) && !method.is_partial);
    let next = next.map(|next| format!("; next is {} with {}", next.method, value(next))).unwrap_or_default();
    let name = &first.method;
    format!("{name} is most like the truth over {}: {what} is {}{scale}{next}.", n_slices(study), value(first))
}

/// How ranks are had of fewer than three slices.
pub(super) const POOLED: &str = "pooled";
/// How ranks are had of three slices and more.
pub(super) const MEAN: &str = "mean over slices";

fn n_slices(study: &StudyResult) -> String {
    match study.slices.len() {
        1 => "1 slice".to_owned(),
        n => format!("{n} slices"),
    }
}

fn chance(study: &StudyResult) -> Option<String> {
    let others: Vec<&str> =
        study.methods.iter().filter(|method| !method.better_than_chance).map(|method| method.method.as_str()).collect();
    let (n, n_methods) = (others.len(), study.methods.len());
    if n == 0 || n == n_methods {
        return None;
    }
    let verb = if n == 1 { "is" } else { "are" };
    Some(format!("{n} of {n_methods} methods {verb} no better than chance: {}.", listed(others)))
}

/// On how many slices the best one is first.
fn firsts(study: &StudyResult, best: &[&StudyMethod]) -> Option<String> {
    let first = best.first().filter(|_| study.slices.len() > 1 && study.methods.len() > 1)?;
    let alone = if best.len() > 1 { format!("{} is", first.method) } else { "It is".to_owned() };
    Some(format!("{alone} first on {} of its {} slices.", first.n_first, first.n_slices))
}

/// Which slices ranks rest on, where that is not all.
fn ground(study: &StudyResult, verdict: &StudyVerdict) -> Option<String> {
    let n = study.n_missing();
    if n == 0 {
        return None;
    }
    let (verb, combinations) = if n == 1 { ("is", "combination") } else { ("are", "combinations") };
    let missing = format!("{n} {combinations} of method and slice {verb} missing");
    Some(match verdict.common.len() {
        0 => format!("{missing}, and fewer than three slices have all methods: ranks rest on different slices."),
        common => format!("{missing}: ranks rest on the {common} slices that all methods have."),
    })
}

/// Whether the first method differs from every other, all pairs considered.
fn lead(study: &StudyResult) -> Lead {
    let pairs = of_first(study);
    if pairs.is_empty() {
        return Lead::None;
    }
    match pairs.iter().filter(|pair| is_tested(pair)).count() {
        0 => Lead::Untested,
        n if n == pairs.iter().filter(|pair| pair.differs).count() => Lead::Real,
        _ => Lead::NotReal,
    }
}

fn lead_words(study: &StudyResult, lead: Lead) -> Option<String> {
    let first = &study.methods.first()?.method;
    let pairs = of_first(study);
    let place = format!("over {} donors", pairs.iter().map(|pair| pair.donors).max().unwrap_or(0));
    let tested: Vec<&&Duel> = pairs.iter().filter(|pair| is_tested(pair)).collect();
    match lead {
        Lead::None => None,
        Lead::Untested => {
            let reason = pairs.iter().find_map(|pair| pair.undefined.as_deref()).unwrap_or("nothing tells");
            Some(format!("Whether the lead is real could not be tested: {reason}."))
        }
        Lead::Real if tested.len() == 1 => {
            Some(format!("The lead is real {place}: {first} differs from {} at 5 %.", tested[0].b))
        }
        Lead::Real => Some(format!(
            "The lead is real {place}: {first} differs from the {} other methods at 5 %, all pairs considered.",
            tested.len()
        )),
        Lead::NotReal => {
            let alike: Vec<&str> = tested.iter().filter(|pair| !pair.differs).map(|pair| pair.b.as_str()).collect();
            let n_alike = alike.len();
            Some(match tested.len() {
                1 => format!("The lead is not real: {place}, {} cannot be told from {first}.", alike[0]),
                n => format!(
                    "The lead is not real: {place}, {n_alike} of {n} others cannot be told from {first}: {}.",
                    listed(alike)
                ),
            })
        }
    }
}

fn of_first(study: &StudyResult) -> Vec<&Duel> {
    let first = study.methods.first().map(|method| &method.method);
    study.pairs.iter().filter(|pair| Some(&pair.a) == first).collect()
}

/// Whether it is known if the two differ.
fn is_tested(pair: &Duel) -> bool {
    pair.p.is_some() || pair.undefined.as_deref() == Some(&Undefined::Alike.to_string())
}
