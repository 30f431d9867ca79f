//! A first look: where each method is wrong, one small map beside the other on one scale.

use serde::Serialize;
use slam::{Comparison, Entry, RankBy};

use super::number::short;
use super::png::Picture;
use crate::number::score as four;

/// One method at a glance.
#[derive(Debug, Serialize)]
pub(crate) struct Card {
    rank: Option<usize>,
    name: String,
    /// The number that ranks.
    value: String,
    is_chance: bool,
    picture: Picture,
}

/// The cards of all methods, best first.
pub(crate) fn cards(comparison: &Comparison, pictures: Vec<Picture>) -> Vec<Card> {
    let card = |(entry, picture): (&Entry, Picture)| Card {
        rank: entry.rank,
        name: entry.pred.clone(),
        value: value(entry, comparison.verdict.by),
        is_chance: !entry.marks().is_empty(),
        picture,
    };
    comparison.results.iter().zip(pictures).map(card).collect()
}

fn value(entry: &Entry, by: RankBy) -> String {
    match by {
        RankBy::Metric(_) => short(by.value(&entry.score)),
        _ => four(by.value(&entry.score)),
    }
}
