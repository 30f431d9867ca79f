//! The sentences of the verdict; there are no others.

use super::{Worst, is_blind};
use crate::comparison::ranking::RankBy;
use crate::comparison::{Comparison, Entry};
use crate::matcher::Method;
use crate::message::Message;
use crate::metrics::Better;
use crate::score::Score;
use crate::score::warning::Warning;

/// At most so many names are listed.
const MOST_NAMES: usize = 4;

/// Which method is best, by what, and who comes next; or that none is better than chance.
pub(super) fn headline(comparison: &Comparison, by: RankBy, best: &[&Entry]) -> String {
    let value = |score: &Score| by.value(score).map_or_else(|| "N/A".to_owned(), three);
    let (Some(first), Some(last)) = (best.first(), best.last()) else {
        return format!("No method has a value of {by}, so none is best.");
    };
    if comparison.results.iter().all(|entry| !entry.better_than_chance) {
        return nobody(comparison);
    }
    let scale = scale(by);
    if best.len() > 1 {
        let names = listed(best.iter().map(|entry| entry.pred.as_str()));
        let range = [value(&first.score), value(&last.score)];
        let range = if range[0] == range[1] { range[0].clone() } else { range.join(" to ") };
        return format!("{names} are most like the truth and cannot be told apart: {by} is {range}{scale}.");
    }
    if comparison.results.len() == 1 {
        return format!("{}: {by} is {}{scale}.", first.pred, value(&first.score));
    }
    let next = comparison.results.iter().find(|entry| entry.rank > Some(1) && !entry.is_partial);
    let next = next.map(|next| format!("; next is {} with {}", next.pred, value(&next.score))).unwrap_or_default();
    format!("{} is most like the truth: {by} is {}{scale}{next}.", first.pred, value(&first.score))
}

/// That no method is better than what nobody made with care.
fn nobody(comparison: &Comparison) -> String {
    let r = |score: &Score| score.slam_adjusted.value;
    let best = comparison.results.iter().min_by(|a, b| r(&a.score).total_cmp(&r(&b.score)));
    let reference = comparison.references.iter().min_by(|a, b| r(&a.score).total_cmp(&r(&b.score)));
    let (Some(best), Some(reference)) = (best, reference) else { return "No method is better than chance.".to_owned() };
    format!(
        "No method is better than chance: the best of them, {}, has a slam_adjusted of {}, and {}, which knows nothing, has {}.",
        best.pred,
        three(r(&best.score)),
        reference.pred,
        three(r(&reference.score))
    )
}

/// How to read a number.
pub(crate) fn scale(by: RankBy) -> &'static str {
    match by {
        RankBy::SlamAdjusted => ", where 0 is alike and 1 is no better than chance",
        RankBy::Slam | RankBy::SlamPinned => ", where 0 is alike and 2 is unlike",
        _ if by.better() == Better::Higher => ", where higher is better",
        _ => ", where lower is better",
    }
}

/// Which methods are no better than chance, unless all are better or none is.
pub(super) fn chance(comparison: &Comparison) -> Option<String> {
    let others: Vec<&str> =
        comparison.results.iter().filter(|entry| !entry.better_than_chance).map(|entry| entry.pred.as_str()).collect();
    let (n, n_methods) = (others.len(), comparison.results.len());
    if n == 0 || n == n_methods {
        return None;
    }
    let verb = if n == 1 { "is" } else { "are" };
    Some(format!("{} of {n_methods} methods {verb} no better than chance: {}.", n, listed(others)))
}

/// What flatters the best method, or hangs on a choice.
pub(super) fn caution(comparison: &Comparison, best: &[&Entry]) -> Vec<Message> {
    let Some(first) = best.first() else { return Vec::new() };
    let (name, score) = (&first.pred, &first.score);
    let mut sentences = Vec::new();
    for warning in &score.warnings {
        match warning {
            Warning::Split { n_spots } => {
                let gave = format!("Matching gave {n_spots} spots of {name} their truth label, which flatters it.");
                sentences.push(gave.into());
            }
            Warning::ManyLabels { n_pred, n_truth } => {
                let many = format!("{name} has {n_pred} labels for {n_truth}, and matching flatters so many.");
                sentences.push(many.into());
            }
            Warning::SlicesApart { .. } => {
                let apart = Message::from("Slices look as if they were clustered one by one: see ");
                sentences.push(apart.option("match_per").words(" slice."));
            }
            _ => {}
        }
    }
    let n_all = comparison.references.first().map_or(0, |reference| reference.score.n_spots);
    if score.n_spots < n_all {
        sentences.push(format!("{name} is judged on {} of {n_all} spots.", score.n_spots).into());
    }
    sentences.extend(one_to_one(comparison, best).map(Message::from));
    sentences
}

