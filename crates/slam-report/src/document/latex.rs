//! Tables in LaTeX, with the rules of the package `booktabs`.

use slam::metrics::Better;

use super::{Cell, Document, Head, Table};
use crate::visible::one_line;

pub(super) fn written(document: &Document) -> String {
    let tables: Vec<String> = document.tables.iter().map(table).collect();
    format!("% {}; needs \\usepackage{{booktabs}}\n{}", document.origin, tables.join("\n"))
}

fn table(table: &Table) -> String {
    let columns: String = table.heads.iter().map(|head| if head.is_words { 'l' } else { 'r' }).collect();
    let rows: String = table.rows.iter().map(|row| line(row.iter().map(cell))).collect();
    let notes: Vec<String> =
        table.notes.iter().map(|note| format!("\n  \\par\\smallskip\\footnotesize {}\n", escaped(note))).collect();
    format!(
        "\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:slam-{}}}\n  \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n    \
         \\toprule\n{}    \\midrule\n{rows}    \\bottomrule\n  \\end{{tabular}}\n{}\\end{{table}}\n",
        escaped(&table.caption),
        table.key,
        line(table.heads.iter().map(head)),
        notes.concat(),
    )
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("    {} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
}

fn head(head: &Head) -> String {
    let unit = head.unit.map(|unit| format!(" ({})", escaped(unit))).unwrap_or_default();
    let arrow = match head.better {
        Some(Better::Lower) => " $\\downarrow$",
        Some(Better::Higher) => " $\\uparrow$",
        None => "",
    };
    escaped(&head.title) + &unit + arrow
}

fn cell(cell: &Cell) -> String {
    let is_negative = cell.text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let text = if is_negative { format!("${}$", cell.text) } else { guarded(&escaped(&cell.text)) };
    if cell.is_best { format!("\\textbf{{{text}}}") } else { text }
}

/// A cell that begins with a bracket or a star would be taken for what the row break before it wants to know.
fn guarded(text: &str) -> String {
    if text.starts_with(['[', '*']) { format!("{{}}{text}") } else { text.to_owned() }
}

/// A text that LaTeX shows as it is: on one line, its signs as letters.
fn escaped(text: &str) -> String {
    one_line(text).chars().fold(String::with_capacity(text.len()), |mut written, letter| {
        match letter {
            '\\' => written.push_str("\\textbackslash{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '<' => written.push_str("\\textless{}"),
            '>' => written.push_str("\\textgreater{}"),
            '|' => written.push_str("\\textbar{}"),
            '`' => written.push_str("\\textasciigrave{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => written.extend(['\\', letter]),
            '–' => written.push_str("--"),
            '…' => written.push_str("\\ldots{}"),
            '≤' => written.push_str("$\\leq$"),
            '↑' => written.push_str("$\\uparrow$"),
            '↓' => written.push_str("$\\downarrow$"),
            '→' => written.push_str("$\\rightarrow$"),
            'γ' => written.push_str("$\\gamma$"),
            'σ' => written.push_str("$\\sigma$"),
            _ => written.push(letter),
        }
        written
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_letters() {
        assert_eq!(escaped("50 % of a_b & {c} #1 $x$"), "50 \\% of a\\_b \\& \\{c\\} \\#1 \\$x\\$");
        assert_eq!(escaped("\\input{~^}"), "\\textbackslash{}input\\{\\textasciitilde{}\\textasciicircum{}\\}");
    }

    #[test]
    fn minus_is_no_hyphen_and_brackets_are_no_arguments() {
        let [minus, bracket] = ["-0.25", "[0.1, 0.2]"].map(|text| cell(&Cell::from(text.to_owned())));
        assert_eq!([minus.as_str(), bracket.as_str()], ["$-0.25$", "{}[0.1, 0.2]"]);
        assert_eq!(cell(&Cell { text: "0.5".to_owned(), is_best: true }), "\\textbf{0.5}");
    }
}
