//! The claims of a verdict in words; no text is made anywhere else, and none is read back.

use super::claim::{Claim, Extent, Mark, Ranked, Statistic, TwoParts};
use super::lead::{Evidence, LeadClaim};
use super::worst::{Faults, Worst};
use crate::comparison::blind::Blind;
use crate::comparison::ranking::RankBy;
use crate::message::Message;
use crate::metrics::Better;

/// At most so many names are listed.
const MOST_NAMES: usize = 4;

impl Claim {
    /// The sentence.
    pub(crate) fn sentence(&self) -> Message {
        match self {
            Self::NoValue { by } => format!("No method has a value of {by}, so none is best.").into(),
            Self::Identical => "The two labelings agree on every spot that has a neighbour: slam_adjusted is 0.".into(),
            Self::Reading { name, by, value } => {
                let name = name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
                format!("{name}{by} is {}{}.", three(*value), scale(*by)).into()
            }
            Self::Best { name, value, on, next } => best(name, value, *on, next.as_ref()).into(),
            Self::BestMarked { name, value, on, mark } => {
                let mark = mark_words(mark);
                format!("{name} has the best {}{}, {}, but is {mark}.", what(value), extent(*on), three(value.value))
                    .into()
            }
            Self::Tied { names, low, high, on } => tied(names, low, *high, *on).into(),
            Self::Relabelled { name, n_spots } => format!(
                "Matching gave {n_spots} spots of {name} their truth label, which makes it look better than it is."
            )
            .into(),
            Self::ManyLabels { name, n_pred, n_truth } => {
                format!("{name} has {n_pred} labels where the truth has {n_truth}.").into()
            }
            Self::SlicesApart => Message::from("Slices look as if they were clustered one by one: see ")
                .option("match_per")
                .words(" slice."),
            Self::PartOfSpots { name, n_spots, n_all } => {
                format!("{name} is compared on {n_spots} of {n_all} spots.").into()
            }
            Self::OtherMatching { names } => {
                format!("With labels matched one to one (hungarian), {} would be first.", listed(texts(names))).into()
            }
            Self::PlaceAndContacts { by_place, by_contacts, mixed } => {
                place_and_contacts(by_place, by_contacts, *mixed).into()
            }
            Self::SlamMisses { shares, first } => misses(shares, first.as_deref()).into(),
            Self::SlamPrefersBaseline { baseline, n, n_methods } => {
                let whom =
                    if n == n_methods { "every method".to_owned() } else { format!("{n} of {n_methods} methods") };
                format!("The column slam puts the baseline {baseline} before {whom}; do not rank by it.").into()
            }
            Self::SlamFirst { names } => format!("By slam alone, {} would be first.", listed(texts(names))).into(),
            Self::Faults(faults) => faults.sentence().into(),
            Self::Lead(lead) => lead.sentence(),
            Self::FirstOn { name, n_first, n_slices } => {
                format!("{name} is first on {n_first} of its {n_slices} slices.").into()
            }
            Self::Missing { n, n_common } => missing(*n, *n_common).into(),
            chance => chance.chance_sentence().into(),
        }
    }

    /// What is said of chance and of blind domains.
    fn chance_sentence(&self) -> String {
        match self {
            Self::NoneBetterThanChance { n_methods: 1, p } => {
                format!("This labeling is not better than chance ({}).", shift(*p))
            }
            Self::NoneBetterThanChance { n_methods, p } => {
                format!("None of the {n_methods} methods is better than chance (shift test, p ≥ {}).", three(*p))
            }
            Self::NotBetterThanChance { methods, n_tested } => {
                let named: Vec<String> =
                    methods.iter().map(|(name, p)| format!("{name} (p = {})", three(*p))).collect();
                let (n, verb) = (methods.len(), if methods.len() == 1 { "is" } else { "are" });
                format!(
                    "{n} of {n_tested} methods {verb} not better than chance (shift test): {}.",
                    listed(texts(&named))
                )
            }
            Self::AllBetterThanChance { n_methods, replicates } => {
                let shifts = replicates.map(|n| format!(", {n} shifts")).unwrap_or_default();
                match n_methods {
                    1 => format!("It is better than chance (shift test, p ≤ 0.05{shifts})."),
                    n => format!("Each of the {n} methods is better than chance (shift test, p ≤ 0.05{shifts})."),
                }
            }
            Self::ChanceUndefined { n_methods: 1, reason, .. } => {
                format!("Whether it is better than chance could not be tested: {reason}.")
            }
            Self::ChanceUndefined { methods, reason, .. } => {
                let names = listed(texts(methods));
                format!("Whether {names} would be better than chance could not be tested: {reason}.")
            }
            Self::ChanceNotTested => "Whether the methods are better than chance was not tested.".to_owned(),
            Self::NotBetterThanBlind { methods, n_methods, thinned } => {
                let named: Vec<String> =
                    methods.iter().map(|(name, blind)| format!("{name} ({})", domains(blind))).collect();
                let some = some(methods.len(), *n_methods);
                let thinned =
                    thinned.map(|(n, n_all)| format!(" (scored on {n} of {n_all} spots)")).unwrap_or_default();
                format!("{some} no better than blind contiguous domains{thinned}: {}.", listed(texts(&named)))
            }
            Self::NotBetterThanBlindOnSlices { methods, n_methods } => {
                let named: Vec<String> =
                    methods.iter().map(|(name, n, n_all)| format!("{name} (on {n} of {n_all} slices)")).collect();
                let some = some(methods.len(), *n_methods);
                format!("{some} no better than blind contiguous domains on most slices: {}.", listed(texts(&named)))
            }
            _ => String::new(),
        }
    }
}

