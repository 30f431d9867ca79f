//! One method in detail: its numbers, what to know about them, its labels and its domains.

use serde::Serialize;
use slam::{Comparison, Domain, Entry, Verdict, Warning, as_command};

use super::flow::FlowMatrix;
use super::maps::{Label, Maps};
use super::profile::Profile;
use super::wording::reword;
use crate::number::{count, mass, percent, score as four};
use crate::scene::Scene;

/// At most this many rows of a long table are shown; JSON has them all.
const MOST_ROWS: usize = 100;

/// One method in detail.
#[derive(Debug, Serialize)]
pub(crate) struct MethodPart {
    name: String,
    rank: Option<usize>,
    faults: Option<String>,
    facts: Vec<Fact>,
    notes: Vec<String>,
    matching: MatchingPart,
    domains: Vec<DomainRow>,
    n_hidden_domains: usize,
    flow: FlowMatrix,
    profile: Profile,
    unmatched: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Fact {
    name: String,
    value: String,
    detail: String,
}

#[derive(Debug, Serialize)]
struct MatchingPart {
    has_slices: bool,
    method: String,
    reason: String,
    rows: Vec<LinkRow>,
    splits: Vec<String>,
    n_hidden: usize,
}

#[derive(Debug, Serialize)]
struct LinkRow {
    slice: Option<String>,
    pred: String,
    truth: Option<String>,
    color: Option<String>,
    jaccard: String,
    remark: &'static str,
}

#[derive(Debug, Serialize)]
struct DomainRow {
    name: String,
    color: Option<String>,
    n_spots: String,
    n_edges: String,
    kept: String,
    lost: String,
    kept_percent: f64,
    share: String,
    share_percent: f64,
}

impl MethodPart {
    /// The part of one entry.
    pub(crate) fn new(
        entry: &Entry,
        links: &[slam::matcher::Link],
        comparison: &Comparison,
        maps: &Maps,
        scene: &Scene,
    ) -> Self {
        let score = &entry.score;
        Self {
            name: entry.pred.clone(),
            rank: entry.rank,
            faults: Verdict::faults("It", score).map(|said| reword(scene, &said)),
            facts: facts(entry, scene),
            notes: notes(entry).iter().map(|note| reword(scene, note)).collect(),
            matching: matching(entry, links, maps),
            domains: domains(&score.domains, maps),
            n_hidden_domains: score.domains.len().saturating_sub(MOST_ROWS),
            flow: FlowMatrix::new(score, maps),
            profile: Profile::new(score, comparison).reworded(scene),
            unmatched: score.matching.unmatched.iter().take(MOST_ROWS).cloned().collect(),
        }
    }
}

/// The truth labels, for the legend.
pub(crate) fn legend(maps: &Maps) -> Vec<Label> {
    maps.index.labels.iter().take(4 * MOST_ROWS).cloned().collect()
}

/// The rows of domains, in the order in which labels are shown; the boundary comes last.
fn domains(domains: &[Domain], maps: &Maps) -> Vec<DomainRow> {
    let mut shown: Vec<&Domain> = domains.iter().collect();
    shown.sort_by_key(|domain| maps.place(domain.label.as_deref()));
    shown.into_iter().take(MOST_ROWS).map(|domain| domain_row(domain, maps)).collect()
}

fn facts(entry: &Entry, scene: &Scene) -> Vec<Fact> {
    let score = &entry.score;
    let fact = |name: &str, value, detail| Fact { name: name.to_owned(), value, detail };
    let slam_rank = format!("rank {} by slam alone", entry.slam_rank);
    let dropped =
        if score.n_dropped > 0 { format!("{} without label", count(score.n_dropped)) } else { "all".to_owned() };
    vec![
        fact("slam_adjusted", four(Some(score.slam_adjusted.value)), format!("D {:.4}", score.slam_adjusted.mean)),
        fact("slam", four(Some(score.slam.d)), slam_rank),
        fact("slam_pinned", four(Some(score.slam_pinned.d)), format!("D {:.4}", score.slam_pinned.mean)),
        fact("cancelled", score.cancelled.map_or_else(|| "N/A".to_owned(), percent), "unseen by slam".to_owned()),
        fact(&scene.spots(), count(score.n_spots), dropped),
        fact("edges", count(score.n_edges), format!("{} labels", count(score.n_labels))),
    ]
}

/// What to know about this method, in plain words.
fn notes(entry: &Entry) -> Vec<String> {
    let score = &entry.score;
    let in_words = |warning: &Warning| match warning {
        Warning::Cancelled { share } => format!(
            "slam misses {} of what is wrong here: edges that one domain loses, another gains, so the kinds of edges stay as \
             common as before. Do not rank by it. slam_adjusted is {}, slam_pinned {}; look at the map of disagreement.",
            percent(*share),
            four(Some(score.slam_adjusted.value)),
            four(Some(score.slam_pinned.d)),
        ),
        other => capitalized(&other.message().spelled(as_command)),
    };
    let mut notes: Vec<String> = score.warnings.iter().map(in_words).collect();
    let place = entry.hungarian.filter(|_| entry.is_moved());
    if let Some((rank, own, place)) = place.and_then(|place| Some((place.rank?, entry.rank?, place))) {
        notes.push(format!(
            "Matched one to one (hungarian) it would have rank {rank} with slam_adjusted {}, instead of rank {own}: how labels \
             are matched matters here.",
            four(Some(place.r))
        ));
    }
    if !score.matching.unmatched.is_empty() {
        let names = listed(&score.matching.unmatched);
        notes.push(format!("Labels that stand for no truth label, and count as wrong wherever they are: {names}."));
    }
    notes
}

fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown = names[..names.len().min(MOST)].join(", ");
    if names.len() > MOST { format!("{shown} and {} more", names.len() - MOST) } else { shown }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>() + ".")
}

