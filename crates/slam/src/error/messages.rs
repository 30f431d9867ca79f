//! Errors in words that name options, so that the command, Python and R each spell them their own way.

use super::Error;
use crate::comparison::ranking::RankBy;
use crate::edit_distance::nearest;
use crate::message::Message;

/// More labels than these are not listed.
const MOST_SHOWN: usize = 12;

impl Error {
    /// What it says, with the options that it speaks of by name.
    pub fn message(&self) -> Message {
        match self {
            Self::Unranked { by } => {
                let needs = Message::default().option("rank_by").words(format!(" {by} needs that metric: "));
                match by {
                    RankBy::Own(_) => needs.words("put it into OwnSteps::metrics"),
                    _ => needs.words("name it in ").option("metrics"),
                }
            }
            Self::NoSlicesToMatch => {
                let useless = " slice has no place in spots without slices: there is nothing to match by itself";
                Message::default().option("match_per").words(useless)
            }
            Self::NoMeasurements { step } => {
                let needs = Message::from(format!("{step} needs measurements ("));
                needs.option("expression").words("), and there is none")
            }
            Self::RankedByMissing { by } => {
                let rises =
                    " may rise where spots have no prediction, and some slices have such spots: compare them with ";
                let ranked = Message::default().option("rank_by").words(format!(" {by}{rises}"));
                ranked.option("missing_pred").words(" common first")
            }
            Self::TooFewCommon { n_spots } => {
                let few = format!("{n_spots} spots have a prediction by every method, and at least 2 are needed: ");
                Message::from(few).option("missing_pred").words(" wrong keeps all spots that the truth labels")
            }
            Self::NoLabeling { pred, doubt } => {
                let pred = pred.as_ref().map_or_else(|| "the pred".to_owned(), |name| format!("pred {name:?}"));
                let refused = format!("{pred} is probably no labeling ({doubt}), so it is refused; ");
                Message::from(refused).option("allow_many_labels").words(" lets it pass")
            }
            Self::UnknownSeverity { label, labels } => {
                let meant = nearest(label, labels).map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
                let shown = labels.iter().take(MOST_SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = if labels.len() > MOST_SHOWN { ", …" } else { "" };
                let text = format!(": no spot of the truth is labelled {label:?}{meant} (labels: {shown}{more})");
                Message::default().option("severity").words(text)
            }
            other => other.to_string().into(),
        }
    }
}
