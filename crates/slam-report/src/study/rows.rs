//! A study as rows of CSV or TSV: one per method, then one per method and slice.

use slam::Blind;
use slam::study::{Failure, Mean, Numbers, StudyMethod, StudyResult};

use crate::cells::{Cell, Cells};

/// A header; then for every method, best first, and every reference its means, and below them its slices.
///
/// In the row of a method, where `slice` is empty, numbers are means over slices, with the ends of their intervals, and those
/// of all spots together stand under `pooled_…`. A combination that is missing or failed has a row without numbers, whose
/// `status` says so.
pub fn study_rows(study: &StudyResult) -> Vec<Vec<String>> {
    study_cells(study).written()
}

/// The same rows with the types of their values.
pub fn study_cells(study: &StudyResult) -> Cells {
    let numbers = numbers(study);
    let head = ["method", "slice", "donor", "status", "rank", "better_than_chance", "test_p"];
    let head = head.into_iter().chain(["blind_labels", "blind_median", "blind_share_as_good", "n_slices", "n_first"]);
    let counts = ["n_spots", "n_dropped", "n_unlabelled", "n_edges", "n_labels", "matching", "cancelled"];
    let mut header: Vec<String> = head.chain(counts).map(str::to_owned).collect();
    header.extend(numbers.iter().cloned());
    header.extend(numbers.iter().flat_map(|name| [format!("{name}_low"), format!("{name}_high")]));
    header.extend(numbers.iter().map(|name| format!("pooled_{name}")));
    let mut rows = Vec::new();
    for method in study.methods.iter().chain(&study.references) {
        rows.push(method_row(method, &numbers));
        for (slice, cell) in study.slices.iter().zip(&method.slices) {
            let lead = [Cell::text(&method.method), Cell::text(&slice.slice), Cell::Text(slice.donor.clone())];
            let has_failed = |one: &Failure| one.slice == slice.slice && one.method.as_ref() == Some(&method.method);
            let status = if study.failures.iter().any(has_failed) { "failed" } else { "missing" };
            rows.push(slice_row(&lead, cell.as_ref(), status, &numbers));
        }
        let is_whole = |failure: &&Failure| failure.method.is_none() && method.rank.is_some();
        for failure in study.failures.iter().filter(is_whole) {
            let lead = [Cell::text(&method.method), Cell::text(&failure.slice), Cell::Text(None), Cell::text("failed")];
            rows.push(lead.to_vec());
        }
    }
    // The first row is that of a method, and has all columns.
    let missing: Vec<Cell> = rows.first().map(|row| row.iter().map(Cell::without_value).collect()).unwrap_or_default();
    rows.iter_mut().for_each(|row| row.extend(missing.iter().skip(row.len()).cloned()));
    Cells { header, rows }
}

/// The names of all numbers that some method has a mean of.
fn numbers(study: &StudyResult) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in study.methods.iter().chain(&study.references).flat_map(|method| &method.means.0) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn method_row(method: &StudyMethod, numbers: &[String]) -> Vec<Cell> {
    let pooled = &method.pooled;
    let mut row = vec![
        Cell::text(&method.method),
        Cell::Text(None),
        Cell::Text(None),
        Cell::Text(None),
        Cell::Count(method.rank),
    ];
    // Blind domains are drawn slice by slice.
    row.extend(chance(method.better_than_chance, method.test_p, None));
    row.extend([
        Cell::Count(Some(method.n_slices)),
        Cell::Count(Some(method.n_first)),
        Cell::Count(Some(pooled.n_spots)),
        Cell::Count(None),
        Cell::Count(Some(pooled.n_unlabelled)),
        Cell::Count(Some(pooled.n_edges)),
        Cell::Count(Some(pooled.n_labels)),
        Cell::Text(None),
        Cell::Number(pooled.cancelled),
    ]);
    let mean = |name: &String, end: fn(&Mean) -> Option<f64>| Cell::Number(method.means.get(name).and_then(end));
    row.extend(numbers.iter().map(|name| mean(name, |mean| mean.value)));
    row.extend(numbers.iter().flat_map(|name| [mean(name, |mean| mean.low), mean(name, |mean| mean.high)]));
    row.extend(numbers.iter().map(|name| Cell::Number(name.parse().ok().and_then(|by| pooled.value(by)))));
    row
}

/// The numbers of a method on a slice, or the status that says why there are none.
fn slice_row(lead: &[Cell; 3], numbers: Option<&Numbers>, status: &str, names: &[String]) -> Vec<Cell> {
    let mut row = lead.to_vec();
    let Some(own) = numbers else {
        row.push(Cell::text(status));
        return row;
    };
    row.extend([Cell::Text(None), Cell::Count(own.rank)]);
    row.extend(chance(own.better_than_chance, own.test_p, own.blind));
    row.extend([Cell::Count(None), Cell::Count(None)]);
    let counts = [own.n_spots, own.n_dropped, own.n_unlabelled, own.n_edges, own.n_labels];
    row.extend(counts.map(|n| Cell::Count(Some(n))));
    row.extend([Cell::text(&own.matching), Cell::Number(own.cancelled)]);
    row.extend(names.iter().map(|name| Cell::Number(name.parse().ok().and_then(|by| own.value(by)))));
    row
}

/// What the shift test and blind domains say.
fn chance(is_better: Option<bool>, p: Option<f64>, blind: Option<Blind>) -> [Cell; 5] {
    [
        Cell::Truth(is_better),
        Cell::Number(p),
        Cell::Count(blind.map(|blind| blind.n_labels)),
        Cell::Number(blind.map(|blind| blind.median)),
        Cell::Number(blind.map(|blind| blind.share_as_good)),
    ]
}