/// Who would be first if labels were matched one to one, where that is somebody else.
fn one_to_one(comparison: &Comparison, best: &[&Entry]) -> Option<String> {
    // Where names match, they say more than overlap does.
    let is_named = |entry: &Entry| entry.score.matching.method == Method::Identity;
    let first = |entry: &&Entry| entry.hungarian.is_some_and(|place| place.rank == Some(1)) && !is_named(entry);
    let others: Vec<&Entry> = comparison.results.iter().filter(first).collect();
    let is_shared = others.iter().any(|entry| best.iter().any(|best| best.pred == entry.pred));
    if others.is_empty() || is_shared {
        return None;
    }
    let names = listed(others.iter().map(|entry| entry.pred.as_str()));
    Some(format!("It hangs on the matching: one to one (hungarian), {names} would be first."))
}

/// Whether SLAM's own order can be trusted, and why not.
pub(super) fn trust(comparison: &Comparison, blind: &[&Entry]) -> (String, bool) {
    let results = &comparison.results;
    if !blind.is_empty() {
        let share = |entry: &&Entry| format!("{} ({})", entry.pred, percent(entry.score.cancelled.unwrap_or(0.0)));
        let names = listed(blind.iter().map(share).collect::<Vec<_>>().iter().map(String::as_str));
        let misled = blind.iter().find(|entry| entry.slam_rank == 1 && results.len() > 1);
        let misled = misled.map(|entry| format!(", and puts {} first", entry.pred)).unwrap_or_default();
        let what = "which cancels out";
        return (
            format!("Do not trust slam here: it is blind to most of what is wrong with {names}, {what}{misled}."),
            false,
        );
    }
    let beaten = |d: f64| results.iter().filter(|entry| entry.score.slam.d >= d).count();
    let best = comparison.references.iter().min_by(|a, b| a.score.slam.d.total_cmp(&b.score.slam.d));
    if let Some((n, reference)) = best.map(|best| (beaten(best.score.slam.d), best)).filter(|(n, _)| *n > 0) {
        let whom =
            if n == results.len() { "every method".to_owned() } else { format!("{n} of {} methods", results.len()) };
        return (
            format!("Do not trust slam here: it puts {}, which knows nothing, before {whom}.", reference.pred),
            false,
        );
    }
    let firsts: Vec<&Entry> = results.iter().filter(|entry| entry.slam_rank == 1).collect();
    let names = listed(firsts.iter().map(|entry| entry.pred.as_str()));
    let sentence = match (firsts.iter().any(|entry| entry.rank == Some(1)), results.len()) {
        (_, 1) => "slam sees what is wrong here.".to_owned(),
        (true, _) => format!("slam sees what is wrong here, and puts {names} first, too."),
        (false, _) => format!("slam sees what is wrong here, but puts {names} first."),
    };
    (sentence, true)
}

/// How one labeling compares with chance.
pub(super) fn reading(score: &Score) -> String {
    let r = score.slam_adjusted.value;
    let value = three(r);
    match r {
        0.0 => "The two labelings agree on every spot that has a neighbour: slam_adjusted is 0.".to_owned(),
        r if r >= 1.0 => format!("No better than chance: slam_adjusted is {value}, where 0 is alike and 1 is chance."),
        _ => format!(
            "slam_adjusted is {value}, where 0 is alike and 1 is no better than chance; random domains may reach 0.5, and slam \
             compare shows what they score here."
        ),
    }
}

/// Whether SLAM sees what is wrong with one labeling; none when nothing is.
pub(super) fn sight(score: &Score) -> Option<String> {
    let share = score.cancelled?;
    Some(if is_blind(score) {
        format!("Do not trust slam here: {} of what is wrong cancels out, and it is blind to that.", percent(share))
    } else if share > 0.5 {
        format!("Take slam with care: {} of what is wrong cancels out, unseen by it.", percent(share))
    } else {
        "slam sees what is wrong here.".to_owned()
    })
}

/// Where a labeling goes wrong; none when nothing is wrong.
pub(super) fn faults(name: &str, worst: &[Worst]) -> Option<String> {
    let one = |worst: &Worst| {
        let place = worst.label.as_ref().map_or_else(|| "at the boundaries".to_owned(), |label| format!("in {label}"));
        let fate = match (&worst.label, &worst.became) {
            (_, None) => "broken up".to_owned(),
            (Some(_), Some(label)) => format!("taken for {label}"),
            (None, Some(label)) => format!("swallowed by {label}"),
        };
        format!(
            "{place} ({} of all faults; {} of the edges there are lost, most of them {fate})",
            percent(worst.share),
            percent(worst.lost)
        )
    };
    let places: Vec<String> = worst.iter().map(one).collect();
    (!places.is_empty()).then(|| format!("{name} goes wrong most {}.", joined(&places)))
}

pub(crate) fn three(value: f64) -> String {
    // What rounds to zero has no sign.
    format!("{:.3}", if value.abs() < 5e-4 { 0.0 } else { value })
}

fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 1.0 { "less than 1 %".to_owned() } else { format!("{percent:.0} %") }
}

/// Names with commas between, and how many more there are.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let n_more = names.len().saturating_sub(MOST_NAMES);
    let mut shown: Vec<String> = names.into_iter().take(MOST_NAMES).collect();
    shown.extend((n_more > 0).then(|| format!("{n_more} more")));
    joined(&shown)
}

/// `a`, `a and b`, `a, b and c`.
fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
