//! The flow matrix as a heat table: what became of the edges of each kind.

use serde::Serialize;
use slam::Score;

use super::maps::Maps;
use crate::number::{mass, percent};

/// At most this many kinds are shown, those with most wrong edges first.
const MOST_KINDS: usize = 25;

/// The flow matrix.
#[derive(Debug, Serialize)]
pub(crate) struct FlowMatrix {
    kinds: Vec<Kind>,
    rows: Vec<FlowRow>,
    n_hidden: usize,
}

#[derive(Debug, Clone, Serialize)]
struct Kind {
    name: String,
    color: Option<String>,
}

#[derive(Debug, Serialize)]
struct FlowRow {
    kind: Kind,
    cells: Vec<FlowCell>,
    total: String,
}

#[derive(Debug, Serialize)]
struct FlowCell {
    text: String,
    /// The share of the row, in percent, for the eye.
    heat: f64,
    is_kept: bool,
    meaning: String,
}

impl FlowMatrix {
    /// The flow matrix of a score.
    pub(crate) fn new(score: &Score, maps: &Maps) -> Self {
        let n_kinds = score.flow.kinds.len();
        let mut margin = vec![0.0; n_kinds];
        score.flow.counts.iter().for_each(|&(truth, _, mass)| margin[usize::from(truth)] += mass);
        let mut shown = shown(score);
        // The boundary has no place among the labels, and stays last.
        shown.sort_by_key(|&kind| (maps.place(score.flow.kinds[kind].as_deref()), kind));
        let name = |kind: usize| score.flow.kinds[kind].clone().unwrap_or_else(|| "boundary".to_owned());
        let kind = |&kind: &usize| Kind {
            name: name(kind),
            color: score.flow.kinds[kind].as_deref().and_then(|name| maps.color(name)).map(str::to_owned),
        };
        let row = |truth: &usize| FlowRow {
            kind: kind(truth),
            cells: shown.iter().map(|&pred| flow_cell(score, *truth, pred, margin[*truth], &name)).collect(),
            total: mass(margin[*truth]),
        };
        let rows = shown.iter().map(row).collect();
        Self { kinds: shown.iter().map(kind).collect(), rows, n_hidden: n_kinds - shown.len() }
    }
}

fn flow_cell(score: &Score, truth: usize, pred: usize, total: f64, name: &dyn Fn(usize) -> String) -> FlowCell {
    // The cells come sorted by truth kind, then pred kind.
    let counts = &score.flow.counts;
    let here = counts.binary_search_by(|count| (count.0, count.1).cmp(&(truth as u16, pred as u16)));
    let found = here.map_or(0.0, |place| counts[place].2);
    let share = if total > 0.0 { found / total } else { 0.0 };
    let fate = if truth == pred { "kept".to_owned() } else { format!("became {}", name(pred)) };
    FlowCell {
        text: if found > 0.0 { mass(found) } else { String::new() },
        heat: (1000.0 * share).round() / 10.0,
        is_kept: truth == pred,
        meaning: format!("{} of the edges of {} {fate}", percent(share), name(truth)),
    }
}

/// The kinds to show, in label order with the boundary last: all, or those with most wrong edges.
pub(crate) fn shown(score: &Score) -> Vec<usize> {
    let n_kinds = score.flow.kinds.len();
    let mut wrong = vec![0.0; n_kinds];
    for &(truth, pred, mass) in score.flow.counts.iter().filter(|count| count.0 != count.1) {
        wrong[usize::from(truth)] += mass;
        wrong[usize::from(pred)] += mass;
    }
    let mut labels: Vec<usize> = (1..n_kinds).collect();
    labels.sort_by(|&a, &b| wrong[b].total_cmp(&wrong[a]).then(a.cmp(&b)));
    labels.truncate(MOST_KINDS);
    labels.sort_unstable();
    labels.push(0);
    labels
}

#[cfg(test)]
mod tests {
    use slam::{Labeling, Options, Pair, Spots};

    use super::*;

    #[test]
    fn a_label_that_takes_what_is_not_its_own_is_shown() {
        let spots = Spots::new(2, (0..36).flat_map(|i| [f64::from(i % 6), f64::from(i / 6)]).collect()).unwrap();
        let halves = || Labeling::from_texts((0..36).map(|spot| if spot % 6 < 3 { "a" } else { "b" })).unwrap();
        let pair = Pair::new(spots, halves(), halves()).unwrap();
        let mut score = Options::default().analyze(pair, &()).unwrap().score;
        // One of 26 labels has no room. None of them loses an edge, and the last takes five of the boundary.
        score.flow.kinds = std::iter::once(None).chain((1..=26).map(|label| Some(format!("l{label}")))).collect();
        score.flow.counts = vec![(0, 26, 5.0)];
        assert_eq!(shown(&score), (1..=24).chain([26, 0]).collect::<Vec<usize>>());
    }
}
