//! How wide a result may be on a terminal, and whether it may be toned down there.

use slam::{Message, Verdict, as_command};

use crate::visible::{BOLD, FAINT, PLAIN, one_line};

/// How a result looks on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The number of columns; tables take no more where names allow it.
    pub width: usize,
    /// Whether what matters less may be dimmed, and what matters more be bold.
    pub is_styled: bool,
    /// Whether all metrics that were computed are shown, or at most three.
    pub all_metrics: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: 110, is_styled: false, all_metrics: false }
    }
}

impl Look {
    /// A paragraph, broken between words; all lines but the first are indented.
    pub(crate) fn wrapped(&self, text: &str, indent: usize) -> String {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let indent = if lines.is_empty() { 0 } else { indent };
            let fits = |line: &String| line.chars().count() + 1 + word.chars().count() <= self.width;
            match lines.last_mut().filter(|line| fits(line)) {
                Some(line) => {
                    line.push(' ');
                    line.push_str(word);
                }
                None => lines.push(format!("{:indent$}{word}", "")),
            }
        }
        lines.join("\n")
    }

    /// A line that matters less.
    pub(crate) fn dimmed(&self, line: &str) -> String {
        if self.is_styled { format!("{FAINT}{line}{PLAIN}") } else { line.to_owned() }
    }

    /// Lines that matter more.
    pub(crate) fn bold(&self, text: &str) -> String {
        let bold = |line: &str| if self.is_styled { format!("{BOLD}{line}{PLAIN}") } else { line.to_owned() };
        text.lines().map(bold).collect::<Vec<_>>().join("\n")
    }

    /// The verdict: the first sentence alone, the others below.
    pub(crate) fn verdict(&self, sentences: &[String]) -> String {
        let sentences: Vec<String> = sentences.iter().map(|sentence| one_line(sentence).into_owned()).collect();
        let Some((first, others)) = sentences.split_first() else { return String::new() };
        let narrower = Self { width: self.width.saturating_sub(2), ..*self };
        let indented = |sentence: &String| narrower.wrapped(sentence, 0).replace('\n', "\n  ");
        let others = others.iter().map(|sentence| format!("· {}", indented(sentence)));
        std::iter::once(self.bold(&self.wrapped(first, 0))).chain(others).collect::<Vec<_>>().join("\n")
    }
}

/// The sentences of a verdict, with options as the command spells them.
pub(crate) fn sentences(verdict: &Verdict) -> Vec<String> {
    spelled(&verdict.sentences)
}

/// Messages with options as the command spells them.
pub(crate) fn spelled(messages: &[Message]) -> Vec<String> {
    messages.iter().map(|message| message.spelled(as_command)).collect()
}

/// A name on one line, cut where it is longer than this.
pub(crate) fn cut(name: &str, most: usize) -> String {
    let clean = one_line(name);
    if clean.chars().count() <= most {
        return clean.into_owned();
    }
    clean.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_break_between_words() {
        let look = Look { width: 10, ..Look::default() };
        assert_eq!(look.wrapped("one two three  four", 2), "one two\n  three\n  four");
        assert_eq!(look.wrapped("unbreakable word", 0), "unbreakable\nword");
        assert_eq!(look.wrapped("", 2), "");
    }

    #[test]
    fn names_are_cut_and_stay_on_their_line() {
        assert_eq!(
            [cut("short", 6), cut("a longer one", 6), cut("two\nlines", 20)],
            ["short", "a lon…", "two\\nlines"]
        );
    }
}
