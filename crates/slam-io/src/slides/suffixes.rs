//! Ids that were made different by what `concat` of scanpy and anndata adds to them: `AAAC-1-0`, `AAAC-1-1`, `151507_AAAC-1`.

use std::collections::BTreeSet;

use slam::{Labeling, LabelingBuilder};

use super::near::sample;

/// What separates the parts of an id.
const SEPARATORS: [char; 6] = ['-', '_', '.', ':', '#', '|'];
/// So many different parts may name slides; none longer than this.
const MOST_SLIDES: usize = 200;
const LONGEST: usize = 40;
/// So many ids are looked at before all are.
const LOOKED_AT: usize = 500;

/// A part of every id that has few values.
pub(super) struct Affix {
    /// The values, by row.
    pub(super) labels: Labeling,
    is_suffix: bool,
    separator: char,
}

impl Affix {
    /// How the ids are, in words: `ids end in -0 … -11`.
    pub(super) fn in_words(&self) -> String {
        let names = self.labels.names();
        let shown = |name: &String| {
            if self.is_suffix { format!("{}{name}", self.separator) } else { format!("{name}{}", self.separator) }
        };
        let verb = if self.is_suffix { "end in" } else { "begin with" };
        let between = if names.len() == 2 { "and" } else { "…" };
        match (names.first(), names.last()) {
            (Some(first), Some(last)) => format!("ids {verb} {} {between} {}", shown(first), shown(last)),
            _ => format!("ids {verb} something"),
        }
    }
}

/// The first or last part of an id, or all but the other one; whether it is at its end, and at which separator it is cut.
type Cut = (bool, bool, char);

/// All ways to cut parts off.
fn cuts() -> impl Iterator<Item = Cut> {
    let ways = [(true, false), (false, true), (false, false), (true, true)];
    ways.into_iter().flat_map(|(is_suffix, is_long)| SEPARATORS.map(|separator| (is_suffix, is_long, separator)))
}

/// The part of an id.
fn part((is_suffix, is_long, separator): Cut, id: &str) -> Option<&str> {
    // The shortest prefix ends at the first separator, the longest suffix begins there.
    let (before, after) = if is_suffix == is_long { id.split_once(separator)? } else { id.rsplit_once(separator)? };
    let (part, rest) = if is_suffix { (after, before) } else { (before, after) };
    (!part.is_empty() && !rest.is_empty() && part.len() <= LONGEST).then_some(part)
}

/// The parts of ids that have two or more values and few, the likeliest first.
pub(super) fn affixes<'a>(n_rows: usize, id: &'a dyn Fn(usize) -> &'a str) -> impl Iterator<Item = Affix> + use<'a> {
    let is_likely = move |&cut: &Cut| {
        let mut seen = BTreeSet::<&str>::new();
        let all = sample(n_rows, LOOKED_AT).all(|row| {
            part(cut, id(row)).is_some_and(|part| {
                seen.insert(part);
                seen.len() <= MOST_SLIDES.min(LOOKED_AT / 4)
            })
        });
        all && seen.len() > 1
    };
    cuts().filter(is_likely).filter_map(move |cut| {
        let mut labels = LabelingBuilder::default();
        for row in 0..n_rows {
            labels.push(part(cut, id(row))?).ok()?;
        }
        let labels = labels.finish().ok()?;
        let (is_suffix, _, separator) = cut;
        (2..=MOST_SLIDES).contains(&labels.n_labels()).then_some(Affix { labels, is_suffix, separator })
    })
}
