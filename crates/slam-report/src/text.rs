//! A score as a table for the terminal.

use comfy_table::{CellAlignment, Table, presets};
use slam::discrepancy::Details;
use slam::metrics::{Family, METRICS, Metric};
use slam::{Domain, Named, Score, SliceScore};

use crate::html::columns::{OTHER, known};
use crate::inference::score_inference;
use crate::look::{Look, sentences};
use crate::number::{count, counted, mass, percent, score as four};
use crate::visible::{one_line, visible};

/// A score as a person reads it: the values with what they mean, what became of the labels, where it went wrong.
pub fn score_text(score: &Score, look: &Look) -> String {
    let facts = look.wrapped(&facts(score), 0);
    let mut parts = vec![headline(score), score_inference(score, look), facts];
    parts.extend([matching(score, look), domains(score), metrics(score, look)]);
    if !score.slices.0.is_empty() {
        parts.push(slices(score));
    }
    parts.retain(|part| !part.is_empty());
    format!("{}\n\n{}\n", look.verdict(&sentences(&score.verdict)), visible(&parts.join("\n\n")))
}

fn headline(score: &Score) -> String {
    let slam = &score.slam;
    let hidden = score.cancelled.map_or_else(|| "N/A".to_owned(), percent);
    let row =
        |name: &str, value: String, detail: String, meaning: &str| [name.to_owned(), value, detail, meaning.to_owned()];
    let (adjusted, pinned) = (&score.slam_adjusted, &score.slam_pinned);
    let rows = [
        row(
            "slam_adjusted",
            four(Some(adjusted.value)),
            format!("D {:.4}", adjusted.mean),
            "0 alike … 1 the same label proportions placed at random: every scale, and where",
        ),
        row("slam", four(Some(slam.d)), String::new(), reading(score)),
        row("slam_pinned", four(Some(pinned.d)), format!("D {:.4}", pinned.mean), "0 alike … 2 unlike: edge by edge"),
        row("cancelled", hidden, String::new(), "of what is wrong cancels out, unseen by slam"),
    ];
    lay_out(&[""; 4], &rows, &[1])
}

/// How to read `slam`, which other steps than SLAM's own turn into another number.
fn reading(score: &Score) -> &'static str {
    let step = |name: &str| score.provenance.steps.get(name).map_or("", String::as_str);
    match (score.slam.sliced(), step("extractor").starts_with("OneHot")) {
        (Some(_), true) => "0 alike … 2 unlike: the kinds of edges, wherever",
        (Some(_), false) => "0 alike … 2 unlike, by another extractor than SLAM's",
        (None, _) => "0 alike; a scale of its own, by other steps than SLAM's",
    }
}

fn facts(score: &Score) -> String {
    let dropped = if score.n_dropped > 0 {
        format!(" ({} without label dropped)", count(score.n_dropped))
    } else {
        String::new()
    };
    let unlabelled = if score.n_unlabelled > 0 {
        let share = percent(score.n_unlabelled as f64 / score.n_truth_spots.max(1) as f64);
        format!(" ({}, {share}, without prediction)", count(score.n_unlabelled))
    } else {
        String::new()
    };
    format!(
        "{}{dropped}{unlabelled}, {}, {}; {}",
        counted(score.n_spots, "spot"),
        counted(score.n_edges, "edge"),
        counted(score.n_labels, "label"),
        how(&score.slam.details),
    )
}

/// How the discrepancy was measured, in words.
fn how(details: &Details) -> String {
    match details {
        Details::Sliced(sliced) => {
            let scale = |letter: char, value: Option<f64>| value.map(|value| format!("{letter} = {value}"));
            let kernel = scale('γ', sliced.gamma).or_else(|| scale('σ', sliced.sigma)).unwrap_or_default();
            format!(
                "{} with {}, h = {}, {kernel}",
                sliced.estimator,
                counted(sliced.projections, "projection"),
                sliced.bandwidth,
            )
        }
        Details::Other { discrepancy, details } => {
            let numbers = details.0.iter().map(|(name, value)| format!(", {name} = {value}"));
            format!("{discrepancy}{}", numbers.collect::<String>())
        }
    }
}

/// At most this many rows of a long table are shown; JSON has them all.
const MOST_ROWS: usize = 30;

/// What each pred label stands for.
type Map = Named<Option<String>>;

