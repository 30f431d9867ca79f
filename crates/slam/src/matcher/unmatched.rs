//! Pred labels that stand for no truth label, and the truth labels that they were perhaps meant to be.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use super::Sides;

/// This many labels are named in a message, and no more letters of one.
const SHOWN_LABELS: usize = 3;
const SHOWN_LETTERS: usize = 60;

/// Pred labels that stand for no truth label.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Unmatched {
    /// The labels, in label order.
    pub labels: Vec<String>,
    /// The number of spots that carry one of them.
    pub n_spots: usize,
    /// Labels that differ from one of the truth in spelling alone: the pred label, the truth label, and in what.
    pub alike: Vec<(String, String, Likeness)>,
}

/// In what two labels differ that look the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// An accented letter may be one character or two.
    NormalForm,
    /// Capitals and small letters.
    LetterCase,
    /// Blanks around the words or between them, several or of another kind.
    Space,
}

impl Unmatched {
    /// The pred labels without a match, if there are any.
    pub(super) fn of(sides: &Sides<'_>, matches: &[Option<usize>]) -> Option<Self> {
        let counts = &sides.table.pred_sizes;
        let unmatched: Vec<usize> = (0..matches.len()).filter(|&label| matches[label].is_none()).collect();
        let twin = |&label: &usize| {
            let name = &sides.pred[label];
            let mut pairs = sides.truth.iter().filter_map(|other| Some((other, likeness(name, other)?)));
            pairs.next().map(|(other, likeness)| (name.clone(), other.clone(), likeness))
        };
        // Without a limit the work would be that of all pairs of labels.
        let alike = unmatched.iter().take(10 * SHOWN_LABELS).filter_map(twin).collect();
        let n_spots = unmatched.iter().map(|&label| counts[label] as usize).sum();
        let labels: Vec<String> = unmatched.iter().map(|&label| sides.pred[label].clone()).collect();
        (!labels.is_empty()).then_some(Self { labels, n_spots, alike })
    }
}

/// In what two labels differ, if that is spelling alone.
fn likeness(a: &str, b: &str) -> Option<Likeness> {
    let composed = |text: &str| text.nfc().collect::<String>();
    let lower = |text: &str| composed(text).to_lowercase();
    let spaced = |text: &str| lower(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match a {
        _ if a == b => None,
        _ if composed(a) == composed(b) => Some(Likeness::NormalForm),
        _ if lower(a) == lower(b) => Some(Likeness::LetterCase),
        _ if spaced(a) == spaced(b) => Some(Likeness::Space),
        _ => None,
    }
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_labels = self.labels.len();
        let (labels, stand) = if n_labels == 1 { ("label", "stands") } else { ("labels", "stand") };
        let (spots, count) = if self.n_spots == 1 { ("spot", "counts") } else { ("spots", "count") };
        let first: Vec<String> = self.labels.iter().take(SHOWN_LABELS).map(|label| quoted(label)).collect();
        let more = if n_labels > first.len() { ", …" } else { "" };
        let n_spots = self.n_spots;
        write!(f, "{n_labels} pred {labels} {stand} for no truth label, so that {n_spots} {spots} {count} as wrong: ")?;
        write!(f, "{}{more}", first.join(", "))?;
        for (pred, truth, likeness) in self.alike.iter().take(SHOWN_LABELS) {
            write!(f, "; {} and the truth's {} differ only in {likeness}", quoted(pred), quoted(truth))?;
        }
        Ok(())
    }
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NormalForm => "how accents are written (Unicode normal form)",
            Self::LetterCase => "capitals",
            Self::Space => "spaces",
        })
    }
}

/// A label in quotes, of a decent length.
fn quoted(label: &str) -> String {
    let short: String = label.chars().take(SHOWN_LETTERS).collect();
    if short.len() < label.len() { format!("{:?}", short + "…") } else { format!("{label:?}") }
}

#[cfg(test)]
mod tests {
    use crate::matcher::{Identity, Matcher};
    use crate::pair::Pair;
    use crate::pair::labeling::Labeling;
    use crate::score::warning::Warning;
    use crate::testing::line;

    fn said(truth: &[&str], pred: &[&str]) -> Vec<String> {
        let (truth, pred) = (Labeling::from_texts(truth).unwrap(), Labeling::from_texts(pred).unwrap());
        let pair = Pair::new(line(truth.n_spots()), truth, pred).unwrap();
        Identity.match_labels(&pair, &()).unwrap().warnings.iter().map(Warning::to_string).collect()
    }

    #[test]
    fn labels_left_over_are_counted_and_named() {
        assert_eq!(said(&["a", "b", "b"], &["b", "a", "a"]), [""; 0]);
        let one = "1 pred label stands for no truth label, so that 1 spot counts as wrong: \"z\"";
        assert_eq!(said(&["a", "b", "b"], &["a", "b", "z"]), [one]);
        let many = "4 pred labels stand for no truth label, so that 5 spots count as wrong: \"v\", \"w\", \"x\", …";
        assert_eq!(said(&["a", "a", "b", "b", "b"], &["w", "v", "v", "y", "x"]), [many]);
    }

    #[test]
    fn a_label_that_was_spelled_otherwise_is_named_with_its_twin() {
        let twin = |truth: &str, pred: &str| {
            let all = said(&["a", truth], &["a", pred]);
            all.concat().split_once("; ").map(|(_, twin)| twin.to_owned()).unwrap_or_default()
        };
        assert_eq!(twin("Layer_1", "layer_1"), "\"layer_1\" and the truth's \"Layer_1\" differ only in capitals");
        let form = "\"e\\u{301}\" and the truth's \"é\" differ only in how accents are written (Unicode normal form)";
        assert_eq!(twin("\u{e9}", "e\u{301}"), form);
        assert_eq!(twin("T cell", "T\u{a0}cell"), "\"T\\u{a0}cell\" and the truth's \"T cell\" differ only in spaces");
        assert_eq!(twin("T cell", "T cells"), "");
    }
}