/// `2 of 5 methods are`.
fn some(n: usize, n_methods: usize) -> String {
    match (n, n_methods) {
        (1, 1) => "This labeling is".to_owned(),
        (1, _) => format!("1 of {n_methods} methods is"),
        _ => format!("{n} of {n_methods} methods are"),
    }
}

fn shift(p: f64) -> String {
    format!("shift test, p = {}", three(p))
}

/// `0.55 with 8 labels`.
fn domains(blind: &Blind) -> String {
    let labels = if blind.n_labels == 1 { "label" } else { "labels" };
    format!("{} with {} {labels}", two(blind.median), blind.n_labels)
}

pub(crate) fn mark_words(mark: &Mark) -> String {
    match mark {
        Mark::Chance { p } => format!("not better than chance ({})", shift(*p)),
        Mark::Blind(blind) => format!("no better than blind contiguous domains ({})", domains(blind)),
        Mark::BlindOnSlices(n, n_all) => {
            format!("no better than blind contiguous domains on {n} of {n_all} slices")
        }
    }
}

fn best(name: &str, value: &Ranked, on: Extent, next: Option<&(String, Option<f64>)>) -> String {
    let shown = |value: Option<f64>| value.map_or_else(|| "N/A".to_owned(), three);
    let next = next.map(|(name, value)| format!("; next is {name} with {}", shown(*value))).unwrap_or_default();
    let (what, value) = (what(value), format!("{}{}", three(value.value), scale(value.by)));
    match on {
        // Nobody is most like the truth where values rest on different slices.
        Extent::OwnSlices { n, n_all } => {
            format!("{name} has the best {what}, {value}, on the {n} of {n_all} slices that it has{next}.")
        }
        _ => format!("{name} is most like the truth{}: {what} is {value}{next}.", extent(on)),
    }
}

fn tied(names: &[String], low: &Ranked, high: Option<f64>, on: Extent) -> String {
    let mut range = vec![three(low.value)];
    range.extend(high.map(three));
    range.dedup();
    let (names, what, scale) = (listed(texts(names)), what(low), scale(low.by));
    format!("{names} share the first rank{}: {what} is {}{scale}.", extent(on), range.join(" to "))
}

fn what(value: &Ranked) -> String {
    match value.what {
        Statistic::Slide => value.by.to_string(),
        Statistic::Mean => format!("mean {}", value.by),
        Statistic::Pooled => format!("{} of all spots", value.by),
    }
}

fn extent(on: Extent) -> String {
    match on {
        Extent::Slide => String::new(),
        Extent::AllSlices(1) => " on 1 slice".to_owned(),
        Extent::AllSlices(n) => format!(" over {n} slices"),
        Extent::CommonSlices { n, n_all } => format!(" on the {n} of {n_all} slices that all methods have"),
        Extent::OwnSlices { n, n_all } => format!(" on the {n} of {n_all} slices that it has"),
    }
}

/// How to read a number.
pub(crate) fn scale(by: RankBy) -> &'static str {
    match by {
        RankBy::SlamAdjusted => " (0 = alike, 1 = the same label proportions placed at random)",
        RankBy::Slam | RankBy::SlamPinned => " (0 = alike, 2 = unlike)",
        _ if by.better() == Better::Higher => " (higher is better)",
        _ => " (lower is better)",
    }
}

fn misses(shares: &[(Option<String>, f64)], first: Option<&str>) -> String {
    let first = first.map(|name| format!(", though it puts {name} first")).unwrap_or_default();
    let named = |(name, share): &(Option<String>, f64)| match name {
        Some(name) => format!("{name} ({})", percent(*share)),
        None => percent(*share),
    };
    match shares {
        [(None, share)] => format!("The number slam misses {} of what is wrong; do not rank by it.", percent(*share)),
        [(Some(name), share)] => {
            format!(
                "The column slam misses {} of what is wrong with {name}; do not rank by it{first}.",
                percent(*share)
            )
        }
        _ => {
            let names = listed(texts(&shares.iter().map(named).collect::<Vec<_>>()));
            format!("The column slam misses most of what is wrong with {names}; do not rank by it{first}.")
        }
    }
}

