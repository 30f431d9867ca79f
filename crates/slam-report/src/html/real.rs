//! The part of the page with tests: better than chance, differences of all pairs, and groups that cannot be told apart.

use serde::Serialize;
use slam::Comparison;
use slam::inference::{Difference, Finding};

use super::number::short;
use crate::inference::{ends, probability, scope};
use crate::number::score as four;

/// What was asked beside the scores.
#[derive(Debug, Serialize)]
pub(crate) struct Real {
    /// What chance reaches, method by method; empty where no test was asked.
    tests: Vec<TestRow>,
    /// All pairs; none where they were not asked.
    pairs: Option<Pairs>,
}

#[derive(Debug, Serialize)]
struct TestRow {
    name: String,
    found: String,
    chance: String,
    q95: String,
    p: String,
    replicates: String,
    permutation: String,
    holds: bool,
    reason: Option<String>,
}

#[derive(Debug, Serialize)]
struct Pairs {
    number: String,
    scope: String,
    names: Vec<String>,
    /// Row by row: the p of this method and of every one behind it.
    rows: Vec<Vec<PairCell>>,
    groups: Vec<Group>,
    reasons: Vec<String>,
}

/// The difference of two methods; empty on the diagonal and below.
#[derive(Debug, Default, Serialize)]
struct PairCell {
    text: String,
    title: String,
    holds: bool,
    is_empty: bool,
}

/// A run of methods in rank: where it begins, and how many there are.
#[derive(Debug, Serialize)]
struct Group {
    from: usize,
    span: usize,
}

impl Real {
    /// The part of a comparison; none where nothing was asked.
    pub(crate) fn new(comparison: &Comparison) -> Option<Self> {
        let tests: Vec<TestRow> = comparison
            .results
            .iter()
            .filter_map(|entry| {
                // Run unasked, the test marks rows and has no table.
                let test = entry.score.test.as_ref().filter(|test| !test.alternatives.is_empty())?;
                Some(test_row(&entry.pred, &test.shift, test.alternatives.first()))
            })
            .collect();
        let pairs =
            comparison.pairs.as_ref().filter(|pairs| !pairs.is_empty()).map(|pairs| Pairs::new(comparison, pairs));
        (!tests.is_empty() || pairs.is_some()).then_some(Self { tests, pairs })
    }
}

fn test_row(name: &str, shift: &Finding, permutation: Option<&Finding>) -> TestRow {
    TestRow {
        name: name.to_owned(),
        found: four(shift.value),
        chance: four(shift.chance.map(|chance| chance.mean)),
        q95: four(shift.chance.map(|chance| chance.q95)),
        p: probability(shift.p),
        replicates: shift.replicates.map(|n| n.to_string()).unwrap_or_default(),
        permutation: probability(permutation.and_then(|finding| finding.p)),
        holds: shift.p.is_some_and(|p| p <= 0.05),
        reason: shift.undefined.as_ref().map(ToString::to_string),
    }
}

impl Pairs {
    fn new(comparison: &Comparison, pairs: &[Difference]) -> Self {
        let names: Vec<String> = comparison.results.iter().map(|entry| entry.pred.clone()).collect();
        let place = |name: &str| names.iter().position(|other| other == name);
        let mut rows: Vec<Vec<PairCell>> = names
            .iter()
            .map(|_| names.iter().map(|_| PairCell { is_empty: true, ..PairCell::default() }).collect())
            .collect();
        let mut reasons: Vec<String> = Vec::new();
        for pair in pairs {
            if let (Some(a), Some(b)) = (place(&pair.a), place(&pair.b)) {
                rows[a][b] = cell(pair);
            }
            if let Some(reason) = pair.finding.undefined.as_ref().map(ToString::to_string)
                && !reasons.contains(&reason)
            {
                reasons.push(reason);
            }
        }
        let number = pairs.first().map(|pair| pair.finding.number.clone()).unwrap_or_default();
        let group = |group: &Vec<String>| {
            let from = group.first().and_then(|name| place(name)).unwrap_or(0);
            Group { from, span: group.len() }
        };
        let groups = comparison.groups.iter().flatten().map(group).collect();
        Self { number, scope: scope(pairs), names, rows, groups, reasons }
    }
}

fn cell(pair: &Difference) -> PairCell {
    let (a, b) = (&pair.a, &pair.b);
    let title = match &pair.finding.undefined {
        Some(reason) => format!("{a} and {b}: {reason}"),
        None => format!(
            "{a} minus {b}: {} {}, p {}",
            short(pair.finding.value),
            ends(&pair.finding),
            probability(pair.finding.p)
        ),
    };
    let text = if pair.p_holm.is_some() { probability(pair.p_holm) } else { "–".to_owned() };
    PairCell { text, title, holds: pair.holds(), is_empty: false }
}