fn matching(score: &Score, look: &Look) -> String {
    let method = &score.matching.method;
    let title = look.wrapped(&format!("matching: {method} ({})", score.matching.reason), 2);
    let maps: Vec<(Option<&String>, &Map)> = std::iter::once((None, &score.matching.map))
        .chain(score.matching.slices.0.iter().map(|(slice, map)| (Some(slice), map)))
        .collect();
    let is_plain = |map: &Map| map.0.iter().all(|(pred, truth)| truth.as_ref() == Some(pred));
    if maps.iter().all(|(_, map)| is_plain(map)) {
        return title;
    }
    let mut lines = vec![title];
    for (slice, map) in maps {
        lines.extend(slice.map(|slice| format!("  slice {slice}")));
        lines.extend(
            map.0
                .iter()
                .take(MOST_ROWS)
                .map(|(pred, truth)| format!("  {pred} → {}", truth.as_deref().unwrap_or("(unmatched)"))),
        );
        if map.0.len() > MOST_ROWS {
            lines.push(format!("  … and {} more", map.0.len() - MOST_ROWS));
        }
    }
    let split = |split: &slam::matcher::Split| {
        let place = split.slice.as_ref().map(|slice| format!(" on slice {slice}")).unwrap_or_default();
        format!("  {} spots of {}{place} taken from {} to {}", count(split.n_spots), split.pred, split.from, split.to)
    };
    lines.extend(score.matching.split.iter().map(split));
    lines.iter().map(|line| one_line(line)).collect::<Vec<_>>().join("\n")
}

fn domains(score: &Score) -> String {
    let shown = score.domains.len().min(MOST_ROWS);
    let row = |domain: &Domain| {
        [
            domain.label.clone().unwrap_or_else(|| "(boundary)".to_owned()),
            domain.n_spots.map(count).unwrap_or_default(),
            mass(domain.n_edges),
            mass(domain.kept),
            mass(domain.lost),
            percent(domain.share),
        ]
    };
    let rows: Vec<_> = score.domains[..shown].iter().map(row).collect();
    let table =
        lay_out(&["domain", "spots", "edges", "kept", "lost", "share of what is wrong"], &rows, &[1, 2, 3, 4, 5]);
    let hidden = score.domains.len() - shown;
    if hidden > 0 { format!("{table}\n… and {hidden} more") } else { table }
}

/// The metrics, a row per family and one for those from outside, with arrows for the better direction; what is undefined comes with its reason.
fn metrics(score: &Score, look: &Look) -> String {
    let value = |metric: &Metric| {
        let found = score.metrics.get(metric.name)?;
        Some(format!("{} {} {}", metric.name, metric.better.arrow(), four(*found)))
    };
    let family = |family: Family| {
        let values: Vec<String> = METRICS.iter().filter(|metric| metric.family == family).filter_map(value).collect();
        (!values.is_empty()).then(|| in_lines(&family.title().to_lowercase(), &values, look))
    };
    let is_own = |name: &str| Metric::named(name).is_none();
    let own = |(name, found): &(String, Option<f64>)| {
        let arrow = known(name, Some(score)).map(|metric| format!(" {}", metric.better.arrow())).unwrap_or_default();
        format!("{name}{arrow} {}", four(*found))
    };
    let own: Vec<String> = score.metrics.0.iter().filter(|(name, _)| is_own(name)).map(own).collect();
    let own = (!own.is_empty()).then(|| in_lines(&OTHER.to_lowercase(), &own, look));
    let rows = [Family::Supervised, Family::External, Family::Internal].into_iter().filter_map(family).chain(own);
    let reasons = score.undefined.0.iter().map(|(name, reason)| format!("{name} is N/A: {reason}"));
    rows.chain(reasons).collect::<Vec<_>>().join("\n")
}

fn slices(score: &Score) -> String {
    let row = |(name, slice): &(String, SliceScore)| {
        [
            name.clone(),
            count(slice.n_spots),
            count(slice.n_edges),
            four(slice.slam_adjusted.as_ref().map(|adjusted| adjusted.value)),
            four(slice.slam.as_ref().map(|slam| slam.d)),
            four(slice.slam_pinned.map(|pinned| pinned.d)),
            slice.cancelled.map_or_else(|| "N/A".to_owned(), percent),
        ]
    };
    let rows: Vec<_> = score.slices.0.iter().take(MOST_ROWS).map(row).collect();
    let header = ["slice", "spots", "edges", "slam_adjusted", "slam", "slam_pinned", "cancelled"];
    lay_out(&header, &rows, &[1, 2, 3, 4, 5, 6])
}

