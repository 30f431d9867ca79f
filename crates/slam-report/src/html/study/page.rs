//! The whole page of a study, as the templates see it.

use serde::Serialize;
use slam::as_command;
use slam::study::{SliceMaps, StudyResult};

use super::super::ReportOptions;
use super::super::maps::{Label, Maps};
use super::super::method::legend;
use super::super::settings::Settings;
use super::board::StudyBoard;
use super::duels::Duels;
use super::maps::{Places, maps_of};
use super::numbers::{Heat, Number, by_donor, numbers};
use super::strips::Strips;
use crate::html::wording::Words;
use crate::look::spelled;
use crate::number::count;

/// The whole page.
#[derive(Debug, Serialize)]
pub(crate) struct StudyPage {
    title: String,
    truth: String,
    summary: String,
    verdict: Vec<String>,
    warnings: Vec<String>,
    failures: Vec<(String, String)>,
    board: StudyBoard,
    heat: Option<Heat>,
    strips: Option<Strips>,
    duels: Option<Duels>,
    /// What the script reads: every number of every method on every slice.
    data: Data,
    /// The methods, for the tabs of the maps.
    methods: Vec<Tab>,
    slices: Vec<String>,
    labels: Vec<Label>,
    n_hidden_labels: usize,
    settings: Settings,
    metrics: Vec<String>,
    is_solid: bool,
    words: Words,
    pub(crate) maps: Maps,
}

#[derive(Debug, Serialize)]
struct Data {
    numbers: Vec<Number>,
    slices: Vec<String>,
    methods: Vec<String>,
    /// By slice, then by method: the number of the map in the index, none where there is none.
    drawn: Vec<Vec<Option<usize>>>,
    /// By slice, then by method: whether the method has labels for the slice.
    known: Vec<Vec<bool>>,
    /// By slice, then by method: its place there.
    ranks: Vec<Vec<Option<usize>>>,
    /// By slice: how many spots there are, where its maps show fewer.
    thinned: Vec<Option<String>>,
}

#[derive(Debug, Serialize)]
struct Tab {
    name: String,
    rank: Option<usize>,
}

impl StudyPage {
    /// The page of a study.
    pub(crate) fn new(study: &StudyResult, slices: &[SliceMaps], options: &ReportOptions) -> Self {
        let (maps, drawn) = maps_of(study, slices, &options.scene);
        let labels = legend(&maps);
        let numbers = numbers(study);
        let names = |first: usize| numbers.iter().skip(first).map(|number| number.name.clone());
        let failure = |failed: &slam::study::Failure| {
            let method = failed.method.as_ref().map(|method| format!("{method} on ")).unwrap_or_default();
            (format!("{method}slice {}", failed.slice), failed.reason.clone())
        };
        Self {
            title: options.title.clone(),
            truth: study.truth.clone(),
            summary: summary(study),
            verdict: spelled(&study.verdict.sentences),
            warnings: study.warnings.iter().map(|warning| warning.spelled(as_command)).collect(),
            failures: study.failures.iter().map(failure).collect(),
            board: StudyBoard::new(study, &numbers),
            heat: numbers.first().map(|number| Heat::new(study, number, &by_donor(study))),
            strips: numbers.first().map(|number| Strips::new(study, number)),
            duels: Duels::new(study),
            methods: study.methods.iter().map(|one| Tab { name: one.method.clone(), rank: one.rank }).collect(),
            slices: study.slices.iter().map(|slice| slice.slice.clone()).collect(),
            n_hidden_labels: maps.index.labels.len() - labels.len(),
            labels,
            settings: Settings::of_study(study, options),
            metrics: names(0).filter(|name| !name.starts_with("slam")).collect(),
            is_solid: slices.iter().flat_map(|slice| &slice.methods).any(|map| map.pair.spots().dimensions() == 3),
            data: Data::new(study, slices, numbers, drawn),
            words: Words::new(&options.scene),
            maps,
        }
    }
}

impl Data {
    fn new(study: &StudyResult, maps: &[SliceMaps], numbers: Vec<Number>, drawn: Places) -> Self {
        let slices = 0..study.slices.len();
        let cells = |slice: usize| study.methods.iter().map(move |method| method.slices[slice].as_ref());
        let thinned = |slice: usize| {
            let shown = maps.iter().find(|one| one.slice == study.slices[slice].slice)?;
            let most = shown.methods.iter().map(|map| map.pair.spots().n_spots()).max()?;
            (most < study.slices[slice].n_spots)
                .then(|| format!("{} of {} spots are drawn", count(most), count(study.slices[slice].n_spots)))
        };
        Self {
            numbers,
            slices: study.slices.iter().map(|slice| slice.slice.clone()).collect(),
            methods: study.methods.iter().map(|method| method.method.clone()).collect(),
            drawn,
            known: slices.clone().map(|slice| cells(slice).map(|cell| cell.is_some()).collect()).collect(),
            ranks: slices
                .clone()
                .map(|slice| cells(slice).map(|cell| cell.and_then(|one| one.rank)).collect())
                .collect(),
            thinned: slices.map(thinned).collect(),
        }
    }
}

fn summary(study: &StudyResult) -> String {
    let (n_methods, n_slices) = (study.methods.len(), study.slices.len());
    let n_spots: usize = study.slices.iter().map(|slice| slice.n_spots).sum();
    let n_missing = study.n_missing();
    let missing = if n_missing > 0 { format!(" · {n_missing} combinations missing") } else { String::new() };
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    format!(
        "{n_methods} method{} on {n_slices} slice{} · {} spots · {} labels{missing}",
        plural(n_methods),
        plural(n_slices),
        count(n_spots),
        count(study.labels.len())
    )
}
