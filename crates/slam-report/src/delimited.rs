//! Results as rows of CSV or TSV.

use std::io::{self, Write};

use slam::{Analysis, Score, SliceScore, SpotScore};

use crate::inference::{inference_cells, inference_columns};

/// The rows of a score: a header, the score itself, and one row per slice.
pub fn score_rows(score: &Score) -> Vec<Vec<String>> {
    let header = score_columns(score);
    let slices = score.slices.0.iter().map(|(name, slice)| slice_row(name, slice, score));
    [header, whole_row(score)].into_iter().chain(slices).collect()
}

/// The names of the columns of a score.
pub(crate) fn score_columns(score: &Score) -> Vec<String> {
    let metrics = score.metrics.0.iter().map(|(name, _)| name.clone());
    COLUMNS.iter().map(|&name| name.to_owned()).chain(metrics).chain(inference_columns(score)).collect()
}

const COLUMNS: [&str; 11] = [
    "slice",
    "n_spots",
    "n_dropped",
    "n_edges",
    "n_labels",
    "matching",
    "slam",
    "slam_se",
    "slam_local",
    "slam_pinned",
    "cancelled",
];

fn whole_row(score: &Score) -> Vec<String> {
    let mut row = vec![
        String::new(),
        score.n_spots.to_string(),
        score.n_dropped.to_string(),
        score.n_edges.to_string(),
        score.n_labels.to_string(),
        format!("{:?}", score.matching.method).to_lowercase(),
        score.slam.d.to_string(),
        cell(score.slam.d_se),
        score.slam_local.d.to_string(),
        score.slam_pinned.d.to_string(),
        cell(score.cancelled),
    ];
    row.extend(score.metrics.0.iter().map(|(_, value)| cell(*value)));
    row.extend(inference_cells(score));
    row
}

fn slice_row(name: &str, slice: &SliceScore, score: &Score) -> Vec<String> {
    let mut row = vec![
        name.to_owned(),
        slice.n_spots.to_string(),
        String::new(),
        slice.n_edges.to_string(),
        score.n_labels.to_string(),
        format!("{:?}", score.matching.method).to_lowercase(),
        cell(slice.slam.as_ref().map(|slam| slam.d)),
        cell(slice.slam.as_ref().and_then(|slam| slam.d_se)),
        cell(slice.slam_local.as_ref().map(|local| local.d)),
        cell(slice.slam_pinned.map(|pinned| pinned.d)),
        cell(slice.cancelled),
    ];
    row.extend(slice.metrics.0.iter().map(|(_, value)| cell(*value)));
    row.extend(inference_columns(score).iter().map(|_| String::new()));
    row
}

/// Writes a row per spot of every analysis: id or row, position, labels and disagreement; several analyses by name.
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
                writer.write_field(name)?;
            }
            spot_fields(analysis, &matched_names, spot, found)
                .iter()
                .try_for_each(|field| writer.write_field(field))?;
            writer.write_record(None::<&[u8]>)?;
        }
    }
    writer.flush()
}

fn spot_fields(analysis: &Analysis, matched_names: &[String], spot: usize, found: &SpotScore) -> Vec<String> {
    let (pair, spots) = (&analysis.pair, analysis.pair.spots());
    let label = |name: Option<&str>| name.unwrap_or_default().to_owned();
    let mut fields = vec![spots.ids().map_or_else(|| (spots.row(spot) + 1).to_string(), |ids| ids[spot].to_string())];
    fields.extend(spots.position(spot).iter().map(f64::to_string));
    fields.extend([
        label(pair.truth().name(spot)),
        label(pair.pred().name(spot)),
        matched_names[usize::from(analysis.matching.codes[spot])].clone(),
        cell(found.disagreement),
        found.share.to_string(),
    ]);
    fields
}

/// Writes rows with the given delimiter, quoted where they need it.
pub fn write_rows(rows: &[Vec<String>], delimiter: u8, writer: impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(writer);
    rows.iter().try_for_each(|row| writer.write_record(row))?;
    writer.flush()
}

/// A value with all its digits, empty where it is undefined.
fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_inside_are_quoted() {
        let mut written = Vec::new();
        write_rows(&[vec!["a,b".to_owned(), "c".to_owned()]], b',', &mut written).unwrap();
        assert_eq!(written, b"\"a,b\",c\n");
    }
}
