//! The tables of one score.

use slam::metrics::Better;
use slam::{Domain, Score, SliceScore};

use super::{Cell, Head, Table, percent};
use crate::html::columns::known;
use crate::inference::ends;
use crate::number::{count, counted, mass, score as four};

pub(super) fn tables(score: &Score) -> Vec<Table> {
    let mut tables = vec![numbers(score), domains(score)];
    tables.extend((!score.slices.0.is_empty()).then(|| slices(score)));
    tables
}

/// All numbers, one below the other, with intervals where they are known.
fn numbers(score: &Score) -> Table {
    let own = [
        (
            "slam_adjusted",
            Some(score.slam_adjusted.value),
            "0 alike, 1 the same label proportions placed at random; every scale, and where",
        ),
        ("slam", Some(score.slam.d), "0 alike; the kinds of edges, wherever"),
        ("slam_pinned", Some(score.slam_pinned.d), "0 alike, 2 unlike; edge by edge"),
    ];
    let own = own.map(|(name, value, meaning)| (name, value, Some(Better::Lower), meaning.to_owned()));
    let metrics = score.metrics.0.iter().map(|(name, value)| {
        let metric = known(name, Some(score));
        let meaning = score.undefined.get(name).cloned();
        let title = || metric.map_or_else(String::new, |metric| metric.title.to_owned());
        (name.as_str(), *value, metric.map(|metric| metric.better), meaning.unwrap_or_else(title))
    });
    let intervals = score.intervals.as_ref();
    let row = |(name, value, better, meaning): (&str, Option<f64>, Option<Better>, String)| {
        let arrow = better.map(|better| format!(" {}", better.arrow())).unwrap_or_default();
        let interval = intervals.map(|named| named.get(name).map(ends).unwrap_or_default());
        let cells = [format!("{name}{arrow}"), four(value)].into_iter().chain(interval).chain([meaning]);
        cells.map(Cell::from).collect()
    };
    let mut rows: Vec<Vec<Cell>> = own.into_iter().chain(metrics).map(row).collect();
    let hidden = ["cancelled (%)".to_owned(), percent(score.cancelled)].into_iter();
    let hidden = hidden.chain(intervals.map(|_| String::new()));
    rows.insert(3, hidden.chain(["of what is wrong cancels out, unseen by slam".to_owned()]).map(Cell::from).collect());
    let mut heads = vec![Head::words("number"), Head::number("value", None)];
    heads.extend(intervals.map(|_| Head::number("95 % interval", None)));
    heads.push(Head::words("meaning"));
    let named = |what: &str, other: &str| score.provenance.input.get(what).cloned().unwrap_or_else(|| other.to_owned());
    let caption = format!(
        "{} compared with {}: {}, {}, {}. Arrows point to the better end.",
        named("pred", "A labeling"),
        named("truth", "the truth"),
        counted(score.n_spots, "spot"),
        counted(score.n_edges, "edge"),
        counted(score.n_labels, "label"),
    );
    Table { key: "score", caption, heads, rows, notes: Vec::new() }
}

/// What became of the edges of each domain, and of the boundary.
fn domains(score: &Score) -> Table {
    let row = |domain: &Domain| {
        let cells = [
            domain.label.clone().unwrap_or_else(|| "(boundary)".to_owned()),
            domain.n_spots.map(count).unwrap_or_default(),
            mass(domain.n_edges),
            mass(domain.kept),
            mass(domain.lost),
            percent(Some(domain.share)),
        ];
        cells.map(Cell::from).to_vec()
    };
    let number = |title: &str| Head::number(title, None);
    let mut heads = vec![Head::words("domain"), number("spots"), number("edges"), number("kept"), number("lost")];
    heads.push(Head::percent("share"));
    let caption = "Edges inside each domain of the truth that the other labeling keeps or loses, and the share of all \
                   that is wrong.";
    let rows = score.domains.iter().map(row).collect();
    Table { key: "domains", caption: caption.to_owned(), heads, rows, notes: Vec::new() }
}

/// The numbers of every slice, from its own edges.
fn slices(score: &Score) -> Table {
    let row = |(name, slice): &(String, SliceScore)| {
        let cells = [
            name.clone(),
            count(slice.n_spots),
            count(slice.n_edges),
            four(slice.slam_adjusted.as_ref().map(|adjusted| adjusted.value)),
            four(slice.slam.as_ref().map(|slam| slam.d)),
            four(slice.slam_pinned.map(|pinned| pinned.d)),
            percent(slice.cancelled),
        ];
        cells.map(Cell::from).to_vec()
    };
    let lower = |title: &str| Head::number(title, Some(Better::Lower));
    let mut heads = vec![Head::words("slice"), Head::number("spots", None), Head::number("edges", None)];
    heads.extend(["slam_adjusted", "slam", "slam_pinned"].map(lower));
    heads.push(Head::percent("cancelled"));
    let caption = "Every slice from its own edges; lower is better.".to_owned();
    Table { key: "slices", caption, heads, rows: score.slices.0.iter().map(row).collect(), notes: Vec::new() }
}
