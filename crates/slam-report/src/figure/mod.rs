//! What the report shows, as figures for a paper: SVG with words that can be edited, and PDF.

pub(crate) mod drawing;
mod font;
mod png;
mod svg;
mod pdf;
mod ground;
mod map;
mod board;
mod ranks;
mod flow;
mod profile;

use slam::Compared;

use crate::scene::Scene;
use drawing::Drawing;

/// A drawing under a name that a file may have.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Figure {
    name: String,
    drawing: Drawing,
}

/// The figures of a comparison: maps of the truth, of each method and of where it disagrees; the leaderboard with its
/// intervals; ranks by every number; and for each method the flow matrix and the profile over scales.
///
/// A map of more than 50,000 spots is a picture 1,600 pixels wide or high, its words and its legend still words.
pub fn figures(compared: &Compared, scene: &Scene) -> Vec<Figure> {
    let comparison = &compared.comparison;
    let mut all: Vec<(String, Drawing)> = Vec::new();
    if let Some(first) = compared.analyses.first() {
        let labels = map::Labels::new(compared, scene);
        all.push(("map-truth".to_owned(), map::truth(first, &comparison.truth, &labels, scene)));
        for (entry, analysis) in comparison.results.iter().zip(&compared.analyses) {
            let name = &entry.pred;
            all.push((format!("map-{name}"), map::pred(analysis, name, &labels, scene)));
            all.push((format!("{}-{name}", scene.words.noun()), map::disagreement(analysis, name, scene)));
            all.push((format!("flow-{name}"), flow::flow(&entry.score, name, &labels)));
            all.push((format!("profile-{name}"), profile::profile(entry, comparison)));
        }
    }
    all.push(("leaderboard".to_owned(), board::board(comparison)));
    all.extend(ranks::ranks(comparison).map(|drawing| ("ranks".to_owned(), drawing)));
    named(all)
}

impl Figure {
    /// Its name, without an ending; no two figures of a comparison share one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The figure as SVG, its words as text.
    pub fn svg(&self) -> String {
        svg::svg(&self.drawing)
    }

    /// The figure as a PDF page; letters that Helvetica lacks are question marks.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::pdf(&self.drawing)
    }

    /// Whether a file with these first bytes was written here.
    pub fn is_ours(head: &[u8]) -> bool {
        let mark = svg::MARK.as_bytes();
        head.windows(mark.len()).any(|bytes| bytes == mark)
    }
}

/// How many bytes of a name a file's name takes.
const LONGEST: usize = 80;

/// Names that every file system takes: letters, digits, dots, dashes and underscores; equal ones are numbered.
fn named(all: Vec<(String, Drawing)>) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    for (name, drawing) in all {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        let plain: String =
            name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).take(LONGEST).collect();
        // Some file systems take large and small letters for the same.
        let is_free = |name: &String| figures.iter().all(|figure| !figure.name.eq_ignore_ascii_case(name));
        let mut numbered = (2..).map(|number| format!("{plain}-{number}"));
        let name = Some(plain.clone()).filter(is_free).or_else(|| numbered.find(is_free)).unwrap_or(plain);
        figures.push(Figure { name, drawing });
    }
    figures
}

#[cfg(test)]
mod tests;
