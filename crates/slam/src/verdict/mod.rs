//! The verdict: what a reader who looks at nothing else should take away.

mod worst;
mod words;
mod tested;
mod lead;

use crate::comparison::ranking::RankBy;
use crate::comparison::{Comparison, Entry};
use crate::message::Message;
use crate::score::Score;

pub(crate) use words::{listed, scale, three};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Lead {
    /// There is nobody to lead.
    #[default]
    None,
    /// Nobody has tested it, or it could not be.
    Untested,
    /// Every other method differs from the first, all pairs considered.
    Real,
    /// Some other method cannot be told from the first.
    NotReal,
}

impl Verdict {
    /// The verdict on one labeling.
    pub fn on(score: &Score) -> Self {
        let by = RankBy::default();
        let worst = Worst::of(score);
        let is_blind = is_blind(score);
        let sentences =
            [Some(words::reading(score)), tested::on(score), words::sight(score), words::faults("It", &worst)];
        Self {
            sentences: sentences.into_iter().flatten().map(Message::from).collect(),
            best: Vec::new(),
            by,
            better_than_chance: score.slam_adjusted.value < 1.0,
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
        let lead = lead::of(comparison);
        let name = best.first().map_or("It", |entry| entry.pred.as_str());
        let (trust, slam_is_trusted) = words::trust(comparison, &blind);
        let first =
            [Some(words::headline(comparison, by, &best)), words::chance(comparison), tested::among(comparison)];
        let last = [Some(trust), words::faults(name, &worst), lead::words(comparison, lead, best.len())];
        let [first, last] = [first, last].map(|sentences| sentences.into_iter().flatten().map(Message::from));
        Self {
            sentences: first.chain(words::caution(comparison, &best)).chain(last).collect(),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::options::Options;
    use crate::pair::Pair;
    use crate::testing::{hexagonal, labeling};

    fn verdict(options: &Options, preds: &[(&str, &str)]) -> Verdict {
        let rows = |row: &str| Arc::new(labeling(&row.repeat(12)));
        let preds: Vec<_> = preds.iter().map(|&(name, row)| (name.to_owned(), rows(row))).collect();
        let truth = ("truth".to_owned(), rows("aaaaaabbbbbb"));
        options.compare(&Arc::new(hexagonal(12, 12)), &truth, &preds, &()).unwrap().comparison.verdict
    }

    fn texts(verdict: &Verdict) -> Vec<String> {
        verdict.sentences.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn who_looks_at_nothing_else_is_not_misled() {
        let found = verdict(&Options::default(), &[("mirrored", "bbbbbbaaaaaa"), ("shifted", "aaaaaaabbbbb")]);
        let [headline, chance, trust, faults, lead] = &texts(&found)[..] else { panic!("{:?}", found.sentences) };
        assert!(headline.starts_with("shifted is most like the truth: slam_adjusted is 0."), "{headline}");
        let scale = ", where 0 is alike and 1 is no better than chance; next is mirrored with ";
        assert!(headline.contains(scale), "{headline}");
        assert_eq!(chance, "1 of 2 methods is no better than chance: mirrored.");
        let blind = "Do not trust slam here: it is blind to most of what is wrong with mirrored (100 %), which cancels out, and \
                     puts mirrored first.";
        assert_eq!(trust, blind);
        assert!(faults.starts_with("shifted goes wrong most in b ("), "{faults}");
        assert_eq!(lead, "Whether the lead is real was not tested.");
        assert_eq!((found.best, found.blind), (vec!["shifted".to_owned()], vec!["mirrored".to_owned()]));
        assert_eq!((found.better_than_chance, found.slam_is_trusted, found.lead), (true, false, Lead::Untested));
        assert_eq!(found.worst[0].label.as_deref(), Some("b"));
    }

    #[test]
    fn that_nobody_is_better_than_chance_is_the_headline() {
        let found = verdict(&Options::default(), &[("mirrored", "bbbbbbaaaaaa"), ("striped", "abababababab")]);
        let start = "No method is better than chance: the best of them, ";
        assert!(texts(&found)[0].starts_with(start), "{:?}", found.sentences);
        assert!(!found.better_than_chance);
    }

    #[test]
    fn those_that_cannot_be_told_apart_are_named_together() {
        let preds = [("one", "aaaaaaabbbbb"), ("two", "aaaaaaabbbbb"), ("three", "aaaaaaaabbbb")];
        let found = verdict(&Options::default(), &preds);
        let start = "one and two are most like the truth and cannot be told apart: slam_adjusted is ";
        assert!(texts(&found)[0].starts_with(start), "{:?}", found.sentences);
        assert_eq!(found.best, ["one", "two"]);
    }

    #[test]
    fn one_labeling_has_a_verdict_of_its_own() {
        let score = |pred: &str| {
            let pair = Pair::new(hexagonal(12, 12), labeling(&"aaaaaabbbbbb".repeat(12)), labeling(&pred.repeat(12)));
            Options::default().analyze(pair.unwrap(), &()).unwrap().score
        };
        let alike = score("aaaaaabbbbbb").verdict;
        assert_eq!(texts(&alike), ["The two labelings agree on every spot that has a neighbour: slam_adjusted is 0."]);
        let mirrored = score("bbbbbbaaaaaa").verdict;
        assert!(
            texts(&mirrored)[0].starts_with("No better than chance: slam_adjusted is "),
            "{:?}",
            mirrored.sentences
        );
        let blind = "Do not trust slam here: 100 % of what is wrong cancels out, and it is blind to that.";
        assert_eq!((texts(&mirrored)[1].as_str(), mirrored.slam_is_trusted), (blind, false));
        let faults = "It goes wrong most in a (50 % of all faults; 100 % of the edges there are lost, most of them taken for b) \
                      and in b (50 % of all faults; 100 % of the edges there are lost, most of them taken for a).";
        assert_eq!(texts(&mirrored)[2], faults);
    }

    #[test]
    fn slam_is_blind_above_its_bar() {
        let pair = crate::testing::pair("aabb", "aaab");
        let mut score = Options::default().analyze(pair, &()).unwrap().score;
        score.cancelled = Some(BLIND);
        assert!(!is_blind(&score));
        score.cancelled = Some(BLIND + 1e-9);
        assert!(is_blind(&score));
    }
}
