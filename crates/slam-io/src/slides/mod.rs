//! Whether a table of spots holds several slides on top of each other, and what tells them apart.
//!
//! Slides that were put into one table keep the positions of their own, so that a spot's nearest neighbours are
//! spots of other slides. A graph on them is meaningless, and no number shows it. [`detect`] looks at three things:
//!
//! 1. **columns** that the file declares, or that go by names like `library_id` or `sample`, and whose values' spots
//!    overlap in space;
//! 2. **ids** that end or begin with one of a few texts, where splitting by them makes the spots more regular;
//! 3. **positions** alone: at least 30 % of the spots are at the place of another one; or at least 40 % are on a lattice, square or
//!    hexagonal in any direction, and at least 15 % have a neighbour nearer than 0.8 of its spacing on one side only,
//!    and the index of Clark and Evans is below 1.45.
//!
//! Spots on no lattice that are at places of their own (cells, beads) show nothing by their positions alone.

mod geometry;
mod keys;
mod near;
mod of_file;
mod suffixes;
#[cfg(test)]
mod tests;

use slam::{Labeling, Message, as_command};
use thiserror::Error;

use crate::listing::shown;
use geometry::{Pattern, TOO_NEAR, pattern, share_nearer};
use keys::{Rank, is_of_overlapping_slides, is_of_slides, is_same_split, is_whole, overlaps_within};
use near::Near;
pub(crate) use of_file::FoundSlices;
pub use of_file::chosen;

/// What is known of the spots of a table.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    /// 2 or 3.
    pub dimensions: usize,
    /// The coordinates, spot after spot.
    pub coordinates: &'a [f64],
    /// The id of each spot, if there are ids.
    pub ids: Option<&'a dyn Fn(usize) -> &'a str>,
    /// The columns that may tell slides apart; others than those [`may_tell_slides_apart`] names are only looked at if they are declared.
    pub columns: &'a [KeyColumn<'a>],
}

/// A column that may tell slides apart.
#[derive(Debug, Clone, Copy)]
pub struct KeyColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values.
    pub labels: &'a Labeling,
    /// Whether the data themselves say that it tells slides apart: `region_key` of SpatialData, the names in `uns["spatial"]`.
    pub is_declared: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub enum Slides {
    /// Nothing speaks of several slides.
    One,
    /// This column tells them apart, an index of [`Evidence::columns`].
    By(usize),
    /// There are several, and nothing tells them apart without doubt: what was found, and what to do about it.
    Unknown(Message),
}

/// A table holds several slides, and nothing says without doubt what tells them apart.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{}", self.message().spelled(as_command))]
pub struct SeveralSlides {
    /// The file, or whatever holds the spots.
    pub file: String,
    /// What was found, and what to do about it.
    pub found: Message,
}

impl SeveralSlides {
    /// What it says, with options by name.
    pub fn message(&self) -> Message {
        Message::from(format!("{}: ", self.file)).then(self.found.clone())
    }
}

/// Whether a column goes by a name like `library_id` or `sample`, so that it may tell slides apart.
pub fn may_tell_slides_apart(name: &str) -> bool {
    Rank::of(name).is_some()
}