fn matching(entry: &Entry, links: &[slam::matcher::Link], maps: &Maps) -> MatchingPart {
    let summary = &entry.score.matching;
    let row = |link: &slam::matcher::Link| LinkRow {
        slice: link.slice.clone(),
        pred: link.pred.clone(),
        truth: link.truth.clone(),
        color: link.truth.as_deref().and_then(|truth| maps.color(truth)).map(str::to_owned),
        jaccard: if link.truth.is_some() { format!("{:.3}", link.jaccard) } else { String::new() },
        remark: if link.reassigned { "reassigned" } else { "" },
    };
    let split = |split: &slam::matcher::Split| {
        let place = split.slice.as_ref().map(|slice| format!(" on slice {slice}")).unwrap_or_default();
        format!("{} spots of {}{place} went from {} to {}", count(split.n_spots), split.pred, split.from, split.to)
    };
    MatchingPart {
        has_slices: links.iter().any(|link| link.slice.is_some()),
        method: summary.method.clone(),
        reason: summary.reason.clone(),
        rows: links.iter().take(MOST_ROWS).map(row).collect(),
        splits: summary.split.iter().take(MOST_ROWS).map(split).collect(),
        n_hidden: links.len().saturating_sub(MOST_ROWS),
    }
}

fn domain_row(domain: &Domain, maps: &Maps) -> DomainRow {
    let part = if domain.n_edges > 0.0 { domain.kept / domain.n_edges } else { 0.0 };
    let tenths = |share: f64| (1000.0 * share).round() / 10.0;
    DomainRow {
        name: domain.label.clone().unwrap_or_else(|| "boundary".to_owned()),
        color: domain.label.as_deref().and_then(|name| maps.color(name)).map(str::to_owned),
        n_spots: domain.n_spots.map(count).unwrap_or_default(),
        n_edges: mass(domain.n_edges),
        kept: mass(domain.kept),
        lost: mass(domain.lost),
        kept_percent: tenths(part),
        share: percent(domain.share),
        share_percent: tenths(domain.share),
    }
}
