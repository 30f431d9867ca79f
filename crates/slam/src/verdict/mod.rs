//! The verdict: what a reader who looks at nothing else should take away.
//!
//! Results are turned into claims ([`found`]), each with the numbers that it rests on and only under its conditions; claims are
//! put into words once, in [`sentences`].

pub(crate) mod claim;
mod found;
pub(crate) mod lead;
mod sentences;
#[cfg(test)]
mod tests;
mod worst;

use crate::comparison::ranking::RankBy;
use crate::comparison::{Comparison, Entry};
use crate::inference::Test;
use crate::message::Message;
use crate::score::Score;

use claim::Claim;
use lead::LeadClaim;
pub(crate) use sentences::{listed, mark_words};
pub(crate) use worst::Faults;
pub use worst::Worst;

/// Where more of what is wrong cancels out than this, SLAM is blind.
pub const BLIND: f64 = 0.7;

/// Which labeling is best, whether that can be trusted, and where it goes wrong.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verdict {
    /// All of it in sentences, the first of which says the most.
    pub sentences: Vec<Message>,
    /// The methods that share the first rank; none for a single score.
    pub best: Vec<String>,
    /// The number that decides.
    pub by: RankBy,
    /// Whether the best one is better than chance by the shift test at 5 %; none where that was not tested or has no answer.
    pub better_than_chance: Option<bool>,
    /// Whether SLAM's own order can be trusted here.
    pub slam_is_trusted: bool,
    /// The methods to whose faults SLAM is blind; for a single score empty, and `slam_is_trusted` says it.
    pub blind: Vec<String>,
    /// Where the best one goes wrong, worst first.
    pub worst: Vec<Worst>,
    /// What is known of the lead of the first method over the second.
    pub lead: Lead,
}

/// Whether the first method is ahead of the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Lead {
    /// There is no second method.
    #[default]
    None,
    /// It was not asked, or could not be tested.
    Untested,
    /// The first two differ at 5 %, adjusted for all comparisons with the first.
    Shown,
    /// They do not.
    NotShown,
}

impl Verdict {
    /// The verdict on one labeling.
    pub fn on(score: &Score) -> Self {
        let claims = found::on(score);
        Self {
            sentences: claims.iter().map(Claim::sentence).collect(),
            best: Vec::new(),
            by: RankBy::default(),
            better_than_chance: score.test.as_ref().and_then(Test::is_better_than_chance),
            slam_is_trusted: found::slam_is_trusted(&claims),
            blind: Vec::new(),
            worst: Worst::of(score),
            lead: Lead::None,
        }
    }

    /// Where a labeling goes wrong, by its name; none when nothing is wrong.
    pub fn faults(name: &str, score: &Score) -> Option<String> {
        Faults::of(name, score).map(|faults| faults.sentence())
    }

    /// The verdict on many labelings.
    pub fn among(comparison: &Comparison, by: RankBy) -> Self {
        let claims = found::among(comparison, by);
        let best: Vec<&Entry> = comparison.results.iter().filter(|entry| entry.rank == Some(1)).collect();
        let blind: Vec<&Entry> = comparison.results.iter().filter(|entry| is_blind(&entry.score)).collect();
        Self {
            sentences: claims.iter().map(Claim::sentence).collect(),
            by,
            better_than_chance: best.first().and_then(|entry| entry.better_than_chance),
            slam_is_trusted: found::slam_is_trusted(&claims),
            best: found::named(&best),
            blind: found::named(&blind),
            worst: best.first().map(|entry| Worst::of(&entry.score)).unwrap_or_default(),
            lead: found::lead(comparison).as_ref().map_or(Lead::None, LeadClaim::lead),
        }
    }
}

impl Entry {
    /// What speaks against it, in words: that it is not better than chance, or no better than blind contiguous domains.
    pub fn marks(&self) -> Vec<String> {
        found::marks(self).iter().map(mark_words).collect()
    }
}

/// Whether SLAM does not see what is wrong.
pub fn is_blind(score: &Score) -> bool {
    score.cancelled.is_some_and(|share| share > BLIND)
}
