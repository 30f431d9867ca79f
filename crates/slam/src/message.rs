//! Messages that speak of options by name, so that the command, Python and R each spell them their own way.

use std::fmt;

/// How a front end spells an option: its name as [`Options`](crate::Options) has it, and the value that is spoken of, if any.
pub type Spell = fn(&str, Option<&str>) -> String;

/// Words, and among them options by their names.
///
/// Shown as it is, options are spelled plainly (`k = 4`); JSON spells them as the command does (`--k 4`).
///
/// ```
/// let message = slam::Message::from("try ").given("k", 4).words(" or ").option("match_per").words(" slice");
/// assert_eq!(message.to_string(), "try k = 4 or match_per slice");
/// assert_eq!(message.spelled(slam::as_command), "try --k 4 or --match-per slice");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Message(pub(crate) Vec<Part>);

/// A part of a message.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub(crate) enum Part {
    /// Text that is the same for everyone.
    Words(String),
    /// Options that are named together.
    Options(Vec<String>),
    /// An option with a value.
    Given(String, String),
}

impl Message {
    /// Adds words.
    #[must_use]
    pub fn words(self, words: impl Into<String>) -> Self {
        self.with(Part::Words(words.into()))
    }

    /// Adds an option.
    #[must_use]
    pub fn option(self, name: &str) -> Self {
        self.options(&[name])
    }

    /// Adds options that go together, as x and y do; where a front end has one name for all, it is said once.
    #[must_use]
    pub fn options(self, names: &[&str]) -> Self {
        self.with(Part::Options(names.iter().map(|&name| name.to_owned()).collect()))
    }

    /// Adds an option with a value.
    #[must_use]
    pub fn given(self, name: &str, value: impl fmt::Display) -> Self {
        self.with(Part::Given(name.to_owned(), value.to_string()))
    }

    /// Adds another message.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The text, with options as a front end spells them.
    pub fn spelled(&self, spell: Spell) -> String {
        self.0.iter().map(|part| part.spelled(spell)).collect()
    }

    fn with(mut self, part: Part) -> Self {
        self.0.push(part);
        self
    }
}

impl Part {
    fn spelled(&self, spell: Spell) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::Given(name, value) => spell(name, Some(value)),
            Self::Options(names) => {
                let mut spelled: Vec<String> = names.iter().map(|name| spell(name, None)).collect();
                spelled.dedup();
                spelled.join(" and ")
            }
        }
    }
}

impl<T: Into<String>> From<T> for Message {
    fn from(words: T) -> Self {
        Self::default().words(words)
    }
}

/// Options as the command spells them: `--match-per`, `--k 4`.
pub fn as_command(name: &str, value: Option<&str>) -> String {
    let flag = format!("--{}", name.replace('_', "-"));
    value.map_or_else(|| flag.clone(), |value| format!("{flag} {value}"))
}

/// Options as they are called in [`Options`](crate::Options): `match_per`, `k = 4`.
fn plainly(name: &str, value: Option<&str>) -> String {
    value.map_or_else(|| name.to_owned(), |value| format!("{name} = {value}"))
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(plainly))
    }
}

/// Equal are messages that the command words alike, so that what is read from JSON equals what was written.
impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.spelled(as_command) == other.spelled(as_command)
    }
}

impl Eq for Message {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_look_like_options_are_left_alone() {
        let message = Message::from("\"x --tumor\": see ").option("match_per");
        assert_eq!(message.spelled(|name, _| name.to_uppercase()), "\"x --tumor\": see MATCH_PER");
    }

    #[test]
    fn options_with_one_name_are_said_once() {
        let message = Message::from("name them with ").options(&["x", "y"]);
        assert_eq!(message.spelled(as_command), "name them with --x and --y");
        assert_eq!(message.spelled(|_, _| "coords".to_owned()), "name them with coords");
    }
}
