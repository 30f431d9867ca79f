//! Errors in words, with options as each front end spells them.

use slam::{Message, Spell};

use crate::error::Error;
use crate::listing::{did_you_mean, missed};

impl Error {
    /// What it says, with the options by name that Python and R have too; by itself it speaks as the command does.
    pub fn message(&self) -> Message {
        let asked = |option: &str, words: String| Message::default().option(option).words(words);
        match self {
            Self::NoColumn { option, column, file, columns, suggestion } => {
                let meant = missed(columns, column, suggestion.as_deref());
                asked(option, format!(": no column {column:?} in {file} ({columns}){meant}"))
            }
            Self::RepeatedColumn { option, file, column, n } => {
                asked(option, format!(": {file} has {n} columns {column:?}; rename one"))
            }
            Self::AmbiguousColumn { option, column, places, choices } => {
                asked(option, format!(": {column:?} is in {places}; say which: {choices}"))
            }
            Self::NoKey { option, what, name, file, available, suggestion } => {
                let meant = did_you_mean(suggestion.as_deref());
                asked(option, format!(": no {what} {name:?} in {file} ({available}){meant}"))
            }
            Self::HalfPositions { given, absent } => asked(given, " is given without ".to_owned()).option(absent),
            Self::NoPositions { file, columns } => {
                let none = Message::from(format!("{file}: no columns of positions found ({columns}); "));
                match columns.spaced() {
                    Some(advice) => none.words(advice),
                    None => none.words("name them with ").options(&["x", "y"]),
                }
            }
            Self::Slides(several) => several.message(),
            other => other.to_string().into(),
        }
    }
}

/// An error and its causes in words, with options as a front end spells them; an error that shows its cause returns none.
pub fn in_words(error: &(dyn std::error::Error + 'static), spell: Spell) -> String {
    let said = |cause: &(dyn std::error::Error + 'static)| {
        let ours = cause.downcast_ref().map(Error::message);
        let message = ours.or_else(|| cause.downcast_ref().map(slam::Error::message));
        message.map_or_else(|| cause.to_string(), |message| message.spelled(spell))
    };
    let chain = std::iter::successors(Some(error), |&error| error.source());
    chain.map(said).collect::<Vec<_>>().join(": ")
}
