//! A study as rows of CSV or TSV: one per method, then one per method and slice.

use slam::Blind;
use slam::study::{Mean, Numbers, StudyMethod, StudyResult};

/// A header; then for every method, best first, and every reference its means, and below them its slices.
///
/// In the row of a method, where `slice` is empty, numbers are means over slices, with the ends of their intervals, and those
/// of all spots together stand under `pooled_…`. A combination that is missing has a row without numbers, whose `status` says
/// so.
pub fn study_rows(study: &StudyResult) -> Vec<Vec<String>> {
    let numbers = numbers(study);
    let head = ["method", "slice", "donor", "status", "rank", "better_than_chance", "test_p"];
    let head = head.into_iter().chain(["blind_labels", "blind_median", "blind_share_as_good", "n_slices", "n_first"]);
    let counts = ["n_spots", "n_dropped", "n_unlabelled", "n_edges", "n_labels", "matching", "cancelled"];
    let mut header: Vec<String> = head.chain(counts).map(str::to_owned).collect();
    header.extend(numbers.iter().cloned());
    header.extend(numbers.iter().flat_map(|name| [format!("{name}_low"), format!("{name}_high")]));
    header.extend(numbers.iter().map(|name| format!("pooled_{name}")));
    let n_columns = header.len();
    let mut rows = vec![header];
    for method in study.methods.iter().chain(&study.references) {
        rows.push(method_row(method, &numbers));
        for (slice, cell) in study.slices.iter().zip(&method.slices) {
            let donor = slice.donor.clone().unwrap_or_default();
            rows.push(slice_row(&[method.method.clone(), slice.slice.clone(), donor], cell.as_ref(), &numbers));
        }
        for failure in study.failures.iter().filter(|_| method.rank.is_some()) {
            let lead = [method.method.clone(), failure.slice.clone(), String::new(), "failed".to_owned()];
            rows.push(lead.to_vec());
        }
    }
    rows.iter_mut().for_each(|row| row.resize(n_columns, String::new()));
    rows
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

fn method_row(method: &StudyMethod, numbers: &[String]) -> Vec<String> {
    let pooled = &method.pooled;
    let mut row = vec![method.method.clone(), String::new(), String::new(), String::new()];
    row.push(method.rank.map(|rank| rank.to_string()).unwrap_or_default());
    // Blind domains are drawn slice by slice.
    row.extend(chance(method.better_than_chance, method.test_p, None));
    row.extend([method.n_slices.to_string(), method.n_first.to_string(), pooled.n_spots.to_string(), String::new()]);
    row.extend([
        pooled.n_unlabelled.to_string(),
        pooled.n_edges.to_string(),
        pooled.n_labels.to_string(),
        String::new(),
        cell(pooled.cancelled),
    ]);
    let mean = |name: &String, end: fn(&Mean) -> Option<f64>| cell(method.means.get(name).and_then(end));
    row.extend(numbers.iter().map(|name| mean(name, |mean| mean.value)));
    row.extend(numbers.iter().flat_map(|name| [mean(name, |mean| mean.low), mean(name, |mean| mean.high)]));
    row.extend(numbers.iter().map(|name| cell(name.parse().ok().and_then(|by| pooled.value(by)))));
    row
}

fn slice_row(lead: &[String; 3], numbers: Option<&Numbers>, names: &[String]) -> Vec<String> {
    let mut row = lead.to_vec();
    let Some(own) = numbers else {
        row.push("missing".to_owned());
        return row;
    };
    row.push(String::new());
    row.push(own.rank.map(|rank| rank.to_string()).unwrap_or_default());
    row.extend(chance(own.better_than_chance, own.test_p, own.blind));
    row.extend([String::new(), String::new()]);
    row.extend([own.n_spots, own.n_dropped, own.n_unlabelled, own.n_edges, own.n_labels].map(|n| n.to_string()));
    row.extend([own.matching.clone(), cell(own.cancelled)]);
    row.extend(names.iter().map(|name| cell(name.parse().ok().and_then(|by| own.value(by)))));
    row
}

/// What the shift test and blind domains say.
fn chance(is_better: Option<bool>, p: Option<f64>, blind: Option<Blind>) -> [String; 5] {
    [
        is_better.map(|is_better| is_better.to_string()).unwrap_or_default(),
        cell(p),
        blind.map(|blind| blind.n_labels.to_string()).unwrap_or_default(),
        cell(blind.map(|blind| blind.median)),
        cell(blind.map(|blind| blind.share_as_good)),
    ]
}

fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
