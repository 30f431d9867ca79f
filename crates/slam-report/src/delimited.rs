//! Results as rows of CSV or TSV.

use std::borrow::Cow;
use std::io::{self, Write};

use slam::inference::Difference;
use slam::{Adjusted, Analysis, Comparison, Score, SliceScore, SpotScore};

use crate::cells::{Cell, Cells};

/// The rows of a score: a header, the score itself, and one row per slice.
pub fn score_rows(score: &Score) -> Vec<Vec<String>> {
    score_cells(score).written()
}

/// A row for the score itself, and one per slice.
fn score_cells(score: &Score) -> Cells {
    let slices = score.slices.0.iter().map(|(name, slice)| slice_row(name, slice, score));
    Cells { header: score_columns(score), rows: std::iter::once(whole_row(score)).chain(slices).collect() }
}

/// The names of the columns of a score.
fn score_columns(score: &Score) -> Vec<String> {
    let metrics = score.metrics.0.iter().map(|(name, _)| name.clone());
    COLUMNS.iter().map(|&name| name.to_owned()).chain(metrics).chain(inference_columns(score)).collect()
}

/// The columns that a comparison has before those of a score.
const N_LEAD: usize = 10;

const COLUMNS: [&str; 15] = [
    "slice",
    "n_spots",
    "n_dropped",
    "n_unlabelled",
    "n_edges",
    "n_labels",
    "matching",
    "slam",
    "slam_se",
    "slam_adjusted",
    "slam_adjusted_place",
    "slam_adjusted_contacts",
    "slam_adjusted_lenient",
    "slam_pinned",
    "cancelled",
];

fn whole_row(score: &Score) -> Vec<Cell> {
    let mut row = vec![
        Cell::Text(None),
        Cell::Count(Some(score.n_spots)),
        Cell::Count(Some(score.n_dropped)),
        Cell::Count(Some(score.n_unlabelled)),
        Cell::Count(Some(score.n_edges)),
        Cell::Count(Some(score.n_labels)),
        Cell::text(&score.matching.method),
        Cell::Number(Some(score.slam.d)),
        Cell::Number(score.slam.d_se),
        Cell::Number(Some(score.slam_adjusted.value)),
        Cell::Number(Some(score.slam_adjusted.place.value)),
        Cell::Number(Some(score.slam_adjusted.contacts.value)),
        Cell::Number(Some(score.slam_adjusted.lenient)),
        Cell::Number(Some(score.slam_pinned.d)),
        Cell::Number(score.cancelled),
    ];
    row.extend(score.metrics.0.iter().map(|(_, value)| Cell::Number(*value)));
    row.extend(inference_cells(score));
    row
}

fn slice_row(name: &str, slice: &SliceScore, score: &Score) -> Vec<Cell> {
    let adjusted = |value: fn(&Adjusted) -> f64| Cell::Number(slice.slam_adjusted.as_ref().map(value));
    let mut row = vec![
        Cell::text(name),
        Cell::Count(Some(slice.n_spots)),
        Cell::Count(None),
        Cell::Count(None),
        Cell::Count(Some(slice.n_edges)),
        Cell::Count(Some(score.n_labels)),
        Cell::text(&score.matching.method),
        Cell::Number(slice.slam.as_ref().map(|slam| slam.d)),
        Cell::Number(slice.slam.as_ref().and_then(|slam| slam.d_se)),
        adjusted(|adjusted| adjusted.value),
        adjusted(|adjusted| adjusted.place.value),
        adjusted(|adjusted| adjusted.contacts.value),
        adjusted(|adjusted| adjusted.lenient),
        Cell::Number(slice.slam_pinned.map(|pinned| pinned.d)),
        Cell::Number(slice.cancelled),
    ];
    row.extend(slice.metrics.0.iter().map(|(_, value)| Cell::Number(*value)));
    row.extend(inference_cells(score).iter().map(Cell::without_value));
    row
}

/// A header, a row per method and one per method and slice, best first, and the references; all digits.
///
/// Ranks and `hungarian` are those of all slices together, and stand in that row alone.
pub fn comparison_rows(comparison: &Comparison) -> Vec<Vec<String>> {
    comparison_cells(comparison).written()
}

