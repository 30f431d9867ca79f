//! Names that come with the data, made harmless for a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// What makes the text behind it bold on a terminal.
pub(crate) const BOLD: &str = "\u{1b}[1m";
/// What makes the text behind it faint on a terminal.
pub(crate) const FAINT: &str = "\u{1b}[2m";
/// What ends either.
pub(crate) const PLAIN: &str = "\u{1b}[0m";

/// Text that a terminal shows and does not obey: control characters are written as escapes, `\u001b`, and so are those
/// that turn the direction of writing; line breaks and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| is_obeyed(letter) && !matches!(letter, '\n' | '\t'))
}

/// The same on one line: line breaks and tabs are escapes, too.
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// The same for a result with its own bold and faint lines: what makes them so reaches the terminal, nothing else does.
pub fn visible_with_styles(text: &str) -> String {
    let pieces = text.split_inclusive(PLAIN).map(|line| {
        let styled = line.strip_suffix(PLAIN).and_then(|line| {
            [BOLD, FAINT].into_iter().find_map(|style| line.split_once(style).map(|cut| (style, cut)))
        });
        match styled {
            Some((style, (before, inside))) => format!("{}{style}{}{PLAIN}", visible(before), visible(inside)),
            None => visible(line).into_owned(),
        }
    });
    pieces.collect()
}

/// Whether a terminal would do something else than show it.
fn is_obeyed(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            _ if !is_escaped(letter) => written.push(letter),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\r' => written.push_str("\\r"),
            // As JSON writes it, so that JSON on a terminal stays JSON.
            _ => write!(written, "\\u{:04x}", u32::from(letter)).expect("a text can be written to"),
        }
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_to_obey() {
        let hostile = "a\u{1b}[2Jb\u{9b}31mc\u{7}\r\n\td\u{202e}é\u{7f}";
        assert_eq!(visible(hostile), "a\\u001b[2Jb\\u009b31mc\\u0007\\r\n\td\\u202eé\\u007f");
        assert_eq!(one_line("a\nb\tc"), "a\\nb\\tc");
        assert!(matches!(visible("plain é ± →\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn bold_and_faint_lines_stay_so() {
        let text = "\u{1b}[1mfirst\u{1b}[0m\n \u{1b}[2msec\u{7}ond\u{1b}[0m\nthird \u{1b}[2Jand\n";
        let expected = "\u{1b}[1mfirst\u{1b}[0m\n \u{1b}[2msec\\u0007ond\u{1b}[0m\nthird \\u001b[2Jand\n";
        assert_eq!(visible_with_styles(text), expected);
        assert_eq!(visible_with_styles("a\u{1b}[0mb"), "a\\u001b[0mb");
        assert_eq!(visible_with_styles("a\u{1b}[1mb"), "a\\u001b[1mb", "a style that never ends is none of ours");
    }
}
