//! What went wrong as R is told it, in the command's words.

use std::fmt::Display;

use extendr_api::Robj;

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error, as R is told it.
    Said(String),
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl From<Failure> for Robj {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Said(text) => text.into(),
            Failure::Interrupted => true.into(),
        }
    }
}

/// A result, or what R is told instead; `extendr` makes a list of it, which `settled()` opens in R.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// An error of any of our crates.
pub(crate) fn failure(error: impl Display) -> Failure {
    Failure::Said(in_r(&error.to_string()))
}

/// A text of the command with its options as R spells them: `--spatial-key` is `spatial_key`, `--k 4` is `k = 4`, and
/// `--z "z"` is `z = "z"`.
pub(crate) fn in_r(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = split_at_option(rest) {
        let end = after.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(after.len());
        written.push_str(before);
        written.push_str(&in_words(&after[..end]));
        rest = &after[end..];
        let is_start = |letter: char| letter.is_ascii_digit() || letter == '"';
        if rest.strip_prefix(' ').is_some_and(|value| value.starts_with(is_start)) {
            written.push_str(" =");
        }
    }
    (written + rest).replace("coords and coords", "coords")
}

/// An option's name in R, where `x` is the data: the columns of coordinates are named together.
fn in_words(option: &str) -> String {
    if matches!(option, "x" | "y" | "z") { "coords".to_owned() } else { option.replace('-', "_") }
}

/// What stands before the dashes of the first option, and what after.
fn split_at_option(text: &str) -> Option<(&str, &str)> {
    let is_start = |&(place, _): &(usize, &str)| {
        let is_word_start = !text[..place].ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        is_word_start && text[place + 2..].starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    let (place, _) = text.match_indices("--").find(is_start)?;
    Some((&text[..place], &text[place + 2..]))
}
