//! A comparison as one HTML file that opens offline in any browser and can be mailed to a colleague.
//!
//! Tables and charts are written here, as HTML and SVG; the script draws the maps, sorts and switches. Names are data:
//! the templates escape all of them.

pub(crate) mod number;
pub(crate) mod palette;
pub(crate) mod pack;
mod lattice;
mod bulk;
pub(crate) mod layout;
mod drawable;
mod wording;
pub(crate) mod maps;
pub(crate) mod png;
mod still;
mod stills;
mod cards;
pub(crate) mod columns;
mod board;
pub(crate) mod flow;
pub(crate) mod profile;
mod method;
mod rank_chart;
mod real;
mod whisker;
pub(crate) mod slices;
mod words;
mod settings;
mod page;
mod study;
#[cfg(test)]
mod tests;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};
use serde::Serialize;
use slam::Compared;

use crate::error::Result;
use crate::scene::Scene;
use page::Page;

pub use palette::{Color, css, palette};
pub use study::study_html;

/// What a report says about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportOptions {
    /// The headline.
    pub title: String,
    /// The command that repeats the comparison, if there is one.
    pub command: Option<String>,
    /// How places are drawn and spoken of.
    pub scene: Scene,
    /// The day on which it was made, if the front end has a calendar.
    pub date: Option<String>,
    /// The files that were read.
    pub files: Vec<ReportFile>,
}

/// A file that was read, and how to tell it from another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportFile {
    /// Its name, as it was given.
    pub name: String,
    /// Its size, if it is a file on a disk.
    pub n_bytes: Option<u64>,
    /// The SHA-256 of its bytes in hexadecimal digits, if it was computed.
    pub sha256: Option<String>,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self {
            title: "Which labeling is most like the truth?".to_owned(),
            command: None,
            scene: Scene::default(),
            date: None,
            files: Vec::new(),
        }
    }
}

/// A comparison as one self-contained HTML page; a single score is a comparison with one entry.
///
/// The page asks nothing of the network and forbids itself to. Positions and labels are packed, so that a slide of 4,000
/// spots takes well under a megabyte and one of a million spots a few.
pub fn report_html(compared: &Compared, options: &ReportOptions) -> Result<String> {
    render(&Page::new(compared, options)?, STYLE, &SCRIPTS)
}

fn render(page: &Page, style: &str, scripts: &[&'static str]) -> Result<String> {
    let environment = environment(&TEMPLATES)?;
    let context = context! { page => Serde(page), style, scripts => scripts.to_vec() };
    Ok(environment.get_template("page.html")?.render(context)?)
}

/// Templates that escape whatever they show.
pub(crate) fn environment(templates: &[(&'static str, &'static str)]) -> Result<Environment<'static>> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    templates.iter().try_for_each(|&(name, source)| environment.add_template(name, source))?;
    Ok(environment)
}

const STYLE: &str = concat!(
    include_str!("assets/base.css"),
    include_str!("assets/tables.css"),
    include_str!("assets/real.css"),
    include_str!("assets/maps.css"),
    include_str!("assets/cards.css"),
    include_str!("assets/save.css"),
    include_str!("assets/print.css"),
);

const SCRIPTS: [&str; 15] = [
    include_str!("assets/shapes.js"),
    include_str!("assets/data.js"),
    include_str!("assets/scatter.js"),
    include_str!("assets/canvas.js"),
    include_str!("assets/nearest.js"),
    include_str!("assets/panel.js"),
    include_str!("assets/region.js"),
    include_str!("assets/swipe.js"),
    include_str!("assets/maps.js"),
    include_str!("assets/address.js"),
    include_str!("assets/shell.js"),
    include_str!("assets/tables.js"),
    include_str!("assets/leaderboard.js"),
    include_str!("assets/main.js"),
    include_str!("assets/save.js"),
];

const TEMPLATES: [(&str, &str); 12] = [
    ("page.html", include_str!("assets/page.html")),
    ("picture.html", include_str!("assets/picture.html")),
    ("cards.html", include_str!("assets/cards.html")),
    ("leaderboard.html", include_str!("assets/leaderboard.html")),
    ("real.html", include_str!("assets/real.html")),
    ("maps.html", include_str!("assets/maps.html")),
    ("method.html", include_str!("assets/method.html")),
    ("stills.html", include_str!("assets/stills.html")),
    ("charts.html", include_str!("assets/charts.html")),
    ("slices.html", include_str!("assets/slices.html")),
    ("settings.html", include_str!("assets/settings.html")),
    ("help.html", include_str!("assets/help.html")),
];
