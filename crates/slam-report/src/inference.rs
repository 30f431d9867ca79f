//! Whether a result is real, as people read it on a terminal.

use slam::inference::{Difference, Finding, Infer, Procedure};
use slam::{Comparison, Score};

use crate::html::number::short;
use crate::look::{Look, cut};
use crate::number::score as four;
use crate::text::lay_out_rows;
use crate::visible::visible;

/// Names are cut to this.
const LONGEST_NAME: usize = 32;

/// What was asked beside a score, or nothing.
pub(crate) fn score_inference(score: &Score, look: &Look) -> String {
    let all = [("", score)];
    let parts = [tests(&all, look), intervals(&all, look)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// What was asked beside a comparison, or nothing.
pub(crate) fn comparison_inference(comparison: &Comparison, look: &Look) -> String {
    let all: Vec<(&str, &Score)> = comparison.results.iter().map(|entry| (entry.pred.as_str(), &entry.score)).collect();
    let options = comparison.provenance.options.as_ref();
    let is_asked = options.is_some_and(|options| options.infer != Infer::Auto);
    let intervals = intervals(&all, look).filter(|_| is_asked);
    // Run unasked, the test marks rows and has no table.
    let is_test_asked = options.is_some_and(|options| options.test.unwrap_or_else(|| options.infer.test()));
    let pairs = comparison.pairs.as_ref().filter(|pairs| !pairs.is_empty());
    let tests = tests(&all, look).filter(|_| is_test_asked);
    let parts = [tests, intervals, pairs.map(|pairs| differences(comparison, pairs, look))];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// Better than chance? One score has a row for each test; several have one each, with what the other tests say at its end.
fn tests(scores: &[(&str, &Score)], look: &Look) -> Option<String> {
    let is_named = scores.len() > 1;
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for (name, score) in scores {
        let Some(test) = &score.test else { continue };
        let others = if is_named { &[] } else { &test.alternatives[..] };
        for finding in std::iter::once(&test.shift).chain(others) {
            let title = if is_named { cut(name, LONGEST_NAME) } else { finding.procedure.name().to_owned() };
            rows.push([vec![title], test_cells(finding)].concat());
            reasons.push(reason(name, finding));
        }
        if let Some(row) = rows.last_mut().filter(|_| is_named) {
            row.extend(test.alternatives.iter().map(|finding| probability(finding.p)));
        }
    }
    let mut header = vec![if is_named { "method" } else { "test" }, "found", "chance", "95 % below", "p", "replicates"];
    header.extend(["p (permutation)", "p (colours)"].into_iter().filter(|_| is_named));
    let right: Vec<usize> = (1..header.len()).collect();
    let words = "Better than chance? The shift test moves the pred over the tissue as a whole, and looks at ari. Two other tests are shown \
                 for comparison alone: permuting spots calls any two smooth labelings related, and the colours of Weisfeiler and \
                 Lehman tell whether two are the same.";
    (!rows.is_empty()).then(|| paragraphs(words, &lay_out_rows(&header, &rows, &right), reasons, look))
}

fn test_cells(finding: &Finding) -> Vec<String> {
    let chance = finding.chance;
    vec![
        four(finding.value),
        four(chance.map(|chance| chance.mean)),
        four(chance.map(|chance| chance.q95)),
        probability(finding.p),
        finding.replicates.map(|n| n.to_string()).unwrap_or_default(),
    ]
}

/// How far would numbers move?
fn intervals(scores: &[(&str, &Score)], look: &Look) -> Option<String> {
    let findings = |score: &Score| -> Vec<Finding> {
        score.intervals.iter().flat_map(|named| &named.0).map(|(_, finding)| finding.clone()).collect()
    };
    let all: Vec<(&str, Vec<Finding>)> = scores.iter().map(|(name, score)| (*name, findings(score))).collect();
    let first = all.iter().map(|(_, findings)| findings).find(|findings| !findings.is_empty())?;
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for (name, findings) in &all {
        for finding in findings {
            let mut row = vec![finding.number.clone(), four(finding.value), ends(finding)];
            if scores.len() > 1 {
                row.insert(0, cut(name, LONGEST_NAME));
            }
            rows.push(row);
            reasons.push(reason(name, finding));
        }
    }
    let mut header = vec!["number", "value", "95 % interval"];
    header.splice(0..0, (scores.len() > 1).then_some("method"));
    let right: Vec<usize> = (header.len() - 2..header.len()).collect();
    let words = match (first[0].donors, first[0].slices) {
        (Some(n), _) => {
            format!("Where the mean over donors is thought to lie, from {n} of them, slices averaged within each.")
        }
        (_, Some(n)) => {
            format!(
                "Where the mean over slices is thought to lie, from {n} of them, if they are independent of each other."
            )
        }
        _ => "Where the numbers of another section of this tissue are thought to lie.".to_owned(),
    };
    Some(paragraphs(&words, &lay_out_rows(&header, &rows, &right), reasons, look))
}

/// How the first differs from every other, and who cannot be told apart.
fn differences(comparison: &Comparison, pairs: &[Difference], look: &Look) -> String {
    let Some(first) = comparison.results.first() else { return String::new() };
    let of_first: Vec<&Difference> = pairs.iter().filter(|pair| pair.a == first.pred).collect();
    let is_flipped = pairs.iter().any(|pair| pair.p_max_t.is_some());
    let row = |pair: &&Difference| {
        let mut row = vec![cut(&pair.b, LONGEST_NAME), four(pair.finding.value), ends(&pair.finding)];
        row.extend([probability(pair.finding.p), probability(pair.p_holm)]);
        row.extend(is_flipped.then(|| probability(pair.p_max_t)));
        row.push(if pair.holds() { "differs" } else { "" }.to_owned());
        row
    };
    let rows: Vec<Vec<String>> = of_first.iter().map(row).collect();
    let number = of_first.first().map(|pair| pair.finding.number.clone()).unwrap_or_default();
    let title = format!("{} against", cut(&first.pred, LONGEST_NAME));
    let mut header = vec![title.as_str(), "difference", "95 % interval", "p", "p (Holm)"];
    header.extend(is_flipped.then_some("p (max-T)"));
    header.push("");
    let right: Vec<usize> = (1..header.len() - 1).collect();
    let words = format!("Which differences of {number} hold? {}", scope(pairs));
    let mut notes: Vec<Option<String>> = of_first.iter().map(|pair| reason(&pair.b, &pair.finding)).collect();
    notes.extend(groups(comparison).into_iter().map(Some));
    paragraphs(&words, &lay_out_rows(&header, &rows, &right), notes, look)
}

/// Where differences hold: on this slide, or over donors.
pub(crate) fn scope(pairs: &[Difference]) -> String {
    let number = |of: fn(&Finding) -> Option<usize>| pairs.iter().find_map(|pair| of(&pair.finding));
    let place = match (number(|finding| finding.donors), number(|finding| finding.slices)) {
        (Some(n), _) => format!("Over {n} donors"),
        (_, Some(n)) => format!("On {n} slices; how donors differ is unknown"),
        _ => "On this slide".to_owned(),
    };
    match pairs.len() {
        1 => format!("{place}."),
        n => format!("{place}; Holm's p is adjusted for all {n} pairs at once."),
    }
}

/// Runs of methods that cannot be told apart, one sentence each.
pub(crate) fn groups(comparison: &Comparison) -> Vec<String> {
    let groups = comparison.groups.iter().flatten();
    groups.map(|group| format!("cannot be told apart: {}", group.join(", "))).collect()
}

/// What a table is for, the table, and what is to be said of it, each thing once.
fn paragraphs(words: &str, table: &str, notes: Vec<Option<String>>, look: &Look) -> String {
    let mut seen: Vec<String> = Vec::new();
    for note in notes.into_iter().flatten() {
        if !seen.contains(&note) {
            seen.push(note);
        }
    }
    let notes = seen.iter().map(|note| look.wrapped(&visible(note), 2));
    std::iter::once(look.wrapped(words, 0)).chain([table.to_owned()]).chain(notes).collect::<Vec<_>>().join("\n")
}

/// `[0.271, 0.363]`, or nothing.
pub(crate) fn ends(finding: &Finding) -> String {
    finding
        .interval
        .map(|found| format!("[{}, {}]", short(Some(found.low)), short(Some(found.high))))
        .unwrap_or_default()
}

/// A probability with three decimals, more where it is small.
pub(crate) fn probability(p: Option<f64>) -> String {
    match p {
        None => "N/A".to_owned(),
        Some(p) if p < 0.0005 && p > 0.0 => format!("{p:.0e}"),
        Some(p) => format!("{p:.3}"),
    }
}

fn reason(name: &str, finding: &Finding) -> Option<String> {
    let reason = finding.undefined.as_ref()?;
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let what = match finding.procedure {
        Procedure::Tiles | Procedure::Donors | Procedure::Slices => format!("no interval of {}", finding.number),
        Procedure::PairedTiles | Procedure::PairedDonors => "no p".to_owned(),
        _ => "not tested".to_owned(),
    };
    Some(format!("{name}{what}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_probabilities_are_not_zero() {
        let texts = [Some(0.0001), Some(0.05), Some(1.0), None].map(probability);
        assert_eq!(texts, ["1e-4", "0.050", "1.000", "N/A"]);
    }
}
