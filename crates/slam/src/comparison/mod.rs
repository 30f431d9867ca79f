//! The result of comparing many preds: the leaderboard's rows, best first.

pub(crate) mod blind;
pub(crate) mod compare;
mod ground;
mod domains;
mod frame;
pub(crate) mod ranking;
pub(crate) mod reference;
mod thinning;

use crate::comparison::blind::Blind;
use crate::comparison::ranking::{Standing, ranks};
use crate::comparison::reference::Reference;
use crate::inference::Difference;
use crate::message::Message;
use crate::score::analysis::Analysis;
use crate::score::warning::Warning;
use crate::score::{Provenance, Score};
use crate::verdict::Verdict;

/// Where a truth and a pred both have more labels than this, `hungarian` takes too long to be tried unasked.
pub(crate) const MOST_UNASKED: usize = 500;

/// Preds ranked by how like the truth they are.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Comparison {
    /// What a reader who looks at nothing else should take away.
    pub verdict: Verdict,
    /// The name of the truth.
    pub truth: String,
    /// The preds, best first.
    pub results: Vec<Entry>,
    /// What labelings score on the same spots that nobody made with care; unranked.
    pub references: Vec<Reference>,
    /// Which differences between methods hold, where that was asked: every pair, the better placed method first.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pairs: Option<Vec<Difference>>,
    /// Methods that cannot be told apart, where that was asked: every longest run in rank of which no two differ.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub groups: Option<Vec<Vec<String>>>,
    /// What a user should know about the comparison as a whole.
    pub warnings: Vec<Warning>,
    /// How the result came about.
    pub provenance: Provenance,
}

/// One pred of a comparison: its score, which is that of [`Options::analyze`](crate::Options::analyze) to the last bit, and its place.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Entry {
    /// The name of the pred.
    pub pred: String,
    /// Its place by the number that was chosen, none where it has no value; preds that cannot be told apart share one.
    pub rank: Option<usize>,
    /// Its place by SLAM.
    pub slam_rank: usize,
    /// Whether it labels fewer than half of the spots that the truth labels; such preds come after all others.
    pub is_partial: bool,
    /// Whether it is better than chance by the shift test at 5 %; none where that was not tested or has no answer.
    pub better_than_chance: Option<bool>,
    /// What blind contiguous domains with as many labels score on the slide; none where nobody could draw them.
    pub blind: Option<Blind>,
    /// What it would be under `hungarian` matching; none where there are too many labels to try it unasked.
    pub hungarian: Option<OneToOneRank>,
    /// The score.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub score: Score,
}

impl Entry {
    /// Whether its `slam_adjusted` is below 1 and below the median of blind contiguous domains with as many labels.
    pub fn is_better_than_blind(&self) -> Option<bool> {
        Some(self.blind?.is_beaten_by(self.score.slam_adjusted.value))
    }

    /// Whether its rank under `hungarian` matching is another.
    pub fn is_moved(&self) -> bool {
        self.hungarian.is_some_and(|place| place.rank != self.rank)
    }
}

/// What a pred scores where labels are matched one to one (`hungarian`), and its rank then.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OneToOneRank {
    /// `slam_adjusted`.
    pub r: f64,
    /// SLAM.
    pub d: f64,
    /// Its place by the number that was chosen; scores that cannot be told apart share one.
    pub rank: Option<usize>,
}

/// A row of the leaderboard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Row<'a> {
    /// A pred.
    Method(&'a Entry),
    /// A labeling that nobody made with care.
    Reference(&'a Reference),
}

/// A comparison and the parts it was made of, in the order of its results.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Compared {
    /// The result.
    pub comparison: Comparison,
    /// What the scores were made of, best first.
    pub analyses: Vec<Analysis>,
}