/// Whether there are several slides, and what tells them apart.
///
/// Looks at 1,000 spots at most, whose neighbours are found on a grid; O(n log n) for sorting into it.
pub fn detect(evidence: &Evidence<'_>) -> Slides {
    let near = Near::new(evidence.dimensions, evidence.coordinates);
    let declared = evidence.columns.iter().position(|column| column.is_declared && is_candidate(&near, column));
    if let Some(column) = declared {
        return Slides::By(column);
    }
    let candidates: Vec<usize> =
        (0..evidence.columns.len()).filter(|&column| is_candidate(&near, &evidence.columns[column])).collect();
    let labels = |column: usize| evidence.columns[column].labels;
    let tells_apart = |&column: &usize| {
        let others = candidates.iter().filter(|&&other| other != column);
        is_whole(&near, labels(column))
            && !others.into_iter().any(|&other| overlaps_within(&near, labels(other), labels(column)))
    };
    let fitting: Vec<usize> = candidates.iter().copied().filter(tells_apart).collect();
    let best = fitting.iter().filter_map(|&column| Rank::of(evidence.columns[column].name)).min();
    let best: Vec<usize> =
        fitting.into_iter().filter(|&column| Rank::of(evidence.columns[column].name) == best).collect();
    match best[..] {
        [first, ref others @ ..] if others.iter().all(|&other| is_same_split(labels(first), labels(other))) => {
            Slides::By(first)
        }
        [] => unnamed(&near, evidence, &candidates),
        _ => several(evidence, &best),
    }
}

fn is_candidate(near: &Near<'_>, column: &KeyColumn<'_>) -> bool {
    let rank = if column.is_declared { Some(Rank::Declared) } else { Rank::of(column.name) };
    rank.is_some_and(|rank| is_of_slides(near, column.labels, rank))
}

/// What to say where no column tells slides apart.
fn unnamed(near: &Near<'_>, evidence: &Evidence<'_>, candidates: &[usize]) -> Slides {
    let percent = |share: f64| (100.0 * share).round();
    let mut found = match pattern(near, None) {
        Pattern::SamePlace { share } => {
            vec![format!("{} % of the spots are at the place of another one", percent(share))]
        }
        Pattern::Interleaved { spacing } => {
            let share = percent(share_nearer(near, TOO_NEAR * spacing));
            vec![format!("{share} % of the spots lie within {TOO_NEAR} spacings of another one")]
        }
        Pattern::Plain => Vec::new(),
    };
    let affixes = evidence.ids.map(|id| suffixes::affixes(near.n_spots(), id));
    let affix = affixes.and_then(|mut affixes| affixes.find(|affix| is_of_overlapping_slides(near, &affix.labels)));
    found.extend(affix.map(|affix| format!("{}, and their spots overlap", affix.in_words())));
    if !candidates.is_empty() {
        found.push(format!("by themselves they are not told apart by {}", listed(evidence, candidates)));
    }
    if found.is_empty() {
        return Slides::One;
    }
    for column in evidence.columns.iter().filter(|column| column.labels.n_missing() > 0) {
        found.push(format!("column {} has no value for {} spots", shown(column.name), column.labels.n_missing()));
    }
    Slides::Unknown(refusal(&found, &[]))
}

/// What to say where columns tell slides apart, each in its own way.
fn several(evidence: &Evidence<'_>, columns: &[usize]) -> Slides {
    let names: Vec<&str> = columns.iter().map(|&column| evidence.columns[column].name).collect();
    Slides::Unknown(refusal(&[format!("spots overlap by {}", listed(evidence, columns))], &names))
}

/// Columns and how many values they have, in words.
fn listed(evidence: &Evidence<'_>, columns: &[usize]) -> String {
    let one = |&column: &usize| {
        let KeyColumn { name, labels, .. } = evidence.columns[column];
        format!("{} ({} values)", shown(name), labels.n_labels())
    };
    let words: Vec<String> = columns.iter().map(one).collect();
    format!("column{} {}", if words.len() == 1 { "" } else { "s" }, words.join(" and "))
}

/// What was found, and what to do about it: name one of the columns, or say that it is one slide.
fn refusal(found: &[String], columns: &[&str]) -> Message {
    let message = Message::from(format!("several slides in one table: {}; ", found.join("; ")));
    let named =
        columns.iter().fold(message, |message, name| message.given("slice", format!("{:?}", shown(name))).words(", "));
    let named = if columns.is_empty() {
        named.words("add a column that tells them apart and name it with ").option("slice").words(", or ")
    } else {
        named.words("or ")
    };
    named.option("one_slide").words(" if it is one slide")
}