/// The same rows with the types of their values.
pub fn comparison_cells(comparison: &Comparison) -> Cells {
    let mut header: Vec<String> =
        ["pred", "rank", "slam_rank", "better_than_chance", "blind_labels", "blind_median", "blind_share_as_good"]
            .into_iter()
            .chain(["hungarian_adjusted", "hungarian", "hungarian_rank"])
            .map(str::to_owned)
            .collect();
    let metrics =
        comparison.results.first().map(|entry| &entry.score).or(comparison.references.first().map(|r| &r.score));
    header.extend(metrics.map(score_columns).unwrap_or_default());
    let mut rows = Vec::new();
    for entry in &comparison.results {
        let lead = [
            Cell::text(&entry.pred),
            Cell::Count(entry.rank),
            Cell::Count(Some(entry.slam_rank)),
            Cell::Truth(entry.better_than_chance),
            Cell::Count(entry.blind.map(|blind| blind.n_labels)),
            Cell::Number(entry.blind.map(|blind| blind.median)),
            Cell::Number(entry.blind.map(|blind| blind.share_as_good)),
            Cell::Number(entry.hungarian.map(|place| place.r)),
            Cell::Number(entry.hungarian.map(|place| place.d)),
            Cell::Count(entry.hungarian.and_then(|place| place.rank)),
        ];
        rows.extend(led(&lead, &entry.score));
    }
    for reference in &comparison.references {
        rows.extend(led(&named(&reference.pred), &reference.score));
    }
    // What is asked of methods is not asked of references.
    let missing: Vec<Cell> = rows.first().map(|row| row.iter().map(Cell::without_value).collect()).unwrap_or_default();
    rows.iter_mut().for_each(|row| row.extend(missing.iter().skip(row.len()).cloned()));
    let mut cells = Cells { header, rows };
    if let Some(pairs) = &comparison.pairs {
        add_pairs(&mut cells, comparison, pairs);
    }
    cells
}

/// Adds how the first method differs from each other one: A minus B, its interval, p, and p adjusted for all pairs.
fn add_pairs(cells: &mut Cells, comparison: &Comparison, pairs: &[Difference]) {
    let names = ["first_minus", "first_minus_low", "first_minus_high", "first_p", "first_p_holm"];
    cells.header.extend(names.map(str::to_owned));
    let first = comparison.results.first().map_or("", |entry| entry.pred.as_str());
    for row in &mut cells.rows {
        let is_whole = row[N_LEAD].is_missing();
        let is_of = |pair: &&Difference| pair.a == first && row[0] == Cell::text(&pair.b) && is_whole;
        let pair = pairs.iter().find(is_of);
        let found = |value: fn(&Difference) -> Option<f64>| Cell::Number(pair.and_then(value));
        row.extend([
            found(|pair| pair.finding.value),
            found(|pair| pair.finding.interval.map(|interval| interval.low)),
            found(|pair| pair.finding.interval.map(|interval| interval.high)),
            found(|pair| pair.finding.p),
            found(|pair| pair.p_holm),
        ]);
    }
}