impl Comparison {
    /// All that a user should know, each thing once: what concerns every method alike, then what concerns one, by its
    /// name, then the comparison as a whole.
    pub fn notices(&self) -> Vec<Message> {
        let is_own = |message: &Message| !self.warnings.iter().any(|warning| warning.message() == *message);
        let messages =
            |entry: &Entry| entry.score.warnings.iter().map(Warning::message).filter(is_own).collect::<Vec<_>>();
        let all: Vec<Vec<Message>> = self.results.iter().map(messages).collect();
        let is_shared = |message: &&Message| all.len() > 1 && all.iter().all(|messages| messages.contains(message));
        let shared = all.iter().take(1).flatten().filter(is_shared).cloned();
        let own = self.results.iter().zip(&all).flat_map(|(entry, messages)| {
            let named = |message: &Message| Message::from(format!("{}: ", entry.pred)).then(message.clone());
            messages.iter().filter(|message| !is_shared(message)).map(named)
        });
        shared.chain(own).chain(self.warnings.iter().map(Warning::message)).collect()
    }

    /// All rows, best first: the references stand where their value belongs, before methods that are no better.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let by = self.verdict.by;
        let mut references: Vec<&Reference> = self.references.iter().collect();
        let standings: Vec<Standing> = references.iter().map(|one| by.standing(&one.score)).collect();
        references = ranks(&standings).0.iter().map(|&place| references[place]).collect();
        let mut waiting = references.into_iter().peekable();
        let mut rows = Vec::new();
        for entry in &self.results {
            let standing = by.standing(&entry.score);
            // What labels a part of the slide alone comes last.
            let comes_first = |one: &&Reference| entry.is_partial || !standing.is_better_than(&by.standing(&one.score));
            while let Some(reference) = waiting.next_if(comes_first) {
                rows.push(Row::Reference(reference));
            }
            rows.push(Row::Method(entry));
        }
        rows.extend(waiting.map(Row::Reference));
        rows
    }
}

impl<'a> Row<'a> {
    /// The name of the pred.
    pub fn pred(self) -> &'a str {
        match self {
            Self::Method(entry) => &entry.pred,
            Self::Reference(reference) => &reference.pred,
        }
    }

    /// Its score.
    pub fn score(self) -> &'a Score {
        match self {
            Self::Method(entry) => &entry.score,
            Self::Reference(reference) => &reference.score,
        }
    }

    /// The pred, if it is one that is judged.
    pub fn entry(self) -> Option<&'a Entry> {
        if let Self::Method(entry) = self { Some(entry) } else { None }
    }
}

/// The order and the ranks of standings, those of a part of the spots behind those of the whole.
pub(crate) fn whole_first(standings: &[Standing], is_partial: &[bool]) -> (Vec<usize>, Vec<Option<usize>>) {
    let (mut order, mut all_ranks) = (Vec::new(), vec![None; standings.len()]);
    for part in [false, true] {
        let places: Vec<usize> = (0..standings.len()).filter(|&place| is_partial[place] == part).collect();
        let chosen: Vec<Standing> = places.iter().map(|&place| standings[place]).collect();
        let (own_order, own_ranks) = ranks(&chosen);
        let n_before = order.len();
        order.extend(own_order.iter().map(|&own| places[own]));
        own_ranks.iter().zip(&places).for_each(|(rank, &place)| all_ranks[place] = rank.map(|rank| n_before + rank));
    }
    (order, all_ranks)
}

/// What a user should know about the comparison as a whole.
pub(crate) fn warnings(results: &[Entry]) -> Vec<Warning> {
    let has = |is_so: fn(&Entry) -> bool| results.iter().any(is_so);
    let has_other_spots = results.iter().any(|entry| entry.score.n_spots != results[0].score.n_spots);
    let is_at_ceiling = results.len() > 1 && results.iter().all(|entry| entry.score.slam.is_at_ceiling());
    let found = [
        (has_other_spots, Warning::DifferentSpots),
        (has(Entry::is_moved), Warning::OtherOrder),
        (has(|entry| entry.hungarian.is_none()), Warning::HungarianLeftOut { limit: MOST_UNASKED }),
        (is_at_ceiling, Warning::AllAtCeiling),
        (has(|entry| !entry.score.matching.split.is_empty()), Warning::SomeSplit),
    ];
    found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, warning)| warning).collect()
}
