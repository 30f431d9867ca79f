//! Exhibits as text for the terminal.

use super::sparkline::sparkline;
use super::{Exhibit, Figure, Plot, Table, Verdict};
use crate::text::lay_out_rows;

/// Exhibits one after the other: title, lead, verdicts, tables, outlines of plots, notes.
pub fn exhibits_text(exhibits: &[Exhibit]) -> String {
    exhibits.iter().map(text).collect::<Vec<_>>().join("\n")
}

fn text(exhibit: &Exhibit) -> String {
    let rule = "─".repeat(exhibit.title.chars().count());
    let mut parts = vec![format!("{}\n{rule}\n{}", exhibit.title, wrapped(&exhibit.lead, ""))];
    if !exhibit.verdicts.is_empty() {
        parts.push(exhibit.verdicts.iter().map(verdict).collect::<Vec<_>>().join("\n"));
    }
    parts.extend(exhibit.figures.iter().filter_map(figure));
    parts.extend(exhibit.notes.iter().map(|note| wrapped(note, "")));
    parts.join("\n\n") + "\n"
}

/// One verdict: `✓ holds: Case I, the claim`, and below it the numbers.
pub(super) fn verdict(verdict: &Verdict) -> String {
    let mark = if verdict.holds { "✓" } else { "✗" };
    let indent = "  ";
    format!("{mark} {}: {}\n{}", verdict.standing(), verdict.title(), wrapped(&verdict.words, indent))
}

fn figure(figure: &Figure) -> Option<String> {
    match figure {
        Figure::Table(table) => Some(table_text(table)),
        Figure::Plot(plot) => Some(plot_text(plot)),
        Figure::Map(_) => None,
    }
}

fn table_text(table: &Table) -> String {
    let header: Vec<&str> = table.header.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect();
    let right: Vec<usize> = (table.n_names..header.len()).collect();
    format!("{}\n{}", table.caption, lay_out_rows(&header, &rows, &right))
}

fn plot_text(plot: &Plot) -> String {
    let marks = plot.marks.iter().map(|mark| format!("  {}", mark.text));
    let lines: Vec<String> = plot.series.iter().map(|series| sparkline(plot, series)).chain(marks).collect();
    format!("{} ({} over {})\n{}", plot.caption, plot.y.title, plot.x.title, lines.join("\n"))
}

/// Words in lines of at most 100 characters.
fn wrapped(words: &str, indent: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![indent.to_owned()];
    for word in words.split_whitespace() {
        let line = lines.last().map_or("", String::as_str);
        let is_first = line.len() == indent.len();
        if !is_first && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

impl Verdict {
    /// The claim with the case that it is about.
    pub(super) fn title(&self) -> String {
        if self.case.is_empty() { self.claim.clone() } else { format!("Case {}, {}", self.case, self.claim) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;
    use serde_json::Value;

    #[test]
    fn an_exhibit_for_people() {
        let mut table = Table::new("Q of two metrics", &["case", "slam", "ari"]);
        table.rows.push(vec!["I".into(), Cell::number(Some(0.25), 3), Cell::number(None, 3)]);
        let exhibit = Exhibit {
            key: "table1".to_owned(),
            title: "Table 1".to_owned(),
            lead: "Who sees it?".to_owned(),
            verdicts: vec![Verdict::new("I", "more errors score worse", true, "0.25 > 0".to_owned())],
            figures: vec![Figure::Table(table)],
            notes: vec!["No more.".to_owned()],
            data: Value::Null,
        };
        let expected = "Table 1\n───────\nWho sees it?\n\n✓ holds: Case I, more errors score worse\n  0.25 > 0\n\n\
                        Q of two metrics\ncase   slam  ari\nI     0.250  N/A\n\nNo more.\n";
        assert_eq!(exhibits_text(&[exhibit]), expected);
    }

    #[test]
    fn long_words_fill_lines() {
        let lines = wrapped(&"word ".repeat(30), "  ");
        assert!(lines.lines().all(|line| line.starts_with("  word") && line.chars().count() <= 100));
        assert_eq!(lines.lines().count(), 2);
    }
}