/// A title and values beside each other, as many as fit on a line.
fn in_lines(title: &str, values: &[String], look: &Look) -> String {
    let mut lines = vec![format!("{title:<10}")];
    for value in values {
        let gap = if lines.last().is_some_and(|line| line.chars().count() == 10) { " " } else { "   " };
        let fits = |line: &String| line.chars().count() + gap.len() + value.chars().count() <= look.width;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => line.extend([gap, value]),
            None => lines.push(format!("{:<10} {value}", "")),
        }
    }
    lines.join("\n")
}

/// Rows under a header as plain text, the given columns to the right.
pub fn lay_out<const N: usize>(header: &[&str; N], rows: &[[String; N]], right: &[usize]) -> String {
    lay_out_rows(header, &rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>(), right)
}

/// The same for any number of columns.
pub(crate) fn lay_out_rows(header: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let mut table = plain();
    if header.iter().any(|name| !name.is_empty()) {
        table.set_header(header.iter().map(|name| one_line(name)));
    }
    table.add_rows(rows.iter().map(|row| row.iter().map(|cell| one_line(cell))));
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    trimmed(&table)
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}

/// The table without the blanks that pad it on either side.
fn trimmed(table: &Table) -> String {
    let line = |line: String| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned();
    table.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use slam::metrics::Better;
    use slam::{Labeling, Options, OwnSteps, Pair, RankBy, Spots};

    use super::*;
    use crate::leaderboard::leaderboard_text;

    /// The share of spots with the most frequent pred label.
    static LARGEST: Metric = Metric::new("largest", Family::External, Better::Lower, (None, None), |evidence| {
        let table = evidence.given();
        Ok(table.pred_sizes.iter().max().copied().unwrap_or(0) as f64 / table.n_spots as f64)
    });

    fn options(rank_by: RankBy, own: Vec<&'static Metric>) -> Options {
        let own = OwnSteps { metrics: own, ..OwnSteps::default() };
        Options { metrics: "accuracy,ari,pas,nmi".parse().unwrap(), rank_by, own, ..Options::default() }
    }

    fn halves(cut: usize) -> Labeling {
        Labeling::from_texts((0..36).map(|spot| if spot % 6 < cut { "a" } else { "b" })).unwrap()
    }

    fn square() -> Spots {
        Spots::new(2, (0..36).flat_map(|spot| [f64::from(spot % 6), f64::from(spot / 6)]).collect()).unwrap()
    }

    #[test]
    fn a_metric_from_outside_has_a_row_of_its_own() {
        let text = |own: Vec<&'static Metric>| {
            let pair = Pair::new(square(), halves(3), halves(4)).unwrap();
            let score = options(RankBy::default(), own).analyze(pair, &()).unwrap().score;
            score_text(&score, &Look::default())
        };
        let (with, without) = (text(vec![&LARGEST]), text(vec![]));
        // Four of six columns carry the label a.
        let row = "\nother      largest ↓ 0.6667";
        assert!(with.contains(row), "{with}");
        assert_eq!(with.replace(row, ""), without);
    }

    #[test]
    fn a_leaderboard_shows_the_metric_that_ranks_it() {
        let preds = [("four".to_owned(), Arc::new(halves(4))), ("three".to_owned(), Arc::new(halves(3)))];
        let truth = ("truth".to_owned(), Arc::new(halves(3)));
        let by_largest = options(RankBy::Own(&LARGEST), vec![&LARGEST]);
        let found = by_largest.compare(&Arc::new(square()), &truth, &preds, &()).unwrap().comparison;
        let look = Look { width: 120, ..Look::default() };
        let text = leaderboard_text(&found, &look);
        let words = |start: &str| -> Vec<&str> {
            text.lines().map(str::trim_start).find(|line| line.starts_with(start)).unwrap().split_whitespace().collect()
        };
        assert_eq!(words("rank")[11..], ["accuracy", "↑", "ari", "↑", "largest", "↓"], "{text}");
        // Three of six columns carry the label a, and four.
        assert_eq!((words("1  three").last(), words("2  four")[11]), (Some(&"0.500"), "0.667"), "{text}");
        let all = leaderboard_text(&found, &Look { all_metrics: true, ..look });
        assert!(all.contains("Other metrics, * best\nmethod"), "{all}");
    }
}
