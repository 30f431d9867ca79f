//! The whole page, as the templates see it.

use serde::Serialize;
use slam::{Compared, Comparison, as_command};

use super::ReportOptions;
use super::board::Board;
use super::cards::{Card, cards};
use super::columns::{N_SLAM, columns};
use super::maps::{Label, Maps};
use super::method::{MethodPart, legend};
use super::rank_chart::RankChart;
use super::real::Real;
use super::settings::Settings;
use super::slices::SliceMatrix;
use super::stills::Stills;
use super::wording::{Words, reword};
use crate::error::Result;
use crate::leaderboard::truth_score;
use crate::look::sentences;
use crate::number::count;
use crate::scene::Scene;

/// The whole page.
#[derive(Debug, Serialize)]
pub(crate) struct Page {
    title: String,
    truth: String,
    summary: String,
    verdict: Vec<String>,
    cards: Vec<Card>,
    warnings: Vec<String>,
    board: Board,
    real: Option<Real>,
    methods: Vec<MethodPart>,
    stills: Stills,
    labels: Vec<Label>,
    n_hidden_labels: usize,
    ranks: Option<RankChart>,
    slices: Option<SliceMatrix>,
    settings: Settings,
    metrics: Vec<String>,
    is_solid: bool,
    words: Words,
    pub(crate) maps: Maps,
}

impl Page {
    /// The page of a comparison.
    pub(crate) fn new(compared: &Compared, options: &ReportOptions) -> Result<Self> {
        let (comparison, scene) = (&compared.comparison, &options.scene);
        let maps = Maps::new(compared, scene);
        let method = |(entry, analysis): (&slam::Entry, &slam::Analysis)| {
            MethodPart::new(entry, &analysis.matching.links, comparison, &maps, scene)
        };
        let labels = legend(&maps);
        let mut stills = Stills::new(compared, &maps.index.labels, &options.scene);
        Ok(Self {
            title: options.title.clone(),
            truth: comparison.truth.clone(),
            summary: summary(comparison, scene),
            verdict: sentences(&comparison.verdict).iter().map(|sentence| reword(scene, sentence)).collect(),
            cards: cards(comparison, std::mem::take(&mut stills.small)),
            warnings: comparison.warnings.iter().map(|one| reword(scene, &one.message().spelled(as_command))).collect(),
            board: Board::new(comparison),
            real: Real::new(comparison),
            methods: comparison.results.iter().zip(&compared.analyses).map(method).collect(),
            stills,
            n_hidden_labels: maps.index.labels.len() - labels.len(),
            labels,
            ranks: RankChart::new(comparison),
            slices: SliceMatrix::new(comparison),
            settings: Settings::new(comparison, options)?,
            metrics: columns(comparison).into_iter().skip(N_SLAM).map(|column| column.name).collect(),
            is_solid: compared.analyses.first().is_some_and(|analysis| analysis.pair.spots().dimensions() == 3),
            words: Words::new(scene),
            maps,
        })
    }
}

fn summary(comparison: &Comparison, scene: &Scene) -> String {
    let n_methods = comparison.results.len();
    let Some(truth) = truth_score(comparison) else { return String::new() };
    format!(
        "{n_methods} method{} · {} · {} edges · {} labels",
        if n_methods == 1 { "" } else { "s" },
        scene.counted(truth.n_spots),
        count(truth.n_edges),
        count(truth.n_labels)
    )
}
