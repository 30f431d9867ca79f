//! A comparison as a leaderboard for the terminal.

use slam::metrics::{Better, Family};
use slam::{Adjusted, BoardRow as Row, Comparison, Entry, RankBy, Score, is_blind};

use crate::html::columns::{Column, OTHER, metric_columns};
use crate::html::number::short;
use crate::html::slices::SliceMatrix;
use crate::inference::{comparison_inference, ends};
use crate::look::{Look, cut, sentences};
use crate::number::{count, percent, unlabelled};
use crate::text::lay_out_rows;
use crate::visible::{one_line, visible};

/// The metrics that come first where not all are asked for: one of each family, then others; all the rest follow in their own order.
const PREFERRED: [&str; 7] = ["accuracy", "ari", "pas", "nmi", "f1", "asw", "chaos"];
const MOST_CHOSEN: usize = 3;
/// So many of them where the table is narrower than this.
const MOST_NARROW: usize = 2;
const WIDE: usize = 120;
/// A table this wide has room for intervals and for what cancels.
const ROOMY: usize = 100;
/// Names are cut to no less than this.
const SHORTEST_NAME: usize = 12;

/// A comparison as a person reads it: the verdict, the leaderboard, then what was asked for beside.
pub fn leaderboard_text(comparison: &Comparison, look: &Look) -> String {
    let metrics = metric_columns(comparison);
    let mut parts = vec![look.verdict(&sentences(&comparison.verdict)), board(comparison, &metrics, look)];
    parts.push(look.wrapped(&visible(&legend(comparison, look)), 0));
    parts.push(comparison_inference(comparison, look));
    if look.all_metrics && metrics.len() > MOST_CHOSEN {
        let families = [Family::Supervised, Family::External, Family::Internal].map(Family::title);
        let families = families.into_iter().chain([OTHER]);
        parts.extend(families.filter_map(|family| family_table(comparison, &metrics, family, look)));
    }
    parts.extend(SliceMatrix::new(comparison).map(|matrix| slice_tables(&matrix, look)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

/// The leaderboard: notes stand in a column where there is room, else below their row.
fn board(comparison: &Comparison, metrics: &[Column], look: &Look) -> String {
    let by = comparison.verdict.by;
    let (mut chosen, rows) = (chosen(metrics, by), comparison.rows());
    let is_roomy = look.width >= ROOMY;
    if look.width < WIDE {
        let is_ranking = |column: &&Column| column.name == by.name();
        let n_other = MOST_NARROW - chosen.iter().filter(|column| is_ranking(column)).count();
        let mut n_kept = 0;
        chosen.retain(|column| {
            n_kept += usize::from(!is_ranking(column));
            is_ranking(column) || n_kept <= n_other
        });
    }
    let mut header = ["rank", "method", "adjusted ↓", "place ↓", "contacts ↓"].map(str::to_owned).to_vec();
    let has_interval = shows_intervals(comparison, look);
    header.extend(has_interval.then(|| match by {
        RankBy::SlamAdjusted => "95 % interval".to_owned(),
        _ => format!("95 % of {by}"),
    }));
    header.extend((by == RankBy::SlamPinned).then(|| "pinned ↓".to_owned()));
    header.push("slam ↓".to_owned());
    header.extend(is_roomy.then(|| "cancelled".to_owned()));
    header.extend(chosen.iter().map(|column| titled(column)));
    let is_long = |row: &Row<'_>, most: usize| one_line(row.pred()).chars().count() > most;
    let cells = |row: &Row<'_>, most: usize| {
        let score = row.score();
        let name = if is_long(row, most) { String::new() } else { row.pred().to_owned() };
        let rank = if name.is_empty() { String::new() } else { rank(row) };
        let Adjusted { value, place, contacts, .. } = &score.slam_adjusted;
        let mut cells = vec![rank, name];
        cells.extend([*value, place.value, contacts.value].map(|value| three(Some(value))));
        cells.extend(has_interval.then(|| interval(row, by).unwrap_or_default()));
        cells.extend((by == RankBy::SlamPinned).then(|| three(Some(score.slam_pinned.d))));
        cells.push(slam(row));
        cells.extend(is_roomy.then(|| score.cancelled.map_or_else(|| "N/A".to_owned(), percent)));
        cells.extend(chosen.iter().map(|column| short(column.value(score))));
        cells
    };
    let numbers: Vec<usize> = (0..header.len()).filter(|&column| column != 1).collect();
    let lay_out = |header: &[String], most: usize| {
        let cells: Vec<Vec<String>> = rows.iter().map(|row| cells(row, most)).collect();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        lay_out_rows(&header, &cells, &numbers).lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let mut most = rows.iter().map(|row| one_line(row.pred()).chars().count()).max().unwrap_or(0);
    let mut lines = lay_out(&header, most);
    if width(&lines) > look.width {
        let tight: Vec<String> =
            header.iter().map(|title| title.replace(' ', "").replace("cancelled", "cancel")).collect();
        lines = lay_out(&tight, most);
        if let excess @ 1.. = width(&lines).saturating_sub(look.width) {
            most = most.saturating_sub(excess).max(SHORTEST_NAME);
            lines = lay_out(&tight, most);
        }
    }
    // A name that finds no room has a line of its own: cut, it may be any method's.
    let own_line = |row: &Row<'_>| format!("{:>4}  {}\n", rank(row), cut(row.pred(), look.width.saturating_sub(6)));
    let own_lines: Vec<String> =
        rows.iter().map(|row| if is_long(row, most) { own_line(row) } else { String::new() }).collect();
    noted(&lines, &own_lines, &rows, comparison, look)
}

/// Whether intervals are known and there is room for them.
fn shows_intervals(comparison: &Comparison, look: &Look) -> bool {
    look.width >= ROOMY && comparison.rows().iter().any(|row| interval(row, comparison.verdict.by).is_some())
}

/// Where the number that ranks would lie on another section, if that is known.
pub(crate) fn interval(row: &Row<'_>, by: RankBy) -> Option<String> {
    let finding = row.score().intervals.as_ref()?.get(by.name())?;
    finding.interval.map(|_| ends(finding))
}

pub(crate) fn rank(row: &Row<'_>) -> String {
    row.entry().and_then(|entry| entry.rank).map_or_else(|| "–".to_owned(), |rank| rank.to_string())
}

/// The lines of a table with the names that stand above them and the notes of its rows.
fn noted(lines: &[String], names: &[String], rows: &[Row<'_>], comparison: &Comparison, look: &Look) -> String {
    let notes: Vec<String> = rows.iter().map(|row| notes(row, comparison)).collect();
    let (own, longest) = (width(lines), notes.iter().map(|note| note.chars().count()).max().unwrap_or(0));
    let is_beside = longest > 0 && own + 2 + longest <= look.width;
    let head = lines.first().map(|head| if is_beside { format!("{head:<own$}  notes") } else { head.clone() });
    let row = |(((line, name), row), note): (((&String, &String), &Row<'_>), &String)| {
        let text = match note.as_str() {
            "" => format!("{name}{line}"),
            note if is_beside => format!("{name}{line:<own$}  {note}"),
            note => format!("{name}{line}\n      {note}"),
        };
        let is_faint = row.entry().is_none_or(|entry| !entry.marks().is_empty());
        if is_faint { text.lines().map(|line| look.dimmed(line)).collect::<Vec<_>>().join("\n") } else { text }
    };
    let rows = lines.iter().skip(1).zip(names).zip(rows).zip(&notes).map(row);
    head.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// At most three metrics: the one that is ranked by, then those from outside, then others.
pub(crate) fn chosen(metrics: &[Column], by: RankBy) -> Vec<&Column> {
    let first = metrics.iter().filter(|column| column.name == by.name());
    let own = metrics.iter().filter(|column| column.family == OTHER);
    let preferred = PREFERRED.iter().filter_map(|name| metrics.iter().find(|column| column.name == *name));
    let is_other = |column: &&Column| column.family != OTHER && !PREFERRED.contains(&column.name.as_str());
    let others = preferred.chain(metrics.iter().filter(is_other));
    let mut found: Vec<&Column> =
        first.chain(own.chain(others).filter(|column| column.name != by.name())).take(MOST_CHOSEN).collect();
    let place = |column: &&Column| metrics.iter().position(|other| other.name == column.name);
    found.sort_by_key(place);
    found
}

/// SLAM with its own rank, unless it is blind.
fn slam(row: &Row<'_>) -> String {
    let value = three(Some(row.score().slam.d));
    match row.entry() {
        Some(entry) if is_blind(&entry.score) => format!("blind ({})", entry.slam_rank),
        Some(entry) => format!("{value} ({})", entry.slam_rank),
        // As wide as a rank in brackets, so that numbers stand below each other.
        None => format!("{value}    "),
    }
}

/// What should make a reader pause at this row.
pub(crate) fn notes(row: &Row<'_>, comparison: &Comparison) -> String {
    let Some(entry) = row.entry() else { return String::new() };
    let score = &entry.score;
    let mut notes = entry.marks();
    notes.extend(unlabelled(score.n_unlabelled, score.n_truth_spots));
    if entry.is_partial {
        notes.push("labels fewer than half of the truth's spots".to_owned());
    }
    let split: usize = score.matching.split.iter().map(|split| split.n_spots).sum();
    if split > 0 {
        notes.push(format!("{} spots from the truth", count(split)));
    }
    if comparison.results.iter().any(|other| other.score.n_spots > score.n_spots) {
        notes.push(format!("{} spots", count(score.n_spots)));
    }
    notes.join("; ")
}

fn legend(comparison: &Comparison, look: &Look) -> String {
    let Some(truth) = truth_score(comparison).filter(|_| !comparison.results.is_empty()) else {
        return "no methods".to_owned();
    };
    let has_interval = shows_intervals(comparison, look);
    format!(
        "truth {:?}: {} spots, {} edges, {} labels. Ranked by {}; equal ranks cannot be told apart. {}adjusted: 0 = alike, 1 = the \
         same label proportions placed at random. slam: 0 alike … 2 unlike, its own rank in parentheses, blind where it misses more \
         than 70 % of what is wrong. Rows in parentheses are baselines.{}",
        comparison.truth,
        count(truth.n_spots),
        count(truth.n_edges),
        count(truth.n_labels),
        comparison.verdict.by,
        if has_interval { "Intervals: another section of this tissue. " } else { "" },
        about_marks(comparison),
    )
}

/// What rows without a mark are, as far as that was tested, and where blind domains were drawn.
pub(crate) fn about_marks(comparison: &Comparison) -> String {
    let tested: Vec<Option<bool>> = comparison.results.iter().map(|entry| entry.better_than_chance).collect();
    let test = comparison.results.iter().filter_map(|entry| entry.score.test.as_ref()?.shift.replicates).min();
    let marks = match test {
        Some(n) if tested.iter().all(Option::is_some) => {
            format!(" Rows that are not marked are better than chance (shift test, {n} shifts, p ≤ 0.05).")
        }
        _ => String::new(),
    };
    let (n_spots, blind) = (truth_score(comparison).map_or(0, |score| score.n_spots), comparison.results.iter());
    if let Some(blind) = blind.filter_map(|entry| entry.blind).find(|blind| blind.n_spots < n_spots) {
        let (drawn, all) = (count(blind.n_spots), count(n_spots));
        return format!("{marks} Blind contiguous domains are scored on {drawn} of the {all} spots, evenly thinned.");
    }
    marks
}

/// A score on all spots that the truth labels: that of a reference, or else of the first method.
pub(crate) fn truth_score(comparison: &Comparison) -> Option<&Score> {
    let reference = comparison.references.first().map(|reference| &reference.score);
    reference.or(comparison.results.first().map(|entry| &entry.score))
}

/// The metrics of one family, all rows in the order of the leaderboard.
fn family_table(comparison: &Comparison, metrics: &[Column], family: &str, look: &Look) -> Option<String> {
    let columns: Vec<&Column> = metrics.iter().filter(|column| column.family == family).collect();
    let titles: Vec<String> = columns.iter().map(|column| titled(column)).collect();
    let best: Vec<Option<f64>> = columns.iter().map(|column| best(comparison, column)).collect();
    let cell = |column: &Column, best: Option<f64>, score: &Score, is_ranked: bool| {
        let value = column.value(score);
        let mark = if is_ranked && value.is_some() && value == best { "*" } else { " " };
        short(value) + mark
    };
    let row = |row: Row<'_>| {
        let is_ranked = row.entry().is_some();
        let cells = columns.iter().zip(&best).map(|(column, best)| cell(column, *best, row.score(), is_ranked));
        std::iter::once(cut(row.pred(), look.width.saturating_sub(12 * columns.len()).max(SHORTEST_NAME)))
            .chain(cells)
            .collect::<Vec<_>>()
    };
    let header: Vec<&str> = std::iter::once("method").chain(titles.iter().map(String::as_str)).collect();
    let rows: Vec<Vec<String>> = comparison.rows().into_iter().map(row).collect();
    let table = lay_out_rows(&header, &rows, &(1..header.len()).collect::<Vec<_>>());
    (!columns.is_empty()).then(|| format!("{family} metrics, * best\n{table}"))
}

fn best(comparison: &Comparison, column: &Column) -> Option<f64> {
    let values = comparison.results.iter().filter_map(|entry: &Entry| column.value(&entry.score));
    match column.better? {
        Better::Higher => values.max_by(f64::total_cmp),
        Better::Lower => values.min_by(f64::total_cmp),
    }
}

/// Methods by slices; as many slices beside each other as fit, the others below.
fn slice_tables(matrix: &SliceMatrix, look: &Look) -> String {
    let (header, rows) = matrix.texts();
    let lay_out = |columns: &[usize]| {
        let pick = |row: &Vec<String>| columns.iter().map(|&column| cut(&row[column], 24)).collect::<Vec<_>>();
        let (header, rows) = (pick(&header), rows.iter().map(pick).collect::<Vec<_>>());
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        lay_out_rows(&header, &rows, &(1..header.len()).collect::<Vec<_>>())
    };
    let fits =
        |columns: &[usize]| width(&lay_out(columns).lines().map(str::to_owned).collect::<Vec<_>>()) <= look.width;
    let mut blocks: Vec<Vec<usize>> = vec![vec![0]];
    for column in 1..header.len() {
        let block = blocks.last_mut().expect("there is a block from the beginning");
        block.push(column);
        if block.len() > 2 && !fits(block) {
            block.pop();
            blocks.push(vec![0, column]);
        }
    }
    let tables: Vec<String> = blocks.iter().map(|columns| lay_out(columns)).collect();
    format!("{}, slice by slice\n{}", matrix.by(), tables.join("\n\n"))
}

fn titled(column: &Column) -> String {
    column.better.map_or_else(|| column.name.clone(), |better| format!("{} {}", column.name, better.arrow()))
}

fn width(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

fn three(value: Option<f64>) -> String {
    short(value)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use slam::{Labeling, NamedLabeling, Options, Spots};

    use super::*;

    /// Three methods on a square of 100 spots in two halves; two of their names begin alike.
    fn compared() -> Comparison {
        let spots = Spots::new(2, (0..100).flat_map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect()).unwrap();
        let halves = |cut: usize| {
            let name = |spot: usize| if spot % 10 < cut { "a" } else { "b" };
            Arc::new(Labeling::from_texts((0..100).map(name)).unwrap())
        };
        let named = |(name, cut): (&str, usize)| -> NamedLabeling { (name.to_owned(), halves(cut)) };
        let preds = [("short", 5), ("the_same_beginning_one", 6), ("the_same_beginning_two", 7)].map(named);
        let metrics = "accuracy,ari,pas".parse().unwrap();
        let options = Options { metrics, ..Options::default() };
        options.compare(&Arc::new(spots), &("truth".to_owned(), halves(5)), &preds, &()).unwrap().comparison
    }

    fn board_at(width: usize) -> String {
        let text = leaderboard_text(&compared(), &Look { width, ..Look::default() });
        let table = text.split("\n\n").nth(1).unwrap();
        table.lines().take(4).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_name_without_room_has_a_line_of_its_own() {
        let heads = "rank  method       adjusted↓  place↓  contacts↓      slam↓  accuracy↑   ari↑";
        let table = board_at(78);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!([lines[0], lines[2]], [heads, "   2  the_same_beginning_one"]);
        assert!(lines[3].starts_with(&format!("{:23}0.175   0.189      0.167  0.333 (2) ", "")), "{table}");
        assert!(table.lines().all(|line| line.chars().count() <= 78), "{table}");
    }

    #[test]
    fn heads_lose_their_blanks_before_names_move() {
        let table = board_at(88);
        assert!(table.contains("adjusted↓") && table.contains("   2  the_same_beginning_one      0."), "{table}");
        assert!(board_at(110).contains("adjusted ↓"));
    }

    #[test]
    fn what_knows_nothing_is_never_best() {
        let mut comparison = compared();
        let best = comparison.results[0].score.metrics.clone();
        comparison.references.iter_mut().for_each(|reference| reference.score.metrics = best.clone());
        let columns = metric_columns(&comparison);
        let table = family_table(&comparison, &columns, Family::Supervised.title(), &Look::default()).unwrap();
        assert_eq!((table.matches("1.000").count(), table.matches("1.000*").count()), (4, 1), "{table}");
        assert!(table.lines().any(|line| line.starts_with("short ") && line.ends_with("1.000*")), "{table}");
    }
}