/// The names of the columns that a score's answers fill.
fn inference_columns(score: &Score) -> Vec<String> {
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
fn inference_cells(score: &Score) -> Vec<Cell> {
    let mut cells = Vec::new();
    if let Some(test) = &score.test {
        let (shift, chance) = (&test.shift, test.shift.chance);
        let numbers = [shift.p, chance.map(|chance| chance.mean), chance.map(|chance| chance.q95)];
        cells.extend(numbers.map(Cell::Number));
        cells.push(Cell::Count(shift.replicates));
    }
    for (_, finding) in score.intervals.iter().flat_map(|named| &named.0) {
        let ends = [finding.interval.map(|interval| interval.low), finding.interval.map(|interval| interval.high)];
        cells.extend(ends.map(Cell::Number));
    }
    cells
}

/// The rows of a score behind its lead; slices have the name alone, for they are not ranked.
fn led(lead: &[Cell; N_LEAD], score: &Score) -> impl Iterator<Item = Vec<Cell>> {
    let mut of_slice = lead.each_ref().map(Cell::without_value);
    of_slice[0] = lead[0].clone();
    let leads = std::iter::once(lead.clone()).chain(std::iter::repeat(of_slice));
    leads.zip(score_cells(score).rows).map(|(lead, row)| lead.into_iter().chain(row).collect())
}

/// A name, and nothing that is for those who are ranked.
fn named(name: &str) -> [Cell; N_LEAD] {
    let (count, number) = (|| Cell::Count(None), || Cell::Number(None));
    let truth = Cell::Truth(None);
    [Cell::text(name), count(), count(), truth, count(), number(), number(), number(), number(), count()]
}

/// Writes a row per spot of every analysis: id or row, position, labels (empty where there is no prediction) and disagreement;
/// several analyses by name.
///
/// A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return and is no number has a `'` before it, so that
/// no spreadsheet takes it for a formula.
pub fn write_spots(analyses: &[(&str, &Analysis)], delimiter: u8, writer: impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(writer);
    let dimensions = analyses.first().map_or(2, |(_, analysis)| analysis.pair.spots().dimensions());
    let is_named = analyses.len() > 1;
    let axes = &["x", "y", "z"][..dimensions];
    let names = ["truth", "pred", "matched", "disagreement", "share"];
    let header = ["method"].into_iter().filter(|_| is_named).chain(["id"]).chain(axes.iter().copied()).chain(names);
    writer.write_record(header)?;
    for (name, analysis) in analyses {
        let matched_names = analysis.matched_names();
        for (spot, found) in analysis.spots().iter().enumerate() {
            if is_named {
                writer.write_field(&*harmless(name))?;
            }
            spot_fields(analysis, &matched_names, spot, found)
                .iter()
                .try_for_each(|field| writer.write_field(&*harmless(field)))?;
            writer.write_record(None::<&[u8]>)?;
        }
    }
    writer.flush()
}

fn spot_fields(analysis: &Analysis, matched_names: &[String], spot: usize, found: &SpotScore) -> Vec<String> {
    let (pair, spots) = (&analysis.pair, analysis.pair.spots());
    let label = |name: Option<&str>| name.unwrap_or_default().to_owned();
    let predicted = |name| Some(name).filter(|_| pair.missing_pred() != Some(pair.pred().codes()[spot]));
    let matched = matched_names[usize::from(analysis.matching.codes[spot])].as_str();
    let mut fields = vec![spots.ids().map_or_else(|| (spots.row(spot) + 1).to_string(), |ids| ids[spot].to_string())];
    fields.extend(spots.position(spot).iter().map(f64::to_string));
    fields.extend([
        label(pair.truth().name(spot)),
        label(pair.pred().name(spot).and_then(predicted)),
        label(predicted(matched)),
        cell(found.disagreement),
        found.share.to_string(),
    ]);
    fields
}

/// A cell that no spreadsheet takes for a formula: one that begins like one and is no number has a `'` before it.
///
/// OWASP, *CSV injection*.
fn harmless(text: &str) -> Cow<'_, str> {
    let begins_like_one = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_number = || text.parse::<f64>().is_ok_and(f64::is_finite);
    if begins_like_one && !is_number() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Writes rows with the given delimiter, quoted where they need it; see [`write_spots`] for cells like formulas.
pub fn write_rows(rows: &[Vec<String>], delimiter: u8, writer: impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(writer);
    for row in rows {
        writer.write_record(row.iter().map(|cell| harmless(cell).into_owned()))?;
    }
    writer.flush()
}

/// A value with all its digits, empty where it is undefined.
fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use slam::{Labeling, Missing, NamedLabeling, Options, Pair, Spots};

    use super::*;

    /// Six rows of six spots.
    fn spots() -> Spots {
        Spots::new(2, (0..36).flat_map(|i| [f64::from(i % 6), f64::from(i / 6)]).collect()).unwrap()
    }

    /// The first columns are a, the others b.
    fn halves(cut: usize) -> Labeling {
        Labeling::from_texts((0..36).map(|spot| if spot % 6 < cut { "a" } else { "b" })).unwrap()
    }

    #[test]
    fn no_cell_is_a_formula() {
        let written = ["=1+1", "+T", "-", "@x", "\tx", "-1.5", "+2e3", "-inf", "a=b", ""].map(harmless);
        assert_eq!(written, ["'=1+1", "'+T", "'-", "'@x", "'\tx", "-1.5", "+2e3", "'-inf", "a=b", ""]);
        let mut rows = Vec::new();
        write_rows(&[vec!["=A1,B1".to_owned(), "-2".to_owned()]], b',', &mut rows).unwrap();
        assert_eq!(rows, b"\"'=A1,B1\",-2\n");
    }

    #[test]
    fn delimiters_inside_are_quoted() {
        let mut written = Vec::new();
        write_rows(&[vec!["a,b".to_owned(), "c".to_owned()]], b',', &mut written).unwrap();
        assert_eq!(written, b"\"a,b\",c\n");
    }

    #[test]
    fn a_slice_has_its_score_and_the_error_of_it() {
        let slices = Labeling::from_texts((0..36).map(|spot| if spot < 18 { "top" } else { "bottom" })).unwrap();
        let pair = Pair::new(spots().with_slices(slices).unwrap(), halves(3), halves(4)).unwrap();
        let mut score = Options::default().analyze(pair, &()).unwrap().score;
        let slam = score.slices.0[0].1.slam.as_mut().unwrap();
        (slam.d, slam.d_se) = (0.5, Some(0.125));
        // Before the slices stand the header and the whole.
        let rows = score_rows(&score);
        assert_eq!(rows[0][7..9], ["slam", "slam_se"]);
        assert_eq!(rows[2][7..9], ["0.5", "0.125"]);
    }

    #[test]
    fn p_stands_before_p_adjusted() {
        let named = |(name, cut): (&str, usize)| -> NamedLabeling { (name.to_owned(), Arc::new(halves(cut))) };
        let options = Options { infer: "pairs".parse().unwrap(), ..Options::default() };
        let (truth, preds) = (named(("truth", 3)), [("same", 3), ("other", 5)].map(named));
        let mut comparison = options.compare(&Arc::new(spots()), &truth, &preds, &()).unwrap().comparison;
        let pair = &mut comparison.pairs.as_mut().unwrap()[0];
        (pair.finding.p, pair.p_holm) = (Some(0.03), Some(0.06));
        let rows = comparison_rows(&comparison);
        let last_two = |name: &str| rows.iter().find(|row| row[0] == name).map(|row| row[row.len() - 2..].join(" "));
        assert_eq!(last_two("pred").unwrap(), "first_p first_p_holm");
        assert_eq!((last_two("same").unwrap(), last_two("other").unwrap()), (" ".to_owned(), "0.03 0.06".to_owned()));
    }

    #[test]
    fn spots_without_a_prediction_have_no_label() {
        let label = |spot: usize| if spot == 0 { "" } else { ["a", "b"][usize::from(spot % 6 >= 3)] };
        let pred = Arc::new(Labeling::from_texts((0..36).map(label)).unwrap());
        let options = Options { metrics: "none".parse().unwrap(), ..Options::default() };
        let pair = options.pair(&Arc::new(spots()), &Arc::new(halves(3)), &pred).unwrap();
        let found = options.analyze(pair, &()).unwrap();
        let mut written = Vec::new();
        write_spots(&[("", &found.analysis)], b',', &mut written).unwrap();
        let lines: Vec<String> = String::from_utf8(written).unwrap().lines().map(str::to_owned).collect();
        assert!(lines[1].starts_with("1,0,0,a,,,") && lines[2].starts_with("2,1,0,a,a,a,"), "{lines:?}");
        let rows = score_rows(&found.score);
        assert_eq!((&rows[0][3], &rows[1][3]), (&"n_unlabelled".to_owned(), &"1".to_owned()));
    }

    #[test]
    fn spots_without_ids_have_the_row_they_were_read_from() {
        // The first spot has no label, so that the second one comes first.
        let label = |spot: usize| if spot == 0 { "" } else { ["a", "b"][usize::from(spot % 6 >= 3)] };
        let truth = Arc::new(Labeling::from_texts((0..36).map(label)).unwrap());
        let pair = Pair::with_missing(&Arc::new(spots()), &truth, &Arc::new(halves(3)), Missing::default()).unwrap();
        let analysis = Options::default().analyze(pair, &()).unwrap().analysis;
        let mut written = Vec::new();
        write_spots(&[("", &analysis)], b',', &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!((lines.len(), lines[0]), (36, "id,x,y,truth,pred,matched,disagreement,share"));
        assert!(lines[1].starts_with("2,1,0,a,a,a,") && lines[35].starts_with("36,5,5,b,b,b,"), "{written}");
    }
}
