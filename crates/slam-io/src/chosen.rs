//! What was decided while reading, where the request left it open.

use slam::{Message, as_command};

/// Something that was decided, or that is to be told.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// What it is about: `positions`, `ids`, a file; none where it is only to be told.
    pub what: Option<String>,
    /// How it was decided.
    pub how: Message,
}

impl Chosen {
    /// How something was decided.
    pub fn new(what: impl Into<String>, how: impl Into<Message>) -> Self {
        Self { what: Some(what.into()), how: how.into() }
    }

    /// How the positions were found.
    pub(crate) fn positions(how: impl Into<Message>) -> Self {
        Self::new("positions", how)
    }

    /// All of it, as the command says it: `positions: columns "x", "y"`.
    pub fn in_words(&self) -> String {
        let how = self.how.spelled(as_command);
        self.what.as_ref().map_or_else(|| how.clone(), |what| format!("{what}: {how}"))
    }
}