fn place_and_contacts(place: &TwoParts, contacts: &TwoParts, mixed: Option<f64>) -> String {
    let why = mixed.map_or_else(String::new, |share| {
        format!(
            " The truth's labels are interspersed ({} of neighbours differ): a labeling that smooths them keeps places and \
             loses contacts.",
            percent(share)
        )
    });
    format!(
        "Place and contacts disagree about the first rank: by place it is {} ({} against {}), by contacts {} ({} against {}).{why}",
        place.name,
        three(place.place),
        three(contacts.place),
        contacts.name,
        three(contacts.contacts),
        three(place.contacts),
    )
}

fn missing(n: usize, n_common: usize) -> String {
    let (verb, combinations) = if n == 1 { ("is", "combination") } else { ("are", "combinations") };
    let missing = format!("{n} {combinations} of method and slice {verb} missing");
    match n_common {
        0 => format!("{missing}, and fewer than three slices have all methods: ranks rest on different slices."),
        common => format!("{missing}: ranks rest on the {common} slices that all methods have."),
    }
}

impl LeadClaim {
    fn sentence(&self) -> Message {
        let lead = format!("the lead of {} over {}", self.first, self.second);
        let place = match self.donors {
            Some(n) => format!("over {n} donors"),
            None => "on this slide".to_owned(),
        };
        let adjusted = match self.n_others {
            0 | 1 => String::new(),
            n => format!(", adjusted for {n} comparisons with {}", self.first),
        };
        let p = |p: f64| if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {}", three(p)) };
        match &self.evidence {
            Evidence::Shown { p: found } => {
                format!("{} is significant {place} ({}{adjusted}).", upper(&lead), p(*found)).into()
            }
            Evidence::NotShown { p: found } => {
                format!("{} is not shown {place} ({}{adjusted}){}.", upper(&lead), p(*found), self.others()).into()
            }
            Evidence::Equal => {
                let (first, second) = (&self.first, &self.second);
                format!("{first} and {second} do not differ anywhere {place}{}.", self.others()).into()
            }
            Evidence::Undefined(reason) => {
                format!("Whether {lead} is significant {place} could not be tested: {reason}.").into()
            }
            Evidence::DonorsUnknown { n_slices } => {
                let slices = format!(
                    "Whether {lead} is significant is not known on {n_slices} slices: how donors differ is unknown ("
                );
                Message::from(slices).option("donor").words(").")
            }
            Evidence::NotAsked => format!("Whether {lead} is significant was not tested.").into(),
        }
    }

    /// How many others cannot be told from the first, where there are several.
    fn others(&self) -> String {
        if self.n_others < 2 || self.alike.len() < 2 {
            return String::new();
        }
        format!("; {} of the {} others cannot be told from {}", self.alike.len(), self.n_others, self.first)
    }
}

impl Faults {
    /// The sentence.
    pub(crate) fn sentence(&self) -> String {
        let places: Vec<String> = self.worst.iter().map(worst).collect();
        let lowest =
            self.lowest.as_ref().map(|(label, kept)| format!("; {label} keeps least, {} of its edges", percent(*kept)));
        format!("{} goes wrong most {}{}.", self.name, joined(&places), lowest.unwrap_or_default())
    }
}

fn worst(worst: &Worst) -> String {
    let share = percent(worst.share);
    let lost = percent(worst.lost);
    match (&worst.label, &worst.became) {
        (Some(label), Some(other)) => {
            format!(
                "in {label} ({share} of all faults: {lost} of the edges inside {label} changed, most of them to {other})"
            )
        }
        (Some(label), None) => {
            format!(
                "in {label} ({share} of all faults: {lost} of the edges inside {label} changed, most of them to a boundary)"
            )
        }
        (None, Some(other)) => {
            format!("at boundaries ({share} of all faults: {lost} of the edges there changed, most of them to {other})")
        }
        (None, None) => format!("at boundaries ({share} of all faults: {lost} of the edges there changed)"),
    }
}

/// With its first letter in upper case.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(crate) fn three(value: f64) -> String {
    // What rounds to zero has no sign.
    format!("{:.3}", if value.abs() < 5e-4 { 0.0 } else { value })
}

fn two(value: f64) -> String {
    format!("{value:.2}")
}

fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 1.0 { "less than 1 %".to_owned() } else { format!("{percent:.0} %") }
}

fn texts(names: &[String]) -> impl Iterator<Item = &str> {
    names.iter().map(String::as_str)
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
