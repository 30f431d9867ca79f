//! The verdict: what a reader who looks at nothing else should take away.

mod worst;
mod words;

use serde::Serialize;

use crate::comparison::{Comparison, Entry};
use crate::ranking::RankBy;
use crate::score::Score;

pub use worst::Worst;

/// Where more of what is wrong cancels out than this, SLAM is blind.
pub const BLIND: f64 = 0.7;

/// Which labeling is best, whether that can be trusted, and where it goes wrong.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Verdict {
    /// All of it in sentences, the first of which says the most.
    pub sentences: Vec<String>,
    /// The methods that share the first rank; none for a single score.
    pub best: Vec<String>,
    /// The number that decides.
    pub by: RankBy,
    /// Whether the best one is better than chance: than every reference, or for a single score than 1.
    pub better_than_chance: bool,
    /// Whether SLAM's own order can be trusted here.
    pub slam_is_trusted: bool,
    /// The methods to whose faults SLAM is blind; for a single score empty, and `slam_is_trusted` says it.
    pub blind: Vec<String>,
    /// Where the best one goes wrong, worst first.
    pub worst: Vec<Worst>,
    /// Whether the lead of the best one is real.
    pub lead: Lead,
}

/// Whether the lead of the best method over the others is real.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lead {
    /// There is nobody to lead.
    #[default]
    None,
    /// Nobody has tested it.
    Untested,
}

impl Verdict {
    /// The verdict on one labeling.
    pub fn on(score: &Score) -> Self {
        let by = RankBy::default();
        let worst = Worst::of(score);
        let is_blind = is_blind(score);
        let sentences = [Some(words::reading(score)), words::sight(score), words::faults("It", &worst)];
        Self {
            sentences: sentences.into_iter().flatten().collect(),
            best: Vec::new(),
            by,
            better_than_chance: score.slam_adjusted.r < 1.0,
            slam_is_trusted: !is_blind,
            blind: Vec::new(),
            worst,
            lead: Lead::None,
        }
    }

    /// Where the best one goes wrong, by that name; none when nothing is wrong.
    pub fn faults(&self, name: &str) -> Option<String> {
        words::faults(name, &self.worst)
    }

    /// The verdict on many labelings.
    pub fn among(comparison: &Comparison, by: RankBy) -> Self {
        let first = |entry: &&Entry| entry.rank == Some(1);
        let best: Vec<&Entry> = comparison.results.iter().filter(first).collect();
        let blind: Vec<&Entry> = comparison.results.iter().filter(|entry| is_blind(&entry.score)).collect();
        let worst = best.first().map(|entry| Worst::of(&entry.score)).unwrap_or_default();
        let lead = if comparison.results.len() > 1 { Lead::Untested } else { Lead::None };
        let name = best.first().map_or("It", |entry| entry.pred.as_str());
        let (trust, slam_is_trusted) = words::trust(comparison, &blind);
        let mut sentences = vec![words::headline(comparison, by, &best)];
        sentences.extend(words::chance(comparison));
        sentences.extend(words::caution(comparison, &best));
        sentences.push(trust);
        sentences.extend(words::faults(name, &worst));
        sentences.extend(words::lead(lead, best.len()));
        Self {
            sentences,
            by,
            better_than_chance: best.iter().any(|entry| entry.better_than_chance),
            slam_is_trusted,
            best: named(&best),
            blind: named(&blind),
            worst,
            lead,
        }
    }
}

/// Whether SLAM does not see what is wrong.
pub fn is_blind(score: &Score) -> bool {
    score.cancelled.is_some_and(|share| share > BLIND)
}

fn named(entries: &[&Entry]) -> Vec<String> {
    entries.iter().map(|entry| entry.pred.clone()).collect()
}
