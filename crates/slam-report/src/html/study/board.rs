//! The table of methods: means over slices with their intervals, and the numbers of all slices together.

use serde::Serialize;
use slam::metrics::Better;
use slam::study::{Mean, StudyMethod, StudyResult};

use super::super::number::short;
use super::numbers::{Number, text};
use crate::number::{count, unlabelled};

/// The table of methods.
#[derive(Debug, Serialize)]
pub(crate) struct StudyBoard {
    by: &'static str,
    ranked: String,
    /// What means and intervals are over.
    intervals: &'static str,
    heads: Vec<Head>,
    rows: Vec<Row>,
    n_slices: usize,
}

#[derive(Debug, Serialize)]
struct Head {
    name: String,
    title: String,
    better: Option<Better>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// The place among the methods, none for a reference.
    method: Option<usize>,
    rank: Option<usize>,
    name: String,
    /// What speaks against it.
    against: Vec<String>,
    is_partial: bool,
    unlabelled: Option<String>,
    n_slices: usize,
    is_short: bool,
    cells: Vec<Cell>,
}

#[derive(Debug, Default, Serialize)]
struct Cell {
    text: String,
    value: Option<f64>,
    detail: String,
    is_best: bool,
    whisker: Option<Whisker>,
}

/// An interval in per cent of the width of its cell.
#[derive(Debug, Serialize)]
struct Whisker {
    left: f64,
    width: f64,
    at: f64,
    is_open: bool,
    words: String,
}

impl StudyBoard {
    /// The table of a study; the numbers come with the one that ranks first.
    pub(crate) fn new(study: &StudyResult, numbers: &[Number]) -> Self {
        let by = study.verdict.by.name();
        let head = |number: &Number| Head {
            name: number.name.clone(),
            title: format!("Mean of {} over slices", number.name),
            better: Some(number.better),
        };
        let others = [
            ("pooled", "slam_adjusted of all slices together", Some(Better::Lower)),
            ("first", "Slices on which it is first, alone or with others", Some(Better::Higher)),
        ];
        let other = |&(name, title, better): &(&str, &str, Option<Better>)| Head {
            name: name.to_owned(),
            title: title.to_owned(),
            better,
        };
        let heads = numbers[..numbers.len().min(1)].iter().map(head).chain(others.iter().map(other));
        let heads = heads.chain(numbers.iter().skip(1).map(head)).collect();
        let row = |(place, method): (Option<usize>, &StudyMethod)| row(place, method, numbers, study);
        let methods = study.methods.iter().enumerate().map(|(place, method)| (Some(place), method));
        let references = study.references.iter().map(|method| (None, method));
        let rows = methods.chain(references).map(row).collect();
        let intervals = if study.slices.iter().any(|slice| slice.donor.is_some()) {
            "slices of one donor averaged first; whiskers are their 95 % intervals over donors"
        } else {
            "whiskers are their 95 % intervals over slices (how donors differ is unknown: no donors were given)"
        };
        Self { by, ranked: study.verdict.ranked.clone(), intervals, heads, rows, n_slices: study.slices.len() }
    }
}

fn row(place: Option<usize>, method: &StudyMethod, numbers: &[Number], study: &StudyResult) -> Row {
    let mean = |number: &Number| cell(number, method, place.is_some(), study);
    let pooled = method.pooled.slam_adjusted.value;
    let first = method.n_first as f64;
    let others = [
        Cell { text: text("slam_adjusted", Some(pooled)), value: Some(pooled), ..Cell::default() },
        Cell { text: count(method.n_first), value: Some(first), ..Cell::default() },
    ];
    let mut cells: Vec<Cell> = numbers.iter().map(mean).collect();
    cells.splice(1.min(cells.len())..1.min(cells.len()), others);
    if let Some(first) = cells.first_mut().filter(|_| place.is_some()) {
        first.whisker = whisker(method.means.get(study.verdict.by.name()), study);
    }
    Row {
        method: place,
        rank: method.rank,
        name: method.method.clone(),
        against: if place.is_some() { method.marks() } else { Vec::new() },
        is_partial: method.is_partial,
        unlabelled: unlabelled(method.pooled.n_unlabelled, method.pooled.n_truth_spots),
        n_slices: method.n_slices,
        is_short: method.n_slices < study.slices.len(),
        cells,
    }
}

fn cell(number: &Number, method: &StudyMethod, is_method: bool, study: &StudyResult) -> Cell {
    let mean = method.means.get(&number.name);
    let value = mean.and_then(|mean| mean.value);
    let all = study.methods.iter().filter_map(|other| other.means.get(&number.name)?.value);
    let best = if number.better == Better::Lower { all.min_by(f64::total_cmp) } else { all.max_by(f64::total_cmp) };
    Cell {
        text: text(&number.name, value),
        value,
        detail: mean.map(detail).unwrap_or_default(),
        is_best: is_method && study.methods.len() > 1 && value.is_some() && value == best,
        whisker: None,
    }
}

/// The interval in words, or why there is none.
fn detail(mean: &Mean) -> String {
    match (mean.low, mean.high, &mean.undefined) {
        (Some(low), Some(high), _) => {
            let range = format!("{} to {}", short(Some(low)), short(Some(high)));
            mean.donors.map_or_else(|| format!("{range} over slices"), |n| format!("{range} with {n} donors"))
        }
        (.., Some(reason)) => reason.clone(),
        _ => String::new(),
    }
}

/// The interval of the number that ranks, on one scale for all methods: from 0, or the lowest end, to a fourth beyond the
/// largest mean.
fn whisker(mean: Option<&Mean>, study: &StudyResult) -> Option<Whisker> {
    let means = || study.methods.iter().filter_map(|method| method.means.get(study.verdict.by.name()));
    let low = means().filter_map(|mean| mean.low).fold(0.0, f64::min);
    let high = low + 1.25 * (means().filter_map(|mean| mean.value).fold(low, f64::max) - low);
    let share = |value: f64| if high > low { (100.0 * (value - low) / (high - low)).clamp(0.0, 100.0) } else { 0.0 };
    let (value, from, to) = (mean?.value?, mean?.low?, mean?.high?);
    let words = format!("{} to {}", short(Some(from)), short(Some(to)));
    Some(Whisker { left: share(from), width: share(to) - share(from), at: share(value), is_open: to > high, words })
}
