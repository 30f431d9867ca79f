//! Whether a result is real, as people and spreadsheets read it.

use slam::inference::{Difference, Finding};
use slam::{Comparison, Score};

use crate::number::score as four;
use crate::text::lay_out_rows;

/// What was asked beside a score, or nothing.
pub(crate) fn score_inference(score: &Score) -> String {
    let parts = [
        score.test.as_ref().map(|_| tests(&[("", score)])),
        score.intervals.as_ref().map(|_| intervals(&[("", score)])),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// What was asked beside a comparison, or nothing.
pub(crate) fn comparison_inference(comparison: &Comparison) -> String {
    let all: Vec<(&str, &Score)> = comparison.results.iter().map(|entry| (entry.pred.as_str(), &entry.score)).collect();
    let mut parts = Vec::new();
    if all.iter().any(|(_, score)| score.test.is_some()) {
        parts.push(tests(&all));
    }
    if all.iter().any(|(_, score)| score.intervals.is_some()) {
        parts.push(intervals(&all));
    }
    parts.extend(comparison.pairs.as_ref().map(|pairs| differences(comparison, pairs)));
    parts.join("\n\n")
}

/// A table for people: better than chance?
fn tests(scores: &[(&str, &Score)]) -> String {
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for (name, score) in scores {
        let Some(test) = &score.test else { continue };
        for finding in [&test.shift].into_iter().chain(&test.alternatives) {
            let chance = finding.chance;
            rows.push(vec![
                (*name).to_owned(),
                format!("{} of {}", finding.procedure.name(), finding.number),
                four(finding.value),
                four(chance.map(|chance| chance.mean)),
                four(chance.map(|chance| chance.q95)),
                probability(finding.p),
                finding.replicates.map(|n| n.to_string()).unwrap_or_default(),
            ]);
            reasons.extend(reason(name, finding));
        }
    }
    let header = ["better than chance?", "test", "found", "chance", "95 % below", "p", "replicates"];
    let table = without_names(&header, rows, scores.len() == 1, &[2, 3, 4, 5, 6]);
    [vec![table], reasons].concat().join("\n")
}

/// A table for people: the intervals of every number.
fn intervals(scores: &[(&str, &Score)]) -> String {
    let findings = |score: &Score| -> Vec<Finding> {
        score.intervals.iter().flat_map(|named| &named.0).map(|(_, finding)| finding.clone()).collect()
    };
    let all: Vec<(&str, Vec<Finding>)> = scores.iter().map(|(name, score)| (*name, findings(score))).collect();
    let Some((_, first)) = all.iter().find(|(_, findings)| !findings.is_empty()) else { return String::new() };
    let mut header = vec!["95 % intervals".to_owned()];
    header.extend(first.iter().map(|finding| finding.number.clone()));
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for (name, findings) in &all {
        let cells = findings.iter().map(range);
        rows.push(std::iter::once((*name).to_owned()).chain(cells).collect());
        reasons.extend(findings.iter().filter_map(|finding| reason(name, finding)));
    }
    reasons.dedup();
    let words = match first[0].donors {
        Some(n) => format!("of the mean over {n} donors"),
        None => "on another section of this tissue".to_owned(),
    };
    let columns: Vec<usize> = (1..header.len()).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let table = lay_out_rows(&header, &rows, &columns);
    [vec![table, words], reasons].concat().join("\n")
}

/// A table for people: how the first differs from every other, and who cannot be told apart.
fn differences(comparison: &Comparison, pairs: &[Difference]) -> String {
    let Some(first) = comparison.results.first() else { return String::new() };
    let of_first: Vec<&Difference> = pairs.iter().filter(|pair| pair.a == first.pred).collect();
    let row = |pair: &&Difference| {
        let words = if pair.holds() { "differ" } else { "cannot be told apart" };
        let flips = pair.p_max_t.map(|p| probability(Some(p))).unwrap_or_default();
        vec![
            format!("{} and {}", pair.a, pair.b),
            range(&pair.finding),
            probability(pair.finding.p),
            probability(pair.p_holm),
            flips,
            if pair.finding.undefined.is_some() { String::new() } else { words.to_owned() },
        ]
    };
    let rows: Vec<Vec<String>> = of_first.iter().map(row).collect();
    let number = of_first.first().map(|pair| pair.finding.number.clone()).unwrap_or_default();
    let title = format!("difference of {number}");
    let table = lay_out_rows(&[&title, "95 % interval", "p", "p (Holm)", "p (max-T)", ""], &rows, &[1, 2, 3, 4]);
    let reasons: Vec<String> =
        of_first.iter().filter_map(|pair| reason(&format!("{} and {}", pair.a, pair.b), &pair.finding)).collect();
    [vec![table, scope(pairs)], reasons, groups(comparison)].concat().join("\n")
}

/// Where differences hold: on this slide, or over donors.
fn scope(pairs: &[Difference]) -> String {
    match pairs.iter().find_map(|pair| pair.finding.donors) {
        Some(n) => format!("over {n} donors; {} pairs, adjusted for each other", pairs.len()),
        None => format!("on this slide; {} pairs, adjusted for each other", pairs.len()),
    }
}

fn groups(comparison: &Comparison) -> Vec<String> {
    let groups = comparison.groups.iter().flatten();
    groups.map(|group| format!("cannot be told apart: {}", group.join(", "))).collect()
}

/// Rows under a header; the first column, names, is left out where there is one score.
fn without_names(header: &[&str], rows: Vec<Vec<String>>, is_alone: bool, right: &[usize]) -> String {
    if !is_alone {
        return lay_out_rows(header, &rows, right);
    }
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row[1..].to_vec()).collect();
    let header: Vec<&str> = [&[header[0]], &header[2..]].concat();
    lay_out_rows(&header, &rows, &right.iter().map(|column| column - 1).collect::<Vec<_>>())
}

fn range(finding: &Finding) -> String {
    match finding.interval {
        Some(interval) => {
            format!("{} [{}, {}]", four(finding.value), four(Some(interval.low)), four(Some(interval.high)))
        }
        None => four(finding.value),
    }
}

/// A probability with three decimals, more where it is small.
fn probability(p: Option<f64>) -> String {
    match p {
        None => "N/A".to_owned(),
        Some(p) if p < 0.0005 && p > 0.0 => format!("{p:.0e}"),
        Some(p) => format!("{p:.3}"),
    }
}

fn reason(name: &str, finding: &Finding) -> Option<String> {
    let reason = finding.undefined.as_ref()?;
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    Some(format!("{name}{} of {} is N/A: {reason}", finding.procedure.name(), finding.number))
}

/// The names of the columns that a score's answers fill.
pub(crate) fn inference_columns(score: &Score) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    if score.test.is_some() {
        columns.extend(["test_p", "test_chance_mean", "test_chance_q95", "test_replicates"].map(str::to_owned));
    }
    for (name, _) in score.intervals.iter().flat_map(|named| &named.0) {
        columns.extend([format!("{name}_low"), format!("{name}_high")]);
    }
    columns
}

/// The cells of these columns.
pub(crate) fn inference_cells(score: &Score) -> Vec<String> {
    let text = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let mut cells = Vec::new();
    if let Some(test) = &score.test {
        let shift = &test.shift;
        let chance = shift.chance;
        cells.extend([text(shift.p), text(chance.map(|chance| chance.mean)), text(chance.map(|chance| chance.q95))]);
        cells.push(shift.replicates.map(|n| n.to_string()).unwrap_or_default());
    }
    for (_, finding) in score.intervals.iter().flat_map(|named| &named.0) {
        let interval = finding.interval;
        cells.extend([text(interval.map(|interval| interval.low)), text(interval.map(|interval| interval.high))]);
    }
    cells
}
