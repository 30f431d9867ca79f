//! Every number of every method on every slice, for the heat map and the strips.

use serde::Serialize;
use slam::metrics::Better;
use slam::study::{Mean, Numbers, StudyMethod, StudyResult};

use super::super::columns::column;
use super::super::number::short;
use crate::number::score as four;

/// A number that the reader can choose.
#[derive(Debug, Serialize)]
pub(crate) struct Number {
    pub(crate) name: String,
    title: String,
    /// Which way is better.
    pub(crate) better: Better,
    /// The smallest and the largest value of any method on any slice.
    pub(crate) range: [f64; 2],
    /// By method, then by slice; none where the combination is missing or has no value.
    pub(crate) values: Vec<Vec<Option<f64>>>,
    /// By method: the mean over slices, and the ends of its interval.
    pub(crate) means: Vec<[Option<f64>; 3]>,
}

/// All numbers, the one that ranks first.
pub(crate) fn numbers(study: &StudyResult) -> Vec<Number> {
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in study.methods.iter().flat_map(|method| &method.means.0) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut numbers: Vec<Number> = names.into_iter().filter_map(|name| number(study, name)).collect();
    numbers.sort_by_key(|number| number.name != study.verdict.by.name());
    numbers
}

fn number(study: &StudyResult, name: &str) -> Option<Number> {
    let (column, by) = (column(name), study.verdict.by);
    let ranks = by.metric().filter(|metric| metric.name == name);
    let (title, better) = ranks.map_or((column.title, column.better), |own| (own.title.to_owned(), Some(own.better)));
    let of_method = |method: &StudyMethod| -> Vec<Option<f64>> {
        method.slices.iter().map(|cell| value(cell.as_ref()?, name)).collect()
    };
    let values: Vec<Vec<Option<f64>>> = study.methods.iter().map(of_method).collect();
    let all = || values.iter().flatten().flatten().copied();
    let range = [all().min_by(f64::total_cmp)?, all().max_by(f64::total_cmp)?];
    let mean = |mean: Option<&Mean>| [mean.and_then(|m| m.value), mean.and_then(|m| m.low), mean.and_then(|m| m.high)];
    let means = study.methods.iter().map(|method| mean(method.means.get(name))).collect();
    Some(Number { name: name.to_owned(), title, better: better?, range, values, means })
}

/// The value of a number on one slice.
pub(crate) fn value(numbers: &Numbers, name: &str) -> Option<f64> {
    numbers.number(name)
}

/// A value as the page shows it.
pub(crate) fn text(name: &str, value: Option<f64>) -> String {
    if name.starts_with("slam") { four(value) } else { short(value) }
}

impl Number {
    /// How good a value is among all, from 0 for the worst to 1 for the best.
    pub(crate) fn goodness(&self, value: f64) -> f64 {
        let [low, high] = self.range;
        let share = if high > low { (value - low) / (high - low) } else { 1.0 };
        if self.better == Better::Lower && high > low { 1.0 - share } else { share }
    }
}

/// The heat map as it is first shown: by the number that ranks.
#[derive(Debug, Serialize)]
pub(crate) struct Heat {
    slices: Vec<SliceHead>,
    /// Runs of slices of one donor; empty where nobody said whose they are.
    donors: Vec<DonorHead>,
    rows: Vec<HeatRow>,
}

#[derive(Debug, Serialize)]
struct SliceHead {
    name: String,
    words: String,
}

#[derive(Debug, Serialize)]
struct DonorHead {
    name: String,
    span: usize,
}

#[derive(Debug, Serialize)]
struct HeatRow {
    name: String,
    rank: Option<usize>,
    cells: Vec<HeatCell>,
}

#[derive(Debug, Serialize)]
struct HeatCell {
    text: String,
    heat: f64,
    /// Whether the method has no labels for the slice.
    is_missing: bool,
    /// Which slice of the study it is.
    slice: usize,
    title: String,
}

impl Heat {
    /// The heat map of a study by one of its numbers, slices in the given order.
    pub(crate) fn new(study: &StudyResult, number: &Number, order: &[usize]) -> Self {
        let head = |&slice: &usize| {
            let slice = &study.slices[slice];
            let donor = slice.donor.as_ref().map(|donor| format!(", donor {donor}")).unwrap_or_default();
            let words = format!("{} spots, {} labels{donor}", crate::number::count(slice.n_spots), slice.labels.len());
            SliceHead { name: slice.slice.clone(), words }
        };
        let row = |(place, method): (usize, &StudyMethod)| HeatRow {
            name: method.method.clone(),
            rank: method.rank,
            cells: order.iter().map(|&slice| heat_cell(study, number, place, slice)).collect(),
        };
        Self {
            slices: order.iter().map(head).collect(),
            donors: donor_heads(study, order),
            rows: study.methods.iter().enumerate().map(row).collect(),
        }
    }
}

fn heat_cell(study: &StudyResult, number: &Number, method: usize, slice: usize) -> HeatCell {
    let is_missing = study.methods[method].slices[slice].is_none();
    let (name, value) = (&study.methods[method].method, number.values[method][slice]);
    let (place, text) = (&study.slices[slice].slice, text(&number.name, value));
    HeatCell {
        heat: value.map_or(0.0, |value| (1000.0 * number.goodness(value)).round() / 10.0),
        title: if is_missing { format!("{name} has no labels for {place}") } else { format!("{name} on {place}") },
        text: if is_missing { "–".to_owned() } else { text },
        is_missing,
        slice,
    }
}

fn donor_heads(study: &StudyResult, order: &[usize]) -> Vec<DonorHead> {
    if study.slices.iter().all(|slice| slice.donor.is_none()) {
        return Vec::new();
    }
    let donor = |slice: &usize| study.slices[*slice].donor.clone().unwrap_or_default();
    order.chunk_by(|a, b| donor(a) == donor(b)).map(|run| DonorHead { name: donor(&run[0]), span: run.len() }).collect()
}

/// The slices with those of one donor beside each other, donors in the order in which they are first met.
pub(crate) fn by_donor(study: &StudyResult) -> Vec<usize> {
    let donors = donors(study);
    let mut order: Vec<usize> = (0..study.slices.len()).collect();
    order.sort_by_key(|&slice| donors.1[slice]);
    order
}

/// The donors in the order in which they are met, and whose each slice is; a slice of nobody is its own donor.
pub(crate) fn donors(study: &StudyResult) -> (Vec<String>, Vec<usize>) {
    let mut names: Vec<String> = Vec::new();
    let mut whose = |slice: &slam::study::StudySlice| {
        let name = slice.donor.as_ref().unwrap_or(&slice.slice);
        names.iter().position(|other| other == name).unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        })
    };
    let of_slices = study.slices.iter().map(&mut whose).collect();
    (names, of_slices)
}
