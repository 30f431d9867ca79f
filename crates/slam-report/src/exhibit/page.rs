//! Exhibits as one HTML file that opens offline in any browser.

use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::chart::Chart;
use super::panels::Panels;
use super::{Cell, Exhibit, Figure, Table, Tone, Verdict};
use crate::error::Result;
use crate::html::environment;

/// What the page says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The headline.
    pub title: String,
    /// A line beneath it.
    pub summary: String,
    /// The command that repeats it, if there is one.
    pub command: Option<String>,
}

/// Exhibits as one self-contained HTML page, with every verdict on top.
pub fn exhibits_html(exhibits: &[Exhibit], cover: &Cover) -> Result<String> {
    let sections: Vec<Section> = exhibits.iter().map(Section::new).collect();
    let holding = sections.iter().flat_map(|section| &section.verdicts).filter(|verdict| verdict.holds).count();
    let total = sections.iter().map(|section| section.verdicts.len()).sum::<usize>();
    let context = context! {
        title => cover.title.clone(),
        summary => cover.summary.clone(),
        command => cover.command.clone(),
        version => env!("CARGO_PKG_VERSION"),
        holding, total,
        sections => Serde(sections),
        style => STYLE,
        script => include_str!("assets/theme.js"),
    };
    let environment = environment(&[("exhibits.html", include_str!("assets/exhibits.html"))])?;
    Ok(environment.get_template("exhibits.html")?.render(context)?)
}

const STYLE: &str = concat!(
    include_str!("../html/assets/base.css"),
    include_str!("../html/assets/tables.css"),
    include_str!("assets/exhibits.css"),
    include_str!("../html/assets/print.css"),
);

#[derive(Debug, Serialize)]
struct Section {
    key: String,
    title: String,
    lead: String,
    verdicts: Vec<Said>,
    figures: Vec<Shown>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Said {
    title: String,
    holds: bool,
    standing: &'static str,
    words: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "it", rename_all = "lowercase")]
enum Shown {
    Table(Laid),
    Chart(Chart),
    Panels(Panels),
}

#[derive(Debug, Serialize)]
struct Laid {
    caption: String,
    header: Vec<String>,
    rows: Vec<Vec<Toned>>,
}

#[derive(Debug, Serialize)]
struct Toned {
    text: String,
    class: &'static str,
}

impl Section {
    fn new(exhibit: &Exhibit) -> Self {
        let said = |verdict: &Verdict| Said {
            title: verdict.title(),
            holds: verdict.holds,
            standing: verdict.standing(),
            words: verdict.words.clone(),
        };
        let shown = |figure: &Figure| match figure {
            Figure::Table(table) => Shown::Table(Laid::new(table)),
            Figure::Plot(plot) => Shown::Chart(Chart::new(plot)),
            Figure::Map(map) => Shown::Panels(Panels::new(map)),
        };
        Self {
            key: exhibit.key.clone(),
            title: exhibit.title.clone(),
            lead: exhibit.lead.clone(),
            verdicts: exhibit.verdicts.iter().map(said).collect(),
            figures: exhibit.figures.iter().map(shown).collect(),
            notes: exhibit.notes.clone(),
        }
    }
}

impl Laid {
    fn new(table: &Table) -> Self {
        let toned = |cell: &Cell| Toned { text: cell.text.clone(), class: class(cell.tone) };
        let rows = table.rows.iter().map(|row| row.iter().map(toned).collect()).collect();
        Self { caption: table.caption.clone(), header: table.header.clone(), rows }
    }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Muted => "muted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn names_are_data() {
        let mut table = Table::new("a <i>table</i>", &["<u>", "x"]);
        table.rows.push(vec!["<s>".into(), Cell::new("1", Tone::Good)]);
        let exhibit = Exhibit {
            key: "case1".to_owned(),
            title: "<big>Case I</big>: big".to_owned(),
            lead: String::new(),
            verdicts: vec![Verdict::new("I", "it <em>holds</em>", true, "1 > 0".to_owned())],
            figures: vec![Figure::Table(table)],
            notes: vec!["<script>".to_owned()],
            data: Value::Null,
        };
        let cover = Cover { title: "<h1>".to_owned(), summary: String::new(), command: None };
        let page = exhibits_html(&[exhibit], &cover).unwrap();
        let body = page.split("<main>").nth(1).and_then(|rest| rest.split("</main>").next()).unwrap();
        for tag in ["<i>table", "<u>", "<s>", "<big>", "<em>", "<script>", "<h1>"] {
            assert!(!body.contains(tag), "{tag}");
        }
        assert!(body.contains("1 of 1 hold") && body.contains("<td class=\"good\">1</td>"));
        assert!(body.contains("1 &gt; 0"));
    }
}
