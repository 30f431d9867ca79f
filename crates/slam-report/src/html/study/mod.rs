//! A study as one HTML file: methods by slices, and every slice's maps.

mod maps;
mod numbers;
mod board;
mod strips;
mod duels;
mod page;
#[cfg(test)]
mod tests;

use minijinja::context;
use minijinja::value::Serde;
use slam::study::{SliceMaps, StudyResult};

use super::{ReportOptions, SCRIPTS, STYLE, TEMPLATES, environment};
use crate::error::Result;
use page::StudyPage;

/// A study as one self-contained HTML page, with the maps of the slices that are at hand.
///
/// The page asks nothing of the network and forbids itself to. Slices without maps have numbers alone.
pub fn study_html(study: &StudyResult, maps: &[SliceMaps], options: &ReportOptions) -> Result<String> {
    let page = StudyPage::new(study, maps, options);
    let environment = environment(&[&TEMPLATES[..], &OWN].concat())?;
    let style = [STYLE, include_str!("../assets/study.css")].concat();
    let of_leaderboard = [include_str!("../assets/leaderboard.js"), include_str!("../assets/main.js")];
    let shared = SCRIPTS.into_iter().filter(|script| !of_leaderboard.contains(script));
    let scripts: Vec<&str> = shared.chain([include_str!("../assets/study.js")]).collect();
    let context = context! { page => Serde(&page), style, scripts };
    Ok(environment.get_template("study.html")?.render(context)?)
}

const OWN: [(&str, &str); 4] = [
    ("study.html", include_str!("../assets/study.html")),
    ("study_board.html", include_str!("../assets/study_board.html")),
    ("heat.html", include_str!("../assets/heat.html")),
    ("duels.html", include_str!("../assets/duels.html")),
];
