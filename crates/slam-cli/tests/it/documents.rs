//! Tables for documents, as a parser of Markdown reads them and as LaTeX would.

use crate::folder::Folder;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A method whose name is all that Markdown and LaTeX could stumble over.
const HOSTILE: &str = "a|b_c*d*<e>[f](g) 50% $x$ \\h{i} #j ~k^ `l` &amp; @m";

fn folder() -> Folder {
    let row = |spot: usize| {
        let (x, y) = (spot % 20, spot / 20);
        format!("{x},{y},{},{},{}\n", x / 10, (x + spot % 3) / 10, (x + 3) / 11)
    };
    let slide = format!("x,y,t,{HOSTILE},plain\n{}", (0..200).map(row).collect::<String>());
    Folder::with(&[("slide.csv", slide.as_bytes())])
}

/// The cells of every table, row by row, heads first; bold ones in stars.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let mut cell: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => tables.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => tables.last_mut().unwrap().push(Vec::new()),
            Event::Start(Tag::TableCell) => cell = Some(String::new()),
            Event::End(TagEnd::TableCell) => {
                tables.last_mut().unwrap().last_mut().unwrap().push(cell.take().unwrap());
            }
            Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => cell.as_mut().unwrap().push('*'),
            Event::Text(words) => cell.iter_mut().for_each(|cell| cell.push_str(&words)),
            Event::Start(Tag::Paragraph | Tag::HtmlBlock) | Event::End(_) | Event::Html(_) => {}
            other => panic!("{other:?} is no part of a table"),
        }
    }
    tables
}

#[test]
fn markdown_is_read_as_tables_and_names_stay_what_they_are() {
    let folder = folder();
    let words = ["slide.csv", "--truth", "t", "--pred", HOSTILE, "--pred", "plain", "--quiet", "--format=markdown"];
    let text = folder.done(&[&["compare"], &words[..], &["--metrics=accuracy,ari,nmi,pas,ch"]].concat());
    let found = tables(&text);
    assert_eq!(found.len(), 2, "{text}");
    assert!(found.iter().flatten().all(|row| row.len() == found[0][0].len() || row.len() == 6), "{text}");
    assert!(found[0][0].contains(&"adjusted ↓".to_owned()), "{text}");
    assert!(found[0][0].contains(&"cancelled (%)".to_owned()), "{text}");
    assert!(found[0].iter().any(|row| row[1] == HOSTILE), "{text}");
    let first = found[0].iter().find(|row| row[0] == "1").unwrap();
    assert!(first[2].starts_with('*') && first[2].ends_with('*'), "the best is bold: {first:?}");
}

#[test]
fn a_score_has_its_numbers_and_its_domains() {
    let folder = folder();
    let words = ["score", "slide.csv", "--truth=t", "--pred=plain", "--quiet", "--interval", "--format=markdown"];
    let found = tables(&folder.done(&words));
    assert_eq!(found[0][0], ["number", "value", "95 % interval", "meaning"]);
    assert_eq!(found[0][1][0], "slam_adjusted ↓");
    assert_eq!(found[1].len(), 4, "a head, two domains and the boundary");
}

#[test]
fn latex_has_rules_bold_and_no_bare_sign() {
    let folder = folder();
    let words = ["compare", "slide.csv", "--truth", "t", "--pred", HOSTILE, "--pred", "plain", "--quiet"];
    let text = folder.done(&[&words[..], &["--format=latex", "--interval"]].concat());
    for part in
        ["\\toprule", "\\midrule", "\\bottomrule", "\\textbf{", "$\\downarrow$", "$\\uparrow$", "\\caption{", "(\\%)"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let columns = text.split("\\begin{tabular}{@{}").nth(1).unwrap().split('@').next().unwrap().len();
    let rows: Vec<&str> = text.lines().filter(|line| line.ends_with("\\\\")).collect();
    let bare = |row: &&str| row.replace("\\&", "").matches('&').count() + 1;
    assert!(rows.len() > 5 && rows.iter().all(|row| bare(row) == columns), "{text}");
}

#[test]
fn other_commands_have_no_tables_for_documents() {
    let folder = folder();
    let said = folder.refused(&["match", "slide.csv", "--truth=t", "--pred=plain", "--format=latex"]);
    let expected =
        "error: --format: slam match has no table for documents; slam score and slam compare on one slide have\n";
    assert_eq!(said, expected);
    assert_eq!(folder.refused(&["reproduce", "--format=markdown"]), expected.replace("match", "reproduce"));
    let said = folder.refused(&["inspect", "slide.csv", "--format=markdown"]);
    assert_eq!(said, "error: --format: slam inspect prints a table or json\n");
}
