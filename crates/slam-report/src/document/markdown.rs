//! Tables in Markdown, as GitHub and pandoc read it.

use std::borrow::Cow;

use super::{Cell, Document, Head, Table};
use crate::visible::one_line;

pub(super) fn written(document: &Document) -> String {
    let tables: Vec<String> = document.tables.iter().map(table).collect();
    format!("<!-- {} -->\n\n{}", document.origin, tables.join("\n"))
}

fn table(table: &Table) -> String {
    let heads = table.heads.iter().map(head);
    let rules = table.heads.iter().map(|head| if head.is_words { ":---" } else { "---:" }.to_owned());
    let rows = table.rows.iter().map(|row| line(row.iter().map(cell)));
    let lines = [line(heads), line(rules)].into_iter().chain(rows).collect::<String>();
    let notes: Vec<String> = table.notes.iter().map(|note| format!("\n{}\n", escaped(note))).collect();
    format!("{}\n\n{lines}{}", escaped(&table.caption), notes.concat())
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn head(head: &Head) -> String {
    let unit = head.unit.map(|unit| format!(" ({unit})")).unwrap_or_default();
    let arrow = head.better.map(|better| format!(" {}", better.arrow())).unwrap_or_default();
    escaped(&head.title) + &unit + &arrow
}

fn cell(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    if cell.is_best { format!("**{text}**") } else { text }
}

/// A text that Markdown shows as it is: on one line, with a backslash before whatever it would take for a sign.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        // Whatever is neither letter nor digit may be escaped, in CommonMark; these are all that begin or end something.
        if "\\`*_{}[]<>#|~&$!@^".contains(letter) {
            written.push('\\');
        }
        written.push(letter);
    }
    written
}

fn clean(text: &str) -> Cow<'_, str> {
    one_line(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_letters() {
        assert_eq!(escaped("a|b_c *d* <e> [f]"), "a\\|b\\_c \\*d\\* \\<e\\> \\[f\\]");
        assert_eq!(escaped("two\nlines"), "two\\\\nlines");
    }
}
